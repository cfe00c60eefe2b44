"""Opening a file of played games: text in any usual encoding, or Parquet, as one lazy frame."""

from __future__ import annotations

import codecs
import csv
import re
import stat
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import NoReturn

import polars as pl

from balance.errors import ResultsError

SEPARATORS = (",", ";", "\t", "|")
START = 1 << 16  # bytes from which encoding and separator are told
PIECE = 1 << 22
_EMPTY = "the file is empty; expected a line of column names and a row for each game"
LONGEST_HEADER = 1 << 20  # characters before the first row
LONGEST_FIELD = 1 << 20

_POLARS = (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError)
_MAGIC = {
    b"PK\x03\x04": "a spreadsheet or archive: save the sheet as CSV",
    b"\xd0\xcf\x11\xe0": "an old spreadsheet: save the sheet as CSV",
    b"\x1f\x8b": "compressed: unpack it first",
    b"\x28\xb5\x2f\xfd": "compressed: unpack it first",
    b"BZh": "compressed: unpack it first",
    b"%PDF": "a PDF: save the table as CSV",
}
_BOMS = {
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_TOLD = re.compile(r"sep=(.)", re.IGNORECASE)  # a line before the header, as spreadsheets write it


@dataclass
class Source:
    """An open file of results.

    Parameters
    ----------
    path
        The file, as it was given.
    frame
        Its rows; text is not interpreted.
    header
        The names of its columns.
    text
        Where its text lies in UTF-8; None for Parquet.
    separator
        Between fields; empty for Parquet.
    skipped
        Lines before the header.
    notes
        What was assumed.
    unread
        Columns of Parquet that hold neither text nor numbers: name → what they hold.
    """

    path: Path
    frame: pl.LazyFrame
    header: tuple[str, ...]
    text: Path | None = None
    separator: str = ""
    skipped: int = 0
    notes: list[str] = field(default_factory=list)
    unread: dict[str, str] = field(default_factory=dict)

    def where(self, row: int) -> str:
        """Return the file and the line of a row (0 is the first), or its number where a file has no lines."""
        line, _ = self._record(row) if self.text is not None else (0, [])
        return f"{self.path}:{line}" if line else f"{self.path}, row {row + 1}"

    def missing(self, row: int) -> str:
        """Return in words that a row has fewer fields than the header, or an empty string."""
        line, record = self._record(row) if self.text is not None else (0, [])
        fields = len(record)
        short = line and fields < len(self.header)
        return f" (the row has {fields} of {len(self.header)} fields)" if short else ""

    def collect(self, query: pl.LazyFrame) -> pl.DataFrame:
        """Return what a query of `frame` gives, in little memory.

        Raises
        ------
        ResultsError
            The file is damaged, or is no table.
        """
        try:
            return query.collect(engine="streaming")
        except _POLARS as error:
            msg = (
                f"{self.path} is damaged: {_first_line(error)}" if self.text is None else self._not_a_table()
            )
            raise ResultsError(msg) from error

    def values(self, row: int) -> dict[str, str | None]:
        """Return a row's fields as text."""
        found = self.frame.slice(row, 1).select(pl.all().cast(pl.String, strict=False))
        return self.collect(found).row(0, named=True)

    def _records(self) -> Iterator[tuple[int, list[str]]]:
        """Yield the line in which each row starts, and its fields; those in quotation marks may go over lines."""
        assert self.text is not None
        with self.text.open(encoding="utf-8-sig", errors="replace", newline="") as file:
            reader = csv.reader(file, delimiter=self.separator)
            for _ in range(self.skipped):
                file.readline()
            with suppress(csv.Error):
                next(reader)  # the header
                line = self.skipped + reader.line_num + 1
                for fields in reader:
                    yield line, fields
                    line = self.skipped + reader.line_num + 1

    def _record(self, row: int) -> tuple[int, list[str]]:
        """Return the line and the fields of a row; line 0 if one before it is too long to be looked through."""
        return next(islice(self._records(), row, None), (0, []))

    def _not_a_table(self) -> str:
        """Return where the first row is that has more fields than the header, and how many."""
        width, line = len(self.header), 1
        for line, fields in self._records():
            if len(fields) > width:
                return f"{self.path}:{line}: expected {width} fields, as in the header; got {len(fields)}"
        return (
            f"{self.path}:{line}: cannot be read as a table from here on; is a quotation mark never closed?"
        )


@contextmanager
def opened(path: Path) -> Iterator[Source]:
    """Open a file of results.

    Raises
    ------
    ResultsError
        It is missing, cannot be read, is empty, or is no table of text and no Parquet file.
    """
    csv.field_size_limit(LONGEST_FIELD)
    start = _start(path)
    if start[:4] == b"PAR1":
        yield _parquet(path)
        return
    for magic, what in _MAGIC.items():
        if start.startswith(magic):
            _fail(path, f"expected CSV or Parquet; got {what}")
    encoding = _encoding(path, start)
    with tempfile.TemporaryDirectory(prefix="balance-") as folder:
        text, notes = path, []
        if encoding != "utf-8" or _odd_line_ends(path):
            text = Path(folder) / "results.csv"
            _rewrite(path, text, encoding)
            if encoding == "cp1252":
                notes = [f"{path} is not UTF-8; it was read as Windows-1252 (Western European)"]
        yield _text(path, text, notes)


def _start(path: Path) -> bytes:
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            _fail(path, "expected a file of results or the folder of a finished run; got another folder")
        if not stat.S_ISREG(mode):
            _fail(path, "expected a file; got a pipe, device or socket")
        with path.open("rb") as file:
            start = file.read(START)
    except FileNotFoundError:
        _fail(path, "no such file")
    except (OSError, ValueError) as error:
        words = getattr(error, "strerror", None) or str(error)
        _fail(path, f"cannot be read: {words[:1].lower()}{words[1:]}")
    if len(start) < START and not start.strip(b"\xef\xbb\xbf\xff\xfe \t\r\n\0"):
        _fail(path, _EMPTY)
    return start


def _encoding(path: Path, start: bytes) -> str:
    """Return the encoding of a text: by its mark, by where its zero bytes stand, or by trying."""
    for mark, name in _BOMS.items():
        if start.startswith(mark):
            return name
    if b"\0" in start:
        for name, zeros in (("utf-16-le", start[1::2]), ("utf-16-be", start[::2])):
            if zeros.count(0) > 0.8 * len(zeros):
                return name
        _fail(path, "expected CSV or Parquet; got binary data")
    return "utf-8" if _decodes(path, "utf-8") else _western(path, start)


def _western(path: Path, start: bytes) -> str:
    odd = sum(byte < 32 and byte not in b"\t\r\n\f\v" for byte in start)
    if odd or not _decodes(path, "cp1252"):
        _fail(path, "expected text in UTF-8, UTF-16 or Windows-1252; got binary data or another encoding")
    return "cp1252"


def _decodes(path: Path, encoding: str) -> bool:
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        with path.open("rb") as file:
            while piece := file.read(PIECE):
                if not piece.isascii() or decoder.getstate()[0]:
                    decoder.decode(piece)
            decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _odd_line_ends(path: Path) -> bool:
    """Tell whether a line of a text ends with a carriage return alone; refuse zero bytes on the way."""
    before, lines = b"", 1
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            if b"\0" in piece:
                _no_text(path, lines + piece.count(b"\n", 0, piece.index(b"\0")))
            if (before == b"\r" and piece[:1] != b"\n") or piece.count(b"\r", 0, -1) != piece.count(b"\r\n"):
                return True
            before = piece[-1:]
            lines += piece.count(b"\n")
    return before == b"\r"


def _no_text(path: Path, line: int) -> NoReturn:
    msg = f"{path}:{line}: expected text; got a zero byte"
    raise ResultsError(msg)


def _rewrite(path: Path, text: Path, encoding: str) -> None:
    """Write a text anew in UTF-8 with usual line ends."""
    lines = 1
    try:
        with path.open(encoding=encoding) as old, text.open("w", encoding="utf-8", newline="\n") as new:
            while piece := old.read(PIECE):
                if "\0" in piece:
                    _no_text(path, lines + piece.count("\n", 0, piece.index("\0")))
                lines += piece.count("\n")
                new.write(piece)
    except UnicodeError:
        _fail(path, f"expected text in {encoding.upper()}, as its first bytes say; got something else")
    except OSError as error:
        _fail(path, f"cannot be rewritten in UTF-8: {error.strerror}")


def _text(path: Path, text: Path, notes: list[str]) -> Source:
    skipped, separator, header = _header(path, text)
    names = _names(path, header)
    frame = pl.scan_csv(
        text, separator=separator, infer_schema=False, skip_lines=skipped, with_column_names=lambda _: names
    )
    try:
        frame.collect_schema()
    except OSError as error:
        _fail(path, f"cannot be read: {_first_line(error)}")
    except _POLARS:
        _fail(
            path,
            f"line {skipped + 1} cannot be read as the names of columns; is a quotation mark never closed?",
        )
    return Source(path, frame, tuple(names), text, separator, skipped, notes)


def _header(path: Path, text: Path) -> tuple[int, str, list[str]]:
    """Return the lines before the names of columns, what separates these, and the names as they stand there."""
    with text.open(encoding="utf-8-sig", newline="") as file:
        skipped, told, line = 0, "", file.readline(LONGEST_HEADER)
        while line and (not line.strip() or _TOLD.fullmatch(line.strip("\r\n"))):
            told = line.strip("\r\n")[-1:] or told
            skipped, line = skipped + 1, file.readline(LONGEST_HEADER)
        if not line:
            _fail(path, _EMPTY)
        while line.count('"') % 2 and len(line) < LONGEST_HEADER:  # a name may go over lines
            more = file.readline(LONGEST_HEADER)
            if not more:
                break
            line += more
    separator = told or max(SEPARATORS, key=line.count)
    if not line.count(separator):
        shown = line.rstrip()[:60] + ("…" if len(line.rstrip()) > 60 else "")
        _fail(
            path, f"expected a line of column names, separated by commas, semicolons or tabs; got {shown!r}"
        )
    try:
        return skipped, separator, next(csv.reader(StringIO(line, newline=""), delimiter=separator))
    except csv.Error:
        _fail(path, f"the names of columns are longer than {LONGEST_HEADER:,} characters")


def _names(path: Path, header: Sequence[str]) -> list[str]:
    """Return names for columns: one without a letter or digit, or that means several to polars, has none of its own."""
    names = [" ".join(name.replace("\ufeff", "").split()) for name in header]
    for i, name in enumerate(names):
        if not any(c.isalnum() for c in name) or (name[0] == "^" and name[-1] == "$"):
            names[i] = f"column {i + 1}"
    twice = next((name for name, times in Counter(names).items() if times > 1), None)
    if twice is not None:
        _fail(path, f"the column {twice!r} is there twice")
    return names


def _parquet(path: Path) -> Source:
    try:
        frame = pl.scan_parquet(path)
        schema = frame.collect_schema()
    except _POLARS as error:
        msg = f"{path} is damaged: not a Parquet file ({_first_line(error)})"
        raise ResultsError(msg) from error
    names = _names(path, schema.names())
    unread = {
        name: str(kind)
        for name, kind in zip(names, schema.values(), strict=True)
        if kind.is_nested() or kind in (pl.Binary, pl.Duration, pl.Object)
    }
    frame = frame.rename(dict(zip(schema.names(), names, strict=True)))
    frame = frame.with_columns(pl.lit(None, pl.String).alias(name) for name in unread)
    return Source(path, frame, tuple(names), unread=unread)


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]


def _fail(path: Path, message: str) -> NoReturn:
    msg = f"{path}: {message}"
    raise ResultsError(msg)
