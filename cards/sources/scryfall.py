"""Scryfall's card and set objects (https://scryfall.com/docs/api/cards, .../sets)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from cards.command_zone import command_row
from cards.model import Card, Printing, Status
from cards.sources.sighting import SetSighting, Sighting
from cards.sources.terms import (
    ETERNAL,
    NO_CARDS,
    SPELLS_ASIDE,
    as_integer,
    colors,
    copy_limit,
    layout_of,
    rarity,
    translations,
    types_of,
)

LANGUAGES = {
    "de": "de", "fr": "fr", "it": "it", "es": "es", "pt": "pt-BR", "ja": "ja", "ko": "ko",
    "ru": "ru", "zhs": "zh-Hans", "zht": "zh-Hant",
}  # fmt: skip
"""Scryfall's language codes, and ours. Other languages are promotional curiosities."""
NO_CARD_LAYOUTS = frozenset({"token", "double_faced_token", "emblem", "art_series"})
NO_CARD_SETS = frozenset({"token", "minigame"})
FUNNY_SETS = frozenset({"funny", "memorabilia"})

Record = Mapping[str, Any]
_T = TypeVar("_T")


def of_set(record: Record) -> SetSighting:
    """A set object."""
    return SetSighting(
        code=record["code"].upper(),
        name=record.get("name") or "",
        released=record.get("released_at") or "",
        set_type=record.get("set_type") or "",
        block=record.get("block") or "",
        is_paper=not record.get("digital"),
        is_on_mtgo=False,
        is_listed=True,
    )


def set_of_card(record: Record) -> SetSighting:
    """The facts about its set in a card object."""
    games = record.get("games") or ()
    return SetSighting(
        code=record["set"].upper(),
        name=record.get("set_name") or "",
        released=record.get("released_at") or "",
        set_type=record.get("set_type") or "",
        block="",
        is_paper=not record.get("digital"),
        is_on_mtgo="mtgo" in games,
        is_listed=False,
    )


def of_card(record: Record) -> Iterator[Sighting]:
    """The cards of a card object: none for a token, two for a reversible card with two cards."""
    if _is_no_card(record):
        return
    if record["layout"] == "reversible_card":
        names = set()
        for face in record["card_faces"]:
            if face["name"] not in names:
                names.add(face["name"])
                yield _sighting({**record, **face, "layout": "normal"}, [], is_whole=False)
    else:
        yield _sighting(record, list(record.get("card_faces") or ()))


def _is_no_card(record: Record) -> bool:
    line = record.get("type_line") or ""
    return (
        record["layout"] in NO_CARD_LAYOUTS
        or record.get("set_type") in NO_CARD_SETS
        or not NO_CARDS.isdisjoint(line.partition(" — ")[0].split())
        or "rebalanced" in (record.get("promo_types") or ())
        or record["name"].startswith("A-")
        or (record["layout"] == "meld" and record["name"] == _meld_result(record))
    )


def _meld_result(record: Record) -> str | None:
    """The title of the card that a meld card becomes part of."""
    parts = record.get("all_parts") or ()
    return next((part["name"] for part in parts if part.get("component") == "meld_result"), None)


def _sighting(record: Record, faces: list[Record], *, is_whole: bool = True) -> Sighting:
    title, names = record["name"], tuple(face["name"] for face in faces)
    if record["layout"] == "meld" and (melded := _meld_result(record)):
        title, names = f"{title} // {melded}", (title, melded)
    front: Record = faces[0] if faces else record
    line = record.get("type_line") or front.get("type_line") or ""
    types, supertypes, subtypes = types_of(line)
    second_line = faces[1].get("type_line") or "" if len(faces) > 1 else ""
    is_aftermath = "Aftermath" in (record.get("keywords") or ())
    layout = layout_of(record["layout"], subtypes, second_line, is_aftermath)
    letter = rarity(record.get("rarity") or "", types, supertypes)
    card = Card(
        title=title,
        faces=names,
        layout=layout,
        types=types,
        supertypes=supertypes,
        subtypes=subtypes,
        mana_value=as_integer(_first(record.get("cmc"), front.get("cmc"))),
        colors=_colors(record, front, layout),
        copy_limit=copy_limit(record.get("oracle_text") or front.get("oracle_text") or ""),
        printings=(Printing(record["set"].upper(), letter),),
        status=_status(record),
        alternative_titles=_alternatives(record, faces, {title, *names}),
        command=_command(record, front),
    )
    language = LANGUAGES.get(record.get("lang", "en"))
    return Sighting(
        card,
        record.get("oracle_id") or front.get("oracle_id") or "",
        _translations(record, faces, card, language) if language else (),
        _is_for_tournaments(record),
        is_whole,
    )


def _colors(record: Record, front: Record, layout: str) -> str:
    """The colors of the front; for a split card those of both halves."""
    letters = _first(record.get("colors"), front.get("colors")) or ()
    if layout in SPELLS_ASIDE and "{" in (front.get("mana_cost") or ""):
        letters = [letter for letter in letters if letter in front["mana_cost"]]
    return colors(letters)


def _command(record: Record, front: Record) -> str:
    """Color identity and commander abilities; empty if the object has no identity."""
    if (identity := record.get("color_identity")) is None:
        return ""
    return command_row(identity, front.get("oracle_text") or record.get("oracle_text") or "")


def _status(record: Record) -> Status:
    games = record.get("games")
    if record.get("digital") or (games and "paper" not in games):
        return "online"
    is_funny = (
        record.get("set_type") in FUNNY_SETS
        or record.get("border_color") == "silver"
        or record.get("security_stamp") == "acorn"
        or "playtest" in (record.get("promo_types") or ())
    )
    return "funny" if is_funny and not _is_for_tournaments(record) else "paper"


def _is_for_tournaments(record: Record) -> bool:
    legalities = record.get("legalities") or {}
    return any(legalities.get(name, "not_legal") != "not_legal" for name in ETERNAL)


def _alternatives(record: Record, faces: list[Record], known_titles: set[str]) -> tuple[str, ...]:
    """Other English titles printed on the card, such as those of licensed versions."""
    if record.get("lang", "en") != "en":
        return ()
    titles = []
    for key in ("flavor_name", "printed_name"):
        names = [face.get(key) or "" for face in faces]
        joined = " // ".join(names) if names and all(names) else (names or [""])[0]
        titles.append(record.get(key) or joined)
    return tuple(dict.fromkeys(name for name in titles if name and name not in known_titles))


def _translations(
    record: Record, faces: list[Record], card: Card, language: str
) -> tuple[tuple[str, str], ...]:
    pairs: list[tuple[str, str]] = []
    for key in ("printed_name", "flavor_name"):
        names = [face.get(key) or "" for face in faces] or [record.get(key) or ""]
        pairs += translations(language, card.title, card.faces, card.layout, names)
    return tuple(dict.fromkeys(pairs))


def _first(value: _T | None, default: _T | None) -> _T | None:
    return default if value is None else value
