"""Reduces an input of every text format with probdd and with Shrink Ray, and prints a table.

Usage: compare.py FOLDER [--probdd PROGRAM] [--shrinkray PROGRAM] [--seconds N] [FORMAT ...]

FOLDER takes the inputs, the results and the counts; a run whose count stands there is not
repeated. Every run of a test counts, repeated contents included. The judges need the packages
in requirements.txt.
"""

import argparse
import pathlib
import subprocess
import sys
import time

import inputs

HERE = pathlib.Path(__file__).parent


def main():
    options = arguments()
    for name in options.formats or inputs.FORMATS:
        rows = [measure(options, name, tool, program) for tool, program in programs(options)]
        print("| " + " | ".join([name, f"{len(inputs.text_of(name)):,}", *rows]) + " |", flush=True)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--probdd", action="append", default=[])
    parser.add_argument("--shrinkray")
    parser.add_argument("--seconds", type=int, default=240)
    parser.add_argument("formats", nargs="*")
    return parser.parse_args()


def programs(options):
    for program in options.probdd:
        yield pathlib.Path(program).name, program
    if options.shrinkray:
        yield "shrinkray", options.shrinkray


def measure(options, name, tool, program):
    """Bytes of the result and tests until its end, or `>` where the time was up."""
    folder = (options.folder / tool / name).resolve()
    if not (folder / "count").exists():
        run(folder, name, tool, program, options.seconds)
    result = len((folder / "result").read_bytes())
    count, end = (folder / "count").read_text().split()
    return f"{result:,} B in {'>' if end == 'stopped' else ''}{int(count):,}"


def run(folder, name, tool, program, seconds):
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / inputs.FORMATS[name][1]
    source.write_text(inputs.text_of(name))
    result = folder / "result"
    result.unlink(missing_ok=True)
    server, port = serve(name)
    test = folder / "test.sh"
    test.write_text(
        "#!/bin/bash\n"
        f"exec 3<> /dev/tcp/127.0.0.1/{port} || exit 125\n"
        'echo "$1" >&3\nread -r answer <&3\n[ "$answer" = yes ]\n'
    )
    test.chmod(0o755)
    if tool == "shrinkray":
        options = ["--ui", "basic", "--parallelism", "1", "--input-type", "arg"]
        command = [program, *options, test, source]
    else:
        command = [program, "-j1", "-o", result, test, source]
    began = time.monotonic()
    with open(folder / "log", "w") as log:
        stop = ["timeout", "-s", "INT", "-k", "20", str(seconds)]
        subprocess.run([*stop, *command], stdin=subprocess.DEVNULL, stdout=log, stderr=log, check=False)
    end = "stopped" if time.monotonic() - began > seconds else "complete"
    server.stdin.close()
    count, best = server.stdout.read().split(b" ", 1)
    if tool == "shrinkray":
        # A stopped Shrink Ray may leave a file that it has half written.
        result.write_bytes(best)
    (folder / "count").write_text(f"{int(count)} {end}\n")


def serve(name):
    """Starts a judge that stays, because the parsers take long to import."""
    command = [sys.executable, "-E", "-s", str(HERE / "judge.py"), "--serve", name]
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    return server, int(server.stdout.readline())


if __name__ == "__main__":
    main()
