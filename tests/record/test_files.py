"""Damaged and hostile files get one clear message; files of other editors are taken."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.engine.pacts.record import write
from balance.engine.pacts.record.read import read_records
from balance.engine.pacts.record.verify import verify
from balance.engine.record_lines import LARGEST_GAME, LONGEST_LINE, MOST_EVENTS
from balance.errors import BalanceError, RecordError
from tests.record.files import in_line, line_of, record, refusal, swapped, verdict_on, whole
from tests.record.games import Line, as_bytes
from tests.support import shipped, with_rulings


def test_the_file_itself_holds() -> None:
    assert verdict_on(whole()) == ""


@pytest.mark.parametrize(
    "content",
    [
        whole().replace(b"\n", b"\r\n"),
        b"\xef\xbb\xbf" + whole(),
        whole().replace(b"\n", b"\n\n"),
        whole().rstrip(b"\n"),
        whole().replace(b'": ', b'":').replace(b", ", b" , "),
    ],
    ids=["CRLF", "byte order mark", "empty lines", "no last line end", "other spaces"],
)
def test_what_other_editors_write_is_taken(content: bytes) -> None:
    assert verdict_on(content) == ""


def test_the_order_of_keys_means_nothing() -> None:
    turned = [dict(reversed(line.items())) for line in record()]
    configuration = write.configuration_line(shipped())
    assert verdict_on(as_bytes([configuration, *turned])) == ""


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "f: expected a record; the file is empty"),
        (b"\n \n", "f: expected a record; the file ends"),
        (whole().splitlines(keepends=True)[0], "f: expected a record; the file ends"),
        (b"hello\n", "f:1: not valid JSON: expecting value at character 1"),
        (b"[1]\n", "f:1: expected an object with an event; got a list"),
        (b"{}\n", "f:1: expected the name of an event as event; got an object without"),
        (b'{"event": 1}\n', "f:1: expected the name of an event as event; got 1"),
        (b'{"event": "move"}\n', "f:1: expected a line of event game; got 'move'"),
        (b'{"event": "\\u001b[2J<b>"}\n', "f:1: expected a line of event game; got '\\x1b[2J<b>'"),
        (whole()[:-3], f"f:{len(whole().splitlines())}: not valid JSON: expecting value at character"),
        (whole() + b'{"event": "game"', f"f:{len(whole().splitlines()) + 1}: not valid JSON: expecting ',' delimiter"),
        (whole() + whole(), f"f:{len(whole().splitlines()) + 1}: expected the configuration once, in the "),
        (b"\xff\xfe" + whole(), "f:1: expected UTF-8 text; got byte 0xff"),
        (whole().decode().encode("utf-16"), "f:1: expected UTF-8 text; got byte 0xff"),
        (whole().decode().encode("utf-16-le"), "f:1: expected UTF-8 text; got a zero byte, as in UTF-16"),
        (b"[" * 10_000 + b"\n", "f:1: nested too deep"),
        (b" " * 2_000_000, "f:1: expected a line of at most 1,000,000 bytes; this one is longer"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_record_is_refused(content: bytes, message: str) -> None:
    assert refusal(content).startswith(message)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda line: line.replace(b'"cubes": 1', b'"cubes": 1.0'), "expected whole numbers; got 1.0"),
        (lambda line: line.replace(b'"cubes": 1', b'"cubes": 1e400'), "expected whole numbers; got 1e400"),
        (lambda line: line.replace(b'"cubes": 1', b'"cubes": NaN'), "expected whole numbers; got NaN"),
        (lambda line: line.replace(b'"cubes": 1', b'"cubes": -Infinity'), "expected whole numbers; got -Infinity"),
        (lambda line: line.replace(b'"cubes": 1', b'"cubes": ' + b"9" * 5000), "expected a number of fewer digits"),
        (lambda line: line.replace(b"{", b'{"event": "add", ', 1), "key 'event' is given twice"),
        (lambda line: line.replace(b'"cubes": 1', b'"cubes": ' + b"[" * 5000), "nested too deep"),
        (lambda line: line.replace(b'"side"', b'"s\xffde"'), "expected UTF-8 text; got byte 0xff"),
        (lambda line: line + b" " * LONGEST_LINE, "expected a line of at most 20,000 bytes; this one is longer"),
        (lambda line: line + line, "not valid JSON: extra data at character"),
    ],
)  # fmt: skip
def test_a_line_that_is_no_event_is_refused(change: Callable[[bytes], bytes], message: str) -> None:
    def widened(line: bytes) -> bytes:
        event = json.loads(line)
        return change(json.dumps({**event, "cubes": 1}).encode())

    assert refusal(in_line("add", widened)).startswith(f"f:{line_of('add')}: {message}")


@pytest.mark.parametrize(
    ("event", "fields", "message"),
    [
        ("add", {"cubes": True}, "cubes: expected a whole number; got true"),
        ("add", {"cubes": 10**4000}, "cubes: expected at most 10000; got 1000"),
        ("add", {"cubes": "1"}, "cubes: expected a whole number; got '1'"),
        ("add", {"by": "plac"}, "by: expected one of place, round_start, going_first, first_placement, replace; "
         "got 'plac' (did you mean 'place'?)"),
        ("add", {"more": 1}, "more: unknown key 'more'; known keys: event, side, region, cubes, by"),
        ("add", {"region": "<script>\n\x1b[2J\u202e"}, "region: expected '"),
        ("add", {"region": "x" * 3000}, "region: "),
        ("court", {"card": "\ud800"}, "card: expected text; got '\\ud800'"),
        ("split", {"token_pile": {"a": 1}}, "token_pile: expected a list; got a mapping"),
        ("split", {"token_pile": [[]]}, "token_pile[0]: expected a whole number; got a list"),
        ("card", {"slot": 6}, "slot: expected at most 5; got 6"),
        ("end", {"tie_break": 1}, "tie_break: expected true or false; got 1"),
        ("turn", {"order": 3}, "order: expected at most 2; got 3"),
    ],
)  # fmt: skip
def test_a_field_that_cannot_be_is_named(event: str, fields: Line, message: str) -> None:
    content = in_line(event, lambda line: json.dumps({**json.loads(line), **fields}).encode())
    text = verdict_on(content)
    assert text.startswith(f"f:{line_of(event)}: {event}: {message}")
    assert text.isprintable()
    assert len(text) < 500


def test_an_event_misspelt_has_its_nearest_name() -> None:
    text = verdict_on(swapped(b'"event": "court_reveal"', b'"event": "court_reveel"'))
    assert text.startswith(
        f"f:{line_of('court_reveal')}: court_reveel: unknown event (did you mean 'court_reveal'?)"
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": 2}, "f:2: version: expected at most 1; got 2"),
        ({"version": True}, "f:2: version: expected a whole number; got true"),
        ({"system": "chess"}, "f:2: system: expected pacts; got 'chess'"),
        ({"seed": -1}, "f:2: seed: expected at least 0; got -1"),
        ({"seed": 2**63}, "f:2: seed: expected less than 9223372036854775808; got 9223372036854775808"),
        ({"configuration": "ab"}, "f:2: configuration: expected text of at least 64 characters; got 2"),
        ({"layout": "x" * 201}, "f:2: layout: expected text of at most 200 characters; got 201"),
        ({"layuot": "standard"}, "f:2: unknown key 'layuot' (did you mean 'layout'?); known keys: event, version, "),
        ({"configuration": "0" * 64}, "f:2: configuration: played under 000000000000…, but checked against "
         + shipped().digest()),
        ({"configuration": "beef"}, "f:2: configuration: expected at least 64 characters; got 'beef'"),
        ({"configuration": "0" * 65}, "f:2: configuration: expected at most 64 characters; got '0000"),
        ({"auction": {"cubes": 0, "to": "seelie"}}, "f:2: auction.cubes: expected at least 1; got 0"),
    ],
)  # fmt: skip
def test_a_header_that_cannot_be_is_refused(change: Line, message: str) -> None:
    text = refusal(in_line("game", lambda line: json.dumps({**json.loads(line), **change}).encode()))
    assert text.startswith(message) or message.partition("unknown")[2] in text


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seelie": {"faction": "dragon"}}, "seelie.faction: expected one of banshees, changelings, "),
        ({"rules_version": 2}, "rules_version: expected 1, that of the rules here; got 2"),
        ({"layout": "standart"}, "layout: expected one of standard, "),
        ({"rules": "0" * 64}, "rules: expected the digest of this pair's rules on this layout"),
        ({"seed": None}, "expected seed and index, or neither of them"),
        ({"seelie": {"faction": "dragons"}}, "expected a policy for each side beside seed and index"),
        ({"rulings": {}}, "rulings: missing key 'tie_break'"),
        ({"rulings": {**shipped().rulings(), "tie_break": "shared"}},
         "rulings.tie_break: expected seelie, as in the configuration; got 'shared'"),
        ({"rulings": {**shipped().rulings(), "ties": "shared"}}, "rulings: expected one of tie_break, "),
        ({"auction": {"cubes": 29, "to": "seelie"}},
         "auction.cubes: expected at most 28, the supply that set-up leaves; got 29"),
    ],
)  # fmt: skip
def test_a_header_that_the_configuration_does_not_allow_is_named(change: Line, message: str) -> None:
    text = verdict_on(in_line("game", lambda line: json.dumps({**json.loads(line), **change}).encode()))
    assert text.startswith(f"f:2: game: {message}")


def bids(*numbers: int | None) -> list[Line]:
    """Return bids of the two players in turn."""
    return [{"player": ("first", "second")[n % 2], "bid": number} for n, number in enumerate(numbers)]


@pytest.mark.parametrize(
    ("auction", "by_one", "message"),
    [
        ({"bids": bids(1, None)}, False, ""),
        ({"bids": bids(1, None), "opener": "first", "chosen": "unseelie"}, True, ""),
        (
            {"chosen": "seelie"},
            False,
            "auction.to: expected the side that the winner did not choose; got seelie",
        ),
        ({"bids": bids(1)}, False, "auction.bids: expected a pass at the end: null"),
        ({"bids": bids(1, 2, None)}, False, "auction.cubes: expected the last bid, 2; got 1"),
        ({"bids": bids(1, 1, None)}, False, "auction.bids[1].bid: expected a bid from 2 to 28; got 1"),
        ({"bids": bids(3, 29, None)}, False, "auction.bids[1].bid: expected a bid from 4 to 28; got 29"),
        ({"bids": bids(2, None)}, True, "auction.bids[0].bid: expected 1, one more than before; got 2"),
        ({"bids": bids(1, None, 2)}, False, "auction.bids[1]: expected no bid behind a pass"),
        (
            {"bids": bids(1, None)[::-1]},
            False,
            "auction.bids[0].player: expected first, as players bid in turn; ",
        ),
        ({"bids": []}, False, "auction.bids: expected a pass at the end: null"),
    ],
)
def test_bids_follow_one_another_as_the_ruling_says(
    auction: Line, by_one: bool, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    configuration = with_rulings(shipped(), auction_bids="raise_by_one") if by_one else shipped()
    header, *events = record()
    changed = {**header, "auction": {**header["auction"], **auction}, "configuration": configuration.digest()}
    changed |= {"rulings": configuration.rulings()}
    content = as_bytes([changed, *events])
    (verdict,) = verify(read_records(io.BytesIO(content), name="f"), configuration)
    assert (
        verdict.text == f"f:1: game: {message}" if message[-1:] not in {"", " "} else message in verdict.text
    )


def test_a_configuration_that_is_not_its_digest_is_refused() -> None:
    assert refusal(swapped(b'"seed": 20260101', b'"seed": 20260102')).startswith(
        "f:1: digest: expected that of the"
    )
    refused = with_rulings(shipped(), tie_break="nobody")
    line = {**write.configuration_line(shipped()), "contents": refused.contents()}
    with pytest.raises(
        BalanceError, match=r"f:1: contents: game\.rulings\.tie_break\.value: expected one of seelie"
    ):
        verdict_on(as_bytes([line, *record()]))


def test_a_file_without_a_configuration_needs_one() -> None:
    assert refusal(as_bytes(record())) == (
        "f: expected a configuration in the first line; name its file with --configuration"
    )


def test_a_record_cut_off_between_lines_says_what_is_expected() -> None:
    lines = whole().splitlines(keepends=True)
    last = len(lines)
    assert (
        verdict_on(b"".join(lines[:-1])) == f"f:{last}: end of the record: the game is over: expected its end"
    )
    stop = line_of("split") - 1
    text = verdict_on(b"".join(lines[:stop]))
    assert text.startswith(
        f"f:{stop + 1}: end of the record: the game is not over; round 1, unseelie decides (split), allowed: "
        "split [] [0 1 2 3 4], split [0] [1 2 3 4]"
    )
    cut = b"".join([*lines[:stop], *lines[1:]])
    assert verdict_on(cut).startswith(f"f:{stop + 1}: end of the record: the game is not over; round 1")


def test_nothing_may_stand_behind_the_end() -> None:
    lines = whole().splitlines(keepends=True)
    behind = len(lines) + 1
    for event in ("end", "position", "court"):
        assert verdict_on(whole() + lines[line_of(event) - 1]) == (
            f"f:{behind}: {event}: the game is over: nothing may stand behind its end"
        )


def test_a_game_of_too_many_events_is_refused() -> None:
    lines = whole().splitlines(keepends=True)
    flood = b"".join([*lines[:2], *[lines[line_of("round") - 1]] * (MOST_EVENTS + 1)])
    assert (
        refusal(flood) == f"f:{MOST_EVENTS + 3}: expected at most 5,000 events in a game; this one has more"
    )


def test_a_game_of_too_many_bytes_is_refused() -> None:
    lines = whole().splitlines(keepends=True)
    wide = b'{"event": "round", "round": [' + b",".join([b"[]"] * 6000) + b"]}\n"
    flood = b"".join([*lines[:2], *[wide] * (LARGEST_GAME // len(wide) + 1)])
    assert refusal(flood).endswith("expected a game of at most 5,000,000 bytes; this one is longer")


@pytest.mark.parametrize("depth", [30, 100, 600, 950])  # Python itself stops at about 1,000
@pytest.mark.parametrize(("opening", "closing"), [(b"[", b"]"), (b'{"a":', b"}")])
def test_deep_nesting_is_refused_in_every_kind_of_line(depth: int, opening: bytes, closing: bytes) -> None:
    deep = opening * depth + b"1" + closing * depth
    lines = whole().splitlines(keepends=True)
    for place, line in enumerate(lines[:12]):
        changed = line.replace(b"{", b'{"deep": ' + deep + b", ", 1)
        content = b"".join([*lines[:place], changed, *lines[place + 1 :]])
        assert refusal(content) == f"f:{place + 1}: nested too deep"


@pytest.mark.parametrize("key", ["k" * 15_000, "two\nlines", "\x1b[2J"])
def test_an_unknown_key_is_named_in_short(key: str) -> None:
    def change(line: bytes) -> bytes:
        return json.dumps({**json.loads(line), key: 1}).encode()

    text = verdict_on(in_line("court", change))
    assert "unknown key" in text
    assert len(text) < 400
    assert text.isprintable()


def test_a_string_without_an_end_is_said_once() -> None:
    assert refusal(whole() + b'{"event": "ga').endswith(
        "not valid JSON: unterminated string starting at character 11"
    )


def test_a_path_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    for path in (tmp_path / "none.jsonl", tmp_path):
        with pytest.raises(RecordError, match=f"{path}: cannot be read: "):
            list(read_records(path))


@given(st.binary(max_size=200), st.integers(0, 10**6), st.integers(0, 200))
def test_any_bytes_anywhere_end_in_a_verdict_or_one_message(piece: bytes, at: int, cut: int) -> None:
    lines = whole().splitlines(keepends=True)
    body = b"".join(lines[2:])
    at %= len(body)
    changed = body[:at] + piece + body[at + cut :]
    with suppress(RecordError):
        for line in verdict_on(b"".join(lines[:2]) + changed).splitlines():
            assert line.isprintable()


def test_the_schema_is_that_of_the_models_and_takes_what_is_written() -> None:
    from jsonschema import Draft202012Validator

    from balance.engine.pacts.record.models import generated_schema, schema

    assert schema() == generated_schema()
    validator = Draft202012Validator(schema())
    for line in whole().splitlines():
        validator.validate(json.loads(line))
    assert not validator.is_valid({**record()[1], "more": 1})
    assert not validator.is_valid({"event": "jump"})
