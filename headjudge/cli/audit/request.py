"""From the options of `headjudge audit` to its answer."""

from __future__ import annotations

import argparse
import datetime
import re
from collections.abc import Mapping
from contextlib import suppress

from cards import catalogue
from headjudge.cli.audit import corpus, impact, store, words, work
from headjudge.cli.audit.cluster import Crew, crew
from headjudge.cli.audit.corpus import CorpusFile
from headjudge.cli.audit.question import Question
from headjudge.cli.audit.store import Store
from headjudge.cli.errors import CannotBeAsked
from headjudge.cli.options import days_in_order, said_of
from headjudge.cli.output import as_json
from headjudge.cli.sources.progress import Progress
from headjudge.cli.teams.event_arguments import team_rules_of
from headjudge.cli.terminal import printable
from validator import questions
from validator.fingerprint import fingerprint

MEGABYTE = 1_000_000
CHANGED = "The corpus is not what it was: ask with --as-of as well, and what is new is judged."
OLDER = "The index is by other card facts than those in force: {then}, not {now}."

_ROLE = re.compile(r"id|team|format|pool|list|player|(?:deck|player)[1-8]")


def answer(options: argparse.Namespace) -> tuple[str, int]:
    """The text to print and the exit code; raises CannotBeAsked."""
    days = _days(options)
    question = _question(options, days[0] if days else None)
    block = _block(options)
    root = Store(_address(options.out))
    with crew(options.scheduler, options.workers) as hands:
        if days is None:
            return _audit(options, question, root, hands, block)
        return _impact(options, question, root, hands, block, days)


def _audit(
    options: argparse.Namespace, question: Question, root: Store, hands: Crew, block: int
) -> tuple[str, int]:
    files = corpus.find(question.corpus, root.url)
    audit = work.run(
        question,
        files,
        root.at(question.key),
        hands,
        Progress(quiet=options.quiet),
        block,
    )
    if options.json:
        text: str = as_json(words.audit_document(audit))
    else:
        text = printable(words.audit_lines(audit))
    return text, 0 if audit.tally.legal == audit.tally.teams else 1


def _impact(
    options: argparse.Namespace,
    question: Question,
    root: Store,
    hands: Crew,
    block: int,
    days: tuple[datetime.date, datetime.date],
) -> tuple[str, int]:
    progress = Progress(quiet=options.quiet)
    files = _files(question, root)
    if options.as_of and files:
        # Nothing of the corpus is read where all of it was judged.
        work.run(question, files, root.at(question.key), hands, progress, block)
    place = _index(question, root)
    question = question._replace(as_of=days[0].isoformat())
    found = impact.ask(question, place, days, hands, progress)
    found = found._replace(remarks=tuple(_remarks(question, place, files)))
    text = as_json(found.as_dict()) if options.json else printable(words.impact_lines(found))
    return text, 1 if found.touched.teams else 0


def _files(question: Question, root: Store) -> list[CorpusFile]:
    """The files of the corpus; none where it is gone, as its index may answer for it."""
    with suppress(CannotBeAsked):
        return corpus.find(question.corpus, root.url)
    return []


def _index(question: Question, root: Store) -> Store:
    """A complete audit that has the titles of this corpus; CannotBeAsked where there is none.

    Neither the day, the policy nor the banlists change what a list holds. An audit by the card
    facts in force is taken before others, then the one by the newest.
    """
    found: list[tuple[bool, bool, str, str]] = []
    for name in root.names():
        summary = root.read(f"{name}/{store.SUMMARY}")
        asked = summary["question"] if summary else {}
        if summary and all(
            asked[key] == question.document()[key]
            for key in ("corpus", "format", "structure", "columns")
        ):
            is_current = asked["catalogue"] == question.catalogue
            found.append((is_current, name == question.key, asked["catalogue"], name))
    if not found:
        raise CannotBeAsked(
            f"There is no audit of {question.corpus} in {root.url}: name the day of one with"
            " --as-of, and the corpus is judged first."
        )
    return root.at(max(found)[-1])


def _remarks(question: Question, place: Store, files: list[CorpusFile]) -> list[str]:
    """What is to say of the index that answers."""
    summary = place.read(store.SUMMARY)
    then = summary["question"]["catalogue"]
    remarks = []
    if then != question.catalogue:
        remarks.append(OLDER.format(then=then, now=question.catalogue))
    if files and [one.identity for one in files] != [each["identity"] for each in summary["files"]]:
        remarks.append(CHANGED)
    return remarks


def _question(options: argparse.Namespace, from_: datetime.date | None) -> Question:
    with said_of("--format"):
        # The results of a corpus of all formats would say nothing of any.
        play_format = (questions.known_constructed if from_ else questions.known_format)(
            options.format
        )
    structure, policy = team_rules_of(options, play_format)
    with said_of("--as-of"):
        if options.as_of is None and from_ is None:
            raise questions.CannotBeAsked("name the day on which the teams would play.")
        as_of = questions.day(options.as_of) if options.as_of else from_
    facts = catalogue()
    return Question(
        corpus=_address(options.corpus),
        format=play_format.id,
        as_of=str(as_of),
        structure=structure,
        policy=policy,
        team_size=options.team_size,
        columns=tuple(_columns(options.columns).items()),
        fingerprint=fingerprint(facts),
        catalogue=f"{facts.as_of} {facts.id}",
        facts=str(facts.path),
    )


def _days(options: argparse.Namespace) -> tuple[datetime.date, datetime.date] | None:
    return days_in_order("--impact", *options.impact) if options.impact else None


def _columns(said: list[str]) -> Mapping[str, str]:
    columns = {}
    for one in said:
        role, sign, name = one.partition("=")
        if not sign or not _ROLE.fullmatch(role):
            raise CannotBeAsked(f'--columns: "{one}" is not like deck1=NAME, list=NAME, id=NAME.')
        columns[role] = name
    return dict(sorted(columns.items()))


def _block(options: argparse.Namespace) -> int:
    if options.block <= 0:
        raise CannotBeAsked("--block: this must be more than 0.")
    return max(1, int(options.block * MEGABYTE))


def _address(given: str) -> str:
    """The address in full, so that it is the same from every folder and on every machine."""
    fs, path = corpus.file_system(given)
    return str(fs.unstrip_protocol(path))
