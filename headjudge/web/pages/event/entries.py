"""Convert the rows of a sheet to teams, each with its request."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import formats
from headjudge.decklists.documents.tables import is_address, list_in
from headjudge.web import facts_in_force
from headjudge.web.http import Problem, parse_json
from headjudge.web.pages.event.columns import (
    IGNORED,
    LIST_MIN,
    Columns,
    addresses,
    cell_of,
    filled,
    fills_down,
    first_card,
    is_private,
    names,
    size_of,
    time_columns,
)
from headjudge.web.pages.event.upload import ROW_FAULTS, Sheet, TableRow
from headjudge.web.words.choices import USUAL_PLAYERS
from messages import Message, say, say_list
from validator import questions
from validator.questions import shorten

NO_FORMAT = say("No format is given for this team.")
SECTION_HEADINGS = ("Sideboard", "Commander")
"""Headings of sections that may have a column of their own."""
OF_TEAMS = ("team", "player", "list", "sideboard", "commander", "pool")
"""The roles of columns, one of which is filled in each row of a team."""
SMALLEST_TABLE = 3
"""Columns of a table in which a row of a single cell stands out."""
NO_TEAM = say("This row names no team, so it is unclear whose list it is.")
NAMESAKES = 8
"""Teams of one name among which the older registration is looked for."""
_AND = re.compile(r" ?[,;/&+、] ?| (?:and|und|et|y|e) ")
"""Separates the names of players in a cell."""
_CELLS = re.compile(r"[\t,;]")
"""Separates the cells of pasted pairings."""
_PART_OF_NAME = re.compile(
    r"first|last|given|family|vorname|nachname|prénom|apellido|cognome|sobrenome|surname|姓|名$",
    re.IGNORECASE,
)


_NUMBER = re.compile(r"\d++")
_HALF_DAY = re.compile(r"\b(?:a|(p))\.?m\b|午前|(午後)", re.IGNORECASE)
SEARCHED_MAX = 160_000
"""Characters of unused cells that are searched for titles, of each at least SEARCHED_MIN."""
SEARCHED_MIN = 20
LONGEST_TIME = 60
"""Characters of a cell that says when its row was sent."""


class Times:
    """When the rows of a sheet were sent, as far as its cells say it."""

    def __init__(self, sheet: Sheet, columns: Columns) -> None:
        self._rows = sheet.rows
        self._columns = time_columns(sheet, columns)

    def is_before(self, row: int, other: int) -> bool:
        """Whether the row of this index was certainly sent before the other."""
        for column in self._columns:
            one, two = (_dates(cell_of(self._rows[index], column)) for index in (row, other))
            shared = one.keys() & two.keys()
            if shared and all(one[order] < two[order] for order in shared):
                return True
        return False


def _dates(text: str) -> dict[str, tuple[int, ...]]:
    """The day and time in a cell, for each order of day and month that it may have."""
    if len(text) > LONGEST_TIME:
        return {}
    first, second, third, *time = [*map(int, _NUMBER.findall(text)), 0, 0, 0]
    if half := _HALF_DAY.search(text):
        time[0] = time[0] % 12 + 12 * bool(half[1] or half[2])
    orders = {"ymd": (first, second, third), "dmy": (third, second, first),
              "mdy": (third, first, second)}  # fmt: skip
    return {
        name: (*date, *time)
        for name, date in orders.items()
        if date[0] > 31 and 1 <= date[1] <= 12 and 1 <= date[2] <= 31
    }


class UnusedColumns:
    """The columns of a sheet that are not used, but for addresses and times."""

    def __init__(self, sheet: Sheet, columns: Columns) -> None:
        self._rows = sheet.rows
        header = names(sheet, columns.header)
        lists = len(columns.of("list"))
        # A section that has no list of its own is used as little.
        spare = [index for role in SECTION_HEADINGS for index in columns.of(role.lower())[lists:]]
        self._names = {
            index: header[index] or str(index + 1)
            for index in (*columns.of(IGNORED), *spare)
            if not is_private(sheet, columns, index) and index not in time_columns(sheet, columns)
        }
        self._left = SEARCHED_MAX
        self._found: dict[str, str] = {}
        """The first card of each text that was searched; empty without one."""

    def cards(self, row: int) -> Iterator[UnusedCards]:
        """The cells with cards in the row of this index."""
        for index, name in self._names.items():
            cell = cell_of(self._rows[row], index)
            if cell and cell not in self._found:
                self._found[cell] = self._first_card(list_in(cell).text)
            if card := self._found.get(cell, ""):
                yield UnusedCards(shorten(name), shorten(card))

    def _first_card(self, text: str) -> str:
        self._left -= max(len(text), SEARCHED_MIN)
        if self._left < 0:
            # What is beyond is not searched for titles: any number before a word is one of copies.
            return text if size_of(text) else ""
        return first_card(text)


class UnusedCards(NamedTuple):
    """A cell with cards in a column that is not used."""

    column: str
    card: str
    """The first of them, with its number of copies."""


class Progress(NamedTuple):
    """Data that the page stores with a team, on the organizer's device alone."""

    status: Message | str = ""
    note: str = ""
    changes: str = ""
    """Changes to its lists by the organizer or a newer file, one deck per line."""


class Entry(NamedTuple):
    """A registered team."""

    number: int
    """Its position among the teams, from 1."""
    row: int
    """The number of its first row in the file."""
    rows: tuple[int, ...]
    """The indexes of its rows in the sheet, from 0."""
    team: str
    players: tuple[str, ...]
    request: dict[str, Any]
    """The request for `POST /v1/validate`."""
    problem: Message | None = None
    """Why it cannot be judged."""
    notes: tuple[Message, ...] = ()
    """Remarks for the organizer."""
    written: tuple[str, ...] = ()
    """By deck: what stands in place of its list, such as the address of a page."""
    mail: tuple[str, ...] = ()
    """The e-mail addresses in its rows, to contact the players."""
    table: str = ""
    """Its table, if the file or the pairings have one."""
    player_ids: tuple[str, ...] = ()
    """By deck, as are the names."""
    deck_names: tuple[str, ...] = ()
    unused: tuple[UnusedCards, ...] = ()
    """The cards in columns that are not used."""
    replaced: Mapping[int, int] = MappingProxyType({})
    """The indexes of rows that were sent again, each with the number of the newer row."""
    progress: Progress = Progress()

    @property
    def decks(self) -> list[dict[str, Any]]:
        """The decks of its request, which may come from the page as anything."""
        decks = self.request.get("decks")
        return [deck for deck in decks if isinstance(deck, dict)] if isinstance(decks, list) else []

    @property
    def has_list(self) -> bool:
        """Whether a seat has a list."""
        return any(str(deck.get("list", "-")).strip() for deck in self.decks)

    @property
    def remarks(self) -> tuple[Message, ...]:
        """What stands in place of lists, in sentences for the organizer."""
        return tuple(
            say(
                "{player} wrote “{text}” in place of a list.",
                player=deck.get("player") or say("Player {number}", number=number),
                text=text,
            )
            for number, (deck, text) in enumerate(zip(self.decks, self.written, strict=False), 1)
            if text
        )

    @property
    def of_rows(self) -> tuple[Message, ...]:
        """What is to be said of its rows besides: cards that were not checked, and the notes."""
        unused = (
            say(
                "The column “{column}” is not used, but has cards such as “{card}”.",
                **part._asdict(),
            )
            for part in self.unused
        )
        return (*unused, *self.notes)

    @property
    def addresses(self) -> list[str]:
        """Addresses of pages that stand in place of lists."""
        found = (text for text in self.written if is_address(text))
        return [f"https://{text}" if text.lower().startswith("www.") else text for text in found]

    def without_lists(self, remarks: Mapping[int, str]) -> Entry:
        """The entry with these texts, by number of the deck, as what stands in place of a list."""
        decks = [
            {**deck, "list": ""} if number in remarks else deck
            for number, deck in enumerate(self.decks)
        ]
        written = [*self.written, *[""] * (len(decks) - len(self.written))]
        for number, text in remarks.items():
            written[number] = text
        return self._replace(request={**self.request, "decks": decks}, written=tuple(written))

    def divided(self, texts: Sequence[str], names: Sequence[str | None]) -> Entry:
        """The entry with a seat for each of these lists, which stood in one cell.

        Who is named in the text has that list, whatever the order of the columns.
        """
        players = list(self.players)
        if len(players) == 1 and len(parted := _AND.split(players[0])) == len(texts):
            players = parted
        named = [fold(name or "") for name in names]
        whole = {fold(player): player for player in players}
        rest = [player for player in players if fold(player) not in named]
        found = [
            whole.get(key) or name or (rest.pop(0) if rest else "")
            for key, name in zip(named, names, strict=True)
        ]
        decks = [
            {"player": player, "list": text} if player else {"list": text}
            for player, text in zip(found, texts, strict=True)
        ]
        notes = (
            say(
                "“{text}” stands in place of a list; another cell has the lists of the team.",
                text=text,
            )
            for text in filter(None, self.written)
        )
        return self._replace(
            players=tuple(filter(None, found)),
            request={**self.request, "decks": decks},
            written=(),
            notes=(*self.notes, *notes),
        )

    @property
    def on_paper(self) -> dict[str, Any]:
        """The fields of sheets besides the request."""
        fields = {"table": self.table, "player_ids": self.player_ids, "deck_names": self.deck_names}
        return {name: value for name, value in fields.items() if any(value)}


class RowContents(NamedTuple):
    """The content of one row."""

    decks: list[dict[str, str]]
    """A deck a seat: one without a list has an empty one."""
    written: list[str]
    """By deck, as in the team's entry."""
    player_ids: list[str]
    """By deck, as are the names."""
    deck_names: list[str]
    players: list[str]
    pool: str
    format: str
    notes: list[Message]
    problem: Message | None

    @property
    def has_list(self) -> bool:
        """Whether it has a list, or what stands in place of one."""
        lists = (deck["list"].strip() for deck in self.decks)
        return bool(self.pool) or any(lists) or any(self.written)


def entries(sheet: Sheet, columns: Columns, event: Mapping[str, Any]) -> list[Entry]:
    """The teams of a sheet in the order of their first rows.

    `event` has the fields of every team's request: `format`, `structure`, `as_of`, and `policy` if
    one was chosen.
    """
    header = names(sheet, columns.header)
    has_parts = any(_PART_OF_NAME.search(header[index]) for index in columns.of("player"))
    times = Times(sheet, columns)
    unused = UnusedColumns(sheet, columns)
    teams = [
        _entry(number, rows, sheet, columns, event, times, unused, has_parts=has_parts)
        for number, rows in enumerate(_group_rows(sheet, columns, event), 1)
    ]
    return list(_with_namesakes(_without_older(teams, times)))


def _group_rows(
    sheet: Sheet, columns: Columns, event: Mapping[str, Any]
) -> Iterator[tuple[int, ...]]:
    """The indexes of the rows of each team."""
    column = next(iter(columns.of("team")), None)
    together = columns.by_player and column is not None and event["structure"] != "individual"
    is_filled = together and column is not None and fills_down(sheet, column, columns.first)
    groups: dict[object, list[int]] = {}
    above = ""
    for index in rows_of_teams(sheet, columns):
        row = sheet.rows[index]
        team = fold(cell_of(row, column)) if together and column is not None else ""
        if is_filled:
            team = above = team or above
        groups.setdefault(team or index, []).append(index)
    yield from map(tuple, groups.values())


def rows_of_teams(sheet: Sheet, columns: Columns) -> list[int]:
    """The indexes of the rows that are of a team.

    A row is of none if its columns of teams, players and lists are empty, or if it stands below
    the table, with a single cell such as a total or a remark.
    """
    used = [index for role in OF_TEAMS for index in columns.of(role)]
    rows = range(columns.first, len(sheet.rows))
    whole = [index for index in rows if filled(sheet.rows[index]) > 1]
    end = whole[-1] + 1 if whole else len(sheet.rows)
    # Below the table begins where a blank row ends it.
    end = next((index for index in rows if index >= end and sheet.rows[index].is_blank), end)
    header = None if columns.header is None else sheet.rows[columns.header].cells
    return [
        index
        for index in rows
        if (row := sheet.rows[index]).fault
        or (
            row.cells != header  # repeated on a further page
            and (index < end or len(columns.roles) < SMALLEST_TABLE or _has_list(row, columns))
            and (any(cell_of(row, one).strip() for one in used) or addresses(row, columns))
        )
    ]


def _has_list(row: TableRow, columns: Columns) -> bool:
    return any(size_of(cell_of(row, index)) >= LIST_MIN for index in columns.of("list"))


def _entry(
    number: int,
    rows: tuple[int, ...],
    sheet: Sheet,
    columns: Columns,
    event: Mapping[str, Any],
    times: Times,
    unused: UnusedColumns,
    *,
    has_parts: bool,
) -> Entry:
    team = " ".join(_cell(sheet.rows[rows[0]], columns, "team").split())
    least = 1 if columns.by_player else USUAL_PLAYERS.get(event["structure"], 1)
    contents = [_contents(sheet.rows[row], columns, least, has_parts=has_parts) for row in rows]
    replaced: dict[int, int] = {}
    if columns.by_player:
        contents, replaced = _newest(rows, contents, sheet, times)
    is_alone = columns.by_player and not team and event["structure"] != "individual"
    problem = next((part.problem for part in contents if part.problem), None)
    request = _request(team, contents, event)
    named = list(dict.fromkeys(part.format for part in contents if part.format))
    if not request["format"]:
        problem = problem or NO_FORMAT
    elif len(named) > 1:
        problem = problem or say(
            "The rows of this team name several formats: {formats}.", formats=say_list(named)
        )
    return Entry(
        number,
        sheet.rows[rows[0]].number,
        rows,
        team,
        tuple(player for part in contents for player in part.players),
        request,
        problem or (NO_TEAM if is_alone else None),
        tuple(dict.fromkeys(note for part in contents for note in part.notes)),
        tuple(text for part in contents for text in part.written),
        tuple(dict.fromkeys(mail for row in rows for mail in addresses(sheet.rows[row], columns))),
        next(filter(None, (_cell(sheet.rows[row], columns, "table") for row in rows)), ""),
        tuple(id_ for part in contents for id_ in part.player_ids),
        tuple(name for part in contents for name in part.deck_names),
        tuple(part for row in rows if row not in replaced for part in unused.cards(row)),
        replaced,
    )


def _newest(
    rows: Sequence[int], contents: Iterable[RowContents], sheet: Sheet, times: Times
) -> tuple[list[RowContents], dict[int, int]]:
    """What the rows of a team's players contain, and `Entry.replaced`.

    A player's newer row has the place of the older one, and says so. A row with a team's name
    alone is of no player.
    """
    kept: dict[str | int, tuple[int, RowContents]] = {}
    replaced: dict[int, int] = {}
    for row, part in zip(rows, contents, strict=True):
        player = fold(" ".join(part.players))
        if not (player or part.has_list or part.problem or len(rows) == 1):
            continue
        newer, older = (row, part), kept.get(player or row)
        if older:
            if times.is_before(row, older[0]):
                newer, older = older, newer
            note = say(
                "{player} sent a list again: it replaces the one in row {row}.",
                player=" ".join(part.players),
                row=sheet.rows[older[0]].number,
            )
            newer = newer[0], newer[1]._replace(notes=[*newer[1].notes, note])
            replaced[older[0]] = sheet.rows[newer[0]].number
        kept[player or row] = newer
    return [part for _, part in kept.values()], replaced


def _request(
    team: str, contents: Sequence[RowContents], event: Mapping[str, Any]
) -> dict[str, Any]:
    request: dict[str, Any] = {**event}
    if format_id := next((part.format for part in contents if part.format), None):
        request["format"] = format_id
        if format_id in formats.ids() and formats.load(format_id).structure:
            del request["structure"]  # determined by the kind of event
    if team:
        request["team"] = team
    decks = [deck for part in contents for deck in part.decks]
    if pool := "\n".join(part.pool for part in contents if part.pool):
        request["pool"] = {"list": pool}
    elif decks and event["structure"] in USUAL_PLAYERS:
        # Whose row is missing has a seat as well.
        missing = min(formats.structure(event["structure"]).sizes) - len(decks)
        decks += [{"list": ""} for _ in range(missing)]
    return request | {"decks": decks}


def _contents(row: TableRow, columns: Columns, least: int, *, has_parts: bool) -> RowContents:
    """The content of a row; a team has `least` lists, and `has_parts` is as in `_players`."""
    lists = columns.of("list")
    sections = {heading: columns.of(heading.lower()) for heading in SECTION_HEADINGS}
    players = _players(row, columns, len(lists), has_parts=has_parts)
    format = questions.find_format_id(_cell(row, columns, "format"), facts_in_force.houses())
    part = RowContents([], [], [], [], [], _pool(row, columns), format, [], None)
    cells = [list_in(cell_of(row, index)) for index in lists]
    part.notes.extend(cell.notice for cell in cells if cell.notice)
    texts = [cell.text for cell in cells]
    if part.pool and not any(text.strip() for text in texts):
        texts = []
    for place, text in enumerate(texts):
        player, written = players[place] if place < len(players) else "", ""
        for heading, indexes in sections.items():
            if place < len(indexes) and (cards := cell_of(row, indexes[place]).strip()):
                text = f"{text.rstrip()}\n\n{heading}\n{list_in(cards).text}"
        if player:
            part.players.append(player)
        if is_address(text):
            text, written = "", text.strip()
        if text.strip() or written or player or place < least:
            text = text if text.strip() else ""
            part.decks.append({"player": player, "list": text} if player else {"list": text})
            part.written.append(written)
            part.player_ids.append(_cell(row, columns, "player-id", place))
            part.deck_names.append(_cell(row, columns, "deck-name", place))
    part.players.extend(players[len(texts) :])
    if row.fault:  # the list may be in the lost part of the row
        part = part._replace(problem=ROW_FAULTS[row.fault])
    return part


def _players(row: TableRow, columns: Columns, lists: int, *, has_parts: bool) -> list[str]:
    """The name of each player; its parts may be in columns of their own (`has_parts`)."""
    names = [" ".join(cell_of(row, index).split()) for index in columns.of("player")]
    if has_parts and lists and len(names) % lists == 0:
        size = len(names) // lists
        return [" ".join(filter(None, names[at : at + size])) for at in range(0, len(names), size)]
    return names


def _pool(row: TableRow, columns: Columns) -> str:
    texts = (list_in(cell_of(row, index)).text for index in columns.of("pool"))
    return "\n".join(text for text in texts if text.strip())


def _cell(row: TableRow, columns: Columns, role: str, place: int = 0) -> str:
    """The cell of the column at that index among those with the role; empty without one."""
    return "".join(cell_of(row, index).strip() for index in columns.of(role)[place : place + 1])


def fold(text: str) -> str:
    """The text normalized for comparison of names."""
    return " ".join(text.casefold().split())


def _without_older(teams: Iterable[Entry], times: Times) -> list[Entry]:
    """The teams, of which one that was sent again has the place of the older one, and says so."""
    newest: list[Entry] = []
    places: dict[str, list[int]] = {}
    for entry in teams:
        key = fold(entry.team) or " + ".join(sorted(map(fold, entry.players)))
        known = places.setdefault(key, [])
        # Many may share a name that is none, such as "Team".
        place = next((one for one in known[-NAMESAKES:] if _is_same(entry, newest[one])), None)
        if place is None:
            known.append(len(newest))
            newest.append(entry)
            continue
        older, newer = newest[place], entry
        if times.is_before(newer.rows[0], older.rows[0]):
            older, newer = newer, older
        note = say("This replaces the older registration in row {row}.", row=older.row)
        gone = {**older.replaced, **dict.fromkeys(older.rows, newer.row)}
        newest[place] = newer._replace(
            notes=(*newer.notes, note), replaced={**gone, **newer.replaced}
        )
    return [entry._replace(number=number) for number, entry in enumerate(newest, 1)]


def _is_same(entry: Entry, other: Entry) -> bool:
    """Whether two entries whose names are the same, but for case and spaces, are one team.

    It is the same if both were sent from one address, or no player of either is missing in the
    other, where a name may lack its other parts. Without a team's name it needs two players.
    """
    if entry.team and not {*map(fold, entry.mail)}.isdisjoint(map(fold, other.mail)):
        return True
    players, others = ([set(fold(name).split()) for name in one.players] for one in (entry, other))
    if not entry.team and len(players) < 2:
        return False
    return len(players) == len(others) and all(
        any(name <= one or one <= name for one in others) for name in players
    )


def _with_namesakes(teams: Sequence[Entry]) -> Iterator[Entry]:
    """The teams, with a note on different ones with equal names."""
    by_name: dict[str, list[Entry]] = {}
    for entry in teams:
        by_name.setdefault(fold(entry.team), []).append(entry)
    for entry in teams:
        *others, last = by_name[fold(entry.team)][-2:]
        if not (entry.team and others):
            yield entry
            continue
        other = others[0] if entry is last else last
        note = say("Row {row} has a team of the same name.", row=other.row)
        yield entry._replace(notes=(*entry.notes, note))


def with_pairings(teams: Sequence[Entry], pairings: str) -> list[Entry]:
    """The teams with their tables; pairings have a table per line, number and teams in cells."""
    tables: dict[str, str] = {}
    for line in pairings.splitlines():
        # A name may contain the separator of cells; then it is all of the line after the number.
        cells = [cell.strip(' "') for cell in _CELLS.split(line)]
        if number := next(filter(str.isdecimal, cells), ""):
            whole = line.partition(number)[2].strip(' "\t,;')
            tables |= dict.fromkeys(map(fold, (*cells, whole)), number)
    tables.pop("", None)
    return [entry._replace(table=tables.get(fold(entry.team), entry.table)) for entry in teams]


def entry_of(number: int, row: int, text: str, event: Mapping[str, Any]) -> Entry:
    """The team of a request as JSON, whose missing fields are those of the event."""
    entry = Entry(number, row, (), "", (), {})
    try:
        document = parse_json(text.encode("utf-8", "surrogatepass"))
    except Problem as problem:
        return entry._replace(problem=say("{detail}", detail=problem.detail))
    if not isinstance(document, dict):
        return entry._replace(problem=say("This line is not a JSON object."))
    defaults = ("as_of", "policy") if "format" in document else tuple(event)
    request = {name: event[name] for name in defaults if name in event} | document
    entry = entry._replace(request=request, problem=None if request.get("format") else NO_FORMAT)
    players = [deck.get("player") for deck in entry.decks]
    team = document.get("team")
    return entry._replace(
        team=team if isinstance(team, str) else "",
        players=tuple(player for player in players if isinstance(player, str)),
    )
