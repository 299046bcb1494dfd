"""Judges languages whose parser is started once for each file."""

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from common import beside_python, candidates, judged, unavailable

# What is run, how its version is asked for, and what of its output is an error of syntax (where
# that is nothing, the exit code tells). Its environment has RUSTC_BOOTSTRAP, or stable rustc would
# not only parse.
JUDGES = {
    # That a method with `this` is static is meaning, and so is it that parameters with values
    # come last.
    "c#": (
        ["mcs", "--parse", "-langversion:latest"],
        ["mcs", "--version"],
        r"error CS(?!1105|1737).*",
    ),
    # A formatter, which parses, and knows which commands begin and end blocks.
    "cmake": (
        [beside_python("gersemi"), "--no-cache", "--check"],
        [beside_python("gersemi"), "--version"],
        r"\d+:\d+: .*",
    ),
    # It stops at the first error. Those of meaning do not count; what follows them is not seen.
    "llvm": (
        ["llvm-as", "-disable-output"],
        ["llvm-as", "--version"],
        r"error: (?!.*(defined with type|forward reference|but expected))"
        r".*(expected|unexpected|unterminated|invalid (token|character)).*",
    ),
    # What a file imports is not there, so names are not known.
    "proto": (
        ["protoc", "-I/", "--print_free_field_numbers"],
        ["protoc", "--version"],
        r'\d+:\d+: (?!"|Import ).*',
    ),
    "rust": (["rustc", "--edition", "2024", "-Zparse-crate-root-only"], ["rustc", "--version"], None),
    # A formatter, which parses.
    "toml": (
        [beside_python("tombi"), "format", "--offline", "--check"],
        [beside_python("tombi"), "--version"],
        r"Error.*: (?!.*(is not formatted|failed to parse)).*",
    ),
    # Names are meaning, and so are the types that they stand for: a function that refers to a type
    # and repeats it must repeat it right. It looks at both when all is read.
    "wat": (
        ["wat-desugar", "--enable-all"],
        ["wat-desugar", "--version"],
        r"error: (?!undefined|redefinition|expected \d+ (arguments|results),|type mismatch for"
        r"|expected func type identifier).*",
    ),
}


def name_numbers(text):
    """LLVM IR with names for what is only numbered: numbers must be in order, which is no grammar."""
    text = re.sub(r"(?m)^(\d+):", r"n\1:", text)
    return re.sub(r"([%@])(\d+)\b", r"\1n\2", text)


def verdict(path):
    if path.suffix == ".ll":
        path.write_text(name_numbers(path.read_text(errors="replace")))
    run = subprocess.run(
        command + [str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "RUSTC_BOOTSTRAP": "1", "NO_COLOR": "1"},
        cwd=path.parent,
    )
    output = run.stdout.decode(errors="replace").replace(str(path), "")
    if run.returncode < 0:
        return path.name, f"the judge died: {first_error(output)}"
    if syntax is None:
        return path.name, None if run.returncode == 0 else first_error(output)
    found = re.search(syntax, output)
    return path.name, found and found.group(0)


def first_error(output):
    lines = [line for line in output.splitlines() if "error" in line.lower()]
    return (lines or output.splitlines() or ["it failed"])[0]


def version_of(question):
    try:
        answer = subprocess.run(question, capture_output=True, text=True)
    except FileNotFoundError:
        unavailable(f"{question[0]} is missing")
    lines = (answer.stdout or answer.stderr).strip().splitlines()
    named = [line.strip() for line in lines if re.search(r"\d\.\d", line)]
    return f"{os.path.basename(question[0])}: {(named or lines)[0]}"


if __name__ == "__main__":
    command, question, syntax = JUDGES[sys.argv[1]]
    name = version_of(question)
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        judged(name, threads.map(verdict, candidates()))
