#!/usr/bin/env python3
"""Reduces a real failure of each family twice: by the failing command, and by a test that a person wrote.

    lab/front/compare.py WORK --probdd BIN --subjects DIR [CASE...]

DIR holds subjects, as directories with an input and a test.sh; SUBJECT_TOOLS is where their tools are. The programs
beside this file need gcc, go and sqlite3. WORK keeps what has been made and the runs that have ended.

For each case the table says: queries and tokens by hand and by the command; whether the property is true
of the input, of an empty file, of the input after a syntax error, and of the input under a fixed program; and whether
the result of the command is interesting to the test that was written by hand.
"""

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import inputs

HERE = Path(__file__).resolve().parent
TOOLS = os.environ.get("SUBJECT_TOOLS", str(Path.home() / "subject-tools"))


# The exit codes of probdd for an input that is not interesting, and after --max-queries.
UNINTERESTING, STOPPED = 2, 3


@dataclass
class Case:
    """A failure: an input, the command that fails on it, and how a person would test for it."""

    name: str
    family: str
    file: str
    command: str  # {} is the input
    subject: str = ""  # where input and test are from
    text: str = ""  # the input, if it is not a subject's
    test: str = ""  # the test, likewise
    error: str = "{{{ ] )\n"  # what is a syntax error before the input
    fixed: str = ""  # the command without the bug
    options: list = field(default_factory=list)


def grep(command, *words):
    """A test as a person writes it: runs a command and looks for words in what it prints."""
    found = " && ".join(f"grep -q {shlex.quote(word)} out.txt" for word in words)
    return f"#!/bin/bash\n{command} >out.txt 2>&1\n{found}\n"


def cases(work):
    """The cases. The programs that they run are in `work`."""
    machine = f"{work}/machine {{}}"
    asan = f"{work}/machine-asan {{}}"
    fixed = f"{work}/machine-fixed {{}}"
    places, people = f"{work}/places {{}}", f"python3 {HERE}/programs/parents.py {{}}"
    cc1plus = "/usr/lib/gcc/x86_64-linux-gnu/12/cc1plus -quiet -std=c++20 -fsyntax-only -w {}"
    ecj = ("java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto -cp "
           "/usr/share/java/eclipse-jdt-core.jar org.eclipse.jdt.internal.compiler.batch.Main "
           "-17 -proc:none -nowarn -d out {}")
    tsc = f"node {TOOLS}/typescript-3.2.2/node_modules/typescript/lib/tsc.js"
    rustc = "env RUSTC_BOOTSTRAP=1 RUSTC_ICE=0 rustc --edition 2021 --crate-type lib --emit=metadata -o o.rmeta {}"
    valid_c = ("gcc-12 -std=gnu99 -fsyntax-only -Werror=implicit-function-declaration -Werror=implicit-int "
               "-Werror=return-type -Werror=int-conversion {}")
    return [
        Case("gcc", "GCC", "input.cpp", cc1plus, "c-gcc12-unify", fixed="g++ -std=c++20 -fsyntax-only -w {}"),
        Case("clang", "clang", "input.cpp",
             "env LLVM_DISABLE_SYMBOLIZATION=1 /usr/lib/llvm-13/bin/clang -cc1 -std=c++20 -fsyntax-only -w {}",
             "c-clang13-lambda"),
        Case("llvm", "LLVM", "input.bc", "setarch -R /usr/lib/llvm-14/bin/llvm-dis {} -o o.ll",
             "binary-llvmdis-tbaa"),
        Case("rustc", "rustc", "input.rs", rustc, "rust-rustc-asynclend"),
        Case("sparse", "assertion, and a second command", "input.c", "setarch -R sparse-llvm {}",
             "c-sparse-assert", options=["--also", valid_c]),
        Case("iverilog", "assertion (Icarus Verilog)", "input.v", "iverilog -g2005 -o o.vvp {}",
             "verilog-iverilog-nexus"),
        Case("ecj", "Java exception", "input.java", ecj, "java-ecj-placeend"),
        Case("tsc", "Node error", "input.ts",
             tsc + " --noEmit --noLib --target es2018 --typeRoots . {}", "typescript-tsc-restspread"),
        Case("python", "Python traceback", "people.json", people, text=inputs.people(),
             test=grep(people, "^KeyError", "in <listcomp>"), fixed="env FIXED=1 " + people),
        Case("go", "Go panic", "places.json", places, text=inputs.places(),
             test=grep(places, "panic: runtime error: index out of range"), fixed="env FIXED=1 " + places),
        Case("assertion", "assertion in C", "run.txt", machine, text=inputs.machine(inputs.SWAP),
             test=grep(machine, "Assertion .depth >= 2"), error="what\n", fixed=fixed),
        Case("asan", "AddressSanitizer", "run.txt", asan, text=inputs.machine(inputs.NAME),
             test=grep(asan, "heap-buffer-overflow"), error="what\n", fixed=fixed),
        Case("hang", "a hang", "run.txt", machine, text=inputs.machine(inputs.ROUND), error="what\n", fixed=fixed,
             test=f"#!/bin/bash\ntimeout 1 {machine} >out.txt 2>&1\ntest $? -eq 124\n",
             options=["--expect", "hang=1"]),
        Case("sqlite", "SQLite error", "orders.sql", "sh -c 'sqlite3 -bail :memory: < {}'", text=inputs.orders(),
             test=grep("sqlite3 -bail :memory: < {}", "CHECK constraint failed: price > 0"),
             error="SELEKT;\n"),
    ]


def build(work):
    """Compiles the programs."""
    machine = [str(HERE / "programs/machine.c"), "-g", "-w"]
    for name, flags in [("machine", []), ("machine-asan", ["-fsanitize=address", "-DNDEBUG"]),
                        ("machine-fixed", ["-DFIXED"])]:
        if not (work / name).exists():
            subprocess.run(["gcc", *machine, *flags, "-o", str(work / name)], check=True)
    if not (work / "places").exists():
        subprocess.run(["go", "build", "-o", str(work / "places"), str(HERE / "programs/places.go")], check=True)


class Runs:
    """What has been asked of probdd, in `work`."""

    def __init__(self, work, probdd, subjects):
        self.work, self.probdd, self.subjects = work, probdd, subjects

    def place(self, case):
        """The directory of a case, with its input and its test."""
        place = self.work / case.name
        place.mkdir(exist_ok=True)
        if case.subject:
            source = self.subjects / case.subject
            text, test = (source / case.file).read_bytes(), (source / "test.sh").read_text()
        else:
            text, test = case.text.encode(), case.test.replace("{}", case.file)
        (place / case.file).write_bytes(text)
        (place / "test.sh").write_text(test)
        (place / "test.sh").chmod(0o755)
        return place

    def reduce(self, case, how):
        """Reduces the input of a case, by its command or by its test. Returns queries and tokens."""
        place = self.place(case)
        report = place / f"{how}.json"
        if not report.exists():
            command = [*case.options, case.file, "--", *shlex.split(case.command)]
            args = ["test.sh", case.file] if how == "hand" else command
            kept = ["-o", f"{how}.result", "--no-state", "--jobs", "2", "--report", "new.json", "--progress", "none"]
            ended = subprocess.run([self.probdd, *kept, *args], cwd=place, capture_output=True, text=True)
            (place / f"{how}.log").write_text(ended.stderr)
            if ended.returncode != 0:
                sys.exit(f"{case.name}, {how}: {ended.stderr}")
            (place / "new.json").rename(report)
        found = json.loads(report.read_text())
        return found["queries"]["committed"], found["result"]["tokens"]

    def holds(self, case, text=None, command=None):
        """Whether the property that the command has on the input holds of another text, or of another
        command. The property is what probdd has said of it in options."""
        place = self.place(case)
        said = re.search(r"by options: (.*)", (place / "command.log").read_text())
        options = case.options if "--expect" in case.options else [*shlex.split(said[1]), *case.options]
        if text is not None:
            (place / case.file).write_bytes(text)
        args = [*options, "--max-queries", "1", "--no-state", "-o", "tried", "-q", case.file, "--"]
        ended = subprocess.run([self.probdd, *args, *shlex.split(command or case.command)], cwd=place,
                               capture_output=True, text=True)
        if ended.returncode not in (0, STOPPED, UNINTERESTING):
            sys.exit(f"{case.name}, {options}: {ended.stderr}")
        return ended.returncode != UNINTERESTING

    def row(self, case):
        """The row of a case in the table."""
        by_hand, by_command = self.reduce(case, "hand"), self.reduce(case, "command")
        place = self.place(case)
        (place / case.file).write_bytes((place / "command.result").read_bytes())
        real = subprocess.run(["./test.sh"], cwd=place, capture_output=True).returncode == 0
        text = self.place(case).joinpath(case.file).read_bytes()
        true_of = [self.holds(case), self.holds(case, text=b"\n"), self.holds(case, text=case.error.encode() + text),
                   self.holds(case, command=case.fixed) if case.fixed else None]
        cells = ["yes" if it else "-" if it is None else "no" for it in [*true_of, real]]
        return [case.family, f"{by_hand[0]:,} / {by_hand[1]:,}", f"{by_command[0]:,} / {by_command[1]:,}",
                f"{by_command[0] / by_hand[0]:.2f}", *cells]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path)
    parser.add_argument("--probdd", required=True)
    parser.add_argument("--subjects", type=Path, required=True)
    parser.add_argument("cases", nargs="*")
    args = parser.parse_intermixed_args()
    work = args.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    build(work)
    runs = Runs(work, str(Path(args.probdd).resolve()), args.subjects.resolve())
    print("| failure | by hand | by command | ratio | input | empty | syntax error | fixed program | "
          "result holds by hand |")
    print("|---|---|---|---|---|---|---|---|---|", flush=True)
    for case in cases(work):
        if not args.cases or case.name in args.cases:
            print("| " + " | ".join(runs.row(case)) + " |", flush=True)


main()
