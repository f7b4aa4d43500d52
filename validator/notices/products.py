"""Notices on the product that a team opened, and on a missing pool."""

from __future__ import annotations

from collections.abc import Iterator

import formats
from messages import plural, say, say_count, say_list, template
from validator.case import Case
from validator.definition import example
from validator.limited.products import for_sets, is_as_recommended, mix_words, recommended
from validator.model import Notice
from validator.notices.kind import NoticeKind
from validator.notices.pool_count import is_counted

POOL_ABSENT = NoticeKind(
    "pool-absent",
    "warning",
    when=say("Without the card pool only sizes and titles were checked."),
    says=template("No card pool was sent, so only sizes and titles were checked."),
    explains=(
        "In Limited a deck is built from a card pool. Without the pool the origin of the cards"
        " cannot be checked."
    ),
    sources="Magic Tournament Rules, 7.2",
    mend="Send the pool (`pool`).",
    scope="limited",
    example=example("40 Forest", "40 Island", format="sealed"),
)


@POOL_ABSENT.check
def pool_absent(case: Case) -> Iterator[Notice]:
    if case.pool is None:
        yield POOL_ABSENT.notice()


PRODUCT_UNKNOWN = NoticeKind(
    "product-unknown",
    "info",
    when=say("Too little is known about what was opened to check the number of cards in the pool."),
    explains=(
        "No certain bounds are known for the contents of some of the packs, so the number of cards"
        " in the pool is not compared with them."
    ),
    sources="the contents of boosters in formats/products/",
    mend="Nothing, if the product is correct: all other rules are still checked.",
    scope="limited",
    example=example("40 Forest", "40 Island", format="sealed", pool="1 Opt", product={"LEA": 6}),
)


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
            yield PRODUCT_UNKNOWN.notice(say_count(packs.number, *words, packs=packs.words))


_NOT_WHOLE = template(
    "Not all cards of {sets} are known here, so whether the cards of the pool come from the product"
    " was not checked."
)
_NOT_KNOWN = plural(
    "The contents of {packs} are not known here, so the number of cards in the pool was not"
    " checked.",
    "The contents of {packs} are not known here, so the number of cards in the pool was not"
    " checked.",
)
_NOT_SURE = plural(
    "The contents of {packs} are known, but no bound on them is certain, so the number of"
    " cards in the pool was not checked.",
    "The contents of {packs} are known, but no bound on them is certain, so the number of"
    " cards in the pool was not checked.",
)


PRODUCT_NOT_RECOMMENDED = NoticeKind(
    "product-not-recommended",
    "info",
    when=say("The product differs from the one recommended on that date."),
    explains=(
        "The tournament rules recommend a product for each kind of Limited event, but allow others."
    ),
    sources="Magic Tournament Rules, appendix D, and before it the DCI's FAQs",
    mend="Nothing, if the event uses this product on purpose; otherwise correct it.",
    scope="limited",
    example=example(
        "40 Forest", "40 Island", format="sealed", pool="1 Llanowar Elves", product={"DOM": 5}
    ),
)


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
