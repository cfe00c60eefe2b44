"""Which ruling or assumption matters most: the same games with each of them changed in turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from balance.engine.system import Change
from balance.reports import wording as w
from balance.reports.data_table import Table
from balance.reports.sections.blocks import Block, Section
from balance.stats.comparisons.rulings import RULEBOOK
from balance.stats.comparisons.rulings_results import PolicyRulings, RulingEffect, RulingStudy
from balance.words import Words

KEY = "assumptions"
MISSING = (
    "Which of these decisions matters most was not tried in this run: an entry “comparisons: rulings” in the "
    "configuration plays the same games with each of them changed, and balance sensitivity does so at greater length."
)
MOST_NAMED = 3
SIDE, TIE_BREAK = "side advantage", "tie-break advantage"
"""Keys of the conclusions that only games with sides, or with a tie-break, have."""
KINDS = {"ruling": "ruling", "assumption": "assumed value", "layout": "layout"}
ALL = "all decisions considered together"
NO_CHANGE = "not told apart from no change"


def section(study: RulingStudy | None, seats: Sequence[str], words: Words) -> Section:
    """Return what was tried of rulings and assumptions; the tables of those in force stand below it.

    Parameters
    ----------
    study
        All changes; None where none were played.
    seats
        Their names.
    words
        What the system calls its things.
    """
    base = Section(KEY, "Rulings and assumptions", "Rulings and assumptions")
    if study is None:
        return replace(base, blocks=(Block(paragraphs=(MISSING,)),))
    blocks = []
    for place, one in enumerate(study.policies):
        blocks += [_block(study, place, one, seats, words), _details(study, place, one, words.contestant)]
    return replace(base, blocks=tuple(blocks), terms=_terms(seats, words))


def _terms(seats: Sequence[str], words: Words) -> tuple[tuple[str, str], ...]:
    noun = words.contestant
    lead = (
        f" {w.name_of(seats[0])}'s lead may change without it, and the other way round."
        if words.sides
        else ""
    )
    return (
        (
            f"Average move of {noun}s",
            f"How many wins in 100 the {noun}s' strengths change by, up or down, on average, when one ruling or "
            f"assumption is decided otherwise and the same games are played again. What chance alone would give is "
            f"taken out.{lead}",
        ),
    )


def headline_policies(study: RulingStudy, headline: Sequence[str]) -> PolicyRulings:
    """Return the changes under the headline's policies, or under the first that played them."""
    own = [one for one in study.policies if one.policies == tuple(headline)]
    return (own or list(study.policies))[0]


def change_name(change: Change) -> str:
    """Return ``Move unit: steps``: what is changed and to what, as it is in the files."""
    return f"“{change.name}”"


def shift_words(effect: RulingEffect, noun: str) -> str:
    """Return how far strengths move: ``moves the factions by about 4.7 wins in 100 on average, very likely …``."""
    return f"moves the {noun}s by {_wins(effect)} on average"


def _wins(effect: RulingEffect) -> str:
    # it is named for being the largest, so the interval is one that holds for all at once
    middle, low, high = w.ends(effect.shift_among, mark=0.0)
    return f"about {middle} wins in 100 (95%, {ALL}: {low} to {high})"


def _named(names: Sequence[str], study: RulingStudy) -> str:
    few = [change_name(study.change(name)) for name in names[:MOST_NAMED]]
    more = len(names) - len(few)
    return w.listing([*few, *([f"{more} more"] if more else [])], "or")


def most_sentence(study: RulingStudy, one: PolicyRulings, noun: str) -> str:
    """Name the decision that moves strengths most, as far as it is told apart from the others."""
    if not one.most_shift:
        tried = w.count(len(one.effects) + len(one.untouched), "other decision")
        return f"None of {tried} surely moves the {noun}s' strengths ({w.NOT_ENOUGH})."
    effects = {effect.name: effect for effect in one.effects}
    first, *others = one.most_shift
    change = study.change(first)
    told = f"{_meant(change)} {shift_words(effects[first], noun)}"
    if not others:
        return f"{told}, more than any other."
    return f"{told}; {_named(others, study)} may move them as much."


def _meant(change: Change) -> str:
    """Return what a change is called and, but for a layout, what it means."""
    meaning = f" ({change.meaning})" if change.kind != "layout" else ""
    return f"{change_name(change)}{meaning}"


def side_sentence(study: RulingStudy, one: PolicyRulings, seats: Sequence[str]) -> str:
    """Name the decision that moves the first seat's lead most, as far as it is told apart from the others."""
    first = w.name_of(seats[0])
    if not one.most_side:
        return f"None surely changes how often {first} wins over all pairings."
    effects = {effect.name: effect for effect in one.effects}
    most, *others = one.most_side
    told = (
        f"{first}'s wins over all pairings change most under {_meant(study.change(most))}: "
        f"{w.change_words(effects[most].side_among, sure=f'95%, {ALL}')}"
    )
    return f"{told}; {_named(others, study)} may change them as much." if others else f"{told}."


def flip_words(keys: Iterable[str], study: RulingStudy, seats: Sequence[str], words: Words) -> list[str]:
    """Return what conclusions are about, by their keys; none that make no sense for the game."""
    senseless = {*(() if words.sides else (SIDE,)), *(() if words.tie_break else (TIE_BREAK,))}
    keys = [key for key in keys if key not in senseless]
    pair = w.pairing(*study.least_fair, seats) if study.least_fair else "the least fair pairing"
    plain = {
        SIDE: "which side is ahead",
        TIE_BREAK: "whom level games help",
        "least fair pair": f"{'whom' if words.sides else 'who is ahead in'} {pair}{' favours' if words.sides else ''}",
    }
    named = "strength: "
    return [
        f"whether the {words.contestant} {w.name_of(key.removeprefix(named))} wins more than half"
        if key.startswith(named)
        else plain.get(key, key)
        for key in keys
    ]


def flips_sentence(study: RulingStudy, one: PolicyRulings, seats: Sequence[str], words: Words) -> str:
    """Say which decisions turn a conclusion into its opposite; those that are about ties alone aside."""
    turned = [
        f"under {change_name(study.change(effect.name))} {w.listing(told)}"
        for effect in one.effects
        if (told := flip_words(effect.turns, study, seats, words))
        and study.change(effect.name).what != "tie_break"
    ]
    if not turned:
        return "None of them surely turns a conclusion into its opposite."
    return f"Turned into its opposite: {'; '.join(turned)}."


def _block(study: RulingStudy, place: int, one: PolicyRulings, seats: Sequence[str], words: Words) -> Block:
    tried = len(one.effects) + len(one.untouched)
    return Block(
        heading=f"What matters most, played by {w.policy_name(one.policies)}"
        if len(study.policies) > 1
        else "What matters most",
        paragraphs=(
            f"{w.count(tried, 'other decision')} were tried one at a time: {w.count(one.games, 'game')} of each "
            f"pairing, played by {w.policy_name(one.policies)} on the same {words.luck} as under the rules in "
            f"force. {most_sentence(study, one, words.contestant)}",
            *((side_sentence(study, one, seats),) if words.sides else ()),
            flips_sentence(study, one, seats, words),
        ),
        points=tuple(_left_out(study, one, words)),
        table=_table(study, place, one, seats, words),
    )


def _left_out(study: RulingStudy, one: PolicyRulings, words: Words) -> list[str]:
    """Say what needs no game: changes that touch nothing, and those that only leave contestants out."""
    lines = []
    if one.untouched:
        names = [change_name(study.change(name)) for name in one.untouched]
        bid = " played without a bid" if words.bids else ""
        lines.append(f"Cannot change a game{bid}: {w.listing(names)}.")
    for change in study.changes:
        if change.absent:
            left = w.listing([w.name_of(name) for name in change.absent])
            lines.append(f"{change_name(change)} leaves out {left} and changes no game of the others.")
    settled = [change_name(c) for c in study.changes if c.source == RULEBOOK and not c.absent]
    if settled:
        lines.append(
            f"The rulebook itself decides against {w.listing(settled)}: shown, but not counted among what matters most."
        )
    return lines


def _says(effect: RulingEffect, study: RulingStudy, seats: Sequence[str], words: Words) -> str:
    """Return what a change does to conclusions."""
    turned, faded = (flip_words(keys, study, seats, words) for keys in (effect.turns, effect.fades))
    parts = [f"turns {w.listing(turned)}"] if turned else []
    parts += [f"leaves open {w.listing(faded)}"] if faded else []
    if parts:
        return "; ".join(parts)
    return "no conclusion turns" if effect.sure else NO_CHANGE


def _tried(change: Change) -> str:
    return f"{change.base} → {change.option}" if change.base else f"→ {change.option}"


def _table(
    study: RulingStudy, place: int, one: PolicyRulings, seats: Sequence[str], words: Words
) -> Table | None:
    noun = words.contestant
    if not one.effects:
        return None
    changes = [study.change(effect.name) for effect in one.effects]
    return Table(
        name=f"rulings-tried-{place}-table",
        caption=f"Each decision changed, in wins in 100 with 95% ranges; what moves the {noun}s most comes first.",
        columns={
            "what": "Decision",
            "change": "In force → tried",
            "meaning": "What it means",
            "kind": "Kind",
            "shift": f"Average move of {noun}s",
            **({"side": f"{w.name_of(seats[0])}'s wins"} if words.sides else {}),
            "says": "Conclusions",
        },
        rows=[
            {
                "what": change.what,
                "change": _tried(change),
                "meaning": change.meaning,
                "kind": "rulebook" if change.source == RULEBOOK else KINDS.get(change.kind, change.kind),
                "shift": w.rate_cell(effect.shift),
                "side": w.change_cell(effect.side),
                "says": _says(effect, study, seats, words),
            }
            for effect, change in zip(one.effects, changes, strict=True)
        ],
        numeric=("shift", "side"),
        strong=[effect.name in one.most_shift for effect in one.effects],
        order={
            "shift": [effect.shift.estimate for effect in one.effects],
            "side": [effect.side.estimate for effect in one.effects],
        },
        choices=("kind",),
    )


def _details(study: RulingStudy, place: int, one: PolicyRulings, noun: str) -> Block:
    """Say of each decision where it is felt: the contestant that it moves most, and how many pairings it touches."""
    table = Table(
        name=f"rulings-felt-{place}-table",
        caption=f"Where each decision is felt, in wins in 100. The range of the {noun} moved most holds for all "
        f"{noun}s at once.",
        columns={
            "what": "Decision",
            "change": "In force → tried",
            "largest": f"{w.name_of(noun)} moved most",
            "reach": "Average move of pairings",
            "pairs": "Pairings touched",
            "games": "Games",
            "differing": "With another winner",
        },
        rows=[
            {
                "what": study.change(effect.name).what,
                "change": _tried(study.change(effect.name)),
                "largest": f"{w.name_of(effect.largest.contestant)} {w.change_cell(effect.largest.change)}",
                "reach": w.rate_cell(effect.reach),
                "pairs": f"{effect.pairs_changed} of {effect.pairs}",
                "games": f"{effect.games:,}",
                "differing": f"{effect.differing:,}",
            }
            for effect in one.effects
        ],
        numeric=("reach", "pairs", "games", "differing"),
        order={
            "largest": [abs(effect.largest.change.estimate) for effect in one.effects],
            "reach": [effect.reach.estimate for effect in one.effects],
            "pairs": [effect.pairs_changed for effect in one.effects],
            "games": [effect.games for effect in one.effects],
            "differing": [effect.differing for effect in one.effects],
        },
    )
    return Block(
        heading=f"Where each decision is felt, played by {w.policy_name(one.policies)}",
        table=table,
        folded=True,
    )
