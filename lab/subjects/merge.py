"""Several C sources as one file: each is preprocessed, what they all declare stands once, static names
that two of them use are told apart, and declarations that nothing refers to are left out."""

import re
import subprocess

WORD = re.compile(r"[A-Za-z_]\w*")
# Strings, characters, words, and single signs.
TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|[A-Za-z_]\w*|\S|\s+')


def preprocessed(folder, source, flags):
    command = ["gcc", "-E", "-P", *flags, source]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


def declarations(text):
    """What stands at the outermost level of a preprocessed file, piece by piece."""
    piece, depth, is_function = [], 0, False
    for token in TOKEN.findall(text):
        piece.append(token)
        if token in "([{":
            if token == "{" and depth == 0:
                before = "".join(piece[:-1]).rstrip()
                is_function = before.endswith(")") and "=" not in before
            depth += 1
        elif token in ")]}":
            depth -= 1
        is_end = depth == 0 and (token == ";" or (token == "}" and is_function))
        if is_end:
            yield re.sub(r"\s+", " ", "".join(piece)).strip() if not is_function else "".join(piece).strip()
            piece, is_function = [], False


class Declaration:
    """A declaration or definition, and what it defines."""

    def __init__(self, text):
        head, brace, body = text.partition("{")
        if "static" not in WORD.findall(head) and "inline" in WORD.findall(head):
            # One definition stands for all, and has to be seen from outside.
            head = re.sub(r"\b(extern|inline|__inline|__inline__)\s+", "", head)
            text = head + brace + body
        self.text = text
        self.is_function = bool(brace) and head.rstrip().endswith(")") and "=" not in head
        self.body = re.sub(r"\s+", " ", body) if self.is_function else re.sub(r"\s+", " ", text)
        plain = without_attributes(head)
        self.is_static = "static" in WORD.findall(plain)
        self.name = defined(plain, text)

    def key(self):
        return (self.name, self.body)


def without_attributes(head):
    """A declaration's head without what stands in brackets behind __attribute__ and __asm__."""
    while True:
        found = re.search(r"__(attribute__|asm__)\s*\(", head)
        if not found:
            return head
        depth, end = 1, found.end()
        while depth and end < len(head):
            depth += {"(": 1, ")": -1}.get(head[end], 0)
            end += 1
        head = head[: found.start()] + head[end:]


def defined(head, text):
    """The name of a function or variable; none for types and for what is not understood."""
    if head.lstrip().startswith(("typedef", "_Static_assert", ";")):
        return None
    is_variable = re.search(r"([A-Za-z_]\w*)\s*(\[[^=]*\]\s*)*(=|;|$)", head)
    is_called = re.search(r"([A-Za-z_]\w*)\s*\(", head)
    if is_called:
        return is_called.group(1)
    if is_variable and not text.rstrip(";").rstrip().endswith("}"):
        return is_variable.group(1)
    return is_variable.group(1) if is_variable and "=" in head else None


def renamed(pieces, names, suffix):
    pattern = re.compile(r"\b(" + "|".join(map(re.escape, sorted(names))) + r")\b(?!\s*\")")
    return [Declaration(pattern.sub(rf"\1_{suffix}", piece.text)) for piece in pieces]


def merged(folder, sources, flags):
    """The text of one file that does what the sources together do."""
    kept, bodies = [], {}
    for number, source in enumerate(sources):
        pieces = [Declaration(text) for text in declarations(preprocessed(folder, source, flags))]
        own = {it.name for it in pieces if it.is_static and it.name and it.key() not in bodies.get(it.name, ())}
        clashes = {name for name in own if name in bodies}
        if clashes:
            pieces = renamed(pieces, clashes, number)
        for piece in pieces:
            key = piece.key()
            if key in bodies.get(piece.name, ()):
                continue
            bodies.setdefault(piece.name, set()).add(key)
            kept.append(piece)
    return "\n".join(used(kept)) + "\n"


def used(pieces):
    """The declarations that `main` needs, by the words in them: a superset of what a compiler keeps."""
    texts = [piece.text for piece in pieces]
    words = [set(WORD.findall(text)) for text in texts]
    introduced = [introduces(piece) for piece in pieces]
    wanted, chosen = {"main"}, set()
    while True:
        new = {at for at, names in enumerate(introduced) if at not in chosen and (not names or names & wanted)}
        if not new:
            return [texts[at] for at in sorted(chosen)]
        chosen |= new
        for at in new:
            wanted |= words[at]


def introduces(piece):
    """The names that others refer to a declaration by; none if it has to stay."""
    if piece.name:
        return {piece.name}
    text = piece.text
    names = set(re.findall(r"\b(?:struct|union|enum)\s+(?:__attribute__\s*\(\(.*?\)\)\s*)?(\w+)\s*\{", text))
    if text.startswith("typedef") or text.startswith("__extension__ typedef"):
        names |= set(WORD.findall(text.rsplit("}", 1)[-1] if "}" in text else text))
        names -= {"typedef", "struct", "union", "enum", "unsigned", "signed", "long", "int", "short", "char", "const", "void", "__extension__"}
        if "}" not in text:
            last = re.search(r"(\w+)\s*(\[[^]]*\])*\s*;", text) or re.search(r"\(\s*\*\s*(\w+)", text)
            function = re.search(r"\(\s*\*\s*(\w+)\s*\)", text)
            names = {(function or last).group(1)} if function or last else names
    if re.match(r"enum\b[^{]*\{", text):
        names |= set(re.findall(r"[{,]\s*(\w+)", text))
    if re.match(r"(struct|union|enum)\s+\w+\s*;", text):
        names |= {WORD.findall(text)[1]}
    return names
