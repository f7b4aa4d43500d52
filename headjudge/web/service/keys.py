"""Optional API keys, from a file of their digests, each with its own rate limit."""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from flask import Request

from headjudge.web.service.settings import WrongSettings

KEYS = "HEADJUDGE_API_KEYS"
"""The setting with the file, whose lines are made by `headjudge service apikey`."""
FILE_MAX = 1024 * 1024
"""Bytes of that file: some ten thousand keys."""
SCHEME = "bearer"

_LINE = re.compile(r"(?P<name>[\w.-]{1,60}):(?P<digest>[0-9a-f]{64})(?::(?P<rate>[^:]+))?", re.A)


class Key(NamedTuple):
    """A line of the file: the holder, the SHA-256 of the key, and its rate."""

    name: str
    digest: str
    rate: str | None = None
    """None for the general rate."""


def read(text: str) -> Iterator[Key]:
    """Parse a file of `name:digest` or `name:digest:rate` lines; raises WrongSettings."""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        match = _LINE.fullmatch(line.strip())
        if match is None:
            raise WrongSettings(f"{KEYS}, line {number}: this is not `name:digest[:rate]`.")
        yield Key(match["name"], match["digest"], match["rate"])


@cache
def of_file(path: str) -> tuple[Key, ...]:
    """The keys in a file, read once per process; raises OSError or WrongSettings."""
    with Path(path).open("rb") as file:
        content = file.read(FILE_MAX + 1)
    if len(content) > FILE_MAX:
        raise WrongSettings(f"{KEYS} names a file of more than {FILE_MAX} bytes.")
    return tuple(read(content.decode("utf-8")))


def sent_key(request: Request) -> str | None:
    """The key in a request's `Authorization: Bearer`; None without one."""
    scheme, _, key = request.headers.get("Authorization", "").partition(" ")
    return key.strip() if scheme.lower() == SCHEME else None


def find(key: str, keys: tuple[Key, ...]) -> Key | None:
    """Find a key in constant time: all digests are compared."""
    digest = sha256(key.encode("utf-8", "surrogateescape")).hexdigest()
    match = None
    for candidate in keys:
        if hmac.compare_digest(candidate.digest, digest):
            match = candidate
    return match
