"""Reads line-based texts, with one card per line: their lines, their syntax and their decks.

Each line is classified on its own and cached for other lists. The traits of all lines identify
the syntax, and the syntax determines the meaning of blank lines.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from itertools import count, pairwise, repeat
from typing import Any, NamedTuple

from cards import BoundedCache, catalogue, catalogue_cache
from headjudge.decklists import counts, passes, prose, splitting, syntaxes
from headjudge.decklists.encoding import split
from headjudge.decklists.lines import headings, marks, notation, numbers, several, unread
from headjudge.decklists.lines.classifier import MOST_OF_UNKNOWN, IsTitle
from headjudge.decklists.lines.classifier import read as read_line
from headjudge.decklists.lines.headings import Heading
from headjudge.decklists.lines.items import (
    MOST_READ_AGAIN,
    Context,
    Entry,
    Item,
    Kind,
    Several,
    Step,
)
from headjudge.decklists.lines.remarks import FACES
from headjudge.decklists.passes import COMMENT_SIGNS
from headjudge.decklists.prose import SIDEBOARD_MAX, line_notices, without_count
from headjudge.decklists.sections import (
    LEAST_OF_VIEWS,
    SIZE_OF_COMMANDER,
    SIZES,
    Gap,
    Sections,
    again_notice,
    commanders_apart,
    end_of_first_view,
    larger_gaps,
    sideboard_behind_blank,
    sizes_of,
    with_notices,
)
from headjudge.decklists.splitting import LONGEST_NAME, Part, Start
from headjudge.decklists.syntaxes import (
    BECAUSE,
    PLAIN,
    SIDEBOARD_BEHIND_BLANK,
    TEXTS,
    TextSyntax,
    Trait,
)
from messages import say
from validator.model import (
    COMMANDER,
    MAIN,
    SIDEBOARD,
    SIDEBOARD_GUESSED,
    Decklist,
    Line,
    Notice,
    Unreadable,
)

REMEMBERED_FACTS = 2
"""Catalogues with cached lines at a time."""
REMEMBERED_SYNTAXES = 256
"""Cached sets of traits with their syntax; real lists have a few dozen."""
OTHER_NUMBERS = ("costs", "numbering", "counts-apart")
"""The passes that know a number beside a title to be no count."""
WORDS_OF_SENTENCE = 3
"""Minimum words beside a title in a sentence."""
NEAR = 3
"""Of so many words beside a title, a number is one of its copies."""
NAMED = say("the syntax was named")
"""The reason for the syntax if the caller chose it."""

_CHANGES = r"(?:[^:+\u2212–-]{1,30}: ?)?[+\u2212–-]"
"""-2 Opt, v1.2: +2 Negate"""
_SHARE = r"[0-9]{1,2}/[0-9]{1,2}"
"""2/2, 3/3 of the list"""
_TOTAL_IN_BRACKETS = r"\A[^(\[].*[(\[][0-9]{1,3}[)\]]\Z"
"""Burn (13); but not (4 Opt)"""

_COMMENT = " \t#/"
_WORDS = r"[0-9]+|[^\W\d_]+"
_COMMENT_BEHIND = r" #| // (?=[^\W\d])"
_COMMENT_SIGNS = " \t#/;~`"


class Plain(NamedTuple):
    """A line with only a count and a title, as most lines are."""

    copies: int
    name: str

    @property
    def item(self) -> Entry:
        return Entry(*self)


class Marked(NamedTuple):
    """Any other line: its meaning and its traits."""

    item: Item
    traits: frozenset[Trait]
    start: Start | None = None
    """The start of a deck that it may be, in a text of several."""
    depends_on_context: bool = False
    """Whether its meaning depends on the lines around it: a title without any number may be the
    name of a part of the list."""
    unread: tuple[str, ...] = ()
    """The cards that it may hold besides those that were read from it."""
    doubts: frozenset[str] = frozenset()
    """What it says of its cards besides, as `unread.doubts` has it."""


Row = Plain | Marked


def _is_marked(line: tuple[int, Marked]) -> bool:
    """Whether the line has traits, or may begin a deck."""
    return bool(line[1].traits or line[1].start)


@dataclass(slots=True)
class Reading:
    """Some lines of a text, read in order; the meaning of blank lines is still undecided."""

    sections: Sections
    """The section of the next line, and what the lines said of sections."""
    odd: Sequence[tuple[int, Marked]]
    """The lines with more than a count and a title, by index in the text."""
    lines: list[Line] = field(default_factory=list)
    sizes: dict[str, int] = field(default_factory=dict)
    """The copies on the lines by section."""
    unreadable: list[Unreadable] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    """The blank lines and drawn lines."""
    types_at: int = 0
    """The number of the last heading of card types, below which there is no unnamed sideboard."""
    settings: set[int] = field(default_factory=set)
    """The numbers of settings."""
    empty: list[Step] = field(default_factory=list)
    """The cards with a count of 0."""
    notices: tuple[Notice, ...] = ()
    """Guesses about lines that depend on their context, and skipped lines."""

    def add_plain(self, first: int, texts: Sequence[str], rows: Sequence[Plain]) -> None:
        """Add lines with only a count and a title, which follow each other."""
        if rows and (section := self.sections.of_plain) is not None:
            copies, names = zip(*rows, strict=True)
            self.sizes[section] = self.sizes.get(section, 0) + sum(copies)
            self.lines += map(Line, copies, names, repeat(section), count(first), texts)
            return
        for number, text, row in zip(count(first), texts, rows, strict=False):
            self.add(number, text, row.item)

    def add(self, number: int, text: str, item: Item) -> None:
        """Add any line."""
        sections = self.sections
        if sections.in_settings and notation.is_setting(text):
            self.settings.add(number)
        elif isinstance(item, Entry):
            copies, name, section, set_code, collector_number, foil = item
            if section is not None or (section := sections.of_plain) is None:
                section = sections.section_of(item)
            self.sizes[section] = self.sizes.get(section, 0) + copies
            self.lines.append(
                Line(copies, name, section, number, text, set_code, collector_number, foil)
            )
        elif isinstance(item, Heading):
            sections.enter(item)
            if item.is_of_types or (not item.section and headings.is_of_colours(text)):
                self.types_at = number
        elif item is Kind.BLANK:
            sections.blank()
            is_below = bool(self.lines) and self.lines[-1].number == number - 2
            if self.types_at == number - 1 and not is_below:  # between a heading and its cards
                self.types_at = number
            self.gaps.append(Gap(number, len(self.lines)))
        elif item is Kind.COMMENT and notation.is_drawn(text):
            self.gaps.append(Gap(number, len(self.lines)))
        elif item is Kind.UNREADABLE:
            self.unreadable.append(Unreadable(number, text))
        elif item is Kind.PROSE:
            sections.words()
            if headings.is_of_colours(text):
                self.types_at = number
        elif item is Kind.ZERO:
            self.empty.append(Step(number, text, item))

    @property
    def is_open(self) -> bool:
        """Whether no line names a section, so that a blank line may begin one."""
        return not (self.sections.is_of_pool or self.sections.are_named)

    @property
    def traits(self) -> frozenset[Trait]:
        return frozenset().union(*[row.traits for _, row in self.odd if row.traits])

    @property
    def starts(self) -> list[tuple[int, Start]]:
        """The lines that may begin a deck."""
        return [(index, row.start) for index, row in self.odd if row.start]

    def may_be_several(self, main_min: int, sizes: tuple[int, ...]) -> bool:
        """Whether the lines may contain several decks; cheap to check."""
        if self.is_open and not self.gaps and not any(map(_is_marked, self.odd)):
            return False
        if sum(start.kind not in ("title", "types") for _, start in self.starts) > 1:
            return True
        copies = sum(self.sizes.values())
        if copies >= (main_min if sizes else 2 * main_min):
            return True
        # Two decks of forty have a gap within a section; one of eighty may have none.
        return copies >= 2 * min(SIZES) and any(
            (after.number or 0) > (before.number or 0) + 1 and before.section == after.section
            for before, after in pairwise(self.lines)
        )

    def deck(
        self, syntax: TextSyntax, because: str, main_min: int, *, is_whole: bool = True
    ) -> Decklist:
        """The deck, with its sideboard after the last blank line if the syntax has it there; it has
        notices on its sizes if it `is_whole`."""
        lines = as_marked = tuple(self.lines)
        notices: tuple[Notice, ...] = ()
        main = self.sizes.get(MAIN, 0)
        if self.gaps or main + self.sizes.get(SIDEBOARD, 0) == SIZE_OF_COMMANDER:
            lines, notices = commanders_apart(lines, main, self.gaps, is_open=self.is_open)
        if self.gaps and self.is_open and not notices:
            gaps = [gap for gap in larger_gaps(lines, self.gaps) if gap.number > self.types_at]
            lines, notices = sideboard_behind_blank(syntax.blank_line, lines, gaps, main_min)
        unread: tuple[str, ...] = ()
        if self.notices:
            passed_over = [each.places for each in self.notices if each.code == "line-ignored"]
            unread = tuple([place.text or "" for places in passed_over for place in places])
            notices = (*self.notices, *notices)
        deck = Decklist(
            lines,
            tuple(self.unreadable),
            syntax=syntax.id,
            because=because,
            notices=notices,
            unread=unread,
            is_commander_open=self.sections.is_commander_open,
            is_companion_open=self.sections.is_companion_open,
        )
        if not is_whole:
            return deck
        sizes = self.sizes if lines is as_marked else sizes_of(lines)
        return with_notices(deck, sizes, 0 if self.sections.is_of_pool else main_min)


def read(
    text: str,
    *,
    main_min: int,
    pool: bool,
    is_title: IsTitle,
    syntax: TextSyntax | None,
    may_split: bool,
    sizes: tuple[int, ...] = (),
    is_whole: bool = True,
) -> tuple[Decklist, ...]:
    """Every deck of the text; without `syntax` it is recognised.

    Nothing is lost: lines that are no card, comment or heading are unreadable. See
    `headjudge.decklists.read_team` for the parameters, `splitting` for the separation of decks. If
    the text is only a part of what was sent (not `is_whole`), no notices are on their sizes.
    """
    lines = split(text)
    by_line = _rows(is_title)
    rows = [*map(by_line.__getitem__, lines)]
    if not isinstance(rows[0], Plain):
        _name_event(lines, rows)
    whole = _reading(lines, rows, Part(0, len(lines)), pool, is_title)
    if not whole.lines and any(line[:1] in _COMMENT for line in lines if line):
        # If every line is a comment, the list itself was commented out.
        bare = [
            by_line[line.lstrip(_COMMENT)] if line[:1] in _COMMENT else row
            for line, row in zip(lines, rows, strict=True)
        ]
        uncommented = _reading(lines, bare, Part(0, len(lines)), pool, is_title)
        rows, whole = (bare, uncommented) if uncommented.lines else (rows, whole)
    chosen, because = _syntax_of(whole.traits) if whole.odd else (PLAIN, BECAUSE)
    if syntax:
        chosen, because = syntax, NAMED

    may_be_again = whole.types_at and sum(whole.sizes.values()) >= LEAST_OF_VIEWS and not pool
    if may_be_again and (last := end_of_first_view(whole.lines)):
        text = "\n".join(lines[:last])
        first, *others = read(
            text,
            main_min=main_min,
            pool=pool,
            is_title=is_title,
            syntax=syntax,
            may_split=may_split,
            sizes=sizes,
            is_whole=False,
        )
        notice = again_notice(last + 1, len(lines))
        found = (first._replace(notices=(*first.notices, notice)), *others)
        if not is_whole:
            return found
        return tuple(with_notices(deck, sizes_of(deck.lines), main_min) for deck in found)

    decks = None
    if may_split and not pool and whole.may_be_several(main_min, sizes):

        def read_part(part: Part) -> Decklist:
            reading = _reading(lines, rows, part, pool, is_title)
            if syntax or chosen is PLAIN or not reading.is_open or reading.traits:
                return reading.deck(chosen, because, main_min, is_whole=is_whole)
            # Nothing in this part is of the program that the other decks are from.
            own = reading.deck(PLAIN, BECAUSE, main_min, is_whole=is_whole)
            return own._replace(syntax=chosen.id, because=because)

        items = [row.item for row in rows]
        decks = splitting.decks_of(items, whole.starts, main_min, read_part, sizes)
    decks = decks or (whole.deck(chosen, because, main_min, is_whole=is_whole),)
    return _with_guessed_syntax(decks) if whole.gaps and chosen is PLAIN and not syntax else decks


def _name_event(lines: Sequence[str], rows: list[Row]) -> None:
    """Turn lines above the cards that begin with how the team plays (`Two-Headed Giant: Modern`)
    into words, as that is also a card's title."""
    for at, (line, row) in enumerate(zip(lines, rows, strict=True)):
        if isinstance(row, Plain):
            return
        rest = notation.tidy(headings.without_structure(line))
        if rest == notation.tidy(line):
            if unread.cards_of(row.item):
                return
        elif not unread.cards_of(row.item) or (
            isinstance(row.item, Entry) and row.item.set_code and not row.item.collector_number
        ):
            rows[at] = row._replace(item=Kind.PROSE, depends_on_context=True, unread=())


class Explained(NamedTuple):
    """What one line of a text became, and the pass that decided it."""

    number: int
    text: str
    kind: Kind
    cards: tuple[Line, ...] = ()
    deck: int = 0
    """The index of its deck, from 0."""
    by: str = "line"
    """A name of `passes.PASSES`; "line" if the line says it by itself."""


def explain(
    text: str, decks: Sequence[Decklist], *, is_title: IsTitle, pool: bool
) -> list[Explained]:
    """Each line of a text from which these decks were read."""
    texts = split(text)
    rows = [*map(_rows(is_title).__getitem__, texts)]
    _name_event(texts, rows)
    both = zip(texts, rows, strict=True)
    steps = [Step(number, line, row.item) for number, (line, row) in enumerate(both, 1)]
    arranged = passes.arrange(steps, Context(partial(read_line, is_title=is_title), pool=pool))
    by_line = {step.number: step for step in reversed(arranged)}
    cards: dict[int, list[Line]] = {}
    faults = {fault.number for deck in decks for fault in deck.unreadable}
    deck_of: dict[int, int] = {}
    for at, deck in enumerate(decks):
        for line in deck.lines:
            cards.setdefault(line.number or 0, []).append(line)
            deck_of[line.number or 0] = at
    explained: list[Explained] = []
    at = 0
    for step in steps:
        at = deck_of.get(step.number, at)
        found = tuple(cards.get(step.number, ()))
        last = by_line.get(step.number)
        kind, by = (last.kind, last.by) if last else (Kind.PROSE, "joins")
        if step.number in faults:
            kind, by = Kind.UNREADABLE, by if kind is Kind.UNREADABLE else "nothing-is-lost"
        elif found:
            kind = Kind.CARD if len(found) == 1 else Kind.CARDS
        explained.append(Explained(step.number, step.text, kind, found, at, by or "line"))
    return explained


def _reading(
    lines: Sequence[str], rows: Sequence[Row], part: Part, pool: bool, is_title: IsTitle
) -> Reading:
    """Read one part of the text from its classified lines."""
    first, chosen = part.start, rows[part.start : part.stop]
    odd: list[tuple[int, Marked]] = []
    if Marked in map(type, chosen):
        odd = [(at, row) for at, row in enumerate(chosen, first) if type(row) is Marked]
    unclear = [row for _, row in odd if row.depends_on_context or row.unread or row.doubts]
    reading = Reading(Sections(pool=pool), odd)
    arranged: list[Step] = []
    if unclear and any(row.depends_on_context for row in unclear):
        again = MOST_READ_AGAIN * len(chosen) // len(lines) + 1  # together as in one deck
        context = Context(partial(read_line, is_title=is_title), pool, again)
        arranged = passes.arrange(_steps(lines, rows, part), context)
    if arranged or part.sideboard is not None:
        steps = arranged or _steps(lines, rows, part)
        if part.sideboard is not None:
            heading = Step(part.sideboard, "", Heading(SIDEBOARD))
            steps = sorted([*steps, heading], key=lambda step: step.number)
        for step in steps:
            reading.add(step.number, step.text, step.item)
    else:
        plain: Any = rows  # but for the odd ones
        for at, row in odd:
            if first < at:
                reading.add_plain(first + 1, lines[first:at], plain[first:at])
            reading.add(at + 1, lines[at], row.item)
            first = at + 1
        reading.add_plain(first + 1, lines[first : part.stop], plain[first : part.stop])
    settings = reading.settings
    if arranged:
        settings.update(step.number for step in arranged if step.item is Kind.COMMENT)
    if part.title is not None:
        settings.discard(part.title + 1)
    passed_over: list[Step] = []
    doubtful: list[tuple[Step, frozenset[str]]] = []
    if arranged or settings or unclear:
        check = _Check(lines, arranged, reading.lines, settings, is_title)
        reading.unreadable, passed_over, doubtful = check.of(odd, reading.unreadable)
    if arranged or passed_over or doubtful or reading.empty:
        reading.notices = _notices(
            arranged, passed_over, [] if pool else doubtful, reading.empty, pool=pool
        )
    return reading


def _steps(lines: Sequence[str], rows: Sequence[Row], part: Part) -> list[Step]:
    """The lines of the part, read by themselves; the name of its player is no card, but is told if
    it is also a title."""
    steps = [Step(at + 1, lines[at], rows[at].item) for at in range(part.start, part.stop)]
    if part.title is not None:
        at = part.title - part.start
        item = steps[at].item
        is_title = isinstance(item, Entry) and catalogue().find(item.name).level not in FACES
        name = Heading(None, may_be_card=True) if is_title else Kind.COMMENT
        steps[at] = steps[at]._replace(item=name)
    return steps


def _notices(
    arranged: Sequence[Step],
    passed_over: Sequence[Step],
    doubtful: Sequence[tuple[Step, frozenset[str]]],
    empty: Sequence[Step],
    *,
    pool: bool,
) -> tuple[Notice, ...]:
    """The notices on lines that were skipped, or read differently from how they are written."""
    words = [step for step, doubts in doubtful if doubts == {unread.WORDS}]
    more = [step for step, doubts in doubtful if doubts not in ({unread.PLURAL}, {unread.WORDS})]
    plurals = [step for step, doubts in doubtful if unread.PLURAL in doubts]
    return (
        *line_notices("line-ignored", passed_over, pool=pool),
        *line_notices("rest-ignored", more, pool=pool),
        *line_notices("rest-ignored", words, pool=pool, words="words-ignored"),
        *line_notices("title-corrected", plurals, pool=pool),
        *line_notices("count-zero", empty, pool=pool),
        *line_notices("total-differs", _differing(arranged), pool=pool),
        *line_notices("count-assumed", without_count(arranged), pool=pool),
        *line_notices("count-assumed", counts.doubtful_numbers(arranged), pool=pool),
        *line_notices(
            "count-assumed", counts.scanned_counts(arranged), pool=pool, words="figure-assumed"
        ),
    )


class _Check:
    """The check that no card of a text is lost, over all lines that are not just a card.

    A line that may hold a card which was not read is a fault; if it is a comment, it is named as
    one that was skipped.
    """

    def __init__(
        self,
        texts: Sequence[str],
        arranged: Sequence[Step],
        lines: Sequence[Line],
        comments: Set[int],
        is_title: IsTitle,
    ) -> None:
        """`comments` are the numbers of the lines that are comments by their place."""
        self._texts = texts
        self._lines = lines
        self._comments = comments
        self._is_title = is_title
        self._read: dict[int, list[Line]] = {}
        for line in lines:
            self._read.setdefault(line.number or 0, []).append(line)
        self._steps: dict[int, Step] = {}
        for step in arranged:  # a pass may add a heading to a line
            if step.number not in self._steps or not isinstance(step.item, Heading):
                self._steps[step.number] = step

    def of(
        self, rows: Sequence[tuple[int, Marked]], unreadable: Iterable[Unreadable]
    ) -> tuple[list[Unreadable], list[Step], list[tuple[Step, frozenset[str]]]]:
        """The faults of lines, the lines that were skipped, and those that say more of their cards
        than was read, with what they say."""
        faults = {line.number: line for line in unreadable}
        doubtful: list[tuple[Step, frozenset[str]]] = []
        odd = {index + 1 for index, _ in rows}
        # A card that only another pass took for one that is mentioned.
        skipped = [
            step
            for step in self._steps.values()
            if step.item is Kind.PROSE and step.number not in odd
        ]
        for index, row in rows:
            number, text = index + 1, self._texts[index]
            if row.item is Kind.COMMENT or number in self._comments:
                is_comment = row.item is Kind.COMMENT
                cards = (
                    row.unread
                    if is_comment
                    else _commented_out(text, self._is_title, is_setting=True)
                )
                step = self._steps.get(number)
                is_signed = step and step.item is Kind.COMMENT and step.by == "prose"
                if cards or is_signed:  # 12 Forest Road, in a signature
                    skipped.append(Step(number, text, Kind.COMMENT))
                continue
            cards = self._unread(number, text, row)
            if cards and self._is_behind_sign(number, text):
                skipped.append(Step(number, text, Kind.COMMENT))
            elif cards:
                faults[number] = Unreadable(number, text, cards)
            elif self._is_skipped(number):
                skipped.append(self._steps[number])
            elif number in faults and self._is_beside(number, text):
                skipped.append(Step(number, text, Kind.PROSE))
                del faults[number]
            elif number not in faults and (doubts := self._doubts(number, text, row)):
                doubtful.append((Step(number, text, Kind.CARD), doubts))
        skipped.sort(key=lambda step: step.number)
        return sorted(faults.values()), skipped, doubtful

    def _doubts(self, number: int, text: str, row: Marked) -> frozenset[str]:
        """What the line says of its cards besides what was read."""
        read, step = self._read.get(number), self._steps.get(number)
        if not read or (step and step.by in OTHER_NUMBERS):
            return frozenset()
        doubts = row.doubts
        if _counted(unread.cards_of(row.item)) != _counted(read):
            doubts = unread.doubts(text, Several(tuple(map(_entry, read))), self._is_title)
        if step and step.by == "words-behind" and unread.has_words(text, read[0].name):
            doubts |= {unread.WORDS}
        return doubts - {line.section for line in read}

    def _unread(self, number: int, text: str, row: Marked) -> tuple[str, ...]:
        """The cards that the line may hold besides those that were read from it."""
        own, read = unread.cards_of(row.item), tuple(self._read.get(number, ()))
        step = self._steps.get(number)
        if self._is_heading(number, row) or (step and step.by in OTHER_NUMBERS):
            return ()
        if self._steps and number not in self._steps:
            # The line goes on with a title or remark of the one before.
            number -= 1
            read = tuple(self._read.get(number, ()))
            cards = unread.readings(f"{self._texts[number - 1]} {text}", read, self._is_title)
        elif _counted(own) == _counted(read):
            cards = row.unread
        else:
            cards = unread.readings(text, read, self._is_title)
        if self._is_skipped(number) or not read:
            return tuple(each for each in cards if not self._is_spoken_of(each, number, text))
        return cards

    def _is_behind_sign(self, number: int, text: str) -> bool:
        """Whether the cards that were not read are behind a sign: `4 Opt # 4 Shock`."""
        before, *behind = re.split(_COMMENT_BEHIND, text, maxsplit=1)
        read = self._read.get(number, ())
        return bool(behind and read) and not unread.readings(before, read, self._is_title)

    def _is_heading(self, number: int, row: Marked) -> bool:
        """Whether the line is a heading, with no more cards than its cards prove."""
        if isinstance(row.item, Heading):
            return not row.item.owner
        item = self._steps[number].item if number in self._steps else None
        if not isinstance(item, Heading) or item.differs:
            return False
        if item.may_be_card:
            return item.total is None
        if item.total and item.total > MOST_OF_UNKNOWN:
            return True
        text = self._texts[number - 1].strip()
        return re.search(_TOTAL_IN_BRACKETS, text) is not None or headings.counts_behind(text)

    def _is_skipped(self, number: int) -> bool:
        """Whether the line is prose, or a heading that could also be a card."""
        item = self._steps[number].item if number in self._steps else None
        return item is Kind.PROSE or (isinstance(item, Heading) and item.may_be_card)

    def _is_beside(self, number: int, text: str) -> bool:
        """Whether the line is above or below a whole deck, and has no number, or only copies that
        the deck has: words that are nearly a title, or a change such as `-1 Opt`."""
        if not (self._is_complete and self._is_outside(number)):
            return False
        if not any(map(str.isdecimal, text)):
            return self._is_full or number < self._last or self._has_all_of(text)
        is_change = re.match(prose.CHANGE, text) is not None
        return (is_change or _words_of(text) >= WORDS_OF_SENTENCE) and self._has_all_of(text)

    def _has_all_of(self, text: str) -> bool:
        """Whether the deck has the copies of all cards that the text may hold."""
        cards = unread.readings(text, (), self._is_title)
        return bool(cards) and all(map(self._has, cards))

    def _has(self, reading: str) -> bool:
        digits, _, title = reading.partition(" ")
        return digits.isdecimal() and int(digits) <= self._copies_of(title)

    def _copies_of(self, title: str) -> int:
        return max((self._titles[each] for each in _english(title)), default=0)

    def _is_spoken_of(self, reading: str, number: int, text: str) -> bool:
        """Whether words mention a card that the list has anyway.

        A title without a number may be anywhere; copies only in a sentence below the list, or in
        a plan of changes there (`-2 Opt`). Beside a whole deck, any title without a number may be,
        and if its sideboard is whole as well, copies that it has in all that is apart below it.
        """
        digits, _, title = reading.partition(" ")
        copies = self._copies_of(title)
        has_all = digits.isdecimal() and int(digits) <= copies
        is_sentence = _words_of(text.replace(title, "")) >= WORDS_OF_SENTENCE
        is_counted = _is_beside(digits, title, re.sub(_SHARE, "", text))
        is_outside = self._is_complete and self._is_outside(number)
        if not is_counted and prose.goes_on(self._texts, number - 1, is_sentence=is_sentence):
            return True
        is_title = text.strip().startswith(title) and not is_sentence  # Mox Jet, Mox Ruby
        is_title = is_title and not text.rstrip().endswith((":", "."))  # words, or their end
        if not is_counted and self._is_complete and (is_sentence or is_outside) and not is_title:
            return True
        is_apart = number > self._last_and_apart
        is_told = is_apart or text.count("%") > 1 or re.match(prose.CHANGE, text)
        if has_all and is_outside and self._is_full and is_told:
            return True
        if digits == "1" and (is_sentence or not any(map(str.isdecimal, text))):
            return copies > 0
        if not has_all or (self._is_complete and is_sentence):
            return has_all
        is_change = re.match(_CHANGES, text.lstrip()) is not None
        row = several.cells_of(text)  # | Affinity | 4 Shock | 2 Opt |
        is_change = is_change or bool(row and row[0].isalpha())
        return number > self._last and (is_sentence or is_change)

    @cached_property
    def _last_and_apart(self) -> int:
        """The first line below the cards that is blank or words."""
        for number in range(self._last + 1, len(self._texts) + 1):
            text = self._texts[number - 1]
            if not text.strip() or self._is_skipped(number):
                return number
        return len(self._texts)

    @cached_property
    def _sizes(self) -> tuple[int, int]:
        """The cards of the main deck with its commanders, and of the sideboard."""
        copies = Counter[str]()
        for line in self._lines:
            copies[line.section] += line.copies
        return copies[MAIN] + copies[COMMANDER], copies[SIDEBOARD]

    @property
    def _is_complete(self) -> bool:
        """Whether the cards are a whole deck of a usual size, alone or with a whole sideboard."""
        main, side = self._sizes
        return main in (*SIZES, SIZE_OF_COMMANDER) and side in (0, SIDEBOARD_MAX)

    @property
    def _is_full(self) -> bool:
        """Whether no other card can belong to the whole deck."""
        main, side = self._sizes
        return self._is_complete and (side > 0 or main == SIZE_OF_COMMANDER)

    @cached_property
    def _last(self) -> int:
        """The last line with a card of the main deck or the sideboard."""
        parts = (MAIN, SIDEBOARD)
        return max((line.number or 0 for line in self._lines if line.section in parts), default=0)

    def _is_outside(self, number: int) -> bool:
        """Whether the line is above or below all cards of the deck."""
        return number > self._last or number < min(self._read, default=0)

    @cached_property
    def _titles(self) -> Counter[str]:
        copies: Counter[str] = Counter()
        for line in self._lines:
            copies.update(dict.fromkeys(_english(line.name), line.copies))
        return copies


def _words_of(text: str) -> int:
    """How many words, besides numbers and signs, the text has."""
    return sum(word[:1].isalpha() for word in text.split())


def _is_beside(digits: str, title: str, text: str) -> bool:
    """Whether the number is before or behind the title, with two words between at most."""
    before, _, behind = text.partition(title) if title else (text, "", "")
    words = re.findall(_WORDS, before)[-NEAR:] + re.findall(_WORDS, behind)[:NEAR]
    return digits in words


def _counted(cards: Iterable[Entry | Line]) -> list[tuple[int, str]]:
    return [(card.copies, card.name) for card in cards]


def _entry(line: Line) -> Entry:
    return Entry(line.copies, line.name, None, line.set_code, line.collector_number)


def _differing(steps: Sequence[Step]) -> list[Step]:
    """The headings that state another number of cards than was read."""
    return [step for step in steps if isinstance(step.item, Heading) and step.item.differs]


def _english(title: str) -> tuple[str, ...]:
    return tuple(card.title for card in catalogue().find(title).cards)


@catalogue_cache(REMEMBERED_FACTS)
def _rows(is_title: IsTitle) -> BoundedCache[str, Row]:
    """Classified lines, cached for the catalogue that `is_title` belongs to."""
    return BoundedCache(partial(_row, is_title), notation.REMEMBERED_LINES, keeps=notation.is_short)


def _row(is_title: IsTitle, line: str) -> Row:
    line = marks.without_directive(line)
    item = read_line(line, is_title)
    row = Marked(item, syntaxes.traits_of(line))
    if not _is_just(line, item):
        is_bare = type(item) is Entry and item.copies == 1 and not numbers.FIGURES[line].has_digits
        row = row._replace(
            start=splitting.start_of(line, item),
            depends_on_context=is_bare or _is_doubtful(item, line) or passes.is_odd(item),
        )
        if item is Kind.COMMENT:
            row = row._replace(unread=_commented_out(line, is_title))
        elif item not in (Kind.BLANK, Kind.ZERO):
            rest = unread.readings(line, unread.cards_of(item), is_title)
            row = row._replace(unread=rest, doubts=unread.doubts(line, item, is_title))
    if type(item) is Entry and not (any(item[2:]) or any(row[1:])):
        # Lines with different counts of a card share the name, which makes its lookup faster.
        return Plain(item.copies, sys.intern(item.name))
    return row


def _is_just(line: str, item: Item) -> bool:
    """Whether the line is just a count, a title and its printing, as programs write them."""
    if type(item) is not Entry:
        return False
    card = f"{item.copies} {item.name}"
    printing = f" ({item.set_code}) {item.collector_number}"
    return line == card or (line == card + printing and item.set_code in catalogue().sets)


_KEY = r"[:=]|^Name\s"
"""What stands before the value of a setting: `Description=`, and in Arena `Name`."""


def _commented_out(line: str, is_title: IsTitle, *, is_setting: bool = False) -> tuple[str, ...]:
    """The cards of a comment or setting: `# 4 Opt`, `Name=4 Opt`."""
    line = notation.without_signs(marks.without_markup(line) or line)
    line = line if line[:1] in _COMMENT_SIGNS else notation.tidy(line)
    bare = line.strip(_COMMENT_SIGNS)
    value = re.split(_KEY, bare, maxsplit=1)[-1].strip()
    is_sign = not is_setting or line[:1] in _COMMENT_SIGNS
    text = bare if is_sign else value
    if "://" in text or not (marks.has_digits(text) if is_sign else text[:1].isdecimal()):
        return ()
    known = [each for each in unread.cards_of(read_line(text, is_title)) if type(each) is Entry]
    if known:
        return tuple(f"{card.copies} {card.name}" for card in known)
    return unread.beside_numbers(text, is_title) if is_sign else ()


def _is_doubtful(item: Item, line: str) -> bool:
    """Whether the line depends on its context: the name `8-Whack`, the heading `Side: 3 Opt`."""
    if item is Kind.COMMENT:
        return headings.among_words(line) is not None
    if type(item) is not Entry or not item.section:
        if type(item) is not Entry:
            return False
        is_odd = len(line) > LONGEST_NAME or numbers.count_before(line) is None
        return (is_odd and line[:1].isdecimal()) or bool(several.cells_of(line))
    if item.section == COMMANDER:  # the list may have the commander that a comment names
        return line[:1] in COMMENT_SIGNS
    return item.section == SIDEBOARD and ":" in line and not line.upper().startswith("SB")


@lru_cache(REMEMBERED_SYNTAXES)
def _syntax_of(text_traits: frozenset[Trait]) -> tuple[TextSyntax, str]:
    """The syntax with these traits, and the reason."""
    for syntax in TEXTS:
        if because := syntax.recognise(text_traits):
            return syntax, because
    return PLAIN, BECAUSE


def _with_guessed_syntax(decks: tuple[Decklist, ...]) -> tuple[Decklist, ...]:
    """The decks, as of Magic Online if a blank line was read as the start of a sideboard."""
    codes = [notice.code for deck in decks for notice in deck.notices]
    if SIDEBOARD_GUESSED not in codes:
        return decks
    syntax, because = _syntax_of(frozenset({SIDEBOARD_BEHIND_BLANK}))
    return tuple(deck._replace(syntax=syntax.id, because=because) for deck in decks)
