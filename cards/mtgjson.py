"""The reader of MTGJSON's AllPrintings, set by set (https://mtgjson.com/data-models/set/).

Bytes in, sightings of cards out; no network, no clock.
"""

import bz2
import datetime
import gzip
import json
import lzma
import re
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import NoneType
from typing import Any, BinaryIO, Literal, NamedTuple, cast

import ijson

from cards.command_zone import command_row
from cards.model import Card, Printing, Status


@dataclass(frozen=True, slots=True)
class Sighting:
    """A card with the printing, alternative titles and status in one record."""

    card: Card
    identity: str = ""
    """The Oracle ID, which distinguishes cards with the same title."""
    translations: tuple[tuple[str, str], ...] = ()
    """Pairs of a language (BCP-47) and a title of the card or a face."""
    is_for_tournaments: bool = False
    """Whether a tournament format admits the card, or bans it by name."""
    is_whole: bool = True
    """False if the record only has one side of the card."""
    legalities: tuple[tuple[str, str], ...] = ()
    """Pairs of a format, by the source's name, and the card's state in it."""


class SetSighting(NamedTuple):
    """A set as stated by its document."""

    code: str
    name: str
    released: str
    """ISO date; empty if the document has none."""
    set_type: str
    block: str
    is_paper: bool
    is_on_mtgo: bool
    is_preview: bool = False
    """Whether the source has a part of its cards."""
    size: int = 0
    """How many different cards it has: those of its document, and those that are missing there."""


class SheetCard(NamedTuple):
    """A card on a sheet of boosters."""

    code: str
    """Its set."""
    title: str
    rarity: str
    is_double_faced: bool


PACKED: tuple[tuple[bytes, Callable[..., Any]], ...] = (
    (b"\x1f\x8b", gzip.open),
    (b"\xfd7zXZ\x00", lzma.open),
    (b"BZh", bz2.open),
)
"""The first bytes of compressed files, and their decompressors."""
CHUNK = 1 << 18
_DAMAGED = (EOFError, gzip.BadGzipFile, lzma.LZMAError, zlib.error, ijson.JSONError, ValueError)


class Damaged(ValueError):
    """The file is truncated, altered or not of that source; the text is a sentence."""


@contextmanager
def open_packed(path: Path) -> Iterator[BinaryIO]:
    """The decompressed bytes of a file; raises OSError, or Damaged if they are corrupt."""
    with path.open("rb") as file:
        begin = file.read(8)
    unpack = next((unpack for mark, unpack in PACKED if begin.startswith(mark)), open)
    try:
        with unpack(path, "rb") as stream:
            yield cast(BinaryIO, stream)
    except Damaged:
        raise
    except _DAMAGED as error:
        raise Damaged(f"{path.name} is cut off or altered ({_reason(error)}).") from None


def members(path: Path, prefix: str) -> Iterator[tuple[str, Any]]:
    """The members of a JSON object, one at a time: keys with their values."""
    with open_packed(path) as stream:
        yield from ijson.kvitems(stream, prefix, use_float=True, buf_size=CHUNK)


def events(path: Path) -> Iterator[tuple[str, str, Any]]:
    """The file's JSON events (see ijson)."""
    with open_packed(path) as stream:
        yield from ijson.parse(stream, use_float=True, buf_size=CHUNK)


def _reason(error: BaseException) -> str:
    message = error.args[0] if error.args else ""
    text = (
        message.decode("utf-8", "replace") if isinstance(message, bytes) else str(error)
    ).strip()
    return text.splitlines()[0].rstrip(".") if text else type(error).__name__


NO_CARDS = frozenset({"Card", "Dungeon", "Emblem", "Token"})
"""Words in type lines of objects that are no deck cards: checklists, art, tokens."""
RARITIES = {
    "common": "C", "uncommon": "U", "rare": "R", "mythic": "M", "special": "S", "bonus": "S",
}  # fmt: skip
LAYOUTS = {"case": "normal", "mutate": "normal", "prototype": "normal", "battle": "normal"}
"""Layouts that make no difference to the rules of deck construction."""
ETERNAL = ("vintage", "legacy", "commander")
"""Formats that together admit, or ban by name, every tournament card."""
SPELLS_ASIDE = frozenset({"adventure", "omen", "prepare"})
"""Layouts with a secondary spell, whose colors are those of the front only."""
_KINDS = {
    "core": "core", "expansion": "expansion", "promo": "promo", "funny": "funny",
    "memorabilia": "other", "alchemy": "online", "treasure_chest": "online",
}  # fmt: skip
_NUMBERS = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    "twenty",
)  # fmt: skip
_LIMIT = re.compile(
    r"\bdeck can have (?:(any number) of cards named|(?:up to|only) (\w+) (?:cards? named|cop))",
    re.IGNORECASE,
)


def copy_limit(text: str) -> int | Literal["any"] | None:
    """The limit set by the card's own text, or None (CR 100.2a)."""
    match = _LIMIT.search(text)
    if not match:
        return None
    if match[1]:
        return "any"
    word = match[2].lower()
    if word in _NUMBERS:
        return _NUMBERS.index(word) + 1
    return int(word) if word.isdecimal() else None


def kind(set_type: str, *, is_paper: bool) -> str:
    """The catalogue's kind of a set."""
    return _KINDS.get(set_type, "supplemental") if is_paper else "online"


def platform(set_type: str, *, is_paper: bool, is_on_mtgo: bool) -> str:
    """Where a set exists: on paper, else on Magic Online, else on MTG Arena."""
    if is_paper and set_type != "alchemy":
        return "paper"
    return "mtgo" if is_on_mtgo and set_type != "alchemy" else "arena"


def rarity(word: str, types: Collection[str], supertypes: Collection[str]) -> str:
    """The letter of a rarity; basic lands have their own."""
    if "Land" in types and "Basic" in supertypes:
        return "L"
    return RARITIES.get(word, "S")


def layout_of(layout: str, subtypes: Collection[str], second_line: str, is_aftermath: bool) -> str:
    """The catalogue's layout, which distinguishes rooms, omens and aftermath."""
    if layout == "split":
        if is_aftermath:
            return "aftermath"
        return "room" if "Room" in subtypes else "split"
    if layout == "adventure" and "Omen" in second_line.split():
        return "omen"
    return LAYOUTS.get(layout, layout)


def translations(
    language: str, title: str, faces: Sequence[str], layout: str, translated: Sequence[str]
) -> tuple[tuple[str, str], ...]:
    """The translated titles of a card; `translated` are those of its faces.

    The second part of a `prepare` card does not name it: the spell is a card of its own.
    """
    names = list(translated[:1] if layout == "prepare" else translated)
    if len(translated) == len(faces) > 1 and all(translated):
        names.append(" // ".join(translated))
    english = {title, *faces}
    return tuple((language, name) for name in dict.fromkeys(names) if name and name not in english)


def as_integer(number: float | None) -> float | None:
    """A mana value as it is written: 3, 0.5."""
    return int(number) if number is not None and number == int(number) else number


def colors(letters: Collection[str]) -> str:
    """Color letters in WUBRG order."""
    return "".join(color for color in "WUBRG" if color in letters)


LANGUAGES = {
    "German": "de", "French": "fr", "Italian": "it", "Spanish": "es",
    "Portuguese (Brazil)": "pt-BR", "Japanese": "ja", "Korean": "ko", "Russian": "ru",
    "Chinese Simplified": "zh-Hans", "Chinese Traditional": "zh-Hant",
}  # fmt: skip
"""MTGJSON's names of languages, and our codes."""
ALL_COLORS = frozenset({"split", "aftermath", "room", "flip"})
"""Layouts with the colors of all parts."""

BOOSTERS = {"play": "play", "draft": "draft", "default": "draft"}
"""MTGJSON's names of boosters that are played in Limited, and our kinds."""
DOUBLE_FACED = frozenset({"transform", "modal_dfc", "meld", "reversible_card"})

IN_BOOSTERS = frozenset({"core", "expansion", "masters", "draft_innovation"})
"""Types of sets whose cards are numbered by themselves; decks number their tokens with them."""

Record = Mapping[str, Any]
TEXTS = (
    "name", "number", "side", "layout", "rarity", "text", "type", "manaCost", "uuid", "flavorName",
    "printedName", "faceFlavorName", "facePrintedName", "originalReleaseDate",
)  # fmt: skip
"""Fields of a card that are texts."""
WORDS = (
    "types", "supertypes", "subtypes", "colors", "colorIdentity", "keywords", "availability",
)  # fmt: skip
"""Fields of a card that are lists of words."""


def check(document: Record) -> None:
    """Raise ValueError if a field of a set or its cards is of another type than MTGJSON's.

    Without this, a text in place of a list would be read as its letters.
    """
    if released := document.get("releaseDate"):
        datetime.date.fromisoformat(released)
    for name in ("code", "name", "type", "block"):
        _check_text(name, document.get(name))
    for record in document["cards"]:
        if not record["name"]:
            raise ValueError("name is empty")
        for name in TEXTS:
            _check_text(name, record.get(name))
        for name in WORDS:
            words = record.get(name) or []
            if not isinstance(words, list) or not all(isinstance(w, str) and w for w in words):
                raise ValueError(f"{name} is no list of words")
        for state in (record.get("legalities") or {}).values():
            _check_text("legalities", state)
        if not isinstance(record.get("manaValue"), (float, int, NoneType)):
            raise ValueError("manaValue is no number")


def _check_text(name: str, value: object) -> None:
    if not isinstance(value, (str, NoneType)):
        raise ValueError(f"{name} is no text")


def published(path: Path) -> datetime.date:
    """The date of a build, from its head; raises Damaged."""
    for prefix, _, value in events(path):
        if prefix == "meta.date":
            with suppress(TypeError, ValueError):
                return datetime.date.fromisoformat(value)
        if prefix.startswith("data."):
            break
    raise Damaged(f"{path.name} is not MTGJSON's AllPrintings: it has no date.")


def sets(path: Path) -> Iterator[Record]:
    """The documents of all sets, one at a time; raises Damaged if there is none."""
    count = 0
    for code, document in members(path, "data"):
        if not isinstance(document, dict) or not isinstance(document.get("cards"), list):
            raise Damaged(f"{path.name} is not MTGJSON's AllPrintings: {code} is no set.")
        count += 1
        yield document
    if not count:
        raise Damaged(f"{path.name} has no sets.")


def of_set(document: Record, held: int) -> SetSighting:
    """The facts about a set; `held` is the number of different cards in its document.

    `totalSetSize` counts the document's cards, without versions rebalanced for Arena. A preview has
    fewer of them than the printed size of the set, which is its `baseSetSize`.
    """
    records = document.get("cards") or ()
    present = sum(not record.get("isRebalanced") for record in records)
    promised = document.get("totalSetSize") or 0
    if document.get("type") in IN_BOOSTERS:
        promised = max(promised, document.get("baseSetSize") or 0)
    return SetSighting(
        code=document["code"].upper(),
        name=document.get("name") or "",
        released=document.get("releaseDate") or "",
        set_type=document.get("type") or "",
        block=document.get("block") or "",
        is_paper=not document.get("isOnlineOnly"),
        is_on_mtgo=bool(document.get("mtgoCode")),
        is_preview=bool(document.get("isPartialPreview")),
        size=held + max(0, promised - present),
    )


def of_set_cards(document: Record, day: datetime.date) -> Iterator[Sighting]:
    """The cards in a set's document that are out on the day.

    A set such as Secret Lair has one release for years; later cards have days of their own.
    """
    cards: dict[tuple[str, str], list[Record]] = {}
    for record in document.get("cards") or ():
        cards.setdefault((record["name"], record.get("number") or ""), []).append(record)
    for sides in cards.values():
        sides.sort(key=lambda side: side.get("side") or "")
        front = sides[0]
        is_out = (front.get("originalReleaseDate") or "") <= day.isoformat()
        if front.get("side") in (None, "a") and is_out and not _is_no_card(front):
            letter = rarity(front["rarity"], front["types"], front["supertypes"])
            printing = Printing(document["code"].upper(), letter)
            digital = front.get("isOnlineOnly") or "paper" not in front.get("availability", "paper")
            yield _sighting(sides, [printing], "online" if digital else "paper")


def sheet_cards(document: Record) -> Iterator[tuple[str, SheetCard]]:
    """The cards of a set by their ids, which the sheets of boosters name."""
    for record in document.get("cards") or ():
        if record.get("side") in (None, "a") and record.get("uuid"):
            letter = rarity(record["rarity"], record["types"], record["supertypes"])
            code, title = document["code"].upper(), record.get("name") or ""
            is_double_faced = record["layout"] in DOUBLE_FACED
            yield record["uuid"], SheetCard(code, title, letter, is_double_faced)


def boosters(document: Record) -> Iterator[tuple[str, str, str, str]]:
    """The ordinary boosters of a set: its code, their kind, its release, and their sheets."""
    for name, booster in (document.get("booster") or {}).items():
        if kind := BOOSTERS.get(name):
            sheets = {
                sheet: {"foil": contents.get("foil"), "cards": [*contents["cards"]]}
                for sheet, contents in booster["sheets"].items()
            }
            text = json.dumps({"boosters": booster["boosters"], "sheets": sheets})
            yield document["code"].upper(), kind, document.get("releaseDate") or "", text


def _is_no_card(record: Record) -> bool:
    return (
        not NO_CARDS.isdisjoint(record["types"])
        or bool(record.get("isRebalanced"))
        or record["name"].startswith("A-")
        # The halves have both titles; the melded card has its own.
        or (record["layout"] == "meld" and " // " not in record["name"])
    )


def _sighting(sides: Sequence[Record], printings: Sequence[Printing], status: Status) -> Sighting:
    front, title = sides[0], sides[0]["name"]
    names = tuple(title.split(" // "))
    faces = names if len(names) > 1 else ()
    second_line = sides[1].get("type") or "" if len(sides) > 1 else ""
    is_aftermath = "Aftermath" in (front.get("keywords") or ())
    subtypes = tuple(front["subtypes"])
    layout = layout_of(front["layout"], subtypes, second_line, is_aftermath)
    if layout == "reversible_card":
        title, faces, layout = names[0], (), "normal"
    legalities = front.get("legalities") or {}
    is_for_tournaments = any(legalities.get(name) for name in ETERNAL)
    is_funny = bool(front.get("isFunny")) and not is_for_tournaments
    card = Card(
        title=title,
        faces=faces,
        layout=layout,
        types=tuple("Kindred" if kind == "Tribal" else kind for kind in front["types"]),
        supertypes=tuple(front["supertypes"]),
        subtypes=subtypes,
        mana_value=as_integer(front.get("manaValue")),
        colors=_colors(sides, layout),
        copy_limit=copy_limit(front.get("text") or ""),
        printings=tuple(printings),
        status="funny" if status == "paper" and is_funny else status,
        alternative_titles=_alternatives(sides, {title, *faces}),
        command=_command(front),
    )
    identity = (front.get("identifiers") or {}).get("scryfallOracleId") or ""
    is_whole = front["layout"] != "reversible_card"
    return Sighting(
        card,
        identity,
        tuple(_translations(sides, card)),
        is_for_tournaments,
        is_whole,
        tuple((name, str(state).lower()) for name, state in sorted(legalities.items())),
    )


def _command(front: Record) -> str:
    """Color identity and commander abilities; empty if the record has no identity."""
    identity = front.get("colorIdentity")
    return "" if identity is None else command_row(identity, front.get("text") or "")


def _colors(sides: Sequence[Record], layout: str) -> str:
    letters = list(sides[0].get("colors") or ())
    if layout in ALL_COLORS:
        letters = [letter for side in sides for letter in side.get("colors") or ()]
    elif layout in SPELLS_ASIDE and sides[0].get("manaCost"):
        letters = [letter for letter in letters if letter in sides[0]["manaCost"]]
    return colors(letters)


def _alternatives(sides: Sequence[Record], known_titles: set[str]) -> tuple[str, ...]:
    """Other English titles printed on the card, such as those of licensed versions."""
    titles = []
    for of_face, of_card in (("faceFlavorName", "flavorName"), ("facePrintedName", "printedName")):
        names = [side.get(of_face) or "" for side in sides]
        titles.append(" // ".join(names) if all(names) else sides[0].get(of_card) or "")
    return tuple(name for name in dict.fromkeys(titles) if name and name not in known_titles)


def _translations(sides: Sequence[Record], card: Card) -> Iterator[tuple[str, str]]:
    by_language: dict[str, list[str]] = {}
    for side in sides if card.faces else sides[:1]:
        for foreign in side.get("foreignData") or ():
            language = LANGUAGES.get(foreign.get("language") or "")
            name = foreign.get("faceName") or foreign.get("name") or ""
            if language and name:
                # A side without a name of its own has that of the whole card.
                parts = [name] if foreign.get("faceName") else name.split(" // ")
                names_so_far = by_language.setdefault(language, [])
                names_so_far += [part for part in parts if part not in names_so_far]
    for language, names in by_language.items():
        yield from translations(language, card.title, card.faces, card.layout, names)
