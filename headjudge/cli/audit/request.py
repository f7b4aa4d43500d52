"""`headjudge service audit`, from its options to its answer."""

from __future__ import annotations

import argparse
from contextlib import suppress

from cards import catalogue
from headjudge.cli.audit import corpus, store, words, work
from headjudge.cli.audit.cluster import crew
from headjudge.cli.audit.corpus import CorpusFile
from headjudge.cli.audit.impact import impact_of
from headjudge.cli.audit.question import Question
from headjudge.cli.audit.store import Store
from headjudge.cli.errors import CommandError
from headjudge.cli.options import days_in_order, name_option
from headjudge.cli.sources.progress import Progress
from headjudge.cli.terminal import answer_text
from validator import questions
from validator.fingerprint import fingerprint

MEGABYTE = 1_000_000
CHANGED = "The corpus is not what it was: ask with --as-of as well, and what is new is judged."
OLDER = "The index is by other card facts than those in force: {facts}, not {present}."


def answer(options: argparse.Namespace) -> tuple[str, int]:
    """The text to print and the exit code; raises CommandError."""
    days = days_in_order("--impact", *options.impact) if options.impact else None
    question = _question(options, str(days[0]) if days else None)
    if options.block <= 0:
        raise CommandError("--block: this must be more than 0.")
    block = max(1, int(options.block * MEGABYTE))
    progress = Progress(quiet=options.quiet)
    root = Store(_address(options.out))
    with crew(options.scheduler, options.jobs) as workers:
        files = _files(question, root, optional=days is not None)
        place = root.at(question.key)
        if days is None:
            audit = work.run(question, files, place, workers, progress, block)
            text = answer_text(options, audit.as_dict(), words.audit_lines(audit))
            return text, 0 if audit.tally.legal == audit.tally.teams else 1
        if options.as_of and files:
            work.run(question, files, place, workers, progress, block)
        place = _index(question, root)
        question_before = question._replace(as_of=str(days[0]))
        impact = impact_of(question_before, place, days, workers, progress)
        impact = impact._replace(remarks=_remarks(question, place, files))
        text = answer_text(options, impact.as_dict(), words.impact_lines(impact))
        return text, 1 if impact.touched.teams else 0


def _files(question: Question, root: Store, *, optional: bool) -> list[CorpusFile]:
    """The files of the corpus; empty if it is gone, as the index may be enough."""
    with suppress(*([CommandError] if optional else [])):
        return corpus.find(question.corpus, root.url)
    return []


def _index(question: Question, root: Store) -> Store:
    """A complete audit with an index of this corpus; raises CommandError if there is none.

    Day, policy and banlists do not affect the index. An audit by the card facts in force is
    preferred, then the one by the newest facts.
    """
    audits: list[tuple[bool, bool, str, str]] = []
    document = question.document()
    for name in root.names():
        summary = root.read(f"{name}/{store.SUMMARY}")
        earlier = summary["question"] if summary else {}
        if summary and all(
            earlier[key] == document[key] for key in ("corpus", "format", "structure")
        ):
            is_current = earlier["catalogue"] == question.catalogue
            audits.append((is_current, name == question.key, earlier["catalogue"], name))
    if not audits:
        raise CommandError(
            f"There is no audit of {question.corpus} in {root.url}: name the day of one with"
            " --as-of, and the corpus is judged first."
        )
    return root.at(max(audits)[-1])


def _remarks(question: Question, place: Store, files: list[CorpusFile]) -> tuple[str, ...]:
    """Why the index may be out of date."""
    summary = place.read(store.SUMMARY)
    remarks = []
    if (facts := summary["question"]["catalogue"]) != question.catalogue:
        remarks.append(OLDER.format(facts=facts, present=question.catalogue))
    if files and [file.version for file in files] != summary["files"]:
        remarks.append(CHANGED)
    return tuple(remarks)


def _question(options: argparse.Namespace, from_: str | None) -> Question:
    with name_option("--format"):
        # A corpus of mixed formats has no single question.
        play_format = (questions.find_constructed_format if from_ else questions.find_format)(
            options.format
        )
    with name_option("--structure"):
        structure = questions.structure_at(play_format, options.structure)
    with name_option("--policy"):
        policy = questions.find_policy(options.policy)
    with name_option("--team-size"):
        questions.check_team_size(structure, options.team_size)
    with name_option("--as-of"):
        if options.as_of is None and from_ is None:
            raise questions.InvalidQuestion("name the day on which the teams would play.")
        as_of = str(questions.day(options.as_of)) if options.as_of else from_
    facts = catalogue()
    return Question(
        corpus=_address(options.corpus),
        format=play_format.id,
        as_of=str(as_of),
        structure=structure,
        policy=policy,
        team_size=options.team_size,
        fingerprint=fingerprint(facts),
        catalogue=f"{facts.as_of} {facts.id}",
        facts=str(facts.path),
    )


def _address(address: str) -> str:
    """The absolute address, the same from every folder and machine."""
    fs, path = corpus.file_system(address)
    return str(fs.unstrip_protocol(path))
