"""Judges Verilog and SystemVerilog by slang's parser."""

import os

from common import candidates, judged, number, origins, unavailable

try:
    import pyslang
except ImportError:
    unavailable("the Python package pyslang is missing")

# Missing headers, and macros that they would define.
OF_PREPROCESSOR = ("CouldNotOpenIncludeFile", "UnknownDirective")


def errors(path, folders):
    manager = pyslang.SourceManager()
    for folder in folders:
        manager.addUserDirectories(folder)
    tree = pyslang.syntax.SyntaxTree.fromFile(str(path), manager)
    engine = pyslang.DiagnosticEngine(manager)
    found = [d for d in tree.diagnostics if d.isError()]
    place = lambda d: (d.location.buffer, manager.getLineNumber(d.location))
    # What a macro stands for that is not known is not known to be wrong.
    unknown = {place(d) for d in found if "UnknownDirective" in str(d.code)}
    for diagnostic in found:
        is_syntax = not any(code in str(diagnostic.code) for code in OF_PREPROCESSOR)
        if is_syntax and place(diagnostic) not in unknown:
            _, line = place(diagnostic)
            return f"{line}: {engine.formatMessage(diagnostic)}"
    return None


def folders_of(path):
    """Where a source file may include from: its folders up to the package's."""
    original, root = origins()[number(path)]
    folder, found = os.path.dirname(original), []
    while len(folder) >= len(root):
        found += [folder, os.path.join(folder, "include")]
        folder = os.path.dirname(folder)
    return [folder for folder in found if os.path.isdir(folder)]


if __name__ == "__main__":
    verdicts = ((path.name, errors(path, folders_of(path))) for path in candidates())
    judged(f"slang {pyslang.__version__}", verdicts)
