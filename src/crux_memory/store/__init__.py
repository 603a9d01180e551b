"""The only writer. Every operation is a sequence of named steps over `disk`.

disk        single acts on files: read, write a temporary file, publish, remove
project     the project's root, its configuration, and which paths belong to it
archive     originals, never overwritten, found again by path and checksum
manifest    what was written from what, as lines of JSON in the archive folder
lock        one writer at a time
session     what an operation is given, and landing a file in place of another
sizing      adaptive sizing: the encoder under a hard cap (pure)
drafting    what a compression would write, with nothing written yet
compress    one memory file to CRUX
decompress  and back, exact or expanded
migrate     a whole store
provenance  does a compressed memory still fit its archived original
    reformat    a notation file in its canonical form
report      what became of each file: figures, JSON and exit code
"""
