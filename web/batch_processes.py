"""What a process does that judges lines of a long batch for the one that was asked.

Nothing of the service is imported before `begin` has run: what is counted in such a process is
counted again by the one that was asked, whose counts alone /metrics adds up.
"""

from __future__ import annotations

import datetime
import os
import signal
from multiprocessing import parent_process
from pathlib import Path
from threading import Thread
from typing import NamedTuple

Numbered = tuple[int, bytes | Exception | None]
"""A line with its number; None is a line over the limit, a problem one that is not read."""


class Terms(NamedTuple):
    """What every line of a batch is answered by."""

    today: datetime.date
    language: str
    facts: Path


class Judged(NamedTuple):
    """The answer to a line, as it is sent."""

    text: str
    codes: tuple[str, ...] | None
    """The codes of the violations of a team; None where none was judged."""


def begin(facts: Path) -> None:
    """Judge by the same facts as the process that was asked, which answers Ctrl-C."""
    os.environ.pop("PROMETHEUS_MULTIPROC_DIR", None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_the_asked, daemon=True).start()
    import cards

    cards.use(cards.Catalogue(facts))


def _end_with_the_asked() -> None:
    """End when the process that was asked does, even where it was killed."""
    if asked := parent_process():
        asked.join()
        os._exit(1)


def judge(lines: list[Numbered], terms: Terms) -> list[Judged]:
    """The answers to some lines, none of which names a link, in the language of the request."""
    from web.answers import encode
    from web.batch import answer_line
    from web.languages import translator_to
    from web.links import Errand

    in_language, errand = translator_to(terms.language), Errand(0)
    answers = []
    for number, line in lines:
        document = answer_line(number, line, terms.today, errand)
        report = document.get("report")
        codes = tuple(one["code"] for one in report["violations"]) if report else None
        answers.append(Judged(encode(in_language(document)), codes))
    return answers
