"""The questions of a rule system's designer: what the run says to each, in sentences and numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from balance.reports import wording as w
from balance.reports.data_table import Table
from balance.reports.sections.blocks import Block, Section
from balance.stats.questions.results import Answer, Value
from balance.stats.questions.words import cell
from balance.stats.results import Interval

LEDE = (
    "What this game’s designer would ask, answered from the games of this run. In brackets stand 95% intervals; "
    "a number without one follows from the rules alone."
)


def section(answers: Sequence[Answer]) -> Section:
    """Return what stands below the verdict; nothing where the rule system has no questions.

    Parameters
    ----------
    answers
        In the order in which they are shown.
    """
    base = Section("questions", "Questions", "The designer’s questions")
    if not answers:
        return base
    return replace(base, blocks=(Block(paragraphs=(LEDE,)), *map(_block, answers)))


def _block(answer: Answer) -> Block:
    notes = tuple(note for note in (answer.note, _together(answer)) if note)
    return Block(
        heading=answer.title,
        anchor=f"question-{answer.key}",
        paragraphs=(" ".join(answer.sentences), *notes),
        table=_table(answer) if answer.rows else None,
    )


def _table(answer: Answer) -> Table:
    """Return an answer's rows; a unit that all values of a column share stands in its heading."""
    columns = [f"label-{place}" for place in range(len(answer.labels))]
    numbers = [f"value-{place}" for place in range(len(answer.quantities))]
    units = [_unit([row.values[place] for row in answer.rows]) for place in range(len(numbers))]
    headings = [
        f"{heading}, {unit}" if unit and unit not in heading else heading
        for heading, unit in zip(answer.quantities, units, strict=True)
    ]
    rows = [
        {
            **dict(zip(columns, row.labels, strict=True)),
            **{
                key: cell(value) if unit or value is None else _with_unit(value)
                for key, value, unit in zip(numbers, row.values, units, strict=True)
            },
        }
        for row in answer.rows
    ]
    place = answer.quantities.index(answer.bar) if answer.bar else -1
    drawn = [row.values[place] for row in answer.rows] if answer.bar else []
    return Table(
        name=f"question-{answer.key}-table",
        caption=_caption(answer),
        columns=dict(zip([*columns, *numbers], [*answer.labels, *headings], strict=True)),
        rows=rows,
        numeric=[key for key in numbers if key != f"value-{place}"],
        bars={f"value-{place}": _bars(drawn, even=answer.even)} if drawn else {},
        bare=()
        if answer.even or any(value is not None and value.signed for value in drawn)
        else (f"value-{place}",),
    )


def _caption(answer: Answer) -> str:
    """Say what a row is of, and what stands in brackets where anything does."""
    given = f"By {w.listing([label.lower() for label in answer.labels])}"
    values = [value for row in answer.rows for value in row.values if value is not None]
    return f"{given}." if all(value.exact for value in values) else f"{given}, with 95% intervals."


def _together(answer: Answer) -> str:
    """Say which columns have intervals that allow for many of them being looked at, unless the answer does."""
    if "hold together" in answer.note:
        return ""
    columns = [
        f"“{heading}”"
        for place, heading in enumerate(answer.quantities)
        if any(value is not None and value.family > 1 for value in (row.values[place] for row in answer.rows))
    ]
    return (
        f"The intervals under {w.listing(columns)} hold together: 95% is for all of them." if columns else ""
    )


def _unit(values: Sequence[Value | None]) -> str:
    """Return the unit that all values share, or nothing."""
    units = {value.unit for value in values if value is not None}
    return units.pop() if len(units) == 1 else ""


def _with_unit(value: Value) -> str:
    text = cell(value)
    return f"{text} {value.unit}" if w.known(_counted(value)) else text


def _counted(value: Value) -> Interval:
    """Return a value's interval as one that counts as known though it follows from the rules."""
    return replace(value.interval, games=max(value.interval.games, int(value.exact)))


def _bars(values: Sequence[Value | None], *, even: bool) -> list[Interval | None]:
    """Return values as a table draws them: along the whole width, from 0 to the largest.

    Shares of wins stay as they are; what has a sign has 0 in the middle.
    """
    found = [None if value is None else _counted(value) for value in values]
    if even:
        return found
    known = [one for one in found if one is not None and w.known(one)]
    high = max((one.high for one in known), default=0.0)
    low = min(0.0, *(one.low for one in known)) if known else 0.0
    if any(value is not None and value.signed for value in values) or high <= low:
        high = max(abs(high), abs(low)) or 1.0
        low = -high

    def placed(end: float) -> float:
        return (end - low) / (high - low)

    return [
        one and replace(one, estimate=placed(one.estimate), low=placed(one.low), high=placed(one.high))
        for one in found
    ]
