"""What stands around a card's name: markup, directives, and marks of printings and categories.

Markup is that of web pages and forums: entities and tags of HTML, BBCode. A directive is a comment
that is addressed to Headjudge, `4 Opt # headjudge: allow ...`: it ends a line or is a line of its
own, after `#` or `//`, in every syntax, and readers remove it first, so that it is never read as
part of a card. Marks are set and number, foils, prices, categories and comments.

Every pattern takes time in proportion to the name (`tests/test_patterns.py` has the proof).
"""

import re
from collections.abc import Iterable
from functools import cached_property, lru_cache
from itertools import chain
from typing import Generic, NamedTuple, TypeVar

from headjudge.decklists.lines import headings
from validator.model import COMMANDER, COMPANION, MAIN, MAYBEBOARD, SIDEBOARD

_ENTITY = r"&(?:[A-Za-z]{2,8}|#[0-9]{1,6}|#[xX][0-9A-Fa-f]{1,5});"
_TAG = (
    r"(?i)</?(?:a|abbr|auto|autocard|b|big|br|center|code|deck|decklist|div|em|font|h[1-6]|i|img|li|ol|p|pre|small|span|strong|sub"
    r"|sup|table|tbody|td|th|thead|tr|u|ul)(?:[\s/][^<>]{0,300}+)?>"
)
_LINE_BREAK = r"(?i)<(?:br|/li|/p|/tr|/div)(?:[\s/][^<>]{0,100}+)?>"
"""A line break on a web page; a line of text may have several."""
_EMPTY = r"(?i)(?:\s|&nbsp;|&#160;|&#x(?:a0|200b);|<(?:br|/?p|/?div) ?/?>)+"
_FORUM_TAG = (
    r"(?i)\[/?(?:\*(?::[a-z0-9]{1,12})?|b|i|u|s|align|center|color|font|h[1-6]|img|left|li|list|mana|mazzo"
    r"|quote|right|size|spoiler|table|(?-i:td[0-9]?|TD)|th|tr|url)(?:=[^\[\]]{0,300}+)?\]"
)
_TITLED = r"(?i)[<\[][A-Za-z]{1,10}(?: ?(?:title|name))?=[\"“”]?([^\[\]<>\"“”=]{1,60})[\"“”]?[\]>]"
_LABELS = r"\s*(?:\[[^\W\d][^\[\]]{0,60}\])+(?=[0-9]{1,2}x? [^\W\d])"
_WITHIN = r"[^\[\]]+"
"""Words of a page in brackets right before a count: `[Weiss]4 Opt`, unless they are a heading."""
_CLOSES = r"\[/[A-Za-z]{1,20}\]"
_DECK = r"(?i)\[(?:deck|d|cards)(?:[ =][^\[\]]{0,300}+)?\]"


def title_of_tag(line: str) -> str:
    """The title in a tag that is the whole line: `[spoiler=Sideboard]`."""
    match = re.fullmatch(_TITLED, line.strip())
    return match[1] if match else ""


def is_blank_line(text: str) -> bool:
    """Whether the line is displayed as a blank one: `<br>`, `&nbsp;`."""
    return text[:1] in "<&" and re.fullmatch(_EMPTY, text) is not None


def is_frame(line: str) -> bool:
    """Whether the line is just a tag that opens or closes a list or a part of it."""
    return line[:1] == "[" and bool(re.fullmatch(_CLOSES, line) or re.fullmatch(_DECK, line))


_LINK = r"\[([^\[\]]{1,300})\]\(https?://[^()\s]{1,300}\)"
"""[Opt](https://...)"""
_QUOTED = r"(?:=[0-9A-F]{2}){1,4}"
"""Bytes as the source of a mail has them: `Serra=E2=80=99s`."""
_MANGLED = r"(?:â€|Ã|Â|Å|ã)[\x80-\xff\u0152-\u2122]{1,2}"
"""Letters of a text in UTF-8 that was read as Windows-1252: `Serraâ€™s`."""


def _unquoted(match: re.Match[str]) -> str:
    try:
        return bytes.fromhex(match[0].replace("=", "")).decode()
    except ValueError:
        return match[0]


def _unmangled(match: re.Match[str]) -> str:
    try:
        return match[0].encode("cp1252").decode()
    except ValueError:
        return match[0]


_COMMAND = r"\\[A-Za-z]+\*?(?:-?[0-9]{1,6})? ?|[{}]"
"""A command of LaTeX or RTF: `\\item 4 Opt`, `\\section*{Sideboard}`, `4 Opt\\par`."""


def without_markup(text: str) -> str:
    """The line without tags and commands, and with its entities decoded, also those of mails."""
    if "=" in text:
        text = re.sub(_QUOTED, _unquoted, text)
    if not text.isascii():
        text = re.sub(_MANGLED, _unmangled, text)
    if "\\" in text:
        text = text.replace(" & ", " ") if text.rstrip().endswith("\\\\") else text
        text = re.sub(_COMMAND, " ", text).replace("\\\\", " ")
    if "&" in text and ";" in text:
        from html import unescape  # only needed for entities

        text = re.sub(_ENTITY, lambda entity: unescape(entity[0]), text)
    if "](http" in text:
        text = re.sub(_LINK, r"\1 ", text)
    if ">!" in text:  # spoiler markup of Reddit
        text = text.replace(">!", " ").replace("!<", " ")
    if "<" in text and ">" in text:
        text = re.sub(_LINE_BREAK, " | ", text) if len(re.findall(_LINE_BREAK, text)) > 1 else text
        text = re.sub(_TAG, " ", text)
    if "[" in text and "]" in text:
        if "[/" in text:
            text = _without_pairs(text)
        text = re.sub(_FORUM_TAG, " ", text)
        if (deck := re.match(_DECK, text)) and text[deck.end() :].strip():
            text = text[deck.end() :]
        label = re.match(_LABELS, text)
        if label and not any(map(headings.read, re.findall(_WITHIN, label[0]))):
            text = text[label.end() :]
        if not is_frame(text.strip()):
            text = re.sub(_CLOSES, lambda tag: tag[0] if tag[0].lower() in _OF_CARDS else " ", text)
    return text


def _without_pairs(text: str) -> str:
    """The line without tags around titles, with a sign between those that have no counts; not in a
    sentence."""
    parts = re.split(_TAG_OF_TITLE, text)
    if len(parts) < 3:
        return text
    others = [words for part in parts[::2] if (words := part.strip(" ,;.")) not in _JOINING]
    if len(parts) == 3 or any(map(has_digits, others)):
        return re.sub(_TAG_OF_TITLE, r" \1 ", text)
    if any(words[:1].islower() or re.search(_SMALL, words) for words in others):
        return text
    return re.sub(_TAG_OF_TITLE, r" ; \1 ; ", text).strip(" ;")


_TAG_OF_TITLE = (
    r"(?:(?<= )(?:and|und|et|y|e) )?\[[A-Za-z_]{3,20}\]([^\[\]]{1,200})\[/[A-Za-z_]{3,20}\]"
)
"""[mtg_card]Opt[/mtg_card]"""
_SMALL = r"(?<![^\W\d])[a-z]{4,}"
_JOINING = ("", "and", "und", "et", "y", "e")
_OF_CARDS = frozenset({"[/card]", "[/c]"})
"""Closing tags of card names, which are read together with the name."""


def has_digits(text: str) -> bool:
    """Whether the line has a digit outside its tags and links: `<h3>Burn</h3>` has none."""
    if text[:1].isdecimal():
        return True
    if "<" in text or "[" in text:
        text = re.sub(_ADDRESS, "", without_markup(text))
    return any(map(str.isdecimal, text))


_ADDRESS = r"(?<=\])\([^()\s]{1,300}\)"
"""The address of a link: `[Opt](https://...)`."""


_DIRECTIVE = r"(?is)(?<!:)(?P<sign>#|//)[ \t]*headjudge[ \t]*:(?P<words>.*)"


def without_directive(text: str) -> str:
    """The line without its directive; if there is nothing else, just the comment sign."""
    if ":" not in text:
        return text
    match = re.search(_DIRECTIVE, text)
    if match is None:
        return text
    before = text[: match.start()]
    return before.rstrip() if before.strip() else match["sign"]


def directive(text: str) -> str | None:
    """The directive in the line (`allow not-legal -- a proxy`); None for most lines."""
    match = re.search(_DIRECTIVE, text) if ":" in text else None
    return match["words"].strip() if match else None


REMEMBERED = 256
"""Cached combinations of signs."""


class SignedPattern:
    """A pattern that is only tried on texts with one of its signs."""

    def __init__(self, signs: str, pattern: str, flags: re.RegexFlag = re.NOFLAG) -> None:
        self.signs = signs
        """A text without any of these does not match; empty if only words matter."""
        self._pattern, self._flags = pattern, flags

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The pattern, compiled for the first text with one of its signs: most lists have few."""
        return re.compile(self._pattern, self._flags)


T = TypeVar("T", bound=SignedPattern)


class BySigns(Generic[T]):
    """An ordered collection of patterns, selected by the signs of a text."""

    def __init__(self, patterns: Iterable[T]) -> None:
        self._patterns = tuple(patterns)
        self._signs = frozenset(chain(*(each.signs for each in self._patterns)))
        self._with_signs = lru_cache(REMEMBERED)(self._select)

    def of(self, text: str) -> tuple[T, ...]:
        """The patterns that the text may match, by its signs."""
        return self._with_signs(self._signs.intersection(text))

    def _select(self, signs: frozenset[str]) -> tuple[T, ...]:
        return tuple(
            each for each in self._patterns if not (each.signs and signs.isdisjoint(each.signs))
        )


class Printed(NamedTuple):
    """A name, separated from its printing and section."""

    name: str
    set_code: str | None = None
    collector_number: str | None = None
    section: str | None = None
    """The section that a mark (`*CMDR*`) or a category (`[Sideboard]`) gives."""
    foil: bool = False
    """Whether a mark names a foil (`*F*`, `*E*`, `(F)`, `[foil]`, or Forge's `+`)."""


class Mark(SignedPattern):
    """The notation of a mark."""

    def __init__(
        self, signs: str, pattern: str, *, leads: bool = False, takes_rest: bool = False
    ) -> None:
        super().__init__(signs, pattern)
        self.leads = leads
        """Whether it comes before the title, beginning with its sign."""
        self.takes_rest = takes_rest
        """Whether it includes the rest of the line."""

    def match(self, name: str) -> re.Match[str] | None:
        """The match of a name with the mark; None without it."""
        return (self.compiled.match if self.takes_rest else self.compiled.fullmatch)(name)


ROLES = {
    "cmdr": "commander", "commander": "commander", "cmpn": COMPANION, "companion": COMPANION,
    "sb": SIDEBOARD, "side": SIDEBOARD,
}  # fmt: skip
"""The sections that marks name."""

_NO_COUNT = r"(?!(?:[xX]?[0-9]+|[0-9]+[xX]|(?i:tokens?|two|three|four))\b)(?=[0-9_]*[A-Za-z])"
"""A set code is neither a count nor the word token."""
_SET = rf"(?P<set>{_NO_COUNT}(?:[A-Za-z0-9]{{2,4}}_[A-Za-z0-9]{{2,4}}|[A-Za-z0-9_]{{2,6}}))"
"""Of up to six signs, and more with an underscore: `MPS_AKH`."""
_SET_AFTER = (
    rf"(?P<set>{_NO_COUNT}(?:[A-Z0-9]{{2,4}}_[A-Z0-9]{{2,4}}|[A-Z0-9_]{{2,6}}|[a-z0-9_]{{2,6}}))"
)
"""After a title, `[DOM]` and `[dom]` are sets, but `[Draw]` is a category."""
_NUMBER = r"(?P<number>(?!(?:[xX×*][0-9]+|[0-9]{1,2}[xX×])(?: |$))[0-9A-Za-z★†‡Φ*+-]{1,12})"
_STAR = r"\*[A-Za-z]{1,4}(?:[-:][A-Za-z]{1,5})?\*"
_FOIL = r"(?:foil|etched|foil etched|nonfoil)"
_SOME_FOIL = r"[0-9]{1,2}x? (?:non-?)?foils?(?:,? (?:and )?[0-9]{1,2}x? (?:non-?)?foils?)?"
"""How many of the copies are foils: `4 Opt (3 foil)`."""
_VARIANT = r"(?:showcase|borderless|extended art|full art|retro frame|prerelease|promo)"
_ROLE_STAR = r"(?i)\*(CMDR|CMPN|SB|SIDE)\*"
_FOIL_STAR = r"(?i)\*(?:F|E|foil|etch)(?:[-:][a-z]{1,5})?\*"

_PLACES = (MAIN, SIDEBOARD, MAYBEBOARD, COMMANDER, COMPANION)
_PLACE = "|".join(chain(*(headings.SECTIONS[name] for name in _PLACES), ["token"]))
"""Words for the section of a card: Opt (SB), Opt - side, Edgar Markov (Commander)."""
_ROLE_OR_PLACE = rf"(?i)\*(?P<role>CMDR|CMPN|SB|SIDE)\*|[(\[](?P<place>{_PLACE})[)\]]"

MOST_ROUNDS = 3
"""Maximum rounds of removing marks: each uncovers the one before it, `Opt [foil] [DOM:60]`."""
_MARKED = r"[\[(<|#*+^`$€£{]| [-–—/] | !"
_LABEL = Mark("^", r"(?P<name>.+) \^[^^]*\^")
"""Opt ^Have,#37d67a^, a label of Archidekt."""
_NOTES = (
    # Opt # !Commander, Opt !Commander
    Mark("!", r"(?i)(?P<name>.*?[^# ]) (?:# ?)?!(?P<role>commander|companion)\b", takes_rest=True),
    # Opt #sideboard, a tag
    Mark("#", r"(?i)(?P<name>.*?[^# ]) #!?(?P<place>sideboard|sb)(?= *(?:#|$))", takes_rest=True),
    # Opt # a comment, Opt #Draw #!Blue; but not the number of Opt (DOM) #60
    Mark("#", r"(?P<name>.*?[^# ]) #(?![0-9]+(?: |$))", takes_rest=True),
)
"""Notes, which take the rest of the line."""
_MARKS = (
    # Opt $ 0.50, Opt 0,50 €
    Mark(
        "$€£",
        r"(?P<name>.+?) (?:(?:à|je|@|each|cad\.?) )?"
        r"(?:[$€£] ?[0-9][0-9.,]*|[0-9]+[.,][0-9]{2} ?[$€£])",
    ),
    # Opt {U}, Fire {1}{R}//{1}{U}: its mana cost
    Mark("{", r"(?P<name>[^{}]+) (?:// ?)?(?:\{[0-9A-Za-z/]{1,5}\}(?: ?// ?)?)+"),
    # Opt (dom) 60 *F* [Draw,Blue], Opt [Maybeboard{noDeck}], Opt `Draw`: its categories
    Mark(
        "[",
        rf"(?P<name>.+ \([A-Za-z0-9_]{{2,6}}\)(?: [^ ]+)?(?: {_STAR})*)"
        r" \[(?P<categories>[^\[\]]+)\]",
    ),
    Mark(
        "[",
        rf"(?P<name>.+) \[(?!(?i:{_FOIL})\]|[xX×]? ?[0-9]+ ?[xX×]?\]|{_SET_AFTER}(?::[^\[\]]*)?\])"
        r"(?P<categories>[^\[\]|]+)\]",
    ),
    Mark("`", r"(?P<name>.+) `(?P<categories>[^`]+)`"),
    # Opt (SB), Opt - side
    Mark("([", rf"(?i)(?P<name>.+?),? ?(?:[(\[](?P<categories>{_PLACE})[)\]])"),
    Mark("-–—/", rf"(?i)(?P<name>.+?) [-–—/] (?P<place>{_PLACE})"),
    # [] Opt, [ 6E] Opt (Magic Workstation), but [12] Opt is a count
    Mark(
        "[",
        r"\[(?![0-9]+\]) ?(?P<set>[0-9A-Z]{2})?\] (?P<name>.+?)(?: \([0-9]{1,2}\))?",
        leads=True,
    ),
    # [card]Opt[/card], in forums
    Mark("[", r"(?i)\[(?:card|c)\](?P<name>[^\[\]]+)\[/(?:card|c)\]", leads=True),
    # [DOM] Opt, [DOM:60] Opt (XMage), [DOM#60] Opt (Deckstats), [DOM] Island (2) (an artwork)
    Mark(
        "[",
        rf"\[(?![0-9]+\]){_SET}(?:[:#]{_NUMBER}?)?\] (?P<name>.+?)(?: \([0-9]{{1,2}}\))?",
        leads=True,
    ),
    # (DOM) Opt
    Mark(
        "(", rf"\((?!(?i:{_PLACE})\))(?P<set>{_NO_COUNT}[A-Z0-9]{{3,4}})\) (?P<name>.+)", leads=True
    ),
    # [Opt](https://...), a link
    Mark("[", r"\[(?P<name>[^\[\]]+)\]\([^() ]*(?: \"[^\"()]*\")?\)", leads=True),
    # [[Opt]], as chat programs look cards up
    Mark("[", r"\[\[(?P<name>[^\[\]|]+)(?:\|[^\[\]]*)?\]\]", leads=True),
    # {mtg Opt}
    Mark("{", r"(?i)\{(?:mtg|card|c)[ :](?P<name>[^{}]+)\}", leads=True),
    # {{card|Opt}}, as wikis do
    Mark("{", r"\{\{[^{}|]*\|(?P<name>[^{}|]+)\}\}", leads=True),
    # Opt|DOM, Opt|DOM|1, Opt|DOM|[60] (Forge; its bare third part chooses a picture)
    Mark("|", rf"(?P<name>[^|]+)\|{_SET}?(?:\|\[{_NUMBER}\]|\|(?! ?[0-9]+x? [^|])[^|\[]*)*"),
    # Opt [DOM] (F), MTGGoldfish's foils
    Mark("(", r"(?P<name>.+) (?P<foil>\([FE]\))"),
    # Opt *F* *CMDR*, Opt *f-etch*, Opt [foil], Opt (etched), Opt (Borderless)
    Mark("*", rf"(?P<name>.*[^* ])(?P<stars>(?: {_STAR})+)"),
    Mark(
        "[(",
        rf"(?i)(?P<name>.+) [\[(](?:nonfoil|{_VARIANT}|{_SOME_FOIL}|(?P<foil>{_FOIL}))[\])]",
    ),
    # Opt*, Opt ** (rarities, on Wizards' own product pages)
    Mark("*", r"(?P<name>.*[^* ]) ?\*+"),
    # Opt (DOM) 60, Opt [DOM] 60, Opt (DOM) 60 foil
    Mark(
        "[(",
        rf"(?P<name>.+) [\[(]{_SET}[\])] #?(?=[^ ]*[0-9]){_NUMBER}"
        rf"(?i:(?: (?:nonfoil|{_VARIANT}|(?P<foil>{_FOIL})))?)",
    ),
    # Opt [DOM], Opt [DOM:60], Opt (DOM:60)
    Mark("[", rf"(?P<name>.+) (?:\[{_SET}(?::{_NUMBER})?\])"),
    Mark("(", rf"(?P<name>.+) \({_SET}:{_NUMBER}\)"),
    # Opt <60> [DOM], Opt <extended> [DOM]
    Mark("<", r"(?P<name>.+) <(?:(?P<number>[0-9]{1,5})|[^<>]+)>"),
)
"""Removed in this order without a lookup, as no title contains any of them."""
_BY_SIGNS = BySigns((_LABEL, *_NOTES, *_MARKS))
_DOUBTFUL_MARKS = (
    # Opt (DOM), but also Hazmat Suit (Used)
    rf"(?P<name>.+) \({_SET}\)",
    # Opt+, Forge's foils
    r"(?P<name>.*[^+ ])(?P<foil>\+)",
)
_READING = r" ?\([ぁ-ゖァ-ヺー・ ]+\)"
"""The pronunciation of a Japanese title, in kana after it: 《帰化(きか)》."""
OTHER_SCRIPT = r"[^\W\x00-\u03ff]"
"""A letter from Cyrillic on. Ranges of CJK would take milliseconds to compile."""
BETWEEN_SCRIPTS = rf"(?<={OTHER_SCRIPT}) (?=[A-Za-z])|(?<=[A-Za-z.!?']) (?={OTHER_SCRIPT})"
"""The space between titles in two languages: Naturalize 帰化."""
_SIDE_BY_SIDE = (
    r"[《「]?((?:[^/()《》「」]|//)+?)[》」]? ?"
    r"(?:/ ?([^/()]+?)|\(([^()]+)\)|[《「]([^《》「」]+))[》」]?"
)


def without_marks(name: str) -> Printed:
    """The name without the marks that cannot be part of a title."""
    printed = Printed(name)
    for _ in range(MOST_ROUNDS):
        if not re.search(_MARKED, printed.name):
            break
        before = printed
        for mark in _BY_SIGNS.of(printed.name):
            if mark.leads and printed.name[:1] not in mark.signs:
                continue
            if match := mark.match(printed.name):
                printed = _take_off(printed, match)
        if printed is before:
            break
    return printed


def place_in(text: str) -> str | None:
    """The section given by a mark among other words: `Edgar Markov *CMDR* - my best`."""
    match = re.search(_ROLE_OR_PLACE, text) if any(map(text.__contains__, "*([")) else None
    return _section(match["role"], match["place"]) if match else None


def without_doubtful_mark(printed: Printed) -> Printed:
    """The name without its last mark that could also be part of a title."""
    for pattern in _DOUBTFUL_MARKS:
        if match := re.fullmatch(pattern, printed.name):
            return _take_off(printed, match)
    return printed


def without_reading(name: str) -> str:
    """A Japanese title without its pronunciation in kana."""
    return name if name.isascii() else re.sub(_READING, "", name)


def side_by_side(name: str) -> tuple[str, str] | None:
    """The two halves of `《帰化/Naturalize》`, `Naturalize (帰化)`, `Naturalize《帰化》`
    and `Naturalize 帰化`."""
    if match := re.fullmatch(_SIDE_BY_SIDE, name):
        return match[1], match[2] or match[3] or match[4]
    halves = [] if name.isascii() else re.split(BETWEEN_SCRIPTS, name, maxsplit=2)
    return (halves[0], halves[1]) if len(halves) == 2 else None


def _take_off(printed: Printed, match: re.Match[str]) -> Printed:
    parts = match.groupdict()
    code, number, stars = parts.get("set"), parts.get("number"), parts.get("stars") or ""
    is_foil = bool(parts.get("foil") or re.search(_FOIL_STAR, stars))
    star = re.search(_ROLE_STAR, stars)
    return Printed(
        parts["name"],
        printed.set_code or (code.upper() if code else None),
        printed.collector_number or (number if number != "*" else None),
        printed.section
        or _section(
            star[1] if star else parts.get("role"), parts.get("categories") or parts.get("place")
        ),
        printed.foil or is_foil,
    )


def _section(role: str | None, categories: str | None) -> str | None:
    """The section named by a role, or by the first of a card's categories."""
    if role:
        return ROLES[role.lower()]
    if not categories:
        return None
    name, _, options = categories.partition(",")[0].partition("{")
    if name.lower() == "tokens":  # a category of cards that create tokens
        name = ""
    return headings.section(name) or (MAYBEBOARD if "noDeck" in options else None)
