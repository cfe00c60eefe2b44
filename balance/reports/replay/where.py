"""Conditions on games, as ``--where`` takes them: parsed, checked against named columns, evaluated on whole columns.

A condition is written like one of Python, but nothing of Python runs: the text becomes a syntax tree, and of that only
comparisons, arithmetic with + and -, ``and``, ``or``, ``not`` and ``abs`` are understood.
"""

from __future__ import annotations

import ast
import operator
import re
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from balance.errors import BalanceError, nearest

Values = Mapping[
    str, Any
]  # column → array or single value; all of one shape, or such that numpy broadcasts them
Evaluate = Callable[[Values], Any]

NUMBER, TEXT, TRUTH = "a number", "text", "true or false"
PHRASE: Final = "round_3_lead_lost"
LONGEST: Final = 1000

_PHRASE = re.compile(r"\bround\s+3\s+lead\s+lost\b")
_SINGLE = re.compile(r"(?<![=<>!])=(?!=)")
_COMPARE: Final = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_WRITTEN: Final = "comparisons (==, !=, <, <=, >, >=, in), and, or, not, +, -, abs() and parentheses"


@dataclass(frozen=True)
class Column:
    """What a condition may name.

    Parameters
    ----------
    kind
        `NUMBER`, `TEXT` or `TRUTH`.
    values
        The texts that occur; empty where any may. A comparison with another text is a mistake.
    what
        What the values are called in messages (``faction``).
    """

    kind: str
    values: tuple[str, ...] = ()
    what: str = "value"


@dataclass(frozen=True)
class Part:
    """A checked piece of a condition: what kind of value it has, how to get it, which columns it reads."""

    kind: str
    evaluate: Evaluate
    columns: frozenset[str] = frozenset()
    column: Column | None = None  # where it is a column and nothing else
    text: str | None = None  # where it is a text and nothing else


@dataclass(frozen=True)
class Condition:
    """A condition on games.

    Parameters
    ----------
    parts
        The conditions that all have to hold.
    """

    parts: tuple[Part, ...]

    @property
    def columns(self) -> frozenset[str]:
        """The columns that it reads."""
        return frozenset().union(*(part.columns for part in self.parts))

    def only(self, columns: Sequence[str]) -> Condition:
        """Return the part of it that can be told from some columns alone."""
        return Condition(tuple(part for part in self.parts if part.columns <= set(columns)))

    def holds(self, values: Values, shape: tuple[int, ...]) -> NDArray[np.bool_]:
        """Return where it holds, in the given shape; everywhere if it says nothing."""
        found = np.ones(shape, np.bool_)
        for part in self.parts:
            found &= np.asarray(part.evaluate(values), np.bool_)
        return found


def parse(text: str, columns: Mapping[str, Column]) -> Condition:
    """Return a condition.

    Parameters
    ----------
    text
        As written, such as ``abs(margin) >= 10 and seelie == "dragons"``.
    columns
        The columns that may be named.

    Raises
    ------
    BalanceError
        It cannot be understood; the message says where, and names the nearest column or value.
    """
    plain = _PHRASE.sub(lambda found: PHRASE.ljust(len(found.group())), text)
    if not text.strip() or len(text) > LONGEST:
        msg = f"--where: expected a condition of 1 to {LONGEST} characters; known: {_listed(columns)}"
        raise BalanceError(msg)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)  # of code that is never run
            tree = ast.parse(plain.replace("\n", " ").lstrip(), mode="eval")
        reader, node = _Reader(plain, columns), tree.body
        pieces = node.values if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And) else [node]
        return Condition(tuple(reader.condition(piece) for piece in pieces))
    except SyntaxError as error:
        raise _syntax(plain, error) from None
    except (ValueError, RecursionError, MemoryError):
        msg = "--where: expected a plain condition; got one that nests too deep, or holds a character that is none"
        raise BalanceError(msg) from None


def _syntax(text: str, error: SyntaxError) -> BalanceError:
    """Return the message for a text that is no expression at all."""
    single = _SINGLE.search(text)
    if single:
        return _mistake(single.start(), "expected == to compare; got a single =")
    if not error.offset or error.offset > len(text.strip()):
        return _mistake(len(text.rstrip()), "expected more; the condition ends too early")
    what = error.msg.split(" (")[0].split(". ")[0]
    if what == "invalid syntax":
        what = f"not understood; a condition is made of {_WRITTEN}"
    return _mistake(_indent(text) + error.offset - 1, f"{what[:1].lower()}{what[1:]}")


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def _listed(columns: Iterable[str]) -> str:
    return ", ".join("round 3 lead lost" if name == PHRASE else name for name in columns)


def _mistake(position: int, message: str) -> BalanceError:
    return BalanceError(f"--where, character {position + 1}: {message}")


class _Reader:
    """Turns syntax trees into checked parts."""

    def __init__(self, text: str, columns: Mapping[str, Column]) -> None:
        self.text, self.columns = text, columns

    def fail(self, node: ast.expr, message: str) -> BalanceError:
        start = self.text.lstrip().replace("\n", " ").encode()[: node.col_offset]
        return _mistake(_indent(self.text) + len(start.decode(errors="ignore")), message)

    def condition(self, node: ast.expr) -> Part:
        """Return a part that is true or false."""
        part = self.part(node)
        if part.kind != TRUTH:
            said = ast.get_source_segment(self.text.lstrip().replace("\n", " "), node)
            raise self.fail(node, f"expected a comparison; got {said!r} alone, which is {part.kind}")
        return part

    def part(self, node: ast.expr) -> Part:
        read = _READ.get(type(node))
        if read is None:
            raise self.fail(node, f"not understood; a condition is made of {_WRITTEN}")
        return read(self, node)

    def name(self, node: ast.Name) -> Part:
        column = self.columns.get(node.id)
        if column is None:
            is_text = any(node.id in other.values for other in self.columns.values())
            hint = (
                f'; a text is written in quotes: "{node.id}"' if is_text else nearest(node.id, self.columns)
            )
            raise self.fail(node, f"unknown column {node.id!r}{hint}; known: {_listed(self.columns)}")
        return Part(column.kind, operator.itemgetter(node.id), frozenset([node.id]), column)

    def constant(self, node: ast.Constant) -> Part:
        value = node.value
        if isinstance(value, bool):
            return Part(TRUTH, lambda _: value)
        if isinstance(value, str):
            return Part(TEXT, lambda _: value, text=value)
        if isinstance(value, (int, float)) and abs(value) < 1e9:
            return Part(NUMBER, lambda _: value)
        raise self.fail(node, "expected a number below a billion, a text in quotes, True or False")

    def both(self, node: ast.BoolOp) -> Part:
        parts = [self.condition(value) for value in node.values]
        join = np.logical_and if isinstance(node.op, ast.And) else np.logical_or
        columns = frozenset[str]().union(*(part.columns for part in parts))
        return Part(TRUTH, lambda values: _fold(join, [part.evaluate(values) for part in parts]), columns)

    def unary(self, node: ast.UnaryOp) -> Part:
        if isinstance(node.op, ast.Not):
            part = self.condition(node.operand)
            return Part(TRUTH, lambda values: np.logical_not(part.evaluate(values)), part.columns)
        part = self.number(node.operand)
        if isinstance(node.op, ast.Invert):
            raise self.fail(node, f"not understood; a condition is made of {_WRITTEN}")
        sign = -1 if isinstance(node.op, ast.USub) else 1
        return Part(NUMBER, lambda values: sign * part.evaluate(values), part.columns)

    def number(self, node: ast.expr) -> Part:
        part = self.part(node)
        if part.kind != NUMBER:
            raise self.fail(node, f"expected a number; got {part.kind}")
        return part

    def sum(self, node: ast.BinOp) -> Part:
        if not isinstance(node.op, (ast.Add, ast.Sub)):
            raise self.fail(node, f"not understood; a condition is made of {_WRITTEN}")
        left, right = self.number(node.left), self.number(node.right)
        do = operator.add if isinstance(node.op, ast.Add) else operator.sub
        return Part(NUMBER, lambda v: do(left.evaluate(v), right.evaluate(v)), left.columns | right.columns)

    def call(self, node: ast.Call) -> Part:
        name = node.func.id if isinstance(node.func, ast.Name) else "?"
        if name != "abs" or len(node.args) != 1 or node.keywords:
            raise self.fail(node, f"expected abs() with one number in it, the only function; got {name}()")
        part = self.number(node.args[0])
        return Part(NUMBER, lambda values: np.abs(part.evaluate(values)), part.columns)

    def compare(self, node: ast.Compare) -> Part:
        nodes = [node.left, *node.comparators]
        found = [
            self.membership(one, op, other)
            if isinstance(op, (ast.In, ast.NotIn))
            else self.pair(one, op, other)
            for one, op, other in zip(nodes, node.ops, nodes[1:], strict=False)
        ]
        columns = frozenset[str]().union(*(part.columns for part in found))
        return Part(TRUTH, lambda values: _fold(np.logical_and, [p.evaluate(values) for p in found]), columns)

    def pair(self, one: ast.expr, op: ast.cmpop, other: ast.expr) -> Part:
        compare = _COMPARE.get(type(op))
        if compare is None:
            raise self.fail(one, f"not understood; a condition is made of {_WRITTEN}")
        left, right = self.part(one), self.part(other)
        if left.kind != right.kind:
            raise self.fail(other, f"expected {left.kind} to compare with; got {right.kind}")
        if left.kind != NUMBER and not isinstance(op, (ast.Eq, ast.NotEq)):
            raise self.fail(one, f"expected == or != with {left.kind}")
        self.check_text(left, right, other)
        self.check_text(right, left, one)
        return Part(
            TRUTH, lambda v: compare(left.evaluate(v), right.evaluate(v)), left.columns | right.columns
        )

    def membership(self, one: ast.expr, op: ast.cmpop, several: ast.expr) -> Part:
        if not isinstance(several, (ast.Tuple, ast.List, ast.Set)) or not several.elts:
            raise self.fail(several, 'expected values in parentheses behind "in", such as ("a", "b")')
        found = [self.pair(one, ast.Eq(), value) for value in several.elts]
        columns = frozenset[str]().union(*(part.columns for part in found))
        negate = isinstance(op, ast.NotIn)
        return Part(TRUTH, lambda v: _fold(np.logical_or, [p.evaluate(v) for p in found]) ^ negate, columns)

    def check_text(self, column: Part, given: Part, node: ast.expr) -> None:
        """Refuse to compare a column with a text that it never holds."""
        known = column.column.values if column.column is not None else ()
        if known and column.column is not None and given.text is not None and given.text not in known:
            close = nearest(given.text, known)
            raise self.fail(
                node, f"unknown {column.column.what} {given.text!r}{close}; known: {', '.join(known)}"
            )


def _fold(join: Any, values: Sequence[Any]) -> Any:
    found = values[0]
    for value in values[1:]:
        found = join(found, value)
    return np.asarray(found)


_READ: dict[type[ast.expr], Callable[[_Reader, Any], Part]] = {
    ast.Name: _Reader.name,
    ast.Constant: _Reader.constant,
    ast.BoolOp: _Reader.both,
    ast.UnaryOp: _Reader.unary,
    ast.BinOp: _Reader.sum,
    ast.Call: _Reader.call,
    ast.Compare: _Reader.compare,
}
