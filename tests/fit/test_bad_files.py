"""Files of played games that are no good: one message with file, line, field, what is wrong and what is allowed."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from balance.errors import ResultsError
from balance.stats.played.columns import SIDES, Chosen
from balance.stats.played.games import read_played

HEAD = "seelie,unseelie,winner\n"
COUNTS = "first,second,wins,losses\n"
WHOLE = "expected a whole number from 0 to 1,000,000,000,000; got"

BAD: dict[str, tuple[str | bytes, str]] = {
    "no second contestant": (
        "seelie,winner\nA,A\n",
        ": expected two columns for the contestants, such as first, second or home, away or faction_1, faction_2; "
        "got the columns 'seelie', 'winner'; name two with --first and --second",
    ),
    "no result": (
        "seelie,unseelie\nA,B\n",
        ": expected a column that tells who won: winner, or two scores, or wins with losses or games; got the columns "
        "'seelie', 'unseelie'; name it with --winner, --scores or --wins",
    ),
    "a winner who did not play": (
        HEAD + "dragons,kelpies,kelpies\ndragons,kelpies,dragon\n",
        ":3: winner: expected 'dragons', 'kelpies', 'seelie', 'unseelie' or 'tie'; got 'dragon' "
        "(did you mean 'dragons'?)",
    ),
    "several of them": (HEAD + "A,B,C\nA,B,D\nA,B,\n", "or 'tie'; got 'C' (2 more such rows)"),
    "itself": (
        HEAD + "A,A,seelie\n",
        ":2: unseelie: 'A' plays against itself; such games say nothing of strength",
    ),
    "no name": (HEAD + "A,B,A\n,B,B\n", ":3: seelie: expected the name of a contestant; got an empty field"),
    "not a name": (HEAD + "A,NaN,A\n", ":2: unseelie: expected the name of a contestant; got 'NaN'"),
    "a row too long": (HEAD + "A,B,A\nA,B,A,1\n", ":3: expected 3 fields, as in the header; got 4"),
    "a row too short": (HEAD + "A,B\n", "got an empty field (the row has 2 of 3 fields)"),
    "below a name of two lines": (HEAD + '"A\nx",B,B\nC,B,D\n', ":4: winner: expected 'C', 'B'"),
    "a quotation mark left open": (HEAD + 'C,B,B\nA,"B,A\nC,B,B\n', ":3: cannot be read as a table"),
    "nothing": ("", ": the file is empty; expected a line of column names and a row for each game"),
    "a header only": (HEAD, ": there is no row of results under the column names"),
    "binary": (bytes(range(256)) * 10, ": expected CSV or Parquet; got binary data"),
    "a spreadsheet": (
        b"PK\x03\x04....",
        ": expected CSV or Parquet; got a spreadsheet or archive: save the sheet as CSV",
    ),
    "another encoding": (b"first,second,winner\n\x81\x8d,B,B\n", "got binary data or another encoding"),
    "cut-off Parquet": (b"PAR1........PAR1", " is damaged: not a Parquet file"),
    "no table": (
        "hello\n",
        ": expected a line of column names, separated by commas, semicolons or tabs; got 'hello'",
    ),
    "a column twice": ("first,first,winner\nA,B,A\n", ": the column 'first' is there twice"),
    "fewer than no wins": (COUNTS + "A,B,-3,4\n", f":2: wins: {WHOLE} '-3'"),
    "half a win": (COUNTS + "A,B,1,4\nA,B,1,3.5\n", f":3: losses: {WHOLE} '3.5'"),
    "words for a number": (COUNTS + "A,B,3,four\n", f":2: losses: {WHOLE} 'four'"),
    "not a number": (COUNTS + "A,B,3,nan\n", f":2: losses: {WHOLE} 'nan'"),
    "without end": (COUNTS + "A,B,inf,3\n", f":2: wins: {WHOLE} 'inf'"),
    "too much": (COUNTS + "A,B,1e30,3\n", f":2: wins: {WHOLE} '1e30'"),
    "no number": (COUNTS + "A,B,,3\n", f":2: wins: {WHOLE} an empty field"),
    "no games": (COUNTS + "A,B,0,0\n", ": wins, losses: no game was played in any row"),
    "more wins than games": (
        "first,second,wins,games\nA,B,4,3\n",
        ":2: wins: wins, losses and ties do not add up to the games; got wins 4, games 3",
    ),
    "no score": ("home,away,home score,away score\nA,B,1,x\n", ":2: away score: expected a number; got 'x'"),
    "wins alone": ("first,second,wins\nA,B,4\n", ": wins: expected a column of losses or of games beside it"),
    "both games and counts": (
        "first,second,winner,wins,losses\nA,B,A,1,0\n",
        ": a row is one game or counts of games, not both; got 'winner' and 'wins'; name one with --winner or --wins",
    ),
    "two pairs of sides": (
        "home,away,white,black,winner\nA,B,C,D,A\n",
        "got 'home', 'away' or 'white', 'black'",
    ),
    "a zero byte far below": (
        HEAD + "A,B,A\n" * 20_000 + "A\0,B,B\n",
        ":20002: expected text; got a zero byte",
    ),
    "two columns of one name": (
        "first,second,winner,Winner\nA,B,A,B\n",
        ": the columns 'winner' and 'Winner' have one name; rename or remove one of them",
    ),
    "a winner of two meanings": (
        "team 1,team 2,winner\n2,5,5\n2,1,1\n1,5,second\n",
        ":3: winner: '1' may mean either side here",
    ),
    "a name that is a chapter": (HEAD + "A" * 201 + ",B,B\n", "expected names of at most 200 characters"),
    "a field beyond all bounds": (HEAD + "A" * 3_000_000 + ",B,C\n", ", row 1: winner: expected 'AAA"),
    "two versions of the rules": (
        "first,second,winner,version\nA,B,A,1.0\nA,B,A,1.1\n",
        ":3: version: games that are not comparable are in one file: '1.0' and '1.1'",
    ),
}


def refusal(path: Path, chosen: Chosen | None = None) -> str:
    with pytest.raises(ResultsError) as caught:
        read_played(path, chosen, sides=(("seelie", "unseelie"), *SIDES))
    return str(caught.value)


@pytest.mark.parametrize("name", BAD)
def test_each_mistake_is_one_clear_message(tmp_path: Path, name: str) -> None:
    data, expected = BAD[name]
    file = tmp_path / "games.csv"
    file.write_bytes(data if isinstance(data, bytes) else data.encode())
    message = refusal(file)
    assert message.startswith(str(file))
    assert expected in message
    assert "\n" not in message.replace("A\nx", "")


def test_a_column_that_is_not_there_is_named_with_the_nearest(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    file.write_text("blue,red,winner\nA,B,A\n")
    assert "expected a column 'bleu' (did you mean 'blue'?)" in refusal(
        file, Chosen(first="bleu", second="red")
    )


def test_rows_of_parquet_are_named_by_number(tmp_path: Path) -> None:
    file = tmp_path / "games.parquet"
    pl.DataFrame(
        {"first": ["A", "B"], "second": ["B", "A"], "wins": [1, 2], "losses": [1.0, 0.5]}
    ).write_parquet(file)
    assert refusal(file) == f"{file}, row 2: losses: {WHOLE} '0.5'"


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none.csv") == f"{tmp_path / 'none.csv'}: no such file"
    assert refusal(tmp_path).endswith(
        "expected a file of results or the folder of a finished run; got another folder"
    )
    assert refusal(Path("/dev/null")).endswith("expected a file; got a pipe, device or socket")


def test_no_more_contestants_than_a_game_can_have(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    file.write_text("first,second,winner\n" + "".join(f"a{i},b{i},first\n" for i in range(200)))
    assert "first, second: expected at most 300 contestants; got 400" in refusal(file)


def test_a_column_has_one_meaning(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    file.write_text("first,second,winner\nA,B,A\n")
    assert "the column 'first' is to be two things at once" in refusal(file, Chosen(winner="first"))


def test_parquet_that_holds_lists_says_so(tmp_path: Path) -> None:
    file = tmp_path / "games.parquet"
    pl.DataFrame({"first": ["A"], "second": ["B"], "winner": [["A"]]}).write_parquet(file)
    assert refusal(file) == f"{file}: winner: expected text or numbers; got values of kind List(String)"
