"""The examples of docs/configuration.md: heading → what stands there in a file. Tests load each of them."""

from __future__ import annotations

from typing import Final

RUN: Final = {
    "Factions": """\
factions:
  dragons:
    passive: {modifier: move_becomes, count: 5}
    active: {ability: remove, count: all, whose: both, scope: region}
  kelpies:
    passive: {trigger: after_wild, ability: remove, count: 2}
    active: {ability: place, count: 3}
""",
    "Layouts": """\
layouts:
  standard:
    {top-left: 2/7, top-right: 4/3, center: 5/5, bottom-left: 1/5, bottom-middle: 3/6, bottom-right: 3/4}
  random: {random_regions: true}
""",
    "Sets of layouts": """\
layouts:
  standard:
    {top-left: 2/7, top-right: 4/3, center: 5/5, bottom-left: 1/5, bottom-middle: 3/6, bottom-right: 3/4}
  all: all-standard
  some: {set: random-regions, sample: 1200}
""",
    "Lists of layouts": """\
layouts:
  standard:
    {top-left: 2/7, top-right: 4/3, center: 5/5, bottom-left: 1/5, bottom-middle: 3/6, bottom-right: 3/4}
  tried:
    - [2/7, 4/3, 5/5, 1/5, 3/6, 3/4] # top-left, top-right, center, bottom-left, bottom-middle, bottom-right
    - {top-left: 4/3, top-right: 2/7, center: 5/5, bottom-left: 3/4, bottom-middle: 3/6, bottom-right: 1/5}
""",
    "Policies": """\
policies:
  greedy: {weights: {token: 0.8}}
""",
    "Policy pairs": """\
policy_pairs:
  - {seelie: planner, unseelie: planner, games: 260}
  - {seelie: greedy, unseelie: greedy, games: 1600, layouts: [standard]}
""",
    "Auction": """\
auction: {seelie: planner, unseelie: planner, games: 330, bids: adaptive}
""",
    "Comparisons": """\
comparisons:
  tie_break: [{seelie: planner, unseelie: planner, games: 16}]
  abilities: [{seelie: greedy, unseelie: greedy, games: 400, layouts: [standard]}]
""",
    "Layouts again": """\
again: {policy: planner, games: 40, layouts: 10}
""",
    "Precision": """\
precision: {points: 2, max_games: 500000}
""",
    "Balance": """\
balance:
  target: 50
  band: [45, 55]
  pairs:
    dragons: {kelpies: 55}
""",
}
"""Sections of a configuration file, each in place of what the shipped file says."""

GAME: Final = {
    "Board": """\
board:
  regions: {source: assumed, value: [top-left, top-right, center, bottom-left, bottom-middle, bottom-right]}
  borders:
    source: assumed
    value:
      top-left: [top-right, center, bottom-left]
      top-right: [top-left, center, bottom-right]
      center: [top-left, top-right, bottom-left, bottom-middle, bottom-right]
      bottom-left: [top-left, center, bottom-middle]
      bottom-middle: [center, bottom-left, bottom-right]
      bottom-right: [top-right, center, bottom-middle]
  symbols:
    source: assumed
    value: {oak: [top-left, bottom-left], thorn: [top-right, bottom-right], ash: [center, bottom-middle]}
""",
    "Tiles": """\
tiles:
  standard: {source: rulebook, value: [2/7, 4/3, 5/5, 1/5, 3/6, 3/4]}
  other: {source: assumed, value: [1/6, 2/4, 2/6, 4/5, 4/6, 5/3]}
""",
    "Deck sizes": """\
deck_sizes: {source: rulebook, value: {common: 27, special: 8, court: 7}}
""",
    "Decks": """\
decks:
  common:
    source: assumed
    value: {PLACE 2 oak: 7, PLACE 2 thorn: 7, PLACE 2 ash: 7, PLACE 1 WILD: 3, MOVE 2: 3}
  special: {source: assumed, value: {ABILITY: 4, POINTS: 2, MOVE 1: 2}}
""",
    "Rulings": """\
rulings:
  tie_break: {value: shared, source: ruling}
  move_unit: {value: steps, source: ruling}
""",
}
"""Sections of a game file, each in place of what the shipped file says."""

TWEAK: Final = """\
name: kelpies place 2
why: Does a smaller ability bring the kelpies nearer to even?
factions:
  kelpies:
    active: {count: 2}
points_card: 2
"""
