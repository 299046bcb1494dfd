"""Programs from Debian's source packages: fetching them, and an xmllint that tells what it covers."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent

# libxml2 without what differs from machine to machine. Without rand and srand, its hashes have no
# random seed, so that each run covers the same lines.
CONFIGURE = [
    "--disable-shared", "--without-python", "--without-lzma", "--without-zlib", "--without-icu",
    "--without-iconv", "--without-threads", "--without-http", "--without-ftp", "--without-legacy",
    "--without-debug", "ac_cv_func_rand=no", "ac_cv_func_srand=no",
]


def source_lists(folder):
    """Debian's package lists for sources, from those that the machine has for packages."""
    parts = folder / "parts"
    parts.mkdir()
    for path in [pathlib.Path("/etc/apt/sources.list"), *pathlib.Path("/etc/apt/sources.list.d").glob("*")]:
        if not path.is_file() or "debian" not in path.read_text():
            continue
        lines = path.read_text().splitlines()
        kinds = [("Types:", "Types: deb-src")] if path.suffix == ".sources" else [("deb ", "deb-src ")]
        for old, new in kinds:
            lines = [new + ("" if old == "Types:" else line[len(old):]) if line.startswith(old) else line for line in lines]
        (parts / path.name).write_text("\n".join(lines) + "\n")
    (folder / "lists/partial").mkdir(parents=True)
    settings = ("etc::sourcelist=/dev/null", f"etc::sourceparts={parts}", f"state::lists={folder}/lists")
    return [word for setting in settings for word in ("-o", f"Dir::{setting}")] + ["-o", "APT::Sandbox::User=root"]


def fetched(tools, package):
    """The folder of a Debian source package below a folder, unpacked there unless it is there already.

    The machine's own lists stay as they are.
    """
    found = sorted(path for path in tools.glob(f"{package}-*") if path.is_dir())
    if found:
        return found[0]
    tools.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        apt = ["apt-get", *source_lists(pathlib.Path(scratch))]
        # A list that has no sources is no reason to end: others have.
        subprocess.run([*apt, "update"], check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        subprocess.run([*apt, "source", package], check=True, cwd=scratch, stdout=subprocess.DEVNULL)
        (made,) = [path for path in pathlib.Path(scratch).glob(f"{package}-*") if path.is_dir()]
        shutil.move(made, tools / made.name)
    return tools / made.name


def run(command, folder, **environment):
    """Runs a command that is to succeed, and shows what it printed if it does not."""
    environment = {**os.environ, **environment}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print(done.stdout[-2000:], done.stderr[-2000:])
        done.check_returncode()
    return done.stdout


# Patches are newer than what a package's authors generated; it need not be generated again.
GENERATORS = [f"{name}=:" for name in ("ACLOCAL", "AUTOCONF", "AUTOHEADER", "AUTOMAKE", "MAKEINFO")]


def configured(source, options):
    """Configures a source package, for programs that are not optimised, unless that was done."""
    if not (source / "config.status").is_file():
        run(["./configure", "-q", "CFLAGS=-O0", *options], source)


def made(source, program):
    """Makes a program of a source package, with the linker's map of it beside it."""
    if (source / f"{program}.map").is_file():
        return
    # What automake calls built sources is made before all else, but not for a single program.
    (source / "built.mk").write_text("include Makefile\nbuilt: $(BUILT_SOURCES)\n")
    run(["make", "-s", "-f", "built.mk", *GENERATORS, "built"], source)
    jobs = f"-j{os.cpu_count() or 1}"
    run(["make", "-s", "-f", "Makefile", jobs, *GENERATORS, "LDFLAGS=-Wl,-Map=%.map", program], source)


def xmllint(tools):
    """A program xmllint that writes down where it comes to, and beside it, in `xmllint.lines`, the places
    that belong to each line of its source."""
    program = tools / "xmllint"
    if (tools / "xmllint.lines").is_file():
        return program
    source = fetched(tools, "libxml2")
    configured(source, CONFIGURE)
    with (source / "xmllint.c").open("a") as main:
        main.write(f'\n#include "{HERE / "trace.c"}"\n')
    flags = ["CFLAGS=-O0 -g -fsanitize-coverage=trace-pc", "LDFLAGS=-no-pie"]
    run(["make", "-s", f"-j{os.cpu_count() or 1}", *GENERATORS, *flags, "xmllint"], source)
    (tools / "xmllint.lines").write_text(lines_of(source / "xmllint"))
    shutil.copy(source / "xmllint", program)
    return program


def lines_of(program):
    """For each line of a program's source, the places where its blocks call the function of `trace.c`:
    where they return to, as seen from the program's start."""
    code = run(["objdump", "-d", "--no-show-raw-insn", program], program.parent)
    calls = re.findall(r"call +\w+ <__sanitizer_cov_trace_pc>\n +(\w+):", code)
    found = run(["addr2line", "-e", program, *(hex(int(call, 16) - 1) for call in calls)], program.parent)
    start = int(re.search(r"(\w+) \w __executable_start", run(["nm", program], program.parent)).group(1), 16)
    lines = {}
    for call, line in zip(calls, found.splitlines()):
        lines.setdefault(line.split(" ")[0], []).append(f"{int(call, 16) - start:x}")
    return "".join(" ".join(places) + "\n" for line, places in sorted(lines.items()) if "?" not in line)
