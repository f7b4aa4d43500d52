"""Markup of web pages and forums: entities and tags of HTML, BBCode."""

from __future__ import annotations

import re

_ENTITY = re.compile(r"&(?:[A-Za-z]{2,8}|#[0-9]{1,6}|#[xX][0-9A-Fa-f]{1,5});")
_TAG = re.compile(
    r"</?(?:a|abbr|auto|autocard|b|big|br|center|code|deck|decklist|div|em|font|h[1-6]|i|img|li|ol|p|pre|small|span|strong|sub"
    r"|sup|table|tbody|td|th|thead|tr|u|ul)(?:[\s/][^<>]{0,300}+)?>",
    re.I,
)
_BREAK = re.compile(r"<(?:br|/li|/p|/tr|/div)(?:[\s/][^<>]{0,100}+)?>", re.I)
"""A line break on a web page; a line of text may have several."""
_EMPTY = re.compile(r"(?:\s|&nbsp;|&#160;|&#x(?:a0|200b);|<(?:br|/?p|/?div) ?/?>)+", re.I)
_FORUM_TAG = re.compile(
    r"\[/?(?:\*(?::[a-z0-9]{1,12})?|b|i|u|s|align|center|color|font|h[1-6]|img|left|li|list|mana|mazzo"
    r"|quote|right|size|spoiler|table|td[0-9]?|th|tr|url)(?:=[^\[\]]{0,300}+)?\]",
    re.I,
)
_TITLED = re.compile(
    r"[<\[][A-Za-z]{1,10}(?: ?(?:title|name))?=[\"“”]?([^\[\]<>\"“”=]{1,60})[\"“”]?[\]>]", re.I
)
_CLOSING = re.compile(r"\[/[A-Za-z]{1,20}\]")
_DECK = re.compile(r"\[(?:deck|d|cards)(?:[ =][^\[\]]{0,300}+)?\]", re.I)


def title(line: str) -> str:
    """The title in a tag that is the whole line: `[spoiler=Sideboard]`."""
    match = _TITLED.fullmatch(line.strip())
    return match[1] if match else ""


def is_blank(text: str) -> bool:
    """Whether the line is displayed as a blank one: `<br>`, `&nbsp;`."""
    return text[:1] in "<&" and _EMPTY.fullmatch(text) is not None


def is_frame(line: str) -> bool:
    """Whether the line is just a tag that opens or closes a list or a part of it."""
    return line[:1] == "[" and bool(_CLOSING.fullmatch(line) or _DECK.fullmatch(line))


def without(text: str) -> str:
    """The line without tags, and with its entities decoded."""
    if "&" in text and ";" in text:
        from html import unescape  # only needed for entities

        text = _ENTITY.sub(lambda entity: unescape(entity[0]), text)
    if ">!" in text:  # spoiler markup of Reddit
        text = text.replace(">!", " ").replace("!<", " ")
    if "<" in text and ">" in text:
        text = _BREAK.sub(" | ", text) if len(_BREAK.findall(text)) > 1 else text
        text = _TAG.sub(" ", text)
    if "[" in text and "]" in text:
        text = _FORUM_TAG.sub(" ", text)
        if (deck := _DECK.match(text)) and text[deck.end() :].strip():
            text = text[deck.end() :]
        if not is_frame(text.strip()):
            text = _CLOSING.sub(lambda tag: tag[0] if tag[0].lower() in _OF_CARDS else " ", text)
    return text


_OF_CARDS = frozenset({"[/card]", "[/c]"})
"""Closing tags of card names, which are read together with the name."""


def has_digits(text: str) -> bool:
    """Whether the line has a digit outside its tags: `<h3>Burn</h3>` has none."""
    if text[:1].isdecimal():
        return True
    return any(map(str.isdecimal, without(text) if "<" in text or "[" in text else text))
