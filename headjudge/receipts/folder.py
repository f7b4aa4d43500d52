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

from headjudge.receipts.keys import Key, WrongKeys, from_pem, generate
from messages import say

NAME = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?:--([0-9]{4}-[0-9]{2}-[0-9]{2}))?\.pem")
KEY_FILES = "*.pem"
LARGEST = 64 * 1024
"""Bytes. Keys have some 120."""
OWNER_ONLY = 0o600
OWNER_ONLY_FOLDER = 0o700
FORBIDDEN = stat.S_IRWXO | stat.S_IWGRP | stat.S_IXGRP
"""What a private key's mode may not have: anything for others, more than reading for the group."""


FileStates = tuple[tuple[str, int, int, int], ...]


@dataclass(frozen=True)
class KeyRing:
    """The keys of a folder, the newest first."""

    private: tuple[Key, ...] = ()
    public: tuple[Key, ...] = ()
    """Of all keys, also of those that sign."""

    def signer(self, day: datetime.date) -> Key | None:
        """The key that signs on a day: the newest that has begun by then."""
        return next((key for key in self.private if key.signs_on(day)), None)

    def by_id(self) -> Mapping[str, Key]:
        """The keys that receipts are verified with."""
        return {key.id: key for key in self.public}


def file_states(folder: Path) -> FileStates:
    """What is equal while no key file changes, without reading them; raises OSError."""
    states = ((path.name, path.stat()) for path in _files(folder))
    return tuple((name, stat.st_size, stat.st_ctime_ns, stat.st_ino) for name, stat in states)


def read(folder: Path) -> KeyRing:
    """The keys of a folder; raises WrongKeys, which names the file, and OSError."""
    keys = sorted(map(_read, _files(folder)), key=_first_day, reverse=True)
    # While a key is retired both of its files are there for a moment, and then it signs no more.
    retired = {key.id for key in keys if not key.is_private}
    private = [key for key in keys if key.is_private and key.id not in retired]
    public = {key.id: key.public() for key in keys if not key.is_private or key in private}
    return KeyRing(tuple(private), tuple(public.values()))


def create(folder: Path, since: datetime.date) -> tuple[Path, Key]:
    """A new key in a file that only its owner can read, and the file; FileExistsError, OSError.

    A folder that is not there is made, for its owner alone.
    """
    folder.mkdir(OWNER_ONLY_FOLDER, parents=True, exist_ok=True)
    key = generate()
    path = folder / f"{since.isoformat()}.pem"
    # Private from the first moment on: nobody can have opened the file before it is written.
    path.touch(OWNER_ONLY, exist_ok=False)
    path.write_bytes(key.pem())
    return path, replace(key, since=since)


def retire(path: Path, until: datetime.date) -> tuple[Path, Key]:
    """Put the public key in place of a private one, which signed until that day, and is gone.

    Raises WrongKeys where the file is no private key that has begun by then, and OSError.
    """
    key = _read(path)
    if not key.is_private:
        raise WrongKeys(say("{file} holds no private key.", file=path.name))
    since = key.since
    if since is None or until < since:
        raise WrongKeys(
            say("{file} signs from {day} on, and can be deleted.", file=path.name, day=since)
        )
    retired = path.with_name(f"{since.isoformat()}--{until.isoformat()}.pem")
    public = replace(key.public(), until=until)
    with retired.open("xb") as file:
        file.write(public.pem())
    path.unlink()
    return retired, public


def _files(folder: Path) -> Iterator[Path]:
    if not folder.is_dir():
        raise NotADirectoryError(f"{folder} is no folder")
    yield from sorted(folder.glob(KEY_FILES))


def _read(path: Path) -> Key:
    """The key of a file, with the days in the file's name; raises WrongKeys, OSError."""
    since, until = _days(path)
    with path.open("rb") as file:
        text = file.read(LARGEST)
    try:
        key = from_pem(text)
    except WrongKeys as error:
        raise WrongKeys(say("{file}: {fault}", file=path.name, fault=error.sentence)) from None
    if key.is_private:
        _check_private(path, until)
    return replace(key, since=since, until=until)


def _days(path: Path) -> tuple[datetime.date, datetime.date | None]:
    """The first and the last day in a file's name; raises WrongKeys."""
    match = NAME.fullmatch(path.name)
    try:
        if match:
            since, until = match.groups()
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


def _first_day(key: Key) -> datetime.date:
    return key.since or datetime.date.min
