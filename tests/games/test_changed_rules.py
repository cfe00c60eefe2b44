"""Every change of rulings, values and layouts as a rule system of its own."""

from __future__ import annotations

from balance.config.pacts import load_configuration
from balance.config.pacts.variants import variants
from balance.engine.pacts.system import MOST_LAYOUTS, PactsSystem
from balance.engine.system import Cell
from balance.policies import weights
from tests.config.conftest import CONFIGS

SHIPPED = load_configuration(CONFIGS / "factions.yaml", policies=weights("pacts"))
CELL = Cell(("dragons", "kelpies"), "standard", ("greedy", "greedy"))


def test_a_system_lists_what_sensitivity_plays_and_plays_each_by_its_own_rules() -> None:
    system = PactsSystem(SHIPPED)
    listed = {change.name: change for change in system.variants("standard")}
    assert list(listed) == [variant.name for variant in variants(SHIPPED, layout="standard")]
    steps = listed["move_unit: steps"]
    assert (steps.kind, steps.what, steps.base, steps.option, steps.source) == (
        "ruling", "move_unit", "cubes", "steps", "ruling",
    )  # fmt: skip
    assert listed["tie_break: shared"].source == "rulebook"
    assert listed["court: move 2 for points"].meaning == "another court: MOVE 2 instead of POINTS"
    assert listed["faction_pool: eight_boxed"].absent == ("fomorians",)
    assert system.varied("standard", "move_unit: steps").rules_key(CELL) != system.rules_key(CELL)
    only_fir_bolg = system.varied("standard", "fir_bolg_spawn: one_empty_region")
    assert only_fir_bolg.rules_key(CELL) == system.rules_key(CELL)


def test_the_tiles_of_many_layouts_are_no_variants_of_one_another() -> None:
    one = SHIPPED.layouts["standard"]
    many = SHIPPED.model_copy(
        update={"layouts": {"standard": one, **{f"layout {n}": one for n in range(MOST_LAYOUTS)}}}
    )
    kinds = {change.kind for change in PactsSystem(many).variants("standard")}
    assert kinds == {"ruling", "assumption"}
    few = {change.kind for change in PactsSystem(SHIPPED).variants("standard")}
    assert "layout" in few
