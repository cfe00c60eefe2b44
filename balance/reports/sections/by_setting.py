"""Settings by what they change: how strong each contestant is in every one of them, and how often games end level."""

from __future__ import annotations

from balance.reports import wording as w
from balance.reports.data_table import Table
from balance.reports.sections.blocks import Block, Section
from balance.stats.results import Estimates
from balance.stats.settings.results import SettingMove, StrengthsBySetting

MOST_NAMED = 3


def section(estimates: Estimates) -> Section:
    """Return what is said of the settings where nobody has a side to favour."""
    setting, noun = estimates.words.setting, estimates.words.contestant
    title = f"{w.name_of(setting)}s"
    found = estimates.by_setting
    blocks = [Block(paragraphs=(sentence(estimates),), table=_levels(estimates))]
    blocks += strengths(estimates)
    terms = (
        (
            f"Largest change between {setting}s",
            f"Wins in 100 against all others in the {setting} that suits a {noun} best, less those in the one that "
            f"suits it worst. The ranges of all {noun}s and all pairs of {setting}s hold together (Bonferroni).",
        ),
    )
    return Section("settings", title, f"{title} compared", tuple(blocks), terms=terms if found else ())


def strengths(estimates: Estimates) -> list[Block]:
    """Return the table of contestants by setting, if there is one."""
    found, words = estimates.by_setting, estimates.words
    if found is None:
        return []
    return [
        Block(
            heading=f"{w.name_of(words.contestant)}s by {words.setting}", table=_strengths(found, estimates)
        )
    ]


def sentence(estimates: Estimates) -> str:
    """Say whose strength changes most with the setting."""
    found, words = estimates.by_setting, estimates.words
    setting, noun = words.setting, words.contestant
    if found is None or not found.moves:
        if len(estimates.settings) < 2:
            return f"Only one {setting} was played, so nothing can be said about others."
        return f"Too little was played to say what the {setting} changes."
    sure = [move for move in found.moves if move.sure]
    if not sure:
        return (
            f"No {noun} is surely stronger in one {setting} than in another, all {noun}s and {setting}s considered "
            f"together (95%): {w.NOT_ENOUGH}."
        )
    also = [w.name_of(move.name) for move in sure[1:]]
    few = [*also[:MOST_NAMED], *([f"{len(also) - MOST_NAMED} more"] if len(also) > MOST_NAMED else [])]
    more = f" It surely matters to {w.listing(few)}, too." if also else ""
    return f"The {setting} matters most to {_told(sure[0], found, words.where)}.{more}"


def brief(estimates: Estimates) -> str:
    """Say in a few words whose strength changes most with the setting."""
    found = estimates.by_setting
    move = next((move for move in found.moves if move.sure), None) if found is not None else None
    if found is None or move is None:
        return f"no {estimates.words.contestant} surely stronger in one than in another"
    own = found.strengths[move.name]
    shares = f"{w.share_cell(own[move.best])} in 100 {estimates.words.where} {w.name_of(move.best)}"
    return (
        f"matter most to {w.name_of(move.name)}, wins {shares}, {w.share_cell(own[move.worst])} "
        f"{estimates.words.where} {w.name_of(move.worst)}"
    )


def _told(move: SettingMove, found: StrengthsBySetting, where: str) -> str:
    own = found.strengths[move.name]
    return (
        f"{w.name_of(move.name)}: {where} {w.name_of(move.best)} it wins {w.share_cell(own[move.best])} in 100, "
        f"{where} {w.name_of(move.worst)} {w.share_cell(own[move.worst])}, a difference of "
        f"{w.change_cell(move.change)}, all such comparisons considered together (95%)"
    )


def _strengths(found: StrengthsBySetting, estimates: Estimates) -> Table:
    noun = estimates.words.contestant
    keys = {setting: f"setting-{place}" for place, setting in enumerate(found.settings)}
    moves = {move.name: move for move in found.moves}
    order = [one.name for one in estimates.strengths if one.name in found.strengths]
    return Table(
        name="by-setting-table",
        caption=f"Wins in 100 against all others, {estimates.words.setting} by {estimates.words.setting}, both "
        f"{'sides' if estimates.words.sides else 'seats'} averaged; the strongest overall first.",
        columns={
            "name": w.name_of(noun),
            **{keys[setting]: w.name_of(setting) for setting in found.settings},
            "change": "Largest change",
        },
        rows=[
            {
                "name": w.name_of(name),
                **{keys[setting]: w.share_cell(share) for setting, share in found.strengths[name].items()},
                "change": w.change_cell(moves[name].change),
            }
            for name in order
        ],
        numeric=(*keys.values(), "change"),
        strong=[moves[name].sure for name in order],
        order={
            **{
                keys[setting]: [found.strengths[name][setting].estimate for name in order]
                for setting in found.settings
            },
            "change": [moves[name].change.estimate for name in order],
        },
    )


def _levels(estimates: Estimates) -> Table:
    first = w.name_of(estimates.seats[0])
    rows = estimates.settings if len(estimates.settings) > 1 else ()
    return Table(
        name="settings-table",
        caption=f"All pairings together, by {estimates.words.setting}.",
        columns={
            "name": w.name_of(estimates.words.setting),
            "ties": "Games that end level, in 100",
            "check": f"A check: {first} wins in 100",
            "games": "Games",
        },
        rows=[
            {
                "name": w.name_of(row.name),
                "ties": w.rate_cell(row.tie_rate),
                "check": w.share_cell(row.share),
                "games": f"{row.share.games:,}",
            }
            for row in rows
        ],
        numeric=("ties", "check", "games"),
        order={"ties": [row.tie_rate.estimate for row in rows]},
    )
