"""`headjudge init`: propose a configuration for the files of a folder.

This is the only place where content decides what is a deck: it is looked at once, and what comes of
it is written down, to be read and changed.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from cards import catalogue
from headjudge import decklists
from headjudge.cli.baselines import FILE as BASELINE
from headjudge.cli.configuration import (
    FILE,
    INCLUDE,
    Configuration,
    Settings,
    event_of,
    play_format_of,
)
from headjudge.cli.discovery import Team, discover
from headjudge.cli.errors import CommandError
from headjudge.cli.files import absolute, read_text, root_of, short_path, write_text
from headjudge.cli.options import add_day, settings_of, today
from headjudge.cli.output import printable
from headjudge.cli.patterns import Patterns
from headjudge.decklists.encoding import OF_DECKS, is_never_deck
from messages import say_count, say_short_list
from validator import Decklist, questions
from validator.case import default_policy

EPILOG = """\
It looks at every file once, proposes which are decks (include, exclude), how
they are played, and shows the teams that result. An existing file is never
overwritten.

exit status: 0 the configuration is written, 2 wrong usage (no such format, a
configuration exists...).
"""
POLICIES = {
    "combined-four": "at most four copies of a card in the team's decks together, as Wizards' page"
    " for Two-Headed Giant says and stores play it",
    "tournament": "no card in both decks of a team, as the Magic Tournament Rules say since 2016",
}
"""The rules of a team that an organizer chooses between, and what each means."""
OTHER_SUFFIXES = frozenset({".json", ".csv", ".tsv", ".md", ".list", ""})
"""Suffixes of files that may be decks, besides those that are included anyway."""
WORDS_OF_DECKS = frozenset({"deck", "decks", "list", "lists", "decklist", "decklists"})
"""What the name of a folder may have besides that of a format: `commander_decks`."""
LOOKED_AT_MAX = 20_000
TEAMS_SHOWN = 20
TABLES = frozenset({"csv", "json"})
"""Syntaxes that are often used for files other than decklists."""
DECK_MIN = 40
"""Copies of known cards that make a text a deck, whatever else it contains."""
BULLETS_MIN = 20
"""Lines that begin with a bullet, at least, in a list without counts."""
_BULLET = re.compile(r"\A\s*+[*+-]\s++[^\W\d]")
_CELL = re.compile(r"""\A(?:[^,;\t]++[,;\t])?["']?\d{1,3}["']?(?:[,;\t]|\Z)""")
_COUNT = re.compile(r"\A[\s*+#-]*+(?:SB:\s*+)?+\d{1,3}(?:\s*+[xX])?+\s++[^\W\d]")


@dataclass(frozen=True)
class Proposal:
    """What the files of a folder suggest."""

    decks: tuple[str, ...]
    """The decks, by path relative to the folder."""
    others: tuple[str, ...]
    """The files that `include` would name, too, and that are none."""
    include: tuple[str, ...]
    exclude: tuple[str, ...]


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `headjudge init`."""
    command.description = "Write a headjudge.toml for a folder of decks."
    command.epilog = EPILOG
    command.add_argument("path", nargs="?", default=".", metavar="PATH", help="the folder (.)")
    command.add_argument("--format", help="what is played: modern, sealed... (never guessed)")
    command.add_argument(
        "--structure", help="two-headed-giant, team-constructed, emperor or individual"
    )
    command.add_argument("--policy", help="the rule of the team: combined-four or tournament")
    add_day(command, "--as-of", "the day of the event")


def run(options: argparse.Namespace) -> tuple[str, int]:
    """The summary and the exit code; raises CommandError."""
    folder = Path(options.path)
    file = folder / FILE
    if not folder.is_dir():
        raise CommandError(f"{folder} is not a folder.")
    if file.exists():
        raise CommandError(f"{file.as_posix()} exists and is not overwritten.")
    settings = settings_of(options)
    if settings.format:
        event_of(settings, today())  # raises CommandError if they do not fit together
    proposal = _proposal(folder)
    folders = _folders(proposal.decks, settings)
    rules = Configuration(
        absolute(folder),
        include=proposal.include,
        exclude=proposal.exclude,
        folders=tuple((path, Settings(format=name)) for path, name in folders),
    )
    remarks: list[str] = []
    if settings.structure is None:
        settings, remark = _structure(folder, settings, rules)
        remarks.append(remark)
    if _has_choice(settings):
        settings, words = _policy(settings)
        remarks += words
    teams = _teams(folder, settings, rules)
    if any(team.pool for team in teams):
        settings = settings._replace(fail_on=("pool-absent",))
    write_text(str(file), "".join(f"{line}\n" for line in _lines(settings, rules)))
    return printable([*_summary(file, teams, proposal), *remarks, *_next(settings, folders)]), 0


def _proposal(folder: Path) -> Proposal:
    """What is a deck in the folder, by its content."""
    usual = Patterns(INCLUDE, any_case=True)
    looked_at: dict[str, tuple[Decklist, ...]] = {}
    for name in _files(folder):
        is_usual = usual.match(name) is not None
        if is_usual or PurePosixPath(name).suffix.lower() in OTHER_SUFFIXES:
            looked_at[name] = _decks_in(folder / name, folder)
    again = _again({name: found for name, found in looked_at.items() if found})
    decks = [name for name, found in looked_at.items() if found and name not in again]
    others = [name for name in looked_at if name not in decks]
    include = (*INCLUDE, *_further(decks, usual))
    named = Patterns(include, any_case=True)
    others = [name for name in others if named.match(name)]
    return Proposal(tuple(decks), tuple(others), include, tuple(_excluded(decks, others)))


def _files(folder: Path) -> Iterator[str]:
    """The files that a check may look at, by path relative to the folder."""
    everything = Configuration(absolute(folder), include=("*",))
    groups = discover([str(folder)], Settings(), rules=everything).groups
    names = [name for group in groups for name in group.files]
    if len(names) > LOOKED_AT_MAX:
        raise CommandError(f"{folder} holds more than {LOOKED_AT_MAX:,} files: name a smaller one.")
    for name in names:
        path = PurePosixPath(absolute(Path(name)).relative_to(everything.folder))
        if not path.name.startswith("."):
            yield path.as_posix()


def _decks_in(path: Path, folder: Path) -> tuple[Decklist, ...]:
    """The decks in the file, as far as a look at it tells; none if it is something else."""
    suffix = path.suffix.lower()
    if is_never_deck(path.name) and suffix not in OF_DECKS:
        return ()
    try:
        text = read_text(short_path(path), root_of(folder))
    except CommandError:
        text = ""
    if len(text) > decklists.LINES_MAX and decklists.size(text) > decklists.LINES_MAX:
        text = ""
    if suffix in OF_DECKS:
        return decklists.read_team(text)
    if suffix != ".json" and not _may_be_list(text.splitlines(), suffix):
        return ()
    decks = decklists.read_team(text)
    lines = [line for deck in decks for line in deck.lines]
    known = [line for line in lines if catalogue().find(line.name).card]
    if not lines or 2 * len(known) < len(lines):
        return ()
    if suffix in (".json", ".csv", ".tsv"):
        return decks if any(deck.syntax in TABLES for deck in decks) else ()
    # A list may have mistakes, and prose around it.
    unread = sum(map(_unread, decks))
    copies = sum(line.copies for line in known)
    return decks if len(lines) >= unread or copies >= max(DECK_MIN, unread) else ()


def _may_be_list(lines: Sequence[str], suffix: str) -> bool:
    """Whether a line begins with a count, or many with bullets: reading takes longer than this."""
    count = _CELL if suffix in (".csv", ".tsv") else _COUNT
    return any(map(count.match, lines)) or sum(map(bool, map(_BULLET.match, lines))) >= BULLETS_MIN


def _again(decks: Mapping[str, tuple[Decklist, ...]]) -> frozenset[str]:
    """The files with the decks of another one in their folder that is called like them.

    Such as a primer beside an export; the file with more lines that are no cards is the second.
    """
    by_stem: dict[str, list[str]] = {}
    for name in decks:
        by_stem.setdefault(os.path.splitext(name)[0], []).append(name)
    again: set[str] = set()
    for names in by_stem.values():
        first, *others = sorted(names, key=lambda name: sum(map(_unread, decks[name])))
        again.update(name for name in others if _is_same(decks[first], decks[name]))
    return frozenset(again)


def _is_same(decks: Sequence[Decklist], others: Sequence[Decklist]) -> bool:
    """Whether nine in ten of the titles of the first are in the others."""
    titles, further = (
        {line.name.casefold() for deck in each for line in deck.lines} for each in (decks, others)
    )
    return 10 * len(titles & further) >= 9 * len(titles) > 0


def _unread(deck: Decklist) -> int:
    ignored = (notice.places for notice in deck.notices if notice.code == "line-ignored")
    return len(deck.unreadable) + sum(map(len, ignored))


def _further(decks: Sequence[str], usual: Patterns) -> Iterator[str]:
    """Patterns of the decks that are not included anyway, by folder and suffix."""
    found: dict[str, None] = {}
    for name in decks:
        if usual.match(name):
            continue
        path = PurePosixPath(name)
        if not path.suffix:
            found[f"/{_quoted(name)}"] = None
        elif len(path.parts) > 1:
            found[f"/{_quoted(path.parts[0])}/**/*{path.suffix}"] = None
        else:
            found[f"/*{path.suffix}"] = None
    yield from found


def _excluded(decks: Sequence[str], others: Sequence[str]) -> Iterator[str]:
    """Patterns of the files that are no decks: a folder of them, a name, or one file."""
    with_decks = {str(parent) for name in decks for parent in PurePosixPath(name).parents}
    names = Counter(PurePosixPath(name).name for name in others)
    names_of_decks = {PurePosixPath(name).name for name in decks}
    found: dict[str, None] = {}
    for name in others:
        path = PurePosixPath(name)
        outer = [str(parent) for parent in path.parents if str(parent) not in with_decks]
        if outer and outer[-1] != ".":
            found[f"/{_quoted(outer[-1])}/"] = None
        elif names[path.name] > 1 and path.name not in names_of_decks:
            found[_quoted(path.name)] = None
        else:
            found[f"/{_quoted(name)}"] = None
    yield from found


def _quoted(name: str) -> str:
    """The name as a pattern of itself."""
    name = re.sub(r"([\\*?\[])", r"\\\1", name)
    return re.sub(r" \Z", r"\\ ", name)


def _folders(decks: Sequence[str], settings: Settings) -> list[tuple[str, str]]:
    """The folders that are called like a format, each with it."""
    if settings.format:
        return []
    folders = sorted({str(parent) for name in decks for parent in PurePosixPath(name).parents})
    found = []
    for folder in folders:
        words = re.split(r"[\s_-]+", PurePosixPath(folder).name.lower())
        name = "-".join(word for word in words if word not in WORDS_OF_DECKS)
        try:
            play_format = questions.find_format(questions.find_format_id(name))
        except questions.InvalidQuestion:
            continue
        found.append((folder, play_format.id))
    return found


def _teams(folder: Path, settings: Settings, rules: Configuration) -> list[Team]:
    discovery = discover([str(folder)], settings, rules=rules)
    return list(discovery.teams())


def _structure(folder: Path, settings: Settings, rules: Configuration) -> tuple[Settings, str]:
    """The settings with the structure that most files fit, and a sentence about it."""
    usual = settings._replace(structure=None)
    if settings.format and play_format_of(settings).structure:
        return settings, f"{settings.format} says who plays with whom."
    pairs = _teams(folder, usual, rules)
    whole = sum(len(team.decks) for team in pairs if not team.problems and len(team.decks) == 2)
    total = sum(len(team.decks) for team in pairs)
    if total and 2 * whole < total:
        return settings._replace(structure="individual"), (
            f"structure: individual, as only {whole} of {total} decks are in pairs: each is judged"
            " alone. Change it in the file if they are teams."
        )
    return settings._replace(structure="two-headed-giant"), (
        "structure: two-headed-giant, two decks a team. Change it in the file if that is wrong."
    )


def _has_choice(settings: Settings) -> bool:
    """Whether there is a rule of the team to choose."""
    if settings.policy or settings.structure != questions.DEFAULT_STRUCTURE:
        return False
    if settings.format is None:
        return True
    play_format = play_format_of(settings)
    usual = default_policy(play_format, settings.structure)
    return play_format.kind != "limited" and usual == questions.DEFAULT_POLICY


def _policy(settings: Settings) -> tuple[Settings, list[str]]:
    """The settings with the rule of the team, and both rules in words."""
    rules = [f"  {name}: {meaning}." for name, meaning in POLICIES.items()]
    question = "May teammates play the same card? There are two rules:"
    chosen = questions.DEFAULT_POLICY
    if sys.stdin.isatty() and sys.stdout.isatty():
        sys.stderr.write(printable([question, *rules]))
        answer = input(f"Which one? [{chosen}] ").strip() or chosen
        with_name = [name for name in POLICIES if name.startswith(answer.lower())]
        chosen = with_name[0] if len(with_name) == 1 else questions.find_policy(answer)
        return settings._replace(policy=chosen), []
    return settings._replace(policy=chosen), [
        question, *rules, f"The file says {chosen}; change it there, or say --policy.",
    ]  # fmt: skip


def _lines(settings: Settings, rules: Configuration) -> Iterator[str]:
    yield "# The rules of `headjudge check` for the decks in this folder."
    yield f"format = {_toml(settings.format)}" if settings.format else '# format = "modern"'
    yield f"as_of = {settings.as_of}" if settings.as_of else "# as_of = 2026-01-31"
    if settings.structure:
        yield f"structure = {_toml(settings.structure)}"
    if settings.policy:
        for name, meaning in POLICIES.items():
            yield f"# {name}: {meaning}."
        yield f"policy = {_toml(settings.policy)}"
    if settings.fail_on:
        yield "# Without its card pool, a deck cannot be checked against it."
        yield from _array("fail-on", settings.fail_on)
    yield ""
    yield "# Files that match are decks and must be readable, like paths on the command line."
    yield from _array("include", rules.include)
    yield from _array("exclude", rules.exclude)
    yield ""
    yield "# Faults in this file are known: `headjudge check --write-baseline` writes it."
    yield f"baseline = {_toml(BASELINE)}"
    for path, inner in rules.folders:
        yield ""
        yield "[[folder]]"
        yield f"path = {_toml(path)}"
        yield f"format = {_toml(inner.format or '')}"


def _array(name: str, values: Sequence[str]) -> Iterator[str]:
    line = f"{name} = [{', '.join(map(_toml, values))}]"
    if len(line) <= 100:
        yield line
        return
    yield f"{name} = ["
    yield from (f"    {_toml(value)}," for value in values)
    yield "]"


def _toml(text: str) -> str:
    """The text as a string of TOML."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _summary(file: Path, teams: Sequence[Team], proposal: Proposal) -> Iterator[str]:
    whole = [team for team in teams if not team.problems]
    yield f"{file.as_posix()}: {say_count(len(whole), '{number} team', '{number} teams')}"
    for team in sorted(whole, key=lambda team: team.name)[:TEAMS_SHOWN]:
        files = dict.fromkeys(file.name for file in team.files)
        yield f"  {team.name}: {', '.join(files)}"
    if (more := len(whole) - TEAMS_SHOWN) > 0:
        yield f"  and {more} more, which `headjudge check --list` shows"
    for team in teams:
        yield from (f"  {problem.message}" for problem in team.problems)
    if proposal.others:
        yield f"No decks, by `exclude`: {say_short_list(list(proposal.exclude))}"


def _next(settings: Settings, folders: Sequence[tuple[str, str]]) -> Iterator[str]:
    if folders:
        names = [f"{path} ({name})" for path, name in folders]
        yield f"Folders with a format of their own: {say_short_list(names)}"
    if not settings.format:
        yield "Name the format that is played in it" + (" elsewhere." if folders else ".")
    yield "Then `headjudge check` judges them, and `headjudge check --write-baseline` records"
    yield "the faults that are there already as known."
