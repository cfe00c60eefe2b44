"""What each ability is worth to its owner: the same games with it and without it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from balance.reports import wording as w
from balance.reports.data_table import Table
from balance.reports.sections.blocks import Block, Section
from balance.reports.tables import q_cell
from balance.stats.comparisons.abilities_results import AbilityEffect, AbilityStudy, Standing, Worth
from balance.words import Words

MISSING = (
    "No abilities: an entry “comparisons: abilities” in the configuration plays games with each switched off."
)
TERMS = (
    (
        "What an ability is worth",
        "Wins in 100 that its owner loses when it is switched off, on the same {luck} and against the same players, "
        "mean over opponents and both {sides}. Sure: told apart from nothing, all abilities and policies together.",
    ),
)
WORDS = {
    Standing.HELPS: "helps under every policy",
    Standing.HARMS: "harms under every policy",
    Standing.TURNS: "depends on skill",
    Standing.PARTLY: "sure under some policies only",
    Standing.OPEN: "not told apart from nothing",
}


def section(study: AbilityStudy | None, seats: Sequence[str], words: Words) -> Section:
    """Return the section of abilities.

    Parameters
    ----------
    study
        All effects; None where none were played.
    seats
        Their names.
    words
        What the system calls its things.
    """
    base = Section("abilities", "Abilities", "What each ability is worth", missing=MISSING)
    if study is None or not study.effects:
        return base
    blocks = [_summary(study, words)]
    for index, policies in enumerate(study.policies):
        own = [effect for effect in study.effects if effect.policies == policies]
        if own:
            blocks.append(_details(own, policies, index, seats, words))
            blocks.append(_opponents(own, policies, index, words))
    told = {"luck": words.luck, "sides": _sides(words)}
    terms = tuple((term, meaning.format_map(told)) for term, meaning in TERMS)
    return replace(base, blocks=tuple(blocks), terms=terms)


def _sides(words: Words) -> str:
    return "sides" if words.sides else "seats"


def ability_name(contestant: str, ability: str) -> str:
    """Return ``Dragons: passive``."""
    return f"{w.name_of(contestant)}: {w.name_of(ability).lower()}"


def standing_words(standing: Standing, study: AbilityStudy) -> str:
    """Return what holds of an ability; one policy alone says nothing of others."""
    return WORDS[standing] if len(study.policies) > 1 else WORDS[standing].removesuffix(" under every policy")


def counts_sentence(study: AbilityStudy) -> str:
    """Say how many abilities help, harm, depend on skill and are open."""
    kinds = [one.standing for one in study.conclusions]
    parts = [f"{standing_words(kind, study)}: {kinds.count(kind)}" for kind in WORDS if kind in kinds]
    return f"{w.count(len(kinds), 'ability', 'abilities')}. {'; '.join(parts).capitalize()}."


def most_sentence(effects: Sequence[AbilityEffect], policies: Sequence[str]) -> str:
    """Name the ability that is surely worth most under one pair of policies, and those that surely harm."""
    sure = [effect for effect in effects if effect.worth is Worth.HELPS]
    who = w.policy_name(policies)
    if not sure:
        return f"{who}: no ability surely helps."
    most = max(sure, key=lambda effect: effect.loss.estimate)
    named = ability_name(most.contestant, most.ability)
    harms = [
        f"{ability_name(effect.contestant, effect.ability)} {w.change_cell(effect.loss)}"
        for effect in effects
        if effect.worth is Worth.HARMS
    ]
    harm = f" These surely harm their owner: {w.listing(harms)}." if harms else ""
    picked = f"; the largest of {len(effects)}, so somewhat flattered" if len(effects) > 1 else ""
    worth = f"{w.change_cell(most.loss)} wins in 100 to its owner"
    return f"{who}: by the estimates {named} is worth most, {worth}{picked}.{harm}"


def _summary(study: AbilityStudy, words: Words) -> Block:
    keys = {policies: f"policies-{index}" for index, policies in enumerate(study.policies)}
    found = {(e.contestant, e.ability, e.policies): e for e in study.effects}
    switched = {one.ability for one in study.conclusions}
    notes = "".join(f" {note}" for ability, note in words.notes.items() if ability in switched)
    points = [
        most_sentence([effect for effect in study.effects if effect.policies == policies], policies)
        for policies in study.policies
    ]

    def cell(contestant: str, ability: str, policies: tuple[str, ...]) -> str:
        effect = found.get((contestant, ability, policies))
        if effect is None:
            return w.NOTHING
        return w.change_cell(effect.loss) + (" ✓" if effect.worth is not Worth.OPEN else "")

    return Block(
        paragraphs=(
            f"Every {words.contestant}'s abilities were switched off in turn and the same games played again. "
            f"{counts_sentence(study)}{notes}",
        ),
        points=tuple(points),
        table=Table(
            name="abilities-table",
            caption="Worth to the owner in wins in 100, by who plays. ✓: sure, all of them considered together.",
            columns={
                "name": "Ability",
                **{keys[policies]: w.policy_name(policies) for policies in study.policies},
                "standing": "Under all policies" if len(study.policies) > 1 else "Conclusion",
            },
            rows=[
                {
                    "name": ability_name(one.contestant, one.ability),
                    **{keys[p]: cell(one.contestant, one.ability, p) for p in study.policies},
                    "standing": standing_words(one.standing, study),
                }
                for one in study.conclusions
            ],
            numeric=tuple(keys.values()),
            strong=[one.standing is Standing.TURNS for one in study.conclusions],
        ),
    )


def _details(
    effects: Sequence[AbilityEffect], policies: Sequence[str], index: int, seats: Sequence[str], words: Words
) -> Block:
    first, second = (w.name_of(seat) for seat in seats)
    return Block(
        heading=f"{'By side' if words.sides else 'In numbers'}, played by {w.policy_name(policies)}",
        folded=True,
        table=Table(
            name=f"ability-sides-{index}-table",
            caption=f"Worth to the {words.contestant} that has it, in wins in 100; p (adjusted) is of “it makes no "
            "difference”.",
            columns={
                "name": "Ability",
                **({"first": f"As {first}", "second": f"As {second}"} if words.sides else {}),
                "margin": f"{words.point[:1].upper()}{words.point[1:]}s of margin",
                "p": "p, adjusted",
                "games": "Games",
                "differing": "With another result",
            },
            rows=[
                {
                    "name": ability_name(effect.contestant, effect.ability),
                    "first": w.change_cell(effect.as_first),
                    "second": w.change_cell(effect.as_second),
                    "margin": w.points_cell(effect.margin),
                    "p": q_cell(effect.p_value),
                    "games": f"{effect.games:,}",
                    "differing": f"{effect.differing:,}",
                }
                for effect in effects
            ],
            numeric=("first", "second", "margin", "p", "games", "differing"),
            strong=[effect.worth is not Worth.OPEN for effect in effects],
        ),
    )


def _opponents(effects: Sequence[AbilityEffect], policies: Sequence[str], index: int, words: Words) -> Block:
    names = list(dict.fromkeys(effect.contestant for effect in effects))
    names += sorted({one.opponent for effect in effects for one in effect.opponents} - set(names))
    keys = {name: f"against-{place}" for place, name in enumerate(names)}
    return Block(
        heading=f"By opponent, played by {w.policy_name(policies)}",
        folded=True,
        table=Table(
            name=f"ability-opponents-{index}-table",
            caption=f"Worth against each {words.contestant}, both {_sides(words)} averaged, in wins in 100. Single "
            "ranges, not adjusted.",
            columns={"name": "Ability", **{keys[name]: w.name_of(name) for name in names}},
            rows=[
                {
                    "name": ability_name(effect.contestant, effect.ability),
                    **{keys[one.opponent]: w.change_cell(one.loss) for one in effect.opponents},
                }
                for effect in effects
            ],
            numeric=tuple(keys.values()),
        ),
    )
