"""The command line: one module a command, rendering, and no logic."""
