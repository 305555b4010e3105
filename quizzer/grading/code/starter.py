"""The function as an item's starter declares it."""

import ast

from quizzer.bank.schema import CodeItem
from quizzer.exercises.cases import function_name


def parameters(item: CodeItem) -> list[str]:
    """The names of its parameters, in order."""
    declared = _declared(item)
    return [one.arg for one in (*declared.posonlyargs, *declared.args, *declared.kwonlyargs)]


def signature(item: CodeItem) -> str:
    """How it is called."""
    return f"{function_name(item)}({ast.unparse(_declared(item))})"


def _declared(item: CodeItem) -> ast.arguments:
    """The arguments in the starter, or none where there is no such function in it."""
    try:
        body = ast.parse(item.starter).body
    except SyntaxError:  # a listing to repair may also be broken in this way
        body = []
    for node in body:
        if isinstance(node, ast.FunctionDef) and node.name == function_name(item):
            return node.args
    return ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
