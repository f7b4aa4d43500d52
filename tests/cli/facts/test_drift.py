"""`headjudge facts drift`: published files of both shapes, what is said of them, exit codes."""

from __future__ import annotations

import gzip
import hashlib
import json
import lzma
import tempfile
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import responses

import banlists.checks
import formats.checks
from cards import catalogue
from headjudge.cli.facts import known_differences
from headjudge.cli.main import main
from headjudge.cli.sources import mtgjson, scryfall

DAY = "2024-10-01"
AGREED = {"modern": "legal", "legacy": "legal", "vintage": "legal", "predh": "legal"}


def card(name: str, layout: str = "normal", **legalities: str) -> dict[str, Any]:
    """A card as Scryfall's API has it, without what is not read."""
    return {
        "object": "card",
        "name": name,
        "lang": "en",
        "layout": layout,
        "set": "dom",
        "set_name": "Dominaria",
        "legalities": {**AGREED, **legalities},
    }


SCRYFALL = [
    card("Opt"),
    card("Opt", "token", modern="not_legal"),
    card("Fire // Ice", "split"),
    card("Black Lotus", modern="not_legal", legacy="banned", vintage="restricted"),
    card("A-Symmetry Sage", modern="not_legal", legacy="not_legal", vintage="not_legal"),
]
MTGJSON = {
    "meta": {"date": DAY, "version": "5.2.2"},
    "data": {
        "Opt": [{"name": "Opt", "legalities": {"modern": "Legal", "legacy": "Legal",
                                               "vintage": "Legal"}, "printings": ["DOM"]}],
        "Fire // Ice": [
            {"name": "Fire // Ice", "faceName": face, "printings": ["APC", "MH2"],
             "legalities": {"modern": "Legal", "legacy": "Legal", "vintage": "Legal"}}
            for face in ("Fire", "Ice")
        ],
        "Black Lotus": [{"legalities": {"legacy": "Banned", "vintage": "Restricted"},
                         "printings": ["LEA"], "firstPrinting": "LEA"}],
    },
}  # fmt: skip

NOWHERE = {"object": "card", "name": "Opt", "legalities": {"predh": "legal"}}


@pytest.fixture
def file(tmp_path: Path) -> Callable[[Any], Path]:
    """Writes a document to a file."""

    def write(document: Any) -> Path:
        path = tmp_path / "published.json"
        path.write_text(json.dumps(document), encoding="utf-8")
        return path

    return write


def drift(path: Path, *options: str) -> int:
    return main(["facts", "drift", "--from", str(path), "--as-of", DAY, *options])


@pytest.mark.parametrize("document", [SCRYFALL, MTGJSON], ids=["scryfall", "mtgjson"])
def test_no_difference(
    document: Any, file: Callable[[Any], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert drift(file(document)) == 0
    printed = capsys.readouterr().out
    who = "Scryfall" if document is SCRYFALL else "MTGJSON"
    assert printed.startswith(f"Our facts of {DAY} (cards of {catalogue().as_of}) and {who}: 3 ")
    assert "in legacy, modern, vintage.\n" in printed
    assert printed.endswith("\nNo difference.\n")


def test_formats_that_are_not_compared_are_named(
    file: Callable[[Any], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    drift(file(SCRYFALL))
    line = capsys.readouterr().out.splitlines()[1]
    assert line.startswith("Not compared: theirs predh; ours ")
    assert line.endswith(" pauper, pauper-commander, pioneer, premodern, standard, standard-brawl.")


def test_differences_and_what_to_write(
    file: Callable[[Any], Path], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    published = [
        card("Opt", modern="banned"),
        card("Ponder", modern="legal", vintage="restricted"),
        card("Brainstorm", modern="not_legal", vintage="legal"),
        card("The One Ring", modern="not_legal"),
        card("Colossal Dreadmaw", modern="not_legal"),
    ]
    assert drift(file(published)) == 1
    printed = capsys.readouterr().out
    said = [line.strip() for line in printed.splitlines()]
    assert "modern:" in said
    assert "Opt: legal here (M21 is in the format since 2020-07-03), for Scryfall banned." in said
    assert "Ponder: banned here (since 2011-10-01, " in next(
        line for line in said if line.startswith("Ponder: banned")
    )
    blocks = {
        name: tomllib.loads(text)
        for name, text in _proposed(printed).items()
        if name.startswith("banlists/")
    }
    (modern,) = blocks["banlists/modern.toml"]["announcement"]
    assert modern["banned"] == ["Opt"]
    assert modern["legal"] == ["Ponder"]
    (vintage,) = blocks["banlists/vintage.toml"]["announcement"]
    assert vintage["legal"] == ["Brainstorm"]
    assert printed.endswith("differences.\n")
    # What is proposed for a list can be put at its end, once its day is right.
    shipped = (Path(banlists.checks.__file__).parent / "modern.toml").read_text("utf-8")
    proposed = _proposed(printed)["banlists/modern.toml"].replace(DAY, "2026-11-21")
    (tmp_path / "modern.toml").write_text(f"{shipped}\n{proposed}", encoding="utf-8")
    titles = frozenset(catalogue().titles())
    assert [*banlists.checks.list_faults(tmp_path / "modern.toml", titles)] == []


def _proposed(printed: str) -> dict[str, str]:
    """The proposals by file, as they are printed."""
    found: dict[str, str] = {}
    name = ""
    for line in printed.splitlines():
        if line.startswith("If Scryfall is right, in "):
            name = line.removeprefix("If Scryfall is right, in ").removesuffix(":")
            found[name] = ""
        elif name and line.startswith("    "):
            found[name] += line.removeprefix("    ") + "\n"
        else:
            name = ""
    return found


def test_a_set_that_we_lack(
    file: Callable[[Any], Path], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    published = [
        card(one.title, standard="legal", legacy="legal", modern="legal")
        for one in catalogue().cards_of("RNA")
    ]
    assert drift(file(published)) == 1
    printed = capsys.readouterr().out
    line = next(one for one in printed.splitlines() if one.startswith("  RNA "))
    assert line.endswith(") not legal here, for Scryfall legal.")
    rows = _proposed(printed)["formats/standard.toml"]
    assert '{code = "RNA", from = 2019-01-25, ' in rows
    shipped = (Path(formats.__file__).parent / "standard.toml").read_text("utf-8")
    row = rows.splitlines()[1].replace("2019-01-25", "2026-12-01")
    (tmp_path / "standard.toml").write_text(shipped.rstrip().removesuffix("]") + f"    {row}\n]\n")
    faults = formats.checks.format_faults(
        tmp_path / "standard.toml", frozenset(catalogue().titles()), catalogue().sets
    )
    assert [str(one) for one in faults] == []


def test_cards_that_we_do_not_know(
    file: Callable[[Any], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert drift(file([*SCRYFALL, card("Nobody Knows This")])) == 1
    assert (
        "DOM Dominaria: 1 card that Scryfall has in legacy, modern, vintage and our card facts have"
        " not (Nobody Knows This). `headjudge update` helps.\n"
    ) in capsys.readouterr().out


KNOWN = """
[[known]]
format = "modern"
ours = "legal"
theirs = "banned"
cards = ["Opt"]
reason = "A test."
source = "https://example.org"
seen = 2026-11-21
"""


def test_what_is_known_is_passed_over(
    file: Callable[[Any], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    explained = tmp_path / "known.toml"
    explained.write_text(KNOWN)
    options = ("--known", str(explained))
    assert drift(file([card("Opt", modern="banned")]), *options) == 0
    assert "No difference. Passed over, as known: 1." in capsys.readouterr().out
    assert drift(file([card("Opt")]), *options) == 1
    assert (
        "Known, and no difference any more: modern: Opt (A test.). Remove it from the known ones."
        in capsys.readouterr().out
    )
    explained.write_text(KNOWN + 'published_by = "mtgjson"\n')
    assert drift(file([card("Opt", modern="banned")]), *options) == 1


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (KNOWN.replace("modern", "moden"), "format: 'moden' is none of: "),
        (KNOWN.replace('"banned"', '"bann"'), "theirs: 'bann' is none of: "),
        (KNOWN.replace('["Opt"]', "[]"), "It names neither cards nor sets."),
        (KNOWN.replace('"A test."', '""'), "reason: This is empty."),
        (KNOWN.replace("2026-11-21", '"today"'), "seen: This must be a date such as 2024-12-16."),
        (KNOWN.replace('source = "https://example.org"', ""), "source: This key is missing."),
        (KNOWN + "more = 1\n", "more: Nothing reads this key."),
        ("[[known", "This is no TOML: "),
        ("known = 1", "Each block begins with [[known]]."),
    ],
)
def test_known_ones_that_cannot_be_read(
    file: Callable[[Any], Path],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    wrong: str,
    said: str,
) -> None:
    explained = tmp_path / "known.toml"
    explained.write_text(wrong)
    assert drift(file(SCRYFALL), "--known", str(explained)) == 2
    assert said in capsys.readouterr().err


def test_known_ones_name_cards_and_sets_that_there_are(tmp_path: Path) -> None:
    explained = tmp_path / "known.toml"
    explained.write_text(KNOWN.replace('"Opt"', '"Optt"') + 'sets = ["NOSET"]\n')
    found = known_differences.faults({"Opt"}, {"DOM"}, explained)
    assert [fault.message for fault in found] == ['"Optt" is no card.', '"NOSET" is no set.']
    assert [*known_differences.faults(frozenset(catalogue().titles()), catalogue().sets)] == []


def test_as_json(file: Callable[[Any], Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert drift(file([*SCRYFALL, card("Lightning Bolt", modern="banned")]), "--json") == 1
    document = json.loads(capsys.readouterr().out)
    assert document["source"] == "scryfall"
    assert document["not_compared"]["theirs"] == ["predh"]
    (difference,) = document["differences"]
    assert difference["card"] == "Lightning Bolt"
    assert (difference["ours"], difference["theirs"]) == ("legal", "banned")
    assert difference["because"]
    assert document["proposals"][0]["file"] == "banlists/modern.toml"


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
@pytest.mark.parametrize("document", [SCRYFALL, MTGJSON])
def test_compressed(tmp_path: Path, pack: Callable[[bytes], bytes], document: Any) -> None:
    path = tmp_path / "packed"
    path.write_bytes(pack(json.dumps(document).encode()))
    assert drift(path) == 0
    path.write_bytes(path.read_bytes()[:-20])
    assert drift(path) == 2


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is cut off or altered ("),
        (b"<html>", "is cut off or altered ("),
        (b"[]", "is none of Scryfall's or MTGJSON's files"),
        (b"{}", "is none of Scryfall's or MTGJSON's files"),
        (b'[{"name": "Opt"}]', "is none of Scryfall's or MTGJSON's files"),
        (b'{"data": {"Opt": 7}}', "is none of MTGJSON's files"),
        (b'{"data": {"Opt": [7]}}', "holds no card with its legalities."),
        (b'{"data": {"date": "2024-10-01"}}', "is Meta, which tells no legalities of all cards."),
        (b'[{"object": "card", "name": "Opt"}]', "holds no card with its legalities."),
        (
            b'[{"object": "card", "name": "Opt", "legalities": {"predh": "legal"}}]',
            "in any format of ours.",
        ),
        (json.dumps(SCRYFALL).encode()[:-1], "is cut off or altered ("),
        (json.dumps(SCRYFALL).encode()[:300], "is cut off or altered ("),
        (json.dumps(MTGJSON).encode()[:-9], "is cut off or altered ("),
        (b"[1, 2, \xff\xfe]", "is cut off or altered ("),
    ],
)
def test_what_is_no_such_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], data: bytes, said: str
) -> None:
    path = tmp_path / "published.json"
    path.write_bytes(data)
    assert drift(path) == 2
    printed = capsys.readouterr()
    assert said in printed.err
    assert printed.out == ""


def test_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert drift(tmp_path / "none.json") == 2
    assert "cannot be read: No such file or directory" in capsys.readouterr().err
    assert drift(tmp_path) == 2


def test_records_that_are_left_out_are_counted(
    file: Callable[[Any], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    odd = [{"name": 7, "legalities": {}}, {"name": "Opt"}, card("Opt", modern="suspended")]
    assert drift(file([*SCRYFALL, *odd])) == 0
    assert "3 of its records could not be understood" in capsys.readouterr().out


INDEX = f"{scryfall.ADDRESS}/bulk-data"
CARDS = "https://data.scryfall.io/oracle-cards/oracle-cards-20241001090000.jsonl.gz"
ATOMIC = f"{mtgjson.ADDRESS}/AtomicCards{mtgjson.PACKED}"


def index(**more: str) -> dict[str, Any]:
    """Scryfall's index of its files."""
    entry = {"object": "bulk_data", "type": "oracle_cards", "updated_at": f"{DAY}T09:00:00Z"}
    return {"object": "list", "data": [{**entry, **more}]}


@responses.activate
def test_what_scryfall_publishes_today(capsys: pytest.CaptureFixture[str]) -> None:
    asked = responses.get(INDEX, json=index(jsonl_download_uri=CARDS))
    lines = "".join(json.dumps(one) + "\n" for one in SCRYFALL)
    responses.get(CARDS, body=gzip.compress(lines.encode()))
    before = {*Path(tempfile.gettempdir()).glob("headjudge-drift-*")}
    assert main(["facts", "drift", "--as-of", DAY]) == 0
    assert "Scryfall" in capsys.readouterr().out
    headers = asked.calls[0].request.headers
    assert headers["User-Agent"].startswith("headjudge/")
    assert "Accept" in headers
    assert {*Path(tempfile.gettempdir()).glob("headjudge-drift-*")} <= before


@responses.activate
def test_what_mtgjson_publishes_today(capsys: pytest.CaptureFixture[str]) -> None:
    packed = lzma.compress(json.dumps(MTGJSON).encode())
    responses.get(f"{ATOMIC}.sha256", body=hashlib.sha256(packed).hexdigest())
    responses.get(ATOMIC, body=packed)
    assert main(["facts", "drift", "--source", "mtgjson", "--as-of", DAY]) == 0
    assert "MTGJSON" in capsys.readouterr().out


@responses.activate
@pytest.mark.parametrize(
    "answer", [{"status": 404}, {"body": "{"}, {"json": {}}, {"json": index()}]
)
def test_nothing_is_published_today(
    capsys: pytest.CaptureFixture[str], answer: dict[str, Any]
) -> None:
    responses.get(INDEX, **answer)
    assert main(["facts", "drift"]) == 2
    assert capsys.readouterr().err.startswith("headjudge: ")


def test_no_day(file: Callable[[Any], Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["facts", "drift", "--from", str(file(SCRYFALL)), "--as-of", "soon"]) == 2
    assert capsys.readouterr().err.startswith("headjudge: --as-of: ")
