"""Judges SQL by PostgreSQL's parser."""

from common import candidates, judged, unavailable

try:
    import pglast
except ImportError:
    unavailable("the Python package pglast is missing")


def verdict(path):
    try:
        pglast.parser.parse_sql_json(path.read_text(errors="replace"))
        return path.name, None
    except pglast.parser.ParseError as error:
        return path.name, str(error)


if __name__ == "__main__":
    version = ".".join(map(str, pglast.get_postgresql_version()))
    judged(f"PostgreSQL {version} (pglast)", map(verdict, candidates()))
