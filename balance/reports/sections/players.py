"""Does it hold for other players: every main conclusion under each policy, with a mark."""

from __future__ import annotations

from collections.abc import Sequence

from balance.reports import wording as w
from balance.reports.data_table import Table
from balance.reports.verdict import rank_cell
from balance.stats.results import Claim, Conclusion, Estimates, Interval, Mark
from balance.words import Words

MOST_SETTINGS = 12
"""With more settings than this their marks stand in the settings' own table only."""

SIGNS = {Mark.AGREES: "✓", Mark.DEPENDS: "≠", Mark.OPEN: "~"}
LEGEND = (
    "✓ agrees: surely the same direction, whoever of these plays.",
    "≠ depends on skill: surely one direction with one policy and the other with another.",
    "~ not settled: neither can be said yet; more games might.",
)
ORDER = {Mark.DEPENDS: 0.0, Mark.OPEN: 1.0, Mark.AGREES: 2.0}
HEADING = "Other players"


def mark_words(mark: Mark) -> str:
    """Return a mark as sign and words: ``✓ agrees``."""
    return f"{SIGNS[mark]} {mark.value}"


def mark_cell(mark: Mark | None) -> str:
    """Return a mark for a table, where there is one."""
    return w.NOTHING if mark is None else mark_words(mark)


def marks_of(estimates: Estimates, claim: Claim) -> dict[tuple[str, ...], Mark]:
    """Return whose conclusion of one kind has which mark."""
    return {one.names: one.mark for one in estimates.conclusions if one.claim is claim}


def players_table(estimates: Estimates, noun: str) -> Table:
    """One row a conclusion, one column a policy; those that depend on skill are bold."""
    names = list(dict.fromkeys(policy for one in estimates.conclusions for policy in one.values))
    sensible = [one for one in estimates.conclusions if makes_sense(one.claim, estimates.words)]
    settings = sum(one.claim is Claim.SETTING for one in sensible)
    shown = [one for one in sensible if one.claim is not Claim.SETTING or settings <= MOST_SETTINGS]
    return Table(
        name="players-table",
        caption="Each policy against itself, the same pairings and "
        f"{estimates.words.setting}s for all; wins in 100, in brackets the 95% interval.",
        columns={
            "claim": "Conclusion",
            "mark": HEADING,
            **{f"policy-{index}": w.name_of(name) for index, name in enumerate(names)},
        },
        rows=[
            {
                "claim": claim_words(one, estimates, noun),
                "mark": mark_words(one.mark),
                **{
                    f"policy-{index}": value_words(one.claim, one.values[name])
                    if name in one.values
                    else w.NOTHING
                    for index, name in enumerate(names)
                },
            }
            for one in shown
        ],
        numeric=[f"policy-{index}" for index in range(len(names))],
        strong=[one.mark is Mark.DEPENDS for one in shown],
        order={"mark": [ORDER[one.mark] for one in shown]},
        choices=("mark",),
    )


def makes_sense(claim: Claim, words: Words) -> bool:
    """Tell whether a game can be asked that: whether it has sides, or a tie-break."""
    if claim is Claim.TIE_BREAK:
        return words.tie_break
    return words.sides or claim not in (Claim.SIDE, Claim.SETTING)


def claim_words(one: Conclusion, estimates: Estimates, noun: str) -> str:
    """Say what is concluded, without its value."""
    seats = estimates.seats
    first = w.name_of(seats[0])
    names = [w.name_of(name) for name in one.names]
    match one.claim:
        case Claim.SIDE:
            return f"{first} over all pairings"
        case Claim.TIE_BREAK:
            return "What the tie-break is worth"
        case Claim.LEAST_FAIR:
            who = first if estimates.words.sides else names[0]
            return f"{who} in the least fair pairing, {names[0]} v {names[1]}"
        case Claim.STRONGEST:
            return f"{names[0]} is the strongest {noun}: its rank"
        case Claim.STRENGTH:
            return f"{names[0]} against all others"
        case Claim.SETTING:
            return f"{first} {estimates.words.where} the {estimates.words.setting} {names[0]}"


def value_words(claim: Claim, value: Interval) -> str:
    """Return a conclusion's value under one policy."""
    if claim is Claim.STRONGEST:
        return rank_cell(value)
    return w.rate_cell(value) if claim is Claim.TIE_BREAK else w.share_cell(value)


def mark_sentence(estimates: Estimates, claim: Claim) -> str:
    """Say whether a conclusion holds for other players, with its values; empty with one policy only."""
    for one in estimates.conclusions:
        if one.claim is claim:
            values = [f"{w.name_of(name)} {value_words(claim, value)}" for name, value in one.values.items()]
            return f"{mark_words(one.mark)} ({w.listing(values)})."
    return ""


def bids_sentence(policies: Sequence[str], others: int) -> str:
    """Say who played the bids; empty where nobody did, or where there is no other policy."""
    players = w.listing([w.name_of(name) for name in dict.fromkeys(policies)])
    if not players or others < 2:
        return ""
    return f"Bids were played by {players} only, so whether they suit other players is unknown."
