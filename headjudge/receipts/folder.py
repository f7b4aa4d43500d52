"""The folder of keys: one PEM file each, named by the key's first day.

`2026-11-21.pem` has a private key, which signs from that day (UTC) on until a newer one does.
`2025-06-01--2026-11-30.pem` has the public key of a retired one, to verify its receipts from those
days: `--` separates an interval in file names by ISO 8601.
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
"""Forbidden mode bits of a private key: any for others, write and execute for the group."""

FileStates = tuple[tuple[str, int, int, int], ...]


@dataclass(frozen=True)
class KeyRing:
    """The keys of a folder, newest first."""

    private: tuple[Key, ...] = ()
    public: tuple[Key, ...] = ()
    """All public keys, including those of private keys."""

    def signer(self, day: datetime.date) -> Key | None:
        """The key that signs on a day: the newest one in use."""
        return next((key for key in self.private if key.signs_on(day)), None)

    def by_id(self) -> Mapping[str, Key]:
        """The keys for verifying receipts."""
        return {key.id: key for key in self.public}


def file_states(folder: Path) -> FileStates:
    """A fingerprint of the files that changes with every key file; raises OSError."""
    states = ((path.name, path.stat()) for path in _files(folder))
    return tuple((name, stat.st_size, stat.st_ctime_ns, stat.st_ino) for name, stat in states)


def read(folder: Path) -> KeyRing:
    """The keys of a folder; raises OSError, or WrongKeys with the file's name."""
    keys = sorted(map(_read, _files(folder)), key=_first_day, reverse=True)
    # While a key is being retired, both of its files exist briefly; it no longer signs then.
    retired = {key.id for key in keys if not key.is_private}
    private = [key for key in keys if key.is_private and key.id not in retired]
    public = {key.id: key.public() for key in keys if not key.is_private or key in private}
    return KeyRing(tuple(private), tuple(public.values()))


def create(folder: Path, since: datetime.date) -> tuple[Path, Key]:
    """Create a key in a file, and its folder if missing, readable by the owner only.

    Raises FileExistsError or OSError.
    """
    folder.mkdir(OWNER_ONLY_FOLDER, parents=True, exist_ok=True)
    key = generate()
    path = folder / f"{since.isoformat()}.pem"
    # Created with restricted permissions, so nobody can have opened it before it is written.
    path.touch(OWNER_ONLY, exist_ok=False)
    path.write_bytes(key.pem())
    return path, replace(key, since=since)


def retire(path: Path, until: datetime.date) -> tuple[Path, Key]:
    """Replace a private key, which signed until that day, by its public key.

    Raises OSError, or WrongKeys if the file is no private key in use by then.
    """
    key = _read(path)
    if not key.is_private:
        raise WrongKeys(say("{file} holds no private key.", file=path.name))
    since = key.since
    if since is None or until < since:
        raise WrongKeys(
            say("{file} signs from {day} on, and can be deleted.", file=path.name, day=since)
        )
    retired_path = path.with_name(f"{since.isoformat()}--{until.isoformat()}.pem")
    public = replace(key.public(), until=until)
    with retired_path.open("xb") as file:
        file.write(public.pem())
    path.unlink()
    return retired_path, public


def _files(folder: Path) -> Iterator[Path]:
    if not folder.is_dir():
        raise NotADirectoryError(f"{folder} is no folder")
    yield from sorted(folder.glob(KEY_FILES))


def _read(path: Path) -> Key:
    """The key in a file, with the days from the file name; raises WrongKeys or OSError."""
    since, until = _days(path)
    with path.open("rb") as file:
        text = file.read(LARGEST)
    try:
        key = from_pem(text)
    except WrongKeys as error:
        raise WrongKeys(say("{file}: {fault}", file=path.name, fault=error.message)) from None
    if key.is_private:
        _check_private(path, until)
    return replace(key, since=since, until=until)


def _days(path: Path) -> tuple[datetime.date, datetime.date | None]:
    """The first and last day in a file name; raises WrongKeys."""
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
    """Raise WrongKeys if a private key is retired or readable by others."""
    if until:
        raise WrongKeys(
            say("{file} is retired by its name, and still holds a private key.", file=path.name)
        )
    # On Windows the mode does not include the permission to read a file.
    if sys.platform != "win32" and path.stat().st_mode & FORBIDDEN:
        raise WrongKeys(
            say(
                "{file} can be read by others than its owner: it is a private key (chmod 600).",
                file=path.name,
            )
        )


def _first_day(key: Key) -> datetime.date:
    return key.since or datetime.date.min
