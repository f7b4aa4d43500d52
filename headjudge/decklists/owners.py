"""Headings that name the owner of a list: `Player A`, `Deck 2`, `Jugador 1: Ana`, `デッキB`.

The label is a single letter or a single digit from 1 to 9, so `Deck 60` and `Player Guide` are
not headings. A section may follow (`Deck 1 Sideboard`), or a name after a sign (`Player 1: Ana`).
"""

from __future__ import annotations

import re

from headjudge.decklists.lines import headings
from headjudge.decklists.lines.headings import Heading

PLAYERS = """
    player teammate head seat Spieler Spielerin joueur joueuse jugador jugadora jogador jogadora
    giocatore giocatrice игрок プレイヤー 玩家 牌手 选手 選手 플레이어 선수
"""
"""Words for a player; without a name after it, `Player A` is the name of that player."""

LISTS = """
    deck decklist list lista liste mazo mazzo baralho колода список
    デッキ リスト 套牌 牌组 牌組 덱
"""
"""Words for a list. A name after them (`Deck 1: Mono Red`) may be the deck's own name."""

_DECORATION = r"[\W_]*+"
_OWNER = re.compile(
    rf"{_DECORATION}(?:(?P<player>{'|'.join(PLAYERS.split())})|{'|'.join(LISTS.split())})"
    r"(?: ?(?:no\.?|nr\.?|#|№) ?| |(?=[1-9])|(?<=[^\x00-\u024f]))"
    r"(?P<label>[1-9]|[A-H])(?![^\W_])(?P<rest>.*)",
    re.I,
)
_NAME = re.compile(r"[^\w :(\-–—=|,]*+[:(\-–—=|,]\W*+(?P<name>[^\W\d_].*)", re.I)
_ENDS = " :-–—=*#~_()[]|<>【】「」『』《》"


def read(line: str) -> Heading | None:
    """The heading of one owner's list, or None."""
    if len(line) > headings.LONGEST:
        return None
    match = _OWNER.fullmatch(line)
    if match is None:
        return None
    rest = match["rest"].strip(_ENDS)
    label = " ".join(re.findall(r"[^\W_]+", line[: match.start("rest")])).lower()
    if section := headings.section(rest):
        return Heading(section, owner=label)
    own = label.title() if match["player"] else None
    if not rest or rest.isdecimal() or _is_size(rest):
        return Heading(None, owner=label, player=own)
    named = _NAME.fullmatch(match["rest"].strip())
    if named is None:
        return None
    return Heading(None, owner=label, player=named["name"].strip(_ENDS) if own else None)


def _is_size(text: str) -> bool:
    """Whether the words state a number of cards or a card type."""
    heading = headings.read(text)
    return heading is not None and heading.section is None and not heading.settings
