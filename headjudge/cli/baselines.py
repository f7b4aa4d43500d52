"""The baseline: faults that a repository of decks had when it was first checked.

The file holds one fault per line, ordered by team, which gives readable diffs and few merge
conflicts. A fault is known by its fingerprint, which does not depend on line numbers, and as many
times as the file says: one more is new. It is known as far as it went when the file was written: of
four copies, a fifth is new.
"""

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from headjudge.cli import git
from headjudge.cli.errors import CommandError
from headjudge.cli.files import (
    LARGEST_OF_RULES,
    AtCommit,
    decode,
    read_bytes,
    root_of,
    write_text,
)
from headjudge.cli.findings import (
    CANNOT_BE_READ,
    CheckedTeam,
    FilePlace,
    Finding,
    Level,
    State,
    warning,
)
from headjudge.decklists.documents.json_documents import lines_of_objects
from messages import say_count

FILE = "headjudge-baseline.json"
"""The default name of the file."""
FORM = 3
"""The file's format version; increased with incompatible changes."""

_TEXTS = ("team", "code", "about", "fingerprint")


class KnownFault(NamedTuple):
    """A fault in the baseline."""

    team: str
    code: str
    about: str
    """The card's title, or the line as written; empty for a whole deck."""
    files: tuple[str, ...]
    """The names of its files, without folders."""
    fingerprint: str
    times: int
    """The number of equal faults."""
    excess: int
    """How far beyond the limit the furthest of them is; see `Finding.excess`."""
    line: int | None = None
    """Its line in the baseline."""

    def covers(self, finding: Finding) -> bool:
        """Whether the finding goes no further than this, on the same side of the limit."""
        return 0 <= finding.excess <= self.excess or self.excess <= finding.excess <= 0


class Baseline(NamedTuple):
    """The known faults of all teams."""

    file: str
    known: tuple[KnownFault, ...] = ()

    @property
    def faults(self) -> int:
        """The number of faults, including equal ones."""
        return sum(fault.times for fault in self.known)

    @property
    def teams(self) -> tuple[str, ...]:
        """The teams with faults, in order."""
        return tuple(dict.fromkeys(fault.team for fault in self.known))

    def without(self, other: "Baseline") -> int:
        """The number of these faults missing from another baseline."""
        return (_counts(self.known) - _counts(other.known)).total()

    def absent(self, teams: Iterable[CheckedTeam]) -> tuple[str, ...]:
        """The teams with faults that are missing from `teams`, which should be complete."""
        names = {team.name for team in teams}
        return tuple(name for name in self.teams if name not in names)


def of(teams: Iterable[CheckedTeam], file: str = FILE) -> Baseline:
    """The baseline of the errors of these teams, including known ones but not allowed ones.

    A team that cannot be read is never known: nobody knows what it holds. Raises CommandError if
    the question about a team is invalid, as its faults would be lost.
    """
    faults: dict[str, KnownFault] = {}
    for team in teams:
        if team.is_usage_error:
            raise CommandError(f"{team.name}: {team.problem} No baseline was written.")
        for finding in team.findings:
            if _can_be_known(finding):
                fingerprint = finding.fingerprint(team.name)
                fault = faults.get(fingerprint) or _entry(team.name, finding, fingerprint)
                excess = max(fault.excess, finding.excess, key=abs)
                faults[fingerprint] = fault._replace(times=fault.times + 1, excess=excess)
    return Baseline(file, tuple(sorted(faults.values())))


def apply(teams: Iterable[CheckedTeam], baseline: Baseline) -> tuple[CheckedTeam, ...]:
    """The teams with the faults of the baseline marked as known, which do not fail a run.

    Known faults that a team no longer has are findings of that team, unless it is unreadable now
    or missing from `teams` (see `Baseline.absent`).
    """
    left = _counts(baseline.known)
    by_fingerprint = {fault.fingerprint: fault for fault in baseline.known}
    marked = [
        team.with_findings([_mark(each, team.name, by_fingerprint, left) for each in team.findings])
        for team in teams
    ]
    by_team: dict[str, list[KnownFault]] = {}
    for fault in baseline.known:
        by_team.setdefault(fault.team, []).append(fault)
    return tuple(
        team.with_findings([*team.findings, *_stale(by_team.pop(team.name), left, baseline.file)])
        if team.name in by_team and team.problem is None
        else team
        for team in marked
    )


def _mark(
    finding: Finding, team: str, known: Mapping[str, KnownFault], left: Counter[str]
) -> Finding:
    """The finding, as known if it is one of those and goes no further; it is then used up."""
    if not finding.fails or not _can_be_known(finding):
        return finding
    fingerprint = finding.fingerprint(team)
    if left[fingerprint] < 1 or not known[fingerprint].covers(finding):
        return finding
    left[fingerprint] -= 1
    return finding._replace(state=State.KNOWN)


def _can_be_known(finding: Finding) -> bool:
    return (
        finding.level is Level.ERROR
        and finding.state is not State.ALLOWED
        and finding.code != CANNOT_BE_READ
    )


def read(file: str) -> Baseline:
    """The baseline of a file, empty if there is none; raises CommandError with file and line."""
    if isinstance(file, AtCommit):
        try:
            data = file.read()
        except git.NoSuchFile:
            return Baseline(file)
    elif os.path.lexists(file):
        data = read_bytes(file, root_of(Path(file).parent), LARGEST_OF_RULES)
    else:
        return Baseline(file)
    text = decode(file, data).text.replace("\r\n", "\n")
    lines = lines_of_objects(text)

    def read_fault(pairs: list[tuple[str, Any]]) -> Any:
        line, fields = next(lines, 1), dict(pairs)
        if len(fields) < len(pairs):
            raise CommandError(f"{file}:{line}: A name occurs twice here.")
        return fields if "known" in fields else _read(fields, f"{file}:{line}", line)

    try:
        document = json.loads(text, object_pairs_hook=read_fault)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        raise CommandError(f"{file}:{line}: This is not valid JSON: {error}.") from None
    if not isinstance(document, dict) or not isinstance(document["known"], list):
        raise CommandError(
            f"{file}:1: This is not a baseline; `headjudge check --write-baseline` writes one."
        )
    if document.get("baseline") != FORM:
        raise CommandError(
            f"{file}:1: This baseline has another format than {FORM}, the one that is read here."
            " Rewrite it with `headjudge check --write-baseline`."
        )
    # A merge of two branches may duplicate a fault: it still counts once.
    by_fingerprint: dict[str, KnownFault] = {}
    for fault in document["known"]:
        if not isinstance(fault, KnownFault):
            raise CommandError(f"{file}: `known` holds something that is not a fault.")
        other = by_fingerprint.setdefault(fault.fingerprint, fault)
        if other.times < fault.times:
            by_fingerprint[fault.fingerprint] = fault
    return Baseline(file, tuple(sorted(by_fingerprint.values())))


def renew(file: str | None, teams: Sequence[CheckedTeam], *, is_whole: bool) -> str:
    """Write the present faults of the teams into the file (FILE); returns a line about it.

    Unless these are the whole of the teams, the known faults of others stay. Raises CommandError,
    also for an existing file that is no baseline.
    """
    path = Path(file or FILE)
    before = read(path.as_posix())
    after = of(teams, path.as_posix())
    if not is_whole:
        checked = {team.name for team in teams}
        others = (fault for fault in before.known if fault.team not in checked)
        after = after._replace(known=(*after.known, *others))
    write_text(str(path), baseline_text(after))
    added, removed = after.without(before), before.without(after)
    changes = f" ({added} added, {removed} removed)" if before.known else ""
    faults = say_count(after.faults, "{number} fault", "{number} faults")
    of_teams = say_count(len(after.teams), "{number} team", "{number} teams")
    return f"{path.as_posix()}: {faults} of {of_teams}{changes}"


def baseline_text(baseline: Baseline) -> str:
    """The text of the file: one fault per line, the same for the same faults."""
    rows = ",\n".join(
        f"    {json.dumps(_document(fault), ensure_ascii=False)}"
        for fault in sorted(baseline.known)
    )
    rows = f"[\n{rows}\n  ]" if rows else "[]"
    return f'{{\n  "baseline": {FORM},\n  "known": {rows}\n}}\n'


def _entry(team: str, finding: Finding, fingerprint: str) -> KnownFault:
    files = tuple(sorted({place.name for place in finding.places}))
    places = finding.places if finding.is_of_line else ()
    texts = [" ".join(place.text.split()) for place in places if place.text]
    about = finding.card or (texts or [""])[0]
    return KnownFault(team, finding.code, about, files, fingerprint, 0, 0)


def _document(fault: KnownFault) -> dict[str, Any]:
    return {
        "team": fault.team,
        "code": fault.code,
        "about": fault.about,
        "files": fault.files,
        "fingerprint": fault.fingerprint,
        "times": fault.times,
        "excess": fault.excess,
    }


def _counts(faults: Iterable[KnownFault]) -> Counter[str]:
    return Counter({fault.fingerprint: fault.times for fault in faults})


def _stale(faults: Iterable[KnownFault], left: Mapping[str, int], file: str) -> Iterator[Finding]:
    for fault in faults:
        if count := left[fault.fingerprint]:
            about = f" ({fault.about})" if fault.about else ""
            times = "" if fault.times == 1 else f", {count} of {fault.times} times"
            message = f"The baseline holds {fault.code}{about}, which is no longer there{times}."
            yield warning("baseline-stale", message, FilePlace(file, fault.line))


def _read(fields: dict[str, Any], where: str, line: int) -> KnownFault:
    times, excess, files = fields.get("times"), fields.get("excess"), fields.get("files")
    texts = [fields.get(name) for name in _TEXTS]
    if (
        not all(isinstance(text, str) for text in texts)
        or not (isinstance(files, list) and all(isinstance(file, str) for file in files))
        or type(times) is not int
        or type(excess) is not int
        or times < 1
    ):
        raise CommandError(
            f"{where}: This is not a fault as `headjudge check --write-baseline` writes it."
        )
    team, code, about, fingerprint = (str(text) for text in texts)
    return KnownFault(team, code, about, tuple(files), fingerprint, times, excess, line)
