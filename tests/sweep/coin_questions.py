"""The questions of a coin's designer, as a rule system would have them in its own package."""

from __future__ import annotations

from balance.stats.questions import IN_100, Answer, Played, Row, deviations, exact, listing, told, value


def answers(played: Played) -> tuple[Answer, ...]:
    """Return what a run of coins says."""
    return (_odd(played), _swap(played), _edge(played))


def _odd(played: Played) -> Answer:
    """Ask how often a coin's margin is odd, how it wins and by how much."""
    rows = []
    for name in played.contestants:
        own = played.cells(first=name)
        shown = (
            value(own.share("parity", "odd"), IN_100),
            value(own.wins(), IN_100),
            value(own.margin(), "points"),
            value(own.wins() - played.cells().wins(), IN_100, signed=True),
        )
        rows.append(Row((name,), shown))
    every = value(played.cells().share("parity", "odd"), IN_100)
    return Answer(
        key="odd",
        title="How often is a margin odd?",
        sentences=(f"Of all margins {told(every)} are odd.", "Odd ones are no better than even ones."),
        labels=("Coin",),
        quantities=("Odd", "Wins", "Margin", "Wins more than others"),
        rows=tuple(rows),
        numbers=(every,),
        note="North flips them.",
        bar="Wins",
        even=True,
    )


def _swap(played: Played) -> Answer:
    """Ask whether south does better with another coin."""
    others = {name: played.cells(second=name).margin(seat=1) for name in played.contestants[1:]}
    found = deviations(played.cells(second=played.contestants[0]).margin(seat=1), others, "points")
    gains = tuple(Row((name, "south"), (gain,)) for name, gain in found.gains.items())
    return Answer(
        key="swap",
        title=f"Should south leave the {played.contestants[0]}?",
        sentences=(f"Of the other coins {found.verdict}: {listing(found.surely) or 'none'}.",),
        labels=("Coin", "Seat"),
        quantities=("Gain",),
        rows=gains,
        bar="Gain",
    )


def _edge(played: Played) -> Answer:
    """Ask what the rules alone tell, and what too few games cannot."""
    rare = played.cells("ducat", "florin", played.settings[0]).share("parity", "odd", of_all=False)
    values = (exact(0.5, IN_100), exact(10, "points"), None, value(rare, IN_100))
    return Answer(
        key="edge",
        title="What is <b>sure</b> of a coin?",
        sentences=(f"The largest luck is {told(exact(10, 'points'))}.",),
        labels=("What",),
        quantities=("Value", "Only in <i>words</i>"),
        rows=tuple(Row((str(place),), (one, None)) for place, one in enumerate(values)),
        bar="Value",
    )
