"""The questions of a designer of agreements: what honour is worth, to whom, and for how long."""

from __future__ import annotations

from typing import Final

from balance.stats.agreements.study import POINTS, SEATS, Study
from balance.stats.questions import (
    IN_100,
    Answer,
    Gain,
    Played,
    Row,
    Value,
    deviations,
    largest,
    listing,
    name_of,
    pooled,
    surely_above,
    surely_below,
    told,
    value,
)

TOLERANCE: Final = 1.0
"""A gain of so many points is none."""
MEASURE: Final = (
    "Each side's own score is compared, not the difference of the two: an agreement can serve both. Every conduct "
    "faces partners that honour the deal. Territories, troops and cards count what the game "
    "file's “worth” says, which is assumed."
)


def answers(played: Played) -> tuple[Answer, ...]:
    """Return the answers that a run can give; those to which it says nothing are left out."""
    study = Study(played)
    found = (
        _betrayal(study),
        _seats(study),
        _aggression(study),
        _honouring(study),
        _support(study),
        _deals(study),
    )
    return tuple(answer for answer in found if answer is not None)


def _betrayal(study: Study) -> Answer | None:
    """Tell when betrayal pays, at which turn and for whom."""
    cells = [
        (deal, seat, name)
        for deal in study.deals
        for seat in range(2)
        for name in study.breaks(deal)
        if study.betrays_at(name) and not study.attacks_at(name)
    ]
    if not cells:
        return None
    gains = {
        cell: value(study.gain(cell[2], cell[1], cell[0]), POINTS, signed=True, family=len(cells))
        for cell in cells
    }
    paying = [cell for cell in cells if surely_above(gains[cell])]
    costing = [cell for cell in cells if surely_below(gains[cell])]
    rows = [
        Row((name_of(deal), name_of(SEATS[seat]), str(study.betrays_at(name))), (gains[deal, seat, name],))
        for deal, seat, name in cells
    ]
    if paying:
        most = max(paying, key=lambda cell: gains[cell].interval.estimate)
        verdict = (
            f"Betrayal surely pays in {len(paying)} of {len(cells)} cases of deal, side and turn, most for the "
            f"{SEATS[most[1]]} in turn {study.betrays_at(most[2])} of {name_of(most[0])}: {told(gains[most])} more "
            "than honouring."
        )
    else:
        verdict = f"In none of {len(cells)} cases of deal, side and turn does betrayal surely pay."
    sides = [
        f"the {seat} in {sum(cell[1] == number for cell in paying)} and costs it in "
        f"{sum(cell[1] == number for cell in costing)}"
        for number, seat in enumerate(SEATS)
    ]
    return Answer(
        "betrayal",
        "When does betrayal pay, at which turn and for whom?",
        (verdict, f"It surely pays {listing(sides)}; the others are not settled."),
        ("Deal", "Betrayer", "Own turn"),
        ("Gain over honouring",),
        tuple(rows),
        note=f"{MEASURE}",
        bar="Gain over honouring",
    )


def _seats(study: Study) -> Answer | None:
    """Tell of proposer against recipient, where both honour."""
    rows: list[Row] = []
    ahead: list[list[str]] = [[], []]
    size = len(study.deals)
    for deal in study.deals:
        own = study.score(study.keeping(deal), 0, deal)
        other = study.score(study.keeping(deal), 0, deal, whose=1)
        margin = value(study.both_keep(deal).margin(), POINTS, signed=True, family=size)
        wins = value(study.both_keep(deal).wins(), IN_100, family=size)
        rows.append(Row((name_of(deal),), (value(own, POINTS), value(other, POINTS), margin, wins)))
        if surely_above(margin):
            ahead[0].append(deal)
        elif surely_below(margin):
            ahead[1].append(deal)
    overall = value(
        pooled([study.both_keep(deal).margin() for deal in study.deals]),
        POINTS,
        signed=True,
    )
    if surely_above(overall):
        verdict = f"Where both honour, the proposer ends ahead over all deals: {told(overall)}."
    elif surely_below(overall):
        verdict = (
            f"Where both honour, the recipient ends ahead over all deals: {told(overall)} for the proposer."
        )
    else:
        verdict = f"Over all deals neither side surely ends ahead where both honour: {told(overall)} for the proposer."
    return Answer(
        "seats",
        "Proposer or recipient: who gets more?",
        (
            verdict,
            f"The proposer is surely ahead in {len(ahead[0])} of {size} deals, the recipient in {len(ahead[1])}.",
        ),
        ("Deal",),
        ("Proposer", "Recipient", "Proposer ahead", "Proposer wins"),
        tuple(rows),
        numbers=(overall,),
        note="The proposer moves first too, and deals differ in income: see below what each is worth.",
        bar="Proposer wins",
        even=True,
    )


def _aggression(study: Study) -> Answer | None:
    """Tell whether the void of a manufacturing partnership punishes the aggressor enough."""
    cells = [
        (deal, seat, name)
        for deal in study.of_type("partnership")
        for seat in range(2)
        for name in study.breaks(deal)
        if study.attacks_at(name) and not study.betrays_at(name)
    ]
    if not cells:
        return None
    rows, verdicts = [], {True: 0, False: 0, None: 0}
    victims = 0
    gains: list[Value] = []
    for deal, seat, name in cells:
        gain = value(study.gain(name, seat, deal), POINTS, signed=True, family=2 * len(cells))
        harm = value(
            study.score([name], seat, deal, whose=1 - seat)
            - study.score(study.keeping(deal), seat, deal, whose=1 - seat),
            POINTS,
            signed=True,
            family=2 * len(cells),
        )
        gains.append(gain)
        punished = True if surely_below(gain) else False if surely_above(gain) else None
        verdicts[punished] += 1
        victims += surely_below(harm)
        deed = f"{study.conduct(name).get('by', 'attack')} in turn {study.attacks_at(name)}"
        rows.append(Row((name_of(deal), name_of(SEATS[seat]), deed), (gain, harm)))
    if verdicts[False]:
        most = largest(gain for gain in gains if surely_above(gain))
        assert most is not None
        verdict = (
            f"Not always: turning on a partner surely pays in {verdicts[False]} of {len(cells)} cases, by "
            f"{told(most)} at most, and surely costs the aggressor in {verdicts[True]}."
        )
    elif verdicts[True] == len(cells):
        verdict = "Yes: in every case turning on a partner surely costs the aggressor."
    else:
        verdict = (
            f"As far as is settled: turning on a partner surely costs the aggressor in {verdicts[True]} "
            f"of {len(cells)} "
            "cases and surely pays in none."
        )
    return Answer(
        "void",
        "Does the void of a manufacturing partnership punish the aggressor enough?",
        (
            verdict,
            f"The victim surely ends worse than in a partnership kept in {victims} of {len(cells)} cases.",
        ),
        ("Deal", "Aggressor", "Deed"),
        ("Aggressor's gain over honouring", "Victim's change"),
        tuple(rows),
        note=f"{MEASURE}",
        bar="Aggressor's gain over honouring",
    )


def _honouring(study: Study) -> Answer | None:
    """Return the durations at which honouring is an equilibrium."""
    rows, found = [], {verdict: list[str]() for verdict in Gain}
    breakable = [deal for deal in study.deals if study.breaks(deal)]
    family = sum(2 * len(study.breaks(deal)) for deal in breakable)
    for deal in sorted(
        breakable, key=lambda name: (study.deals[name]["agreement"], study.deals[name]["duration"])
    ):
        sides = [
            deviations(
                study.score(study.keeping(deal), seat, deal),
                {name: study.score([name], seat, deal) for name in study.breaks(deal)},
                POINTS,
                tolerance=TOLERANCE,
                family=family,
            )
            for seat in range(2)
        ]
        known = {side.verdict for side in sides}
        verdict = Gain.SOME if Gain.SOME in known else Gain.OPEN if Gain.OPEN in known else Gain.NONE
        found[verdict].append(name_of(deal))
        best = [largest(side.gains.values()) or next(iter(side.gains.values())) for side in sides]
        word = {Gain.NONE: "yes", Gain.SOME: "no", Gain.OPEN: "not settled"}[verdict]
        turns = str(study.deals[deal]["duration"])
        rows.append(Row((name_of(deal), turns, word), (best[0], best[1])))
    if not rows:
        return None
    told_of = {
        Gain.NONE: "Honouring is an equilibrium in {}: whatever turn either side breaks it in, it gains no more than "
        f"{TOLERANCE:g} point.",
        Gain.SOME: "It is none in {}: some way of breaking surely gains more than that.",
        Gain.OPEN: "It is not settled in {}.",
    }
    return Answer(
        "honouring",
        "At which durations is honouring an equilibrium?",
        tuple(
            text.format(listing(found[verdict]) if found[verdict] else "no deal")
            for verdict, text in told_of.items()
            if found[verdict] or verdict is Gain.NONE
        ),
        ("Deal", "Duration", "Equilibrium"),
        ("Proposer's best breach", "Recipient's best breach"),
        tuple(rows),
        note=f"{MEASURE} Looked at are the ways of breaking an agreement that the run file has; all "
        "intervals hold at once. "
        "The best breach of each side is the one with the highest estimate.",
    )


def _support(study: Study) -> Answer | None:
    """Tell what covert support is worth by the recipient's income."""
    deals, none = study.of_type("support"), study.refusing
    if not deals or none is None:
        return None
    base = study.played.configuration["game"]["income"]["value"]

    def income(deal: str) -> int:
        return int((study.deals[deal].get("income") or base)["recipient"])

    rows, gains = [], []
    deals = sorted(deals, key=income)
    for deal in deals:
        gain = study.score(study.keeping(deal), 1, deal) - study.score([none], 1, deal)
        cost = study.score(study.keeping(deal), 0, deal) - study.score([none], 0, deal)
        both = [value(one, POINTS, signed=True, family=2 * len(deals)) for one in (gain, cost)]
        gains.append(both[0])
        rows.append(Row((name_of(deal), str(income(deal))), (both[0], both[1])))
    first, last = gains[0], gains[-1]
    worth = [name_of(deal) for deal, gain in zip(deals, gains, strict=True) if surely_above(gain)]
    verdict = (
        f"Accepting covert support surely pays the recipient in {listing(worth)}."
        if worth
        else "At no income does accepting covert support surely pay the recipient."
    )
    return Answer(
        "support",
        "What is covert support worth, by the recipient's income?",
        (
            verdict,
            f"At an income of {income(deals[0])} it is worth {told(first)} to the recipient, at {income(deals[-1])} "
            f"{told(last)}.",
        ),
        ("Deal", "Recipient's income"),
        ("Worth to the recipient", "Worth to the proposer"),
        tuple(rows),
        note="Own score with the support less own score without it: an offer declined, or none made. "
        "Income is that before "
        f"territories count. {MEASURE}",
        bar="Worth to the recipient",
    )


def _deals(study: Study) -> Answer | None:
    """Tell what each agreement, honoured, is worth to both sides."""
    none = study.refusing
    if none is None:
        return None
    rows, both, hurt = [], [], []
    family = 2 * len(study.deals)
    for deal in study.deals:
        own = [
            value(
                study.score(study.keeping(deal), seat, deal) - study.score([none], seat, deal),
                POINTS,
                signed=True,
                family=family,
            )
            for seat in range(2)
        ]
        rows.append(Row((name_of(deal),), (own[0], own[1])))
        if all(surely_above(gain) for gain in own):
            both.append(name_of(deal))
        if any(surely_below(gain) for gain in own):
            hurt.append(name_of(deal))
    return Answer(
        "deals",
        "What is each agreement worth, honoured, to either side?",
        (
            f"Both sides surely gain by {listing(both)}."
            if both
            else "By no deal do both sides surely gain.",
            f"One side surely loses by {listing(hurt)}." if hurt else "By no deal does a side surely lose.",
        ),
        ("Deal",),
        ("Worth to the proposer", "Worth to the recipient"),
        tuple(rows),
        note=f"Own score with the agreement less own score without it. {MEASURE}",
    )
