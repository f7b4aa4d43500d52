"""`headjudge service apikey`: a key for a service's API, and its line in the file of keys."""

from __future__ import annotations

import argparse
import hashlib
import re
import secrets

from headjudge.cli.errors import CommandError

EPILOG = """\
The client sends the key as `Authorization: Bearer KEY`. The line goes into the file that
HEADJUDGE_API_KEYS names; it only holds a digest of the key.
"""
PREFIX = "hj_"
"""Lets secret scanners recognize the keys."""
BYTES = 32
NAME = re.compile(r"[\w.-]{1,60}", re.ASCII)


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `headjudge service apikey`."""
    command.description = "Create an API key for a service."
    command.epilog = EPILOG
    command.add_argument("name", metavar="NAME", help="the client: letters, digits, `.`, `_`, `-`")
    command.add_argument(
        "--rate", help='its limit, such as "1000 per minute" (that of all clients)'
    )


def run(options: argparse.Namespace) -> tuple[str, int]:
    """The key and its line, and exit code 0; raises CommandError."""
    if not NAME.fullmatch(options.name):
        raise CommandError(f"A name has letters, digits, `.`, `_` and `-`, not {options.name!r}.")
    rate = options.rate or ""
    if not rate.isprintable() or ":" in rate:
        raise CommandError(f"A rate is as `1000 per minute`, not {rate!r}.")
    key = PREFIX + secrets.token_urlsafe(BYTES)
    parts = [options.name, hashlib.sha256(key.encode()).hexdigest(), *([rate] if rate else [])]
    return f"key:  {key}\nline: {':'.join(parts)}\n", 0
