"""What becomes of fighters in a duel, by how far away the healer is."""

from __future__ import annotations

from balance.config.live_combat.models import Contest
from balance.stats.live_combat.loadouts import Loadouts
from balance.stats.questions import (
    IN_100,
    Answer,
    Quantity,
    Row,
    Value,
    listing,
    name_of,
    pooled,
    told,
    value,
)

FATES = ("agony", "minor injury", "major injury", "death")


def arrival(contest: Contest) -> str:
    """Return when the healer comes, in words."""
    if contest.healer is None:
        return "nobody comes"
    first, last = contest.healer.earliest, contest.healer.latest
    return f"{first} to {last} minutes" if last > first else f"{first} minutes"


def fates(given: Loadouts) -> Answer | None:
    """Return the chances of agony, injuries and death in duels."""
    played = given.played
    rows, majors = [], []
    for contest, of in given.contests.items():
        if of.bouts > 1:
            continue
        for policies in played.policies:
            cells = played.cells(setting=contest, policies=policies)
            if not len(cells):
                continue

            def share(*keys: str, cells=cells) -> Quantity:  # type: ignore[no-untyped-def]  # noqa: ANN001 (bound here)
                return pooled([cells.share(f"fate, {seat}", *keys) for seat in played.seats])

            major = value(share("major injury"), IN_100)
            if policies == played.headline:
                majors.append((contest, major))
            rows.append(
                Row(
                    (name_of(contest), arrival(of), " against ".join(name_of(one) for one in policies)),
                    (
                        value(share(*FATES), IN_100),
                        value(share("agony"), IN_100),
                        value(share("minor injury"), IN_100),
                        major,
                        value(share("death"), IN_100),
                    ),
                )
            )
    if not rows:
        return None
    parts = [f"{_how_often(major)} in {name_of(contest)}" for contest, major in majors]
    health = given.game.health
    agony, bleeding = health.agony_minutes.value, health.bleed_out_minutes.value
    sentences = [
        f"Who is reached within {agony} minutes of agony is unhurt, within {bleeding} more has a minor injury, later a "
        "major one; further damage in agony cuts the agony short."
    ]
    if parts:
        sentences.insert(0, f"A fighter leaves a duel with a major injury: {listing(parts)}.")
    return Answer(
        key="fates",
        title="How often do fighters fall, and what becomes of them?",
        sentences=tuple(sentences),
        labels=("Contest", "Healer", "Fighters"),
        quantities=("Falls", "Healed in time", "Minor injury", "Major injury", "Death"),
        rows=tuple(rows),
        note="Of 100 fighters in duels of all loadouts, each pairing alike; the worst that befell each. Death comes "
        "from a second permanent affliction or a scripted event. When healers arrive is assumed.",
        bar="Major injury",
    )


def _how_often(share: Value) -> str:
    """Return how often something befell fighters, or in how many fights it never did."""
    found = share.interval
    return f"never in {found.games:,} fights" if found.estimate == 0.0 and found.games else told(share)
