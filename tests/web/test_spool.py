"""Bodies that wait on disk: one quota for the service, of which a client has half."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from headjudge.web.server import spool
from headjudge.web.server.spool import IN_MEMORY, Spool
from headjudge.web.service.problems import Problem

MOST = 4 * IN_MEMORY
PIECE = b"x" * (IN_MEMORY // 2)

Spooled = Callable[[str, int], Spool]


@pytest.fixture
def spooled(monkeypatch: pytest.MonkeyPatch) -> Iterator[Spooled]:
    """Spools so many bytes of a client; the quota is small."""
    monkeypatch.setattr(spool, "QUOTA", 2 * MOST)
    monkeypatch.setattr(spool, "CLIENT_QUOTA", MOST)
    bodies: list[Spool] = []

    def take(client: str, size: int) -> Spool:
        bodies.append(Spool(client))
        for _ in range(size // len(PIECE)):
            bodies[-1].grow(PIECE)
        return bodies[-1]

    yield take
    for body in bodies:
        body.release()
    assert sum(spool._worker_bytes) == 0
    assert not spool._client_bytes


def test_a_body_is_kept_whole(spooled: Spooled) -> None:
    assert spooled("a", MOST).rewind().read() == b"x" * MOST


def test_a_body_may_have_half_of_the_quota(spooled: Spooled) -> None:
    with pytest.raises(Problem) as problem:
        spooled("a", MOST + IN_MEMORY)
    assert problem.value.status == 413


def test_a_client_may_have_half_of_the_quota(spooled: Spooled) -> None:
    spooled("a", MOST)
    with pytest.raises(Problem) as problem:
        spooled("a", 2 * IN_MEMORY)
    assert (problem.value.status, [*problem.value.headers]) == (503, ["Retry-After"])
    spooled("b", MOST)
    spooled("a", IN_MEMORY)  # a short body needs no file


def test_all_have_the_quota_together(spooled: Spooled) -> None:
    first = spooled("a", MOST)
    spooled("b", MOST)
    with pytest.raises(Problem) as problem:
        spooled("c", 2 * IN_MEMORY)
    assert problem.value.status == 503
    first.release()
    first.release()
    spooled("c", MOST)


def test_workers_share_the_quota(spooled: Spooled) -> None:
    spool._worker_bytes[7] = 2 * MOST
    with pytest.raises(Problem):
        spooled("a", 2 * IN_MEMORY)
    spool.forget(7 + spool.WORKERS_MAX)
    spooled("a", 2 * IN_MEMORY)


def test_a_full_disk_is_told(spooled: Spooled, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spool, "_free", lambda: spool.SPARED)
    spooled("a", IN_MEMORY)
    with pytest.raises(Problem) as problem:
        spooled("a", 2 * IN_MEMORY)
    assert problem.value.status == 503
