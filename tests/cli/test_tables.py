"""Tables of text: aligned within 80 columns, nothing of them lost, bold heads only on a terminal."""

from __future__ import annotations

import sys

import pytest

from balance.cli.output import echo_sentences, echo_tables
from balance.reports.text_table import TextTable

NUMBER = "−17.0 (−27.8 to −5.8)"
TABLE = TextTable(
    head=("Seelie v Unseelie", "wins in 100 games", "verdict"),
    rows=[("Dragons v Kelpies", "7", "better"), ("Sluagh v Kelpies", NUMBER, "[bold]worse[/]")],
    title="What changes",
    note="In brackets 95% intervals.",
    right=(1,),
)


def test_a_table_in_a_pipe_is_aligned_plain_text(capsys: pytest.CaptureFixture[str]) -> None:
    echo_tables([TABLE, TextTable(("", ""), [])])
    assert capsys.readouterr().out.splitlines() == [
        "",
        "What changes",
        "Seelie v Unseelie      wins in 100 games  verdict",
        "Dragons v Kelpies                      7  better",
        f"Sluagh v Kelpies   {NUMBER}  [bold]worse[/]",
        "In brackets 95% intervals.",
    ]


def test_long_names_are_broken_and_numbers_are_not(capsys: pytest.CaptureFixture[str]) -> None:
    name, words = "x" * 200, "not told apart from even, " * 8
    echo_tables([TextTable(TABLE.head, [(words, NUMBER, words), (name, NUMBER, "‮עברית")], right=(1,))])
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= 80
    assert out.count("x") == 200
    assert out.replace("\n", " ").split().count("even,") == 16
    assert "עברית" in out


def test_numbers_are_broken_where_nothing_else_helps(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    many = tuple(f"{NUMBER} {i}" for i in range(6))
    echo_tables([TextTable(("",) * 6, [many], right=(0, 1, 2, 3, 4, 5))])
    printed = "".join(capsys.readouterr().out.split())
    assert len(printed) == len("".join("".join(many).split()))


def test_heads_are_bold_on_a_terminal_only(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    echo_tables([TABLE])
    assert "\x1b" not in capsys.readouterr().out
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    echo_tables([TABLE])
    assert "\x1b[1m" in capsys.readouterr().out


def test_sentences_are_broken_between_words(capsys: pytest.CaptureFixture[str]) -> None:
    path = "/a/" + "long-folder/" * 12
    echo_sentences(["word " * 40, f"see {path}"])
    *lines, last = capsys.readouterr().out.splitlines()
    assert last == path
    assert max(map(len, lines)) <= 80
    assert " ".join(lines).split() == ["word"] * 40 + ["see"]
