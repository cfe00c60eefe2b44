"""Playing in processes of this machine, which loky starts."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass

from joblib import Parallel, delayed
from joblib.externals.loky import get_reusable_executor

from balance.engine.system import PolicyHandle
from balance.errors import BackendError
from balance.sweep.backends import RESUMED, Played
from balance.sweep.recipes import Recipe, play_by_recipe
from balance.sweep.runner import Chunk, Player


@contextmanager
def processes() -> Iterator[Processes]:
    """Yield the back end, and end its processes afterwards."""
    try:
        yield Processes()
    finally:
        get_reusable_executor(reuse=True).shutdown(kill_workers=True)


@dataclass
class Processes:
    """Processes of this machine, started by loky; `processes` ends them."""

    recipe: Recipe | None = None

    def jobs(self, wanted: int) -> int:
        """Return `wanted`."""
        return wanted

    def prepare(self, recipe: Recipe) -> None:
        """Note the recipe; a process builds from it when it plays its first chunk."""
        self.recipe = recipe

    def played(
        self,
        player: Player,  # noqa: ARG002 (each process builds its own)
        policies: Mapping[str, PolicyHandle],  # noqa: ARG002 (as above)
        chunks: Iterable[Chunk],
        jobs: int,
    ) -> Iterator[Played]:
        """Play chunks in processes.

        Raises
        ------
        BackendError
            A process was killed.
        """
        parallel = Parallel(
            n_jobs=jobs,
            backend="loky",
            batch_size=1,
            return_as="generator_unordered",
            pre_dispatch="1.5*n_jobs",
            initializer=_start,
            initargs=(os.getpid(),),
        )
        try:
            yield from parallel(delayed(play_by_recipe)(self.recipe, chunk) for chunk in chunks)
        except BrokenProcessPool as error:
            msg = f"a process that played was killed (was memory short? fewer --jobs need less); {RESUMED}"
            raise BackendError(msg) from error


def _start(command: int) -> None:
    """Leave Ctrl-C and SIGTERM, which a whole group of processes gets, to the command; end when it is no more."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(command,), daemon=True).start()


def _end_with(command: int) -> None:
    """End this process when the command that started it has been killed."""
    while os.getppid() == command:
        time.sleep(1)
    os._exit(1)
