"""Mutants of a module: every single edit that changes what it does, each with a key that outlives other changes."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from mutation.edits import Edit, general, shaped

Maker = Callable[[str], Iterator[Edit]]
MAKERS: tuple[Maker, ...] = (general, shaped)


@dataclass(frozen=True)
class Mutant:
    """A module with one edit.

    `function` is the qualified name of what holds the edited line, empty outside of all functions and classes; `was`
    and `becomes` are the lines that differ. `nth` tells apart those that are alike in all this.
    """

    module: str
    function: str
    operator: str
    was: str
    becomes: str
    nth: int = 1
    line: int = field(default=0, compare=False)
    source: str = field(default="", compare=False, repr=False)

    @property
    def key(self) -> str:
        """What names the mutant from one version of the module to the next, as long as its own line stays."""
        return " | ".join([self.module, self.function, self.operator, self.was, self.becomes, str(self.nth)])


def mutants(module: str, source: str, makers: tuple[Maker, ...] = MAKERS) -> Iterator[Mutant]:
    """Every mutant of a module that can be compiled and behaves otherwise as far as its syntax tells, once each."""
    tree, lines = ast.parse(source), source.splitlines(keepends=True)
    alike: Counter[Mutant] = Counter()
    # One statement at a time: a whole module would have to be read anew for each edit.
    for statement in tree.body:
        first, last = _first(statement), statement.end_lineno or 0
        before, text, after = ("".join(part) for part in (lines[: first - 1], lines[first - 1 : last], lines[last:]))
        for edit, mutated in _edited(text, makers):
            mutant = _described(module, tree, edit, first, text, mutated)
            alike[mutant] += 1
            yield replace(mutant, nth=alike[mutant], source=before + mutated + after)


def _edited(text: str, makers: tuple[Maker, ...]) -> Iterator[tuple[Edit, str]]:
    """The edits of a statement that make a difference, with what they make of it."""
    seen = {behaviour(text)}
    for maker in makers:
        for edit in maker(text):
            mutated = edit.made_in(text)
            try:
                found = behaviour(mutated)
                compile(mutated, "", "exec")
            except (SyntaxError, ValueError):
                continue
            if found not in seen:
                seen.add(found)
                yield edit, mutated


def _described(module: str, tree: ast.Module, edit: Edit, start: int, text: str, mutated: str) -> Mutant:
    before, after = text.splitlines(), mutated.splitlines()
    same = next(index for index, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1])
    same_end = 0
    while same_end < min(len(before), len(after)) - same and before[-1 - same_end] == after[-1 - same_end]:
        same_end += 1
    was, becomes = (" ".join(line.strip() for line in lines[same : len(lines) - same_end]) for lines in (before, after))
    return Mutant(module, holder(tree, start + same), edit.operator, was, becomes, 1, start + same)


def holder(tree: ast.Module, line: int) -> str:
    """The qualified name of the innermost function or class at module level, or in a class, that holds a line."""
    names: list[str] = []
    body: list[ast.stmt] = tree.body
    while True:
        kinds = (ast.FunctionDef, ast.ClassDef)
        inside = [node for node in body if isinstance(node, kinds) and _first(node) <= line <= (node.end_lineno or 0)]
        if not inside:
            return ".".join(names) or _assigned(tree, line)
        names.append(inside[0].name)
        body = inside[0].body if isinstance(inside[0], ast.ClassDef) else []


def _first(node: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def _assigned(tree: ast.Module, line: int) -> str:
    """The name that a line outside of functions gives a value to."""
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.lineno <= line <= (node.end_lineno or 0):
            return ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target)
    return ""


# What is not behaviour


def behaviour(source: str) -> str:
    """The syntax tree of a program, as text, without what does not tell in behaviour.

    That is: docstrings and annotations, `__all__`, guards for type checkers, caches and their sizes, and the wording of
    messages.
    """
    return ast.dump(Behaviour().visit(ast.parse(source)))


MESSAGES = {
    "IllegalTurn": (1,),
    "IllegalPosition": (1, 3),
    "InputError": (0, 2),
    "MalformedTurn": (0, 2),
    "BadJson": (0, 2),
    "_Refused": (0, 1),
    "Refused": (1,),
    "TooManyResults": (1,),
    "require": (2,),
    "SpecError": (0,),
    "ExampleFailed": (0,),
    "FileNotFoundError": (0,),
    "Form": (1, 3),
}
"""The arguments of errors and quotations that are wording, counted from 0. Others name clauses and places."""
WORDING = ("what", "expected", "wish", "due", "won", "entering", "area")
"""Arguments, and names where they are given texts, that hold wording."""
CACHES = ("cache", "lru_cache")


class Behaviour(ast.NodeTransformer):
    """Takes out of a syntax tree what is not behaviour."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        if isinstance(node.value, ast.Constant):
            return ast.Pass()
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        return ast.arg(node.arg)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.annotation = ast.Name("Any")
        return self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        node.decorator_list = [one for one in node.decorator_list if not _is_cache(one)]
        return self.generic_visit(node)

    def visit_If(self, node: ast.If) -> ast.AST:
        if ast.unparse(node.test).endswith("TYPE_CHECKING"):
            return ast.Pass()
        return self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        named = node.targets[0].id if isinstance(node.targets[0], ast.Name) else ""
        cut_short = named == "shown" and not isinstance(node.value, ast.Dict)
        if named == "__all__" or cut_short or (named in WORDING and _is_text(node.value)):
            return ast.Pass()
        return self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        if isinstance(node.body, ast.Constant) and node.body.value is None and _is_text(node.orelse):
            # None if all is well, else a complaint.
            node.orelse = ast.Constant("")
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        raised = MESSAGES.get(node.func.id) if isinstance(node.func, ast.Name) else None
        if raised is not None:
            node.args = [ast.Constant("") if index in raised else one for index, one in enumerate(node.args)]
            node.keywords = [one for one in node.keywords if one.arg not in WORDING]
        return self.generic_visit(node)


def _is_text(value: ast.expr) -> bool:
    """Whether a value is a text that is written where it stands, or one of two."""
    if isinstance(value, ast.IfExp):
        return _is_text(value.body) and _is_text(value.orelse)
    return isinstance(value, ast.JoinedStr) or (isinstance(value, ast.Constant) and isinstance(value.value, str))


def _is_cache(decorator: Any) -> bool:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(called, ast.Name) and called.id in CACHES
