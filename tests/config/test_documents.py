"""Files that are missing, damaged or hostile: one message with the line, never a traceback."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from balance.config.document import parse_document
from balance.config.pacts import configuration_from, load_configuration
from balance.errors import ConfigurationError
from tests.config.conftest import POLICIES, Files

LAUGHS = "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n"


def _error(path: Path | str) -> str:
    with pytest.raises(ConfigurationError) as caught:
        load_configuration(path, policies=POLICIES)
    return str(caught.value)


def test_a_missing_file_offers_the_nearest(files: Files) -> None:
    wrong = files.run.with_name("faction.yaml")
    assert _error(wrong) == f"{wrong}: no such file (did you mean '{files.run}'?)"


def test_a_file_in_a_missing_folder_is_missing(tmp_path: Path) -> None:
    assert _error(tmp_path / "no" / "such.yaml") == f"{tmp_path}/no/such.yaml: no such file"


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert _error(tmp_path) == f"{tmp_path}: expected a file; got a folder"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_is_refused_instead_of_waited_for(files: Files) -> None:
    os.mkfifo(files.run.with_name("pipe"))
    path = files.run.with_name("pipe")
    assert _error(path) == f"{path}: expected a file; got a pipe, device or socket"
    assert _error("/dev/null") == "/dev/null: expected a file; got a pipe, device or socket"
    files.game.unlink()
    os.mkfifo(files.game)
    assert str(files.error()).endswith(f"game: {files.game}: expected a file; got a pipe, device or socket")


def test_a_link_to_nothing_is_missing_and_not_offered_instead_of_itself(tmp_path: Path) -> None:
    (tmp_path / "link.yaml").symlink_to("absent")
    assert _error(tmp_path / "link.yaml") == f"{tmp_path}/link.yaml: no such file"
    (tmp_path / "a.yaml").symlink_to("b.yaml")
    (tmp_path / "b.yaml").symlink_to("a.yaml")
    assert _error(tmp_path / "a.yaml").startswith(f"{tmp_path}/a.yaml: cannot be read: ")


def test_a_path_with_a_null_byte_is_refused() -> None:
    assert "cannot be read" in _error("a\0b")


def test_a_missing_game_file_is_reported_where_it_is_named(files: Files) -> None:
    line = files.edit("game: games/pacts.yaml", "game: games/pact.yaml")
    folder = files.run.parent / "games"
    assert str(files.error()) == (
        f"{files.run}:{line}: game: {folder}/pact.yaml: no such file (did you mean '{folder}/pacts.yaml'?)"
    )


@pytest.mark.parametrize("value", ["5", "[games/pacts.yaml]", "", "''"])
def test_a_game_that_is_no_path_is_refused(files: Files, value: str) -> None:
    line = files.edit("game: games/pacts.yaml", f"game: {value}")
    assert str(files.error()) == f"{files.run}:{line}: game: expected the path of a game file"


def test_a_damaged_game_file_is_named_itself(files: Files) -> None:
    line = files.edit("points_card: {", "points_card: ]{")
    assert str(files.error()).startswith(f"{files.game}:{line}: not valid YAML: ")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", ": expected a mapping of settings; the file is empty"),
        (b"# only a comment\n", ": expected a mapping of settings; the file is empty"),
        (b"\n- a\n- b\n", ":2: expected a mapping of settings; got a list"),
        (b"hello\n", ":1: expected a mapping of settings; got 'hello'"),
        (b"null\n", ":1: expected a mapping of settings; got nothing"),
        (b"a: 1\nb: \x80\n", ":2: expected UTF-8 text; got byte 0x80"),
        (b"a: 1\nb: [1,\nc: 2\n", ":2: not valid YAML: while parsing a flow sequence "),
        (b"a: 1\n\tb: 2\n", ":2: not valid YAML: "),
        (b"a: 1\nb: \x07\n", ":2: not valid YAML: character 7 is not allowed"),
        (b"a: 1\nb: 2\na: 3\n", ":3: a: key 'a' is given twice, first in line 1"),
        (b"a:\n  b: 1\n  b: 2\n", ":3: a.b: key 'b' is given twice, first in line 2"),
        (b"a: 1\n---\nb: 2\n", ":2: expected one document; a second begins here"),
        (LAUGHS.encode(), ":2: b: aliases are not allowed; got '*a'"),
        (
            b"a: !!python/object/apply:os.system [ls]\n",
            ":1: a: tags are not allowed; got 'tag:yaml.org,2002:python",
        ),
        (b"? [a, b]\n: 1\n", ":1: expected text as a key"),
        (b"a: " + b"x" * 201 + b"\n", ":1: a: expected text of at most 200 characters; got 201"),
        (b"a: 1\n" * 200_001, ": expected a file of at most 1000 kB; this one is larger"),
    ],
)
def test_a_file_that_is_no_plain_yaml_mapping_is_refused(
    tmp_path: Path, content: bytes, message: str
) -> None:
    path = tmp_path / "bad.yaml"
    path.write_bytes(content)
    assert _error(path).startswith(f"{path}{message}")


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "? "])
def test_deep_nesting_is_refused_without_a_traceback(tmp_path: Path, opening: str) -> None:
    path = tmp_path / "deep.yaml"
    path.write_text(opening * 3000)
    message = _error(path)
    assert message.startswith(f"{path}:1: ")
    assert "nested more than 12 levels deep" in message or opening == "? "


def test_words_and_numbers_are_those_of_yaml_1_2() -> None:
    data = parse_document(
        "{a: yes, b: 012, c: 2/7, d: '5', e: 1e3, f: True, g: ~, h: -.inf, i: 1_0}", "x"
    ).data
    assert data == {
        "a": "yes",
        "b": 12,
        "c": "2/7",
        "d": "5",
        "e": 1000.0,
        "f": True,
        "g": None,
        "h": float("-inf"),
        "i": "1_0",
    }


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(files: Files) -> None:
    digest = files.load().digest()
    text = files.run.read_text(encoding="utf-8")
    files.run.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert files.load().digest() == digest


def test_contents_without_a_game_are_refused() -> None:
    with pytest.raises(ConfigurationError, match=r"^contents: missing key 'factions' \(and \d+ more\)$"):
        configuration_from({}, policies=POLICIES)
