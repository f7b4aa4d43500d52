"""What cannot be asked: each fault has its place, its code, and a sentence that names its field."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

FOREST = {"list": "60 Forest"}
TEAM: dict[str, Any] = {"format": "modern", "as_of": "2024-10-01", "decks": [FOREST, FOREST]}
BUILD: dict[str, Any] = {"pool": FOREST, "decks": [FOREST]}
FAULTS = """
/format unknown-value {"format": "mordern"}
/format unknown-value {"format": "two-headed-giant"}
/format wrong-type {"format": 7}
/format wrong-type {"format": ["modern"]}
/format null {"format": null}
/format wrong-character {"format": "\\u0000"}
/structure unknown-value {"structure": "three-headed-giant"}
/structure not-allowed {"format": "team-sealed", "structure": "individual"}
/policy unknown-value {"policy": "best"}
/policy wrong-type {"policy": {}}
/also/0 unknown-value {"also": ["x"]}
/also wrong-type {"also": "tournament"}
/team wrong-type {"team": 1}
/team null {"team": null}
/team wrong-character {"team": "a\\u0000b"}
/team wrong-character {"team": "\\udfff"}
/colour unknown-field {"colour": "red"}
/a~1b~0c unknown-field {"a/b~c": 1}
/id unknown-field {"id": 7}
/pool wrong-type {"format": "sealed", "pool": "1 Opt"}
/pool required {"format": "sealed", "pool": {}}
/pool null {"format": "sealed", "pool": null}
/pool/player unknown-field {"format": "sealed", "pool": {"list": "1 Opt", "player": "A"}}
/pool/list wrong-character {"format": "sealed", "pool": {"list": "4 \\ud800"}}
/pool not-allowed {"pool": {"list": "8 Opt"}}
/product not-allowed {"product": {"DOM": 8}}
/product/DOM out-of-range {"format": "sealed", "product": {"DOM": 0}}
/product/DOM wrong-type {"format": "sealed", "product": {"DOM": true}}
/product/DOM wrong-type {"format": "sealed", "product": {"DOM": 1.5}}
/product/dom unknown-value {"format": "sealed", "product": {"dom": 1}}
/product/DOM:box unknown-value {"format": "sealed", "product": {"DOM:box": 1}}
/product wrong-type {"format": "sealed", "product": ["DOM"]}
/decks out-of-range {"decks": []}
/decks out-of-range {"decks": [{}, {}, {}, {}, {}, {}, {}, {}, {}]}
/decks wrong-type {"decks": {"list": "60 Forest"}}
/decks/0 wrong-type {"decks": ["60 Forest"]}
/decks/0 null {"decks": [null]}
/decks/0 required {"decks": [{}]}
/decks/0 required {"decks": [{"player": "B"}]}
/decks/0 not-allowed {"decks": [{"list": "1 Opt", "main": []}]}
/decks/0 not-allowed {"decks": [{"list": "1 Opt", "sideboard": []}]}
/decks/0/list wrong-type {"decks": [{"list": ["60 Forest"]}]}
/decks/0/list wrong-character {"decks": [{"list": "4 Opt\\u0000"}]}
/decks/0/list wrong-character {"decks": [{"list": "4 Opt\\udfff"}]}
/decks/0/main wrong-type {"decks": [{"main": {}}]}
/decks/0/main/0 wrong-type {"decks": [{"main": ["4 Forest"]}]}
/decks/0/main/0/count required {"decks": [{"main": [{"name": "Forest"}]}]}
/decks/0/main/0/name required {"decks": [{"main": [{"count": 4}]}]}
/decks/0/main/0/name wrong-character {"decks": [{"main": [{"name": "\\ud800", "count": 1}]}]}
/decks/0/main/0/count out-of-range {"decks": [{"main": [{"name": "Forest", "count": 0}]}]}
/decks/0/main/0/count out-of-range {"decks": [{"main": [{"name": "Forest", "count": -1}]}]}
/decks/0/main/0/count out-of-range {"decks": [{"main": [{"name": "Forest", "count": 10000}]}]}
/decks/0/main/0/count out-of-range {"decks": [{"main": [{"name": "Forest", "count": 1e300}]}]}
/decks/0/main/0/count wrong-type {"decks": [{"main": [{"name": "Forest", "count": 1.5}]}]}
/decks/0/main/0/count wrong-type {"decks": [{"main": [{"name": "Forest", "count": true}]}]}
/decks/0/main/0/count wrong-type {"decks": [{"main": [{"name": "Forest", "count": "4"}]}]}
/decks/0/main/0/count wrong-type {"decks": [{"main": [{"name": "Forest", "count": [4]}]}]}
/decks/0/main/0/count null {"decks": [{"main": [{"name": "Forest", "count": null}]}]}
/decks/0/syntax not-allowed {"decks": [{"main": [], "syntax": "text"}]}
/decks/0/syntax unknown-value {"decks": [{"list": "60 Forest", "syntax": "runes"}]}
/decks/0/url links-off {"decks": [{"url": "https://www.mtggoldfish.com/deck/1"}]}
/decks/0/card unknown-field {"decks": [{"list": "60 Forest", "card": "Opt"}]}
/decks/0/format unknown-value {"decks": [{"list": "60 Forest", "format": "mordern"}]}
/decks/0/format not-allowed {"decks": [{"list": "60 Forest", "format": "pioneer"}]}
/decks/0/format not-allowed {"structure": "emperor", "decks": [{"list": "", "format": "pioneer"}]}
/decks/0/format not-allowed {"decks": [{"list": "60 Forest", "format": "team-sealed"}]}
/decks/0/format not-allowed {"decks": [{"list": "60 Forest", "format": "sealed"}]}
/as_of no-date {"as_of": "2024-13-01"}
/as_of no-date {"as_of": "2024-02-30"}
/as_of no-date {"as_of": "2024-1-1"}
/as_of no-date {"as_of": "20240101"}
/as_of no-date {"as_of": "2024-W01-1"}
/as_of no-date {"as_of": "2024-01-01T00:00"}
/as_of no-date {"as_of": "0000-01-01"}
/as_of no-date {"as_of": " 2024-01-01"}
/as_of no-date {"as_of": "2024-01-01\\n"}
/as_of no-date {"as_of": "٢٠٢٤-01-01"}
/as_of no-date {"as_of": 20240101}
/as_of null {"as_of": null}
/as_of out-of-range {"as_of": "2101-01-01"}
/team_size not-allowed {"team_size": 1}
/team_size not-allowed {"structure": "individual", "team_size": 2}
/team_size out-of-range {"team_size": 0}
/team_size out-of-range {"team_size": 9}
/team_size wrong-type {"team_size": 2.5}
/team_size wrong-type {"team_size": true}
/formats/0 unknown-value {"formats": ["mordern"]}
/formats/1 not-allowed {"formats": ["legacy", "sealed"]}
/formats not-allowed {"format": "sealed", "formats": ["legacy"]}
/formats not-allowed {"house": {"ban": ["Opt"]}, "formats": ["legacy"]}
/formats wrong-type {"formats": "legacy"}
/house/base not-allowed {"house": {"base": "legacy"}}
/house/ban/1 unknown-card {"house": {"ban": ["Opt", "Opptt"]}}
/house/ban/0 ambiguous-card {"house": {"ban": ["Carpe Diem"]}}
/house/ban/1 given-twice {"house": {"ban": ["Opt", "opt"]}}
/house/restrict/0 given-twice {"house": {"ban": ["Opt"], "restrict": ["Opt"]}}
/house/allow/0 not-allowed {"house": {"allow": ["Backup Plan"]}}
/house/ban wrong-type {"house": {"ban": "Opt"}}
/house/ban/0 wrong-type {"house": {"ban": [1]}}
/house/ban/0 wrong-character {"house": {"ban": ["\\u0000"]}}
/house/bans unknown-field {"house": {"bans": ["Opt"]}}
/house/name out-of-range {"house": {"name": ""}}
/house wrong-type {"house": []}
/house null {"house": null}
/house not-allowed {"format": "sealed", "house": {}}
"""
"""The place of the only fault, its code, and what the team has that causes it."""
LONG: list[tuple[str, str, dict[str, Any]]] = [
    ("/team", "over-limit", {"team": "x" * 201}),
    ("/decks/0/player", "over-limit", {"decks": [FOREST | {"player": "x" * 3000}]}),
    ("/decks/0/list", "over-limit", {"decks": [{"list": "x" * 10_001}]}),
    ("/decks/0/list", "over-limit", {"decks": [{"list": "1 Opt\n" * 2_001}]}),
    (
        "/formats",
        "not-allowed",
        {
            "structure": "team-constructed",
            "formats": ["legacy"],
            "decks": [FOREST | {"format": "legacy"}, FOREST],
        },
    ),
    ("/formats", "over-limit", {"formats": ["legacy"] * 31}),
    ("/house", "over-limit", {"house": {"ban": ["Opt"] * 100_000}}),
    ("/house", "over-limit", {"house": {"ban": ["Opt"] * 600, "restrict": ["Shock"] * 600}}),
    ("/decks", "out-of-range", {"decks": [{}] * 100_000}),
]
OF_QUERIES = """
given-twice /v1/cards?q=a&q=b
given-twice /v1/formats/modern?as_of=2024-01-01&as_of=2024-01-01
given-twice /v1/banlists/modern?as_of=2025-01-01&as_of=2025-01-01
out-of-range /v1/cards?q=
out-of-range /v1/cards?q=a&limit=0
out-of-range /v1/cards?q=a&limit=51
out-of-range /v1/formats/modern?as_of=2101-01-01
out-of-range /v1/banlists/changes?since=2020-01-01&page=1001
required /v1/cards
required /v1/banlists/changes
unknown-field /v1/formats?x=1
unknown-field /v1/cards?q=a&page=2
unknown-field /v1/banlists/modern?day=1
wrong-character /v1/cards?q=%00
wrong-type /v1/cards?q=a&limit=x
wrong-type /v1/cards?q=a&limit=1.0
wrong-type /v1/cards?q=a&limit=01
wrong-type /v1/cards?q=a&limit=
wrong-type /v1/cards?q=a&limit=٣
unknown-value /v1/cards?q=a&format=none
unknown-value /v1/cards?q=a&format=
unknown-value /v1/cards?q=a&format=two-headed-giant
unknown-value /v1/banlists/changes?since=2024-01-01&format=mordern
unknown-value /v1/products/checklist?sets=DOM,
no-date /v1/cards?q=a&as_of=2024-02-31
no-date /v1/cards?q=a&format=modern&as_of=soon
no-date /v1/banlists/modern?as_of=2025-1-1
no-date /v1/banlists/modern?as_of=
no-date /v1/banlists/changes?since=monday
not-allowed /v1/products?format=modern
"""
OF_SITES = {"wrong-link", "failed-link"}
"""The codes that tests/web/test_links.py shows."""
ROWS = [
    (*row.split(" ", 2)[:2], json.loads(row.split(" ", 2)[2])) for row in FAULTS.split("\n") if row
]
QUERIES = [row.split(" ", 1) for row in OF_QUERIES.split("\n") if row]


def errors(client: FlaskClient, body: Any, path: str = "/v1/validate") -> list[dict[str, str]]:
    """The faults of a request that gets 422."""
    response = client.post(path, json=body)
    assert response.status_code == 422, response.text
    assert response.content_type == "application/problem+json"
    found: list[dict[str, str]] = response.get_json()["errors"]
    return found


@pytest.mark.parametrize(("pointer", "code", "change"), [*ROWS, *LONG])
def test_a_fault_is_pointed_at(
    client: FlaskClient, pointer: str, code: str, change: dict[str, Any]
) -> None:
    (fault,) = errors(client, TEAM | change)
    assert (fault["pointer"], fault["code"], fault["in"]) == (pointer, code, "body")
    assert fault["detail"].startswith(f"{pointer[1:]}: ")


@pytest.mark.parametrize(("code", "path"), QUERIES)
def test_a_fault_of_the_query_says_so(client: FlaskClient, code: str, path: str) -> None:
    (fault,) = client.get(path).get_json()["errors"]
    assert (fault["code"], fault["in"]) == (code, "query")


def test_each_code_of_a_fault_is_listed_and_given(client: FlaskClient) -> None:
    listed = client.get("/v1/codes").get_json()["codes"]
    codes = {row["code"] for row in listed if row["kind"] == "fault"}
    given = {code for _, code, _ in (*ROWS, *LONG)} | {code for code, _ in QUERIES}
    assert codes == given | OF_SITES


def test_every_fault_is_told_at_once(client: FlaskClient) -> None:
    body = {"format": 1, "as_of": 2, "decks": [{}, {"main": [{"name": 3, "count": 0}]}]}
    assert [fault["pointer"] for fault in errors(client, body)] == [
        "/as_of", "/decks/0", "/decks/1/main/0/count", "/decks/1/main/0/name", "/format",
    ]  # fmt: skip
    assert [fault["pointer"] for fault in errors(client, {})] == ["/decks", "/format"]


@pytest.mark.parametrize(
    "sent",
    [
        {"also": ["nothing"] * 3_000},
        {"product": {f"K{number}": 1 for number in range(3_000)}},
        {f"format{number}": 1 for number in range(3_000)},
        {"decks": [{"main": [1] * 3_000}] * 8},
    ],
)
def test_faults_are_looked_for_up_to_a_bound(client: FlaskClient, sent: dict[str, object]) -> None:
    assert len(errors(client, TEAM | sent)) <= 1_000


@pytest.mark.parametrize(
    ("sent", "meant"),
    [
        ({"fomat": "modern"}, "format"), ({"asOf": "x"}, "as_of"), ({"deck": []}, "decks"),
        ({"POOL": {}}, "pool"), ({"decks": [FOREST | {"sb": []}]}, "sideboard"),
        ({"decks": [{"main": [{"name": "Opt", "count": 1, "title": "Opt"}]}]}, "name"),
        ({"format": "mordern"}, "modern"),
        ({"decks": [FOREST | {"mainboard": []}]}, "main"),
        ({"decks": [{"main": [{"name": "Opt", "count": 1, "quantity": 4}]}]}, "count"),
        ({"zzz": 1}, None),
    ],
)  # fmt: skip
def test_what_was_meant_is_suggested(
    client: FlaskClient, sent: dict[str, Any], meant: str | None
) -> None:
    (fault,) = errors(client, TEAM | sent)
    assert ("Did you mean" in fault["detail"]) is (meant is not None)
    assert not meant or f'Did you mean "{meant}"?' in fault["detail"]


def test_a_long_name_of_a_field_is_not_said_in_full(client: FlaskClient) -> None:
    (fault,) = errors(client, TEAM | {"x" * 10_000: 1})
    assert len(fault["detail"]) < 300


@pytest.mark.parametrize(
    ("path", "body", "pointers"),
    [
        ("decklists/parse", {"list": "4 Opt", "to": "text"}, ["/to"]),
        ("decklists/parse", {"syntax": "text"}, [""]),
        ("decklists/parse", {}, [""]),
        ("decklists/parse", [], [""]),
        ("decklists/parse", {"list": "4 Opt", "syntax": "texf"}, ["/syntax"]),
        ("decklists/parse", {"list": 4}, ["/list"]),
        ("decklists/parse", {"list": "", "structure": "x"}, ["/structure"]),
        ("decklists/parse",
         {"list": "", "format": "two-headed-giant-sealed", "structure": "individual"},
         ["/structure"]),
        ("decklists/parse", {"main": [{"name": "Opt"}]}, ["/main/0/count"]),
        ("decklists/parse", {"list": "x\n" * 3000}, ["/list"]),
        ("pools/assign", {"pool": None, "decks": [{}]}, ["/decks/0", "/pool"]),
        ("pools/assign", BUILD | {"moves": [{"card": "Opt", "to_deck": 8}]}, ["/moves/0/to_deck"]),
        ("pools/assign", BUILD | {"moves": [{"card": "Opt", "from_deck": 8}]},
         ["/moves/0/from_deck"]),
        ("pools/assign", BUILD | {"moves": [{}] * 1_001}, ["/moves"]),
    ],
)  # fmt: skip
def test_other_resources(client: FlaskClient, path: str, body: Any, pointers: list[str]) -> None:
    assert [fault["pointer"] for fault in errors(client, body, f"/v1/{path}")] == pointers
