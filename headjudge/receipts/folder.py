"""The folder of keys: one PEM file each, called by the first day on which the key signs.

`2026-11-21.pem` holds a private key, which signs from that day (UTC) on until a newer one does.
`2025-06-01--2026-11-30.pem` holds a public key that signed on those days and is kept to check
its receipts: `--` is how ISO 8601 writes an interval in a file's name.
"""

from __future__ import annotations

import datetime
import re
import stat
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from headjudge.receipts.keys import PrivateKey, PublicKey, WrongKeys, from_pem, generate
from messages import say

NAME = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?:--([0-9]{4}-[0-9]{2}-[0-9]{2}))?\.pem")
KEY_FILES = "*.pem"
LARGEST = 64 * 1024
"""Bytes. Keys have some 120."""
OWNER_ONLY = 0o600
OWNER_ONLY_FOLDER = 0o700
FORBIDDEN = stat.S_IRWXO | stat.S_IWGRP | stat.S_IXGRP
"""What a private key's mode may not have: anything for others, more than reading for the group."""


@dataclass(frozen=True)
class KeyRing:
    """The keys of a folder, the newest first."""

    private: tuple[PrivateKey, ...] = ()
    public: tuple[PublicKey, ...] = ()
    """Of all keys, also of those that sign."""

    def signer(self, day: datetime.date) -> PrivateKey | None:
        """The key that signs on a day: the newest that has begun by then."""
        return next((key for key in self.private if key.public.was_used_on(day)), None)

    def by_id(self) -> Mapping[str, PublicKey]:
        """The keys that receipts are checked with."""
        return {key.id: key for key in self.public}


class State(NamedTuple):
    """What another state of a file has otherwise, without reading the file."""

    name: str
    size: int
    changed: int
    inode: int


def state(folder: Path) -> tuple[State, ...]:
    """What every change of the folder's keys changes; raises OSError."""
    return tuple(_state(path) for path in _files(folder))


def read(folder: Path) -> KeyRing:
    """The keys of a folder; raises WrongKeys, which names the file, and OSError."""
    found = sorted(map(_read, _files(folder)), key=_since, reverse=True)
    # While a key is retired both of its files are there for a moment, and then it signs no more.
    public = {key.id: key for key in found if isinstance(key, PublicKey)}
    private = [key for key in found if isinstance(key, PrivateKey) and key.public.id not in public]
    public |= {key.public.id: key.public for key in private}
    return KeyRing(tuple(private), tuple(sorted(public.values(), key=_since, reverse=True)))


def create(folder: Path, since: datetime.date) -> tuple[Path, PrivateKey]:
    """A new key in a file that only its owner can read, and the file; FileExistsError, OSError.

    A folder that is not there is made, for its owner alone.
    """
    folder.mkdir(OWNER_ONLY_FOLDER, parents=True, exist_ok=True)
    key = generate()
    path = folder / f"{since.isoformat()}.pem"
    # Private from the first moment on: nobody can have opened the file before it is written.
    path.touch(OWNER_ONLY, exist_ok=False)
    path.write_bytes(key.pem())
    return path, _beginning(key, since)


def retire(path: Path, until: datetime.date) -> tuple[Path, PublicKey]:
    """Put the public key in place of a private one, which signed until that day, and is gone.

    Raises WrongKeys where the file is no private key that has begun by then, and OSError.
    """
    key = _read(path)
    if not isinstance(key, PrivateKey):
        raise WrongKeys(say("{file} holds no private key.", file=path.name))
    since = key.public.since
    if since is None or until < since:
        raise WrongKeys(
            say("{file} signs from {day} on, and can be deleted.", file=path.name, day=since)
        )
    retired = path.with_name(f"{since.isoformat()}--{until.isoformat()}.pem")
    with retired.open("xb") as file:
        file.write(key.public.pem())
    path.unlink()
    return retired, replace(key.public, until=until)


def _files(folder: Path) -> Iterator[Path]:
    if not folder.is_dir():
        raise NotADirectoryError(f"{folder} is no folder")
    yield from sorted(folder.glob(KEY_FILES))


def _state(path: Path) -> State:
    found = path.stat()
    return State(path.name, found.st_size, found.st_ctime_ns, found.st_ino)


def _read(path: Path) -> PrivateKey | PublicKey:
    """The key of a file, with the days that its name tells; raises WrongKeys, OSError."""
    since, until = _days(path)
    with path.open("rb") as file:
        text = file.read(LARGEST)
    try:
        key = from_pem(text)
    except WrongKeys as error:
        raise WrongKeys(say("{file}: {fault}", file=path.name, fault=error.sentence)) from None
    if isinstance(key, PublicKey):
        return replace(key, since=since, until=until)
    _check_private(path, until)
    return _beginning(key, since)


def _beginning(key: PrivateKey, since: datetime.date) -> PrivateKey:
    return replace(key, public=replace(key.public, since=since))


def _days(path: Path) -> tuple[datetime.date, datetime.date | None]:
    """The first and the last day that a file's name tells; raises WrongKeys."""
    named = NAME.fullmatch(path.name)
    try:
        if named:
            since, until = named.groups()
            first = datetime.date.fromisoformat(since)
            last = datetime.date.fromisoformat(until) if until else None
            if last is None or first <= last:
                return first, last
    except ValueError:
        pass
    raise WrongKeys(say("{file} is not called by its days, as 2026-11-21.pem is.", file=path.name))


def _check_private(path: Path, until: datetime.date | None) -> None:
    """Raise WrongKeys where a private key is retired, or others can read it."""
    if until:
        raise WrongKeys(
            say("{file} is retired by its name, and still holds a private key.", file=path.name)
        )
    # Windows keeps who may read a file elsewhere than in its mode.
    if sys.platform != "win32" and path.stat().st_mode & FORBIDDEN:
        raise WrongKeys(
            say(
                "{file} can be read by others than its owner: it is a private key (chmod 600).",
                file=path.name,
            )
        )


def _since(key: PrivateKey | PublicKey) -> datetime.date:
    public = key if isinstance(key, PublicKey) else key.public
    return public.since or datetime.date.min
