#!/usr/bin/env python3
"""make.py DIR [NAME...]: makes the lab's own subjects, or those named, in DIR.

Each is a folder with `input.EXT`, `test.sh` and `meta.toml`, as docs/evaluation.md describes it.
Programs with random parts have fixed seeds, so that everyone makes the same inputs. `install.sh`
installs what making and testing needs; `check.py` says whether the subjects hold here.
"""

import pathlib
import subprocess
import sys

import data
import programs

# A name, and the function that makes the input's extension, its text, the test and the tool.
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
}


def write(folder, extension, text, test, tool):
    """Writes a subject."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"input.{extension}").write_text(text)
    script = folder / "test.sh"
    script.write_text(f"#!/bin/sh\n{test.strip()}\n")
    script.chmod(0o755)
    (folder / "meta.toml").write_text(f'tool = "{tool}"\n')


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    names = sys.argv[2:] or list(SUBJECTS)
    for name in names:
        if name not in SUBJECTS:
            sys.exit(f"error: no subject {name}; there are {', '.join(SUBJECTS)}")
        try:
            made = SUBJECTS[name]()
        except (FileNotFoundError, subprocess.CalledProcessError) as error:
            sys.exit(f"error: {name} cannot be made ({error}); run lab/subjects/install.sh")
        write(pathlib.Path(sys.argv[1]) / name, *made)


if __name__ == "__main__":
    main()
