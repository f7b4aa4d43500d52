"""Which regular expressions take time in proportion to what they read, proved for each.

Python's own parser gives the pattern, positions of its characters make an automaton without
empty steps, and two theorems on ambiguity (Weber and Seidl, 1991) do the rest. A matcher that
backtracks takes exponential time where a loop can read one text in two ways, and polynomial time
where two loops, one behind the other, can both read a text that also leads from the first to the
second. Where neither is so, every place of a text is looked at a bounded number of times.

The proof is safe: lookarounds, and what a pattern captures, never make it more lenient. What it
calls linear is so; of what it does not, some is linear as well, and better written otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any

sre: Any = import_module("re._constants")
parser: Any = import_module("re._parser")
"""The parts of `re` that have no types of their own."""

MOST_COPIES = 16
"""A repetition with a higher bound counts as one without any."""
SAMPLE = (
    "aZ09 _-\t\n\r\v\x1c\x00\x7f\x85\xa0\xdfé\u0130\u017f\u212a\u01c5\u0301\u0663\u02b0"
    "ぁ漢、！Ａ１²\ud800\U0001f600"
)
"""Characters of every category; those that a pattern names, and their neighbours, come besides."""
_CATEGORIES = {
    sre.CATEGORY_DIGIT: r"\d",
    sre.CATEGORY_NOT_DIGIT: r"\D",
    sre.CATEGORY_SPACE: r"\s",
    sre.CATEGORY_NOT_SPACE: r"\S",
    sre.CATEGORY_WORD: r"\w",
    sre.CATEGORY_NOT_WORD: r"\W",
}
_LOOPS = (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)

Signs = frozenset[str]
_NONE: Signs = frozenset()
_PLACE: Signs = frozenset({"place"})
"""Behind `$` and the like nothing is forbidden, but the pattern may not end anywhere."""


class Unprovable(ValueError):
    """The pattern has what this proof knows nothing of, such as a reference to a group."""


@dataclass
class _Automaton:
    """Nodes with empty steps between them, and positions, each of which reads a character."""

    signs: Signs
    steps: list[list[tuple[int, Signs]]] = field(default_factory=list)
    """By node: where an empty step leads, and what may not be read next behind it."""
    reads: dict[int, tuple[Signs, int]] = field(default_factory=dict)
    """By node, what it reads and the node behind that."""

    def node(self) -> int:
        self.steps.append([])
        return len(self.steps) - 1

    def step(self, start: int, end: int, never: Signs = _NONE) -> None:
        self.steps[start].append((end, never))


def fault(pattern: str | bytes, flags: int = 0, *, searched: bool = False) -> str | None:
    """Why time may grow faster than the text; None for what is linear.

    `searched` is for patterns that may begin anywhere in a text, and end anywhere: those of
    `search`, `sub`, `split` and `finditer`. Others have to match from the beginning to the end.
    Raises Unprovable.
    """
    text = pattern.decode("latin-1") if isinstance(pattern, bytes) else pattern
    tree = parser.parse(text, flags & ~re.UNICODE if isinstance(pattern, bytes) else flags)
    builder = _Builder(tree.state.flags, _alphabet(tree))
    begin, end = builder.automaton.node(), builder.automaton.node()
    builder.sequence(tree, begin, end)
    if searched:
        begin = builder.anywhere(begin, _anchor(tree, tree.state.flags))
    return _Proof(builder.automaton, begin, end if searched else None).fault()


def _alphabet(tree: Any) -> Signs:
    """One character at least of each kind that the pattern tells apart."""
    named = {ord(sign) for sign in SAMPLE}
    for operator, argument in _everything(tree):
        if operator in (sre.LITERAL, sre.NOT_LITERAL):
            named |= {argument - 1, argument, argument + 1}
        elif operator is sre.RANGE:
            named |= {end + by for end in argument for by in (-1, 0, 1)}
    letters = {chr(code) for code in named if 0 <= code <= 0x10FFFF}
    cased = {one for sign in letters for one in (sign.lower(), sign.upper()) if len(one) == 1}
    return frozenset(letters | cased)


def _everything(tree: Any) -> Iterator[tuple[Any, Any]]:
    for part in tree:
        if isinstance(part, tuple) and part and isinstance(part[0], type(sre.LITERAL)):
            yield part[0], part[1] if len(part) > 1 else None
        if isinstance(part, tuple | list | parser.SubPattern):
            yield from _everything(part)


def _anchor(tree: Any, flags: int) -> str | None:
    """Whether a pattern begins with a `text` or a `line` alone."""
    first = tree[0] if len(tree) else None
    at = first[1] if first and first[0] is sre.AT else None
    if at is sre.AT_BEGINNING and flags & re.M:
        return "line"
    return "text" if at in (sre.AT_BEGINNING, sre.AT_BEGINNING_STRING) else None


@cache
def _has(sign: str, operator: Any, argument: Any, flags: int) -> bool:
    """Whether a part of a class of characters has that one, as the matcher itself sees it."""
    if operator is sre.NEGATE:
        return False
    if operator is sre.CATEGORY:
        pattern = _CATEGORIES[argument]
    else:
        first, last = argument if operator is sre.RANGE else (argument, argument)
        pattern = f"[{re.escape(chr(first))}-{re.escape(chr(last))}]"
    return re.match(pattern, sign, flags) is not None


class _Builder:
    """Makes the automaton of a parsed pattern."""

    def __init__(self, flags: int, signs: Signs) -> None:
        self.flags = flags
        self.automaton = _Automaton(signs)

    def anywhere(self, begin: int, anchor: str | None) -> int:
        """Where a search begins: before all that is passed over."""
        if anchor == "text":
            return begin
        start, before, again = (self.automaton.node() for _ in range(3))
        self.automaton.step(start, before)
        self.automaton.step(before, again)
        self.automaton.reads[again] = (self.automaton.signs, before)
        self.automaton.step(start, begin)
        if anchor == "line":
            end = self.automaton.node()
            self.automaton.reads[end] = (frozenset("\n"), begin)
            self.automaton.step(before, end)
        else:
            self.automaton.step(before, begin)
        return start

    def sequence(self, tree: Any, start: int, end: int) -> None:
        for part in tree:
            following = self.automaton.node()
            self._part(part[0], part[1], start, following)
            start = following
        self.automaton.step(start, end)

    def _part(self, operator: Any, argument: Any, start: int, end: int) -> None:
        if (signs := self._signs(operator, argument)) is not None:
            self.automaton.reads[start] = (signs, end)
        elif operator in _LOOPS:
            self._loop(operator, argument, start, end)
        elif operator is sre.BRANCH:
            for branch in argument[1]:
                first = self.automaton.node()
                self.automaton.step(start, first)
                self.sequence(branch, first, end)
        elif operator is sre.SUBPATTERN:
            _, added, removed, tree = argument
            before, self.flags = self.flags, (self.flags | added) & ~removed
            self.sequence(tree, start, end)
            self.flags = before
        elif operator is sre.ATOMIC_GROUP:
            self.sequence(argument, start, end)
        elif operator in (sre.ASSERT, sre.ASSERT_NOT):
            self._looked_at(operator, argument, start, end)
        elif operator is sre.AT:
            self.automaton.step(start, end, _PLACE)
        else:
            raise Unprovable(f"{operator}")

    def _loop(self, operator: Any, argument: Any, start: int, end: int) -> None:
        least, most, tree = argument
        for _ in range(min(least, MOST_COPIES)):
            following = self.automaton.node()
            self.sequence(tree, start, following)
            start = following
        if most is not sre.MAXREPEAT and most <= MOST_COPIES:
            for _ in range(most - least):
                self.automaton.step(start, end)
                first, following = self.automaton.node(), self.automaton.node()
                self.automaton.step(start, first)
                self.sequence(tree, first, following)
                start = following
            self.automaton.step(start, end)
            return
        head, first = self.automaton.node(), self.automaton.node()
        self.automaton.step(start, head)
        self.automaton.step(head, first)
        self.sequence(tree, first, head)
        # A possessive run of one kind of character ends only before another kind.
        only = self._signs(*tree[0]) if len(tree) == 1 else None
        is_whole = operator is sre.POSSESSIVE_REPEAT and only is not None
        self.automaton.step(head, end, only if is_whole and only else _NONE)

    def _looked_at(self, operator: Any, argument: Any, start: int, end: int) -> None:
        """What is looked at costs as if it were read, on a way that leads nowhere."""
        way, tree = argument
        signs = self._signs(*tree[0]) if len(tree) == 1 and way > 0 else None
        if signs is not None:
            never = signs if operator is sre.ASSERT_NOT else self.automaton.signs - signs
            self.automaton.step(start, end, never | _PLACE)
            return
        self.automaton.step(start, end, _PLACE)
        if way > 0:
            aside = self.automaton.node()
            self.automaton.step(start, aside)
            self.sequence(tree, aside, self.automaton.node())

    def _signs(self, operator: Any, argument: Any) -> Signs | None:
        """What a part reads that reads one character; None for other parts."""
        if operator is sre.ANY:
            all_signs = self.automaton.signs
            return all_signs if self.flags & re.S else all_signs - {"\n"}
        if operator not in (sre.LITERAL, sre.NOT_LITERAL, sre.IN):
            return None
        items = argument if operator is sre.IN else [(sre.LITERAL, argument)]
        is_negated = operator is sre.NOT_LITERAL or items[0][0] is sre.NEGATE
        found = {sign for sign in self.automaton.signs if self._is_one_of(sign, items)}
        return self.automaton.signs - found if is_negated else frozenset(found)

    def _is_one_of(self, sign: str, items: Sequence[Any]) -> bool:
        flags = self.flags & (re.I | re.A)
        return any(_has(sign, operator, argument, flags) for operator, argument in items)


class _Proof:
    """Looks for two ways through an automaton where one is enough."""

    def __init__(self, automaton: _Automaton, begin: int, accepting: int | None) -> None:
        self._automaton = automaton
        self._accepting = accepting
        self._ends: set[int] = set()
        """The positions behind which the pattern may end at once, and with it the search."""
        self._empty_loop = False
        self._next = {at: self._following(at, end) for at, (_, end) in automaton.reads.items()}
        self._reach = {at: self._reachable(at) for at in self._next}
        self._loops = [at for at in self._next if at in self._reach[at]]

    def fault(self) -> str | None:
        if self._empty_loop:
            return "exponential: what is repeated may be empty"
        for at in self._loops:
            if not self._is_settled(at) and self._reads_in_two_ways(at):
                return "exponential: a repetition reads one text in two ways"
        for at in self._loops:
            for other in self._loops:
                if (
                    other != at
                    and other in self._reach[at]
                    and not self._is_settled(other)
                    and self._leads_on(at, other)
                ):
                    return "polynomial: two repetitions read the same text"
        return None

    def _is_settled(self, at: int) -> bool:
        """Whether the search has succeeded once it is in this loop."""
        return any(one in self._ends for one in self._mutual(at))

    def _mutual(self, at: int) -> set[int]:
        return {one for one in self._reach[at] if at in self._reach[one]}

    def _following(self, at: int, node: int) -> list[tuple[int, Signs]]:
        """The positions behind one, with what each reads there: as often as ways lead to it."""
        found: list[tuple[int, Signs]] = []

        def go(node: int, never: Signs, way: frozenset[int]) -> None:
            if node in way:
                self._empty_loop = True
                return
            if node == self._accepting and not never & _PLACE:
                self._ends.add(at)
            if node in self._automaton.reads and (signs := self._automaton.reads[node][0] - never):
                found.append((node, signs))
            for end, besides in self._automaton.steps[node]:
                go(end, never | besides, way | {node})

        go(node, _NONE, frozenset())
        return found

    def _reachable(self, at: int) -> set[int]:
        found: set[int] = set()
        waiting = [at]
        while waiting:
            for one, _ in self._next[waiting.pop()]:
                if one not in found:
                    found.add(one)
                    waiting.append(one)
        return found

    def _reads_in_two_ways(self, at: int) -> bool:
        loop = self._mutual(at)
        seen, waiting = set(), [(at, at, False)]
        while waiting:
            one, other, differ = waiting.pop()
            for i, (first, signs) in enumerate(self._next[one]):
                for j, (second, others) in enumerate(self._next[other]):
                    if first not in loop or second not in loop or not signs & others:
                        continue
                    state = (first, second, differ or i != j if one == other else True)
                    if state == (at, at, True):
                        return True
                    if state not in seen:
                        seen.add(state)
                        waiting.append(state)
        return False

    def _leads_on(self, at: int, other: int) -> bool:
        """Whether one text leads around in both loops, and from the first into the second."""
        here, there = self._mutual(at), self._mutual(other)
        between = self._reach[at]
        seen, waiting = set(), [(at, at, other)]
        while waiting:
            one, two, three = waiting.pop()
            for first, signs in self._next[one]:
                if first not in here:
                    continue
                for third, others in self._next[three]:
                    if third not in there or not signs & others:
                        continue
                    for second, last in self._next[two]:
                        state = (first, second, third)
                        if (
                            second not in between
                            or other not in self._reach[second] | {second}
                            or state in seen
                            or not signs & others & last
                        ):
                            continue
                        if state == (at, other, other):
                            return True
                        seen.add(state)
                        waiting.append(state)
        return False
