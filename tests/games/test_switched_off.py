"""Passive, active and court cards of one faction switched off: in the rules, at the table, in records and pages."""

from __future__ import annotations

import numpy as np
import pytest

from balance.config.pacts import Configuration
from balance.config.pacts.variants import without
from balance.config.pacts.vocabulary import ABILITIES, Ability
from balance.engine.pacts.game import Game
from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.system import PactsSystem
from balance.engine.pacts.tables import build_rules, half_known, names_of, rules_digest
from balance.engine.system import Cell
from balance.errors import RecordError
from balance.loading import engine_of
from balance.play.abilities import faction_words
from balance.reports.replay.table import Table as Mat
from tests.record.games import Table, as_bytes, checked
from tests.reference.record import check_record
from tests.support import board_data, record_box, shipped, with_rulings

PAIR = ("banshees", "fir bolg")


def new_game(configuration: Configuration, seelie: str, unseelie: str) -> Game:
    return Game(build_rules(configuration, seelie, unseelie, "standard"), names_of(configuration))


@pytest.mark.parametrize("ability", ABILITIES)
@pytest.mark.parametrize("faction", shipped().factions)
def test_only_the_owners_part_of_the_rules_changes(faction: str, ability: Ability) -> None:
    other = "dragons" if faction != "dragons" else "kelpies"
    changed = without(shipped(), faction, ability)
    for pair in ((faction, other), (other, faction)):
        own, off = (build_rules(one, *pair, "standard")[0] for one in (shipped(), changed))
        assert rules_digest(own) != rules_digest(off)
        seat = pair.index(faction)
        for name in k.RULES.names or ():
            if own[name].shape[:1] == (2,) and name not in {"deck", "deck_size", "deck_key"}:
                assert np.array_equal(own[name][1 - seat], off[name][1 - seat]), name
            else:
                assert np.array_equal(own[name], off[name]), name
    elsewhere = (build_rules(one, "sluagh", "selkies", "standard") for one in (shipped(), changed))
    if faction not in {"sluagh", "selkies"}:
        assert len({rules_digest(rules) for rules in elsewhere}) == 1


def test_a_side_without_its_court_cards_lays_none() -> None:
    game = new_game(without(shipped(), "banshees", "court"), *PAIR)
    assert game.position()["court_hand"]["seelie"] == []
    assert len(game.position()["court_hand"]["unseelie"]) == 7
    assert game.legal() == [("court", None)]


def test_an_ability_card_without_an_active_does_nothing() -> None:
    game = new_game(without(shipped(), "banshees", "active"), *PAIR)
    for action in (("court", "ABILITY"), ("court", None)):
        game.apply(action)
    game.reveal(["PLACE 1 oak", "PLACE 1 oak", "PLACE 1 thorn", "PLACE 1 ash", "ABILITY"])
    game.apply(("split", ()))
    game.apply(("select", "unseelie"))
    before = game.position()
    game.apply(("card", 5))
    after = game.position()
    assert after["phase"] == "menu"
    assert (after["cubes"], after["supply"], after["score"]) == (
        before["cubes"],
        before["supply"],
        before["score"],
    )
    assert ("card", 4) in game.legal()
    assert ("card", 5) not in game.legal()


def test_without_its_passive_no_cube_comes_at_a_rounds_start() -> None:
    with_it, off = (new_game(one, *PAIR) for one in (shipped(), without(shipped(), "fir bolg", "passive")))
    assert sum(with_it.position()["cubes"]["unseelie"].values()) == 6 + 4
    assert sum(off.position()["cubes"]["unseelie"].values()) == 6


def test_what_is_off_is_part_of_a_hidden_faction() -> None:
    hidden = with_rulings(shipped(), faction_reveal="at_first_use")
    off = without(without(hidden, "banshees", "court"), "banshees", "active")
    known = [half_known(build_rules(one, *PAIR, "standard"))[1] for one in (hidden, off)]
    assert rules_digest(known[0]) == rules_digest(known[1])


@pytest.mark.compiled
@pytest.mark.parametrize("ability", ABILITIES)
def test_records_without_an_ability_hold_by_both_checkers(ability: Ability) -> None:
    configuration = without(shipped(), "banshees", ability)
    table, generator = Table(configuration), np.random.default_rng(3)
    for number, other in enumerate(("kelpies", "selkies", "cu sidhe")):
        pair = ("banshees", other) if number % 2 else (other, "banshees")
        record = table.record(Cell(pair, "standard", ("random", "random")), number, generator)
        (verdict,) = checked(table.verifier, as_bytes(record))
        assert verdict.wrong is None
        assert check_record(record, board_data(configuration), record_box(configuration)) is None
        with pytest.raises(RecordError, match="but checked against"):  # it is another configuration's game
            checked(Table(shipped()).verifier, as_bytes(record))


def test_a_replays_mat_starts_without_the_court_cards() -> None:
    mat = Mat(shipped().contents(), no_court=["unseelie"])
    assert sum(mat.court_hand["seelie"].values()) == 7
    assert sum(mat.court_hand["unseelie"].values()) == 0


def test_a_player_is_told_what_is_off() -> None:
    told = faction_words(without(without(shipped(), "dragons", "court"), "dragons", "active"), "dragons")
    assert told == "Every MOVE card is MOVE 5. ABILITY: nothing. No court cards."
    assert faction_words(without(shipped(), "dragons", "passive"), "dragons").startswith(
        "No passive. ABILITY: "
    )


@pytest.mark.compiled
@pytest.mark.parametrize("policy", ["greedy", "planner"])
def test_policies_play_without_an_ability_and_lose_by_it(policy: str) -> None:
    system, handles = engine_of(shipped(), [policy], say=print)
    assert isinstance(system, PactsSystem)
    games = 200 if policy == "greedy" else 30
    cell = Cell(("changelings", "dragons"), "standard", (policy, policy))
    (whole,) = system.play([cell], handles, 0, games)
    for ability in ABILITIES:
        (off,) = system.without("changelings", ability).play([cell], handles, 0, games)
        assert off.margin_mean < whole.margin_mean - 2
        (opposite,) = system.without("dragons", ability).play([cell], handles, 0, games)
        assert opposite.margin_mean > whole.margin_mean + 2
