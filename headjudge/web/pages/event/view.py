"""The page of a whole event: a file of registrations in, a table of verdicts out.

The service stores nothing between two steps: each of them (the table of columns, the verdicts, the
results as a file) is sent the file again, by the page's script or chosen once more.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from http import HTTPStatus
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import quote

from flask import Blueprint, Response, make_response, render_template, request, stream_with_context

from headjudge.web import guards
from headjudge.web.api import batch
from headjudge.web.http import Problem, expect_media_type, parse_json, translate
from headjudge.web.inputs import fragments, question, team
from headjudge.web.inputs import sheets as sheet_schemas
from headjudge.web.inputs.fetched_lists import ListFetcher
from headjudge.web.limits import LIMITS
from headjudge.web.pages import sheets as sheet_pages
from headjudge.web.pages.event import form as registration_forms
from headjudge.web.pages.event import judging, results, upload
from headjudge.web.pages.event.entries import Entry, Progress, entry_of
from headjudge.web.pages.event.form import EventForm, whole_number
from headjudge.web.pages.event.judging import Count, Result, summary
from headjudge.web.pages.event.table import CannotBeRead
from headjudge.web.sheets import SHEETS
from headjudge.web.words import choices
from headjudge.web.words.addresses import with_site_names
from messages import Message, say

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
    "Please send the corrected list by {deadline} to {address}.\n\n"
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
    expect_media_type(request, (MEDIA_TYPE,))
    if (request.content_length or 0) > BODY_MAX:
        return _too_large()
    request.max_content_length = BODY_MAX
    request.max_form_memory_size = FIELDS_MAX
    do = request.form.get("do")
    if do == "team":
        return _team()
    try:
        form = registration_forms.parse_form(request.form, request.files, question.today())
    except CannotBeRead as error:
        return _page(None, HTTPStatus.UNPROCESSABLE_ENTITY, {"file": [error.message]})
    if form.is_new or do not in ("check", "csv", *SHEETS):
        return _page(form)
    if faults := registration_forms.faults_of(form):
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
    return _page(form, results=all_results, summary=summary(all_results))


@blueprint.after_request
def keep_nothing(response: Response) -> Response:
    """Answers are not stored; the empty page is cached with revalidation."""
    return guards.protect_form(response, request.method)


def _lines(form: EventForm, results: Iterator[Result]) -> Iterator[str]:
    """The answer for the page's script, as lines: number of teams, each team, the summary."""
    yield json.dumps({"teams": len(form.entries)}) + "\n"
    count = Count()
    for result in results:
        count.add(result)
        yield json.dumps(_line(result)) + "\n"
    html = render_template("registrations_summary.html", summary=count.summary(), **_words())
    yield json.dumps({"summary": html}) + "\n"


def _team() -> Response:
    """One team judged again after its lists were edited: its line of the stream."""
    values, today = request.form, question.today()
    number, row = (whole_number(values.get(name, "")) or 0 for name in ("number", "row"))
    event = registration_forms.parse_event({}, today)
    entry = entry_of(number, row, values.get("request", ""), event)
    entry = entry._replace(written=_written(values.get("written", "")))
    result = judging.judge_entry(entry, today, ListFetcher())
    line = {**_line(result), "template": _translate(MESSAGE)}
    return Response(json.dumps(line) + "\n", content_type=batch.MEDIA_TYPE)


def _written(text: str) -> tuple[str, ...]:
    """What stood in place of the lists of a team, as the page's script gives it back."""
    try:
        return tuple(map(str, parse_json(text.encode("utf-8", "surrogatepass"))))
    except (Problem, TypeError, ValueError):
        return ()


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
    }


def _download(form: EventForm, team_results: Iterator[Result]) -> Response:
    """The results as a file, named after the upload."""
    table = results.rows(form.sheet, form.columns, team_results, _translate)
    data = results.as_csv(table, form.upload.delimiter)
    response = Response(data, content_type=CSV)
    response.headers["Content-Disposition"] = _attachment(form.upload.name)
    return response


def _attachment(uploaded: str) -> str:
    """The Content-Disposition with a file name from that of the upload (RFC 6266)."""
    stem = PurePosixPath(uploaded).stem[: upload.LONGEST_NAME]
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
    faults: dict[str, list[Message | str]] = {"file": [upload.too_large()]}
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
        most=upload.UPLOAD_MAX,
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
        "role_words": registration_forms.ROLE_WORDS,
        "states": judging.STATES,
        "statuses": STATUSES,
        "template": MESSAGE,
    }


def _translate(message: Message | str) -> str:
    return str(translate(message))
