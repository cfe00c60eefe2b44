"""Files stay short, and say nothing of the machine they were written on."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from balance.config.pacts import RULINGS
from balance.engine._jit import kernel_sources
from tests.support import ROOT, shipped

MOST_LINES = 400
LONG: set[str] = set()  # modules that may be longer
BINARY = {".png", ".parquet", ".woff2"}
PRIVATE = {
    "a path of one machine": re.compile(r"(?<![\w.])/(?:work|root|home|opt)/"),
    "an installer's address": re.compile(r"py[p]i\.|python[h]osted|deb[i]an\.org|npm[j]s"),
    "a number that only its authors know": re.compile(r"\bissues? (?:no\. ?)?#?\d", re.IGNORECASE),
}


def tracked() -> list[Path]:
    """Return the files of the project."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("not a git clone")
    names = subprocess.run([git, "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    paths = [ROOT / name for name in names.stdout.split("\0") if name]
    return [path for path in paths if path.is_file()]


def test_no_module_is_long() -> None:
    lengths = {
        path.relative_to(ROOT).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
        for path in (ROOT / "balance").rglob("*.py")
    }
    too_long = {name: lines for name, lines in lengths.items() if lines > MOST_LINES and name not in LONG}
    assert too_long == {}


@pytest.mark.parametrize("what", PRIVATE)
def test_no_file_names_what_only_one_machine_or_author_knows(what: str) -> None:
    found = []
    for path in tracked():
        if path.suffix in BINARY:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if PRIVATE[what].search(line):
                found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()}")
    assert found == []


def test_results_are_not_tracked_but_their_folder_is() -> None:
    outputs = [path.name for path in tracked() if path.relative_to(ROOT).parts[0] == "outputs"]
    assert outputs == [".gitkeep"]


def test_no_faction_is_named_in_compiled_code() -> None:
    """Factions are data: kernels know words of the vocabulary, and of the rulings only their names."""
    rulings = sorted(RULINGS, key=len, reverse=True)
    found = []
    for path in kernel_sources():
        text = path.read_text(encoding="utf-8").lower()
        for ruling in rulings:
            text = text.replace(ruling, "")
        text = text.replace("_", " ")
        found += [f"{path.name}: {name}" for name in shipped().factions if re.search(rf"\b{name}\b", text)]
    assert found == []
