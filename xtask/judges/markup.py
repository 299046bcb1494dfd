"""Judges XML, and DTDs, by libxml2."""

from common import candidates, judged, unavailable

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


def dtd_error(path):
    try:
        etree.DTD(str(path))
    except etree.DTDParseError as error:
        return str(error)
    return None


if __name__ == "__main__":
    version = ".".join(map(str, etree.LIBXML_VERSION))
    judged(f"libxml2 {version}", map(verdict, candidates()))
