"""Changes of files by chance: of bytes, lines, and of the data in YAML, JSON, lines of JSON and Parquet."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any

import polars as pl
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from tests.fuzz.values import LINES, NAMES, NUMBERS, odd_values

Step = str | int
MOST_STEPS = 4  # changes of one file
_OF_ITS_KIND = {"json": 0.97, "parquet": 1.0}
"""How often a file is changed as its kind is, and not byte by byte; for Parquet see `damaged`."""
_OF_POLARS = (pl.exceptions.PolarsError, pl.exceptions.PanicException)
LARGEST = 2_000_000  # bytes; a change that makes a file larger is left out


def changed(name: str, data: bytes, random: Random) -> bytes:
    """Return a file's content with one to a few changes that suit its kind."""
    kind = name.rpartition(".")[2]
    for _ in range(1 + min(int(random.expovariate(0.9)), MOST_STEPS - 1)):
        new = _change(kind, random)(data, random)
        data = new if len(new) <= LARGEST else data
    return data


def damaged(data: bytes, random: Random) -> bytes:
    """Return a file's content as a failing disk or a cut copy leaves it."""
    return _bytes(data, random)


def _change(kind: str, random: Random) -> Callable[[bytes, Random], bytes]:
    of_kind = {
        "yaml": (_tree_of(_yaml, _as_yaml), _lines, _words),
        "json": (*[_tree_of(json.loads, _as_json)] * 8, _words),
        "jsonl": (_json_line, _json_line, _lines),
        "csv": (_lines, _words),
        "parquet": (_frame, _frame, _frame),
    }
    usual = of_kind.get(kind, (_lines,))
    return random.choice(usual) if random.random() < _OF_ITS_KIND.get(kind, 0.85) else _bytes


def _bytes(data: bytes, random: Random) -> bytes:
    """Cut, flip, insert, repeat or exchange bytes."""
    at = random.randrange(len(data) + 1)
    end = min(len(data), at + random.choice((1, 1, 2, 8, 64, 4096)))
    match random.randrange(6):
        case 0:
            return data[:at]
        case 1:
            return data[:at] + data[end:]
        case 2:
            return (
                data[:at] + bytes(random.randrange(256) for _ in range(random.choice((1, 2, 8)))) + data[at:]
            )
        case 3:
            return data[:at] + bytes(b ^ (1 << random.randrange(8)) for b in data[at:end]) + data[end:]
        case 4:
            return data[:at] + data[at:end] * random.choice((2, 3, 50)) + data[end:]
        case _:
            return (
                data[:at] + random.choice((b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\r", b"\xc3")) + data[at:]
            )


def _lines(data: bytes, random: Random) -> bytes:
    """Take out, repeat, exchange, indent or put in lines."""
    lines = data.splitlines(keepends=True) or [b""]
    at, other = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(6):
        case 0:
            del lines[at : at + random.choice((1, 1, 1, 5))]
        case 1:
            lines.insert(other, lines[at])
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case 3:
            lines[at] = b" " * random.choice((1, 2, 4)) + lines[at]
        case 4:
            lines[at] = lines[at].removeprefix(b"  ")
        case _:
            indent = b" " * (len(lines[at]) - len(lines[at].lstrip(b" ")))
            lines.insert(at, indent + random.choice(LINES).encode() + b"\n")
    return b"".join(lines)


def _words(data: bytes, random: Random) -> bytes:
    """Put another of the file's words, or an odd one, in a word's place."""
    words = data.split(b" ")
    at = random.randrange(len(words))
    odd = [str(value).encode(errors="surrogatepass") for value in (*NAMES, *NUMBERS[:-4])]
    words[at] = random.choice((words[random.randrange(len(words))], random.choice(odd)))
    return b" ".join(words)


def _json_line(data: bytes, random: Random) -> bytes:
    """Change the data in one line of JSON."""
    lines = data.splitlines(keepends=True) or [b""]
    at = random.randrange(len(lines))
    lines[at] = _tree_of(json.loads, _as_json)(lines[at].rstrip(b"\n"), random) + b"\n"
    return b"".join(lines)


def _tree_of(read: Callable[[bytes], Any], write: Callable[[Any], bytes]) -> Callable[[bytes, Random], bytes]:
    """Return the change of a file's data; of its bytes, if it cannot be read any more."""

    def change(data: bytes, random: Random) -> bytes:
        try:
            tree = read(data)
            return write(changed_tree(tree, random))
        except (YAMLError, ValueError, RecursionError, AttributeError, TypeError, NotImplementedError):
            return _bytes(data, random)

    return change


def _yaml(data: bytes) -> Any:
    return YAML(typ="safe", pure=True).load(data.decode())


def _as_yaml(tree: Any) -> bytes:
    """Return data as YAML; JSON is a form of it that keeps every text as it is."""
    return json.dumps(tree, ensure_ascii=False, indent=1, default=str).encode(errors="surrogatepass")


def _as_json(tree: Any) -> bytes:
    return json.dumps(tree, default=str).encode()


def changed_tree(tree: Any, random: Random) -> Any:
    """Return data with one change at a random place."""
    tree = deepcopy(tree)
    places = list(_places(tree))
    if not places:
        return random.choice(odd_values())
    container, step = random.choice(places)
    keys = [k for one, k in places if isinstance(k, str)]
    match random.randrange(8):
        case 0:
            del container[step]
        case 1:
            container[step] = random.choice(odd_values(tuple(keys)))
        case 2:
            other, at = random.choice(places)
            container[step] = deepcopy(other[at])
        case 3:
            _renamed(container, step, random.choice((*NAMES, *keys)))
        case 4:
            _with_more(container, random, keys)
        case 5:
            container[step] = random.choice(
                ([container[step]], {"value": container[step]}, str(container[step]))
            )
        case 6:
            container[step] = _near(container[step], random)
        case _:
            container[step] = _shuffled(container[step], random)
    return tree


def _places(tree: Any) -> Iterator[tuple[Any, Step]]:
    """Yield every container with each of its steps."""
    waiting = [tree]
    for part in waiting:
        steps: Any = (
            list(part) if isinstance(part, dict) else range(len(part)) if isinstance(part, list) else ()
        )
        for step in steps:
            yield part, step
            waiting.append(part[step])


def _renamed(container: Any, step: Step, name: str) -> None:
    if isinstance(container, dict):
        parts = [(name if key == step else key, value) for key, value in container.items()]
        container.clear()
        container.update(parts)
    else:
        container.append(name)


def _with_more(container: Any, random: Random, keys: list[str]) -> None:
    value = random.choice(odd_values())
    if isinstance(container, dict):
        container[random.choice((*NAMES, *keys))] = value
    else:
        container[random.randrange(len(container) + 1) :] = [value] * random.choice((1, 1, 2, 40, 3000))


def _near(value: Any, random: Random) -> Any:
    """Return a value of the same kind near this one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return random.choice(
            (value + 1, value - 1, -value, value * 1000, 0, str(value), float(value % 2**60))
        )
    if isinstance(value, float):
        return random.choice((value + 1, -value, value / 1e9, 0.0, str(value)))
    if isinstance(value, str):
        at = random.randrange(len(value) + 1)
        return random.choice((value[:at], value[at:], value.upper(), value + "s", f"{value} ", value[::-1]))
    return random.choice(odd_values())


def _shuffled(value: Any, random: Random) -> Any:
    """Return the parts of a list or mapping in another order, some perhaps twice; values trade places."""
    if isinstance(value, list) and value:
        return (
            random.choices(value, k=len(value)) if random.random() < 0.5 else random.sample(value, len(value))
        )
    if isinstance(value, dict) and value:
        return dict(zip(value, random.sample(list(value.values()), len(value)), strict=True))
    return value


def _frame(data: bytes, random: Random) -> bytes:
    """Change a stored frame: rows, columns, types, one value; nothing where that cannot be."""
    try:
        frame = _changed_frame(pl.read_parquet(io.BytesIO(data)), random)
        buffer = io.BytesIO()
        frame.write_parquet(buffer)
    except (TypeError, ValueError, OverflowError, OSError, *_OF_POLARS):
        return data  # whose digest may be written anew: no digest stands for what polars cannot read
    return buffer.getvalue()


def _changed_frame(frame: pl.DataFrame, random: Random) -> pl.DataFrame:
    column = random.choice(frame.columns or [""])
    rows = list(range(frame.height))
    match random.randrange(14):
        case 0:
            return frame.drop(column)
        case 1:
            return frame[random.sample(rows, len(rows) // 2)]
        case 2:
            return frame[random.choices(rows, k=len(rows))] if rows else frame
        case 3:
            return frame.rename({column: random.choice(NAMES[4:])})
        case 4:
            return frame.with_columns(pl.col(column).shuffle(random.randrange(1000)))
        case _:
            return _other_value(frame, column, random)


def _other_value(frame: pl.DataFrame, column: str, random: Random) -> pl.DataFrame:
    """Return a frame with another value in one row, or in all of them, where the column's type can hold it."""
    values = frame[column].to_list()
    chosen = (
        range(len(values)) if random.random() < 0.2 else [random.randrange(len(values))] if values else []
    )
    new = None
    if values and random.random() < 0.6:
        new = changed_tree([values[chosen[0]]], random)
        new = new[0] if isinstance(new, list) and new else None
    else:
        new = random.choice(odd_values())
    for row in chosen:
        values[row] = new
    return frame.with_columns(pl.Series(column, values, frame.schema[column], strict=True))
