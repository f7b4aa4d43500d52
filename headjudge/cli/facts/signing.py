"""`headjudge facts sign`, and verification of the shipped facts."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from pathlib import Path

from cards import catalogue_files
from cards.editions import Edition, UnknownEdition
from headjudge.cli import facts_in_force
from headjudge.cli.errors import CommandError
from headjudge.cli.options import Answer, today
from headjudge.receipts import FACTS_SETTING


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `headjudge facts sign`."""
    command.add_argument("id", metavar="ID", help="its id or the beginning of it, or `shipped`")
    command.add_argument(
        "--keys", metavar="FOLDER", required=True, help="the keys, as `service receipt keygen` does"
    )


def sign(options: argparse.Namespace) -> Answer:
    """Write the signed manifest of an edition beside its file."""
    with facts_in_force.signatures():
        from headjudge.receipts import folder, manifests

        key = folder.read(Path(options.keys)).signer(today())
        if key is None:
            raise CommandError(f"{options.keys}: no key in it signs today.")
        edition = _edition(options.id)
        catalogue_files.verify(edition.path, edition.digest)
        path = manifests.sign(edition, key)
    return {"manifest": str(path), "key": key.id}, [str(path), f"  {key.id}"], 0


def faults(shipped: Edition) -> Iterator[str]:
    """Differences of the shipped facts from their manifest, if signatures are required."""
    if keys := os.environ.get(FACTS_SETTING):
        with facts_in_force.signatures():
            from headjudge.receipts import manifests

            yield from manifests.faults(shipped, manifests.public_keys(Path(keys)))


def _edition(name: str) -> Edition:
    try:
        return facts_in_force.editions().find(name)
    except UnknownEdition as error:
        raise CommandError(str(error)) from None
