"""Inputs of 5 to 60 kB in text formats, made from a fixed seed: one function a format."""

import random

WORDS = (
    "alpha bravo cache delta engine filter gateway handler index journal kernel listener metric "
    "network object parser queue router session table upstream vector worker yield zone"
).split()


class Source:
    """The random choices of one input."""

    def __init__(self, name, seed):
        self.random = random.Random(name if seed == 1 else f"{name} {seed}")
        self.count = 0

    def number(self, low, high):
        return self.random.randint(low, high)

    def word(self):
        return self.random.choice(WORDS)

    def name(self, separator="_"):
        self.count += 1
        return f"{self.word()}{separator}{self.word()}{self.count}"

    def sentence(self, low=4, high=14):
        words = " ".join(self.word() for _ in range(self.number(low, high)))
        return words.capitalize() + "."

    def pick(self, *choices):
        return self.random.choice(choices)


def yaml(source):
    """Kubernetes-like documents: nested mappings, lists, block scalars, flow values, comments."""
    out = []
    for index in range(14):
        out.append(f"---\n# {source.sentence()}\napiVersion: apps/v1\nkind: Deployment\nmetadata:\n")
        out.append(f"  name: {source.name('-')}\n  labels: {{app: {source.word()}, tier: {source.word()}}}\n")
        out.append(f"  annotations:\n    description: >\n      {source.sentence()}\n      {source.sentence()}\n")
        out.append(f"spec:\n  replicas: {source.number(1, 9)}\n  template:\n    spec:\n      containers:\n")
        for container in range(source.number(2, 4)):
            is_bad = (index, container) == (9, 1)
            out.append(f"      - name: {source.name('-')}\n")
            out.append(f"        image: registry.local/{'broken' if is_bad else source.word()}:{source.number(1, 9)}\n")
            out.append("        args:\n")
            for _ in range(source.number(2, 5)):
                out.append(f"        - --{source.word()}={source.number(1, 99)}\n")
            if is_bad:
                out.append("        - --trace\n")
            out.append("        env:\n")
            for _ in range(source.number(2, 5)):
                out.append(f"        - name: {source.name().upper()}\n          value: \"{source.sentence(2, 6)}\"\n")
            out.append(f"        command: [\"/bin/{source.word()}\", \"-c\", '{source.word()}']\n")
            out.append("        script: |\n")
            for _ in range(source.number(2, 5)):
                out.append(f"          {source.word()} {source.word()} --{source.word()}\n")
    return "".join(out)


def ini(source):
    """Sections with plain, interpolated and continued values, and comments."""
    out = ["[DEFAULT]\nroot = /srv/data\nlevel = 3\n"]
    for index in range(90):
        out.append(f"\n; {source.sentence()}\n[{source.name('-')}]\n")
        for _ in range(source.number(3, 8)):
            out.append(f"{source.name()} = {source.sentence(2, 7)}\n")
        if index == 57:
            out.append("cache_dir = %(root)s/cache/%(level)s\n")
        if source.number(0, 3) == 0:
            out.append(f"paths =\n    {source.word()}/{source.word()}\n    {source.word()}/{source.word()}\n")
    return "".join(out)


def proto(source):
    """A schema: messages with nested messages, oneofs, maps, enums, services."""
    out = ['syntax = "proto3";\n\npackage shop.v1;\n\nimport "google/protobuf/timestamp.proto";\n\n']
    for index in range(70):
        name = source.name().title().replace("_", "")
        out.append(f"// {source.sentence()}\nmessage {name} {{\n")
        for number in range(1, source.number(4, 9)):
            kind = source.pick("string", "int64", "bool", "repeated string", "map<string, int32>", "double")
            out.append(f"  {kind} {source.name()} = {number}{source.pick('', '', ' [deprecated = true]')};\n")
        if source.number(0, 2) == 0:
            out.append(f"  enum Kind {{\n    KIND_UNKNOWN = 0;\n    KIND_{source.word().upper()} = 1;\n  }}\n")
        if index == 44:
            out.append("  message Wallet {\n    oneof holder {\n      string person = 1;\n")
            out.append("      int64 account = 3;\n    }\n    map<string, bytes> keys = 2;\n  }\n")
        out.append("}\n\n")
        if source.number(0, 5) == 0:
            out.append(f"service {name}Service {{\n  rpc Get({name}) returns ({name});\n")
            out.append(f"  rpc List({name}) returns (stream {name}) {{\n    option (google.api.http) = {{ get: \"/v1/{source.word()}\" }};\n  }}\n}}\n\n")
    return "".join(out)


def textproto(source):
    """A google.protobuf.Struct in the text format."""
    out = []

    def value(depth, indent):
        kind = source.number(0, 3 if depth < 4 else 1)
        if kind == 0:
            out.append(f"{indent}number_value: {source.number(0, 999)}\n")
        elif kind == 1:
            out.append(f'{indent}string_value: "{source.sentence(2, 6)}"\n')
        elif kind == 2:
            out.append(f"{indent}struct_value {{\n")
            for _ in range(source.number(2, 4)):
                field(depth + 1, indent + "  ")
            out.append(f"{indent}}}\n")
        else:
            out.append(f"{indent}list_value {{\n")
            for _ in range(source.number(2, 4)):
                out.append(f"{indent}  values {{\n")
                value(depth + 1, indent + "    ")
                out.append(f"{indent}  }}\n")
            out.append(f"{indent}}}\n")

    def field(depth, indent):
        out.append(f'{indent}fields {{\n{indent}  key: "{source.name()}"\n{indent}  value {{\n')
        value(depth, indent + "    ")
        out.append(f"{indent}  }}\n{indent}}}\n")

    for index in range(40):
        field(0, "")
        if index == 21:
            out.append('fields {\n  key: "limits"\n  value {\n    struct_value {\n')
            field(2, "      ")
            out.append('      fields {\n        key: "burst"\n        value { list_value {\n')
            out.append("          values { number_value: 3 }\n          values { bool_value: true }\n")
            out.append("          values { null_value: NULL_VALUE }\n        } }\n      }\n")
            field(2, "      ")
            out.append("    }\n  }\n}\n")
    return "".join(out)


def graphql(source):
    """A schema: types with interfaces, arguments, directives, descriptions."""
    out = ["directive @auth(role: String) on FIELD_DEFINITION\n\ninterface Node {\n  id: ID!\n}\n\n"]
    for index in range(75):
        name = source.name().title().replace("_", "")
        out.append(f'"""\n{source.sentence()}\n"""\n')
        if index % 6 == 2:
            values = "".join(f"  {source.name().upper()}\n" for _ in range(source.number(2, 6)))
            out.append(f"enum {name} {{\n{values}}}\n\n")
            continue
        out.append(f"type {name}{source.pick('', ' implements Node')} {{\n  id: ID!\n")
        for _ in range(source.number(2, 6)):
            argument = source.pick("", f"(first: Int = {source.number(1, 50)}, after: String)")
            out.append(f"  {source.word()}{source.count}{argument}: {source.pick('String', '[Int!]!', 'Boolean')}\n")
            source.count += 1
        if index == 52:
            out.append('  secrets(kind: [String!]! = ["a", "b"], limit: Int): [Node] @auth(role: "admin")\n')
        out.append("}\n\n")
    return "".join(out)


def makefile(source):
    """Variables, conditionals, rules with recipes, continued lines."""
    out = [".SUFFIXES:\nMAKEFLAGS += -r\n\n"]
    for index in range(110):
        kind = source.number(0, 5)
        if kind == 0:
            values = " \\\n\t".join(source.word() for _ in range(source.number(2, 6)))
            out.append(f"{source.name().upper()} := {values}\n\n")
        elif kind == 1:
            out.append(f"ifeq ($({source.word().upper()}),{source.word()})\n{source.word().upper()} = {source.word()}\nelse\n")
            out.append(f"{source.word().upper()} ?= {source.word()}\nendif\n\n")
        else:
            name = source.name("-")
            out.append(f"# {source.sentence()}\n.PHONY: {name}\n{name}:\n")
            for _ in range(source.number(1, 4)):
                out.append(f"\t@echo {source.sentence(2, 6)} && \\\n\t  {source.word()} --{source.word()}\n")
        if index == 30:
            out.append("STEPS = one two\n\n")
        if index == 71:
            out.append("deploy: $(addprefix step-,$(STEPS))\n\t@echo deployed $(words $^) of $(STEPS)\n\n")
        if index == 90:
            out.append("step-%:\n\t@echo working on $*\n\n")
    return "".join(out)


def cmake(source):
    """A script: variables, functions, conditions, loops."""
    out = ["cmake_minimum_required(VERSION 3.10)\n\n"]
    for index in range(90):
        kind = source.number(0, 3)
        if kind == 0:
            values = "\n  ".join(source.word() for _ in range(source.number(2, 8)))
            out.append(f"set({source.name().upper()}\n  {values})\n\n")
        elif kind == 1:
            out.append(f"function({source.name()} first second)\n  set(local \"{source.sentence(2, 6)}\")\n")
            out.append(f"  if(first STREQUAL {source.word()})\n    list(APPEND local ${{second}} # {source.sentence(2, 5)}\n    )\n  endif()\nendfunction()\n\n")
        elif kind == 2:
            out.append(f"foreach(item IN ITEMS {source.word()} {source.word()})\n  string(TOUPPER \"${{item}}\" {source.name().upper()})\nendforeach()\n\n")
        else:
            out.append(f"if(NOT DEFINED {source.name().upper()})\n  set(FLAG {source.number(1, 9)})\nelseif(FLAG)\n  unset(FLAG)\nendif()\n\n")
        if index == 28:
            out.append("macro(announce text)\n  list(LENGTH SOURCES amount)\n  message(\"${text}: ${amount}\")\nendmacro()\n\n")
        if index == 49:
            out.append("set(SOURCES main.c util.c\n  parse.c)\n\n")
        if index == 77:
            out.append("if(SOURCES)\n  announce(\"sources found\")\nendif()\n\n")
    return "".join(out)


def latex(source):
    """A document: sections, lists, tables in figures, formulas, comments."""
    out = ["\\documentclass{article}\n\\usepackage{amsmath}\n\\begin{document}\n\n"]
    for index in range(60):
        out.append(f"\\section{{{source.sentence(2, 5)}}}\\label{{sec:{source.name()}}}\n")
        out.append(f"{source.sentence(10, 30)} \\emph{{{source.sentence(2, 5)}}}\n{source.sentence(10, 30)}~\\cite{{{source.word()}}}\n\n")
        kind = source.number(0, 3)
        if kind == 0:
            items = "".join(f"  \\item {source.sentence()}\n" for _ in range(source.number(2, 6)))
            out.append(f"\\begin{{itemize}}\n{items}\\end{{itemize}}\n\n")
        elif kind == 1:
            out.append(f"\\begin{{equation}}\n  x_{{{source.number(1, 9)}}} = \\frac{{{source.word()}}}{{2}} + \\left( y^2 \\right)\n\\end{{equation}}\n\n")
        elif kind == 2:
            out.append(f"% {source.sentence()}\nIn line, $a_{{1}} < b$ and \\textbf{{{source.sentence(2, 4)}}}.\n\n")
        if index == 41:
            out.append("\\begin{figure}[t]\n  \\centering\n  \\begin{tabular}{ll}\n    \\hline\n")
            out.append("    alpha & beta \\\\\n    \\multicolumn{2}{c}{gamma \\textbf{delta}} \\\\\n    epsilon & zeta \\\\\n")
            out.append("  \\end{tabular}\n  \\caption{A table of letters.}\n\\end{figure}\n\n")
    out.append("\\end{document}\n")
    return "".join(out)


def shell(source):
    """A script: functions, loops, conditions, pipelines, case, quoting."""
    out = ["#!/bin/bash\nset -eu\n\n"]
    for index in range(80):
        kind = source.number(0, 4)
        if kind == 0:
            out.append(f"{source.name()}() {{\n  local first=\"$1\"\n  echo \"{source.sentence(2, 6)} $first\" | tr a-z A-Z >> /tmp/{source.word()}.log\n  return 0\n}}\n\n")
        elif kind == 1:
            out.append(f"if [ -f /etc/{source.word()} ] && [ -n \"${{{source.word().upper()}:-}}\" ]; then\n  {source.word()} --{source.word()} '{source.sentence(2, 4)}'\nelse\n  echo {source.word()} >&2\nfi\n\n")
        elif kind == 2:
            out.append(f"for item in {source.word()} {source.word()} {source.word()}; do\n  echo \"$item\" | sort | uniq -c\n  {source.word()}=$(cat /tmp/{source.word()})\ndone\n\n")
        elif kind == 3:
            out.append(f"while read -r line; do\n  printf '%s\\n' \"$line\"\ndone < /tmp/{source.word()}\n\n")
        else:
            out.append(f"# {source.sentence()}\nexport {source.name().upper()}=\"{source.word()}-{source.number(1, 99)}\"\n\n")
        if index == 55:
            out.append("for host in one two three; do\n  echo start\n  if ssh \"$host\" uptime | grep -q 'load average' && ! test -e /tmp/stop; then\n")
            out.append("    echo \"$host is up\"\n    logger -t check \"$host\"\n  fi\ndone\n\n")
    return "".join(out)


def csv(source):
    """A table of 16 columns, some quoted."""
    columns = ["id", "date", "name", "city", "country", "amount", "currency", "status", "note", "ref"]
    columns += [f"extra{number}" for number in range(6)]
    out = [",".join(columns) + "\n"]
    for row in range(320):
        cells = [str(row), f"2024-{source.number(1, 12):02}-{source.number(1, 28):02}", source.word(), source.word()]
        cells += [source.pick("DE", "FR", "US"), str(source.number(1, 9999)), source.pick("EUR", "USD"), source.pick("ok", "late")]
        cells += [f'"{source.sentence(2, 5)}, {source.word()}"', source.name()]
        cells += [source.pick("", source.word(), str(source.number(0, 99))) for _ in range(6)]
        if row == 217:
            cells[5], cells[6] = "-12", "XTS"
        out.append(",".join(cells) + "\n")
    return "".join(out)


def log(source):
    """Lines of a server's log: transactions that begin and end, with stack traces."""
    out = []
    for index in range(700):
        time = f"2024-05-01T{index // 60 % 24:02}:{index % 60:02}:{source.number(0, 59):02}Z"
        level = source.pick("INFO", "DEBUG", "WARN")
        out.append(f"{time} {level} [{source.word()}-{source.number(1, 8)}] {source.sentence(3, 9)} id={source.number(1000, 9999)}\n")
        for at, what in ((200, "BEGIN"), (431, "ERROR deadlock"), (506, "ROLLBACK")):
            if index == at:
                out.append(f"{time} WARN [db-3] {what} txn=7315 {source.sentence(3, 6)}\n")
        if source.number(0, 30) == 0:
            out.append("".join(f"    at {source.word()}.{source.word()}({source.word()}.java:{source.number(1, 900)})\n" for _ in range(5)))
    return "".join(out)


def toml(source):
    """Tables, arrays of tables, inline tables, arrays over lines, strings of every kind."""
    out = [f'title = "{source.sentence()}"\n\n']
    for index in range(80):
        kind = source.number(0, 3)
        head = f"[[{source.word()}]]" if kind == 0 else f"[{source.name('-')}.{source.word()}]"
        out.append(f"# {source.sentence()}\n{head}\n")
        for _ in range(source.number(2, 6)):
            value = source.pick(
                str(source.number(1, 999)), f'"{source.sentence(2, 6)}"', "true", "2024-05-01T10:00:00Z",
                f"[\n  {source.number(1, 9)}, {source.number(1, 9)},\n  {source.number(1, 9)},\n]",
                f'{{ {source.word()} = 1, path = "{source.word()}" }}',
            )
            out.append(f"{source.name()} = {value}\n")
        if index == 47:
            out.append('[[plugins]]\nname = "broken"\nhooks = [\n  { on = "load", run = ["first", "second"] },\n  { on = "exit", run = [] },\n]\n')
        out.append("\n")
    return "".join(out)


def markdown(source):
    """Headings, paragraphs, lists, quotes, tables, code."""
    out = [f"# {source.sentence(2, 4)}\n\n"]
    for index in range(70):
        kind = source.number(0, 4)
        out.append(f"## {source.sentence(2, 4)}\n\n{source.sentence(10, 25)} *{source.word()}* `{source.word()}`\n{source.sentence(8, 20)}\n\n")
        if kind == 0:
            out.append("".join(f"- {source.sentence()}\n  - [{source.word()}](http://{source.word()}.example)\n" for _ in range(source.number(2, 5))) + "\n")
        elif kind == 1:
            out.append(f"```python\ndef {source.name()}():\n    return {source.number(1, 9)}\n```\n\n")
        elif kind == 2:
            out.append(f"| {source.word()} | {source.word()} |\n|---|---|\n| {source.word()} | **{source.word()}** |\n| {source.number(1, 9)} | {source.word()} |\n\n")
        elif kind == 3:
            out.append(f"> {source.sentence()}\n> {source.sentence()}\n\n")
        if index == 51:
            out.append("> Before.\n>\n> 1. First\n> 2. Second\n>\n>    ```rust\n>    fn main() {}\n>    let x = 1;\n>    ```\n>\n> After.\n\n")
    return "".join(out)


def dockerfile(source):
    """Stages with instructions over several lines."""
    out = ["# syntax=docker/dockerfile:1\nARG BASE=debian:12\n\n"]
    for index in range(28):
        out.append(f"FROM debian:12 AS {'builder' if index == 11 else source.name('-')}\n")
        for _ in range(source.number(3, 8)):
            kind = source.number(0, 4)
            if kind == 0:
                packages = " \\\n    ".join(source.word() for _ in range(source.number(2, 6)))
                out.append(f"RUN apt-get update && apt-get install -y \\\n    {packages} \\\n    && rm -rf /var/lib/apt/lists/*\n")
            elif kind == 1:
                out.append(f"ENV {source.name().upper()}={source.word()} {source.name().upper()}=\"{source.sentence(2, 4)}\"\n")
            elif kind == 2:
                out.append(f"COPY {source.word()}/{source.word()} /opt/{source.word()}/\n")
            elif kind == 3:
                out.append(f"# {source.sentence()}\nLABEL {source.word()}=\"{source.word()}\"\n")
            else:
                out.append(f"WORKDIR /srv/{source.word()}\n")
        if index == 19:
            out.append("RUN set -eux; \\\n    mkdir -p /out; \\\n    # a comment inside\n    make -j4 all \\\n      PREFIX=/out; \\\n    strip /out/bin/*\n")
            out.append("COPY --from=builder --chown=1000:1000 /out /usr/local\n")
        out.append(f"CMD [\"{source.word()}\", \"--{source.word()}\"]\n\n")
    return "".join(out)


def asm(source):
    """x86-64 functions and data in the GNU assembler's syntax."""
    out = ["\t.text\n"]
    for index in range(60):
        name = source.name()
        out.append(f"\t.globl\t{name}\n\t.type\t{name}, @function\n{name}:\n\tpushq\t%rbp\n\tmovq\t%rsp, %rbp\n")
        for _ in range(source.number(3, 9)):
            out.append(f"\t{source.pick('movl', 'addl', 'subl', 'xorl')}\t${source.number(0, 99)}, {source.pick('%eax', '%ecx', '-4(%rbp)')}\n")
        if index == 33:
            out.append("\tleaq\t.Ltable(%rip), %rdx\n\tcall\tmissing_symbol@PLT\n")
        out.append(f"\tpopq\t%rbp\n\tret\n\t.size\t{name}, .-{name}\n")
        if index == 40:
            out.append("\t.section\t.rodata\n\t.align 8\n.Ltable:\n\t.quad\t1\n\t.quad\t2\n\t.text\n")
        if source.number(0, 3) == 0:
            out.append(f"\t.section\t.rodata\n.LC{index}:\n\t.string\t\"{source.sentence(2, 5)}\"\n\t.text\n")
    return "".join(out)


FORMATS = {
    "yaml": (yaml, "input.yaml"),
    "ini": (ini, "input.ini"),
    "proto": (proto, "input.proto"),
    "textproto": (textproto, "input.textproto"),
    "graphql": (graphql, "input.graphql"),
    "makefile": (makefile, "Makefile"),
    "cmake": (cmake, "input.cmake"),
    "latex": (latex, "input.tex"),
    "shell": (shell, "input.sh"),
    "csv": (csv, "input.csv"),
    "log": (log, "input.log"),
    "toml": (toml, "input.toml"),
    "markdown": (markdown, "input.md"),
    "dockerfile": (dockerfile, "Dockerfile"),
    "asm": (asm, "input.s"),
}


def text_of(name, seed=1):
    """The input of a format."""
    make, _ = FORMATS[name]
    return make(Source(name, seed))
