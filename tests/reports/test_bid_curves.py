"""What to bid in one pairing: the sentences, and the drawing above them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from balance.reports import bid_curves, bids, verdict
from balance.reports.overview import overview
from balance.reports.page import render
from balance.stats.results import BidPoint, BidStatus, FairBid, Interval, OwnerBid
from tests.reports.synthetic import FACTIONS, estimates, manifest
from tests.reports.synthetic_studies import auctions
from tests.reports.test_page import Reader

SEATS = ("seelie", "unseelie")


def point(bid: int, share: float, *, excluded: bool = True) -> BidPoint:
    return BidPoint(bid, Interval(share, share - 0.05, share + 0.05, 400), excluded)


def found(*fair: int, best: int | None, most: int, to: int = -1) -> FairBid:
    """Return bids from none to the most cubes, all to one seat."""
    curve = tuple(
        point(to * bid, 0.8 + 0.1 * to * bid, excluded=to * bid not in fair) for bid in range(most + 1)
    )
    return FairBid(BidStatus.FOUND, None, fair, None, curve, best=best)


@pytest.mark.parametrize(
    ("fair", "said"),
    [
        (
            found(-3, -4, best=-3, most=6),
            (
                "Who wants Seelie, the better side: bid up to 3 cubes. 3 or 4 may be even; fewer are surely a bargain, "
                "more surely too dear (95%).",
                "Who is left with Unseelie: outbid anything below 3 cubes; from 3 on, pass and take the cubes.",
            ),
        ),
        (
            found(1, best=1, most=1, to=1),
            (
                "Who wants Unseelie, the better side: bid up to 1 cube. 1 or more may be even; fewer are surely a "
                "bargain, more were not played.",
                "Who is left with Seelie: if the other bids, pass and take the cubes.",
            ),
        ),
        (
            found(0, -1, best=0, most=4),
            (
                "Neither side is surely the better one (95%), so there is no need to bid. May be even: none, or 1 cube "
                "to Unseelie.",
                "If the other bids more than that, pass and take the cubes.",
            ),
        ),
        (
            FairBid(BidStatus.BETWEEN, 1, (), (0, -1), (point(0, 0.53), point(-1, 0.4)), best=0),
            (
                "Seelie is the better side, but not by a cube: 1 cube would surely be too dear (95%). Do not bid for "
                "it.",
                "If the other bids, pass and take the cubes.",
            ),
        ),
        (  # no bid leaves 8 in 100, one cube 2: who is left behind had better bid it
            FairBid(BidStatus.BETWEEN, 1, (), (0, -1), (point(0, 0.58), point(-1, 0.48)), best=-1),
            (
                "Seelie is the better side by not quite 1 cube: that would surely be too dear (95%), yet it is nearer "
                "to even than no bid.",
                "Who is left with Unseelie: bid 1 cube. If the other bids, pass and take the cubes.",
            ),
        ),
        (
            FairBid(BidStatus.BETWEEN, 1, (), (-2, -3), (point(-2, 0.53), point(-3, 0.4)), best=-2),
            (
                "Who wants Seelie, the better side: bid up to 2 cubes, surely a bargain; 3 would surely be too dear "
                "(95%).",
                "Who is left with Unseelie: outbid anything below 2 cubes; from 2 on, pass and take the cubes.",
            ),
        ),
        (
            FairBid(BidStatus.BETWEEN, 1, (), (-2, -3), (point(-2, 0.6), point(-3, 0.47)), best=-3),
            (
                "Who wants Seelie, the better side: bid up to 2 cubes, surely a bargain; 3 would surely be too dear "
                "(95%), yet nearer to even than 2.",
                "Who is left with Unseelie: outbid anything below 3 cubes; from 3 on, pass and take the cubes.",
            ),
        ),
        (
            replace(found(0, -1, -2, best=-1, most=2), other_side_open=True),
            (
                "Neither side is surely the better one (95%), so there is no need to bid. May be even: none, or 1 or 2 "
                "cubes to Unseelie; bids to the other side were not played.",
                "More cubes were not played.",
            ),
        ),
        (
            FairBid(BidStatus.OUT_OF_REACH, 0, (), None, (point(0, 0.1), point(8, 0.3))),
            (
                "Who wants Unseelie, the better side: up to 8 cubes, the most that was played, any bid is surely a "
                "bargain (95%).",
                "Who is left with Seelie: no bid that was played makes up for it; bid for Unseelie as well.",
            ),
        ),
        (found(-1, -2, best=None, most=2), ("There are not enough games to tell what to bid.",)),
        (FairBid(BidStatus.NOT_PLAYED, None, (), None, ()), ("No bids were played for this pairing.",)),
    ],
    ids=[
        "found",
        "one cube",
        "neither",
        "not by a cube",
        "nearly a cube",
        "between",
        "between, the larger",
        "neither, all open",
        "out of reach",
        "few games",
        "not played",
    ],
)
def test_both_players_are_told_what_to_bid(fair: FairBid, said: tuple[str, ...]) -> None:
    assert bids.to_bid(fair, SEATS) == said


def test_a_wide_range_asks_for_more_games() -> None:
    words = bids.to_bid(found(-2, -3, -4, -5, -6, best=-4, most=8), SEATS)
    assert words[0].endswith("More games would narrow this down.")


def test_cubes_to_either_side_grow_to_the_right_and_even_lies_where_a_dot_of_half_does() -> None:
    e = estimates(FACTIONS[:2])
    (pair, *others) = e.pairs
    curve = tuple(point(-bid, 0.7 - 0.1 * bid, excluded=bid != 2) for bid in range(5))
    fair = FairBid(BidStatus.FOUND, 1, (-2,), None, curve, best=-2)
    view, *_ = bid_curves.views(replace(e, pairs=(replace(pair, fair_bid=fair), *others)))
    assert view.curve is not None
    dots = {dot.tip: dot for dot in view.curve.dots}
    across = [float(dots[f"{what}: {cell}"].x.rstrip("%")) for what, cell in (
        ("no bid", "70 (65–75)"), ("1 cube", "60 (55–65)"), ("2 cubes", "50 (45–55)"), ("4 cubes", "30 (25–35)"),
    )]  # fmt: skip
    assert across == sorted(across)
    assert dots["2 cubes: 50 (45–55)"].y == view.curve.even
    assert [dot.even for dot in view.curve.dots] == [dot.tip.startswith("2 ") for dot in view.curve.dots]
    left, width = (float(end.rstrip("%")) for end in view.curve.fair or ())
    assert left < across[2] < left + width
    assert across[1] < left
    assert left + width < across[3]
    assert view.curve.given == "cubes given to Unseelie before play"
    assert view.curve.label.startswith(
        "Seelie's wins in 100 by cubes given to Unseelie. no bid: 70 (65–75); 1 cube:"
    )


def test_the_page_has_a_curve_for_every_pairing_and_a_picker_that_starts_at_the_least_fair() -> None:
    e = estimates(FACTIONS[:3])
    page = render(e, manifest())
    assert e.least_fair is not None
    first, second = (name.replace(" ", "-") for name in e.least_fair[:2])
    assert f'<option value="{first}-v-{second}" selected>' in page
    for pair in e.pairs:
        key = f"{pair.first}-v-{pair.second}".replace(" ", "-")
        assert f'data-choice="pair:{key}" id="bid-{key}"' in page
    assert page.count('class="bid-curve"') == len(e.pairs) == 6


def test_a_run_without_bids_has_no_curve_and_no_picker() -> None:
    page = render(estimates(FACTIONS[:2], bids=()), manifest())
    assert "No bids were played in this run." in page
    assert 'class="bid-curve"' not in page
    assert 'id="bid-' not in page


def test_who_keeps_the_own_faction_is_told_what_the_choice_of_side_is_worth() -> None:
    e = estimates(FACTIONS[:2])
    ruled = replace(auctions(FACTIONS[:2]), ruling="court_only")
    owners = (
        OwnerBid(FACTIONS[0], FACTIONS[1], (1, 2), BidStatus.FOUND),
        OwnerBid(FACTIONS[1], FACTIONS[0], (3,), BidStatus.FOUND),
    )
    kept = replace(e, auctions=ruled, owner_bids=owners)
    worth = "Worth bidding up to, for the right to choose: Banshees: 1 or 2 cubes; Changelings: 3 cubes."
    view, *_ = bid_curves.views(kept)
    assert view.sentences[1] == worth
    assert worth in verdict.bid_sentence(
        kept
    )  # not what would make the pairing even: who wins may exchange sides
    assert "ask for" not in verdict.bid_sentence(kept)
    page = " ".join("".join(Reader(render(kept, manifest())).text).split())
    assert "each keeps the own faction" in page
    assert "bid for the better side up to that number" not in page
    assert "bid for the better side up to that number" in " ".join(render(e, manifest()).split())


def test_where_both_sides_were_given_cubes_the_better_side_is_the_one_ahead() -> None:
    curve = (point(0, 0.9), point(-8, 0.7), point(9, 0.98))
    told = bids.to_bid(FairBid(BidStatus.OUT_OF_REACH, 1, (), None, curve), SEATS)
    assert told[0].startswith("Who wants Seelie, the better side: up to 8 cubes, the most that was played")
    few = FairBid(
        BidStatus.FOUND, 1, (-1, -2), None, (*curve[:1], point(-1, 0.5), point(-2, 0.48), curve[2]), best=-1
    )
    assert "more were not played" in bids.to_bid(few, SEATS)[0]


def test_cubes_that_would_even_a_pairing_are_no_bid_where_factions_stay_with_their_players() -> None:
    e = estimates(FACTIONS[:2])
    kept = replace(e, auctions=replace(auctions(FACTIONS[:2]), ruling="court_only"))
    assert overview(e)[-1].head[-1] == "fair bid"
    assert overview(kept)[-1].head[-1] == "cubes to make it even"
