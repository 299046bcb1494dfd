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


INCLUDE = re.compile(r"(?m)^[ \t]*#[ \t]*include[ \t]*([<\"][^>\"\n]*[>\"])")
DEFINE = re.compile(r"(?m)^[ \t]*#[ \t]*define[ \t]+(\w+)((?:[^\n\\]|\\\r?\n|\\.)*)$")
CONDITION = re.compile(r"(?m)^[ \t]*#[ \t]*(if|endif)")


def defines(text):
    """The macros that are defined under no condition: name, body, place."""
    depth, found = 0, {}
    for at in sorted([*CONDITION.finditer(text), *DEFINE.finditer(text)], key=lambda m: m.start()):
        if at.re is CONDITION:
            depth += 1 if at.group(1) == "if" else -1
        elif depth == 0:
            found.setdefault(at.group(1), at)
    return found


def has_body(define):
    return re.sub(r"^\([^)]*\)", "", define.group(2)).strip() != ""


def restored(path):
    """A candidate with the headers and macros that it lost. What the text is of which they are
    expanded is another question than what a grammar makes of the text before."""
    text = path.read_text(errors="replace")
    if path.stem.endswith("-original"):
        return text
    original = path.with_name(f"{number(path)}-original{path.suffix}").read_text(errors="replace")
    left = set(INCLUDE.findall(text))
    lines = [f"#include {name}" for name in INCLUDE.findall(original) if name not in left]
    own = defines(text)
    for name, define in defines(original).items():
        if name not in own:
            lines.append(define.group(0))
        elif has_body(define) and not has_body(own[name]):
            lines.append(define.group(0))
            text = text.replace(own[name].group(0), "", 1)
    return "".join(line + "\n" for line in lines) + text


def lacks_arguments(diagnostic, text):
    """Whether an error comes of a macro that is called with too little: `assert()` is a call."""
    if not any(child.spelling.startswith("expanded from macro") for child in diagnostic.children):
        return False
    call = re.match(rb"\w+\s*\(", text.encode()[diagnostic.location.offset:])
    if call is None:
        return False
    arguments = balanced(text.encode()[diagnostic.location.offset + call.end():])
    return re.search(rb"[-+*/%&|^<>=!~?:.]\s*[,)]", arguments) is None


def balanced(text):
    """The text up to the parenthesis that closes what is open before it."""
    depth = 1
    for index, byte in enumerate(text):
        depth += (byte == ord("(")) - (byte == ord(")"))
        if depth == 0:
            return text[:index + 1]
    return text


def names_unknown_types(diagnostic, text):
    """Whether types of unnamed parameters look like names of untyped ones: `f(unknown, int)`."""
    before = text.encode()[:diagnostic.location.offset]
    is_after_name = re.search(rb"[(,]\s*\w+\s*,\s*$", before) is not None
    return diagnostic.spelling == "expected identifier" and is_after_name


units = {}


def unit(path, text):
    """The candidate, in the place of the one before: what both include is read once."""
    source = number(path)
    name = str(path.with_name(f"{source}-original{path.suffix}"))
    content = [(name, text)]
    if source in units:
        units[source].reparse(unsaved_files=content, options=OPTIONS)
    else:
        index = cindex.Index.create()
        units[source] = index.parse(name, options(path), content, OPTIONS)
    return units[source], name


def errors(path):
    """The messages of the errors that say that the text is not of the grammar."""
    text = restored(path)
    read, name = unit(path, text)
    own = [d for d in read.diagnostics if d.severity >= cindex.Diagnostic.Error]
    own = [d for d in own if d.location.file and d.location.file.name == name]
    own = [d for d in own if not lacks_arguments(d, text) and not names_unknown_types(d, text)]
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
