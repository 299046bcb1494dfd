"""Reduces an input of every text format with probdd and with Shrink Ray, and prints a table.

Usage: compare.py FOLDER [--probdd PROGRAM] [--shrinkray PROGRAM] [--seconds N] [--times N] [--seed N] [FORMAT ...]

FOLDER takes the inputs, the results and the counts; a run whose count stands there is not
repeated. Every run of a test counts, repeated contents included. Shrink Ray is stopped after N times
the tests of the first probdd, and every run after N seconds. The judges need the packages in
requirements.txt.
"""

import argparse
import pathlib
import select
import signal
import subprocess
import sys
import time

import inputs

HERE = pathlib.Path(__file__).parent


def main():
    options = arguments()
    for name in options.formats or inputs.FORMATS:
        row = Row(options, name)
        sizes = [row.measure(tool, program) for tool, program in programs(options)]
        print("| " + " | ".join([name, f"{len(row.input):,}", *sizes]) + " |", flush=True)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--probdd", action="append", default=[])
    parser.add_argument("--shrinkray")
    parser.add_argument("--seconds", type=int, default=400)
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("formats", nargs="*")
    return parser.parse_intermixed_args()


def programs(options):
    for program in options.probdd:
        yield pathlib.Path(program).name, program
    if options.shrinkray:
        yield "shrinkray", options.shrinkray


class Row:
    """The runs of the tools on the input of one format."""

    def __init__(self, options, name):
        self.options = options
        self.name = name
        self.input = inputs.text_of(name, options.seed)
        # After so many tests Shrink Ray is stopped.
        self.most = None

    def measure(self, tool, program):
        """Bytes of the result and tests until its end, or `>` where the run was stopped."""
        folder = (self.options.folder / str(self.options.seed) / tool / self.name).resolve()
        if not (folder / "count").exists():
            self.run(folder, tool, program)
        result = len((folder / "result").read_bytes())
        count, end = (folder / "count").read_text().split()
        if tool != "shrinkray" and self.most is None:
            self.most = int(count) * self.options.times
        return f"{result:,} B in {'>' if end == 'stopped' else ''}{int(count):,}"

    def run(self, folder, tool, program):
        folder.mkdir(parents=True, exist_ok=True)
        source = folder / inputs.FORMATS[self.name][1]
        source.write_text(self.input)
        result = folder / "result"
        result.unlink(missing_ok=True)
        is_probdd = tool != "shrinkray"
        server, port = serve(self.name, None if is_probdd else self.most)
        test = write_test(folder, port)
        command = probdd(program, result, test, source) if is_probdd else shrinkray(program, test, source)
        with open(folder / "log", "w") as log:
            end = run_until(command, server, self.options.seconds, cwd=folder, stdout=log, stderr=log)
        server.stdin.close()
        count, best = server.stdout.read().split(b" ", 1)
        if not is_probdd:
            # A stopped Shrink Ray may leave a file that it has half written.
            result.write_bytes(best)
        (folder / "count").write_text(f"{int(count)} {end}\n")


def probdd(program, result, test, source):
    return [pathlib.Path(program).resolve(), "-j1", "-o", result, test, source]


def shrinkray(program, test, source):
    options = ["--ui", "basic", "--parallelism", "1", "--input-type", "arg"]
    return [pathlib.Path(program).absolute(), *options, test, source]


def write_test(folder, port):
    """The test: it asks the judge."""
    test = folder / "test.sh"
    test.write_text(
        "#!/bin/bash\n"
        f"exec 3<> /dev/tcp/127.0.0.1/{port} || exit 125\n"
        'echo "$1" >&3\nread -r answer <&3\n[ "$answer" = yes ]\n'
    )
    test.chmod(0o755)
    return test


def run_until(command, server, seconds, **options):
    """Runs a command until it ends, its time is up or the judge has judged enough."""
    deadline = time.monotonic() + seconds
    tool = subprocess.Popen(command, stdin=subprocess.DEVNULL, **options)
    while tool.poll() is None:
        is_enough = select.select([server.stdout], [], [], 0.5)[0]
        if is_enough or time.monotonic() > deadline:
            stop(tool)
            return "stopped"
    return "complete"


def stop(tool):
    tool.send_signal(signal.SIGINT)
    try:
        tool.wait(20)
    except subprocess.TimeoutExpired:
        tool.kill()
        tool.wait()


def serve(name, most):
    """Starts a judge that stays, because the parsers take long to import."""
    limit = [] if most is None else [str(most)]
    command = [sys.executable, "-E", "-s", str(HERE / "judge.py"), "--serve", name, *limit]
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    return server, int(server.stdout.readline())


if __name__ == "__main__":
    main()
