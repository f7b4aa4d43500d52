"""The form of a whole event: the file, the roles of its columns, and the event."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from werkzeug.datastructures import FileStorage, MultiDict

from headjudge import decklists
from headjudge.web import facts_in_force
from headjudge.web.http import Problem, parse_json
from headjudge.web.inputs import team
from headjudge.web.pages.check.form import SIZES, event_values, house_fields, house_titles
from headjudge.web.pages.event import columns as columns_of
from headjudge.web.pages.event import upload as uploads
from headjudge.web.pages.event.columns import HEADER_ROWS, IGNORED, ROLES, Columns
from headjudge.web.pages.event.entries import Entry, entries, with_pairings
from headjudge.web.pages.event.table import CannotBeRead, Sheet, Upload
from headjudge.web.words import choices
from messages import Message, say
from validator.questions import DECKS_MAX, shorten

ROLE_WORDS: Mapping[str, Message] = {
    IGNORED: say("not used"),
    "team": say("team"),
    "player": say("player"),
    "list": say("decklist"),
    "sideboard": say("sideboard, apart from its list"),
    "commander": say("commander, apart from its list"),
    "pool": say("card pool"),
    "format": say("format"),
    "table": say("table"),
    "player-id": say("player ID"),
    "deck-name": say("deck name"),
}
SIZE_MIN = 40
"""Cards of the smallest main deck."""
SAMPLES = 3
"""Cells of a column shown in the preview, and teams."""
EVENT_FIELDS = ("format", "as_of", "structure", "policy")

NO_FILE = say("Choose a file first.")
NO_LISTS = say("Choose which column contains the decklists.")
NO_TEAMS = say("No row of this sheet contains a team.")
NO_FORMAT = say("Choose the format that the decks are built for.")


class ColumnPreview(NamedTuple):
    """A column in the preview."""

    number: int
    name: str
    samples: tuple[str, ...]
    """The beginnings of its first cells; empty for private data."""
    is_private: bool
    role: str


class FirstTeam(NamedTuple):
    """A team in the preview."""

    entry: Entry
    sizes: tuple[int, ...]
    """The cards of each list."""

    @property
    def is_odd(self) -> bool:
        """Whether a list is so short that it may be none, or a part of one."""
        return any(size < SIZE_MIN for size in self.sizes)


@dataclass(frozen=True)
class EventForm:
    """A submitted form, with the content of its file."""

    upload: Upload
    sheet_index: int
    form_key: str
    """What the columns of the sheet are recognized by in another file."""
    is_new: bool
    """Whether the columns are guessed, as none were chosen for such a file."""
    columns: Columns
    event: Mapping[str, Any]
    """The fields shared by the requests of all teams."""
    house: Mapping[str, str]
    """The content of the fields of house rules."""
    event_name: str = ""
    pairings: str = ""
    """The pasted pairings, with the teams' tables."""
    known_as: str = ""
    """The event whose columns and format it has, as another file of it was read before."""
    faults: dict[str, list[Message | str]] = field(default_factory=dict)
    """Faults, by field."""

    @property
    def sheet(self) -> Sheet:
        return self.upload.sheets[self.sheet_index]

    @property
    def has_own_formats(self) -> bool:
        """Whether rows may name their formats."""
        return bool(self.columns.of("format"))

    @property
    def usual_policy(self) -> str:
        """The display name of the default rule of the event's format and structure."""
        format_id = self.event["format"]
        play_format = facts_in_force.load(format_id) if format_id in facts_in_force.ids() else None
        return choices.usual_policy(play_format, self.event["structure"])

    @cached_property
    def entries(self) -> list[Entry]:
        """The teams of the sheet."""
        return with_pairings(entries(self.sheet, self.columns, self.event), self.pairings)

    @property
    def first_teams(self) -> list[FirstTeam]:
        """The first teams as they will be read."""
        return [
            FirstTeam(entry, tuple(_size(deck.get("list", "")) for deck in entry.decks))
            for entry in self.entries[:SAMPLES]
        ]

    @property
    def header_rows(self) -> list[tuple[int, str]]:
        """The number and the beginning of each row that may name the columns."""
        return [
            (row.number, shorten(" · ".join(columns_of.words_of(row))))
            for row in self.sheet.rows[:HEADER_ROWS]
            if not row.is_blank
        ]

    @property
    def column_previews(self) -> list[ColumnPreview]:
        """The columns in the preview."""
        header = columns_of.names(self.sheet, self.columns.header)
        return [self._preview(index, name) for index, name in enumerate(header)]

    def _preview(self, index: int, name: str) -> ColumnPreview:
        is_private = columns_of.is_private(self.sheet, self.columns, index)
        rows = self.sheet.rows[self.columns.first :]
        filled = (cell for row in rows if (cell := columns_of.cell_of(row, index)) and cell.strip())
        cells = [] if is_private else [next(filled, "") for _ in range(SAMPLES)]
        samples = tuple(shorten(" ".join(cell[:400].split())) for cell in cells if cell)
        return ColumnPreview(index, name, samples, is_private, self.columns.roles[index])


def parse_form(
    values: MultiDict[str, str], files: MultiDict[str, FileStorage], today: datetime.date
) -> EventForm:
    """The submitted form; raises CannotBeRead if it has no table."""
    file = files.get("file")
    if file is None or not file.filename:
        raise CannotBeRead(NO_FILE)
    upload = uploads.read(file.filename, file.read())
    index = _number(values.get("sheet", "0"), len(upload.sheets))
    guess = columns_of.guess_columns(upload.sheets[index])
    key = columns_of.form_key(upload.sheets[index], guess)
    known = _of_same_form(values.get("known", ""), key)
    values = known or values
    is_new = values.get("form_key") != key
    return EventForm(
        upload,
        index,
        key,
        is_new,
        guess if is_new else _columns(values, guess),
        parse_event(values, today),
        house_fields(values),
        " ".join(values.get("event", "").split()),
        values.get("pairings", ""),
        known.get("known_as", "") if known else "",
    )


def _of_same_form(known: str, key: str) -> MultiDict[str, str] | None:
    """The fields that the browser kept of an event whose file had the same columns, if any."""
    try:
        events = parse_json(known.encode("utf-8", "surrogatepass")) if known else []
    except Problem:
        return None
    for event in events if isinstance(events, list) else ():
        if isinstance(event, dict) and event.get("form_key") == key:
            return MultiDict({name: text for name, text in event.items() if isinstance(text, str)})
    return None


def faults_of(form: EventForm) -> dict[str, list[Message | str]]:
    """Faults that prevent judging the teams, by field."""
    faults: dict[str, list[Message | str]] = {}
    if not form.columns.of("list"):
        faults["columns"] = [NO_LISTS]
    elif (lists := len(form.columns.of("list"))) > DECKS_MAX:
        faults["columns"] = [
            say("A team has 1 to {most} decks, not {number}.", most=DECKS_MAX, number=lists)
        ]
    elif not form.entries:
        faults["columns"] = [NO_TEAMS]
    try:
        team.load(team.TEAM, {**form.event, "decks": [{"list": ""}]})
    except Problem as problem:
        for fault in problem.faults:
            name = fault.pointer.split("/")[1]
            faults.setdefault(name, []).append(fault.detail)
    if not form.event["format"]:
        faults["format"] = [NO_FORMAT]
        if form.columns.of("format"):
            del faults["format"]  # each row has its own
    return faults


def parse_event(values: Mapping[str, str], today: datetime.date) -> dict[str, Any]:
    """The event of the form; empty values get their defaults."""
    fields = event_values(values, today.isoformat())
    event: dict[str, Any] = {name: fields[name].strip() for name in EVENT_FIELDS}
    if not event["policy"]:
        del event["policy"]
    if fields["team_size"] in SIZES:
        event["team_size"] = int(fields["team_size"])
    if titles := house_titles(house_fields(values)):
        event["house"] = titles
    return event


def _columns(values: MultiDict[str, str], guess: Columns) -> Columns:
    """The columns as chosen, by default as guessed."""
    roles = [values.get(f"role-{index}", role) for index, role in enumerate(guess.roles)]
    return Columns(
        tuple(role if role in ROLES else IGNORED for role in roles),
        _header(values["header"]) if "header" in values else guess.header,
        values["rows"] == "player" if "rows" in values else guess.by_player,
    )


def _size(text: str) -> int:
    """The cards of a list, whether or not they are known."""
    return sum(line.copies for deck in decklists.read_team(text) for line in deck.lines)


def _header(text: str) -> int | None:
    """The index of the row with that number; 0 for none."""
    return number - 1 if 0 < (number := whole_number(text) or 0) <= HEADER_ROWS else None


def _number(text: str, count: int) -> int:
    number = whole_number(text) or 0
    return number if number < count else 0


def whole_number(text: str) -> int | None:
    """The number in a field of the form, 0 to 99999999; None for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else None
