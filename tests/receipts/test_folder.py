"""The folder of keys: which of them signs, who can read it, and how keys are retired."""

from __future__ import annotations

import datetime
import stat
import sys
from pathlib import Path

import pytest

from headjudge.receipts import keys
from headjudge.receipts.folder import KeyRing, create, file_states, read, retire
from headjudge.receipts.keys import WrongKeys

FIRST, NEXT, LAST = (datetime.date(2026, month, 1) for month in (1, 6, 12))
DAY = datetime.timedelta(days=1)

of_posix = pytest.mark.skipif(sys.platform == "win32", reason="modes are those of POSIX")


def written(path: Path, text: bytes, mode: int = 0o600) -> Path:
    path.write_bytes(text)
    path.chmod(mode)
    return path


@of_posix
def test_a_new_key_is_its_owners_alone(tmp_path: Path) -> None:
    path, key = create(tmp_path / "keys", FIRST)
    assert path.name == "2026-01-01.pem"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert read(path.parent).private == (key,)


def test_a_key_is_never_written_over(tmp_path: Path) -> None:
    path, _ = create(tmp_path, FIRST)
    before = path.read_bytes()
    with pytest.raises(FileExistsError):
        create(tmp_path, FIRST)
    assert path.read_bytes() == before


def test_the_newest_key_that_has_begun_signs(tmp_path: Path) -> None:
    first, second = (create(tmp_path, day)[1].id for day in (FIRST, NEXT))
    ring = read(tmp_path)
    days = {
        FIRST - DAY: None,
        FIRST: first,
        NEXT - DAY: first,
        NEXT: second,
        LAST: second,
    }
    for day, expected in days.items():
        signer = ring.signer(day)
        assert (signer and signer.id) == expected
    assert [*ring.by_id()] == [second, first]


def test_a_retired_key_checks_and_signs_no_more(tmp_path: Path) -> None:
    old, _ = create(tmp_path, FIRST)
    _, new = create(tmp_path, NEXT)
    retired, public = retire(old, NEXT)
    assert retired.name == "2026-01-01--2026-06-01.pem"
    assert b"PRIVATE" not in retired.read_bytes()
    assert not old.exists()
    ring = read(tmp_path)
    assert [key.id for key in ring.private] == [new.id]
    assert ring.by_id()[public.id] == public
    assert (public.since, public.until) == (FIRST, NEXT)


def test_while_it_is_retired_a_key_signs_no_more(tmp_path: Path) -> None:
    path, key = create(tmp_path, FIRST)
    text = path.read_bytes()
    retire(path, NEXT)
    written(path, text)
    ring = read(tmp_path)
    assert ring.private == ()
    assert ring.by_id()[key.id].until == NEXT


def test_what_cannot_be_retired(tmp_path: Path) -> None:
    path, _ = create(tmp_path, NEXT)
    with pytest.raises(WrongKeys, match="can be deleted"):
        retire(path, FIRST)
    assert path.exists()
    retired, _ = retire(path, LAST)
    with pytest.raises(WrongKeys, match="no private key"):
        retire(retired, LAST)


@of_posix
@pytest.mark.parametrize(
    ("mode", "is_taken"),
    [(0o600, True), (0o400, True), (0o440, True), (0o640, True),
     (0o644, False), (0o604, False), (0o660, False), (0o602, False), (0o666, False)],
)  # fmt: skip
def test_nobody_else_can_read_a_private_key(tmp_path: Path, mode: int, is_taken: bool) -> None:
    path, _ = create(tmp_path, FIRST)
    path.chmod(mode)
    if is_taken:
        assert read(tmp_path).private
    else:
        with pytest.raises(WrongKeys, match=r"2026-01-01\.pem can be read by others"):
            read(tmp_path)


@of_posix
def test_anybody_can_read_a_public_key(tmp_path: Path) -> None:
    written(tmp_path / "2026-01-01--2026-06-01.pem", keys.generate().public().pem(), 0o644)
    ring = read(tmp_path)
    assert ring.signer(NEXT) is None
    assert len(ring.public) == 1


@pytest.mark.parametrize(
    "name",
    ["key.pem", "2026-13-01.pem", "2026-1-1.pem", "2026-06-01--2026-01-01.pem", "2026-01-01 .pem"],
)
def test_a_file_is_called_by_its_days(tmp_path: Path, name: str) -> None:
    written(tmp_path / name, keys.generate().pem())
    with pytest.raises(WrongKeys, match="is not called by its days"):
        read(tmp_path)


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("2026-01-01.pem", b"", "holds no key"),
        ("2026-01-01.pem", b"-----BEGIN PRIVATE KEY-----\nsecret\n", "holds no key"),
        ("2026-01-01--2026-06-01.pem", keys.generate().pem(), "still holds a private key"),
    ],
)
def test_wrong_files_are_named_and_not_shown(
    tmp_path: Path, name: str, text: bytes, fault: str
) -> None:
    written(tmp_path / name, text)
    with pytest.raises(WrongKeys, match=fault) as caught:
        read(tmp_path)
    assert str(caught.value).startswith(name)
    assert "secret" not in str(caught.value)


def test_other_files_are_none_of_ours(tmp_path: Path) -> None:
    for name in ("README", "2026-01-01.pem.old", "..data"):
        written(tmp_path / name, b"nothing")
    assert read(tmp_path) == KeyRing()


def test_no_folder(tmp_path: Path) -> None:
    for look in (read, file_states):
        with pytest.raises(OSError):
            look(tmp_path / "none")


def test_every_change_is_seen(tmp_path: Path) -> None:
    seen = [file_states(tmp_path)]
    path, _ = create(tmp_path, FIRST)
    seen.append(file_states(tmp_path))
    retire(path, NEXT)
    seen.append(file_states(tmp_path))
    (tmp_path / "2026-01-01--2026-06-01.pem").write_bytes(keys.generate().public().pem())
    seen.append(file_states(tmp_path))
    assert len(set(seen)) == 4
