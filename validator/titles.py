"""Resolve the names of a decklist to cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from cards import ENGLISH_LEVELS, Card, Catalogue, IsLegal, Match
from messages import say, say_list, say_short_list
from validator.commander_lists import settle_companions
from validator.decks import Deck
from validator.model import COMPANION, POOL, TOKENS, Decklist, Entry, Line, Notice, Place
from validator.notices.lists import (
    PRINTING_UNKNOWN,
    TITLE_ASSUMED,
    TITLE_CORRECTED,
    TITLE_REBALANCED,
    TITLE_TRANSLATED,
    TITLES_TRANSLATED,
    TOKEN_IGNORED,
)

NOTICE_OF_LEVEL = {"rebalanced": TITLE_REBALANCED}
"""Notices on titles that matched at these levels."""
TITLE_LEVELS = frozenset({"exact", "folded", "alternative"})
"""Levels of a complete title, which a token set code does not turn into a token."""


class _NoticedLines:
    """Lines of one list that share a notice."""

    def __init__(self) -> None:
        self.tokens: list[tuple[str, Place]] = []
        self.translated: list[tuple[Entry, Place]] = []
        self.misprinted: list[Entry] = []
        """Cards with a set in which they were never printed."""


def resolve(
    decklist: Decklist, index: int | None, catalogue: Catalogue, is_legal: IsLegal | None = None
) -> Deck:
    """The deck of a list; `index` is its index in the team, None for the pool.

    `is_legal` helps to decide ambiguous names; see `_assume`.
    """
    deck = Deck(index, decklist)
    noticed = _NoticedLines()
    entries, cards, copies, plain = deck.entries, deck.cards, deck.copies, catalogue.plain
    titles: dict[str, int] = {}
    current, are_tokens = "", False
    for line in decklist.lines:
        section = line.section
        if section != current:
            current, titles, are_tokens = section, copies[section], section == TOKENS
        card = plain[line.name]
        if card is None or line.set_code is not None or are_tokens:
            card = _resolve_doubtful(line, deck, catalogue, noticed)
            if card is None:
                continue
        entries.append((line, card))
        title = card.title
        if title in cards:
            titles[title] = titles.get(title, 0) + line.copies
        else:
            titles[title], cards[title] = line.copies, card
    if deck.unresolved and any(cards for *_, cards in deck.unresolved):
        _assume(deck, catalogue, is_legal)
    if noticed.translated and 2 * len(noticed.translated) > len(deck.entries):
        _read_in_language(deck, catalogue)
    if decklist.unreadable:
        _leave_out_tokens(deck, catalogue, noticed)
    if COMPANION in copies:
        settle_companions(deck)
    deck.measure()
    if noticed.misprinted or noticed.tokens or noticed.translated:
        deck.notices.extend(_notices_of(deck, noticed))
    if decklist.notices:
        deck.notices.extend(_with_deck(notice, index) for notice in decklist.notices)
    return deck


def _assume(deck: Deck, catalogue: Catalogue, is_legal: IsLegal | None) -> None:
    """Decide ambiguous names by their context, with a notice.

    The language of the list's other lines decides, then a basic land, then the only card that
    is legal. Everything else stays ambiguous.
    """
    languages = languages_of(deck, catalogue)
    rows: list[tuple[Line, Card | None]] = [*deck.in_order()]
    several = {id(line): cards for _, line, cards in deck.unresolved}
    deck.doubted = [card for cards in several.values() for card in cards]
    deck.entries, deck.unresolved = [], []
    for position, (line, card) in enumerate(rows):
        cards = several.get(id(line), ())
        if card is None and (card := _likeliest(line.name, cards, languages, catalogue, is_legal)):
            others = [other for other in cards if other != card]
            deck.notices.append(_assumed(deck.place(line), line.name, card, others))
        if card is None:
            deck.unresolved.append((position, line, cards))
        else:
            deck.entries.append((line, card))
    deck.recount()


def _read_in_language(deck: Deck, catalogue: Catalogue) -> None:
    """In a list in another language, read English titles that are also those of another card in
    that language with a notice: as the latter, if the former has another title there.

    In French, `Contemplation` is Ponder; `Endurance` is Endure, or Endurance as well.
    """
    language = languages_of(deck, catalogue)[0]
    for position, (line, card) in enumerate(deck.entries):
        if line.set_code or catalogue.find(line.name).level not in ENGLISH_LEVELS:
            continue
        found = catalogue.translated(line.name, language)
        if len(found) != 1 or found[0] == card:
            continue
        if catalogue.title_in(card.title, language) is None:
            deck.notices.append(_assumed(deck.place(line), line.name, card, found))
            continue
        (meant,) = found
        deck.entries[position] = (line, meant)
        deck.notices.append(_assumed(deck.place(line), line.name, meant, [card]))
    deck.recount()


def _assumed(place: Place, written: str, card: Card, others: Sequence[Card]) -> Notice:
    return TITLE_ASSUMED.notice(
        places=[place],
        about=[card.title],
        written=written,
        title=card.title,
        others=say_list([other.title for other in others]),
    )


def languages_of(deck: Deck, catalogue: Catalogue) -> list[str]:
    """The languages of the list's translated titles, most frequent first."""
    lines: Counter[str] = Counter()
    for line, card in deck.entries:
        if line.name != card.title and catalogue.find(line.name).level == "translated":
            lines.update(catalogue.languages(line.name, card))
    return sorted(lines, key=lambda language: (-lines[language], language))


def _likeliest(
    name: str,
    cards: Sequence[Card],
    languages: Sequence[str],
    catalogue: Catalogue,
    is_legal: IsLegal | None,
) -> Card | None:
    """The card that an ambiguous name means here; None if it is undecided."""
    if len(cards) < 2 or catalogue.find(name).level != "translated":
        return None
    for language in languages:
        if some := [card for card in cards if language in catalogue.languages(name, card)]:
            cards = some
            break
    if len(cards) > 1:
        cards = [card for card in cards if card.is_basic] or cards
    if len(cards) > 1 and is_legal:
        cards = [card for card in cards if is_legal(card)]
    return cards[0] if len(cards) == 1 else None


def _resolve_doubtful(
    line: Line, deck: Deck, catalogue: Catalogue, noticed: _NoticedLines
) -> Card | None:
    """The card of a line that is not plain; None, after recording the line, if it has none."""
    if line.set_code:
        match = catalogue.find_printed(line.name, line.set_code)
    else:
        match = catalogue.find(line.name)
    card = match.card
    if _is_token(line, match, catalogue):
        noticed.tokens.append((line.name, deck.place(line)))
        return None
    if card is None:
        position = len(deck.entries) + len(deck.unresolved)
        deck.unresolved.append((position, line, match.cards))
        return None
    if line.set_code and not catalogue.was_printed(card, line.set_code):
        noticed.misprinted.append((line, card))
    if match.plain is None and match.level == "translated":
        noticed.translated.append(((line, card), deck.place(line)))
    elif match.plain is None:
        deck.notices.append(_match_notice((line, card), match, deck.place(line)))
    return card


def _is_token(line: Line, match: Match, catalogue: Catalogue) -> bool:
    """Whether the line names a token or emblem; a complete title is a card."""
    if line.section == TOKENS:
        return True
    if match.level in TITLE_LEVELS:
        return False
    if line.set_code and catalogue.is_of_tokens(line.set_code):
        return True
    return match.level == "none" and catalogue.is_token(line.name)


def _leave_out_tokens(deck: Deck, catalogue: Catalogue, noticed: _NoticedLines) -> None:
    """Drop unreadable lines that name tokens: without a count, readers cannot parse them."""
    unreadable = deck.decklist.unreadable
    named = dict.fromkeys(line for line in unreadable if catalogue.is_token(line.text))
    if named:
        tokens = frozenset(named)
        left = tuple(line for line in unreadable if line not in tokens)
        deck.decklist = deck.decklist._replace(unreadable=left)
        section = POOL if deck.index is None else TOKENS
        noticed.tokens += [
            (text.strip(), Place(deck.index, section, number, None, text))
            for number, text, _ in named
        ]


def _match_notice(entry: Entry, match: Match, place: Place) -> Notice:
    """The notice on a title that differs from the one written."""
    line, card = entry
    written, title = line.name, card.title
    kind = NOTICE_OF_LEVEL.get(match.level, TITLE_CORRECTED)
    return kind.notice(places=[place], about=[title], written=written, title=title)


def _notices_of(deck: Deck, noticed: _NoticedLines) -> Iterator[Notice]:
    """One notice for all lines of a kind, as a list may have sixty of them."""
    if noticed.translated:
        english = {line.name: card.title for (line, card), _ in noticed.translated}
        both = [say("{written} ({title})", written=name, title=english[name]) for name in english]
        written, title = next(iter(english.items()))
        message = TITLES_TRANSLATED if len(english) > 1 else TITLE_TRANSLATED.says
        yield TITLE_TRANSLATED.notice(
            say(message, written=written, title=title, titles=say_short_list(both)),
            places=[place for _, place in noticed.translated],
            about=dict.fromkeys(english.values()),
        )
    if noticed.misprinted:
        named = [f"{card.title} ({line.set_code})" for line, card in noticed.misprinted]
        yield PRINTING_UNKNOWN.notice(
            places=[deck.place(line) for line, _ in noticed.misprinted],
            about=dict.fromkeys(card.title for _, card in noticed.misprinted),
            cards=say_short_list(list(dict.fromkeys(named))),
        )
    if noticed.tokens:
        names = list(dict.fromkeys(name for name, _ in noticed.tokens))
        yield TOKEN_IGNORED.notice(
            places=[place for _, place in noticed.tokens], names=say_short_list(names)
        )


def _with_deck(notice: Notice, index: int | None) -> Notice:
    """A reader's notice with the deck's index in the team, which readers do not know."""
    places = tuple(place._replace(deck=index) for place in notice.places)
    return notice._replace(places=places)
