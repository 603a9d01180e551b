"""The program `crux`: reads arguments, runs one command, ends with its exit code."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from crux_memory import __version__
from crux_memory.cli import (
    compress,
    decompress,
    explain,
    fmt,
    init,
    lint,
    migrate,
    terse,
    tokens,
    verify,
)
from crux_memory.cli.arguments import Arguments, take_global
from crux_memory.cli.invocation import Invocation, of
from crux_memory.cli.output import Output, prepare_streams
from crux_memory.errors import CruxError, RefusedError
from crux_memory.store.drafting import internal

INTERRUPTED = 130
PIPE_CLOSED = 141

# Typer has a copy of click of its own or uses the installed one; both have a class of this name.
_COMPLAINTS = ("ClickException", "TyperException")
_ComplaintError: Any = next(k for k in typer.BadParameter.__mro__ if k.__name__ in _COMPLAINTS)

app = typer.Typer(
    name="crux",
    help="Shrink the memory files of coding agents deterministically and offline.",
    epilog="--project DIR, --json and --quiet may also stand after the command.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def options(
    context: typer.Context,
    project: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="The project; default: the one around this folder."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Only content and errors.")] = False,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """The options that `take_global` has taken out already stand here for the help text."""
    del project, json, quiet
    if version:
        print(f"crux-memory {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        of(context).output.content(context.get_help())
        raise RefusedError("no command given", hint="see crux --help")


for _name, _module in {
    "compress": compress,
    "decompress": decompress,
    "migrate": migrate,
    "terse": terse,
    "verify": verify,
    "tokens": tokens,
    "init": init,
    "fmt": fmt,
    "explain": explain,
    "lint": lint,
}.items():
    app.command(_name)(_module.command)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command line; returns the exit code."""
    prepare_streams()
    arguments = take_global(sys.argv[1:] if argv is None else argv)
    output = Output(arguments.json, arguments.quiet)
    try:
        code = _run(arguments, output)
        sys.stdout.flush()
    except BrokenPipeError:
        # Nobody reads any more. What is still buffered must not fail again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except KeyboardInterrupt:
        output.error("interrupted; what was begun is in the archive, run again to go on")
        return INTERRUPTED
    return code


def compress_memory() -> int:
    """The program `compress-memory`: `crux terse` that marks what it compresses."""
    words = ["--restore" if word == "--decompress" else word for word in sys.argv[1:]]
    marked = [] if any(word.startswith("--marker") for word in words) else ["--marker=frontmatter"]
    return main(["terse", *marked, *words])


def _run(arguments: Arguments, output: Output) -> int:
    invocation = Invocation(arguments.command, arguments.project, output)
    try:
        # Not `app(…)`, which has ways of its own with broken pipes and interrupts.
        command = typer.main.get_command(app)
        with command.make_context("crux", list(arguments.rest), obj=invocation) as context:
            code = command.invoke(context)
        return code if isinstance(code, int) else 0
    except typer.Exit as ended:
        return ended.exit_code
    except CruxError as error:
        return output.failure(arguments.command, error)
    except typer.Abort:
        raise KeyboardInterrupt from None
    except (BrokenPipeError, KeyboardInterrupt):
        raise
    except _ComplaintError as error:
        return output.failure(arguments.command, usage(error))
    except Exception as error:
        if os.environ.get("CRUX_DEBUG") == "1":
            traceback.print_exc()
        return output.failure(arguments.command, internal(error))


def usage(error: Any) -> RefusedError:
    """Wrong usage as an error of ours."""
    return RefusedError(error.format_message(), hint="see crux --help")


if __name__ == "__main__":
    sys.exit(main())
