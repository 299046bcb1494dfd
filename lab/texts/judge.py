"""Whether a text is interesting: it parses, and what the input was made for is in it.

Usage: judge.py FORMAT FILE. Exits with 0 if the text is interesting and with 1 otherwise.
"""

import os
import select
import signal
import socket
import subprocess
import sys


def yaml(path):
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    documents = list(yaml.load_all(open(path), Loader=loader))

    def containers(value):
        if isinstance(value, dict):
            if isinstance(value.get("containers"), list):
                yield from value["containers"]
            value = list(value.values())
        if isinstance(value, list):
            for inner in value:
                yield from containers(inner)

    return any(
        isinstance(it, dict) and "broken" in str(it.get("image")) and isinstance(it.get("args"), list) and "--trace" in it["args"]
        for it in containers(documents)
    )


def ini(path):
    import configparser

    parser = configparser.ConfigParser()
    parser.read_string(open(path).read())
    return any(
        "cache_dir" in parser[name] and parser[name]["cache_dir"].startswith("/srv/data/cache/3")
        for name in parser.sections()
    )


def proto(path):
    import contextlib
    import io

    from proto_schema_parser import ast
    from proto_schema_parser.parser import Parser

    def messages(elements):
        for it in elements:
            if isinstance(it, ast.Message):
                yield it
                yield from messages(it.elements)

    # The parser recovers from errors, and only prints them.
    with contextlib.redirect_stderr(io.StringIO()) as errors:
        file = Parser().parse(open(path).read())
    return not errors.getvalue() and any(
        isinstance(inner, ast.Message)
        and any(isinstance(it, ast.OneOf) and it.elements for it in inner.elements)
        and any(isinstance(it, ast.MapField) for it in inner.elements)
        for outer in messages(file.file_elements)
        for inner in outer.elements
    )


def textproto(path):
    from google.protobuf import struct_pb2, text_format

    def values(value):
        yield value
        for inner in list(value.struct_value.fields.values()) + list(value.list_value.values):
            yield from values(inner)

    top = text_format.Parse(open(path).read(), struct_pb2.Struct())
    lists = (it.list_value for first in top.fields.values() for it in values(first))
    return any(
        {"bool_value", "null_value"} <= {it.WhichOneof("kind") for it in some.values} for some in lists
    )


def graphql(path):
    from graphql.language import ast, parse

    document = parse(open(path).read())
    return any(
        isinstance(it, ast.ObjectTypeDefinitionNode)
        and any(field.directives and any(argument.default_value for argument in field.arguments) for field in it.fields)
        for it in document.definitions
    )


def makefile(path):
    said = run("make", "-f", path, "-n", "deploy")
    return said is not None and "deployed 2 of" in said and "working on two" in said


def cmake(path):
    said = run("cmake", "-P", path)
    return said is not None and "found: 3" in said


def latex(path):
    from pylatexenc.latexwalker import LatexEnvironmentNode, LatexMacroNode, LatexWalker

    nodes, _, _ = LatexWalker(open(path).read(), tolerant_parsing=False).get_latex_nodes()

    def below(nodes):
        for node in nodes or ():
            yield node
            yield from below(getattr(node, "nodelist", None))
            arguments = getattr(node, "nodeargd", None)
            yield from below([it for it in getattr(arguments, "argnlist", None) or () if it is not None])

    def environments(nodes, name):
        return (it for it in below(nodes) if isinstance(it, LatexEnvironmentNode) and it.environmentname == name)

    return any(
        isinstance(it, LatexMacroNode) and it.macroname == "multicolumn"
        for figure in environments(nodes, "figure")
        for table in environments(figure.nodelist, "tabular")
        for it in below(table.nodelist)
    )


def shell(path):
    import bashlex

    def below(node):
        yield node
        for inner in list(getattr(node, "parts", None) or ()) + list(getattr(node, "list", None) or ()):
            yield from below(inner)

    def has_kind(node, kind):
        return (it for it in below(node) if it.kind == kind)

    return subprocess.run(["bash", "-n", path], stderr=subprocess.DEVNULL).returncode == 0 and any(
        "grep" in [part.word for part in command.parts if part.kind == "word"]
        for tree in bashlex.parse(open(path).read())
        for loop in has_kind(tree, "for")
        for condition in has_kind(loop, "if")
        for pipeline in has_kind(condition, "pipeline")
        for command in has_kind(pipeline, "command")
    )


def csv(path):
    import csv

    rows = list(csv.reader(open(path, newline=""), strict=True))
    head = rows[0]
    if any(len(row) != len(head) for row in rows):
        return False
    return any(
        it.get("amount", "").startswith("-") and it.get("currency") == "XTS"
        for it in (dict(zip(head, row)) for row in rows[1:])
    )


def log(path):
    import re

    text = open(path).read()
    return bool(re.search(r"BEGIN txn=(\d+)\b[^\n]*\n(?:.*\n)*.*ERROR deadlock txn=\1\b[^\n]*\n(?:.*\n)*.*ROLLBACK txn=\1\b", text))


def toml(path):
    import tomllib

    plugins = tomllib.load(open(path, "rb")).get("plugins")
    return isinstance(plugins, list) and any(
        isinstance(it, dict) and isinstance(hook, dict) and hook.get("run") == []
        for it in plugins
        if it.get("name") == "broken"
        for hook in it.get("hooks", ())
    )


def markdown(path):
    from markdown_it import MarkdownIt

    open_kinds = []
    for token in MarkdownIt().parse(open(path).read()):
        if token.nesting == 1:
            open_kinds.append(token.type)
        elif token.nesting == -1:
            open_kinds.pop()
        elif token.type == "fence" and token.info == "rust":
            return "ordered_list_open" in open_kinds and "blockquote_open" in open_kinds
    return False


def dockerfile(path):
    from dockerfile_parse import DockerfileParser

    parser = DockerfileParser(fileobj=open(path, "rb+"))
    known = set("ADD ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL ONBUILD RUN SHELL STOPSIGNAL USER VOLUME WORKDIR COMMENT".split())
    stages = set()
    has_make = has_copy = False
    for step in parser.structure:
        if step["instruction"] not in known or not step["value"].strip():
            return False
        words = step["value"].split()
        if step["instruction"] == "FROM":
            has_make = False
            stages.update(words[2:3] if words[1:2] == ["AS"] else ())
        has_make |= step["instruction"] == "RUN" and "make" in words
        has_copy |= step["instruction"] == "COPY" and "--from=builder" in words and len(words) > 2 and "builder" in stages and has_make
    return has_copy


def asm(path):
    out = os.path.join(os.environ.get("TMPDIR", "/tmp"), f"judge-{os.getpid()}.o")
    try:
        if run("as", "-o", out, path) is None:
            return False
        symbols = [line.split() for line in (run("nm", out) or "").splitlines()]
        relocations = run("objdump", "-r", out) or ""
        return ["U", "missing_symbol"] in symbols and ".rodata" in relocations
    finally:
        if os.path.exists(out):
            os.remove(out)


def run(*command):
    """What a command prints, or nothing if it fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=10)
    return done.stdout.decode(errors="replace") if done.returncode == 0 else None


def is_interesting(name, path):
    try:
        return bool(globals()[name](path))
    except Exception as error:  # A text that does not parse is not interesting.
        print(type(error).__name__, error, file=sys.stderr)
        return False


def in_child(name, path):
    """Judges in a process of its own, which has ten seconds."""
    child = os.fork()
    if child == 0:
        signal.alarm(10)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        os._exit(0 if is_interesting(name, path) else 1)
    return os.waitpid(child, 0)[1] == 0


def serve(name, most):
    """Judges the files whose paths come over TCP until standard input ends or there were `most`.
    Then prints how many there were, and the smallest text that was interesting."""
    is_interesting(name, os.devnull)  # Imports the parser.
    count, best = 0, None
    with socket.create_server(("127.0.0.1", 0)) as server:
        print(server.getsockname()[1], flush=True)
        while count < most:
            ready, _, _ = select.select([server, sys.stdin], [], [])
            if server not in ready:
                break
            connection, _ = server.accept()
            with connection, connection.makefile("rw") as stream:
                path = stream.readline().rstrip("\n")
                count += 1
                # Whoever asks may remove the file before there is an answer.
                text = open(path, "rb").read() if os.path.exists(path) else b""
                is_good = in_child(name, path)
                if is_good:
                    best = text if best is None or len(text) < len(best) else best
                stream.write("yes\n" if is_good else "no\n")
    sys.stdout.buffer.write(b"%d %s" % (count, best or b""))
    sys.stdout.flush()


if __name__ == "__main__":
    if sys.argv[1] == "--serve":
        serve(sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else float("inf"))
    else:
        sys.exit(0 if is_interesting(*sys.argv[1:3]) else 1)
