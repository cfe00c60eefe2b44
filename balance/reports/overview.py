"""A run in a screen of text: what a terminal prints when a sweep has ended, in the words of its page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from balance.reports import bids, labels, verdict
from balance.reports import wording as w
from balance.reports.sections import by_setting
from balance.reports.text_table import TextTable
from balance.stats.questions.summary import answer_brief
from balance.stats.results import ContestantEstimate, Estimates, PairEstimate, Verdict

MOST_PAIRS = 5
KEYS = (
    "run",
    "seats",
    "contestants",
    "headline_policies",
    "games",
    "headline_games",
    "overall",
    "side_advantage",
    "tie_rate",
    "tie_break",
    "unfairness",
    "least_fair",
    "strengths",
)
"""Keys of a run's summary that its brief repeats."""


def overview(estimates: Estimates) -> tuple[TextTable, ...]:
    """Return a run's headline and its least fair pairings as tables of text.

    Parameters
    ----------
    estimates
        The run.
    """
    least_fair = _least_fair(estimates) if estimates.words.sides else _least_even(estimates)
    tables = (_headline(estimates), _questions(estimates), least_fair)
    return tuple(table for table in tables if table.rows)


def brief(estimates: Estimates, summary: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of a run's summary that says what `overview` says.

    Parameters
    ----------
    estimates
        The run.
    summary
        Its summary as JSON values.
    """
    told = {(pair["first"], pair["second"]): pair for pair in summary["pairs"]}
    return {
        **{key: summary[key] for key in KEYS},
        "least_fair_pairs": [told[pair.first, pair.second] for pair in farthest(estimates)],
        "questions": [answer_brief(one) for one in estimates.answers],
        "depends_on_skill": [
            {"first": one.first, "second": one.second} for one in estimates.agreements if one.contradicts
        ],
    }


def farthest(estimates: Estimates) -> list[PairEstimate]:
    """Return the pairs that are farthest from even, the least fair one first."""
    worst = verdict.least_fair(estimates)
    played = [pair for pair in estimates.pairs if w.known(pair.share) and pair is not worst]
    others = sorted(played, key=lambda pair: -abs(pair.share.estimate - w.EVEN))
    return [] if worst is None else [worst, *others][:MOST_PAIRS]


def _headline(estimates: Estimates) -> TextTable:
    first, words = w.name_of(estimates.seats[0]), estimates.words
    noun = words.contestant
    rows = [(f"{first} overall", _overall(estimates))] if words.sides else []
    rows += [
        ("pairings", _verdicts(estimates) if words.sides else _both_ways(estimates)),
        ("tie-break", _tie_break(estimates)) if words.tie_break else ("level games", _level(estimates)),
    ]
    strengths = [one for one in estimates.strengths if w.known(one.strength)]
    if len(strengths) > 1:
        ranked = sorted(strengths, key=lambda one: -one.strength.estimate)
        rows += [
            (f"strongest {noun}", _extreme(ranked, verdict.sides_of(estimates))),
            (f"weakest {noun}", _extreme(ranked[::-1], verdict.sides_of(estimates))),
        ]
    if not words.bids and estimates.by_setting is not None:
        rows.append((f"{words.setting}s", by_setting.brief(estimates)))
    rows.append(("skill", _skill(estimates)))
    return TextTable(("", ""), rows)


def _both_ways(estimates: Estimates) -> str:
    met = labels.by_distance(estimates)
    told = sum(one.ahead is not None for one in met)
    return f"{told} of {len(met)} told apart from even, both ways averaged"


def _level(estimates: Estimates) -> str:
    if not w.known(estimates.tie_rate):
        return f"unknown: {w.NO_GAMES}"
    return f"{w.rate_cell(estimates.tie_rate)} in 100, half a win each"


def _least_even(estimates: Estimates) -> TextTable:
    met = [labels.lead(one) for one in labels.by_distance(estimates)]
    return TextTable(
        head=(w.name_of(estimates.words.contestant), "against", "wins in 100", "verdict"),
        rows=[
            (
                w.name_of(one.ahead),
                w.name_of(one.behind),
                w.share_cell(one.share),
                "ahead" if one.told else "not told apart from even",
            )
            for one in met[:MOST_PAIRS]
        ],
        title="Least fair pairings, both ways averaged"
        + (f" ({MOST_PAIRS} of {len(met)})" if len(met) > MOST_PAIRS else ""),
        note="In brackets 95% intervals, each for its pairing alone: of many, the farthest look worse than they are."
        if len(met) > 2
        else "",
        right=(2,),
    )


def _overall(estimates: Estimates) -> str:
    share = estimates.overall
    if not w.known(share):
        return f"unknown: {w.NO_GAMES}"
    words = f"wins {w.share_cell(share)} in 100 games"
    if w.includes(share):
        return f"{words}: neither side can be called favoured"
    return f"{words}: {w.name_of(estimates.seats[share.estimate < w.EVEN])} is favoured"


def _verdicts(estimates: Estimates) -> str:
    first, second = (w.name_of(seat) for seat in estimates.seats[:2])
    of = [pair.verdict for pair in estimates.pairs]
    return (
        f"{of.count(Verdict.FIRST)} favour {first}, {of.count(Verdict.SECOND)} favour {second}, "
        f"{of.count(Verdict.UNDECIDED)} not told apart from even"
    )


def _tie_break(estimates: Estimates) -> str:
    if not w.known(estimates.tie_rate):
        return f"unknown: {w.NO_GAMES}"
    worth = f"{w.rate_cell(verdict.tie_worth(estimates.tie_rate))} wins in 100 games"
    seat = verdict.beneficiary(estimates)
    if estimates.tie_rate.estimate == 0:
        return f"decided nothing, no game ended level; at most {worth}"
    if seat is None:
        return f"ties are shared; a side that got them all would gain {worth}"
    return f"helps {w.name_of(seat)}, by {worth}"


def _extreme(ranked: list[ContestantEstimate], sides: str) -> str:
    """Name the first of a ranking, and those whose intervals overlap its own, all holding together."""
    best, *others = ranked
    first, *spans = (verdict.for_all(one.strength, len(ranked)) for one in ranked)
    near = [
        w.name_of(one.name)
        for one, span in zip(others, spans, strict=True)
        if span.low <= first.high and first.low <= span.high
    ]
    words = f"{w.name_of(best.name)}, wins {w.share_cell(best.strength)} in 100 games over both {sides}"
    if len(near) == len(others):
        return f"{words}; not told apart from any other"
    return f"{words}; not told apart from {w.listing(near)}" if near else words


def _skill(estimates: Estimates) -> str:
    policies = verdict.self_play(estimates)
    if len(policies) < 2:
        only = w.listing(list(dict.fromkeys(estimates.headline_policies))) or "one policy"
        both = f"{'on' if estimates.words.sides else 'in'} both {verdict.sides_of(estimates)}"
        return f"unknown: only {only} was played {both}"
    changed = sum(one.contradicts for one in estimates.agreements)
    sides = estimates.words.sides
    total = w.count(len(estimates.agreements), "pairing" if sides else "seating")
    what = "the favoured side" if sides else "who is ahead"
    return f"changes {what} in {changed} of {total} ({w.listing(policies)})"


def _questions(estimates: Estimates) -> TextTable:
    """Return each question of the system's designer with the first sentence of its answer."""
    rows = [(one.title, one.sentences[0]) for one in estimates.answers]
    return TextTable(("", ""), rows, title="The designer’s questions")


def _least_fair(estimates: Estimates) -> TextTable:
    pairs, total = farthest(estimates), len(estimates.pairs)
    first, second = (w.name_of(seat) for seat in estimates.seats[:2])
    undecided = all(pair.verdict is Verdict.UNDECIDED for pair in pairs)
    title = "No pairing can be told apart from even; the farthest" if undecided else "Least fair pairings"
    bid = "cubes to make it even" if verdict.keeps_contestants(estimates) else "fair bid"
    bidden = estimates.words.bids
    return TextTable(
        head=(first, second, f"{first} wins in 100", "favours", *((bid,) if bidden else ())),
        rows=[
            (
                w.name_of(pair.first),
                w.name_of(pair.second),
                w.share_cell(pair.share),
                _favoured(pair, estimates.seats),
                *((bids.nearest_words(pair.fair_bid, estimates.seats),) if bidden else ()),
            )
            for pair in pairs
        ],
        title=f"{title} ({len(pairs)} of {total})" if total > len(pairs) else title,
        note="In brackets 95% intervals, each for its pairing alone: of many, the farthest look worse than they are."
        if total > 2
        else "",
        right=(2,),
    )


def _favoured(pair: PairEstimate, seats: tuple[str, ...]) -> str:
    if pair.verdict is Verdict.UNDECIDED:
        return "not told apart from even"
    return w.name_of(seats[0 if pair.verdict is Verdict.FIRST else 1])
