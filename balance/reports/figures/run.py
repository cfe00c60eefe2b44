"""The figures of a run: one function for each, used by its page and by `balance figures` alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from balance.reports import wording as w
from balance.reports.figures.curves import share_curve
from balance.reports.figures.heat import heat_map, heat_order
from balance.reports.figures.of_settings import settings
from balance.reports.figures.plates import Plate, dots, numbers, players_of
from balance.reports.figures.style import MOST_ROWS, Series, short
from balance.reports.figures.tile_effects import tile_effects
from balance.reports.sections.metagame import sensible
from balance.reports.svg import colours
from balance.stats.comparisons.tie_break_results import Handicap
from balance.stats.metagame.results import SetUpKind
from balance.stats.results import Estimates, Interval, PairEstimate, Verdict

MOST_PAIRS = 16
"""Pairings drawn of those that stray from their strengths."""
LONG = 46
"""Letters of a row that names two things."""
UNDER_BOTH = "Mechanical: half the rate of level games."
SET_UPS = {
    SetUpKind.ONE_DEALT: "One dealt, no choice",
    SetUpKind.TWO_DEALT: "Two dealt, one kept",
    SetUpKind.FREE_CHOICE: "Free choice at once",
    SetUpKind.FIRST_PICKS: "{first} picks first",
    SetUpKind.SECOND_PICKS: "{second} picks first",
}
WITH_MIX = (SetUpKind.TWO_DEALT, SetUpKind.FREE_CHOICE)


def heat(estimates: Estimates, _noun: str) -> Plate | None:
    """Return the heat map of every pairing."""
    found = [pair for pair in estimates.pairs if w.known(pair.share)]
    if not found:
        return None
    first, second = (w.name_of(seat) for seat in estimates.seats[:2])
    ordered = sorted(found, key=lambda pair: -pair.share.estimate)
    place = {name: index for index, name in enumerate(heat_order(estimates))}
    ends = "; ".join(f"{told} for {_pair(pair)}: {w.share_cell(pair.share)}" for told, pair in _ends(ordered))
    told_apart = sum(pair.verdict is not Verdict.UNDECIDED for pair in found)
    apart = f"Told apart from even at 95%: {told_apart} of {w.count(len(found), 'pairing')}."
    return Plate(
        name="heat-map",
        title="Every pairing",
        text=f"Heat map of {first}'s wins in 100 games for every pairing, {first} in rows, {second} in columns. "
        f"{ends[0].upper()}{ends[1:]}, in brackets 95% intervals. {apart}",
        key=f"Rows: what {first} plays; columns: what {second} plays. Orange: {first} wins more. Blue: {second} wins "
        "more. Bold: told apart from even at 95%, all pairings considered together. The strongest come first.",
        games=sum(pair.share.games for pair in found),
        players=players_of(estimates.headline_policies),
        rows=[
            {**_seated(estimates, pair.first, pair.second), **numbers(pair.share), "told_apart": _yes(pair)}
            for pair in sorted(found, key=lambda pair: (place[pair.first], place[pair.second]))
        ],
        draw=lambda: heat_map(estimates),
    )


def _ends(ordered: Sequence[PairEstimate]) -> list[tuple[str, PairEstimate]]:
    most = [("most", ordered[0])]
    return [*most, ("fewest", ordered[-1])] if len(ordered) > 1 else most


def _yes(pair: PairEstimate) -> str:
    return "no" if pair.verdict is Verdict.UNDECIDED else "yes"


def _pair(pair: PairEstimate) -> str:
    return f"{w.name_of(pair.first)} v {w.name_of(pair.second)}"


def _seated(estimates: Estimates, first: str, second: str) -> dict[str, str]:
    return dict(zip(estimates.seats, (first, second), strict=False))


def strengths(estimates: Estimates, noun: str) -> Plate | None:
    """Return each contestant's win share against all others: both sides, and in each seat."""
    rows = estimates.strengths
    first, second = (w.name_of(seat) for seat in estimates.seats[:2])
    theme = colours()
    return dots(
        "strengths",
        f"{w.name_of(noun)}s ranked",
        label="wins in 100 games against all others",
        column=noun,
        names=[row.name for row in rows],
        series=(
            Series("both sides", theme.ink, [row.strength for row in rows]),
            Series(f"as {first}", theme.first, [row.as_first for row in rows]),
            Series(f"as {second}", theme.second, [row.as_second for row in rows]),
        )
        if estimates.words.sides
        else (Series("both seats", theme.ink, [row.strength for row in rows]),),
        games=estimates.headline_games,
        players=players_of(estimates.headline_policies),
    )


def model(estimates: Estimates, _noun: str) -> Plate | None:
    """Return the pairings that stray most from what side and strengths make of them."""
    fit = estimates.pairings_model
    if fit is None or not fit.interactions or not estimates.words.sides:
        return None
    rows = fit.interactions[:MOST_PAIRS]
    first = w.name_of(estimates.seats[0])
    odds = [one.value for one in rows]

    def log_odds(row: int, _: Interval) -> dict[str, Any]:
        value = numbers(odds[row])
        return {"log_odds": value["estimate"], "log_odds_low": value["low"], "log_odds_high": value["high"]}

    return dots(
        "model",
        "Pairings that strengths do not explain",
        label=f"wins in 100 more for {first} than side and strengths make expect",
        column="pairing",
        names=[" v ".join(map(w.name_of, one.names)) for one in rows],
        series=(Series("beyond strengths", colours().ink, [w.near_even(value) for value in odds]),),
        games=fit.games,
        players=players_of(estimates.headline_policies),
        mark=0.0,
        say=w.change_cell,
        height=0.34,
        longest=LONG,
        keys=[_seated(estimates, *one.names) for one in rows],
        more=log_odds,
        key="In wins in 100 of an even game; the farthest from 0 of all pairings.",
    )


def set_ups(estimates: Estimates, _noun: str) -> Plate | None:
    """Return what the first seat wins under every way of coming to the pairing."""
    found = estimates.metagame and sensible(estimates.metagame, estimates.words)
    if found is None or not found.set_ups or not estimates.words.sides:
        return None
    first, second = (w.name_of(seat) for seat in estimates.seats[:2])
    return dots(
        "set-ups",
        "Ways to choose, under best play",
        label=f"{first} wins in 100 games",
        column="set_up",
        names=[SET_UPS[one.kind].format_map({"first": first, "second": second}) for one in found.set_ups],
        series=(Series(first, colours().ink, [one.value for one in found.set_ups]),),
        games=estimates.headline_games,
        players=players_of(estimates.headline_policies),
        keys=[{"set_up": one.kind.value} for one in found.set_ups],
        key="Both players know these figures and choose as well as they can.",
    )


def picks(estimates: Estimates, noun: str) -> Plate | None:
    """Return how often each contestant is chosen under best play."""
    found = estimates.metagame and sensible(estimates.metagame, estimates.words)
    mixes = (
        [one for one in found.set_ups if one.kind in WITH_MIX and one.first and one.second] if found else []
    )
    if not mixes:
        return None
    mix, theme = mixes[0], colours()
    rates = [{pick.name: pick.rate for pick in side} for side in (mix.first, mix.second)]
    names = list(dict.fromkeys(pick.name for pick in (*mix.first, *mix.second)))
    verb = "keeps it when it is dealt" if mix.kind is SetUpKind.TWO_DEALT else "picks it"
    return dots(
        "picks",
        f"What to {'keep' if mix.kind is SetUpKind.TWO_DEALT else 'pick'}, under best play",
        label=f"how often a {'side' if estimates.words.sides else 'player'} {verb}, in 100",
        column=noun,
        names=names,
        series=[
            Series(w.name_of(seat), colour, [side.get(name) for name in names])
            for seat, colour, side in zip(estimates.seats, (theme.first, theme.second), rates, strict=False)
        ]
        if estimates.words.sides
        else (Series("either seat", theme.ink, [rates[0].get(name) for name in names]),),
        games=estimates.headline_games,
        players=players_of(estimates.headline_policies),
        mark=None,
        say=w.rate_cell,
        key=f"{SET_UPS[mix.kind] if not estimates.words.sides else f'Set-up: {SET_UPS[mix.kind].lower()}'}; both "
        "players know these figures and choose as well as they can.",
    )


def tie_break(estimates: Estimates, _noun: str) -> Plate | None:
    """Return what the tie-break is worth under each pair of policies that played."""
    if not estimates.words.tie_break:
        return None
    study, theme = estimates.tie_break_study, colours()
    compared = study.policies if study is not None else ()
    if compared:
        names = [players_of(one.policies) for one in compared]
        series = [
            Series("total", theme.ink, [one.overall.total for one in compared]),
            Series("mechanical", theme.muted, [one.overall.mechanical for one in compared]),
            Series("behavioural", theme.third, [one.overall.behavioural for one in compared]),
        ]
        games, players = sum(one.overall.games for one in compared), w.listing(names)
    else:
        names = [players_of(row.policies) for row in estimates.policy_pairs]
        series = [Series("mechanical", theme.ink, [row.tie_break for row in estimates.policy_pairs])]
        games, players = sum(row.share.games for row in estimates.policy_pairs), w.listing(names)
    to = estimates.tie_break_to
    gets = w.name_of(estimates.seats[to]) if to is not None else "a side that got all ties"
    return dots(
        "tie-break",
        "What the tie-break is worth",
        label=f"wins in 100 to {gets}",
        column="players",
        names=names,
        series=series,
        games=games,
        players=players if len(names) <= 3 else "see rows",
        mark=0.0,
        say=w.change_cell,
        key=f"{UNDER_BOTH} Behavioural: what players who know the rule gain by playing for it."
        if compared
        else UNDER_BOTH,
    )


def points(estimates: Estimates, _noun: str) -> Plate | None:
    """Return the first seat's win share by points given at the end, over all pairings."""
    study = estimates.tie_break_study
    if study is None or not estimates.words.tie_break:
        return None
    return handicap(study.handicap, estimates.seats, players_of(estimates.headline_policies))


def handicap(found: Handicap, seats: Sequence[str], players: str = "") -> Plate | None:
    """Return the first seat's win share by points given at the end, None with fewer than two numbers of points."""
    curve = sorted((point for point in found.curve if w.known(point.share)), key=lambda point: point.points)
    if len(curve) < 2:
        return None
    drawn = [(point.points, point.share, point.excluded) for point in curve]
    return Plate(
        name="points",
        title="Points that would level the sides",
        text=f"{w.name_of(seats[0])}'s wins in 100 by points given at the end, all pairings together: {_said(drawn)}.",
        key="Filled dots: points that may be even. Hollow dots: points that are not. Lines: 95% intervals.",
        games=max(point.share.games for point in curve),
        players=players,
        rows=[
            {"points": amount, **numbers(share), "may_be_even": "no" if excluded else "yes"}
            for amount, share, excluded in drawn
        ],
        draw=lambda: share_curve(drawn, seats, "point", "at the end"),
    )


def _said(ordered: Sequence[tuple[int, Interval, bool]]) -> str:
    return "; ".join(
        f"{w.number(amount, signed=True)}: {w.share_cell(share)}" for amount, share, _ in ordered
    )


def bid_curve(estimates: Estimates, pair: PairEstimate, name: str) -> Plate | None:
    """Return the first seat's win share by bid in one pairing, None with fewer than two bids."""
    played = sorted(pair.fair_bid.curve, key=lambda point: point.bid)
    found = [(point.bid, point.share, point.excluded) for point in played if w.known(point.share)]
    if len(found) < 2:
        return None
    if found[-1][0] <= 0:
        found.reverse()  # no bid first, whichever side the cubes go to
    seats = estimates.seats
    first = w.name_of(seats[0])
    study = estimates.auctions
    return Plate(
        name=name,
        title=f"What to bid: {short(pair.first)} as {first} against {short(pair.second)} as {w.name_of(seats[1])}",
        text=f"{first}'s wins in 100 by cubes given before play (+ to {first}, − to {w.name_of(seats[1])}), "
        f"{w.pairing(pair.first, pair.second, seats)}: {_said(found)}.",
        key="Filled dots: bids that may be even. Hollow dots: bids that are not. Lines: 95% intervals.",
        games=sum(share.games for _, share, _ in found),
        players=players_of(study.policies if study is not None else estimates.headline_policies),
        rows=[
            {
                **_seated(estimates, pair.first, pair.second),
                "cubes_to": seats[0 if bid > 0 else 1] if bid else "",
                "cubes": abs(bid),
                **numbers(share),
                "may_be_even": "no" if excluded else "yes",
            }
            for bid, share, excluded in found
        ],
        draw=lambda: share_curve(found, seats, "cube", "before play"),
    )


def abilities(estimates: Estimates, noun: str) -> Plate | None:
    """Return what each ability is worth to its owner, by who plays; the farthest from nothing where there are many."""
    study, theme = estimates.abilities, colours()
    if study is None or not study.effects:
        return None
    shown = study.policies[:3]
    found = {(e.contestant, e.ability, e.policies): e.loss for e in study.effects}
    named = [(one.contestant, one.ability) for one in study.conclusions]

    def reach(who: tuple[str, str]) -> float:
        loss = found.get((*who, shown[0]))
        return abs(loss.estimate) if loss is not None and w.known(loss) else 0.0

    if len(named) > MOST_ROWS:
        largest = sorted(named, key=lambda who: -reach(who))[:MOST_ROWS]
        named = [who for who in named if who in largest]
    several = len(shown) > 1
    return dots(
        "abilities",
        "What each ability is worth",
        label="wins in 100 that its owner loses without it",
        column="ability",
        names=[f"{w.name_of(who)}: {w.name_of(ability).lower()}" for who, ability in named],
        series=[
            Series(players_of(policies), colour, [found.get((*who, policies)) for who in named])
            for policies, colour in zip(shown, (theme.ink, theme.muted, theme.third), strict=False)
        ],
        games=sum(effect.games for effect in study.effects),
        players=w.listing([players_of(policies) for policies in shown]),
        mark=0.0,
        say=w.change_cell,
        height=0.4 if several else 0.32,
        longest=34,
        keys=[{noun: who, "ability": ability} for who, ability in named],
        key=f"The {MOST_ROWS} that are worth most." if len(study.conclusions) > MOST_ROWS else "",
    )


def policies(estimates: Estimates, _noun: str) -> Plate | None:
    """Return the first seat's win share under each pair of policies."""
    rows = estimates.policy_pairs
    if len(rows) < 2:
        return None
    first, second = (w.name_of(seat) for seat in estimates.seats[:2])
    return dots(
        "policies",
        "Policies compared",
        label=f"{first} wins in 100 games, all pairings together",
        column="policies",
        names=[f"{w.name_of(row.policies[0])} v {w.name_of(row.policies[-1])}" for row in rows],
        series=(Series(first, colours().first, [row.share for row in rows]),),
        games=sum(row.share.games for row in rows),
        players=f"{first}'s v {second}'s player in each row",
        height=0.36,
        longest=34,
        keys=[
            {f"{seat}_played_by": policy for seat, policy in zip(estimates.seats, row.policies, strict=False)}
            for row in rows
        ],
    )


FIGURES: dict[str, Callable[[Estimates, str], Plate | None]] = {
    "heat-map": heat,
    "strengths": strengths,
    "model": model,
    "set-ups": set_ups,
    "picks": picks,
    "tie-break": tie_break,
    "points": points,
    "abilities": abilities,
    "settings": settings,
    "tile-effects": tile_effects,
    "policies": policies,
}
"""Every figure of a whole run, in the order of its page; None where the run has nothing to draw. Bid curves, one for a
pairing: `bid_curve`."""
