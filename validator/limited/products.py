"""The product opened by a team: packs by set, and promotional cards.

A product is a mapping from keys to numbers: `DOM` is the set's ordinary booster,
`RAV:tournament-pack` another kind of pack, `promo` a promotional card of a prerelease.
"""

import datetime
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import formats
from cards import Card, Catalogue
from formats import Booster, Companion, Format, Mix
from messages import Message, plural, say, say_count, say_list, sentences, template
from validator.model import Structure
from validator.questions import InvalidQuestion, check_choice, shorten

PROMO = "promo"
PACKS_MAX = 9999
"""Maximum for one key, as for copies of a card."""
WORDS: Mapping[str | None, tuple[str, str]] = {
    None: plural("{number} booster", "{number} boosters"),
    "draft": plural("{number} booster", "{number} boosters"),
    "play": plural("{number} booster", "{number} boosters"),
    "tournament-pack": plural("{number} tournament pack", "{number} tournament packs"),
    "starter": plural("{number} starter deck", "{number} starter decks"),
    "prerelease-seeded": plural("{number} seeded booster", "{number} seeded boosters"),
    "set": plural("{number} set booster", "{number} set boosters"),
    "jumpstart": plural("{number} themed booster", "{number} themed boosters"),
    "other": plural("{number} pack", "{number} packs"),
    PROMO: plural("{number} promotional card", "{number} promotional cards"),
}
"""Display names of packs by kind."""

_PART = (
    r"(?:([0-9]{1,6}) ?[x×*:]? )?([A-Za-z0-9]+)(?::([A-Za-z][A-Za-z-]*))?"
    r"(?: ?[x×*:=]? ?([0-9]{1,6}))?"
)


class Packs(NamedTuple):
    """A number of packs of one set and kind."""

    set_code: str
    kind: str | None
    """None if the set's ordinary booster is unknown."""
    number: int
    facts: Booster | None

    @property
    def words(self) -> Message:
        """`8 boosters of DOM`."""
        return _of_set(say_count(self.number, *WORDS[self.kind]), self.set_code)


class Product(NamedTuple):
    """The contents of a product."""

    packs: tuple[Packs, ...]
    promos: int = 0

    @property
    def sets(self) -> tuple[str, ...]:
        """The set codes, in request order."""
        return tuple(dict.fromkeys(packs.set_code for packs in self.packs))

    @property
    def ordinary(self) -> dict[str, int]:
        """Ordinary boosters by set."""
        return _sum_boosters(
            (packs.set_code, packs.number) for packs in self.packs if packs.kind in _ORDINARY
        )

    @property
    def others(self) -> dict[str, int]:
        """Everything else, by kind; promotional cards are `promo`."""
        others = _sum_boosters(
            (packs.kind or "", packs.number) for packs in self.packs if packs.kind not in _ORDINARY
        )
        return others | ({PROMO: self.promos} if self.promos else {})

    @property
    def contents(self) -> dict[str, int]:
        """The product in canonical form: numbers by key, sorted by key."""
        written = _sum_boosters(
            (_key(packs.set_code, packs.kind), packs.number) for packs in self.packs
        )
        return dict(sorted(written.items())) | ({PROMO: self.promos} if self.promos else {})

    @property
    def words(self) -> Message:
        """`3 boosters of RTR, 5 boosters of GTC and 1 promotional card`."""
        promos = [say_count(self.promos, *WORDS[PROMO])] if self.promos else []
        return say_list([*(packs.words for packs in self.packs), *promos])


_ORDINARY = (None, *formats.ORDINARY)


def product_from(product: Mapping[str, int]) -> Product:
    """The product given as numbers by key; the keys have passed `check_key`."""
    packs = []
    for key, count in product.items():
        if key != PROMO:
            set_code, _, kind = key.partition(":")
            facts = formats.booster(set_code, kind or None)
            packs.append(Packs(set_code, facts.kind if facts else kind or None, count, facts))
    return Product(tuple(packs), product.get(PROMO, 0))


def check_set(code: str, catalogue: Catalogue) -> None:
    """Raise InvalidQuestion unless this is a set code."""
    if code not in catalogue.sets:
        near = code.upper()
        fault: str = say('There is no set "{code}".', code=shorten(code))
        if near in catalogue.sets:
            fault = sentences(fault, say("Did you mean {near}?", near=near))
        raise InvalidQuestion(fault, "unknown-value")


def check_key(key: str, catalogue: Catalogue) -> None:
    """Raise InvalidQuestion unless this is a product key."""
    if key == PROMO:
        return
    set_code, colon, kind = key.partition(":")
    check_set(set_code, catalogue)
    if colon:
        check_choice(template('There is no kind of pack "{text}".'), kind, formats.KINDS)


def check_product(product: Mapping[str, int], catalogue: Catalogue) -> None:
    """Raise InvalidQuestion unless these are numbers by product key."""
    for key, number in product.items():
        check_key(key, catalogue)
        if not 1 <= number <= PACKS_MAX:
            raise InvalidQuestion(
                say("{key} must be a number from 1 to {most}.", key=key, most=PACKS_MAX)
            )


def product_of(mix: Mix) -> dict[str, int] | None:
    """The mix as numbers by key; None if it leaves the sets open."""
    if mix.set_code is None:
        return None
    product = dict(mix.boosters)
    for kind, count in mix.others.items():
        if kind == PROMO:
            product[PROMO] = count
        elif formats.booster(mix.set_code, kind):
            product[_key(mix.set_code, kind)] = count
        else:
            # Packs of sets other than the mix's own, which the facts do not name.
            return None
    return product


def mix_words(mix: Mix) -> Message:
    """`3 boosters of RTR, 3 boosters of GTC and 2 boosters of DGM`, or `8 boosters`."""
    boosters = [_of_set(say_count(n, *WORDS[None]), code) for code, n in mix.boosters.items()]
    others = [say_count(count, *WORDS[kind]) for kind, count in mix.others.items()]
    return say_list([*(boosters or [say_count(mix.total, *WORDS[None])]), *others])


def _of_set(packs: Message, set_code: str) -> Message:
    return say("{packs} of {set}", packs=packs, set=set_code)


def _key(set_code: str, kind: str | None) -> str:
    return set_code if kind in _ORDINARY else f"{set_code}:{kind}"


def _sum_boosters(counts: Iterator[tuple[str, int]]) -> dict[str, int]:
    summed: dict[str, int] = {}
    for key, count in counts:
        summed[key] = summed.get(key, 0) + count
    return summed


def read_product(text: str) -> dict[str, int]:
    """Parse numbers by key as typed in a form; a missing number means 1.

    Parts are separated by commas, semicolons or line ends. Invalid parts are kept so that
    validation can report them.
    """
    product: dict[str, int] = {}
    for part in filter(None, (" ".join(part.split()) for part in re.split(r"[,;\n]", text))):
        key, number = _part(part)
        product[key] = product.get(key, 0) + number
    return product


def _part(text: str) -> tuple[str, int]:
    match = re.fullmatch(_PART, text)
    if match is None:
        return text, 1
    before, code, kind, after = match.groups()
    number = int(before or after or 1)
    if code.lower() in (PROMO, f"{PROMO}s") and not kind:
        return PROMO, number
    return f"{code.upper()}:{kind.lower()}" if kind else code.upper(), number


CLASSES = {
    "C": ("common",),
    "U": ("uncommon",),
    "R": ("rare_mythic",),
    "M": ("rare_mythic", "mythic"),
    "S": ("special",),
    "L": ("basic_land",),
}
"""The class of a card by its rarity letter."""
DOUBLE_FACED = frozenset({"transform", "modal_dfc", "meld"})
"""Layouts of double-faced cards."""
SET_BOOSTER = "set"


class Origin(NamedTuple):
    """Packs of a set that may have contained a card, and its class there."""

    set_code: str
    classes: tuple[str, ...]


def origins(card: Card, product: Product, day: datetime.date) -> frozenset[Origin]:
    """The possible origins of a card in the product; empty for a card of no set opened."""
    all_origins = (origin for code in product.sets for origin in _origins(card, code, product, day))
    return frozenset(all_origins)


def openable(set_code: str, product: Product, day: datetime.date) -> Iterator[Companion]:
    """The sets whose cards are included in the product's packs of a set.

    They are included from its first packs on, so at the prerelease too.
    """
    kinds = {packs.kind for packs in product.packs if packs.set_code == set_code}
    for companion in formats.companions(set_code):
        is_over = companion.life.end is not None and day >= companion.life.end
        if (companion.in_limited or SET_BOOSTER in kinds) and not is_over:
            yield companion


def passes(card: Card, companion: Companion) -> bool:
    """Whether the card passes the filter of a companion set."""
    match companion.filter:
        case "nonbasic-land":
            return "Land" in card.types and not card.is_basic
        case "god":
            return "God" in card.subtypes
        case _:
            return True


def _origins(card: Card, set_code: str, product: Product, day: datetime.date) -> Iterator[Origin]:
    basic = ("basic_land",) if card.is_basic else None
    back = ("double_faced",) if card.layout in DOUBLE_FACED else ()
    sets = {code for code, _ in card.printings}
    for code, rarity in card.printings:
        if code == set_code:
            yield Origin(set_code, basic or (*CLASSES[rarity], *back))
    for companion in openable(set_code, product, day):
        if companion.companion in sets and passes(card, companion):
            yield Origin(set_code, basic or ("special",))


PRERELEASE = "prerelease-sealed"
EVENTS: dict[tuple[str, Structure], str] = {
    (PRERELEASE, "two-headed-giant"): "two-headed-giant-prerelease",
    ("sealed", "two-headed-giant"): "two-headed-giant-sealed",
    ("sealed", "team-constructed"): "team-sealed",
    ("sealed", "individual"): "individual-sealed",
    ("booster-draft", "two-headed-giant"): "two-headed-giant-draft",
    ("booster-draft", "individual"): "booster-draft",
}
"""The events with recommended mixes, by format and structure."""
HEADS = 2
"""The size of Two-Headed Giant team that the mixes are for."""


def mix_event(play_format: Format, structure: Structure) -> str | None:
    """The event name in the mixes for a format (or event kind) and a structure."""
    is_prerelease = play_format.id == PRERELEASE
    return EVENTS.get(
        (PRERELEASE if is_prerelease else play_format.base or play_format.id, structure)
    )


def recommended(
    play_format: Format, structure: Structure, team_size: int | None, day: datetime.date
) -> tuple[Mix, ...]:
    """The mixes for an event on a day, newest set first, general rules last; may be empty."""
    event = mix_event(play_format, structure)
    if event is None or (structure == "two-headed-giant" and team_size not in (None, HEADS)):
        return ()
    return formats.mixes_on(event, day, team_size)


def for_sets(mixes: Sequence[Mix], product: Product) -> list[Mix]:
    """The mixes that apply to the product: of its newest set, else the general rules."""
    named = [mix for mix in mixes if mix.set_code in product.sets]
    newest = named[0].set_code if named else None
    return [mix for mix in mixes if mix.set_code == newest]


def is_as_recommended(mix: Mix, product: Product) -> bool:
    """Whether the product matches the mix."""
    ordinary = product.ordinary
    same = mix.boosters == ordinary if mix.boosters else mix.total == sum(ordinary.values())
    return same and mix.others == product.others
