"""A session deals by itself, meets the sweep's chance, can be copied and taken back, and keeps its moves."""

from __future__ import annotations

import random
import sys
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from balance import Session, policies
from balance.engine.pacts.game import deal_game
from balance.engine.pacts.players import Player
from balance.engine.pacts.system import PactsSystem
from balance.engine.system import Cell
from balance.errors import BalanceError, ConfigurationError, IllegalActionError
from tests.support import shipped

PAIRS = [
    ("dragons", "kelpies", "standard", 0),
    ("fir bolg", "selkies", "random", -3),
    ("changelings", "banshees", "mirrored", 2),
    ("sluagh", "fomorians", "random", 0),
    ("cu sidhe", "dragons", "standard", 28),
]


def new(*pair: Any, **options: Any) -> Session:
    seelie, unseelie, layout, bid = pair or PAIRS[0]
    return Session.new(shipped(), seelie, unseelie, layout=layout, bid=bid, **options)


def play(session: Session, seed: int = 1, *, decisions: int = 10_000) -> Session:
    """Decide at random, to the end or a number of times."""
    generator = random.Random(seed)
    for _ in range(decisions):
        if session.phase == "over":
            break
        session.apply(generator.choice(session.legal()))
    return session


def everything(session: Session) -> tuple[object, ...]:
    return session.game.position(), session.moves, session.legal_numbers(), session.draw()


@pytest.mark.parametrize("names", [("greedy", "greedy"), ("random", "planner")], ids="-".join)
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: "-".join(map(str, pair)))
def test_a_session_of_the_sweeps_players_ends_as_the_sweeps_game(
    pair: tuple[str, str, str, int], names: tuple[str, str]
) -> None:
    handles = {name: policies.handle("pacts", name, {}) for name in names}
    cell = Cell(pair[:2], pair[2], names, pair[3])
    (rows,) = PactsSystem(shipped()).games([cell], handles, 4, 2)
    for index, margin in zip((4, 5), rows.margins, strict=True):
        session = new(*pair, index=index, policies=names)
        players = {
            side: Player(handles[name]) for side, name in zip(("seelie", "unseelie"), names, strict=True)
        }
        while session.phase != "over":
            session.apply(players[str(session.to_move)].choose(session))
        seelie, unseelie = session.outcome().scores
        assert seelie - unseelie == margin


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: "-".join(map(str, pair)))
def test_cards_are_dealt_as_soon_as_the_second_court_card_is_chosen(pair: tuple[str, str, str, int]) -> None:
    session, generator = new(*pair), random.Random(3)
    phases = []
    while session.phase != "over":
        assert session.to_move in {"seelie", "unseelie"}
        phases.append(session.phase)
        session.apply(generator.choice(session.legal()))
    deals = [move for move in session.moves if not isinstance(move, int)]
    assert [len(deal) for deal in deals] == [5] * 6
    assert "reveal" not in phases
    assert phases.count("split") == 6
    assert all(before == "court" for before, after in pairwise(phases) if after == "split")
    assert session.to_move is None


def test_the_deal_is_that_of_the_cells_key_and_the_games_number() -> None:
    session = new(*PAIRS[1], seed=5, index=7, policies=("greedy", "random"))
    key = Cell(("fir bolg", "selkies"), "random", ("greedy", "random"), -3).key(5)
    cards, tiles = deal_game(session.game.rules, key, 7)
    assert session.start.state["tiles"].tolist() == tiles.tolist()
    deals = [move for move in play(session).moves if not isinstance(move, int)]
    assert deals == [tuple(str(session.game.names.cards[kind]) for kind in row) for row in cards]


def test_seed_index_and_players_name_the_game() -> None:
    games: list[dict[str, Any]] = [
        {},
        {"index": 1},
        {"seed": 1},
        {"policies": ("greedy", "greedy")},
    ]
    dealt = [[m for m in play(new(**game)).moves if not isinstance(m, int)] for game in games]
    assert len({str(deals) for deals in dealt}) == len(games)
    assert dealt[0] == [m for m in play(new(seed=shipped().seed)).moves if not isinstance(m, int)]


def test_a_copy_and_its_original_do_not_show_in_each_other() -> None:
    session = play(new(*PAIRS[2]), decisions=20)
    before = everything(session.copy())
    copy = session.copy()
    play(copy, seed=2)
    assert everything(session) == before
    play(session, seed=2)
    assert everything(session) == everything(copy)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: "-".join(map(str, pair)))
def test_taking_back_returns_to_the_position_before_the_last_decision(
    pair: tuple[str, str, str, int],
) -> None:
    session, generator = new(*pair), random.Random(8)
    while session.phase != "over":
        before, copy = everything(session.copy()), session.copy()
        action = generator.choice(session.legal())
        session.apply(action)
        after = everything(session.copy())
        session.undo()
        assert everything(session) == before == everything(copy)
        session.apply(action)
        assert everything(session) == after


def test_before_the_first_decision_nothing_can_be_taken_back() -> None:
    session = new()
    with pytest.raises(IllegalActionError, match="nothing was decided yet"):
        session.undo()
    session.apply(session.legal()[0])
    session.undo()
    assert session.moves == []


def test_the_start_stays_as_it_was_and_the_moves_lead_from_it_to_the_position() -> None:
    session = new(*PAIRS[3])
    start = session.start.position()
    play(session)
    assert session.start.position() == start
    game = session.start.copy()
    for move in session.moves:
        if isinstance(move, int):
            game.apply(move)
        else:
            game.reveal(move)
    assert game.position() == session.game.position()


def test_actions_are_taken_as_tuples_and_as_numbers_and_refused_with_what_is_legal() -> None:
    by_name, by_number = new(), new()
    by_name.apply(("court", "MOVE 1"))
    by_number.apply(by_number.legal_numbers()[by_number.legal().index(("court", "MOVE 1"))])
    assert everything(by_name) == everything(by_number)
    before = everything(by_name.copy())
    for wrong in (("court", "MOVE 2"), 0, ("place", "center", 1), "MOVE 1"):
        with pytest.raises(IllegalActionError, match=r"round 1, court, unseelie to decide.*legal: court"):
            by_name.apply(wrong)  # type: ignore[arg-type]  # what people type
        with pytest.raises(IllegalActionError, match=r"legal: court"):
            by_name.words(wrong)  # type: ignore[arg-type]
    assert everything(by_name) == before


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"seelie": "dragon"}, ConfigurationError, "unknown faction 'dragon' .did you mean 'dragons'"),
        ({"layout": "standart"}, ConfigurationError, "unknown layout 'standart' .did you mean 'standard'"),
        ({"bid": 29}, BalanceError, "bid: expected whole cubes from -28"),
        ({"index": -1}, BalanceError, "index: expected a whole number from 0 up; got -1"),
        ({"index": True}, BalanceError, "index: expected a whole number from 0 up; got True"),
        ({"seed": "1"}, BalanceError, "seed: expected a whole number from 0 up; got '1'"),
    ],
)
def test_a_game_that_there_cannot_be_is_refused(
    options: dict[str, Any], error: type[BalanceError], message: str
) -> None:
    with pytest.raises(error, match=message):
        Session.new(shipped(), **{"seelie": "dragons", "unseelie": "kelpies", **options})


def test_the_draw_belongs_to_the_decision_not_to_the_way_to_it() -> None:
    """The number is keyed by side, round, kind of decision and count: other actions before it do not change it."""
    one, other = new(), new()
    one.apply(("court", "MOVE 1"))
    other.apply(("court", None))
    assert one.draw() == other.draw()
    assert one.draw() != new().draw()


def test_a_record_is_the_writers_header_and_events(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}

    def header(configuration: object, **given: Any) -> dict[str, Any]:
        asked.update(given, configuration=configuration)
        return {"event": "game"}

    writer = SimpleNamespace(
        header=header, events=lambda start, moves: [{"event": "moves", "moves": list(moves)}]
    )
    monkeypatch.setitem(sys.modules, "balance.engine.pacts.record.write", writer)
    session = play(new(*PAIRS[1], seed=2, index=6), decisions=9)
    assert session.record() == [{"event": "game"}, {"event": "moves", "moves": session.moves}]
    assert asked == {
        "configuration": shipped(),
        "seelie": "fir bolg",
        "unseelie": "selkies",
        "layout": "random",
        "policies": ("person", "person"),
        "seed": 2,
        "index": 6,
        "auction": {"cubes": 3, "to": "unseelie"},
    }
    new(*PAIRS[0]).record()
    assert asked["auction"] is None


def test_a_game_from_nowhere_cannot_be_recorded() -> None:
    session = Session(new().game.rules, new().game.names, key=1)
    with pytest.raises(BalanceError, match=r"Session\.new"):
        session.record()
    assert np.all(session.start.state["score"] == 0)
