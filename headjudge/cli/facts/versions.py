"""`headjudge facts show`: the versions of the facts."""

from __future__ import annotations

import argparse

import banlists
import formats
from cards import catalogue
from cards.store import SHIPPED
from headjudge.cli.facts.answers import Answer
from headjudge.cli.facts.proof import announced
from validator.fingerprint import fingerprint


def show(_: argparse.Namespace) -> Answer:
    """Of which day everything is that an answer depends on."""
    facts = catalogue()
    newest = {one: str(banlists.versions(one)[-1]) for one in announced()}
    is_shipped = facts.path == SHIPPED
    document = {
        "catalogue": {"as_of": str(facts.as_of), "digest": facts.digest, "shipped": is_shipped},
        "banlists": newest,
        "formats": list(formats.ids()),
        "policies": list(formats.policy_ids()),
        "fingerprint": fingerprint(facts),
    }
    lines = [
        f"catalogue    {facts.as_of}  {sum(1 for _ in facts.titles()):,} cards,"
        f" {len(facts.sets):,} sets",
        f"edition      {facts.id}{', shipped' if is_shipped else ''}",
        f"formats      {len(formats.ids())}, with {len(formats.policy_ids())} team policies",
        f"banlists     {max(newest.values())}",
        *(f"  {day}  {one}" for one, day in newest.items()),
        f"fingerprint  {document['fingerprint']}",
    ]
    return document, lines, 0
