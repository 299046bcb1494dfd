"""Judges Python by CPython's own parser, and JSON by its json module."""

import ast
import json
import sys
import warnings
from multiprocessing import Pool

from common import candidates, judged


def parse(path):
    text = path.read_bytes()
    if path.suffix == ".json":
        json.loads(text.decode("utf-8-sig"), parse_constant=refuse)
    else:
        warnings.simplefilter("ignore")
        ast.parse(text)


def refuse(name):
    raise ValueError(f"{name} is not JSON")


def verdict(path):
    try:
        parse(path)
        return path.name, None
    except (SyntaxError, ValueError, RecursionError) as error:
        return path.name, str(error)


if __name__ == "__main__":
    files = candidates()
    what = "json" if files and files[0].suffix == ".json" else "ast.parse"
    with Pool() as pool:
        judged(f"CPython {sys.version.split()[0]} {what}", pool.imap(verdict, files, 16))
