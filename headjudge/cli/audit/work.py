"""An audit from its question to its summary, going on from what is there of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from time import monotonic
from typing import Any, NamedTuple

from headjudge.cli.audit import judging, store
from headjudge.cli.audit.cluster import Crew, Failed
from headjudge.cli.audit.corpus import CorpusFile, Partition
from headjudge.cli.audit.judging import Done, Part
from headjudge.cli.audit.question import Question
from headjudge.cli.audit.store import PARQUET, Store
from headjudge.cli.audit.tally import Tally
from headjudge.cli.errors import CannotBeAsked
from headjudge.cli.sources.progress import Progress

FOOTERS = 100
"""Results whose numbers a worker reads at a time."""
SHOWN = 3
"""Failures that are told in words."""


class Audit(NamedTuple):
    """What came out."""

    question: Question
    place: Store
    tally: Tally
    files: int
    parts: int
    judged: int
    """Teams that were judged by this run; the others had been before."""
    seconds: float
    """How long that took."""


def run(
    question: Question,
    files: Sequence[CorpusFile],
    place: Store,
    crew: Crew,
    progress: Progress,
    block: int,
) -> Audit:
    """Judge what is not judged yet; CannotBeAsked where some of it could not be.

    Every partition that was judged stays so, however the run ends.
    """
    begun = monotonic()
    parts = _parts(_planned(question, files, place, crew, block))
    known = _settle(place, parts)
    missing = [part for part in parts if part.name not in known]
    if missing or place.read(store.SUMMARY) is None:
        place.remove(store.SUMMARY)
        place.write(store.QUESTION, question.document())
    total = Tally()
    for done in _judged(question, parts, missing, place, crew, progress):
        total.add(done.tally)
    judged = total.teams
    for one in _counted(sorted(known), place, crew):
        total.add(one)
    seconds = monotonic() - begun
    audit = Audit(question, place, total, len(files), len(parts), judged, seconds)
    place.write(store.SUMMARY, _summary(audit, files, parts))
    return audit


def _planned(
    question: Question, files: Sequence[CorpusFile], place: Store, crew: Crew, block: int
) -> list[Partition]:
    """The partitions of all files in order: those that an earlier run found, and the others."""
    kept = place.read(store.PLAN) or {}
    found = {
        file.identity: [_partition(file, *one) for one in kept[file.identity]]
        for file in files
        if file.identity in kept
    }
    missing = [file for file in files if file.identity not in found]
    work = partial(judging.plan, block=block, columns=dict(question.columns))
    failed = []
    for planned in crew.map(work, missing):
        if isinstance(planned, Failed):
            failed.append(planned.words)
        elif planned:
            found[planned[0].file.identity] = planned
    _raise(failed, "could not be read")
    if missing:
        plan = {each: [list(one[1:]) for one in parts] for each, parts in found.items()}
        place.write(store.PLAN, plan)
    return [one for file in files for one in found.get(file.identity, ())]


def _partition(file: CorpusFile, start: int, stop: Any, row: int, size: int, *rest: Any) -> Any:
    header, delimiter, fault = rest
    return Partition(file, start, stop, row, size, tuple(header), delimiter, fault)


def _parts(partitions: Sequence[Partition]) -> list[Part]:
    """Names that sort as the corpus does, and tell what they are of."""
    return [
        Part(f"{number:07}-{one.identity}{PARQUET}", one)
        for number, one in enumerate(partitions, 1)
    ]


def _settle(place: Store, parts: Sequence[Part]) -> frozenset[str]:
    """The names of parts that are judged; what is of files that are gone or changed is removed.

    A file that came into the corpus or left it moves those behind it: they are renamed.
    """
    wanted = {part.partition.identity: part.name for part in parts}
    for folder in (store.TITLES, store.RESULTS):
        for name in place.names(folder):
            new = wanted.get(name.removesuffix(PARQUET).rpartition("-")[2])
            if new is None:
                place.remove(f"{folder}/{name}")
            elif new != name:
                place.rename(f"{folder}/{name}", f"{folder}/{new}")
    titles = {*place.names(store.TITLES)}
    return frozenset(name for name in place.names(store.RESULTS) if name in titles)


def _judged(
    question: Question,
    parts: Sequence[Part],
    missing: Sequence[Part],
    place: Store,
    crew: Crew,
    progress: Progress,
) -> Iterator[Done]:
    """Each part as it is judged; CannotBeAsked at the end where some could not be."""
    total = sum(part.partition.size for part in parts)
    before = total - sum(part.partition.size for part in missing)
    work = partial(judging.judge, question=question, place=place)
    failed = []
    with progress.bar("judging", total, before) as advance:
        for done in crew.map(work, missing):
            if isinstance(done, Failed):
                failed.append(done.words)
            else:
                advance(done.size)
                yield done
    _raise(failed, "could not be judged")


def _counted(names: Sequence[str], place: Store, crew: Crew) -> Iterator[Tally]:
    """The numbers of parts that are judged, as their footers have them."""
    some = [names[first : first + FOOTERS] for first in range(0, len(names), FOOTERS)]
    for found in crew.map(partial(judging.counted, place=place), some):
        _raise([found.words] if isinstance(found, Failed) else [], "could not be counted")
        if isinstance(found, Tally):
            yield found


def _raise(failed: Sequence[str], what: str) -> None:
    if failed:
        told = "; ".join(dict.fromkeys(failed[:SHOWN]))
        raise CannotBeAsked(
            f"{len(failed)} of its parts {what}: {told}. Ask again, and it goes on from here."
        )


def _summary(audit: Audit, files: Sequence[CorpusFile], parts: Sequence[Part]) -> Mapping[str, Any]:
    return {
        "question": audit.question.document(),
        **audit.tally.as_dict(),
        "files": [{"name": file.name, "identity": file.identity} for file in files],
        "parts": [part.name for part in parts],
    }
