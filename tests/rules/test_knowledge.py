"""docs/rules.md, "Who knows what": what a player, and a policy, may use at which moment."""

from __future__ import annotations

from balance.engine.pacts.game import Game
from tests.rules.table import FIVE, STOP, card, courts, deal, new_game, play, seelie_turn, seen, turn

COURT = ("PLACE 1 WILD", "MOVE 1", "PLACE 1 oak", "PLACE 1 thorn", "PLACE 1 ash", "ABILITY", "POINTS")


def views(games: list[Game]) -> set[bytes]:
    return {game.view().tobytes() for game in games}


def test_while_courts_are_chosen_the_others_choice_is_hidden_and_whether_there_is_one() -> None:
    """Court choice: not the other's choice, nor whether the other lays one (Phase 1: simultaneously)."""
    assert len(views([play(new_game(), ("court", laid)) for laid in (*COURT, None)])) == 1


def test_the_order_of_the_decks_is_no_part_of_the_position() -> None:
    """Court choice: what is left in the decks is known as a number of each card, never the order."""
    assert seen(new_game())["decks"] == new_game().position()["decks"]
    orders = [["MOVE 1", "MOVE 2", "PLACE 1 oak", "MOVE 3"], ["MOVE 3", "PLACE 1 oak", "MOVE 2", "MOVE 1"]]
    games = [
        play(deal(courts(new_game()), [*five, "ABILITY"]), ("split", ()), ("select", "seelie"), STOP)
        for five in orders
    ]
    assert len(views(games)) == 1


def test_the_cards_revealed_later_are_unknown_at_the_court_choice() -> None:
    """Court choice: not this round's five cards: nothing of them is in the view until they are revealed."""
    game = courts(new_game())
    before = game.view().tobytes()
    deal(game)
    assert game.view().tobytes() != before
    assert seen(game)["revealed"] == list(FIVE)


def test_at_the_split_the_others_card_is_hidden_but_not_whether_there_is_one() -> None:
    """Split, select: the five cards, the own Court card, whether the other laid one; not which."""
    laid = views([deal(courts(new_game(), other, "MOVE 1")) for other in COURT])
    none = views([deal(courts(new_game(), None, "MOVE 1"))])
    assert len(laid) == 1
    assert laid != none
    at_split = seen(deal(courts(new_game(), "POINTS", "MOVE 1")))
    assert at_split["court_card"] == {"seelie": "hidden", "unseelie": "MOVE 1"}
    assert at_split["revealed"] == list(FIVE)


def test_at_the_selection_the_others_card_is_hidden_too() -> None:
    """Split, select: the selecting side sees both piles, not the splitter's face-down card."""
    games = [play(deal(courts(new_game(), "MOVE 1", other)), ("split", (0, 1))) for other in COURT]
    assert len(views(games)) == 1
    assert games[0].to_move == "seelie"
    assert int(games[0].view()[0]["token_pile"]) == 0b11


def test_in_the_first_turn_the_second_players_card_is_hidden() -> None:
    """First turn: both piles are seen, the second player's Court card is not."""
    games = [
        seelie_turn("dragons", ["POINTS"], opposing_court=other, opposing_cards=["MOVE 1"]) for other in COURT
    ]
    assert len(views(games)) == 1
    shown = seen(games[0])
    assert shown["court_card"]["unseelie"] == "hidden"
    assert shown["hand"] == {"seelie": [0], "unseelie": [1, 5]}


def test_in_the_second_turn_the_first_players_card_is_seen() -> None:
    """Second turn: everything but deck order and unseen light sides."""
    for laid in COURT:
        game = turn("unseelie", "dragons", ["POINTS"], first=False, opposing_court=laid, court="MOVE 1")
        assert seen(game) == game.position()
        assert seen(game)["court_card"] == {"seelie": laid, "unseelie": "MOVE 1"}


def test_the_own_face_down_card_is_known_to_its_owner() -> None:
    """Split, select: the own Court card is known."""
    assert len(views([deal(courts(new_game(), None, own)) for own in COURT])) == len(COURT)


def test_a_court_hand_is_public_as_a_set_with_the_face_down_card_among_it() -> None:
    """Court hands: 7 less those seen; only the face-down card is hidden within it."""
    game = deal(courts(new_game(), "POINTS", None))
    assert set(seen(game)["court_hand"]["seelie"]) == set(COURT)
    later = play(seelie_turn("dragons", ["MOVE 1"], court="POINTS"), STOP, ("court", "MOVE 1"))
    assert set(seen(later)["court_hand"]["seelie"]) == set(COURT) - {"POINTS"}


def test_the_board_the_scores_and_the_supplies_are_seen_by_both() -> None:
    """Court choice: board, scores, who splits."""
    game = seelie_turn("dragons", ["POINTS"], own={"center": 5}, score=(7, 4))
    for what in ("cubes", "supply", "score", "tiles", "round", "season", "decks", "token"):
        assert seen(game)[what] == game.position()[what]


def test_both_sides_of_a_standard_layouts_tiles_are_known() -> None:
    """Light sides: the standard six are known to both. Ruling: light_values."""
    first = seelie_turn("dragons", ["MOVE 1"], tiles={"top-left": "3/6", "bottom-middle": "3/4"})
    second = seelie_turn("dragons", ["MOVE 1"], tiles={"top-left": "3/4", "bottom-middle": "3/6"})
    assert views([first]) != views([second])


# --- the Banshees leak


def test_banshees_see_a_face_down_card_that_was_not_discarded() -> None:
    """Banshees leak: they reveal X, nothing is discarded though X was never seen: the face-down card is X."""
    game = seelie_turn("banshees", ["POINTS"], court="MOVE 1", opposing_court="MOVE 1")
    assert seen(game)["court_card"]["unseelie"] == "MOVE 1"


def test_a_discard_shows_that_the_face_down_card_is_another() -> None:
    """Banshees leak: a discard shows that the card is not X; which other it is stays hidden."""
    others = [laid for laid in COURT if laid != "MOVE 1"]
    games = [seelie_turn("banshees", ["POINTS"], court="MOVE 1", opposing_court=laid) for laid in others]
    assert len(views(games)) == 1
    assert seen(games[0])["court_card"]["unseelie"] == "hidden"
    assert set(seen(games[0])["court_hand"]["unseelie"]) == set(others)


def test_nothing_leaks_about_a_card_that_was_seen_before() -> None:
    """Banshees leak: X played in an earlier round is in no hand; the face-down card stays hidden."""
    games = []
    for laid in COURT:
        if laid == "POINTS":
            continue
        game = turn("unseelie", "dragons", ["MOVE 1"], against="banshees", court="POINTS", first=False)
        play(game, STOP)
        play(game, ("court", "POINTS"), ("court", laid))
        game.reveal(["MOVE 2", "MOVE 2", "MOVE 2", "MOVE 3", "ABILITY"])
        play(game, ("split", ()), ("select", "unseelie"))
        assert game.to_move == "seelie"
        games.append(game)
    assert len(views(games)) == 1
    assert seen(games[0])["court_card"]["unseelie"] == "hidden"


def test_other_factions_leak_nothing() -> None:
    """Banshees leak: only their passive tells anything."""
    games = [seelie_turn("dragons", ["POINTS"], court="MOVE 1", opposing_court=laid) for laid in COURT]
    assert len(views(games)) == 1


def test_the_leak_lasts_for_the_turn_and_the_round_ends_it() -> None:
    """Banshees leak: a card known in this round; the next round's card is hidden again."""
    game = seelie_turn("banshees", ["POINTS", "MOVE 1"], court="MOVE 1", opposing_court="MOVE 1")
    card(game)
    assert seen(game)["court_card"]["unseelie"] == "MOVE 1"
    play(game, STOP)
    play(game, STOP, ("court", None), ("court", "POINTS"))
    game.reveal(["MOVE 2", "MOVE 2", "MOVE 2", "MOVE 3", "ABILITY"])
    assert seen(game)["court_card"]["unseelie"] == "hidden"
