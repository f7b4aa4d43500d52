"""Whose turn it is to compute: a client has half of the places, and waits for its own work."""

from __future__ import annotations

import pytest

from headjudge.web.server.shares import CLIENTS_MAX, MEMORY_SECONDS, Busy, Full, Shares

PLACES, WAITING = 4, 6
HALF = PLACES // 2


class Clock:
    """The time, which a test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    """A clock that stands still."""
    return Clock()


@pytest.fixture
def shares(clock: Clock) -> Shares[str]:
    """Four places, none of which is taken."""
    return Shares(PLACES, WAITING, 1.0, clock)


def taken(shares: Shares[str]) -> list[str]:
    """The tickets whose turn it is."""
    return [ticket for ticket, _ in shares.take()]


def test_a_client_holds_half_of_the_places(shares: Shares[str]) -> None:
    for number in range(5):
        shares.ask("greedy", f"greedy {number}")
    assert taken(shares) == ["greedy 0", "greedy 1"]
    shares.ask("other", "other")
    assert taken(shares) == ["other"]
    shares.leave("greedy", 0.0)
    assert taken(shares) == ["greedy 2"]


def test_who_has_used_least_is_first(shares: Shares[str], clock: Clock) -> None:
    for name in "ab":
        for number in range(HALF):
            shares.ask(name, f"{name} {number}")
    assert len(taken(shares)) == PLACES
    shares.ask("a", "a once more")
    shares.ask("new", "new")
    clock.now = 0.1
    shares.leave("a", 0.0)
    assert taken(shares) == ["new"]


def test_a_lone_client_is_never_refused(shares: Shares[str], clock: Clock) -> None:
    for number in range(HALF):
        shares.ask("lone", str(number))
    shares.take()
    clock.now = 100.0
    for number in range(WAITING):
        shares.ask("lone", f"more {number}")


def test_dear_work_is_refused_while_others_ask(shares: Shares[str], clock: Clock) -> None:
    for number in range(HALF):
        shares.ask("dear", str(number))
    shares.take()
    clock.now = 9.0
    shares.ask("other", "other")
    with pytest.raises(Busy) as busy:
        shares.ask("dear", "more")
    assert busy.value.seconds == 5, "one request of nine seconds or more, over two places"
    for _ in range(HALF):
        shares.leave("dear", 0.0)
    for number in range(HALF):
        shares.ask("dear", f"next {number}")
    assert len(taken(shares)) == HALF + 1
    with pytest.raises(Busy):  # at once, as its requests are known to be dear
        shares.ask("dear", "more")


def test_cheap_work_is_not_however_much_there_is(shares: Shares[str], clock: Clock) -> None:
    shares.ask("other", "other")
    shares.take()
    for number in range(2_000):
        clock.now = begun = number / 400
        shares.ask("site", str(number))
        assert taken(shares) == [str(number)]
        clock.now += 0.002
        shares.leave("site", begun)


def test_what_was_is_forgotten(shares: Shares[str], clock: Clock) -> None:
    shares.ask("other", "other")
    for number in range(HALF):
        shares.ask("dear", str(number))
    shares.take()
    clock.now = 9.0
    for _ in range(HALF):
        shares.leave("dear", 0.0)
    clock.now += 20 * MEMORY_SECONDS
    for number in range(2 * HALF):
        shares.ask("dear", str(number))


def test_whoever_has_most_that_waits_gives_way(shares: Shares[str]) -> None:
    for number in range(HALF + WAITING):
        shares.ask("greedy", str(number))
        shares.take()
    assert shares.ask("other", "other") == str(HALF + WAITING - 1)
    assert shares.ask("greedy 2", "another") == str(HALF + WAITING - 2)
    with pytest.raises(Full):
        shares.ask("greedy", "more")


def test_a_lone_client_is_told_that_the_service_is_full(shares: Shares[str]) -> None:
    for number in range(WAITING):
        shares.ask("lone", str(number))
    with pytest.raises(Full):
        shares.ask("lone", "more")


def test_who_has_begun_goes_on_first_and_is_not_refused(shares: Shares[str], clock: Clock) -> None:
    for number in range(HALF + WAITING):
        shares.ask("a", str(number))
        shares.take()
    shares.leave("a", 0.0, is_done=False)
    assert taken(shares) == [str(HALF)]
    shares.resume("a", "again")
    shares.leave("a", 0.0)
    assert taken(shares) == ["again"]


def test_clients_are_forgotten_but_not_their_tickets(shares: Shares[str]) -> None:
    shares.ask("first", "first")
    for number in range(CLIENTS_MAX + 10):
        shares.ask(f"client {number}", "one")
        shares.take()
        shares.leave(f"client {number}", 0.0)
        shares.take()
    assert len(shares._clients) <= CLIENTS_MAX
