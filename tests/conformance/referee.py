"""A second reading of the rules, for the cases of the conformance suite alone.

It shares no line with the engine or the readers of lists: what it takes from the project are the
shipped files of facts. It is made to be plain, not to be fast.
"""

from __future__ import annotations

import csv
import hashlib
import json
import re
import sqlite3
import tomllib
import unicodedata
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
Answer = dict[str, Any]
Copies = Counter[tuple[str, str]]
"""The copies of each section and title; a title that is unknown begins with a question mark."""
OF_ALL_SETS = ("legacy", "vintage", "pauper")
COLUMNS = {"count": "Count", "name": "Name", "section": "Section"}
SIDE = re.compile(r"\W*side(board)?\W*", re.IGNORECASE)
CARD = re.compile(
    r"(?P<side>SB:)?\W*(?P<count>\d+)x?\s+(\[[^\]]*\]\s*)?(?P<title>.+?)"
    r"(\s+\(\w+\)\s+\d+|\s+\[\w+\]|\|.*)?",
    re.IGNORECASE,
)
BEHIND = re.compile(r"(?P<side>SB:)?(?P<title>.+) x(?P<count>\d+)")


def answer(operation: str, request: Answer) -> Answer:
    """The answer of the suite's protocol."""
    if operation == "validate":
        return _verdict([*_violations(request)])
    copies = _read(request["list"])
    if operation == "digest":
        rows = sorted(f"{section}\t{title}\t{count}" for (section, title), count in copies.items())
        return {"digest": "sha256:" + hashlib.sha256("\n".join(rows).encode()).hexdigest()}
    sections: dict[str, Any] = {"unread": sum(title.startswith("?") for _, title in copies)}
    for (section, title), count in copies.items():
        if not title.startswith("?"):
            sections.setdefault(section, {})[title] = count
    return sections


def _verdict(violations: list[Answer]) -> Answer:
    return {"legal": not violations, "violations": violations}


# The rules.


def _violations(request: Answer) -> Iterator[Answer]:
    format, day = request["format"], request["as_of"]
    facts = _toml("formats", format)
    heads = request["structure"] == "two-headed-giant"
    decks = [_deck(deck) for deck in request["decks"]]
    if heads and len(decks) != 2:
        yield {"code": "deck-count", "count": len(decks), "limit": 2}
    for deck in decks:
        main, side = _size(deck, "main"), _size(deck, "sideboard")
        if main < facts["main_min"]:
            yield {"code": "main-too-small", "count": main, "limit": facts["main_min"]}
        if facts["kind"] == "constructed" and heads and side:
            yield {"code": "sideboard-not-allowed", "count": side, "limit": 0}
        elif facts["kind"] == "constructed" and side > facts["sideboard_max"]:
            limit = facts["sideboard_max"]
            yield {"code": "sideboard-too-large", "count": side, "limit": limit}
    by_deck = [_by_title(deck) for deck in decks]
    together: Counter[str] = sum(by_deck, Counter())
    if facts["kind"] == "limited":
        yield from _beyond_the_pool(request, together)
        return
    status = _listed(format, day)
    for title, count in together.items():
        if status.get(title) == "banned":
            yield {"code": "banned-card", "card": title}
        elif not _is_in_format(facts, format, title, day):
            yield {"code": "not-legal", "card": title}
        elif status.get(title) == "restricted" and count > 1:
            yield {"code": "restricted-copies", "card": title, "count": count, "limit": 1}
        else:
            shared = [deck[title] for deck in by_deck if deck[title]]
            yield from _too_many(title, shared, _policy(request, heads))


def _too_many(title: str, shared: list[int], policy: str) -> Iterator[Answer]:
    """The limits of copies of a title that is neither banned nor restricted."""
    card = _cards()[title]
    limit = {None: 4, "any": None}.get(card["own"], card["own"])
    if card["basic"]:
        return
    if policy == "combined" and card["own"] is None:
        if sum(shared) > 4:
            yield {"code": "combined-copies", "card": title, "count": sum(shared), "limit": 4}
        return
    if policy == "apart" and len(shared) > 1:
        yield {"code": "shared-card", "card": title}
    for count in shared:
        if limit is not None and count > limit:
            yield {"code": "deck-copies", "card": title, "count": count, "limit": limit}


def _policy(request: Answer, heads: bool) -> str:
    if not heads:
        return "single"
    is_of_today = request["as_of"] >= "2016-07-22"
    return "apart" if request.get("policy") == "tournament" and is_of_today else "combined"


def _beyond_the_pool(request: Answer, together: Counter[str]) -> Iterator[Answer]:
    if "pool" not in request:
        return
    pool = _by_title(_deck(request["pool"]))
    for title in pool:
        codes = {code for code, _ in _cards()[title]["printings"]}
        if codes.isdisjoint(request.get("product", codes)):
            yield {"code": "pool-product", "card": title}
    free = ("Plains", "Island", "Swamp", "Mountain", "Forest")
    for title, count in together.items():
        if title not in free and count > pool[title]:
            yield {"code": "pool-exceeded", "card": title, "count": count, "limit": pool[title]}


def _listed(format: str, day: str) -> dict[str, str]:
    status: dict[str, str] = {}
    for block in _toml("banlists", format)["announcement"]:
        if str(block["effective"]) <= day:
            status |= dict.fromkeys(block.get("banned", ()), "banned")
            status |= dict.fromkeys(block.get("restricted", ()), "restricted")
            for title in (*block.get("legal", ()), *block.get("lapsed", ())):
                status.pop(title, None)
    return status


def _is_in_format(facts: Answer, format: str, title: str, day: str) -> bool:
    card = _cards()[title]
    if title in facts["basic_lands"]:
        return True
    stays: dict[str, list[tuple[str, str]]] = {row["code"]: [] for row in facts.get("sets", ())}
    for row in facts.get("sets", ()):
        stays[row["code"]].append((str(row["from"]), str(row.get("until", "9999"))))
    for code, rarity in card["printings"]:
        if format == "pauper" and rarity != "C":
            continue
        if any(first <= day < last for first, last in stays.get(code, ())):
            return True
        is_dated_by_release = code not in stays and format in OF_ALL_SETS
        if is_dated_by_release and _releases().get(code, "9999") <= day:
            return True
    return False


# The lists.


def _deck(document: Answer) -> Copies:
    copies: Copies = Counter()
    for section in ("main", "sideboard"):
        for card in document.get(section, ()):
            copies[section, _title(card["name"])] += card["count"]
    return copies


def _read(text: str) -> Copies:
    copies: Copies = Counter()
    for section, title, count in _rows(text):
        copies[section, _title(title)] += int(count)
    return copies


def _rows(text: str) -> Iterator[tuple[str, str, str]]:
    """(section, what is written of the title, copies) in any syntax of the suite."""
    if text.startswith("<"):
        for element in ElementTree.fromstring(text.encode()).iter():
            is_side = element.get("Sideboard") == "true"
            if element.tag == "Cards":
                yield _section(is_side), str(element.get("Name")), str(element.get("Quantity"))
            for card in element.findall("card"):
                is_side = element.get("name") == "side"
                yield _section(is_side), str(card.get("name")), str(card.get("number"))
    elif text.startswith("{"):
        for section, cards in json.loads(text).items():
            yield from ((section, card["name"], card["count"]) for card in cards)
    elif text.startswith(COLUMNS["count"] + ","):
        for row in csv.DictReader(text.splitlines()):
            yield row["Section"], row["Name"], row["Count"]
    else:
        yield from _rows_of_lines(text.splitlines())


def _rows_of_lines(lines: list[str]) -> Iterator[tuple[str, str, str]]:
    section = "main"
    has_cards = False
    is_headed = any(SIDE.fullmatch(line) for line in lines)
    is_headed |= any(line.startswith(("Deck", "Spells")) for line in lines)
    for line in lines:
        card = BEHIND.fullmatch(line) or CARD.fullmatch(line.strip())
        if SIDE.fullmatch(line) or (not line and has_cards and not is_headed):
            section = "sideboard"
        elif card:
            has_cards = True
            yield "sideboard" if card["side"] else section, card["title"], card["count"]


def _section(is_side: bool) -> str:
    return "sideboard" if is_side else "main"


def _size(deck: Copies, section: str) -> int:
    return sum(count for (where, _), count in deck.items() if where == section)


def _by_title(deck: Copies) -> Counter[str]:
    titles: Counter[str] = Counter()
    for (_, title), count in deck.items():
        titles[title] += count
    return titles


# The cards.


def _title(written: str) -> str:
    return _titles().get(_fold(written), f"?{written}")


def _fold(text: str) -> str:
    """A title without case, accents, spaces and signs, in any script."""
    text = unicodedata.normalize("NFKD", text.casefold().replace("æ", "ae").replace("œ", "oe"))
    text = "".join(c for c in text if not "\u0300" <= c <= "\u036f")
    return "".join(c for c in unicodedata.normalize("NFC", text) if c.isalnum())


@cache
def _titles() -> dict[str, str]:
    translations = _rows_of_store(
        "SELECT t.title, c.title FROM translated_titles t JOIN cards c ON c.id = t.card"
    )
    titles = {_fold(written): title for written, title in translations}
    # The front outranks the back, and a card that is played one that is not.
    for position in (1, 0):
        for title, card in sorted(_cards().items(), key=lambda item: _is_played(item[1])):
            titles |= {_fold(face): title for face in card["faces"][position : position + 1]}
    return titles | {_fold(title): title for title in _cards()}


def _is_played(card: Answer) -> bool:
    return any(code in _releases() for code, _ in card["printings"])


@cache
def _cards() -> dict[str, Answer]:
    cards = {}
    for title, text in _rows_of_store("SELECT title, record FROM cards"):
        record = json.loads(text)
        printings = [tuple(printing.split(":")) for printing in record[8].split()]
        cards[title] = {
            "faces": record[0],
            "basic": "Basic" in record[3],
            "own": record[7],
            "printings": printings,
        }
    return cards


@cache
def _releases() -> dict[str, str]:
    return dict(
        _rows_of_store(
            "SELECT code, released FROM sets WHERE dates_its_cards AND kind <> 'funny'"
            " AND platform <> 'arena'"
        )
    )


def _rows_of_store(query: str) -> list[Any]:
    with sqlite3.connect(ROOT / "cards" / "catalogue.sqlite") as store:
        return store.execute(query).fetchall()


@cache
def _toml(folder: str, name: str) -> Answer:
    return tomllib.loads((ROOT / folder / f"{name}.toml").read_text(encoding="utf-8"))
