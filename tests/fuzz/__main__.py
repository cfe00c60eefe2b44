"""`python -m tests.fuzz MINUTES`: change sound files by chance, read them, and keep what should not have happened."""

from __future__ import annotations

import argparse
import faulthandler
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

from tests.fuzz.guarded import SECONDS, Outcome, limit_memory, outcome_of
from tests.fuzz.targets import Files, Target, targets

MOST_KEPT = 400
"""Inputs with an outcome of their own that are changed further."""


class Fuzzer:
    """Fuzzes one target; inputs that came out in a new way are changed further.

    Parameters
    ----------
    target
        What is fuzzed.
    seed
        Of all that is done by chance.
    finds
        Where inputs go that should have come out otherwise.
    """

    def __init__(self, target: Target, seed: int, finds: Path | None = None) -> None:
        self.target, self.random, self.place = target, Random(seed), finds
        self.begun = list(target.begin())
        self.kept: list[Files] = []
        self.outcomes: Counter[tuple[str, str]] = Counter()
        self.finds: dict[tuple[str, str], Outcome] = {}
        self.tried = 0
        self.spent = 0.0

    def step(self) -> Outcome:
        """Try one input more."""
        random = self.random
        from_kept = bool(self.kept) and random.random() < 0.4
        files = self.target.change(random.choice(self.kept if from_kept else self.begun), random)
        number = random.randrange(2**32)
        clock = time.monotonic()
        faulthandler.dump_traceback_later(6 * SECONDS, exit=True)  # of code in C that no signal interrupts
        outcome = outcome_of(lambda: self.target.run(files, number))
        faulthandler.cancel_dump_traceback_later()
        self.spent += time.monotonic() - clock
        self.tried += 1
        key = (outcome.kind, outcome.words)
        self.outcomes[key] += 1
        if self.outcomes[key] == 1:
            self.kept = [*self.kept[-MOST_KEPT:], files]
            if outcome.find:
                self.finds[key] = outcome
                self._keep(files, number, outcome)
        return outcome

    def _keep(self, files: Files, number: int, outcome: Outcome) -> None:
        if self.place is None:
            return
        folder = (
            self.place
            / f"{self.target.name}-{len(self.finds)}-{outcome.kind.replace(':', '').replace(' ', '-')}"
        )
        for name, data in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        (folder / "told.txt").write_text(f"number {number}\n{outcome.told}\n", errors="replace")

    def summary(self) -> str:
        """Return what was done in a line."""
        refused = sum(n for (kind, _), n in self.outcomes.items() if kind == "refused")
        return (
            f"{self.target.name:8} {self.tried:7,} inputs in {self.spent:5.0f} s, {len(self.outcomes):5,} distinct "
            f"outcomes, {refused:6,} refused, {len(self.finds)} finds"
        )


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    """Fuzz for some minutes, target by target in turn; return 1 if anything was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("minutes", type=float)
    names = [target.name for target in targets()]
    parser.add_argument("--only", choices=names, action="append", help="what is fuzzed; by default all")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 2**32)
    parser.add_argument("--finds", type=Path, default=Path("outputs/fuzz"))
    asked = parser.parse_args(arguments)
    _say(f"seed {asked.seed}")
    limit_memory()
    chosen = [target for target in targets() if asked.only is None or target.name in asked.only]
    fuzzers = [Fuzzer(target, asked.seed, asked.finds.resolve()) for target in chosen]
    end = time.monotonic() + 60 * asked.minutes
    while time.monotonic() < end:
        fuzzer = min(fuzzers, key=lambda one: one.spent)  # all get the same time
        outcome = fuzzer.step()
        key = (outcome.kind, outcome.words)
        if outcome.find and fuzzer.outcomes[key] == 1:
            _say(f"\n{fuzzer.target.name}: {outcome.kind}: {outcome.words}\n{outcome.told[-1500:]}")
    for fuzzer in fuzzers:
        _say(fuzzer.summary())
    found = sum(len(fuzzer.finds) for fuzzer in fuzzers)
    if found:
        _say(f"{found} finds, kept in {asked.finds}")
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(main())
