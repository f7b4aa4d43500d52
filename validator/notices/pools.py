"""Notices on pools and products: above all on pools that cannot have come from their product.

Only bounds marked as sure count; improbable pools are not reported. Cards of several possible
classes, or of unknown origin, count for every minimum and no maximum. Drafted cards come from
the boosters of the whole table, so the bounds do not apply to one team.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import formats
from formats import Booster
from messages import Message, plural, say, say_count, say_list, template
from validator.case import Case
from validator.decks import CardCopies
from validator.definition import NoticeKind
from validator.limited.products import for_sets, is_as_recommended, mix_words, recommended
from validator.model import CARDS, Notice

NOUNS = {
    "common": plural("{number} common", "{number} commons"),
    "uncommon": plural("{number} uncommon", "{number} uncommons"),
    "rare_mythic": plural("{number} rare or mythic rare", "{number} rares and mythic rares"),
    "mythic": plural("{number} mythic rare", "{number} mythic rares"),
    "basic_land": plural("{number} basic land", "{number} basic lands"),
    "double_faced": plural("{number} double-faced card", "{number} double-faced cards"),
    "special": plural("{number} card of a companion set", "{number} cards of companion sets"),
}
"""Display names of the bounded classes."""
FOILS = plural("{number} card marked as a foil", "{number} cards marked as foils")
RARES = plural("{number} rare", "{number} rares")
"""Replaces `rare_mythic` if the packs hold no mythic rares."""


class Tally:
    """The cards of a pool that may come from the product's packs, or from those of one set.

    Of a single set, cards that may come from other packs are not counted against a maximum.
    """

    def __init__(self, case: Case, scope: str | None = None) -> None:
        self.case = case
        self.scope = scope
        """The code of the set; None for the whole product."""
        self.packs = [packs for packs in case.product.packs if scope in (None, packs.set_code)]
        self.counts: list[tuple[CardCopies, frozenset[tuple[str, ...]], bool]] = []
        """Each title with its possible classes here, and whether it certainly comes from here."""
        for copies, origins in case.pool_origins:
            here = [origin for origin in origins if scope in (None, origin.set_code)]
            is_from_here = bool(here) and len(here) == len(origins)
            classes = frozenset(origin.classes for origin in here)
            self.counts.append((copies, classes, is_from_here))

    @property
    def known_copies(self) -> int:
        """The number of copies that certainly come from here."""
        return sum(copies.count for copies, _, is_from_here in self.counts if is_from_here)

    def certain(self, kind: str) -> list[CardCopies]:
        """The titles whose copies can only count as this class."""
        return [
            copies
            for copies, classes, is_from_here in self.counts
            if is_from_here and len(classes) == 1 and all(kind in each for each in classes)
        ]

    def possible_copies(self, kind: str) -> int:
        """The number of copies that may count as this class."""
        return sum(
            copies.count
            for copies, classes, _ in self.counts
            if any(kind in each for each in classes)
        )

    @property
    def size(self) -> int | None:
        """The number of cards in the product, if that is sure."""
        packs = self.bound(lambda pack: pack.sure_size)
        return None if packs is None else packs + self.case.product.promos

    def bound(self, of: Callable[[Booster], int | None]) -> int | None:
        """The bound for all packs together; None unless it is sure for every pack."""
        total = 0
        for packs in self.packs:
            bound = of(packs.facts) if packs.facts else None
            if bound is None:
                return None
            total += bound * packs.number
        return total

    def found(self, words: tuple[str, str], count: int, kind: str) -> Message:
        """The number of cards of a class here, in the words for the product or for a set."""
        facts = [packs.facts for packs in self.packs if packs.facts]
        is_rare = kind == "rare_mythic" and all(fact.bounds["mythic"].most == 0 for fact in facts)
        cards = say_count(count, *(RARES if is_rare else NOUNS[kind]))
        return say(words[self.scope is not None], cards=cards, set=self.scope)


def is_counted(case: Case) -> bool:
    """Whether the pool can be compared with its packs: sealed, with a known product."""
    is_known = bool(case.product.packs) and not case.incomplete_sets
    return case.is_pool_bound and case.format.id == "sealed" and is_known


HAS = (
    template("The pool has {cards}"),
    template("The pool has {cards} that come from {set} alone"),
)
HAS_AT_MOST = (
    template("The pool has at most {cards}"),
    template("The pool has at most {cards} that come from {set} alone"),
)
"""Of the whole product, and of a single set."""
EXACTLY = plural("{packs} holds {each}", "{packs} hold {each} each")
AT_MOST = plural("{packs} holds at most {each}", "{packs} hold at most {each} each")
AT_LEAST = plural("{packs} holds at least {each}", "{packs} hold at least {each} each")
"""Sentences on the number of cards of a class in packs."""


POOL_IMPROBABLE = NoticeKind(
    "pool-improbable",
    "warning",
    says=template(
        "{found}, but {arithmetic}. Misprinted packs aside, such a pool cannot be opened."
    ),
    scope="limited",
)


@POOL_IMPROBABLE.check
def pool_improbable(case: Case) -> Iterator[Notice]:
    """Bounds that the pool breaks: over the whole product first, then over each of its sets."""
    if not is_counted(case):
        return
    whole, sets = Tally(case), case.product.sets
    yield from _too_many_cards(whole)
    yield from _too_many_foils(whole)
    broken: set[str] = set()
    for tally in (whole, *(Tally(case, code) for code in sets if len(sets) > 1)):
        for kind in NOUNS:
            if kind in broken or (kind == "mythic" and "rare_mythic" in broken):
                continue
            if fault := _above(tally, kind) or _below(tally, kind, whole):
                broken.add(kind)
                yield fault


POOL_INCOMPLETE = NoticeKind(
    "pool-incomplete",
    "info",
    says=template(
        "The pool lists {cards} besides the five basic lands; the product ({product}) contains"
        " at least {least}. Cards that are not listed could not be checked."
    ),
    scope="limited",
)


@POOL_INCOMPLETE.check
def pool_incomplete(case: Case) -> Iterator[Notice]:
    """Fewer cards than the product certainly contains: the pool is not listed completely."""
    if not is_counted(case):
        return
    tally = Tally(case)
    size, lands = tally.size, tally.bound(lambda pack: pack.most("basic_land"))
    if size is None or lands is None:
        return
    least = size - lands
    if case.pool_size < least:
        yield POOL_INCOMPLETE.notice(
            cards=say_count(case.pool_size, *CARDS), product=case.product.words, least=least
        )


def _too_many_cards(tally: Tally) -> Iterator[Notice]:
    size, count = tally.size, tally.known_copies
    if size is not None and count > size:
        yield POOL_IMPROBABLE.notice(
            found=say(
                "The pool has {cards} besides the five basic lands", cards=say_count(count, *CARDS)
            ),
            arithmetic=_arithmetic(tally, lambda pack: pack.cards, EXACTLY),
        )


def _too_many_foils(tally: Tally) -> Iterator[Notice]:
    """Too many foils; pools without any foil mark are not checked."""
    limit = tally.bound(lambda pack: pack.most("foil"))
    marked = [
        (copies.card.title, sum(line.copies for _, line in copies.lines if line.foil))
        for copies, _, is_from_here in tally.counts
        if is_from_here
    ]
    count = sum(copies for _, copies in marked)
    if limit is not None and count > limit + tally.case.product.promos:
        yield POOL_IMPROBABLE.notice(
            about=[title for title, copies in marked if copies],
            found=say(HAS[0], cards=say_count(count, *FOILS)),
            arithmetic=_arithmetic(tally, lambda pack: pack.bounds["foil"].most, AT_MOST),
        )


def _above(tally: Tally, kind: str) -> Notice | None:
    limit = tally.bound(lambda pack: pack.most(kind))
    certain = tally.certain(kind)
    count = sum(copies.count for copies in certain)
    if limit is None or count <= limit + tally.case.product.promos:
        return None
    return POOL_IMPROBABLE.notice(
        about=[copies.card.title for copies in certain],
        found=tally.found(HAS, count, kind),
        arithmetic=_arithmetic(tally, lambda pack: pack.bounds[kind].most, AT_MOST),
    )


def _below(tally: Tally, kind: str, whole: Tally) -> Notice | None:
    least = tally.bound(lambda pack: pack.fewest(kind))
    missing = _not_listed(whole, kind) if least else None
    if not least or missing is None:
        return None
    count = tally.possible_copies(kind) + missing
    if count >= least:
        return None
    return POOL_IMPROBABLE.notice(
        found=tally.found(HAS_AT_MOST, count, kind),
        arithmetic=_arithmetic(tally, lambda pack: pack.bounds[kind].fewest, AT_LEAST),
    )


def _not_listed(tally: Tally, kind: str) -> int | None:
    """The maximum number of unlisted or unknown cards of a class.

    Pools are often listed without the basic lands from the boosters. None if there is no bound.
    """
    case, size = tally.case, tally.size
    if size is None or case.pool_size > size:
        return None
    unknown = case.pool_size - tally.known_copies
    lands_max = tally.bound(lambda pack: pack.most("basic_land"))
    is_whole = case.pool_size + case.free_lands == size and (
        lands_max is None or case.free_lands <= lands_max
    )
    if kind == "basic_land":
        return unknown + case.free_lands if is_whole else None
    if is_whole:
        return unknown
    lands = tally.bound(lambda pack: pack.fewest("basic_land")) or 0
    if tally.possible_copies("basic_land"):
        lands = 0  # the listed ones may be those promised
    return unknown + max(0, size - case.pool_size - lands)


def _arithmetic(tally: Tally, of: Callable[[Booster], int], how: tuple[str, str]) -> Message:
    """`4 boosters of DOM hold at most 2 each: 8`, or sums over several kinds of packs."""
    per_pack = [(pack, of(pack.facts)) for pack in tally.packs if pack.facts]
    totals = [pack.number * each for pack, each in per_pack]
    parts = [say_count(pack.number, *how, packs=pack.words, each=each) for pack, each in per_pack]
    promos = 0 if how is AT_LEAST else tally.case.product.promos
    if promos:
        besides = say_count(
            promos,
            "there is {number} promotional card besides",
            "there are {number} promotional cards besides",
        )
        parts.append(besides)
        totals.append(promos)
    total = str(sum(totals))
    if len(totals) > 1:
        total = f"{' + '.join(map(str, totals))} = {total}"
    return say("{parts}: {total}", parts=say_list(parts), total=total)


POOL_ABSENT = NoticeKind(
    "pool-absent",
    "warning",
    says=template("No card pool was sent, so only sizes and titles were checked."),
    scope="limited",
)


@POOL_ABSENT.check
def pool_absent(case: Case) -> Iterator[Notice]:
    if case.pool is None:
        yield POOL_ABSENT.notice()


PRODUCT_UNKNOWN = NoticeKind("product-unknown", "info", scope="limited")


@PRODUCT_UNKNOWN.check
def product_unknown(case: Case) -> Iterator[Notice]:
    # Sets of which cards are missing here, and packs with unknown or uncertain contents.
    if case.is_pool_bound and case.incomplete_sets:
        names = [case.catalogue.sets[code].name for code in case.incomplete_sets]
        yield PRODUCT_UNKNOWN.notice(say(_NOT_WHOLE, sets=say_list(names)))
    if not is_counted(case):
        return
    for packs in case.product.packs:
        facts = packs.facts
        if facts is None or not facts.sure:
            words = _NOT_KNOWN if facts is None else _NOT_SURE
            yield PRODUCT_UNKNOWN.notice(say(words, packs=packs.words))


_NOT_WHOLE = template(
    "Not all cards of {sets} are known here, so whether the cards of the pool come from the product"
    " was not checked."
)
_NOT_KNOWN = template(
    "The contents of {packs} are not known here, so the number of cards in the pool was not"
    " checked."
)
_NOT_SURE = template(
    "The contents of {packs} are known, but no bound on them is certain, so the number of"
    " cards in the pool was not checked."
)


PRODUCT_NOT_RECOMMENDED = NoticeKind("product-not-recommended", "info", scope="limited")


@PRODUCT_NOT_RECOMMENDED.check
def product_not_recommended(case: Case) -> Iterator[Notice]:
    # Products other than those of the tournament rules are allowed; the notice only names them.
    product = case.product
    if not product.packs:
        return
    named = formats.load(case.event.format)
    offered = recommended(named, case.structure, case.team_size, case.day)
    mixes = for_sets(offered, product)
    if mixes and not any(is_as_recommended(mix, product) for mix in mixes):
        words = _RECOMMENDED_FOR[mixes[0].event in formats.INDIVIDUAL]
        recommendations = [
            say("{product} ({source})", product=mix_words(m), source=m.source) for m in mixes
        ]
        yield PRODUCT_NOT_RECOMMENDED.notice(
            say(words, products=say_list(recommendations, "or"), opened=product.words)
        )


_RECOMMENDED_FOR = (
    template("Recommended for a team on that day: {products}. This one opened {opened}."),
    template("Recommended for a player on that day: {products}. This one opened {opened}."),
)
"""For a team, and for an individual player."""
