"""Records of rule systems without a reader of their own, with a game of dice: two throws, the higher one wins."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from balance import policies
from balance.config.load import load_configuration
from balance.config.run import Configuration
from balance.engine import plain_record, registry
from balance.engine.record_lines import LARGEST_GAME, LONGEST_LINE, MOST_EVENTS, begun
from balance.errors import BalanceError, RecordError
from tests.support import CONFIGURATION, ROOT

Event = dict[str, Any]
COMBAT = load_configuration(ROOT / "configs" / "live_combat.yaml", policies=policies.weights)


class Dice:
    """What checking asks of a rule system: throws of two dice, and an end that follows from them."""

    def retold(self, header: Event, events: Sequence[Event]) -> list[Event]:
        told: list[Event] = []
        for number, event in enumerate(events, start=1):
            if event["event"] != "throw":
                break
            if not 1 <= event["pips"] <= 6:
                msg = f"event {number}: a die shows 1 to 6 pips; got {event['pips']}"
                raise RecordError(msg)
            told.append({"event": "throw", "pips": event["pips"]})
        if len(told) < 2:
            msg = "the record ends where a throw comes next"
            raise RecordError(msg)
        first, second = (event["pips"] for event in told[:2])
        return [*told[:2], {"event": "end", "margin": first - second, "sixes": [first == 6, second == 6]}]


@pytest.fixture(autouse=True)
def _dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "rule_system", lambda _: Dice())


def head(**changes: Any) -> Event:
    seats = {
        seat: {"contestant": name, "policy": "careful"}
        for seat, name in (("red", "Knight"), ("blue", "Scout"))
    }
    return {
        "event": "game",
        "version": 1,
        "system": "live_combat",
        "rules_version": registry.rules_version("live_combat"),
        "configuration": COMBAT.digest(),
        "seats": seats,
        "setting": next(iter(COMBAT.settings)),
        "rulings": COMBAT.rulings(),
        "seed": 1,
        "index": 0,
        **changes,
    }


FIRST = {
    "event": "configuration",
    "format": "balance record",
    "version": 1,
    "digest": COMBAT.digest(),
    "contents": COMBAT.contents(),
}
GAME: tuple[Event, ...] = (
    head(),
    {"event": "throw", "pips": 5},
    {"event": "throw", "pips": 2},
    {"event": "end", "margin": 3, "sixes": [False, False]},
)


def written(*events: Any) -> bytes:
    return b"".join(part if isinstance(part, bytes) else json.dumps(part).encode() + b"\n" for part in events)


def verdicts(data: bytes, configuration: Configuration | None = None) -> list[str]:
    """Return what is wrong with each record, as `balance verify` finds it; empty where it holds."""
    system, whole = begun(io.BytesIO(data), "f")
    return [one.text for one in registry.verdicts(system)(whole, "f", configuration)]


def refusal(data: bytes, configuration: Configuration | None = None) -> str:
    with pytest.raises(BalanceError) as caught:
        verdicts(data, configuration)
    return str(caught.value)


def changed(place: int, **fields: Any) -> bytes:
    """Return a file of the game with fields of one event changed; None takes one out."""
    events = [dict(event) for event in GAME]
    events[place] = {k: v for k, v in {**events[place], **fields}.items() if v is not None}
    return written(FIRST, *events)


def test_records_that_say_what_follows_hold() -> None:
    assert verdicts(written(FIRST, *GAME, *GAME)) == ["", ""]


def test_a_byte_order_mark_empty_lines_and_crlf_are_taken() -> None:
    assert verdicts(b"\xef\xbb\xbf" + written(FIRST, b"\r\n", *GAME).replace(b"\n", b"\r\n")) == [""]


def test_a_header_needs_no_rulings_seed_or_policies() -> None:
    seats = {seat: {"contestant": "Knight"} for seat in ("red", "blue")}
    bare = {k: v for k, v in head(seats=seats).items() if k not in {"rulings", "seed", "index"}}
    assert verdicts(written(FIRST, bare, *GAME[1:])) == [""]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (changed(3, margin=4), "f:5: end: margin: expected 3; got 4"),
        (changed(3, margin=3.0), "f:5: end: margin: expected 3; got 3.0"),
        (changed(3, sixes=[False, 0]), "f:5: end: sixes[1]: expected false; got 0"),
        (changed(3, margin=None), "f:5: end: missing key 'margin'"),
        (changed(3, luck=1), "f:5: end: luck: unknown key 'luck'"),
        (changed(2, pips=7), "f:4: throw: a die shows 1 to 6 pips; got 7"),
        (changed(2, pips="7"), "f:2: game: cannot be followed: a value is missing, or of another kind"),
        (changed(2, pips=None), "f:2: game: cannot be followed: a value is missing, or of another kind"),
        (changed(3, event="stop"), "f:5: stop: not expected here; by the rules there follows: end"),
        (written(FIRST, *GAME[:3]), "f:5: end of the record: by the rules there follows: end"),
        (written(FIRST, *GAME[:2]), "f:2: game: the record ends where a throw comes next"),
        (
            written(FIRST, *GAME, {"event": "end"}),
            "f:6: end: the game is over: nothing may stand behind its end",
        ),
        (
            changed(0, rules_version=99),
            "f:2: game: rules_version: expected 1, that of the rules here; got 99",
        ),
        (
            changed(0, system="sea_witch"),
            "f:2: game: system: expected live_combat, as in the configuration; got 'sea_witch'",
        ),
        (changed(0, setting="duell"), "f:2: game: setting: unknown contest 'duell'"),
        (changed(0, seed=None), "f:2: game: expected seed and index, or neither of them"),
        (changed(0, rulings={}), "f:2: game: rulings: missing key"),
        (
            changed(0, seats={"red": {"contestant": "Knight"}}),
            "f:2: game: seats: expected red and blue; got red",
        ),
        (
            changed(0, seats={"red": {"contestant": "Knigt"}, "blue": {"contestant": "Scout"}}),
            "f:2: game: seats.red.contestant: expected one of Footman,",
        ),
    ],
)
def test_the_first_wrong_event_is_named(data: bytes, expected: str) -> None:
    (found,) = verdicts(data)
    assert found.startswith(expected)


def test_the_nearest_contestant_is_offered() -> None:
    (found,) = verdicts(changed(0, seats={"red": {"contestant": "Knigt"}, "blue": {"contestant": "Scout"}}))
    assert found.endswith("got 'Knigt' (did you mean 'Knight'?)")


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "f: expected a record; the file is empty"),
        (written(FIRST), "f: expected a record; the file ends"),
        (written(*GAME), "f: expected a configuration in the first line; name its file with --configuration"),
        (b"\xff\n", "f:1: expected UTF-8 text; got byte 0xff"),
        (b"[1]\n", "f:1: expected an object with an event; got"),
        (written(FIRST, GAME[1]), "f:2: expected a line of event game; got 'throw'"),
        (written(FIRST, *GAME, FIRST), "f:6: expected the configuration once, in the first line"),
        (written({**FIRST, "digest": "0" * 64}, *GAME), "f:1: digest: expected that of the contents"),
        (
            changed(0, configuration="0" * 64),
            "f:2: configuration: played under 000000000000…, but checked against",
        ),
        (changed(0, seats=3), "f:2: seats: "),
        (
            written(FIRST, *GAME[:3], b'{"event": "end", "margin": NaN}\n'),
            "f:5: expected whole numbers; got NaN",
        ),
        (written(FIRST, *GAME[:3], b'{"event": "end", "event": "end"}\n'), "f:5: key 'event' is given twice"),
        (
            written(FIRST, *GAME[:3], b" " * LONGEST_LINE + b"x\n"),
            "f:5: expected a line of at most 20,000 bytes",
        ),
        (written(FIRST, GAME[0], *[GAME[1]] * (MOST_EVENTS + 1)), "expected at most 5,000 events in a game"),
        (
            written(
                FIRST, GAME[0], *[{"event": "throw", "pips": "x" * 19_000}] * (LARGEST_GAME // 19_000 + 1)
            ),
            "expected a game of at most 5,000,000 bytes",
        ),
        (
            written({**FIRST, "contents": {**COMBAT.contents(), "game": {"system": "chess"}}}, *GAME),
            "unknown rule system 'chess'; expected one of: ",
        ),
    ],
)
def test_a_file_that_is_none_of_records_is_refused(data: bytes, expected: str) -> None:
    assert expected in refusal(data)


def test_a_configuration_may_be_named_beside_the_file() -> None:
    assert verdicts(written(*GAME), COMBAT) == [""]
    pacts = load_configuration(CONFIGURATION, policies=policies.weights)
    assert "configuration: played under" in refusal(written(*GAME), pacts)


def test_a_pipe_is_read_once_from_its_first_line_on(tmp_path: Path) -> None:
    class Pipe(io.RawIOBase):
        """Bytes in small pieces, without a way back."""

        def __init__(self, data: bytes) -> None:
            self.left = data

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            part, self.left = self.left[: min(len(buffer), 7)], self.left[7:]
            buffer[: len(part)] = part
            return len(part)

    data = written(FIRST, *GAME)
    system, whole = begun(io.BufferedReader(Pipe(data)), "pipe")
    assert system == "live_combat"
    assert whole.read() == data


@pytest.mark.parametrize(
    ("first", "system"),
    [
        (FIRST, "live_combat"),
        (head(), "live_combat"),
        ({"event": "configuration"}, None),
        ({"event": "configuration", "contents": {"game": 3}}, None),
        ({"event": "throw"}, None),
        (b"nonsense\n", None),
        (b"", None),
    ],
)
def test_the_rule_system_is_the_one_of_the_first_line(first: Any, system: str | None) -> None:
    assert begun(io.BytesIO(written(first)), "f")[0] == system


def test_a_system_with_a_checker_of_its_own_is_checked_by_it() -> None:
    assert registry.verdicts("pacts") is not plain_record.verdicts
    assert registry.verdicts("live_combat") is plain_record.verdicts
    assert registry.verdicts(None) is plain_record.verdicts
