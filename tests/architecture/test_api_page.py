"""The examples of docs/api.md run as printed."""

from __future__ import annotations

import doctest
import re
import shlex
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from balance.cli import main
from tests.architecture.test_docs import blocks
from tests.support import ROOT

PAGE = ROOT / "docs" / "api.md"


def test_sessions_of_the_page_run_and_print_what_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = PAGE.read_text(encoding="utf-8")
    if find_spec("balance.engine.pacts.record") is None:
        text = re.sub(r"^## Keep it as a record\n.*?^(?=## )", "", text, flags=re.MULTILINE | re.DOTALL)
    examples = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    assert len(examples.examples) > 30
    assert doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(examples).failed == 0


def test_the_policy_of_the_page_plays_by_the_commands_of_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (text,) = (block for block in blocks(PAGE, "python") if not block.startswith(">>>"))
    assert len(text.splitlines()) < 30
    shutil.copytree(ROOT / "configs", tmp_path / "configs")
    (tmp_path / "leader.py").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [str(tmp_path), *sys.path])
    lines = [line for block in blocks(PAGE, "sh") for line in block.splitlines()]
    for line in lines:
        program, *arguments = shlex.split(line)
        assert program == "balance"
        if arguments[0] == "sweep":
            arguments += ["--layouts", "standard", "--quiet"]
        assert main(arguments) == 0, capsys.readouterr().err
    assert (tmp_path / "outputs" / "leader-random" / "report.html").exists()
    assert "dragons (leader:choose) against Unseelie: kelpies (greedy)" in capsys.readouterr().out
