"""Settings (layouts) compared: best and worst for each side, all of them, and what about one matters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from balance.reports import layout_maps, settings_table
from balance.reports import wording as w
from balance.reports.data_table import Table
from balance.reports.layout_maps import LayoutMap
from balance.reports.sections import by_setting
from balance.reports.sections.blocks import Block, Section
from balance.stats.results import Estimates, Interval
from balance.stats.settings.results import FeatureEffect, SettingShare, SettingStudy
from balance.stats.settings.study import ENOUGH

MOST_MAPS = 3
"""Maps of each kind."""


def section(estimates: Estimates, manifest: Mapping[str, Any]) -> Section:
    """Return what is said of the settings; the second block stands below the drawing of all of them."""
    setting = estimates.words.setting
    if not estimates.words.sides:
        return by_setting.section(estimates)
    title = f"{w.name_of(setting)}s"
    base = Section("settings", title, f"{title} compared")
    if len(estimates.settings) < 2:
        line = f"Only one {setting} was played, so nothing can be said about others."
        blocks = [Block(paragraphs=(line,)), _all(estimates)]
    elif estimates.setting_study is None:
        line = f"No pairing was played on all {setting}s, so they cannot be compared with each other."
        blocks = [Block(paragraphs=(line,)), _all(estimates)]
    else:
        study = estimates.setting_study
        blocks = [
            Block(
                paragraphs=(
                    differ_words(study, setting),
                    favour_words(study, estimates),
                    *_extreme_words(study, estimates),
                )
            ),
            *_maps(study, estimates, manifest),
            _all(estimates),
            *((_features(study, estimates),) if study.featured else ()),
        ]
    if not estimates.words.bids:
        blocks += by_setting.strengths(estimates)
    return Section(
        base.key, base.name, base.heading, tuple(blocks), terms=_terms(setting) if len(blocks) > 2 else ()
    )


def _terms(setting: str) -> tuple[tuple[str, str], ...]:
    return (
        (
            f"Range for all {setting}s at once",
            f"An interval that is widened (Šidák) so that those of all {setting}s hold together in 95 of 100 "
            "studies: it holds, too, for the one that was picked for being the best or the worst.",
        ),
        (
            f"May be the best {setting}",
            f"No other {setting} is surely better. The truly best is among them in 95 of 100 studies.",
        ),
    )


def differ_words(study: SettingStudy, setting: str) -> str:
    """Say whether the settings differ, and by how much."""
    number = w.count(len(study.settings), setting)
    are = "is" if study.missing == 1 else "are"
    lacking = f" {w.count(study.missing, 'pairing')} that some {setting} lacks {are} left out."
    left = lacking if study.missing else ""
    over = f"On the same {w.count(study.pairs, 'pairing')}, the {number}"
    if not study.differ:
        return (
            f"{over} cannot be told apart: luck alone gives differences like these, so do not read anything into their "
            f"order. If they differ, then by a standard deviation of at most {_most(study)} wins in 100 (95%).{left}"
        )
    return (
        f"{over} surely differ in how often each side wins. With luck taken out, a typical {setting} lies "
        f"{w.rate_cell(study.spread)} wins in 100 from their mean (standard deviation, 95%).{left}"
    )


def _most(study: SettingStudy) -> str:
    """Return the upper end of the spread."""
    return w.ends(study.spread, mark=0.0)[2]


def favour_words(study: SettingStudy, estimates: Estimates) -> str:
    """Say how many settings surely favour which seat, all of them considered together."""
    first, second = (w.name_of(seat) for seat in estimates.seats[:2])
    setting, number = estimates.words.setting, len(study.settings)
    to_first = sum(one.share.low > w.EVEN for one in study.settings)
    to_second = sum(one.share.high < w.EVEN for one in study.settings)
    for seat, favoured in ((first, to_first), (second, to_second)):
        if favoured == number:
            return f"All {w.count(number, setting)} very likely favour {seat}, all considered together (95%)."
    return (
        f"All considered together (95%), {w.count(to_first, setting)} very likely "
        f"{'favours' if to_first == 1 else 'favour'} {first}, {to_second} {'favours' if to_second == 1 else 'favour'} "
        f"{second}, and {number - to_first - to_second} cannot be told apart from even."
    )


def _extreme_words(study: SettingStudy, estimates: Estimates) -> tuple[str, ...]:
    if not study.differ:
        return ()
    best, worst = study.settings[0], study.settings[-1]
    sentences = []
    for one, seat, share, expected, rivals in (
        (
            best,
            estimates.seats[0],
            best.share,
            _expected(best),
            sum(s.may_be_highest for s in study.settings),
        ),
        (
            worst,
            estimates.seats[1],
            w.flipped(worst.share),
            _expected(worst, flipped=True),
            sum(s.may_be_lowest for s in study.settings),
        ),
    ):
        sentences.append(
            f"Best for {w.name_of(seat)} by the estimates: {w.name_of(one.name)}, where it wins "
            f"{w.share_words(share)}; of more games, expect {expected}{_rivals(rivals, estimates.words.setting)}."
        )
    return (
        " ".join(sentences)
        + " These ranges hold for all at once, so they allow for having picked the extremes. What "
        "looks extreme is partly luck: what to expect of more games lies nearer to the mean.",
    )


def _rivals(number: int, setting: str) -> str:
    return (
        "; no other may be the best"
        if number == 1
        else f"; {w.count(number, setting)} may be the best, this one among them"
    )


def _maps(study: SettingStudy, estimates: Estimates, manifest: Mapping[str, Any]) -> tuple[Block, ...]:
    if not any(layout_maps.regions_of(manifest, one.name) for one in study.settings):
        return ()
    first, second = (w.name_of(seat) for seat in estimates.seats[:2])
    few = min(MOST_MAPS, len(study.settings) // 2)
    even = sorted(study.settings, key=lambda one: abs(one.share.estimate - w.EVEN))[:few]
    groups = [
        (f"Best for {first}, worst for {second}", study.settings[:few]),
        (f"Best for {second}, worst for {first}", study.settings[-few:][::-1]),
        ("Nearest to even", even),
    ]
    same = [i for i, (_, chosen) in enumerate(groups[:2]) if set(chosen) == set(even)]
    if same:  # all lean to one side
        title, chosen = groups[same[0]]
        groups[same[0]] = (f"{title}, nearest to even", chosen)
        del groups[2]
    drawn = [(title, [_map(one, first, manifest) for one in chosen]) for title, chosen in groups]
    tiles = any(one.regions for _, maps in drawn for one in maps)
    unsure = "" if study.differ else " They are not told apart: the order may be luck."
    block = Block(
        heading="Best and worst for each side" if study.differ else f"The {estimates.words.setting}s drawn",
        folded=not study.differ,
        figure=layout_maps.to_html(drawn),
        caption=(
            "Numbers on the regions: points before the flip (on dark), then after it (on light). "
            if tiles
            else ""
        )
        + f"In brackets the 95% range that holds for all {estimates.words.setting}s at once.{unsure}",
    )
    return (block,)


def _map(one: SettingShare, first: str, manifest: Mapping[str, Any]) -> LayoutMap:
    words = f"{first} wins {w.share_cell(one.share)} in 100; of more games, expect {_expected(one)}"
    return LayoutMap(one.name, words, layout_maps.regions_of(manifest, one.name))


def _expected(one: SettingShare, *, flipped: bool = False) -> str:
    """Return what to expect of more games, as exact as the share's own interval."""
    value = 1 - one.expected if flipped else one.expected
    return w.number(100 * value, w.decimals_for(one.share))


def _all(estimates: Estimates) -> Block:
    return Block(
        heading=f"Every {estimates.words.setting}" if len(estimates.settings) > 1 else "",
        paragraphs=(
            f"The least fair pairing of a single {estimates.words.setting} rests on few games: look at its range.",
        ),
        table=settings_table.settings(estimates),
    )


def _features(study: SettingStudy, estimates: Estimates) -> Block:
    setting, first = estimates.words.setting, w.name_of(estimates.seats[0])
    heading = f"What about a {setting} matters"
    if study.featured < ENOUGH:
        line = (
            f"Only {w.count(study.featured, setting)} with fixed features: not enough to tell what about them matters "
            f"({ENOUGH} are needed)."
        )
        return Block(heading=heading, paragraphs=(line,))
    if not study.features:
        line = f"Nothing that is known of these {setting}s differs between them."
        return Block(heading=heading, paragraphs=(line,))
    sure = sum(one.certain for one in study.features)
    return Block(
        heading=heading,
        paragraphs=(
            f"Each line asks whether {setting}s with more of something favour a side. Each {setting} counts as one "
            f"case, however many games it had, and differences of its own are allowed for. {sure} of "
            f"{w.count(len(study.features), 'feature')} surely {'goes' if sure == 1 else 'go'} with who wins (bold); "
            "this allows for their number (Holm). What goes together need not be the cause.",
        ),
        table=_feature_table(study, first, setting),
    )


def _feature_table(study: SettingStudy, first: str, setting: str) -> Table:
    return Table(
        name="features-table",
        caption=f"{w.count(study.featured, setting)}; the surest first.",
        columns={
            "feature": "Feature",
            "slope": f"One more adds to {first}, wins in 100",
            "range": f"Least and most in these {setting}s",
            "whole": "From least to most, wins in 100",
            "sure": "Sure?",
        },
        rows=[
            {
                "feature": one.feature,
                "slope": w.change_cell(one.slope),
                "range": f"{_plain(one.lowest)} to {_plain(one.highest)}",
                "whole": w.change_cell(_whole(one)),
                "sure": "yes" if one.certain else w.NOT_ENOUGH.replace("games", f"{setting}s"),
            }
            for one in study.features
        ],
        numeric=("slope", "whole"),
        strong=[one.certain for one in study.features],
        order={
            "slope": [one.slope.estimate for one in study.features],
            "whole": [_whole(one).estimate for one in study.features],
            "range": [one.highest - one.lowest for one in study.features],
        },
        choices=("sure",),
    )


def _plain(value: float) -> str:
    return w.number(value, 0 if value == round(value) else 1)


def _whole(one: FeatureEffect) -> Interval:
    """Return the slope over the whole range of the feature."""
    reach = one.highest - one.lowest
    return Interval(
        reach * one.slope.estimate,
        reach * one.slope.low,
        reach * one.slope.high,
        one.slope.games,
        one.slope.note,
    )
