"""The pairings model: what side, contestants and single pairings contribute, and whether that explains the results."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from balance.reports import wording as w
from balance.reports.data_table import Table
from balance.reports.sections.blocks import Block, Section
from balance.reports.tables import q_cell
from balance.stats.pairings.checks import SEATED
from balance.stats.pairings.results import (
    Effect,
    Fit,
    FitTest,
    MirrorCheck,
    PairingsFit,
    Prediction,
    Triple,
)
from balance.stats.results import Interval
from balance.words import Words

MOST_INTERACTIONS = 12
MOST_TRIPLES = 6
MISSING = "No pairings model: too few pairings were played."
TERM = (
    "Splits the result of a pairing into what the side adds, what each contestant adds from that side, and what "
    "is left to this very pairing. Effects are drawn to their mean as far as the data are thin (partial pooling)."
)

LABELLED = (
    "Splits the result of a pairing into what each contestant adds and what is left to this very pairing. Effects are "
    "drawn to their mean as far as the data are thin (partial pooling)."
)


def section(fit: PairingsFit | None, seats: Sequence[str], words: Words) -> Section:
    """Return the section of the pairings model.

    Parameters
    ----------
    fit
        The fitted model; None where there is none.
    seats
        Their names.
    words
        What the system calls its things.
    """
    base = Section("model", "What explains it", "What explains the results", missing=MISSING)
    if fit is None:
        return base
    noun, setting = words.contestant, words.setting
    blocks = (
        _parts(fit, seats, words),
        _interactions(fit, seats, noun) if words.sides else None,
        _triples(fit),
        _unplayed(fit, seats, words),
        _mirrors(fit, seats, words),
    )
    term = TERM if words.sides else LABELLED
    terms = (("Pairings model", w.spoken(term, noun, setting, sides=words.sides)),)
    return replace(base, blocks=tuple(block for block in blocks if block is not None), terms=terms)


def side_sentence(side: Effect | None, seats: Sequence[str]) -> str:
    """Say what a seat is worth in the model.

    Parameters
    ----------
    side
        The model's term; None where it has none.
    seats
        Their names.
    """
    first, second = (w.name_of(seat) for seat in seats)
    if side is None or not w.known(side.value):
        return "The model has no term for the side."
    worth = w.near_even(side.value)
    if w.includes(worth, 0.0):
        return f"The side gives no sure advantage: {w.change_cell(worth)} wins in 100 to {first}."
    ahead = first if worth.estimate > 0 else second
    return f"In an otherwise even game the side is worth {w.size_cell(worth)} wins in 100 to {ahead}."


def fit_sentence(test: FitTest) -> str:
    """Answer one question of fit."""
    question = test.question[:1].upper() + test.question[1:]
    if test.answer is Fit.UNTESTED or not math.isfinite(test.p_value):
        why = f": {test.note}" if test.note else ""
        return f"{question} That cannot be tested{why}."
    chance = f"p {'' if test.p_value < 0.01 else '= '}{q_cell(test.p_value)}, {test.method}"
    if test.answer is Fit.FALLS_SHORT:
        more = f" {test.note}" if test.note else ""
        return f"{question} No ({chance}).{more}"
    return f"{question} Nothing speaks against it ({chance}); more games might."


def _parts(fit: PairingsFit, seats: Sequence[str], words: Words) -> Block:
    noun, setting = words.contestant, words.setting
    first, second = (w.name_of(seat) for seat in seats)
    each = (
        {effect.names[0]: effect for effect in fit.as_first},
        {effect.names[0]: effect for effect in fit.as_second},
    )
    columns = {"name": w.name_of(noun), "both": "Both sides" if words.sides else "Both seats"}
    if words.sides and fit.as_first and fit.as_second:
        columns |= {"first": f"As {first}", "second": f"As {second}"}

    def worth(effect: Effect | None) -> str:
        return w.NOTHING if effect is None else w.change_cell(w.near_even(effect.value))

    rows = [
        {
            "name": w.name_of(effect.names[0]),
            "both": worth(effect),
            "first": worth(each[0].get(effect.names[0])),
            "second": worth(each[1].get(effect.names[0])),
        }
        for effect in fit.strengths
    ]
    against = (
        f"against an average {noun}"
        if fit.reference is None
        else f"against {w.name_of(fit.reference)}, which stands at 0"
    )
    sides = (
        f"The model splits every pairing into what the side adds, what each {noun} adds from its side, and what is "
        f"left to this very pairing. {side_sentence(fit.side, seats)} Over all pairings a side is worth less: "
        f"where one {noun} is far ahead, it decides fewer games."
    )
    labelled = (
        f"The model splits every pairing into what each {noun} adds and what is left to this very pairing."
    )
    return Block(
        paragraphs=(sides if words.sides else labelled,),
        points=tuple(
            w.spoken(line, noun, setting, sides=words.sides)
            for line in (*map(fit_sentence, _sensible(fit.tests, words)), *fit.notes)
        ),
        table=Table(
            name="model-table",
            caption=f"What each {noun} adds in an otherwise even game {against}, in wins in 100; the strongest first.",
            columns=columns,
            rows=rows,
            numeric=[key for key in columns if key != "name"],
        ),
    )


def _sensible(tests: Sequence[FitTest], words: Words) -> list[FitTest]:
    """Return the questions of fit that a game can be asked; where seats are labels, none is about them."""
    if words.sides:
        return list(tests)
    return [
        replace(test, question=test.question.replace("side and ", ""))
        for test in tests
        if test.question != SEATED
    ]


def _told_apart(value: Interval) -> bool:
    return w.known(value) and not w.includes(value, 0.0)


def _interactions(fit: PairingsFit, seats: Sequence[str], noun: str) -> Block | None:
    """List the pairings that stray most from what their contestants make of them."""
    if not fit.interactions:
        return None
    expected = {(one.first, one.second): one for one in fit.pairs}
    shown = fit.interactions[:MOST_INTERACTIONS]
    first, second = (w.name_of(seat) for seat in seats)
    sure = sum(_told_apart(effect.value) for effect in fit.interactions)
    return Block(
        heading="Pairings with a character of their own",
        paragraphs=(
            f"{sure} of {w.count(len(fit.interactions), 'pairing')} go another way than side and {noun}s make expect "
            f"(bold: the range of what is left leaves out 0, as about one in twenty would by luck alone).",
        ),
        table=Table(
            name="interactions-table",
            caption=f"What the very pairing adds to {first}, beyond side and {noun}s; the largest first, at most "
            f"{MOST_INTERACTIONS}.",
            columns={
                "first": f"{first} plays",
                "second": f"{second} plays",
                "adds": f"Adds to {first}, wins in 100",
                "share": f"{first} wins in 100, by the model",
            },
            rows=[
                {
                    "first": w.name_of(effect.names[0]),
                    "second": w.name_of(effect.names[1]),
                    "adds": w.change_cell(w.near_even(effect.value)),
                    "share": _predicted(expected.get((effect.names[0], effect.names[1]))),
                }
                for effect in shown
            ],
            numeric=("adds", "share"),
            strong=[_told_apart(effect.value) for effect in shown],
        ),
    )


def _predicted(one: Prediction | None) -> str:
    """Return a prediction for a table; it has an interval whether or not its own games were played."""
    return w.NOTHING if one is None else w.share_cell(replace(one.share, games=max(1, one.share.games)))


def triple_sentence(triple: Triple) -> str:
    """Name a circle of three."""
    a, b, c = (w.name_of(name) for name in triple.contestants)
    circle = f"{a} over {b}, {b} over {c}, {c} over {a}"
    if triple.certain:
        return f"{circle}: certain at 95%, though picked from all triples."
    return f"{circle}: seen, but luck may have made it ({w.NOT_ENOUGH})."


def _triples(fit: PairingsFit) -> Block:
    heading = "Circles of three"
    if len(fit.contestants) < 3:
        return Block(heading=heading, paragraphs=("With fewer than three there is no circle to look for.",))
    if not fit.triples:
        return Block(
            heading=heading, paragraphs=("By the estimates no three of them beat one another in turn.",)
        )
    sure = sum(triple.certain for triple in fit.triples)
    shown = fit.triples[:MOST_TRIPLES]
    few = f" The {MOST_TRIPLES} surest:" if len(fit.triples) > MOST_TRIPLES else ""
    return Block(
        heading=heading,
        paragraphs=(
            f"Where three beat one another in turn, no ranking can be right for all of them. By the estimates there "
            f"{'is' if len(fit.triples) == 1 else 'are'} {w.count(len(fit.triples), 'such circle')}, {sure} of them "
            f"certain.{few}",
        ),
        points=tuple(map(triple_sentence, shown)),
    )


def _unplayed(fit: PairingsFit, seats: Sequence[str], words: Words) -> Block:
    setting = words.setting
    first, second = (w.name_of(seat) for seat in seats)
    cells = [one for one in (*fit.pairs, *fit.cells) if one.share.games == 0]
    heading = "Predictions for what was not played"
    if not cells:
        what = "Every pairing was played"
        return Block(
            heading=heading, paragraphs=(f"{what}{f' {words.where} every {setting}' if fit.cells else ''}.",)
        )
    return Block(
        heading=heading,
        paragraphs=("What the model expects where no game was played; the interval is of the true share.",),
        table=Table(
            name="predictions-table",
            caption=f"{w.count(len(cells), 'prediction')}.",
            columns={
                "first": f"{first} plays",
                "second": f"{second} plays",
                "setting": w.name_of(setting),
                "share": f"{first} wins in 100, expected",
            },
            rows=[
                {
                    "first": w.name_of(one.first),
                    "second": w.name_of(one.second),
                    "setting": w.name_of(one.setting) if one.setting else "all",
                    "share": _predicted(one),
                }
                for one in cells
            ],
            numeric=("share",),
        ),
        folded=True,
    )


def mirror_words(mirror: MirrorCheck) -> str:
    """Say whether a mirror agrees with the side term."""
    return "agrees" if mirror.agrees else "differs"


def _mirrors(fit: PairingsFit, seats: Sequence[str], words: Words) -> Block | None:
    if not fit.mirrors:
        return None
    first = w.name_of(seats[0])
    agree = sum(mirror.agrees for mirror in fit.mirrors)
    return Block(
        heading="Mirrors as a check",
        paragraphs=(
            f"Mirrors were no part of the fit. {agree} of {len(fit.mirrors)} agree with what it expects of them.",
        ),
        table=Table(
            name="mirror-check-table",
            caption="Each against itself: as played, and as the model expects from the other pairings.",
            columns={
                "name": "Both sides play" if words.sides else "Both seats play",
                "observed": f"{first} wins in 100, played",
                "expected": "Expected",
                "verdict": "Check",
            },
            rows=[
                {
                    "name": w.name_of(mirror.contestant),
                    "observed": w.share_cell(mirror.observed),
                    "expected": w.share_cell(replace(mirror.expected, games=max(1, mirror.expected.games))),
                    "verdict": mirror_words(mirror),
                }
                for mirror in fit.mirrors
            ],
            numeric=("observed", "expected"),
            strong=[not mirror.agrees for mirror in fit.mirrors],
        ),
    )
