"""Judges C and C++ by clang, which tells errors of the grammar from those of meaning.

Headers that are missing do not stop it. What counts is the kind of error ("Parse Issue"), and only
where no name is unknown nearby: without the declaration of a type, clang cannot know what it reads.
An original may have errors of its own; then a candidate may have as many.
"""

import collections
import os
import re
import subprocess
from multiprocessing import Pool

from common import candidates, judged, number, origins, unavailable

try:
    from clang import cindex
except ImportError:
    unavailable("the Python package libclang is missing")

# Go on after a missing header; read the headers at the file's beginning once.
KEEP_GOING = 0x200
OPTIONS = KEEP_GOING | 0x4 | 0x100
# Errors of the parser that only say that a name is not a type's, or that complain about meaning.
OF_MEANING = re.compile(
    r"unknown type name|undeclared|a type specifier is required|does not name|"
    r"type name requires a specifier|C\+\+ requires a type|"
    r"expected (a type|class name|a class|namespace name|unqualified-id)|no (member|type|template)"
)


def is_c(path):
    return path.suffix in (".c", ".h")


def system_folders(language):
    """Where the C compiler looks for headers."""
    command = ["cc", "-E", "-v", f"-x{language}", "-"]
    output = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    listed = output.stderr.partition("search starts here:")[2].partition("End of search list")[0]
    return [f"-isystem{line.strip()}" for line in listed.splitlines() if line.startswith(" ")]


def options(path):
    original, root = origins()[number(path)]
    folders = []
    folder = os.path.dirname(original)
    while len(folder) >= len(root):
        folders += [folder, os.path.join(folder, "include")]
        folder = os.path.dirname(folder)
    language, standard = ("c", "gnu11") if is_c(path) else ("c++", "gnu++20")
    found = [f"-I{folder}" for folder in folders if os.path.isdir(folder)]
    return [f"-x{language}", f"-std={standard}", "-w", "-ferror-limit=0", "-nostdinc",
            *found, *system_folders(language)]


units = {}


def unit(path):
    """The candidate, in the place of the one before: what both include is read once."""
    source = number(path)
    name = str(path.with_name(f"{source}-original{path.suffix}"))
    content = [(name, path.read_text(errors="replace"))]
    if source in units:
        units[source].reparse(unsaved_files=content, options=OPTIONS)
    else:
        index = cindex.Index.create()
        units[source] = index.parse(name, options(path), content, OPTIONS)
    return units[source], name


def errors(path):
    """The messages of the errors that say that the text is not of the grammar."""
    read, name = unit(path)
    own = [d for d in read.diagnostics if d.severity >= cindex.Diagnostic.Error]
    own = [d for d in own if d.location.file and d.location.file.name == name]
    is_parse = lambda d: "Parse" in d.category_name and not OF_MEANING.search(d.spelling)
    unknown = {d.location.line for d in own if not is_parse(d)}
    near = lambda line: any(line + step in unknown for step in (-1, 0, 1))
    return [f"{d.location.line}: {d.spelling}" for d in own
            if is_parse(d) and not near(d.location.line)]


def verdict(path):
    return path, [message.split(": ", 1) for message in errors(path)]


def verdicts(files):
    """The originals come first."""
    known = {}
    with Pool() as pool:
        for path, messages in pool.imap(verdict, files, 8):
            if path.stem.endswith("-original"):
                known[number(path)] = collections.Counter(text for _, text in messages)
            allowed = known[number(path)].copy()
            new = []
            for line, text in messages:
                allowed[text] -= 1
                if allowed[text] < 0:
                    new.append(f"{line}: {text}")
            yield path.name, "; ".join(new[:3]) if new else None


if __name__ == "__main__":
    version = cindex.conf.lib.clang_getClangVersion
    version.restype = cindex._CXString
    version.errcheck = cindex._CXString.from_result
    name = re.search(r"clang version [0-9.]+", str(version()))
    judged(name.group(0) if name else "clang", verdicts(candidates()))
