"""Files of played games: what is read from them, whatever their columns, encoding and form."""

from __future__ import annotations

import codecs
from pathlib import Path

import polars as pl
import pytest

from balance.stats.played.columns import SIDES, Chosen
from balance.stats.played.games import Played, read_played

PACTS = (("seelie", "unseelie"), *SIDES)


def reads(folder: Path, text: str | bytes, chosen: Chosen | None = None, *, mirrors: bool = False) -> Played:
    file = folder / "games.csv"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_played(file, chosen, sides=PACTS, mirrors=mirrors)


def rows(played: Played) -> list[tuple[str, str, int, int, int]]:
    """Return first, second, games, wins, ties."""
    frame = played.counts.select("first", "second", "games", "wins", "ties").cast(
        {"first": pl.String, "second": pl.String}
    )
    return sorted(frame.rows())


def test_the_winner_may_be_a_contestant_a_side_or_nobody(tmp_path: Path) -> None:
    played = reads(
        tmp_path,
        "seelie,unseelie,winner\n"
        "dragons,kelpies,dragons\n"  # first wins
        "dragons,kelpies,Unseelie\n"  # second wins
        "dragons,kelpies,draw\n"
        "kelpies,dragons,first\n",
    )
    assert rows(played) == [("dragons", "kelpies", 3, 1, 1), ("kelpies", "dragons", 1, 1, 0)]
    assert played.columns.sides == ("seelie", "unseelie")


def test_the_winner_may_be_a_player(tmp_path: Path) -> None:
    played = reads(
        tmp_path, "faction 1,faction 2,player 1,player 2,winner\nA,B,Ann,Bob,Ann\nA,B,Ann,Bob,Bob\n"
    )
    assert rows(played) == [("A", "B", 2, 1, 0)]
    assert played.columns.players == ("player 1", "player 2")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("White,Black,Result\nX,Y,1-0\nX,Y,0-1\nX,Y,1/2-1/2\n", [("X", "Y", 3, 1, 1)]),
        ("HomeTeam,AwayTeam,FTHG,FTAG,FTR\nX,Y,2,0,H\nX,Y,0,2,A\nX,Y,1,1,D\n", [("X", "Y", 3, 1, 1)]),
        ("home,away,home_score,away_score\nX,Y,10,9\nX,Y,9,10\nX,Y,9,9\n", [("X", "Y", 3, 1, 1)]),
        ("first,second,wins,losses\nX,Y,3,4\nX,Y,1,0\nY,X,0,2\n", [("X", "Y", 8, 4, 0), ("Y", "X", 2, 0, 0)]),
        ("first,second,wins,games,ties\nX,Y,3,8,1\n", [("X", "Y", 8, 3, 1)]),
        ("first,second,wins,losses,games\nX,Y,3,4,8\n", [("X", "Y", 8, 3, 1)]),  # 8 − 3 − 4 were tied
        ("team a,team b,wins a,wins b\nX,Y,3,4\n", [("X", "Y", 7, 3, 0)]),
    ],
)
def test_columns_are_found_by_their_names(
    tmp_path: Path, text: str, expected: list[tuple[str, str, int, int, int]]
) -> None:
    assert rows(reads(tmp_path, text)) == expected


def test_columns_may_be_told(tmp_path: Path) -> None:
    text = "x,y,who,where\nA,B,A,yard\n"
    played = reads(tmp_path, text, Chosen(first="x", second="y", winner="who", setting="where"))
    assert rows(played) == [("A", "B", 1, 1, 0)]
    assert played.counts["setting"].to_list() == ["yard"]


@pytest.mark.parametrize(
    "data",
    [
        "first,second,winner\nMüller,Ölberg,Müller\n".encode(),
        codecs.BOM_UTF8 + "first,second,winner\nMüller,Ölberg,Müller\n".encode(),
        "first,second,winner\nMüller,Ölberg,Müller\n".encode("utf-16"),
        "first,second,winner\nMüller,Ölberg,Müller\n".encode("utf-16-le"),
        "first,second,winner\nMüller,Ölberg,Müller\n".encode("cp1252"),
        "first;second;winner\r\nMüller;Ölberg;Müller\r\n".encode(),
        b"first\tsecond\twinner\rM\xc3\xbcller\t\xc3\x96lberg\tfirst\r",
        "\n\nfirst,second,winner\n Müller , Ölberg,Müller \n".encode(),
    ],
)
def test_encodings_separators_and_line_ends_do_not_matter(tmp_path: Path, data: bytes) -> None:
    assert rows(reads(tmp_path, data)) == [("Müller", "Ölberg", 1, 1, 0)]


def test_a_guessed_encoding_is_said(tmp_path: Path) -> None:
    (note,) = reads(tmp_path, "first,second,winner\nMüller,B,B\n".encode("cp1252")).notes
    assert note.endswith("is not UTF-8; it was read as Windows-1252 (Western European)")


def test_parquet_says_the_same_as_csv(tmp_path: Path) -> None:
    text = "first,second,wins,losses\nX,Y,3,4\nY,X,0,2\n"
    from_text = reads(tmp_path, text)
    pl.read_csv(tmp_path / "games.csv").write_parquet(tmp_path / "games.parquet")
    from_parquet = read_played(tmp_path / "games.parquet")
    assert rows(from_parquet) == rows(from_text) == [("X", "Y", 7, 3, 0), ("Y", "X", 2, 0, 0)]


def test_empty_rows_are_left_out_and_said(tmp_path: Path) -> None:
    played = reads(tmp_path, "first,second,winner\n,,\nA,B,A\n\n")
    assert (rows(played), played.rows) == ([("A", "B", 1, 1, 0)], 1)
    assert played.notes[0].endswith("2 empty rows were left out")


def test_copies_of_rows_with_a_date_are_said_and_counted(tmp_path: Path) -> None:
    played = reads(tmp_path, "date,first,second,winner\n1 May,A,B,A\n2 May,A,B,A\n1 May,A,B,A\n")
    assert played.games == 3
    (note,) = played.notes
    assert note.startswith("1 row is an exact copy of a row before it")
    assert "games.csv:4" in note


def test_names_that_look_like_one_are_said(tmp_path: Path) -> None:
    played = reads(
        tmp_path, "first,second,winner\nDragons,dragons,second\nKelpie,Kelpies,first\nteam 1,team 2,first\n"
    )
    assert [note.partition(": ")[2] for note in played.notes] == [
        "'Dragons' and 'dragons' look like one name; they were counted as two contestants",
        "'Kelpie' and 'Kelpies' look like one name; they were counted as two contestants",
    ]


def test_mirrors_are_read_where_they_are_allowed(tmp_path: Path) -> None:
    text = "seelie,unseelie,winner\nA,A,unseelie\nA,B,A\n"
    assert rows(reads(tmp_path, text, mirrors=True)) == [("A", "A", 1, 0, 0), ("A", "B", 1, 1, 0)]


def test_layout_and_players_stay_apart(tmp_path: Path) -> None:
    played = reads(
        tmp_path, "home,away,home player,away player,map,winner\nA,B,Ann,Bob,yard,A\nA,B,Ann,Bob,hall,A\n"
    )
    kinds = played.counts.select("setting", "first_player", "second_player").rows()
    assert sorted(kinds) == [("hall", "Ann", "Bob"), ("yard", "Ann", "Bob")]


@pytest.mark.parametrize(
    "data",
    [
        "#,first,second,winner\n1,A,B,A\n2,B,A,A\n",  # a name that means nothing
        "*,first,second,winner\n1,A,B,A\n2,B,A,A\n",
        "first,second,winner\rA,B,A\nB,A,A\r\n",  # line ends of three kinds
        "sep=;\nfirst;second;winner\nA;B;A\nB;A;A\n",
        'first,second,winner,"how it\nwent"\nA,B,A,\nB,A,A,\n',
        "\ufefffirst,second,winner\nA,B,A\nB,A,A\n",
        "\n" * 70_000 + "first,second,winner\nA,B,A\nB,A,A\n",
    ],
)
def test_what_spreadsheets_write_is_read(tmp_path: Path, data: str) -> None:
    file = tmp_path / "games.csv"
    file.write_bytes(b"\xef\xbb\xbf" + data.encode())
    counts = read_played(file).counts.sort("first")
    assert counts.select("first", "games", "wins").rows() == [("A", 1, 1), ("B", 1, 0)]


def test_numbered_sides_are_told_from_numbered_teams(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    file.write_text(
        "team 1,team 2,winner\n7,1,1\n5,7,2\n"
    )  # the winner is a side: not every row has a team of that name
    assert sorted(read_played(file).counts.select("first", "wins").rows()) == [("5", 0), ("7", 1)]
    file.write_text("team 1,team 2,winner\n2,1,1\n")  # it may be both: the name is believed, and that is said
    found = read_played(file)
    assert found.counts.select("first", "wins").rows() == [("2", 0)]
    assert any("taken for names of contestants" in note for note in found.notes)
