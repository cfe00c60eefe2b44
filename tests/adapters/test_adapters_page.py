"""The examples of docs/adapters.md print what the page says, and its table is that of the tensor."""

from __future__ import annotations

import re

import pytest

from balance.adapters.tensor import Tensor
from balance.engine.pacts import describe
from balance.engine.pacts.kernels import state as k
from tests.adapters.tables import new_table
from tests.support import ROOT, shipped

PAGE = (ROOT / "docs" / "adapters.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
SIZES = {
    "factions": len(shipped().factions),
    "phases": len(describe.PHASES),
    "kinds": k.MAX_KINDS,
    "court": k.MAX_COURT,
    "court + 1": k.MAX_COURT + 1,
    "words": k.ACTIVE_COPY + 1,
}


@pytest.mark.parametrize(("code", "printed"), EXAMPLES, ids=range(len(EXAMPLES)))
def test_an_example_prints_what_the_page_says(
    code: str, printed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    exec(compile(code, "docs/adapters.md", "exec"), {})
    assert capsys.readouterr().out == printed


def test_every_example_of_the_page_is_followed_by_what_it_prints() -> None:
    assert len(EXAMPLES) == PAGE.count("```python\n") == 4


def test_the_table_of_the_page_lists_the_blocks_of_the_tensor() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \| (.*?) \|$", PAGE, re.MULTILINE)
    blocks = Tensor(new_table().rules, len(shipped().factions)).blocks
    listed = [block for block in blocks if block.meaning != f"the position's field {block.name}"]
    assert [(name, meaning) for name, _, meaning in rows] == [(block.name, block.meaning) for block in listed]
    for (_, shape, _), block in zip(rows, listed, strict=True):
        sizes = [SIZES[word] if word in SIZES else int(word) for word in shape.split(" × ")]
        assert tuple(sizes) == block.shape, block.name
