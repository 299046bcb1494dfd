#!/usr/bin/env python3
"""Makes the projects of docs/files.md, each with its test.

    lab/projects/make.py NAME OUT [SUBJECT]

writes a directory with the project and `test.sh` to OUT. Then `probdd ./test.sh PROJECT` in OUT
reduces it. SUBJECT is the folder of the single-file subject that a project is made of: the input,
`input.EXT`, is cut into files.

    zlib         OUT                  the source package of zlib, with a function that `sparse` fails on
    crate        OUT rustc-asynclend  a Rust crate with a file for each module
    scripts      OUT tsc-restspread   scripts of TypeScript
    package      OUT cython-powlist   a package of Python
    repository   OUT                  2,000 generated files, of which 4 lines in 3 files are needed
"""

import ast
import pathlib
import random
import re
import subprocess
import sys
import tempfile

PLANTED = """struct bounds {
    uInt have;
};
int is_empty(struct bounds b)
{
    uInt left = 1;
    return b.have == 0 && left;
}

"""

TESTS = {
    "zlib": """
export LC_ALL=C
cd zlib || exit 1
gcc-12 -std=gnu99 -fsyntax-only -Werror=implicit-function-declaration -Werror=implicit-int \\
    -Werror=return-type -Werror=int-conversion inflate.c >"$TMPDIR/gcc" 2>&1 || exit 1
ulimit -c 0
timeout 10 setarch x86_64 -R sparse-llvm inflate.c 2>&1 >"$TMPDIR/out" |
    grep -qF "output_op_compare: Assertion"
""",
    "crate": """
RUSTC_BOOTSTRAP=1 RUSTC_ICE=0 RUST_BACKTRACE=0 timeout 20 rustc --edition 2021 --crate-type lib \\
    --crate-name input --emit=metadata -o "$TMPDIR/o.rmeta" crate/src/lib.rs >"$TMPDIR/out" 2>&1
[ $? -eq 101 ] && grep -q 'expected lifetime parameter, but found another generic' "$TMPDIR/out"
""",
    "scripts": """
tsc=${SUBJECT_TOOLS:-$HOME/subject-tools}/typescript-3.2.2/node_modules/typescript/lib/tsc.js
scripts=$(find scripts -name '*.ts' | sort)
[ -n "$scripts" ] || exit 1
timeout 20 node "$tsc" --noEmit --noLib --target es2018 --typeRoots "$TMPDIR" $scripts \\
    >"$TMPDIR/out" 2>&1
grep -q "TypeError: Cannot read properties of undefined (reading 'kind')" "$TMPDIR/out" &&
    grep -q 'at getRestType ' "$TMPDIR/out"
""",
    "package": """
cython=${SUBJECT_TOOLS:-$HOME/subject-tools}/cython-3.0.12/bin/cython
modules=$(find package -name '*.py' ! -name __init__.py | sort)
[ -n "$modules" ] || exit 1
timeout 100 "$cython" -3 $modules >"$TMPDIR/out" 2>&1
grep -q 'Compiler crash in AnalyseExpressionsTransform' "$TMPDIR/out" &&
    grep -q "'NoneType' object has no attribute 'is_numeric'" "$TMPDIR/out"
""",
    "repository": """
for line in 'NEEDED_A(1);' 'NEEDED_B(2);' 'NEEDED_C(3);' 'NEEDED_D(4);'; do
    grep -rqF "$line" repository || exit 1
done
""",
}


def zlib(out, _):
    """The files in the root of the source package, with the function in a header."""
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run(["apt-get", "source", "-qq", "zlib"], cwd=scratch, check=True)
        (root,) = pathlib.Path(scratch).glob("zlib-*/")
        for file in root.iterdir():
            is_source = file.suffix in (".c", ".h")
            others = ("Makefile.in", "CMakeLists.txt", "configure", "ChangeLog", "README")
            if is_source or file.name in others:
                (out / file.name).write_bytes(file.read_bytes())
    header = out / "inflate.h"
    text = header.read_text()
    at = text.index("struct inflate_state {")
    header.write_text(text[:at] + PLANTED + text[at:])


def after_token(text, at):
    """The end of what begins here: a comment, a string, or one character; and the change of depth."""
    if text.startswith("//", at):
        end = text.find("\n", at)
        return (len(text) if end < 0 else end), 0
    if text.startswith("/*", at):
        return text.find("*/", at) + 2, 0
    raw = re.compile(r'b?r(#*)"').match(text, at)
    if raw and not (at and (text[at - 1].isalnum() or text[at - 1] == "_")):
        return text.find('"' + raw.group(1), raw.end()) + 1 + len(raw.group(1)), 0
    if text[at] == '"':
        end = at + 1
        while text[end] != '"':
            end += 2 if text[end] == "\\" else 1
        return end + 1, 0
    character = re.compile(r"'(\\.[^']*|[^\\'])'").match(text, at)
    if character:
        return character.end(), 0
    return at + 1, {"{": 1, "}": -1}.get(text[at], 0)


def end_of_block(text, at):
    """The end of the block whose brace stands here."""
    depth = 0
    while True:
        at, change = after_token(text, at)
        depth += change
        if depth == 0 and change == -1:
            return at


def modules(text, directory):
    """The text, with each module of more than 20 lines in a file of its own."""
    begins = re.compile(r"^((?:pub(?:\([a-z]+\))? )?mod (\w+)) \{", re.M)
    out, at = "", 0
    while match := begins.search(text, at):
        here, depth = at, 0
        while here < match.start():
            here, change = after_token(text, here)
            depth += change
        file = directory / f"{match.group(2)}.rs"
        end = end_of_block(text, match.end() - 1) if depth == 0 else match.end()
        body = text[match.end() : end - 1]
        if depth == 0 and body.count("\n") > 20 and not file.exists():
            directory.mkdir(parents=True, exist_ok=True)
            file.write_text("")
            file.write_text(modules(body, directory / match.group(2)))
            out += text[at : match.start()] + match.group(1) + ";"
        else:
            out += text[at:end]
        at = end
    return out + text[at:]


def crate(out, subject):
    """The modules of a Rust program as files."""
    (out / "src").mkdir()
    text = (subject / "input.rs").read_text()
    (out / "src" / "lib.rs").write_text(modules(text, out / "src"))


def scripts(out, subject):
    """A program of TypeScript in scripts of some 250 lines, cut where no bracket is open."""
    strings = r"""'(\\.|[^'\\])*'|"(\\.|[^"\\])*"|`[^`]*`|//.*|/\*.*?\*/|/(\\.|[^/\\\n])+/"""
    depth, chunks, chunk = 0, [], []
    for line in (subject / "input.ts").read_text().split("\n"):
        code = re.sub(strings, "", line)
        depth += sum(code.count(it) for it in "{([") - sum(code.count(it) for it in "})]")
        chunk.append(line)
        if depth == 0 and len(chunk) > 250 and re.match(r"^(\};?|.*;)\s*$", line):
            chunks.append(chunk)
            chunk = []
    for number, chunk in enumerate([*chunks, chunk]):
        (out / f"part{number:02}.ts").write_text("\n".join(chunk) + "\n")


def package(out, subject):
    """A module of Python in modules of some 120 lines, each of which imports those before it."""
    text = (subject / "input.py").read_text()
    lines, chunks, begin = text.split("\n"), [], 0
    for statement in ast.parse(text).body:
        if statement.end_lineno - begin > 120:
            chunks.append(lines[begin : statement.end_lineno])
            begin = statement.end_lineno
    chunks.append(lines[begin:])
    for number, chunk in enumerate(chunks):
        imports = [f"from .mod{other:02} import *" for other in range(number)]
        (out / f"mod{number:02}.py").write_text("\n".join([*imports, *chunk]) + "\n")
    (out / "__init__.py").write_text(f"from .mod{len(chunks) - 1:02} import *\n")


def repository(out, _):
    """100 directories with 20 files each, of 20 kB."""
    random.seed(1)
    words = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron".split()
    endings = ["c", "h", "py", "js", "rs", "txt", "java", "go"]
    needed = {
        (13, 4): {100: "NEEDED_A(1);", 300: "NEEDED_B(2);"},
        (57, 9): {100: "NEEDED_C(3);"},
        (90, 17): {100: "NEEDED_D(4);"},
    }
    count = 0
    for module in range(100):
        for number in range(20):
            directory = out / f"m{module:02}" / ("sub" if number % 3 == 0 else "")
            directory.mkdir(parents=True, exist_ok=True)
            lines, size = [], 0
            while size < 20_000:
                count += 1
                first, second, third, fourth = random.choices(words, k=4)
                lines.append(f"  {first}_{count}({second}, {count}); // {third} {fourth}")
                size += len(lines[-1]) + 1
            for at, line in needed.get((module, number), {}).items():
                lines.insert(at, line)
            file = directory / f"file{number:02}.{random.choice(endings)}"
            file.write_text("\n".join(lines) + "\n")


def main():
    if len(sys.argv) not in (3, 4) or sys.argv[1] not in TESTS:
        sys.exit(__doc__)
    name, out = sys.argv[1], pathlib.Path(sys.argv[2])
    (out / name).mkdir(parents=True)
    subject = pathlib.Path(sys.argv[3]) if len(sys.argv) == 4 else None
    globals()[name](out / name, subject)
    test = out / "test.sh"
    test.write_text("#!/bin/bash\n" + TESTS[name].lstrip())
    test.chmod(0o755)


if __name__ == "__main__":
    main()
