"""What is known of each pair by itself, as JSON values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from balance.stats.details.results import (
    CardUse,
    Details,
    FinalMargins,
    PairDetails,
    PileSplit,
    RoundStanding,
    TokenHolding,
)
from balance.stats.json_values import Json, interval, number

CARD_COLUMNS: Final = (
    "side",
    "card",
    "games",
    "wins",
    "times",
    "taken_games",
    "taken_times",
    "played",
    "played_low",
    "played_high",
    "unplayed",
    "unplayed_low",
    "unplayed_high",
    "difference",
    "low",
    "high",
    "q_value",
    "marked",
)
"""What stands in each row of a pair's cards, in this order."""


def details_json(details: Details, seats: Sequence[str]) -> Json:
    """Return every pair's own figures; cards as rows of values, for there are thousands.

    Parameters
    ----------
    details
        What is known.
    seats
        The seats' names.
    """
    return {
        "shared": details.shared,
        "compared": details.compared,
        "missing": list(details.missing),
        "card_columns": list(CARD_COLUMNS),
        "pairs": [_pair(pair, seats) for pair in details.pairs],
    }


def _pair(pair: PairDetails, seats: Sequence[str]) -> Json:
    return {
        "first": pair.first,
        "second": pair.second,
        "games": pair.games,
        "margins": _margins(pair.margins),
        "rounds": [_round(one, seats) for one in pair.rounds],
        "cards": [_card(use, seats) for use in pair.cards],
        "splits": [_split(split, seats) for split in pair.splits],
        "token": [_token(token, seats) for token in pair.token],
    }


def _margins(margins: FinalMargins) -> Json:
    return {
        "offset": margins.offset,
        "counts": list(margins.counts),
        "bins": [[one.low, one.high, one.games] for one in margins.bins],
        "close": interval(margins.close),
        "quartiles": [interval(one) for one in margins.quartiles],
    }


def _round(one: RoundStanding, seats: Sequence[str]) -> Json:
    return {
        "round": one.number,
        "scores": {seat: number(score) for seat, score in zip(seats, one.scores, strict=True)},
        "lead": interval(one.lead),
        "ahead": {seat: interval(share) for seat, share in zip(seats, one.ahead, strict=True)},
        "level": interval(one.level),
        "keeps": {seat: interval(share) for seat, share in zip(seats, one.keeps, strict=True)},
        "leader_wins": interval(one.leader_wins),
    }


def _card(use: CardUse, seats: Sequence[str]) -> list[str | int | float | bool | None]:
    return [
        seats[use.seat],
        use.card,
        use.games,
        use.wins,
        use.times,
        use.taken_games,
        use.taken_times,
        *(
            number(end)
            for share in (use.played, use.unplayed, use.difference)
            for end in (share.estimate, share.low, share.high)
        ),
        number(use.q_value),
        use.marked,
    ]


def _split(split: PileSplit, seats: Sequence[str]) -> Json:
    return {
        "splitter": seats[split.splitter],
        "larger": split.larger,
        "smaller": split.smaller,
        "times": dict(split.times),
        "share": interval(split.share),
        "kept_larger": interval(split.kept_larger),
        "wins": {kept: interval(share) for kept, share in split.wins.items()},
    }


def _token(token: TokenHolding, seats: Sequence[str]) -> Json:
    return {
        "side": seats[token.seat],
        "times": token.times,
        "rounds": interval(token.rounds),
        "games": token.games,
        "wins": interval(token.wins),
    }
