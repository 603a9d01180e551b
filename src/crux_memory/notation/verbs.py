"""Verbs that stand in the imperative in instructions, to read ``¬verb`` as "do not verb".

General English knows many of them as nouns first. The sets after them mend its other errors.
"""

from __future__ import annotations

VERBS = frozenset(
    """
    abort accept access add adjust allow alter amend answer apply approve archive ask assert assign
    assume attempt auto-commit autocommit avoid block break build bump bypass cache call catch
    change check clean clear clone close combine commit compare compile complete compress compute
    configure confirm consider continue convert copy count create cut declare decompress define
    delay delete depend deploy describe detect disable discard display do download drift drop
    duplicate
    edit embed emit enable encode end enforce ensure escape evaluate exceed execute exit expand
    expect explain export expose extend extract fail fetch fill filter find finish fix flag flush
    follow force force-push fork format forward generate get give go guess handle hardcode
    hard-code hide hotfix
    ignore implement import include increase infer inherit initialize inject inline insert inspect
    install interpret introduce invent invoke join keep kill launch leak leave let link list listen
    load lock log lose make match measure memorize merge migrate mix mock modify mount move mutate
    name nest notify omit open optimize output override overwrite parse pass paste patch perform
    persist pin place poll pollute prefer prepare print proceed process produce promise propagate
    propose protect provide prune publish pull push put query queue quote raise rank reach read
    rebase rebuild reconnect record redirect reduce refactor refer reformat refresh register reject
    release reload rely remove rename render reorder repeat replace reply report request require
    reset resolve respond restart restore restrict retry return reuse revert review rewrite
    rollback round run save scan schedule search see select send serialize serve set share ship
    show shrink sign silence skip sleep sort spawn specify split squash start stash stop store
    stream strip submit substitute suggest suppress swallow switch sync take tell terminate test
    throw touch track transform translate traverse treat trigger trim truncate trust try type
    uninstall unlock unwrap update upgrade upload use validate verify wait walk warn watch wrap
    write yield
    """.split()
)

# Past forms, which general English lists as verbs like any other.
PASTS = frozenset(
    """
    began bound chose did forgot found gave got had kept knew left lost made met paid said sent
    shown spent stood struck thought told took went won wrote
    """.split()
)
# Nouns that name a state: "not ok", "not prod"; and nouns that only programmers have.
STATES = frozenset(
    "default dev idempotent main master null ok prod production root staging".split()
)
THINGS = frozenset("float import".split())
