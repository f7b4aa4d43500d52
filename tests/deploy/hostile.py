"""Hostile requests with their expected answers, and the requests of an attacker.

Some are not HTTP: nginx refuses these itself, with its own status and page. The attacker sends
inputs made by repetition, and as much honest work as fits a request; these may be refused.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator

from tests.deploy.client import NDJSON, Answer, Request, get, post, problem, team
from tests.fuzz.recipes import TIMES, hostile

VALIDATE, PARSE, BATCH = "/v1/validate", "/v1/decklists/parse", "/v1/validate/batch"
FORM = "application/x-www-form-urlencoded"
MIB = 1024 * 1024
NOT_JSON, SCHEMA = problem(400, "not-json"), problem(422, "schema")
NOT_FOUND, NOT_ALLOWED = problem(404, "not-found"), problem(405, "method-not-allowed")
TOO_LARGE, MEDIA_TYPE = problem(413, "too-large"), problem(415, "media-type")
ILLEGAL = Answer(200, b'"legal":false')
NO_HTTP = (Answer(400),)
"""By the server, or by nginx, which say no more."""
PACKED, FOREIGN = "Content-Encoding: gzip", "Sec-Fetch-Site: cross-site"
REFUSALS = tuple(Answer(status) for status in (200, 400, 408, 413, 422, 429, 503))
"""The answers allowed for the attacker."""
ATTACKS = 200
BOUNDARY = "attack"
MISSPELT = 900
"""Lines of a list, each with a misspelt title to search for."""
HEAD = "POST /v1/validate HTTP/1.1\r\nHost: load\r\nContent-Type: application/json\r\n"
BILLION_LAUGHS = (
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">'
    '<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><Deck><Cards Name="&c;" Quantity="4"/></Deck>'
)
BODIES = {
    "nothing at all": (b"", NOT_JSON),
    "no JSON": (b"nul", NOT_JSON),
    "no number": (b"NaN", NOT_JSON),
    "cut off": (team("60 Forest", "60 Island")[:-9], NOT_JSON),
    "random bytes": (bytes(range(256)) * 8, NOT_JSON),
    "no UTF-8": (b'{"format":"\xff\xfe"}', NOT_JSON),
    "half a surrogate": (team("60 Forest \ud800", "60 Island"), ILLEGAL),
    "nested arrays": (b"[" * 200_000, NOT_JSON),
    "nested objects": (b'{"a":' * 40_000, NOT_JSON),
    "nested within": (b'{"decks":' + b"[" * 900 + b"]" * 900 + b"}", NOT_JSON),
    "a field twice": (b'{"format":"modern","format":"legacy","decks":[]}', NOT_JSON),
    "a long number": (b'{"format":"modern","team_size":' + b"9" * 5000 + b"}", NOT_JSON),
    "no object": (b'["modern"]', SCHEMA),
    "decks as a number": (b'{"format":"modern","decks":7}', SCHEMA),
    "an unknown field": (team("60 Forest", "60 Island", __proto__={}), SCHEMA),
    "no such day": (team("60 Forest", "60 Island", as_of="2024-02-31"), SCHEMA),
    "eighty decks": (team(*["60 Forest"] * 80), SCHEMA),
    "too many lines": (team("1 Forest\n" * 2_001, "60 Island"), SCHEMA),
    "a line too long": (team("60 Forest" + "t" * 10_000, "60 Island"), SCHEMA),
    "faults by the thousand": (b'{"decks":[' + b"7," * 4_000 + b"7]}", SCHEMA),
    "too large": (team("60 Forest", "60 Island").ljust(MIB + 1), TOO_LARGE),
    "an XML bomb": (team(BILLION_LAUGHS, "60 Island"), ILLEGAL),
    "markup": (team('60 <script>alert("1")</script>', "60 Island"), ILLEGAL),
    "control characters": (team("60 Forest\x1b[2J\x07", "60 Island"), ILLEGAL),
    "combining characters": (team("60 F" + "\u0301" * 2_000, "60 Island"), ILLEGAL),
    "all lines odd": (team("\n".join(f"?!{n} ☃" for n in range(300)), "60 Island"), ILLEGAL),
}
OTHERS: dict[str, tuple[bytes, tuple[Answer, ...]]] = {
    "no such path": (get("/v1/../../etc/passwd"), (NOT_FOUND, Answer(400))),
    "an encoded path": (get("/static/%2e%2e/%2e%2e/app.py"), (NOT_FOUND, Answer(400))),
    "no UTF-8 in a path": (get("/v1/cards/%ff%fe%00"), (NOT_FOUND, Answer(400))),
    "a path of an attack": (get("/wp-login.php?cmd=%3Cscript%3E"), (NOT_FOUND,)),
    "a query that is none": (get("/v1/cards?q=%00&limit=-1&limit=9"), (SCHEMA,)),
    "a wrong method": (get(VALIDATE), (NOT_ALLOWED,)),
    "an unknown method": (b"BREW /v1/formats HTTP/1.1\r\nHost: load\r\n\r\n", (NOT_ALLOWED,)),
    "a wrong media type": (post(VALIDATE, b"<a/>", "text/xml"), (MEDIA_TYPE,)),
    "said to be packed": (post(VALIDATE, b"{}", more=f"{PACKED}\r\n"), (MEDIA_TYPE,)),
    "a forged form": (post("/", b"x=1", FORM, f"{FOREIGN}\r\n"), (Answer(403),)),
    "a batch of garbage": (
        post(BATCH, b"\xff\n{}\n[[[\n", NDJSON),
        (Answer(200, b'"line":3'),),
    ),
    "a path too long": (
        get("/" + "x" * 9_000),
        (NOT_FOUND, Answer(414)),
    ),
    "a header too long": (
        get("/", f"X-More: {'x' * 9_000}\r\n"),
        (Answer(200), Answer(400), Answer(431)),
    ),
    "too many headers": (get("/", "X: 1\r\n" * 99), (Answer(200), Answer(400), Answer(431))),
    "a handshake of TLS": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", NO_HTTP),
    "no request line": (b"\x00\xff garbage\r\n\r\n", NO_HTTP),
    "two lengths": (
        f"{HEAD}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{{}}".encode(),
        NO_HTTP,
    ),
    "a smuggled request": (
        f"{HEAD}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n".encode(),
        NO_HTTP,
    ),
}
HOSTILE = tuple(
    Request(f"hostile: {name}", sent, answers)
    for name, (sent, answers) in [
        *((name, (post(VALIDATE, body), (answer,))) for name, (body, answer) in BODIES.items()),
        *OTHERS.items(),
    ]
)


def attacks(seed: int = 1) -> list[Request]:
    """The requests of an attacker, the same for the same seed."""
    chance = random.Random(seed)
    lists = [text.list for text in hostile() if text.times in TIMES[1:]]
    kinds: tuple[Callable[[str], Iterator[bytes]], ...] = (_lists, _names, _table, _honest)
    requests = [
        sent for _ in range(ATTACKS // 4) for kind in kinds for sent in kind(chance.choice(lists))
    ]
    chance.shuffle(requests)
    return [Request("attack: by repetition", sent, REFUSALS) for sent in requests]


def _lists(text: str) -> Iterator[bytes]:
    """A list judged, parsed, and a hundred times in a batch; and a line with forty marks."""
    yield post(VALIDATE, team(text, "60 Forest"))
    yield post(PARSE, json.dumps({"list": text}).encode())
    yield post(BATCH, (team(text[:10_000], "60 Forest") + b"\n") * 100, NDJSON)
    yield post(VALIDATE, team("1 a " + "// " * 40 + "$", "60 Forest"))


def _names(text: str) -> Iterator[bytes]:
    """An object with as many names as fit a body, the last one twice."""
    names = ",".join(f'"{number}":1' for number in range(60_000))
    yield post(VALIDATE, f'{{{names},"a":1,"a":2}}'.encode())


def _table(text: str) -> Iterator[bytes]:
    """A table of an event, with the list in a cell and in a name."""
    cell = '"' + text.replace('"', '""') + '"'
    table = f"Team,Player A,Decklist A\nOne,Ann{' ' * 60_000}b,{cell}\nTwo,Ben,1 a{' ' * 1_500}b\n"
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="'
    form = f'{head}do"\r\n\r\ncolumns\r\n{head}file"; filename="event.csv"\r\n\r\n{table}\r\n'
    body = f"{form}--{BOUNDARY}--\r\n".encode()
    yield post("/event", body, f"multipart/form-data; boundary={BOUNDARY}")


def _honest(text: str) -> Iterator[bytes]:
    """Lists of the maximum length, of misspelt titles."""
    lines = "\n".join(f"1 Lightnig Blot{number}" for number in range(MISSPELT))
    yield post(VALIDATE, team(lines, lines))
    yield post(BATCH, (team(lines, lines) + b"\n") * 10, NDJSON)
