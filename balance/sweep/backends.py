"""Where chunks are played: on threads of this process, in processes beside it, or on a Dask cluster.

Threads share rules and policies with whoever started them. To another process goes a `Recipe`, from which it builds
both, once; chunks name cells, and tallies come back. No path of this machine travels, and nobody else writes results.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from joblib import Parallel, delayed

from balance.engine.system import CellTally, PolicyHandle
from balance.errors import BackendError

if TYPE_CHECKING:
    from balance.sweep.recipes import Recipe
    from balance.sweep.runner import Chunk, Player

THREADS, LOKY, DASK = "threads", "loky", "dask"
NAMES = (THREADS, LOKY, DASK)

_ADDRESS = re.compile(r"(?:tcp://)?(?:\[[0-9a-fA-F:.]+\]|[^\s:/\[\]]+):[0-9]{1,5}")
RESUMED = "finished games are kept, the same command goes on from there"

Played = tuple["Chunk", list[CellTally], float]
"""A chunk, what was counted in it, and the seconds that it took."""
Said = Callable[[str], None]


class Backend(Protocol):
    """Where chunks are played."""

    def jobs(self, wanted: int) -> int:
        """Return how many chunks are played at a time where `wanted` would be on this machine."""
        ...

    def prepare(self, recipe: Recipe) -> None:
        """Get ready to play what a recipe says; to be called before `played`."""
        ...

    def played(
        self, player: Player, policies: Mapping[str, PolicyHandle], chunks: Iterable[Chunk], jobs: int
    ) -> Iterable[Played]:
        """Play chunks, each taken when a worker is free for it, and return them as they are finished."""
        ...


def play_chunk(player: Player, policies: Mapping[str, PolicyHandle], chunk: Chunk) -> Played:
    """Play a chunk."""
    start = time.perf_counter()
    tallies = player.play(chunk.cells, policies, chunk.first_game, chunk.games)
    return chunk, tallies, time.perf_counter() - start


class Threads:
    """Threads of this process; kernels run on them without the interpreter's lock."""

    def jobs(self, wanted: int) -> int:
        """Return `wanted`."""
        return wanted

    def prepare(self, recipe: Recipe) -> None:
        """Do nothing: threads have all that they need."""

    def played(
        self, player: Player, policies: Mapping[str, PolicyHandle], chunks: Iterable[Chunk], jobs: int
    ) -> Iterable[Played]:
        """Play chunks with the player at hand."""
        parallel = Parallel(
            n_jobs=jobs, prefer="threads", return_as="generator_unordered", pre_dispatch="1.5*n_jobs"
        )
        played: Iterable[Played] = parallel(delayed(play_chunk)(player, policies, chunk) for chunk in chunks)
        return played


def check_options(name: str, scheduler: str | None) -> None:
    """Refuse options that do not go together.

    Raises
    ------
    BackendError
        A scheduler is missing, superfluous or not written as an address.
    """
    if name != DASK:
        if scheduler is not None:
            msg = f"--scheduler is for --backend {DASK}; got --backend {name}"
            raise BackendError(msg)
        return
    if scheduler is None:
        msg = f"--backend {DASK} needs --scheduler tcp://HOST:PORT, which `dask scheduler` prints"
        raise BackendError(msg)
    if not _ADDRESS.fullmatch(scheduler):
        msg = f"--scheduler: expected an address such as tcp://127.0.0.1:8786; got {scheduler!r}"
        raise BackendError(msg)


@contextmanager
def opened(
    name: str, *, scheduler: str | None = None, limit: int | None = None, say: Said
) -> Iterator[Backend]:
    """Yield a back end by its name, and end afterwards what it has started.

    Parameters
    ----------
    name
        One of `NAMES`.
    scheduler
        The address of a Dask cluster's scheduler.
    limit
        The most chunks at a time on a cluster; by default all its threads are busy.
    say
        Called with a line now and then.

    Raises
    ------
    BackendError
        The options do not go together, Dask is not installed, or the scheduler or its workers are not there or
        have other code.
    """
    check_options(name, scheduler)
    if name == DASK:
        assert scheduler is not None, "checked above"
        from balance.sweep.cluster import connected

        with connected(
            scheduler if "://" in scheduler else f"tcp://{scheduler}", limit=limit, say=say
        ) as cluster:
            yield cluster
    elif name == LOKY:
        from balance.sweep.processes import processes

        with processes() as started:
            yield started
    else:
        yield Threads()
