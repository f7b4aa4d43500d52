"""Running an audit, from its question to its summary; continues an interrupted run."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from time import monotonic
from typing import Any, NamedTuple

from pyarrow import ArrowException

from headjudge.cli.audit import rows, store, tables
from headjudge.cli.audit.cluster import Crew
from headjudge.cli.audit.corpus import CorpusFile
from headjudge.cli.audit.question import Question
from headjudge.cli.audit.store import Store
from headjudge.cli.audit.tables import Tally
from headjudge.cli.errors import CommandError
from headjudge.cli.sources.progress import Progress


class Audit(NamedTuple):
    """The outcome of an audit."""

    question: Question
    place: Store
    tally: Tally
    files: int
    parts: int
    judged: int
    """Teams judged by this run; the others were judged before."""
    seconds: float
    """The duration of this run."""

    def as_dict(self) -> dict[str, Any]:
        """The summary as a JSON document."""
        return {
            "question": self.question.document(),
            **self.tally.as_dict(),
            "files": self.files,
            "parts": self.parts,
            "judged_now": self.judged,
            "seconds": round(self.seconds, 3),
            "results": self.place.at(store.RESULTS).url,
        }


def run(
    question: Question,
    files: Sequence[CorpusFile],
    place: Store,
    crew: Crew,
    progress: Progress,
    block: int,
) -> Audit:
    """Judge the remaining parts; raises CommandError if some of them failed.

    Judged parts are kept, however the run ends.
    """
    begun = monotonic()
    plan = partial(rows.plan, block=block, place=place)
    parts = [part for parts in crew.map(plan, files, "could not be read") for part in parts]
    parts.sort(key=lambda part: part.name)
    done = _clear(place, {part.name for part in parts})
    missing = [part for part in parts if part.name not in done]
    if missing or place.read(store.SUMMARY) is None:
        place.remove(store.SUMMARY)
        place.write(store.QUESTION, question.document())
    total = sum(part.size for part in parts)
    before = total - sum(part.size for part in missing)
    judge = partial(rows.judge, question=question, place=place)
    judged = 0
    with progress.bar("judging", total, before) as advance:
        for size, teams in crew.map(judge, missing, "could not be judged"):
            advance(size)
            judged += teams
    names = [part.name for part in parts]
    try:
        tally = tables.tally(place, names)
    except (ArrowException, OSError) as error:
        raise CommandError(f"The results could not be counted: {error}.") from None
    audit = Audit(question, place, tally, len(files), len(parts), judged, monotonic() - begun)
    versions = [file.version for file in files]
    summary = {"question": question.document(), **tally.as_dict()}
    place.write(store.SUMMARY, summary | {"files": versions, "parts": names})
    return audit


def _clear(place: Store, names: set[str]) -> set[str]:
    """The parts among `names` that are already judged; other results are removed.

    Those belong to removed or changed files, or to an interrupted write.
    """
    judged = set(names)
    for folder in (store.TITLES, store.RESULTS):
        files = set(place.names(folder))
        for name in files - names:
            place.remove(f"{folder}/{name}")
        judged &= files
    return judged
