"""What nobody sends by mistake gets an answer all the same, and costs little."""

from __future__ import annotations

import tracemalloc
from typing import Any
from xml.sax.saxutils import escape

import pytest
from flask.testing import FlaskClient

from headjudge.web.pages.event import packing
from headjudge.web.pages.event.table import CannotBeRead
from tests.pages.test_registration_pages import Fields, columns, send, upload
from tests.web.registrations.events import ANN, csv_of, google_form, ods_of, xlsx_of

STEPS = ("columns", "check", "csv", "registration")
EVENT: dict[str, Any] = {"format": "modern", "as_of": "2026-08-01", "rows": "team", "header": "1"}
ROLES: dict[str, Any] = {"role-0": "team", "role-1": "player", "role-2": "list"}
ODD = (
    "\ud800",
    "\0",
    "\u202e",
    "\r\n",
    "\t",
    "\\n",
    "'\"<>&",
    "x" * 20_000,
    "\ufffe",
    "=1+1",
)
ANSWERED = (200, 413, 422)


def table_of(*rows: tuple[str, ...]) -> str:
    """What travels with a page whose file has these rows."""
    parts: list[tuple[str, ...]] = [("event.csv", ",", ""), ("Sheet", str(len(rows)))]
    parts += [(str(number), "", *cells) for number, cells in enumerate(rows, 1)]
    return packing.deflate("".join(map(packing._line, parts)))


def test_a_name_with_line_ends_names_a_file(client: FlaskClient) -> None:
    body = (
        b'--x\r\nContent-Disposition: form-data; name="file";'
        b" filename*=UTF-8''a%0D%0ASet-Cookie%3A%20b%22%E2%80%AE%C3%A9.csv\r\n\r\n"
        + csv_of(google_form())
        + b"\r\n--x--\r\n"
    )
    first = client.post("/event", data=body, content_type="multipart/form-data; boundary=x")
    sent = Fields(first.text).sent | EVENT
    response = send(client, do="csv", **sent)
    assert response.status_code == 200
    assert response.headers["Content-Disposition"] == (
        'attachment; filename="aSet-Cookie: b-headjudge.csv";'
        " filename*=UTF-8''aSet-Cookie%3A%20b%C3%A9-headjudge.csv"
    )


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: ascii(odd[:6]))
def test_whatever_a_name_holds_is_answered(client: FlaskClient, odd: str) -> None:
    rows = (f"Team{odd}", f"Player{odd}", "List"), (f"A{odd}", odd, f"4 Opt{odd}\n{odd}")
    upload = packing.unpack(table_of(*rows))._replace(name=f"a{odd}.csv")
    sent = EVENT | ROLES | {"packed": packing.pack(upload)}
    for do in STEPS:
        assert send(client, do=do, **sent).status_code in ANSWERED


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: ascii(odd[:6]))
def test_whatever_a_file_holds_is_answered(client: FlaskClient, odd: str) -> None:
    plain = odd.encode("utf-8", "replace").decode()
    named = "".join(sign for sign in plain if sign.isprintable())[:30]
    made = {
        "x.csv": csv_of([[f"Team{plain}", "List"], [plain, f"4 Opt{plain}"]]),
        "x.xlsx": xlsx_of({"A": [[f"Team{named}", "List"], [named, ANN]]}),
        "x.ods": ods_of([["Team", "List"], [escape(named), ANN]]),
    }  # fmt: skip
    for name, data in made.items():
        response = upload(client, data, name + plain)
        assert response.status_code in ANSWERED
        if response.status_code == 200:
            sent = Fields(response.text).sent | EVENT
            for do in STEPS:
                assert send(client, do=do, **sent).status_code in ANSWERED


@pytest.mark.parametrize("sheet", ["0000000009", "9" * 5_000, "0" * 5_000, "-1", "\u0664"])
def test_a_sheet_that_does_not_exist_is_the_first(client: FlaskClient, sheet: str) -> None:
    sent = columns(client, csv_of(google_form()))
    for field in ("sheet", "shown"):
        assert send(client, do="check", **(sent | {field: sheet})).status_code == 200


def test_a_row_has_no_more_lists_than_a_team_decks(client: FlaskClient) -> None:
    roles = {f"role-{index}": "list" for index in range(9)}
    sent = EVENT | roles | {"packed": table_of(("x",) * 9, (ANN,) * 9)}
    response = send(client, do="check", **sent)
    assert response.status_code == 422
    assert "A team has 1 to 8 decks, not 9." in response.text


@pytest.mark.parametrize(
    "text",
    [
        "[" + "[]," * 2_000_000,
        "\n" * 2_000_000,
        "\t" * 2_000_000,
        "x\t,\t\n" + "s\t99999999\n" + "1\t\n" * 500_000,
        "x\t,\t\n" + "s\t0\n" * 100_000,
        "x\t,\t\ns\t1\n1\t" + "\t" * 2_000_000,
        "x\t,\t\ns\t1\n" + "9" * 2_000_000 + "\t\tx\n",
        ("x\t,\t\n" + ("s\t5000\n" + ("1\t" + "\ta" * 60 + "\n") * 5_000) * 8),
    ],
    ids=lambda text: repr(text[:12]),
)
def test_what_comes_back_takes_no_more_memory_than_its_text(text: str) -> None:
    packed = packing.deflate(text)
    tracemalloc.start()
    with pytest.raises(CannotBeRead, match="a different table"):
        packing.unpack(packed)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most <= 30 * 1024**2 + 5 * len(text)


@pytest.mark.parametrize(
    "text",
    [
        "x\t,\t\ns\t1\n", "x\t,\t\n", "x\t,\t\ns\n1\t\ta\n",
        "x\té\t\ns\t1\n1\t\ta\n",
        "x\t,\t\ns\t1\n1\tother\ta\n", "x\t,\t\ns\t1\n-1\t\ta\n",
        "x\t,\t\ns\t1\n1\t\ta\\q\n", "x\t,\t\ns\t1\n1\t\ta\\",
    ],
)  # fmt: skip
def test_a_table_that_was_changed_on_the_way_is_refused(text: str) -> None:
    with pytest.raises(CannotBeRead, match="a different table"):
        packing.unpack(packing.deflate(text))
