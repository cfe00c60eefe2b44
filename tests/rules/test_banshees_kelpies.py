"""FAQ, Faction Notes: the passives of banshees and kelpies."""

from __future__ import annotations

from tests.rules.table import BM, BR, STOP, TL, TR, C, card, cubes, legal, play, seelie_turn, supply, turn

SEVEN = {"PLACE 1 WILD", "MOVE 1", "PLACE 1 oak", "PLACE 1 thorn", "PLACE 1 ash", "ABILITY", "POINTS"}


def unseelie_hand(game: object) -> set[str]:
    return set(game.position()["court_hand"]["unseelie"])  # type: ignore[attr-defined]


# --- banshees


def test_banshees_revealed_court_card_makes_the_opponent_discard_the_same() -> None:
    """Banshees, passive: the opponent discards the same card from the unplayed hand."""
    game = seelie_turn("banshees", ["POINTS"], court="MOVE 1", opposing_court="POINTS")
    assert unseelie_hand(game) == SEVEN - {"POINTS", "MOVE 1"}


def test_banshees_court_card_triggers_even_if_it_is_skipped() -> None:
    """Banshees, passive: revealing is enough."""
    game = play(seelie_turn("banshees", ["POINTS"], court="MOVE 1"), STOP)
    assert unseelie_hand(game) == SEVEN - {"MOVE 1"}


def test_the_same_card_laid_this_round_is_safe() -> None:
    """Banshees, passive: it does not affect the Court card they played for the current round."""
    game = seelie_turn("banshees", ["POINTS"], court="MOVE 1", opposing_court="MOVE 1")
    assert unseelie_hand(game) == SEVEN - {"MOVE 1"}
    assert game.position()["court_card"]["unseelie"] == "MOVE 1"
    play(game, STOP)
    assert legal(game) == {("card", 5), STOP}


def test_a_card_played_before_cannot_be_discarded_again() -> None:
    """Banshees, passive: only a card still in hand."""
    game = turn("unseelie", "banshees", ["POINTS"], court=None, first=False)
    number = game.names.court.index(next(c for c in game.names.court if str(c) == "MOVE 1"))
    game.state["court_hand"][0] &= 127 - (1 << number)
    play(game, STOP)
    play(game, ("court", None), ("court", "MOVE 1"))
    game.reveal(["MOVE 2", "MOVE 2", "MOVE 2", "MOVE 3", "ABILITY"])
    play(game, ("split", ()), ("select", "unseelie"), STOP)
    assert game.to_move == "unseelie"
    assert set(game.position()["court_hand"]["seelie"]) == SEVEN - {"MOVE 1"}


def test_banshees_discard_nothing_without_an_own_court_card() -> None:
    """Banshees, passive: no own Court card, no trigger."""
    assert unseelie_hand(seelie_turn("banshees", ["POINTS"], opposing_court="MOVE 1")) == SEVEN - {"MOVE 1"}


def test_the_symbol_counts_for_being_the_same_card() -> None:
    """Banshees, passive: the same card is the same effect, number and symbol (inferred)."""
    game = seelie_turn("banshees", ["POINTS"], court="PLACE 1 thorn")
    assert unseelie_hand(game) == SEVEN - {"PLACE 1 thorn"}


def test_banshees_going_second_trigger_in_their_own_turn() -> None:
    """Banshees, passive: it triggers during your turn."""
    game = turn("seelie", "dragons", ["POINTS"], against="banshees", opposing_court="MOVE 1", court="ABILITY")
    assert set(game.position()["court_hand"]["seelie"]) == SEVEN - {"ABILITY"}
    play(game, STOP)
    assert game.to_move == "unseelie"
    assert set(game.position()["court_hand"]["seelie"]) == SEVEN - {"ABILITY", "MOVE 1"}


def test_banshees_own_hand_stays() -> None:
    """Banshees, passive: the opponent discards, not the Banshees."""
    game = seelie_turn("banshees", ["POINTS"], court="MOVE 1")
    assert set(game.position()["court_hand"]["seelie"]) == SEVEN - {"MOVE 1"}


def test_banshees_can_leave_the_opponent_without_court_cards() -> None:
    """FAQ, Banshees: then you will play no more Court cards."""
    game = seelie_turn("banshees", ["MOVE 1"], court="POINTS")
    game.state["court_hand"][1] = 0
    play(game, STOP, ("court", None))
    assert legal(game) == {("court", None)}


def test_banshees_discard_the_last_court_card() -> None:
    """FAQ, Banshees: they make you run out of Court cards."""
    game = seelie_turn("banshees", ["POINTS"])
    points = [str(c) for c in game.names.court].index("POINTS")
    game.state["court_hand"][1] = 1 << points
    play(game, STOP, ("court", "POINTS"), ("court", None))
    game.reveal(["MOVE 2", "MOVE 2", "MOVE 2", "MOVE 3", "ABILITY"])
    play(game, ("split", ()), ("select", "unseelie"))
    assert unseelie_hand(game) == set()


# --- kelpies


def test_kelpies_may_remove_two_opposing_cubes_where_a_wild_card_placed() -> None:
    """Kelpies, passive: placing with a WILD card lets you remove 2 opposing cubes there."""
    game = card(seelie_turn("kelpies", ["PLACE 1 WILD", "POINTS"]))
    play(game, ("place", C, 1))
    assert (game.phase, legal(game)) == ("after_wild", {("passive",), STOP})
    play(game, ("passive",))
    assert (cubes(game), cubes(game, "unseelie")) == ({C: 4, BM: 3}, {C: 1, BM: 3})
    assert (supply(game, "unseelie"), game.phase) == (30, "menu")


def test_kelpies_remove_the_only_opposing_cube() -> None:
    """Kelpies, passive with FAQ: remove just as many as are available."""
    game = card(seelie_turn("kelpies", ["PLACE 2 WILD", "POINTS"], opposing={TL: 1, TR: 5}))
    play(game, ("place", TL, 2), ("passive",))
    assert cubes(game, "unseelie") == {TR: 5}


def test_kelpies_may_decline_the_removal() -> None:
    """Kelpies, passive: you can remove."""
    game = play(card(seelie_turn("kelpies", ["PLACE 1 WILD", "POINTS"])), ("place", C, 1), STOP)
    assert (game.phase, cubes(game, "unseelie")) == ("menu", {C: 3, BM: 3})


def test_kelpies_without_opposing_cubes_there_are_not_asked() -> None:
    """Kelpies, passive: opposing cubes in the same region only."""
    game = play(card(seelie_turn("kelpies", ["PLACE 1 WILD", "POINTS"])), ("place", BR, 1))
    assert (game.phase, cubes(game, "unseelie")) == ("menu", {C: 3, BM: 3})


def test_kelpies_court_wild_card_removes_too() -> None:
    """Kelpies, passive: it upgrades your WILD cards, Court or Pact."""
    game = card(seelie_turn("kelpies", ["POINTS"], court="PLACE 1 WILD"), 5)
    play(game, ("place", BM, 1), ("passive",))
    assert cubes(game, "unseelie") == {C: 3, BM: 1}


def test_kelpies_other_place_cards_remove_nothing() -> None:
    """Kelpies, passive: WILD cards only."""
    game = play(card(seelie_turn("kelpies", ["PLACE 3 ash", "POINTS"])), ("place", C, 3))
    assert (game.phase, cubes(game, "unseelie")) == ("menu", {C: 3, BM: 3})


def test_kelpies_skipping_the_wild_card_remove_nothing() -> None:
    """Kelpies, passive: only once cubes were placed."""
    game = play(card(seelie_turn("kelpies", ["PLACE 1 WILD", "POINTS"])), STOP)
    assert (game.phase, cubes(game, "unseelie")) == ("menu", {C: 3, BM: 3})


def test_only_the_kelpies_remove_after_wild_cards() -> None:
    """Kelpies, passive: theirs alone."""
    game = play(card(seelie_turn("dragons", ["PLACE 1 WILD", "POINTS"], against="kelpies")), ("place", C, 1))
    assert game.phase == "menu"


def test_kelpies_as_unseelie_remove_seelie_cubes() -> None:
    """Kelpies, passive: the opposing color, whichever side plays them."""
    game = card(turn("unseelie", "kelpies", ["PLACE 1 WILD", "POINTS"], opposing={BR: 4}))
    play(game, ("place", BR, 1), ("passive",))
    assert (cubes(game, "seelie"), cubes(game, "unseelie")) == ({BR: 2}, {C: 3, BM: 3, BR: 1})
