"""What is asked under load: honest requests and hostile ones, each with its expected answer.

Some are not HTTP: nginx refuses these itself, with its own status and page.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.deploy.client import NDJSON, Answer, Request, get, post, problem, team

VALIDATE, BATCH = "/v1/validate", "/v1/validate/batch"
FORM = "application/x-www-form-urlencoded"
MIB = 1024 * 1024
NOT_JSON, SCHEMA = problem(400, "not-json"), problem(422, "schema")
NOT_FOUND, NOT_ALLOWED = problem(404, "not-found"), problem(405, "method-not-allowed")
TOO_LARGE, MEDIA_TYPE = problem(413, "too-large"), problem(415, "media-type")
ILLEGAL = Answer(200, b'"legal":false')
NO_HTTP = (Answer(400),)
"""By the server, or by nginx, which say no more."""
PACKED, FOREIGN = "Content-Encoding: gzip", "Sec-Fetch-Site: cross-site"
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
    "half a surrogate": (team("60 Forest \ud800", "60 Island"), SCHEMA),
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


def verdict(kind: str, text: str, *lists: str) -> Request:
    return Request(kind, post(VALIDATE, team(*lists)), (Answer(200, text.encode()),))


BATCHED = team("60 Forest", "60 Island") + b"\n"
HONEST = (
    verdict("legal", '"legal":true', "4 Naturalize\n56 Forest", "4 Opt\n56 Island"),
    verdict("banned", '"banned-card"', "1 Skullclamp\n59 Forest", "60 Island"),
    verdict("not legal", '"not-legal"', "1 Brainstorm\n59 Island", "60 Forest"),
    verdict("misspelt", '"suggestions":["Opt"', "1 Optt\n59 Mountain", "60 Plains"),
    verdict("five copies", '"combined-copies"', "4 Opt\n56 Island", "1 Opt\n59 Island"),
    verdict("too small", '"main-too-small"', "59 Forest", "60 Island"),
    *(
        Request(f"GET {path}", get(path), (Answer(200, text),))
        for path, text in {
            "/": b"</html>",
            "/event": b"</html>",
            "/formats/modern": b"</html>",
            "/v1/formats": b'"modern"',
            "/v1/banlists/modern?as_of=2024-10-01": b'"banned":[',
            "/v1/cards?q=fore&limit=10": b'"titles":["',
            "/v1/formats/modern": b'"facts":[',
            "/healthz": b"",
        }.items()
    ),
)  # fmt: skip
BATCHES = (
    Request("batch", post(BATCH, 4 * BATCHED, NDJSON), (Answer(200, b'"line":4,"status":200'),)),
)
"""Not asked during restarts: nginx does not send a batch twice."""
HOSTILE_SHARE = 0.15


def requests(seed: int = 1) -> Iterator[Request]:
    """Endless requests, the same for the same seed."""
    chance = random.Random(seed)
    hostile = [request for request in HOSTILE if b"/batch" not in request.sent]
    while True:
        yield chance.choice(hostile if chance.random() < HOSTILE_SHARE else HONEST)
