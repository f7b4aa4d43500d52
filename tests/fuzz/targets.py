"""What is fuzzed: each target takes bytes, and raises where they are not answered.

`python -m tests.fuzz.guided` makes up bytes by what they reach in the code, and
`tests/fuzz/test_corpus.py` tries those that are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from headjudge import decklists
from headjudge.decklists import NoText
from tests.fuzz import entrances
from tests.fuzz.lists import look_up, read

Target = Callable[[bytes], None]


def lists(data: bytes) -> None:
    """A file with a list: decoded, read in every syntax, judged, and written in every syntax."""
    try:
        text = decklists.decode(data).text
    except NoText:
        return
    read(text)


def titles(data: bytes) -> None:
    """A title, looked up in every way; what is no UTF-8 becomes lone surrogates, as JSON has."""
    look_up(data.decode("utf-8", "surrogateescape"))


def bodies(data: bytes) -> None:
    """A request's body; the first byte says where it is sent."""
    entrances.send(data)


TARGETS: Mapping[str, Target] = {one.__name__: one for one in (lists, titles, bodies)}
