"""Edits of a program's text: those of a general tool, and others in the shape of rules."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import Any, NamedTuple


class Edit(NamedTuple):
    """One mistake: `text` replaces the bytes from `start` to `end`; `operator` says what kind it is."""

    operator: str
    start: int
    end: int
    text: str

    def made_in(self, source: str) -> str:
        """The text with the edit made."""
        data = source.encode()
        return (data[: self.start] + self.text.encode() + data[self.end :]).decode()


class Places:
    """The offsets of lines in a text, to turn lines and columns into bytes."""

    def __init__(self, source: str) -> None:
        self.lines = source.splitlines(keepends=True)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line.encode()))

    def of_characters(self, line: int, column: int) -> int:
        """The offset of a place given as a line, from 1, and a column in characters."""
        return self.starts[line - 1] + (len(self.lines[line - 1][:column].encode()) if column else 0)

    def of(self, node: Any) -> tuple[int, int]:
        """The first and last offset of a node of the syntax tree."""
        return self.starts[node.lineno - 1] + node.col_offset, self.starts[node.end_lineno - 1] + node.end_col_offset


# The general tool

FAMILIES = (("Add", "Sub", "Mul", "FloorDiv", "Mod"), ("BitOr", "BitAnd", "BitXor", "Sub"))
"""Operators about the same kind of values, numbers or sets. Other replacements fail at once on their types."""
LEFT_OUT = ("VariableReplacer", "VariableInserter")
"""Operators that need the names of variables."""


def is_plausible(operator: str) -> bool:
    """Whether a person could have written a replacement: its types fit, and it compares values."""
    name, *pair = operator.split("/")[-1].split("_")
    if name == "ReplaceBinaryOperator":
        return any(set(pair) <= set(family) for family in FAMILIES)
    if name == "ReplaceComparisonOperator" and {"Is", "IsNot"} & set(pair):
        return set(pair) == {"Is", "IsNot"}
    return name not in LEFT_OUT


def general(source: str) -> Iterator[Edit]:
    """The mutations of cosmic-ray, each made in its own piece of the syntax tree."""
    import parso.python.tree  # before the plugins, which import in a circle otherwise
    from cosmic_ray import plugins  # type: ignore[import-untyped]
    from cosmic_ray.ast import ast_nodes  # type: ignore[import-untyped]

    places = Places(source)
    operators = {name: plugins.get_operator(name) for name in plugins.operator_names() if is_plausible(name)}
    made = {name.removeprefix("core/"): operator() for name, operator in operators.items()}
    tree = parso.parse(source)  # type: ignore[no-untyped-call]
    for node in ast_nodes(tree):
        for name, operator in made.items():
            if node.type == "comparison" and _orders_names(name, node):
                continue
            for index, _ in enumerate(operator.mutation_positions(node)):
                # A copy of this node alone: its parent stays what it is.
                try:
                    mutated = operator.mutate(copy.deepcopy(node, {id(node.parent): node.parent}), index)
                except AttributeError:  # it does not know exceptions with dotted names
                    continue
                text = "" if mutated is None else mutated.get_code().lstrip(" ")
                start, end = places.of_characters(*node.start_pos), places.of_characters(*node.end_pos)
                yield Edit(name, start, end, text)


def _orders_names(operator: str, comparison: Any) -> bool:
    """Whether a replacement compares the order of texts or named constants instead of their equality."""
    if not operator.startswith(("ReplaceComparisonOperator_Eq_", "ReplaceComparisonOperator_NotEq_")):
        return False
    constants = [
        one for one in comparison.children if one.type == "string" or (one.type == "name" and one.value.isupper())
    ]
    return bool(constants) and not operator.endswith("Eq_NotEq") and not operator.endswith("NotEq_Eq")


# Shapes of our own: conditions left out, sides exchanged, steps forgotten

PARTNERS = {
    "min": "max", "any": "all", "DARK": "LIGHT", "BLACK": "WHITE", "BLUE": "WHITE", "dark": "light", "black": "white",
    "own": "opposing", "columns": "rows", "width": "height", "north": "south", "east": "west", "row": "column",
    "sorted": "list", "x": "y", "smallest": "snakes", "east_of": "north_of", "union": "intersection",
    "issubset": "issuperset", "removeprefix": "removesuffix", "startswith": "endswith",
}  # fmt: skip
"""Names that people easily confuse."""
EXCHANGED = {**{two: one for one, two in PARTNERS.items()}, **PARTNERS}
KEYWORDS = ("key", "default", "reverse", "strict", "maxsplit")
"""Keyword arguments that change what a function of a library does."""


def shaped(source: str) -> Iterator[Edit]:
    """Mistakes in the shape of rules, made by `shapes` from each piece of the syntax tree."""
    places = Places(source)
    for node in ast.walk(ast.parse(source)):
        for operator, found, text in shapes(node):
            yield Edit(operator, *places.of(found), text)


def shapes(node: Any) -> Iterator[tuple[str, ast.AST, str]]:
    """The mistakes in a piece of the syntax tree: what each is called, what it replaces, and by which text."""
    match node:
        case ast.Compare(ops=[ast.In() | ast.NotIn() as operator]):
            other = ast.NotIn() if isinstance(operator, ast.In) else ast.In()
            yield "in for not in", node, f"({ast.unparse(ast.Compare(node.left, [other], node.comparators))})"
        case ast.BoolOp():
            for index in range(len(node.values)):
                left = node.values[:index] + node.values[index + 1 :]
                rest = left[0] if len(left) == 1 else ast.BoolOp(node.op, left)
                yield "condition left out", node, f"({ast.unparse(rest)})"
        case ast.comprehension():
            for condition in node.ifs:
                yield "all taken", condition, "True"
        case ast.Return(value=ast.Compare() | ast.BoolOp() as verdict):
            yield "verdict turned round", verdict, f"(not ({ast.unparse(verdict)}))"
        case ast.Expr(value=ast.Constant()):
            return
        case ast.Expr() | ast.Raise() | ast.AugAssign():
            yield "step forgotten", node, "pass"
        case ast.If() | ast.IfExp():
            yield "branch always or never", node.test, "True"
            yield "branch always or never", node.test, "False"
        case ast.Call():
            for keyword in node.keywords:
                if keyword.arg in KEYWORDS:
                    others = [other for other in node.keywords if other is not keyword]
                    yield "argument left out", node, ast.unparse(ast.Call(node.func, node.args, others))
        case ast.Name() if node.id in EXCHANGED:
            yield "one for the other", node, EXCHANGED[node.id]
        case ast.Attribute() if node.attr in EXCHANGED:
            yield "one for the other", node, f"{ast.unparse(node.value)}.{EXCHANGED[node.attr]}"
        case ast.Constant(value=str(text)):
            yield "another text", node, repr(f"{text}~")
