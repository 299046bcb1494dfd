"""Programs from Debian's source packages: fetching them, and xmllint built with gcov."""

import os
import pathlib
import shutil
import subprocess
import tempfile

# libxml2 without what differs from machine to machine. Without rand and srand, its hashes have no
# random seed, so that each run covers the same lines.
CONFIGURE = [
    "./configure", "-q", "--disable-shared", "--without-python", "--without-lzma", "--without-zlib",
    "--without-icu", "--without-iconv", "--without-threads", "--without-http", "--without-ftp",
    "--without-legacy", "--without-debug", "ac_cv_func_rand=no", "ac_cv_func_srand=no",
    "CFLAGS=-O0 --coverage",
]

# The files whose lines count. The others are not for reading and writing plain XML.
COUNTED = (
    "SAX2 buf c14n dict encoding entities hash list parser parserInternals tree uri valid xmlIO xmllint "
    "xmlreader xmlregexp xmlsave xmlstring"
).split()


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
    """A folder with xmllint, built with gcov, and the notes of gcov for its files."""
    folder = tools / "xmllint"
    if (folder / "xmllint").is_file():
        return folder
    source = fetched(tools, "libxml2")
    run(CONFIGURE, source)
    run(["make", "-s", *GENERATORS, "xmllint"], source)
    folder.mkdir()
    for name in COUNTED:
        found = [source / f"{name}.gcno", source / f"xmllint-{name}.gcno"]
        shutil.copy(next(path for path in found if path.is_file()), folder / f"{name}.gcno")
    (folder / "depth").write_text(str(len(source.resolve().parts)))
    shutil.copy(source / "xmllint", folder / "xmllint")
    return folder
