"""One mistake at a time in the shipped files: the message names file, line, field, what came and the nearest."""

# ruff: noqa: E501 - a message stays in one piece where it can

from __future__ import annotations

import re
from pathlib import Path

import pytest

from balance import policies
from balance.config.sea_witch.load import configuration_from
from balance.errors import ConfigurationError
from tests.copied import Reading, assert_refused, reading
from tests.sea_witch.tables import shipped

RUN, GAME = "sea_witch.yaml", "games/sea_witch.yaml"
CONCOCTION = "      first: {play: [Villain]}\n"
HEAVEN = "bonus: [{do: score, count: 4}]}"
TAKE = "do: take, item: gold, count: 2}]}}"
DISCARD_ONLY = "effects: [{do: discard_pact}]}, {pay: {sword: 1}"

MISTAKES = [
    # what matters most: a pact without a first condition, Seventh Heaven with a second one
    (GAME, CONCOCTION, "", "pacts.The Stinking Concoction.value: expected a first condition: what must be done, in full, "
     "to play the pact"),
    (GAME, CONCOCTION, CONCOCTION.replace("play: [Villain]", ""), "pacts.The Stinking Concoction.value.first: expected "
     "something to be done: have, reveal, pay, lose, discard, play"),
    (GAME, HEAVEN, HEAVEN[:-1] + ", second: {reveal: [Prince], bonus: [{do: score}]}}", "pacts.Seventh Heaven.value.second: "
     "Seventh Heaven has no second condition"),
    # players and tables
    (RUN, "two: {players: 2}", "two: {players: 6}", "tables.two.players: expected at most 5; got 6"),
    (RUN, "two: {players: 2}", "two: {players: 1}", "tables.two.players: expected at least 2; got 1"),
    (RUN, "two: {players: 2}", "two: {players: '2'}", "tables.two.players: expected a whole number; got '2'"),
    (RUN, "two: {players: 2}", "two: {player: 2}", "tables.two.player: unknown key 'player' (did you mean 'players'?)"),
    (RUN, "two: {players: 2}", "two: {}", "tables.two: missing key 'players'"),
    (RUN, "pacts: hard", "pacts: hrad", "tables.three hard pacts.pacts: unknown pact deck 'hrad' (did you mean 'hard'?)"),
    (RUN, "penalty: 5", "penalty: -1", "tables.three dear.penalty: expected at least 0; got -1"),
    # conducts
    (RUN, "discards: never", "discards: nevr", "conducts.hoard.discards: expected one of never, unplayable, always; got "
     "'nevr' (did you mean 'never'?)"),
    (RUN, "plays_from: 999", "plays_from: 0", "conducts.hoard.plays_from: expected at least 1; got 0"),
    (RUN, "draw_rating: -4", "draw_rating: .nan", "conducts.avoid.draw_rating: expected a finite number; got nan"),
    (RUN, "player: greedy,", "player: greddy,", "policy_pairs[0].player: unknown policy 'greddy' (did you mean 'greedy'?)"),
    (RUN, "tables: [two, three]", "tables: [two, thre]", "'thre' (did you mean 'three'?)"),
    # words of the vocabulary
    (GAME, TAKE, TAKE.replace("take", "tkae"), "cards.Dragon.value.effects[0].do: expected one of score, lose, take"),
    (GAME, TAKE, TAKE.replace("gold", "glod"), "cards.Dragon.value.effects[0].item: unknown item 'glod' (did you mean "
     "'gold'?)"),
    (GAME, TAKE, "do: take, count: 2}]}}", "cards.Dragon.value.effects[0]: take needs the key item"),
    (GAME, TAKE, "do: score, item: gold}]}}", "cards.Dragon.value.effects[0]: score has no key item"),
    (GAME, TAKE, "do: fetch, of: [Prince], who: all}]}}", "cards.Dragon.value.effects[0]: fetch happens to self; got "
     "who: all"),
    (GAME, TAKE, TAKE.replace("2", "0"), "cards.Dragon.value.effects[0].count: expected at least 1; got 0"),
    (GAME, "play: [Villain]", "play: [Vilain]", "pacts.The Stinking Concoction.value.first.play: unknown kind 'Vilain' "
     "(did you mean 'Villain'?)"),
    (GAME, "when: day}", "when: noon}", "cards.Old Sage.value.lasting.when: expected one of any, day, night; got 'noon'"),
    (GAME, "front: true, lasting", "lasting", "cards.Old Sage.value.lasting: lasting works only in front of a player: add "
     "front: true"),
    (GAME, "discard: 1, discard_of: [Female]", "discard_of: [Female], lose: 1", "discard_of needs the key discard"),
    (GAME, DISCARD_ONLY, DISCARD_ONLY.replace("discard_pact", "draw_pact"), "pacts are drawn by playing cards only, by the "
     "draw symbol"),
    (GAME, HEAVEN, HEAVEN.replace("score, count: 4", "draw_pact"), "pacts.Seventh Heaven.value.bonus[0].do: pacts are "
     "drawn by playing cards only, by the draw symbol"),
    # decks and the box
    (GAME, "      Siren: 3", "      Sirene: 3", "decks.expansion.value.Sirene: unknown card 'Sirene' (did you mean 'Siren'?)"),
    (GAME, "      Siren: 3", "      Siren: 4", "decks.expansion.value: expected 24 cards, as sizes.expansion says; got 25"),
    (GAME, "      Seventh Heaven: 2", "      Seventh Heaven: 3", "pact_decks.box.value: expected 20 pacts in the box's deck, "
     "as sizes.pacts says; got 21"),
    (GAME, "      Seventh Heaven: 2", "      Seventh Heven: 2", "unknown pact 'Seventh Heven' (did you mean 'Seventh "
     "Heaven'?)"),
    (GAME, "  A6: ", "  A7: ", "settings_a: the expansion adds the setting card A6 to those of the basic game; it is not "
     "there"),
    (GAME, "{score: 1, item: gold, each: 2}", "{score: 1}", "settings_b.B1.value[0]: expected either item or of: what is "
     "counted"),
    (GAME, "{score: 4, item: sword, most: true}", "{score: 4, item: sword, most: true, each: 2}", "settings_b.B3.value[0]"
     ".each: points go to whoever has most, or for each so many, not both"),
    (GAME, "gold: 1, sword: 0", "gold: 9, sword: 0", "start.value.items.gold: 5 players start with 45 gold; there are 16"),
    (GAME, "source: rulebook, value: 3", "source: rulebok, value: 3", "penalty.source: expected one of rulebook, ruling, "
     "assumed; got 'rulebok' (did you mean 'rulebook'?)"),
    # rulings
    (GAME, "value: no_draw}", "value: nodraw}", "rulings.pact_stack_out.value: expected one of no_draw, refused; got "
     "'nodraw' (did you mean 'no_draw'?)"),
    (GAME, "  concoction_night:", "  concoction_nigth:", "rulings.concoction_nigth: unknown ruling 'concoction_nigth' (did "
     "you mean 'concoction_night'?)"),
]  # fmt: skip


@pytest.fixture
def read(tmp_path: Path) -> Reading:
    return reading(tmp_path, "sea_witch")


@pytest.mark.parametrize(("file", "old", "new", "message"), MISTAKES)
def test_a_mistake_gets_one_message_with_its_place(
    file: str, old: str, new: str, message: str, read: Reading
) -> None:
    assert_refused(read, file, old, new, message)


def small_base(text: str) -> str:
    """Leave two Dragons and two Ogres of the basic game, and give every player ten cards."""
    short = re.sub(
        r"(  base:\n.*?value:\n).*?(  expansion:)",
        r"\1      Dragon: 2\n      Ogre: 2\n\2",
        text,
        flags=re.DOTALL,
    )
    return short.replace("hand: 3", "hand: 10")


def test_fewer_cards_than_players_need_is_refused(read: Reading) -> None:
    with pytest.raises(ConfigurationError, match=re.escape(
        "tables.three.players: fewer cards than players need: 3 first hands are 30 cards, the playing deck has 28"
    )):  # fmt: skip
        read({GAME: small_base})


def test_a_shorter_game_needs_ten_cards_to_leave_out(read: Reading) -> None:
    def fewer(text: str) -> str:
        return small_base(text).replace("hand: 10", "hand: 3")

    with pytest.raises(ConfigurationError, match=re.escape(
        "tables.three short.short: a shorter game leaves out 10 cards of the basic game; it has 4"
    )):  # fmt: skip
        read({GAME: fewer})


def test_a_shorter_game_of_ten_names_needs_ten_names(read: Reading) -> None:
    def few_names(text: str) -> str:
        short = small_base(text).replace("hand: 10", "hand: 3").replace("      Ogre: 2", "      Ogre: 9")
        return short.replace("value: ten_cards", "value: ten_names")

    with pytest.raises(ConfigurationError, match="leaves out 10 cards of different names of the basic game"):
        read({GAME: few_names})


def test_a_table_that_could_run_out_of_pacts_is_refused_under_that_ruling(read: Reading) -> None:
    def refused(text: str) -> str:
        return text.replace("value: no_draw}", "value: refused}")

    with pytest.raises(ConfigurationError) as found:
        read({GAME: refused})
    # Sailor 2, Siren 3, Diver 2, Caravel 2, Kraken 2, Storm 2, and two Sea Witches of 3 + 1
    assert "tables.three: playing cards could draw 21 pacts at this table and there are 20" in str(
        found.value
    )
    assert "tables.two:" not in str(found.value)  # 13 and two Sea Witches of 2 + 1 are 19


def test_a_variant_is_checked_like_the_value_it_stands_for(read: Reading) -> None:
    def wrong(text: str) -> str:
        return text.replace("      fewer pacts:", "      few pacts: {Siren: 3}\n      fewer pacts:")

    with pytest.raises(
        ConfigurationError, match=r"few pacts: expected 24 cards, as sizes\.expansion says; got 3"
    ):
        read({GAME: wrong})


def test_the_shipped_files_are_sound_and_come_back_from_their_contents() -> None:
    configuration = shipped()
    again = configuration_from(configuration.contents(), policies=policies.weights("sea_witch"))
    assert again.digest() == configuration.digest()
    assert again.rules() == configuration.rules()


def test_every_value_that_the_text_does_not_give_is_listed_as_assumed() -> None:
    assumed = shipped().assumptions()
    assert "game.pacts.The Stinking Concoction" not in assumed
    assert not any("cards.Shipwreck" in name for name in assumed)
    for part in (
        "items",
        "cards.Dragon",
        "cards.Little Mermaid",  # its kinds and icon are not in the text
        "cards.Sea Witch",
        "settings_a.A6",
        "pacts.Foam on the Waves",
        "tables.five",
        "conducts.hoard",
    ):
        assert any(name.endswith(part) for name in assumed), part


def test_a_pact_deck_of_fewer_cards_than_players_is_refused(read: Reading) -> None:
    def fewer(text: str) -> str:
        return re.sub(r"(  hard:.*?value: )\{.*?\}", r"\1{Seventh Heaven: 2}", text, flags=re.DOTALL)

    with pytest.raises(ConfigurationError, match=re.escape(
        "tables.three hard pacts.pacts: fewer cards than players: 3 players, and the pact deck 'hard' has 2"
    )):  # fmt: skip
        read({GAME: fewer})
