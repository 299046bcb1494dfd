#!/usr/bin/env python3
"""make.py DIR [NAME...]: makes the lab's own subjects, or those named, in DIR.

Each is a folder with `input.EXT`, `test.sh`, `meta.toml` and, if several conditions make the test,
`checks.toml`, as docs/evaluation.md describes it.
Programs with random parts have fixed seeds, so that everyone makes the same inputs. `install.sh`
installs what making and testing needs; `check.py` says whether the subjects hold here.
"""

import functools
import pathlib
import shutil
import subprocess
import sys
import tempfile

import checks
import data
import debloat
import instructions
import lists
import markup
import programs
import sources

# Where source packages are unpacked and built, beside the subjects.
TOOLS = "tools"


def covered(tools, name):
    """An XML input, all of whose line coverage is to stay."""
    text, options = markup.document(name)
    sources.xmllint(tools)
    here = sources.HERE / "covered.py"
    test = f'exec {sys.executable} -ES {here} {tools / "xmllint"} "$(dirname "$0")/lines" "{options}"'
    return "xml", text, test, "gcc, libxml2's source package", {}


# What makes clang emit what it would optimize.
NOT_OPTIMIZED = ["-Xclang", "-disable-llvm-passes"]

# A name, and the function that makes the input's extension, its text, the test or its checks, the tool,
# and files that stand beside the test.
SUBJECTS = {
    "c-tcc-pack-10": lambda: programs.csmith_rejected(10),
    "python-tree-none": lambda: programs.tree("py", 1),
    "lua-tree-nil": lambda: programs.tree("lua", 2),
    "javascript-tree-undefined": lambda: programs.tree("js", 3),
    "smt-z3-order": lambda: data.smt_order(1),
    "smt-z3-bits": lambda: data.smt_bits(2),
    "sql-sqlite-lost": lambda: data.sql_lost(1),
    "sql-sqlite-check": lambda: data.sql_check(2),
    "xml-xmllint-idref": lambda: data.xml_idref(1),
    "xml-xmllint-content": lambda: data.xml_content(2),
    "json-jq-object": lambda: data.json_object(1),
    "list-make-cycle": lambda: data.list_cycle(1),
    "list-python-order": lambda: lists.test_order(1),
    "list-gcc-options": lambda: lists.options(2),
    "list-sed-passes": lambda: lists.passes(3),
    "list-lua-changes": lambda: lists.changes(4),
    "asm-gcc-divide": lambda: instructions.assembly(1),
    "mlir-opt-remainder": lambda: instructions.mlir(2),
    "llvmir-opt-loops": lambda: instructions.llvm_crash(1, [], "loop-bound-split"),
    "llvmir-opt-stack": lambda: instructions.llvm_crash(2, NOT_OPTIMIZED, "sroa,loop-rotate,loop-bound-split"),
    "llvmir-opt-vector": lambda: instructions.llvm_vector(5, NOT_OPTIMIZED),
}

# Subjects that are made from source packages: a name, and the function that gets their folder.
FROM_SOURCES = {
    **{f"xml-cover-{name}": functools.partial(covered, name=name) for name in markup.SHAPES},
    **{f"c-debloat-{name}": functools.partial(debloat.utility, name=name) for name in debloat.USES},
}


def write(folder, extension, text, test, tool, files=None):
    """Writes a subject, whose files of an earlier make are removed. A test is lines of a shell, or checks."""
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    for name, beside in (files or {}).items():
        (folder / name).write_text(beside)
    path = folder / f"input.{extension}"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    script = folder / "test.sh"
    if isinstance(test, list):
        (folder / "checks.toml").write_text(checks.description(test))
        test = checks.script(test)
    script.write_text(f"#!/bin/sh\n{test.strip()}\n")
    script.chmod(0o755)
    (folder / "meta.toml").write_text(f'tool = "{tool}"\n')
    return path


def learn(folder, path):
    """Runs a test that has no answer yet on its input, once: it writes down what the input does."""
    with tempfile.TemporaryDirectory() as work:
        shutil.copy(path, work)
        subprocess.run([folder / "test.sh", path.name], cwd=work, check=False)
        made = pathlib.Path(work) / "plain.out"
        if made.is_file():
            shutil.copy(made, folder / "expected")


def make(folder, name):
    """Makes a subject."""
    if name in SUBJECTS:
        write(folder / name, *SUBJECTS[name]())
        return
    tools = folder.resolve() / TOOLS
    path = write(folder / name, *FROM_SOURCES[name](tools))
    learn((folder / name).resolve(), path.resolve())


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    every = [*SUBJECTS, *FROM_SOURCES]
    for name in sys.argv[2:] or every:
        if name not in every:
            sys.exit(f"error: no subject {name}; there are {', '.join(every)}")
        try:
            make(pathlib.Path(sys.argv[1]), name)
        except (FileNotFoundError, subprocess.CalledProcessError) as error:
            sys.exit(f"error: {name} cannot be made ({error}); run lab/subjects/install.sh")


if __name__ == "__main__":
    main()
