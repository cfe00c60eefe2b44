"""The two runs of a comparison: read, and refused where nothing of them can be compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from balance.config.target import Balance
from balance.engine.system import tie_rule
from balance.errors import RunFolderError
from balance.reports.wording import words_of
from balance.stats.runs.common import Played, common_policies
from balance.stats.runs.compared import Aim
from balance.sweep.comparable import read_cells
from balance.sweep.folder import REPORT, unfinished
from balance.sweep.manifest import MANIFEST
from balance.sweep.store import TALLIES


@dataclass(frozen=True)
class Run:
    """A finished run.

    Parameters
    ----------
    folder
        As it was typed.
    manifest
        Its manifest.
    played
        Its games.
    """

    folder: Path
    manifest: Mapping[str, Any]
    played: Played

    @property
    def page(self) -> Path | None:
        """Its own page, where there is one."""
        page = self.folder / REPORT
        return page if page.is_file() else None


def read_source(folder: Path) -> Run:
    """Return a finished run.

    Raises
    ------
    RunFolderError
        If the folder holds none, is damaged, or holds what another command wrote.
    """
    if unfinished(folder) and not (folder / MANIFEST).exists():
        msg = f"{folder} holds an unfinished sweep; give its command again to finish it, then compare"
        raise RunFolderError(msg)
    manifest, columns, tallies = read_cells(folder)
    played = Played.of(
        tallies,
        columns,
        headline=manifest["headline"],
        tie_break=tie_rule(manifest["rulings"]),
        looks=tuple(manifest.get("auction", {}).get("looks", ())),
    )
    return Run(folder, manifest, played)


def refuse_strangers(old: Run, new: Run) -> None:
    """Refuse two runs of which nothing can be compared.

    Raises
    ------
    RunFolderError
        Another rule system, other columns; no pairing, setting or policies in common: by name.
    """
    differing = [
        f"{name} ({_words(a)}; {_words(b)})"
        for name, a, b in (
            (key, _at(old.manifest, key), _at(new.manifest, key))
            for key in ("system", "columns.seats", "columns.setting")
        )
        if a != b
    ]
    if differing:
        raise RunFolderError(_refusal(old, new, f"they differ in {', '.join(differing)}"))
    for name, plural in (
        ("contestants", f"{words_of(old.manifest).contestant}s"),
        ("settings", f"{old.manifest['columns']['setting']}s"),
    ):
        a, b = old.manifest[name], new.manifest[name]
        if not set(a) & set(b):
            raise RunFolderError(
                _refusal(old, new, f"they have no {plural} in common ({_words(a)}; {_words(b)})")
            )
    if common_policies(old.played, new.played) is None:
        who = [
            "; ".join(" v ".join(pair) for pair in run.played.policies()) or "nobody" for run in (old, new)
        ]
        msg = _refusal(
            old, new, f"no policies played without a bid in both ({who[0]} in the one, {who[1]} in the other)"
        )
        raise RunFolderError(msg)


def refuse_nothing(old: Run, new: Run) -> RunFolderError:
    """Return the error of two runs whose common policies have no pairing on a setting in common."""
    policies = " v ".join(common_policies(old.played, new.played) or ())
    return RunFolderError(
        _refusal(
            old, new, f"{policies} played no pairing on one {old.manifest['columns']['setting']} in both"
        )
    )


def _refusal(old: Run, new: Run, why: str) -> str:
    return f"{old.folder} and {new.folder} cannot be compared: {why}"


def _at(manifest: Mapping[str, Any], key: str) -> Any:
    value: Any = manifest
    for part in key.split("."):
        value = value[part]
    return value


def _words(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def balance_of(old: Run, new: Run) -> Balance:
    """Return what counts as balanced: as the new run's configuration says, else the old one's, else 45 to 55.

    Raises
    ------
    RunFolderError
        If a manifest's section is damaged.
    """
    for run in (new, old):
        told = run.manifest["configuration"].get("balance")
        if told is not None:
            try:
                return Balance.model_validate(told, strict=False)  # JSON has lists for pairs of numbers
            except ValidationError:
                msg = f"{run.folder / MANIFEST} is damaged: configuration.balance"
                raise RunFolderError(msg) from None
    return Balance()


def aim_of(balance: Balance, *, material: float, alpha: float) -> Aim:
    """Return a target in shares, what matters (share) and the error rate as the statistics take them."""

    def band(first: str, second: str) -> tuple[float, float]:
        low, high = balance.band_of(first, second)
        return low / 100, high / 100

    return Aim(lambda first, second: balance.target_of(first, second) / 100, band, material, alpha)


def is_same(old: Run, new: Run) -> bool:
    """Return whether two folders hold one and the same run: the same configuration, and tallies of the same bytes."""
    keys = ("configuration_digest", "headline", "rulings")
    return (
        all(old.manifest[key] == new.manifest[key] for key in keys)
        and old.manifest["files"][TALLIES] == new.manifest["files"][TALLIES]
    )


def is_related(old: Run, new: Run) -> bool:
    """Return whether games of one number may have had the same decks: the seed decides them."""
    return bool(old.manifest["seed"] == new.manifest["seed"])
