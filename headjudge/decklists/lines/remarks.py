"""Titles with other text around them: brackets, costs, prices, remarks, a second language.

Every reading removes something, and only counts if a title remains, so nothing is guessed.
`marks` has the notations of programs; these are those of people.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, islice

from cards import Catalogue, catalogue, catalogue_cache
from headjudge.decklists.lines import headings, notation
from headjudge.decklists.lines.marks import BETWEEN_SCRIPTS, OTHER_SCRIPT, side_by_side
from headjudge.decklists.lines.notation import LEADERS
from headjudge.decklists.lines.numbers import COST_IN_COLOURS, CURRENCY, PRICE

OPENING = "《「『【〈“„«(["
CLOSING = "》」』】〉”»)]"
COUNTERS = frozenset({
    "of", "foil", "basic", "pcs", "pc", "st", "piece", "card", "cards",
    "karten", "cartes", "cartas", "carte",
    "mal", "ud", "uds", "un", "und", "cps", "pz", "kpl", "ks", "times",
    "copies", "copy", "pieces", "stk", "stück", "szt", "шт",
    "ex", "exemplare", "exemplaires", "copias", "cópias", "copie", "unidades",
})  # fmt: skip
"""Words between a count and a title."""
_OF = r"\A(?:of|de|di|von|van|из) |\Ad['’]"
"""Between the word for copies and the title: `4 copie di Opt`."""
MOST_CUTS = 12
"""Maximum places at which a remark may begin; with more, a line is prose."""
MOST_READINGS = 12
"""Maximum lookups for one name."""
MOST_HEADS = 2
LEAST_OF_SENTENCE = 3
"""Minimum words in small letters behind a title."""
MOST_WORDS = 12
"""Maximum words of a misspelt title."""
_IN_TITLES = frozenset({"from", "with", "into", "upon", "over", "onto"})
"""Small words in titles, besides those of up to three letters."""
MOST_ASIDES = 4
"""Maximum costs, rarities and prices around one title."""

_WITH_FIGURES = rf"{PRICE}|(?<!\S)[0-9X*]{{1,2}}/[0-9X*]{{1,2}}(?!\S)"
_COUNT_WITHIN = r"(?<!\S)[0-9]{1,2}[x×]? [^\W\d]"
_LETTERS = r"[^\W\d_]+"
_AROUND_WORDS = ".,;:!?()\"'"
_QUOTES = OPENING[:-2] + CLOSING[:-2] + '"'
_CUT = LEADERS + r"| ?[(\[{<（［【]|\.{2}| //| , | [-–—=*#|:~@→•+] ?|: |[;…]| -+|\t|》|」|』|】"
_REMARK = r"(?<=[^\W\d]), (?!(?:the|of|der|die|das|le|la|les|el|los|il|lo|o|a) )(?=[a-zà-ÿ])"
"""Before a remark: `Opt, need 2`; but not before the epithet of a legend, which has an article."""
_COMMA = r"(?<=[0-9]), "
"""A remark behind a comma, after a count: `Opt 4, the best of them`."""
_COUNTED = r"( [x×][0-9]{1,2}) (?=[^\W\d])"
"""Before a remark: `Opt x4 for the mana`."""
_ASIDE = (
    rf"(?i)[0-9WUBRGXYZCSPM/{{}}]{{1,12}}|{CURRENCY}?[0-9]{{1,6}}(?:[.,][0-9]{{0,3}})?(?:{CURRENCY}|%)?"
    rf"|{CURRENCY}|[CURM]|NM|EX|LP|foil|flip|(?-i:EN|DE|FR|IT|ES|PT|JP|RU|KR|CN|MT|GD|PL|PO)|(?-i:[A-Z0-9]{{3,4}})"
)
_PRICE = (
    r"(?:[$€£] ?[0-9]{1,5}(?:[.,][0-9]{1,2})?|[0-9][.,][0-9]{2} ?[$€£]|[0-9]{1,3}[.,][0-9]{1,2} ?%)"
    r"$"
)
_BEFORE = (
    rf"\(?(?:{COST_IN_COLOURS}|{CURRENCY} ?[0-9]{{1,4}}[.,][0-9]{{2}}"
    rf"|[0-9]{{1,4}}[.,][0-9]{{2}} ?{CURRENCY})\)? "
)
"""A cost or a price before a title: `1U Negate`, `0,20 € Opt`."""
_DASHES = " -–—"
_BEHIND_SETS = (" - ", " – ", ": ")
"""Between a set and a title: `Innistrad - Opt`."""
_GAME = r"(?i)(?:magic(?:: the gathering)?|mtg)(?: [-–] |: )"
"""The name of the game before that of a set, as shops write it."""
LONGEST_SET = 80
"""Characters in which the name of a set ends."""
_ENDS_OF_SETS = ("edition", "core set")
"""Of names that shops write otherwise: `10th Edition`, `2014 Core Set`."""
_DOUBLED = r"\[\[([^\[\]|]+)(?:\|[^\[\]]*)?\]\]"
"""[[Opt]] before a remark, as chat programs look cards up."""
_IN_BRACKETS = r"([^()]+?) ?[(]([^()]+)[)]"
"""強行 (Breaking)"""
_MIDDLE = r" ?[/／|] ?| \+ |(?<=[^\x00-\x7f])\+(?=[^\x00-\x7f])"
_HYPHEN = r"(?<=[a-z])-(?=[A-Z])"
"""Separators between two titles of one card; a hyphen may be within one of them."""

_ENDS_OF_COUNTS = tuple("0123456789xX×)]枚張张장")
_SENTENCE_END = r"[.!?] "
_PLURALS = (
    ("s", ""), ("ies", "y"), ("ves", "f"), ("es", ""), ("e", "a"), ("i", "e"),
    ("eln", "el"), ("enen", "ene"),
)  # fmt: skip
"""Endings of plurals, each with the ending of the singular."""
_UMLAUT = "(?i)[äöü]"
_UMLAUT_PLURALS = (("er", ""), ("e", ""))
"""The same for German words with an umlaut in the plural; titles are compared without umlauts."""

_MORE_COPIES = r"(?i)[(\[+,] ?[0-9]{1,4}x? (?:in |im )?(?:the )?(?:sb|side)"
"""A remark with additional copies in the sideboard: `4 Forest (+2 SB)`."""

_SPOKEN_OF = r"[》」』】](?:[にはがのもとでへや]|を(?! ?[0-9]))"
"""A particle behind a title in brackets: `《帰化》は最高です`, but not `《帰化》を4枚`."""

COUNTED_ON_PAGES = frozenset({
    "comment", "comments", "reply", "replies", "like", "likes", "view", "views", "vote", "votes",
    "upvotes", "shares", "downloads", "kommentar", "kommentare", "commentaires", "comentarios",
    "commenti", "comentários", "комментариев", "messages", "mensagens", "mensajes", "beiträge",
    "antworten", "réponses", "respuestas", "respostas", "risposte", "visualizações", "ответов",
    "results", "hits", "entries", "treffer", "einträge", "ergebnisse", "résultats", "resultados",
    "risultati", "результатов", "コメント", "件のコメント", "件", "댓글", "回复", "回覆", "评论",
    "評論",
})  # fmt: skip
"""What pages count besides cards: `3 replies`."""

FACES = frozenset({"front face", "other face"})

IsTitle = Callable[[str], bool]


def title_in(name: str, is_title: IsTitle, *, copies: int = 1) -> str | None:
    """The title within the name, or None; with several copies it may be a plural."""
    if re.search(_MORE_COPIES, name) or name in COUNTED_ON_PAGES:
        return None
    first, _, rest = name.partition(" ")
    is_counter = first.rstrip(".").lower() in COUNTERS  # unless it begins a title: Copy Artifact
    names = [name, re.sub(_OF, "", rest)] if is_counter else [name]
    if behind := behind_set(name):
        names = [behind, *names]
    readings = chain.from_iterable(_readings(each, copies, is_title) for each in names)
    tried = islice(filter(None, chain(names[1:], readings)), MOST_READINGS * len(names))
    return next(filter(is_title, tried), None)


def behind_set(text: str) -> str | None:
    """The text behind the name of a set, or of the game, and a sign: `Apocalypse - Phyrexian Arena
    (NM)`, `Magic - Apocalypse: Phyrexian Arena`."""
    rest_of_game = text[game.end() :] if (game := re.match(_GAME, text)) else None
    text = text if rest_of_game is None else rest_of_game
    for sign in _BEHIND_SETS:
        head, found, rest = text[:LONGEST_SET].partition(sign)
        if not found:
            continue
        second, is_longer, longer = rest.partition(sign)
        if is_longer and is_set(head + sign + second):  # Innistrad: Midnight Hunt: Opt
            rest = longer
        elif not is_set(head):
            continue
        return rest + text[LONGEST_SET:]
    return rest_of_game


def is_set(name: str) -> bool:
    """Whether the text is the name of a set."""
    name = name.casefold()
    return name.endswith(_ENDS_OF_SETS) or name in set_names(catalogue())


@catalogue_cache(2)
def set_names(facts: Catalogue) -> Mapping[str, str]:
    """The codes of sets by their names, without case."""
    return {card_set.name.casefold(): code for code, card_set in facts.sets.items()}


def counted_heads(line: str) -> Iterator[str]:
    """The text before each remark if it may end with a count: `Opt x4 - the best 2 drop`."""
    ends = (match.start() for match in re.finditer(_COMMA, line))
    words = (match.end(1) for match in re.finditer(_COUNTED, line))
    cuts = chain(_cuts(line), islice(ends, MOST_HEADS), islice(words, 1))
    heads = (line[:cut].rstrip() for cut in cuts)
    is_count = (head for head in heads if head[-1:] in _ENDS_OF_COUNTS or head[:1] in "([{")
    yield from islice(is_count, MOST_HEADS)


def is_bracketed(line: str) -> bool:
    """Whether the line ends with a remark in brackets or a price, or brackets begin it."""
    is_priced = re.search(_PRICE, line[-12:]) is not None
    return is_priced or line.endswith((")", "]")) or line[:1] in OPENING


def is_spoken_of(line: str) -> bool:
    """Whether a title in Japanese brackets is a word of a sentence: `《帰化》は最高です`."""
    return re.search(_SPOKEN_OF, line) is not None


def without_prices(line: str) -> str:
    """The line without the prices behind it: `Opt NM x4 $0.25 $1.00`."""
    for _ in range(MOST_ASIDES):
        price = re.search(rf"(?<=\S) ?[=:@-]? ?(?:je |each |à )?(?:{_PRICE})", line[-24:])
        if price is None:
            break
        line = line[: len(line) - len(price[0])]
    return line


def is_sentence(name: str) -> bool:
    """Whether the text is too long for a misspelt title, even without a remark behind it."""
    words = re.split(r" ?\(| [-–—] ", name, maxsplit=1)[0].split()
    return len(words) > MOST_WORDS


def before_cost(line: str, is_title: IsTitle) -> str | None:
    """The title before a mana cost with a colour: `Negate 1U`, `Negate - 1U`; else None."""
    name, _, cost = line.rpartition(" ")
    name = name.rstrip(_DASHES)
    return name if name and re.fullmatch(COST_IN_COLOURS, cost) and is_title(name) else None


def before_sentence(name: str, is_title: IsTitle) -> str | None:
    """The title before words in small letters: `Swamp from the land box please`."""
    words = name.split(" ")
    small = len(words)
    while small and words[small - 1].islower():
        small -= 1
    if not 0 < small <= len(words) - LEAST_OF_SENTENCE:
        return None
    return next(filter(is_title, (" ".join(words[:small]),)), None)


def before_words(name: str, is_title: IsTitle, *, are_small: bool) -> str | None:
    """The longest title that the name begins with, before what is plainly a remark: a price, the
    power and toughness, a heading of types, or words in small letters, unless titles have them."""
    words = name.split(" ")
    for length in range(len(words) - 1, 0, -1):
        title, rest = " ".join(words[:length]), " ".join(words[length:])
        if notation.may_be_title(title) and is_title(title):
            is_face = catalogue().find(title).level in FACES
            is_plain = not is_face and _is_plainly_remark(rest, are_small or title.islower())
            return title if is_plain and not catalogue().is_near_title(name) else None
    return None


def _is_plainly_remark(rest: str, are_small: bool) -> bool:
    if re.search(_COUNT_WITHIN, rest):  # 4 Opt 3 Shockk
        return False
    if (heading := headings.read(rest)) is not None:
        return heading.is_of_types and heading.total is None
    if re.search(_WITH_FIGURES, rest):
        return True
    is_long = len(re.findall(_LETTERS, rest)) >= LEAST_OF_SENTENCE
    return is_long and not are_small and bool(small_words(rest))


def small_words(text: str) -> list[str]:
    """The words in small letters that titles have none of."""
    words = (word.strip(_AROUND_WORDS) for word in text.split())
    return [word for word in words if _is_small(word)]


def _is_small(word: str) -> bool:
    return len(word) > 3 and word.isalpha() and word.islower() and word not in _IN_TITLES


def _readings(name: str, copies: int, is_title: IsTitle) -> Iterator[str]:
    """Possible titles within the name, longest first."""
    if doubled := re.match(_DOUBLED, name):
        yield doubled[1]
        return
    if name[:1] == "[" and "]" in name[:8]:
        name = name.partition("]")[2]
    bare = _bare(name)
    yield bare
    if ";" in bare:  # Urborg; Tomb of Yawgmoth
        yield bare.replace(";", ",")
    if copies > 1:
        yield from _singulars(bare)
    if bare[: len(bare) // 2] == bare[-(len(bare) // 2) :]:
        yield bare[: len(bare) // 2]  # Opt Opt, with the words of a picture
    yield from _without_asides(bare)
    yield from _halves(bare, is_title)
    yield re.split(_SENTENCE_END, bare, maxsplit=1)[0]
    if (remark := re.search(_REMARK, bare)) and not catalogue().is_near_title(bare):
        yield bare[: remark.start()]
    for cut in reversed([*_cuts(bare)]):
        shorter = bare[:cut]
        bare_shorter = _bare(shorter)
        yield bare_shorter
        if copies > 1:
            yield from _singulars(bare_shorter)
        yield from _without_asides(bare_shorter)
        yield from _halves(bare_shorter, is_title)


def _bare(name: str) -> str:
    """The name without pictures before it and quotes around it, even unpaired ones."""
    return notation.without_signs(name).strip(f" {_QUOTES}-–—:;.,|*•_")


def _cuts(name: str) -> Iterator[int]:
    for number, match in enumerate(re.compile(_CUT).finditer(name, 1)):
        if number == MOST_CUTS:
            return
        # One face of a card is not a title followed by a remark: Fire // not Ice.
        is_of_face = "/" in match[0] and catalogue().find(name[: match.start()]).level in FACES
        if not is_of_face:
            yield match.start()


def _without_asides(name: str) -> Iterator[str]:
    """The name without costs, rarities and prices after it, or a cost before it."""
    rest = name
    for _ in range(MOST_ASIDES):
        rest, _, aside = rest.rpartition(" ")
        if not rest or aside in headings.ABBREVIATIONS or not re.fullmatch(_ASIDE, aside):
            break
        yield rest
        if two := english_of_two(rest):  # Wald / Forest R$ 0,10
            yield two
    before = re.match(_BEFORE, name)
    if before and (rest := name[before.end() :]):
        yield rest
        if re.fullmatch(_ASIDE, rest.rpartition(" ")[2]):  # 2x 4U Air Elemental 4/4
            yield rest.rpartition(" ")[0]


def _halves(name: str, is_title: IsTitle) -> Iterator[str]:
    """Each of two titles in different scripts, and faces joined by a sign other than `//`."""
    for sign in (BETWEEN_SCRIPTS, _MIDDLE, _HYPHEN):
        parts = re.split(sign, name, maxsplit=2)
        if len(parts) != 2:
            continue
        first, second = (_bare(part) for part in parts)
        scripts = [bool(re.search(OTHER_SCRIPT, half)) for half in (first, second)]
        if scripts[0] != scripts[1] and is_title(first) != is_title(second):
            yield first
            yield second
        yield f"{first} // {second}"


def _singulars(name: str) -> Iterator[str]:
    """Possible singulars of the name: Islands, Zombies, Boxes, Islas, Isole, Inseln, Wälder."""
    for ending, singular in (*_PLURALS, *(_UMLAUT_PLURALS if re.search(_UMLAUT, name) else ())):
        if name.endswith(ending):
            yield name.removesuffix(ending) + singular
    head, of, rest = name.partition(" of ")
    if of and head.endswith("s"):  # Champions of the Parish
        yield f"{head[:-1]} of {rest}"


def english_of_two(name: str) -> str | None:
    """The English one of two titles of a card that are side by side; None for other names."""
    halves = side_by_side(name) if len(name) <= notation.LONGEST_TITLE else None
    if halves is None:
        return None
    first, second = (catalogue().find(half) for half in halves)
    if "corrected" in (first.level, second.level) or not are_of_one_card(halves):
        return None
    return halves[1] if first.level == "translated" else halves[0]


def english_in_brackets(name: str, is_title: IsTitle) -> str | None:
    """The English title behind one of another script that is not known: `強行 (Breaking)`."""
    match = None if name.isascii() else re.fullmatch(_IN_BRACKETS, name)
    if match is None or not match[2].isascii() or not re.search(OTHER_SCRIPT, match[1]):
        return None
    return match[2] if is_title(match[2]) and not is_title(match[1]) else None


def are_of_one_card(titles: Sequence[str]) -> bool:
    """Whether the titles, in whatever languages, have a card in common."""
    first, *others = ({card.title for card in catalogue().find(title).cards} for title in titles)
    return bool(first.intersection(*others))
