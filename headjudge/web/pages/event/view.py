"""The page of a whole event: a file of registrations in, a table of verdicts out.

The service stores nothing between two steps: each of them (the table of columns, the verdicts, the
results as a file) is sent the file again, by the page's script or chosen once more.
"""

from __future__ import annotations

import datetime
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from http import HTTPStatus
from itertools import islice
from pathlib import PurePosixPath
from typing import Any, NamedTuple
from urllib.parse import quote

from flask import Blueprint, Response, make_response, render_template, request, stream_with_context
from werkzeug.datastructures import FileStorage, MultiDict

from headjudge import decklists
from headjudge.web import facts_in_force, fragments, guards, question
from headjudge.web.api import batch
from headjudge.web.fetched_lists import ListFetcher
from headjudge.web.http import Problem, expect_media_type, parse_json, translate
from headjudge.web.limits import LIMITS
from headjudge.web.pages import sheets as sheet_pages
from headjudge.web.pages.check.form import SIZES, event_values, house_fields, house_titles
from headjudge.web.pages.event import card_rows, judging
from headjudge.web.pages.event import columns as columns_of
from headjudge.web.pages.event import upload as uploads
from headjudge.web.pages.event.columns import HEADER_ROWS, IGNORED, ROLES, Columns
from headjudge.web.pages.event.entries import (
    Entry,
    Progress,
    UnusedCards,
    entries,
    entry_of,
    rows_of_teams,
    with_pairings,
)
from headjudge.web.pages.event.judging import Result, summary
from headjudge.web.pages.event.upload import CannotBeRead, Sheet, Upload
from headjudge.web.pages.event.workbook_process import SHEETS_MAX
from headjudge.web.schemas import sheets as sheet_schemas
from headjudge.web.schemas import team
from headjudge.web.sheets import SHEETS
from headjudge.web.words import choices
from headjudge.web.words.facts import with_site_names
from messages import Message, say, say_count, say_short_list
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
ROWS_NAMED = 10
"""Rows of no team that are named in the preview."""
SIZED_MAX = 40_000
"""Characters of lists that are read for the preview; cards of others are counted by numbers."""
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
    with_lists: tuple[int, ...] = ()
    """The indexes of the sheets that have decklists."""

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
        teams, left = [], SIZED_MAX
        for entry in self.entries[:SAMPLES]:
            sizes: list[int] = []
            for text in (deck.get("list", "") for deck in entry.decks):
                left -= len(text)
                sizes += _sizes(text) if left >= 0 else [columns_of.size_of(text)]
            teams.append(FirstTeam(entry, tuple(sizes)))
        return teams

    @property
    def unused(self) -> Iterator[Message]:
        """What is said of columns that are not used but have cards, with the number of rows."""
        rows = Counter(part.column for entry in self.entries for part in entry.unused)
        for column, number in rows.items():
            yield say_count(
                number,
                "The column “{column}” is not used, but has cards in {number} row. Choose below"
                " what it contains.",
                "The column “{column}” is not used, but has cards in {number} rows. Choose below"
                " what it contains.",
                column=column,
            )

    @property
    def of_sheets(self) -> Iterator[Message]:
        """What is said of sheets that are not read."""
        others = [self.upload.sheets[at].name for at in self.with_lists if at != self.sheet_index]
        if others:
            yield say(
                "Only the sheet “{sheet}” is read, but others have decklists too: {others}.",
                sheet=self.sheet.name,
                others=say_short_list(others),
            )
        if self.upload.left_out:
            yield say(
                "Hidden sheets, and those beyond the first {most}, are not read: {sheets}.",
                most=SHEETS_MAX,
                sheets=say_short_list(self.upload.left_out),
            )

    @property
    def other_rows(self) -> list[int]:
        """The numbers of rows below the header that are of no team, up to ROWS_NAMED."""
        of_teams = set(rows_of_teams(self.sheet, self.columns))
        below = islice(enumerate(self.sheet.rows), self.columns.first, None)
        others = (row.number for index, row in below if not row.is_blank and index not in of_teams)
        return list(islice(others, ROWS_NAMED))

    @property
    def header_rows(self) -> list[tuple[int, int, str]]:
        """The place, the number and the beginning of each row that may name the columns."""
        return [
            (place, row.number, shorten(" · ".join(columns_of.words_of(row))))
            for place, row in enumerate(self.sheet.rows[:HEADER_ROWS], 1)
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
    upload = card_rows.with_lists(
        uploads.read(file.filename, file.read(), values.get("encoding", ""))
    )
    guesses = list(map(columns_of.guess_columns, upload.sheets))
    with_lists = tuple(
        number
        for number, (sheet, guess) in enumerate(zip(upload.sheets, guesses, strict=True))
        if guess.of("list") or card_rows.is_of_cards(sheet)
    )
    first = next((number for number in with_lists if guesses[number].of("list")), 0)
    index = _number(values.get("sheet", str(first)), len(upload.sheets))
    guess = guesses[index]
    key = columns_of.form_key(upload.sheets[index], guess)
    known = _of_same_form(values.get("known", ""), key)
    values = known or values
    is_new = values.get("form_key") != key
    if not is_new and values.get("do") == "columns" and _header_is_new(values):
        guess, is_new = (
            columns_of.guess_below(upload.sheets[index], _header(values["header"])),
            True,
        )
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
        with_lists,
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


def _sizes(text: str) -> list[int]:
    """The cards of each list in a text, whether or not they are known."""
    return [sum(line.copies for line in read.lines) for read in decklists.read_team(text)]


def _header_is_new(values: Mapping[str, str]) -> bool:
    """Whether another row was chosen to name the columns, whose contents are guessed anew."""
    return values.get("header") != values.get("named", values.get("header"))


def _header(text: str) -> int | None:
    """The index of the row with that number; 0 for none."""
    return number - 1 if 0 < (number := whole_number(text) or 0) <= HEADER_ROWS else None


def _number(text: str, count: int) -> int:
    number = whole_number(text) or 0
    return number if number < count else 0


def whole_number(text: str) -> int | None:
    """The number in a field of the form, 0 to 99999999; None for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else None


MEDIA_TYPE = "multipart/form-data"
BODY_MAX = LIMITS.event
"""Bytes: a file with the other fields."""
FIELDS_MAX = LIMITS.body
"""Bytes of the other fields together."""
DRAINED_MAX = 4 * BODY_MAX
"""Bytes of an oversized body that are still read, so that its sender reads the answer."""
PIECE = 256 * 1024
FILTERS = ("legal", "illegal", "no-list", "unasked")
CSV = "text/csv; charset=utf-8"
FIELDS_OF_MESSAGE = ("players", "event", "day", "faults", "deadline", "address")
MESSAGE = say(
    "Hello {players},\n\n"
    "we have checked the decklists for {event} on {day}. Please fix this:\n\n"
    "{faults}\n\n"
    "Please send the corrected list to {address}.\n"
    "The deadline is {deadline}.\n\n"
    "Thank you!",
    **{name: f"{{{name}}}" for name in FIELDS_OF_MESSAGE},
)
"""The usual message to the players of a team; the page's script fills it in."""
STATUSES = {
    "to-ask": say("To ask"),
    "asked": say("Asked"),
    "mended": say("Fixed"),
    "checked": say("Checked"),
}
"""An organizer's progress with a team; stored only by the page's script."""
NO_SHEETS = say("No team has a list that could be printed.")

blueprint = Blueprint("registration_pages", __name__)
blueprint.add_app_template_filter(with_site_names)


@blueprint.get("/event")
def start() -> Response:
    """The form to choose a file."""
    return _page(None)


@blueprint.post("/event")
def step() -> Response:
    """The next step: columns of the file, verdicts on its teams, results as a file, or sheets."""
    expect_media_type(request.environ, (MEDIA_TYPE,))
    if (request.content_length or 0) > BODY_MAX:
        return _too_large()
    request.max_content_length = BODY_MAX
    request.max_form_memory_size = FIELDS_MAX
    do = request.form.get("do")
    if do == "team":
        return _team()
    try:
        form = parse_form(request.form, request.files, question.today())
    except CannotBeRead as error:
        return _page(None, HTTPStatus.UNPROCESSABLE_ENTITY, {"file": [error.message]})
    if form.is_new or do not in ("check", "csv", *SHEETS):
        return _page(form)
    if faults := faults_of(form):
        return _page(form, HTTPStatus.UNPROCESSABLE_ENTITY, faults)
    is_streamed = do == "check" and request.accept_mimetypes.best == batch.MEDIA_TYPE
    seconds = judging.SECONDS_MAX if is_streamed else judging.TOGETHER_SECONDS
    chosen = _choose(form.entries) if do in ("csv", *SHEETS) else form.entries
    team_results = judging.judge_entries(chosen, question.today(), seconds)
    if do == "csv":
        return _download(form, team_results)
    if do in SHEETS:
        return _sheets(form, team_results, do)
    if is_streamed:
        lines = stream_with_context(_lines(form, team_results))
        return guards.protect(Response(lines, content_type=batch.MEDIA_TYPE))
    all_results = list(team_results)
    return _page(form, results=all_results, summary=summary(all_results, form.of_sheets))


@blueprint.after_request
def keep_nothing(response: Response) -> Response:
    """Answers are not stored; the empty page is cached with revalidation."""
    return guards.protect_form(response, request.method)


def _lines(form: EventForm, results: Iterator[Result]) -> Iterator[str]:
    """The answer for the page's script, as lines: number of teams, each team, the summary."""
    yield json.dumps({"teams": len(form.entries)}) + "\n"
    judged = []
    for result in results:
        judged.append(result)
        yield json.dumps(_line(result)) + "\n"
    words = {"summary": summary(judged, form.of_sheets), **_words()}
    html = render_template("registrations_summary.html", **words)
    yield json.dumps({"summary": html}) + "\n"


def _team() -> Response:
    """One team judged again after its lists were edited: its line of the stream."""
    values, today = request.form, question.today()
    number, row = (whole_number(values.get(name, "")) or 0 for name in ("number", "row"))
    event = parse_event({}, today)
    entry = entry_of(number, row, values.get("request", ""), event)
    result = judging.judge_entry(_as_in_file(entry, values), today, ListFetcher())
    line = {**_line(result), "template": _translate(MESSAGE)}
    return Response(json.dumps(line) + "\n", content_type=batch.MEDIA_TYPE)


def _as_in_file(entry: Entry, values: Mapping[str, str]) -> Entry:
    """The entry with what its rows have besides lists, as the page's script gives it back."""
    try:
        written, unused = (
            parse_json(values.get(name, "").encode("utf-8", "surrogatepass"))
            for name in ("written", "unused")
        )
        return entry._replace(
            written=tuple(map(str, written)),
            unused=tuple(UnusedCards(*map(str, part)) for part in unused),
        )
    except (Problem, TypeError, ValueError):
        return entry


def _choose(entries: Sequence[Entry]) -> list[Entry]:
    """The teams in the field `teams`, in its order and with its changes; all without it.

    The field is a list of their numbers, each with a request if its lists were edited on the page,
    its status, the note and the changes.
    """
    try:
        rows = parse_json(request.form["teams"].encode("utf-8", "surrogatepass"))
        chosen = {number: (edited, *map(str, texts)) for number, edited, *texts in rows}
    except (Problem, KeyError, TypeError, ValueError):
        return list(entries)
    by_number = {entry.number: entry for entry in entries}
    return [
        _with_progress(by_number[number], *values)
        for number, values in chosen.items()
        if number in by_number
    ]


def _with_progress(
    entry: Entry, request: object, status: str = "", note: str = "", *changes: str
) -> Entry:
    entry = entry._replace(progress=Progress(STATUSES.get(status, ""), note, "\n".join(changes)))
    return entry._replace(request=request, problem=None) if isinstance(request, dict) else entry


def _line(result: Result) -> dict[str, Any]:
    values = {"result": result, "is_streamed": True}
    return {
        "number": result.entry.number,
        "row": render_template("registrations_row.html", **values, **_words()),
        "request": result.entry.request,
        "check": fragments.pack(result.entry.request),
        "mend": [_translate(sentence) for sentence in result.to_mend],
        "written": result.entry.written,
        "unused": result.entry.unused,
    }


def _download(form: EventForm, team_results: Iterator[Result]) -> Response:
    """The results as a file, named after the upload."""
    table = judging.result_rows(form.sheet, form.columns, team_results, _translate)
    data = judging.as_csv(table, form.upload.delimiter)
    response = Response(data, content_type=CSV)
    response.headers["Content-Disposition"] = _attachment(form.upload.name)
    return response


def _attachment(uploaded: str) -> str:
    """The Content-Disposition with a file name from that of the upload (RFC 6266)."""
    stem = PurePosixPath(uploaded).stem[: uploads.LONGEST_NAME]
    # Neither line ends, which would end the header, nor marks that change the text's direction.
    printable = "".join(sign for sign in stem if sign.isprintable() and sign not in '\\"')
    name = f"{printable.strip() or 'event'}-headjudge.csv"
    plain = name.encode("ascii", "ignore").decode()  # for clients without RFC 6266
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"


def _sheets(form: EventForm, results: Iterator[Result], kind: str) -> Response:
    """The sheets of all teams with lists that could be judged, in the order of the file."""
    teams = [
        {**result.entry.request, **result.entry.on_paper}
        for result in results
        if result.state != "unasked" and result.entry.has_list
    ]
    if not teams:
        return _page(form, HTTPStatus.UNPROCESSABLE_ENTITY, {"columns": [NO_SHEETS]})
    options = team.load(sheet_schemas.SHEETS, {"sheet": kind, **sheet_pages.sheet_options(request)})
    return sheet_pages.document(teams, options, request, "/teams/{index}")


def _too_large() -> Response:
    """The error page, sent after the body is read: otherwise the connection would break."""
    left = DRAINED_MAX
    while left > 0 and (piece := request.stream.read(min(PIECE, left))):
        left -= len(piece)
    faults: dict[str, list[Message | str]] = {"file": [uploads.too_large()]}
    return _page(None, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, faults)


def _page(
    form: EventForm | None,
    status: int = HTTPStatus.OK,
    faults: dict[str, list[Message | str]] | None = None,
    **values: Any,
) -> Response:
    current_step = "check" if "results" in values else "columns"
    template = render_template(
        "registrations.html",
        form=form,
        faults={name: translate(messages) for name, messages in (faults or {}).items()},
        most=uploads.UPLOAD_MAX,
        encodings=uploads.ENCODINGS,
        # The request to send this page again in another language.
        resend=form and {"form": "columns", "do": current_step, "enter": "check"},
        **values,
        **_words(),
    )
    return make_response(template, status)


def _words() -> dict[str, Any]:
    return {
        "choices": choices,
        "filters": FILTERS,
        "role_words": ROLE_WORDS,
        "states": judging.STATES,
        "statuses": STATUSES,
        "template": MESSAGE,
    }


def _translate(message: Message | str) -> str:
    return str(translate(message))
