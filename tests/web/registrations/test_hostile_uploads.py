"""What nobody sends by mistake gets an answer all the same, and costs little."""

from __future__ import annotations

from typing import Any
from xml.sax.saxutils import escape

import pytest
from flask.testing import FlaskClient

from tests.pages.markup import Form
from tests.pages.test_registration_pages import columns, send, upload
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


def test_a_name_with_line_ends_names_a_file(client: FlaskClient) -> None:
    body = (
        b'--x\r\nContent-Disposition: form-data; name="file";'
        b" filename*=UTF-8''a%0D%0ASet-Cookie%3A%20b%22%E2%80%AE%C3%A9.csv\r\n\r\n"
        + csv_of(google_form())
        + b"\r\n--x--\r\n"
    )
    first = client.post("/event", data=body, content_type="multipart/form-data; boundary=x")
    sent = Form(first.text, "columns").fields | EVENT
    names = b"".join(
        f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in ({**sent, "do": "csv"}).items()
        if name != "file"
    )
    response = client.post(
        "/event", data=names + body, content_type="multipart/form-data; boundary=x"
    )
    assert response.status_code == 200
    assert response.headers["Content-Disposition"] == (
        'attachment; filename="aSet-Cookie: b-headjudge.csv";'
        " filename*=UTF-8''aSet-Cookie%3A%20b%C3%A9-headjudge.csv"
    )


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: ascii(odd[:6]))
def test_whatever_a_name_holds_is_answered(client: FlaskClient, odd: str) -> None:
    rows = (f"Team{odd}", f"Player{odd}", "List"), (f"A{odd}", odd, f"4 Opt{odd}\n{odd}")
    data = csv_of(rows, encoding="utf-8", errors="surrogatepass")
    for do in STEPS:
        file = (data, f"a{odd}.csv".encode("utf-8", "replace").decode())
        assert send(client, do=do, file=file, **EVENT, **ROLES).status_code in ANSWERED


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
            sent = Form(response.text, "columns").fields | EVENT
            for do in STEPS:
                file = (data, name)
                assert send(client, do=do, **(sent | {"file": file})).status_code in ANSWERED


@pytest.mark.parametrize("sheet", ["0000000009", "9" * 5_000, "0" * 5_000, "-1", "\u0664"])
def test_a_sheet_that_does_not_exist_is_the_first(client: FlaskClient, sheet: str) -> None:
    sent = columns(client, csv_of(google_form()))
    assert send(client, do="check", **(sent | {"sheet": sheet})).status_code == 200


def test_a_row_has_no_more_lists_than_a_team_decks(client: FlaskClient) -> None:
    roles = {f"role-{index}": "list" for index in range(9)}
    sent = columns(client, csv_of([("x",) * 9, (ANN,) * 9])) | roles
    response = send(client, do="check", **sent)
    assert response.status_code == 422
    assert "A team has 1 to 8 decks, not 9." in response.text
