"""How `balance verify` checks records of this system: with its own fast reader and verifier."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from balance.config.pacts.only import of_pacts
from balance.config.run import Configuration
from balance.engine.pacts.record.read import read_records
from balance.engine.pacts.record.verify import Verdict, verify


def verdicts(stream: BinaryIO, file: str, configuration: Configuration | None) -> Iterator[Verdict]:
    """Check the records of a stream one by one; see `balance.engine.plain_record.verdicts`."""
    under = None if configuration is None else of_pacts(configuration, "this record's reader")
    return verify(read_records(stream, name=file), under)
