"""`headjudge facts`: editions of the facts, and their consistency."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from headjudge.cli.facts import editions, new_sets, proof
from headjudge.cli.facts_in_force import add_facts
from headjudge.cli.options import Answer, add_json
from headjudge.cli.terminal import answer_text

EPILOG = """\
Without a command, the versions of the facts are shown. HEADJUDGE_FACTS is the folder of the
editions of the card facts (headjudge/facts in the user's data folder).

exit status: 0 no fault was found; 1 the facts have faults; 2 wrong usage.
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `headjudge facts`."""
    command.description = "Show, select and check the facts."
    command.epilog = EPILOG
    command.set_defaults(answer=proof.show, json=False)
    add_json(command)
    commands = command.add_subparsers(metavar="COMMAND")

    def add(
        name: str, answer: Callable[[argparse.Namespace], Answer], purpose: str
    ) -> argparse.ArgumentParser:
        subcommand: argparse.ArgumentParser = commands.add_parser(name, help=purpose)
        subcommand.set_defaults(answer=answer)
        add_json(subcommand)
        return subcommand

    add_facts(add("show", proof.show, "the versions of the facts"))
    check = add("check", proof.check, "check the facts, and show what the newest announcement does")
    proof.add_arguments(check)
    add_facts(check)
    add("list", editions.show_all, "the editions of the card facts on this machine")
    use = add("use", editions.use, "use an edition")
    use.add_argument("id", metavar="ID", help="its id or a unique prefix, or `shipped`")
    add("rollback", editions.rollback, "return to the previous edition")
    sets = add("sets", new_sets.show, "sets missing from all formats, and what to write for them")
    add_facts(sets)


def run(options: argparse.Namespace) -> tuple[str, int]:
    """The answer's text and the exit code (1 if the facts have faults)."""
    document, lines, code = options.answer(options)
    return answer_text(options, document, lines), code
