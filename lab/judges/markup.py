"""Judges XML, and DTDs, by libxml2."""

import io
import re

from common import candidates, judged, number, unavailable

try:
    from lxml import etree
except ImportError:
    unavailable("the Python package lxml is missing")


def verdict(path):
    if path.suffix in (".dtd", ".mod", ".ent"):
        return path.name, dtd_error(path)
    parser = etree.XMLParser(recover=True, resolve_entities=False, no_network=True, huge_tree=True)
    try:
        etree.parse(str(path), parser)
    except etree.XMLSyntaxError as error:
        return path.name, str(error)
    wrong = [e for e in parser.error_log if e.level > 1 and not is_of_names(e)]
    return path.name, f"{wrong[0].line}: {wrong[0].message}" if wrong else None


def is_of_names(error):
    """Whether the grammar is kept and a prefix or an entity is not declared."""
    return error.type_name.startswith("NS_ERR") or "UNDECLARED_ENTITY" in error.type_name


ENTITY = re.compile(rb"<!ENTITY\s+%\s+([\w.:-]+)\s(?:[^>\"']|\"[^\"]*\"|'[^']*')*>")
REFERENCE = re.compile(rb"%([\w.:-]+);")


def entities(text):
    """The parameter entities that a DTD declares, and how."""
    return {found.group(1): found.group(0) for found in reversed(list(ENTITY.finditer(text)))}


def with_entities(path, text):
    """A DTD after those entities of its original that it still uses but no longer declares:
    without them, what it consists of would not be known."""
    original = path.with_name(f"{number(path)}-original{path.suffix}").read_bytes()
    own = entities(text)
    declared = entities(original) | own
    before, waiting = {}, [name for name in REFERENCE.findall(text) if name not in own]
    while waiting:
        name = waiting.pop()
        if name in declared:
            # What it refers to comes before it, once more if need be.
            before.pop(name, None)
            before[name] = declared[name]
            waiting += REFERENCE.findall(declared[name])
    return b"\n".join([*reversed(before.values()), text])


def dtd_error(path):
    text = path.read_bytes()
    if not path.stem.endswith("-original"):
        text = with_entities(path, text)
    try:
        etree.DTD(io.BytesIO(text))
    except etree.DTDParseError as error:
        return str(error)
    return None


if __name__ == "__main__":
    version = ".".join(map(str, etree.LIBXML_VERSION))
    judged(f"libxml2 {version}", map(verdict, candidates()))
