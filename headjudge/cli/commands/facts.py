"""`headjudge facts`: editions of the facts, their consistency, and other publishers' facts."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from headjudge.cli.facts import drift, editions, new_sets, proof, signing
from headjudge.cli.facts_in_force import add_facts
from headjudge.cli.options import Answer, add_json
from headjudge.cli.output import as_json
from headjudge.cli.terminal import printable

EPILOG = """\
Without a command, the versions of the facts are shown. HEADJUDGE_FACTS names the folder in which
editions of the card facts are kept, in place of headjudge/facts among the user's data. Where
HEADJUDGE_FACTS_KEYS names a file of public keys, editions are in force only if one of them signed
their manifest.

exit status: 0 the answer is printed and no fault or difference was found, 1 the facts have faults
or differ, 2 that cannot be asked.
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What `headjudge facts` takes."""
    command.description = "Show the facts, choose among them, check and compare them."
    command.epilog = EPILOG
    command.set_defaults(answer=proof.show, json=False)
    add_json(command)
    commands = command.add_subparsers(metavar="COMMAND")

    def add(
        name: str, answer: Callable[[argparse.Namespace], Answer], purpose: str
    ) -> argparse.ArgumentParser:
        added: argparse.ArgumentParser = commands.add_parser(name, help=purpose)
        added.set_defaults(answer=answer)
        add_json(added)
        return added

    add_facts(add("show", proof.show, "the versions of the facts"))
    check = add("check", proof.check, "prove the facts, and show what the newest announcement does")
    proof.add_arguments(check)
    add_facts(check)
    add("list", editions.show_all, "the editions of the card facts on this machine")
    use = add("use", editions.use, "put an edition in force")
    use.add_argument("id", metavar="ID", help="its id or the beginning of it, or `shipped`")
    sign = add("sign", signing.sign, "sign an edition, for machines that trust your keys alone")
    signing.add_arguments(sign)
    add("rollback", editions.rollback, "put the predecessor in force again")
    compare = add("drift", drift.compare, "compare with the legalities that others publish")
    drift.add_arguments(compare)
    add_facts(compare)
    sets = add("sets", new_sets.show, "sets that no format knows yet, and what to write for them")
    add_facts(sets)


def run(options: argparse.Namespace) -> tuple[str, int]:
    """The answer's text and the exit code (1 if the facts have faults, or differ)."""
    document, lines, code = options.answer(options)
    if options.json:
        return as_json(document), code
    return printable(lines), code
