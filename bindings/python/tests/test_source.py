"""Programs and values, with figures equal to those of the command."""

import inspect
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, List, Tuple

import pytest

import probdd

RING = Path(__file__).parents[3] / "crates/probdd/tests/cli/fixtures/ring.c"


LOOP = """
import os, sys
for line in sys.stdin:
    directory = line.rstrip("\\n")
    [name] = os.listdir(directory)
    with open(os.path.join(directory, name)) as file:
        is_interesting = predicate(file.read())
    print("interesting" if is_interesting else "uninteresting", flush=True)
"""


def by_command(directory: Path, name: str, definition: str) -> Tuple[str, int]:
    """The result of the command `probdd`, and the number of queries. The test is a process that calls
    `predicate`."""
    (directory / "test.py").write_text(definition + LOOP)
    command = Path(sys.executable).with_name("probdd")
    options = ["-q", "-j1", "--transformer", "none", "-o", "result", "--report", "report.json"]
    test = ["--persistent", f"{sys.executable} test.py"]
    subprocess.run([command, *test, name, *options], cwd=directory, check=True)
    report = json.loads((directory / "report.json").read_text())
    return (directory / "result").read_text(), report["queries"]["committed"]


@pytest.mark.parametrize("settings", [{}, {"jobs": 2}, {"jobs": 2, "isolation": "process"}])
def test_a_c_file_by_a_callable_is_reduced_as_by_the_command(tmp_path: Path, settings: Any) -> None:
    shutil.copy(RING, tmp_path)
    result = probdd.minimize_source(
        tmp_path / "ring.c",
        lambda text: "dividend / zero" in text,
        options=["--transformer", "none"],
        **settings,
    )
    definition = "predicate = lambda text: 'dividend / zero' in text"
    expected = by_command(tmp_path, "ring.c", definition)
    assert (result.value, result.queries) == expected
    assert result.value == "dividend / zero\n" and result.certified


def has_duplicates(value: Any) -> bool:
    users = value.get("users") if isinstance(value, dict) else None
    if not isinstance(users, list):
        return False
    names = [user.get("name") for user in users if isinstance(user, dict)]
    return len(names) - len(set(map(str, names))) > 0


OF_TEXT = """
import json
def predicate(text):
    try:
        return has_duplicates(json.loads(text))
    except ValueError:
        return False
"""


def test_a_value_is_reduced_as_its_text_is_by_the_command(tmp_path: Path) -> None:
    users = [
        {"id": number, "name": f"user-{number % 9}", "tags": ["a", None]} for number in range(12)
    ]
    value = {"version": [3, 1.5], "users": users, "next": None}
    result = probdd.minimize_value(value, has_duplicates)
    (tmp_path / "value.json").write_text(json.dumps(value, ensure_ascii=False))
    definition = f"from typing import Any\n{inspect.getsource(has_duplicates)}{OF_TEXT}"
    text, queries = by_command(tmp_path, "value.json", definition)
    assert (result.value, result.queries) == (json.loads(text), queries)
    assert has_duplicates(result.value) and len(json.dumps(result.value)) < 30
    steps = list(probdd.reducing(value, has_duplicates, by=probdd.minimize_value))
    assert steps[-1].value == result.value


def test_what_json_does_not_have_is_refused_by_its_place() -> None:
    for value, place in [
        ({"a": [1, {2}]}, r"value\['a'\]\[1\] is a set"),
        ({"a": {1: 2}}, r"value\['a'\] has a key 1"),
        ([float("nan")], r"value\[0\] is nan"),
    ]:
        with pytest.raises(TypeError, match=place):
            probdd.minimize_value(value, lambda value: True)


BLACK = '''
"""A module that formats."""
import os
import sys


class Report:  # fmt:skip
    """What was formatted."""

    def __init__(self, names, *, quiet=False):
        self.names = list(names)
        self.quiet = quiet

    def lines(self):
        for name in self.names:
            if not self.quiet:
                yield f"formatted {name}"


def main(arguments):
    report = Report(arguments, quiet="-q" in arguments)
    for line in report.lines():
        print(line, file=sys.stderr)
    with open(os.devnull) as nothing:
        assert nothing.read() == "", "there is something in it"
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
'''

CRASHES = """
import black, tempfile
tempfile.tempdir = "."
def predicate(text):
    try:
        black.format_file_contents(text, fast=False, mode=black.Mode())
    except AssertionError as error:
        return "different code on the second pass" in str(error)
    except Exception:
        return False
    return False
"""


def test_a_program_that_crashes_an_old_black_in_this_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    black = pytest.importorskip("black", reason="black is not installed")
    # It writes a log of every crash.
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def formats(text: str) -> None:
        black.format_file_contents(text, fast=False, mode=black.Mode())

    crashes = probdd.raises(AssertionError, formats, match="different code on the second pass")
    if not crashes(BLACK):
        pytest.skip(f"black {black.__version__} formats it")
    result = probdd.minimize_source(BLACK, crashes, "python", name="bug.py")
    assert result.certified and crashes(result.value)
    assert len(result.value.split()) < 10, result.value
    (tmp_path / "bug.py").write_text(BLACK)
    assert (result.value, result.queries) == by_command(tmp_path, "bug.py", CRASHES)


def test_a_directory_is_a_dict_of_files(tmp_path: Path) -> None:
    (tmp_path / "p").mkdir()
    (tmp_path / "p/a.py").write_text("import b\nprint(1)\n")
    (tmp_path / "p/b.py").write_text("needle = 1\nhay = 2\n")
    result = probdd.minimize_source(
        tmp_path / "p", lambda files: any(b"needle" in text for text in files.values())
    )
    assert [text.strip() for text in result.value.values()] == [b"needle"]


def test_bytes_and_binary_files_are_bytes(tmp_path: Path) -> None:
    result = probdd.minimize_source(b"int a; int b;", lambda text: b"b" in text, "c")
    assert result.value == b"b"
    (tmp_path / "blob").write_bytes(bytes(range(256)))
    result = probdd.minimize_source(tmp_path / "blob", lambda blob: 0x90 in blob)
    assert result.value == b"\x90"


def test_options_and_errors_are_those_of_the_command(tmp_path: Path) -> None:
    text = "a\nb x\nc\n"
    lines = probdd.minimize_source(
        text, lambda text: "x" in text, algorithm="list", options=["--granularity", "line"]
    )
    assert lines.value == "b x\n"
    for settings, message in [
        ({"algorithm": "best"}, "invalid value 'best' for '--reducer <NAME>'"),
        ({"options": ["--in-place"]}, "`--in-place` does not say how an input is reduced"),
        ({"language": "klingon"}, "unknown language `klingon`"),
    ]:
        with pytest.raises(ValueError, match=message):
            probdd.minimize_source(text, lambda text: True, **settings)  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        probdd.minimize_source(tmp_path / "no", lambda text: True)
    with pytest.raises(ValueError, match="is empty"):
        probdd.minimize_source("", lambda text: True)
    with pytest.raises(TypeError, match="and no int"):
        probdd.minimize_source(7, lambda text: True)  # type: ignore[call-overload]
    with pytest.raises(probdd.NotInteresting):
        probdd.minimize_source(text, lambda text: False)


def test_a_predicate_of_two_minds_is_unreliable() -> None:
    said: List[bool] = []

    def predicate(text: str) -> bool:
        said.append(len(said) % 2 == 0)
        return said[-1]

    with pytest.raises(probdd.Unreliable, match="runs on the same bytes"):
        probdd.minimize_source("some text", predicate)


def test_an_exception_and_ctrl_c_reach_the_caller() -> None:
    def mistaken(text: str) -> bool:
        return len(text) > 20 or bool(1 / 0)

    with pytest.raises(ZeroDivisionError):
        probdd.minimize_source("some text of many words, in one line", mistaken)
    calls = [0]

    def interrupted(text: str) -> bool:
        calls[0] += 1
        if calls[0] == 6:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.3)
        return "needle" in text

    text = "hay " * 50 + "needle"
    result = probdd.minimize_source(text, interrupted)
    assert result.stopped == "interrupt" and "needle" in result.value and not result.certified


def test_the_command_is_installed_with_its_exit_codes(tmp_path: Path) -> None:
    command = Path(sys.executable).with_name("probdd")
    version = subprocess.run([command, "--version"], capture_output=True, text=True, check=True)
    assert version.stdout == f"probdd {probdd.__version__}\n"
    (tmp_path / "text").write_text("some text")
    for arguments, code in [(["/bin/false", "text"], 2), (["no/such", "text"], 1)]:
        run = subprocess.run([command, *arguments], cwd=tmp_path, capture_output=True)
        assert run.returncode == code
    run = subprocess.run([sys.executable, "-m", "probdd", "languages"], capture_output=True)
    assert run.returncode == 0 and b"python" in run.stdout
