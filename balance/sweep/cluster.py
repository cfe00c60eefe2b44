"""Playing on a Dask cluster: workers are checked before they play, watched while they do, and may be lost."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import CancelledError
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from joblib import Parallel, delayed

from balance.engine.system import PolicyHandle
from balance.errors import BackendError
from balance.sweep.backends import DASK, RESUMED, Played, Said
from balance.sweep.recipes import Recipe, built, differing, identity, play_by_recipe
from balance.sweep.runner import Chunk, Player

if TYPE_CHECKING:
    from distributed import Client

CONNECTING = 10.0  # seconds to wait for a scheduler, and then for its first worker
ALONE_SAID = 5.0  # seconds without any worker before it is said
ALONE = 60.0  # and before a sweep gives up
_LOOK = 1.0


class Cluster:
    """A Dask cluster; made by `connected`.

    Parameters
    ----------
    client
        A connection to its scheduler.
    address
        What messages call the scheduler.
    limit
        The most chunks at a time; None leaves it to the cluster's threads.
    say
        Called with a line now and then.
    """

    def __init__(self, client: Client, address: str, *, limit: int | None, say: Said) -> None:
        self._client, self._address, self._limit, self._say = client, address, limit, say
        self._recipe: Recipe | None = None
        self._gave_up = ""

    def jobs(self, wanted: int) -> int:  # noqa: ARG002 (it is of this machine)
        """Return the threads of all workers, or the limit."""
        threads: int = max(1, sum(self._client.nthreads().values()))
        return threads if self._limit is None else min(threads, self._limit)

    def check(self) -> None:
        """Make sure that there are workers, and that they have the same code.

        Raises
        ------
        BackendError
            There is no worker after some seconds, or one has other code.
        """
        try:
            self._client.wait_for_workers(1, timeout=CONNECTING)
        except TimeoutError:
            msg = (
                f"the scheduler at {self._address} has no worker; "
                f"start some: dask worker {self._address} --nworkers 2 --nthreads 1"
            )
            raise BackendError(msg) from None
        here = identity()
        for address, there in sorted(self._client.run(identity, on_error="return").items()):
            if isinstance(there, ModuleNotFoundError):
                told = f"it lacks {there.name}; install balance there and start the worker anew"
            else:
                told = str(there) if isinstance(there, BaseException) else differing(here, there)
            if told:
                msg = f"the worker {address} cannot play: {told}"
                raise BackendError(msg)

    def prepare(self, recipe: Recipe) -> None:
        """Let every worker build rules and policies, one of each machine first: it may compile, for the others too.

        Raises
        ------
        BalanceError
            A worker cannot.
        """
        self._recipe = recipe
        machines: dict[str, list[str]] = {}
        for address in sorted(self._client.nthreads()):
            machines.setdefault(address.rpartition(":")[0], []).append(address)
        count = sum(map(len, machines.values()))
        self._say(f"{count} workers with {self.jobs(1)} threads at {self._address}")
        self._let_build([first for first, *_ in machines.values()])
        self._let_build([address for _, *others in machines.values() for address in others])

    def _let_build(self, addresses: Iterable[str]) -> None:
        building = {
            address: self._client.submit(
                _build, self._recipe, workers=[address], allow_other_workers=False, pure=False
            )
            for address in addresses
        }
        for address, future in building.items():
            while not future.done() and address in self._client.nthreads():  # else it is lost, others go on
                time.sleep(0.05)
            if future.done():
                future.result()

    def played(
        self,
        player: Player,  # noqa: ARG002 (each worker builds its own)
        policies: Mapping[str, PolicyHandle],  # noqa: ARG002 (as above)
        chunks: Iterable[Chunk],
        jobs: int,
    ) -> Iterator[Played]:
        """Play chunks on the workers; what a lost worker was playing is played again by another.

        Raises
        ------
        BackendError
            The scheduler is lost, all workers are for a while, or several died of the same games.
        """
        from distributed.scheduler import KilledWorker

        parallel = Parallel(
            backend=_joblib_backend(self._client, jobs),
            batch_size=1,
            return_as="generator_unordered",
            pre_dispatch="1.5*n_jobs" if self._limit is None else jobs,
        )
        with self._watched():
            try:
                yield from parallel(delayed(play_by_recipe)(self._recipe, chunk) for chunk in chunks)
            except CancelledError as error:
                told = self._gave_up or f"lost the scheduler at {self._address}"
                msg = f"{told}; {RESUMED}"
                raise BackendError(msg) from error
            except KilledWorker as error:
                msg = f"the same games ended several workers (was memory short?); {RESUMED}"
                raise BackendError(msg) from error

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """Meanwhile, look whether there is a worker: joblib would wait for one for ever."""
        over = threading.Event()
        watch = threading.Thread(target=self._watch, args=(over,), daemon=True)
        watch.start()
        try:
            yield
        finally:
            over.set()
            watch.join()

    def _watch(self, over: threading.Event) -> None:
        seen, said = time.monotonic(), False
        while not over.wait(_LOOK):
            try:
                workers = self._client.nthreads()
            except Exception:  # the scheduler is lost, which whoever waits for games learns as well
                return
            now = time.monotonic()
            if workers:
                seen, said = now, False
            elif now - seen >= ALONE:
                self._gave_up = f"no worker was at {self._address} for {ALONE:.0f} seconds"
                self._cancel()
                return
            elif now - seen >= ALONE_SAID and not said:
                self._say(f"no worker is left at {self._address}; waiting for one")
                said = True

    def _cancel(self) -> None:
        """Call off all that was asked for."""
        from distributed import Future

        self._client.cancel([Future(key, self._client) for key in list(self._client.futures)])


def _build(recipe: Recipe) -> None:
    """Build rules and policies, for `play_by_recipe` to find them."""
    built(recipe)


def _joblib_backend(client: Client, jobs: int) -> Any:
    """Return joblib's back end for Dask with so many chunks at a time."""
    from joblib._dask import DaskDistributedBackend

    class OnCluster(DaskDistributedBackend):  # type: ignore[misc]  # joblib has no types
        def effective_n_jobs(self, n_jobs: int) -> int:  # noqa: ARG002 (joblib calls it so)
            return max(2, jobs)  # of one, joblib makes a loop in this process

    return OnCluster(client=client)


@contextmanager
def connected(address: str, *, limit: int | None, say: Said) -> Iterator[Cluster]:
    """Yield the cluster of a scheduler's address; what it is still to do is called off at the end.

    Parameters
    ----------
    limit, say
        As `Cluster` takes them.

    Raises
    ------
    BackendError
        Dask is not installed, the scheduler is not there, or its workers are not or have other code.
    """
    try:
        from distributed import Client
    except ImportError:
        msg = f"--backend {DASK} needs Dask: in the project's folder, pip install '.[{DASK}]'"
        raise BackendError(msg) from None
    for name in ("distributed", *logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong is said in one message
    try:
        kind = asyncio.run(asyncio.wait_for(_kind(address), CONNECTING))  # a client may wait far longer
        if kind != "Scheduler":
            msg = f"expected the address of a Dask scheduler; at {address} is a {kind.lower()}"
            raise BackendError(msg)
        client = Client(address, timeout=CONNECTING, set_as_default=False)
    except OSError as error:
        msg = f"no Dask scheduler answers at {address}; start one: dask scheduler"
        raise BackendError(msg) from error
    try:
        cluster = Cluster(client, address, limit=limit, say=say)
        cluster.check()
        yield cluster
    finally:
        client.close(timeout=CONNECTING)


async def _kind(address: str) -> str:
    """Return what answers at an address: a scheduler, or a worker."""
    from distributed import rpc

    async with rpc(address) as there:
        return str((await there.identity())["type"])
