"""What columns hold is guessed from their names and their cells."""

from __future__ import annotations

import pytest

from headjudge.web.pages.event import columns, entries, upload
from headjudge.web.pages.event.upload import Sheet
from tests.web.registrations.events import (
    ANN,
    BEN,
    FORM_HEADER,
    Rows,
    csv_of,
    eventlink,
    google_form,
    melee,
)

EVENT = {"format": "modern", "structure": "two-headed-giant", "as_of": "2026-08-01"}


def sheet(rows: Rows) -> Sheet:
    return upload.read("event.csv", csv_of(rows)).sheets[0]


def roles(*header: str, cells: tuple[str, ...] = ()) -> list[str]:
    filled = [cells[index] if index < len(cells) else "" for index in range(len(header))]
    return list(columns.guess_columns(sheet([list(header), filled, filled])).roles)


def test_a_google_form_has_a_row_a_team() -> None:
    found = columns.guess_columns(sheet(google_form()))
    assert found.roles == ("", "", "team", "player", "list", "player", "list")
    assert (found.header, found.by_player) == (0, False)


def test_melee_has_a_row_a_player_whose_name_is_in_two_columns() -> None:
    found = columns.guess_columns(sheet(melee()))
    assert found.roles == ("", "player", "player", "", "", "team", "list")
    assert (found.header, found.by_player) == (0, True)


def test_eventlink_has_no_header() -> None:
    found = columns.guess_columns(sheet(eventlink()))
    assert found.roles == ("", "team", "player", "list")
    assert (found.header, found.by_player) == (None, True)


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        (("Zeitstempel", "E-Mail", "Teamname", "Spieler 1", "Deckliste"), ",,team,player,list"),
        (("Horodateur", "Nom de l’équipe", "Joueur", "Liste"), ",team,player,list"),
        (("Marca temporal", "Equipo", "Jugador", "Lista del mazo"), ",team,player,list"),
        (("Informazioni cronologiche", "Squadra", "Giocatore", "Lista"), ",team,player,list"),
        (("Carimbo de data/hora", "Equipe", "Jogador", "Baralho"), ",team,player,list"),
        (("タイムスタンプ", "チーム名", "プレイヤー名", "デッキリスト"), ",team,player,list"),
        (("Team", "Player", "Deck Name", "Decklist", "Sideboard"),
         "team,player,deck-name,list,sideboard"),
        (("Team", "Player", "Player ID", "Decklist"), "team,player,player-id,list"),
        (("Team", "Player", "Commander", "Decklist"), "team,player,commander,list"),
        (("Team", "Card pool", "Format", "Teammate", "Phone number"), "team,pool,format,player,"),
        (("UserName", "Decklist"), "player,list"),
    ],
)  # fmt: skip
def test_names_of_columns(header: tuple[str, ...], expected: str) -> None:
    assert roles(*header) == expected.split(",")


LONG = "4 Lightning Bolt\n56 Mountain\n\nSideboard\n15 Negate"


@pytest.mark.parametrize(
    "name",
    ["Decklist", "Decklist (60 cards, no sideboard!)", "main + sideboard", "Liste ohne Sideboard",
     "deck from your pool", "Your answer", "デッキ（サイドなし）", "Liste (sans réserve)",
     "Mazo sin banquillo", "Timestamp of your deck", "E-mail your list", "Commander deck"],
)  # fmt: skip
@pytest.mark.parametrize("cell", [LONG, LONG.replace("\n", ", "), "60 Island"])
def test_a_column_of_lists_is_one_whatever_it_is_called(name: str, cell: str) -> None:
    assert roles("Team", name, cells=("A", cell)) == ["team", "list"]


def test_short_lists_are_what_their_column_says() -> None:
    assert roles("Deck", "Sideboard", cells=(ANN, "4 Negate\n11 Duress")) == ["list", "sideboard"]
    assert roles("Team", "Card pool", cells=("A", "30 Opt\n54 Shock")) == ["team", "pool"]


def test_titles_and_blank_rows_above_the_header() -> None:
    rows = [["Sunday Two-Headed Giant"], [], ["Shop", "Modern"], [], *google_form(3)]
    found = columns.guess_columns(sheet(rows))
    assert found.header == 4
    assert found.roles == ("", "", "team", "player", "list", "player", "list")


def test_a_name_in_the_first_of_its_rows_alone() -> None:
    rows = [["Team", "Player", "Decklist"]]
    for number in range(20):
        rows += [[f"Team {number}", "Ann", ANN], ["", "Ben", BEN]]
    found = columns.guess_columns(sheet(rows))
    assert (found.roles, found.by_player) == (("team", "player", "list"), True)
    teams = entries.entries(sheet(rows), found, EVENT)
    assert [(one.team, one.players) for one in teams] == [
        (f"Team {number}", ("Ann", "Ben")) for number in range(20)
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp932", "euc_jp"])
def test_encodings_of_spreadsheets(encoding: str) -> None:
    rows = [["チーム名", "プレイヤー", "デッキリスト"], ["巨人", "山田太郎", "4 稲妻\n56 山"]]
    read = upload.read("event.csv", csv_of(rows, encoding=encoding)).sheets[0]
    assert [list(row.cells) for row in read.rows] == rows


def test_the_cells_decide_where_a_name_says_little() -> None:
    assert roles("Team", "Deck", cells=("A", "Mono Red")) == ["team", ""]
    assert roles("Team", "Your answer", cells=("A", ANN)) == ["team", "list"]
    assert roles("Sideboard", cells=("4 Negate\n2 Duress",)) == ["sideboard"]


def test_a_team_that_registers_twice_does_not_make_rows_players() -> None:
    rows = google_form(9)
    assert not columns.guess_columns(sheet([*rows, rows[1]])).by_player


def test_what_is_nobodys_business_is_known() -> None:
    read = sheet(
        [["Contact", *FORM_HEADER], *(["+49 170 1234567", *row] for row in google_form()[1:])]
    )
    found = columns.guess_columns(read)
    private = [index for index in range(8) if columns.is_private(read, found, index)]
    assert private == [0, 2]
