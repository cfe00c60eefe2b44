"""Links, paths and names that mean something elsewhere: refused, or taken as what they are and no more."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from balance.cli import main
from balance.errors import BalanceError, RunFolderError
from balance.loading import configuration_at
from balance.reports.anchors import slugs
from balance.reports.templating import environment
from balance.road import run_sweep
from tests.fuzz import seeds
from tests.fuzz.values import CANARY, NAMES
from tests.sweep.coins import CoinSystem, configuration


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, data in seeds.small().items():
        path = tmp_path / "here" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return tmp_path / "here"


def test_a_link_to_a_configuration_reads_the_game_beside_the_link(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "link.yaml").symlink_to(folder / "run.yaml")
    with pytest.raises(BalanceError, match=r"game: .*games/pacts\.yaml: no such file"):
        configuration_at(tmp_path / "link.yaml")
    (tmp_path / "games").symlink_to(folder / "games")
    assert configuration_at(tmp_path / "link.yaml").digest() == configuration_at(folder / "run.yaml").digest()


def test_a_game_above_the_configuration_is_read_and_a_run_cannot_be_named_so(folder: Path) -> None:
    run, text = folder / "run.yaml", (folder / "run.yaml").read_text()
    run.write_text(text.replace("game: games/", "game: ../here/./games/"))
    assert configuration_at(run).name == "small"
    run.write_text(text.replace("name: small", "name: ../small"))
    with pytest.raises(BalanceError, match="expected a plain folder name"):
        configuration_at(run)


@pytest.mark.parametrize("target", ["/dev/zero", "/dev/stdin", "/proc/self/mem", "run.yaml"])
def test_a_game_that_is_no_plain_file_of_yaml_is_refused(folder: Path, target: str) -> None:
    game = folder / "games" / "pacts.yaml"
    game.unlink()
    game.symlink_to(target if target.startswith("/") else folder / target)
    with pytest.raises(BalanceError):
        configuration_at(folder / "run.yaml")


def _sweep(folder: Path) -> None:
    coins = configuration(policy_pairs=configuration().policy_pairs[:1], auction=None)
    run_sweep(coins, lambda: (CoinSystem(coins), {}), folder)


def test_results_go_where_a_linked_folder_is_and_leave_the_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("balance.reports.page.render", lambda *_: "page")
    (tmp_path / "true").mkdir()
    (tmp_path / "link").symlink_to("true")
    _sweep(tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "true" / "tallies.parquet").is_file()


def test_a_folder_that_links_to_itself_or_to_nothing_is_refused(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "gone").symlink_to("nowhere")
    for name in ("loop", "gone"):
        with pytest.raises(RunFolderError, match=f"cannot write .*{name}"):
            _sweep(tmp_path / name)


def test_results_replace_a_link_and_never_what_it_leads_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("balance.reports.page.render", lambda *_: "page")
    (tmp_path / "mine").write_text("mine")
    _sweep(tmp_path / "run")
    (tmp_path / "run" / "summary.json").unlink()
    (tmp_path / "run" / "summary.json").symlink_to(tmp_path / "mine")
    _sweep(tmp_path / "run")
    assert (tmp_path / "mine").read_text() == "mine"
    assert not (tmp_path / "run" / "summary.json").is_symlink()


@pytest.mark.parametrize(
    "name", [CANARY, "a|b", "a,b", "</script>", "a\nb", "a\x00b", "con\u202etrol", " a", "x" * 41]
)
def test_a_faction_of_such_a_name_is_refused(folder: Path, name: str) -> None:
    run = folder / "run.yaml"
    quoted = '"' + "".join(f"\\U{ord(c):08x}" for c in name) + '"'
    run.write_text(run.read_text().replace("  dragons:", f"  {quoted}:"))
    with pytest.raises(BalanceError, match="expected a name"):
        configuration_at(run)


@pytest.mark.parametrize(
    "name", ["$(touch owned)", "`touch owned`", "; touch owned #", "--help", "..", "{{7*7}}", "a/b", "%s%n"]
)
def test_a_faction_named_like_a_command_is_a_name_and_nothing_else(
    folder: Path, name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run = folder / "run.yaml"
    run.write_text(run.read_text().replace("  dragons:", f"  '{name}':"))
    assert name in configuration_at(run).pool()
    monkeypatch.chdir(folder)
    for words, shell in (
        ("balance sweep run.yaml --factions ", "bash"),
        ("balance sweep run.yaml --factions ", "zsh"),
    ):
        monkeypatch.setenv("_BALANCE_COMPLETE", f"{shell}_complete")
        monkeypatch.setenv("COMP_WORDS", words)
        monkeypatch.setenv("COMP_CWORD", "4")
        assert main([]) in {0, 1}
    said = capsys.readouterr().out.splitlines()
    assert " " not in name or not any(
        name in line for line in said
    )  # a shell would take it for several words
    assert not (folder / "owned").exists()
    assert os.sep not in slugs([name])[name]


def test_no_name_becomes_the_path_of_a_page() -> None:
    found = slugs([name.encode(errors="replace").decode() for name in NAMES])
    assert all(slug.replace("-", "").isalnum() for slug in found.values())


def test_templates_escape_what_is_markup() -> None:
    shown = environment().from_string("<p title='{{ name }}'>{{ name }}</p>").render(name=CANARY)
    assert CANARY not in shown
    assert "<b" not in shown


def test_the_index_escapes_what_a_manifest_says(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    text = (
        '{"format": "balance x", "name": "<b id=canary>", "headline": ["<i>"], "tweaks": ["</td><script>"]}'
    )
    (tmp_path / "run" / "manifest.json").write_text(text)
    assert main(["report", "--index", str(tmp_path)]) == 0
    page = (tmp_path / "index.html").read_text()
    assert "&lt;b id=canary&gt;" in page
    assert "<b id=canary>" not in page
    assert "</td><script>" not in page
