"""Inputs that are data: constraints, tables, documents, lists.

Each function returns an extension, a text, a test (or its checks) and the tool that the test needs. The
property of each needs few parts of a large text, far from each other.
"""

import json
import random

from checks import Check

# What a test prints goes to a file in the test's directory, which is empty but for the candidate.
Z3 = """
z3 -T:5 "$1" >out 2>&1
[ "$(cat out)" = unsat ]
"""


def smt_order(seed):
    """Integer variables in a partial order that has one cycle, among bounds and sums."""
    it = random.Random(seed)
    names = [f"v{i}" for i in range(120)]
    lines = ["(set-logic QF_LIA)"]
    lines += [f"(declare-const {name} Int)" for name in names]
    asserts = []
    for _ in range(500):
        low, high = sorted(it.sample(range(120), 2))
        step = it.randrange(1, 9)
        form = it.randrange(4)
        if form == 0:
            asserts.append(f"(assert (< {names[low]} {names[high]}))")
        elif form == 1:
            asserts.append(f"(assert (<= (+ {names[low]} {step}) {names[high]}))")
        elif form == 2:
            far = f"(> {names[high]} {low - 500})"
            asserts.append(f"(assert (or {far} (= {names[low]} (* {step} 7))))")
        else:
            asserts.append(f"(assert (=> (> {names[low]} {step * 1000}) (> {names[high]} {step})))")
    cycle = it.sample(names, 5)
    for one, next_one in zip(cycle, cycle[1:] + cycle[:1]):
        asserts.append(f"(assert (and (<= {one} {next_one}) (distinct {one} {next_one})))")
    it.shuffle(asserts)
    return "smt2", "\n".join(lines + asserts + ["(check-sat)", ""]), Z3, "z3"


def smt_bits(seed):
    """Bit vectors, of which a few are forced to be even and odd at once."""
    it = random.Random(seed)
    names = [f"b{i}" for i in range(80)]
    lines = ["(set-logic QF_BV)"]
    lines += [f"(declare-const {name} (_ BitVec 16))" for name in names]
    asserts = []
    for _ in range(350):
        one, other = it.sample(names, 2)
        word = f"#x{it.randrange(1 << 16):04x}"
        forms = [
            f"(assert (bvule (bvand {one} #x0ff0) (bvor {other} {word})))",
            f"(assert (or (= {one} {other}) (distinct (bvxor {one} {word}) {other})))",
            f"(assert (=> (= {one} {word}) (bvugt {other} #x0000)))",
        ]
        asserts.append(it.choice(forms))
    one, other, third = it.sample(names, 3)
    asserts.append(f"(assert (= {one} (bvshl {other} #x0001)))")
    asserts.append(f"(assert (= {third} (bvadd {one} #x0001)))")
    asserts.append(f"(assert (= (bvand {third} #x0001) #x0000))")
    it.shuffle(asserts)
    return "smt2", "\n".join(lines + asserts + ["(check-sat)", ""]), Z3, "z3"


def tables(it, count):
    """Tables with a key and some columns, and rows."""
    lines = []
    for table in range(count):
        columns = [f"c{i} {it.choice(['INTEGER', 'TEXT', 'REAL'])}" for i in range(5)]
        lines.append(f"CREATE TABLE t{table} (id INTEGER PRIMARY KEY, {', '.join(columns)});")
        for row in range(it.randrange(6, 14)):
            values = []
            for column in columns:
                number = it.randrange(1000)
                values.append(f"'x{number}'" if column.endswith("TEXT") else str(number))
            lines.append(f"INSERT INTO t{table} VALUES ({row}, {', '.join(values)});")
    return lines


def sql_lost(seed):
    """A table is renamed, and a view that names it fails at the end."""
    it = random.Random(seed)
    lines = tables(it, 24)
    for view in range(40):
        table = it.randrange(24)
        where = f"c{it.randrange(5)} <> {it.randrange(1000)}"
        lines.append(f"CREATE VIEW w{view} AS SELECT id, c{it.randrange(5)} AS a FROM t{table} WHERE {where};")
        lines.append(f"SELECT count(*), max(a) FROM w{view} WHERE id > {it.randrange(5)};")
    lines.append("DROP TABLE t7;")
    lines.append("CREATE VIEW last AS SELECT w.id FROM t3 AS w JOIN t7 AS v ON v.id = w.c2;")
    for table in range(10, 20):
        lines.append(f"UPDATE t{table} SET c1 = c1 WHERE id IN (SELECT id FROM t{table + 1});")
    lines.append("SELECT id FROM last ORDER BY 1;")
    test = """
sqlite3 :memory: <"$1" >out 2>err
grep -q 'no such table: main.t7' err
"""
    return "sql", "\n".join(lines + [""]), test, "sqlite3"


def sql_check(seed):
    """A sum over joined tables has a value that it must not have."""
    it = random.Random(seed)
    lines = tables(it, 16)
    lines.append("CREATE TABLE stock (item TEXT, amount INTEGER CHECK (typeof(amount) <> 'blob'));")
    for item in range(120):
        amount = "'7x'" if item == 71 else it.randrange(1, 50)
        lines.append(f"INSERT INTO stock VALUES ('item {item}', {amount});")
    lines.append("CREATE VIEW odd AS SELECT item, amount FROM stock WHERE typeof(amount) = 'text';")
    for table in range(15):
        lines.append(f"SELECT a.id, b.c3 FROM t{table} AS a LEFT JOIN t{table + 1} AS b ON a.id = b.id LIMIT 3;")
    lines.append("SELECT 'odd', item, amount + 1 FROM odd;")
    runs = Check("runs", 'sqlite3 :memory: <"$1" >out 2>err; [ ! -s err ]')
    odd = Check("the sum is wrong", "grep -q '^odd|.*|8$' out", ["runs"])
    return "sql", "\n".join(lines + [""]), [runs, odd], "sqlite3"


def elements(it, depth, out):
    """Sections with paragraphs, lists and references to each other."""
    for _ in range(it.randrange(2, 6)):
        number = len(out)
        out.append(f'{"  " * depth}<section id="s{number}" level="{depth}">')
        out.append(f'{"  " * depth}  <title>Part {number}</title>')
        for _ in range(it.randrange(1, 5)):
            if it.randrange(3):
                words = " ".join(it.choice(["alpha", "beta", "gamma", "delta"]) for _ in range(9))
                out.append(f'{"  " * depth}  <para>{words} <em>{number}</em></para>')
            else:
                out.append(f'{"  " * depth}  <list><item>a &amp; b</item><item/></list>')
        if depth < 4:
            elements(it, depth + 1, out)
        out.append(f'{"  " * depth}</section>')


DTD = """<?xml version="1.0"?>
<!DOCTYPE book [
  <!ELEMENT book (section*)>
  <!ELEMENT section (title, (para | list | see)*, section*)>
  <!ATTLIST section id ID #REQUIRED level CDATA #IMPLIED>
  <!ELEMENT title (#PCDATA)>
  <!ELEMENT para (#PCDATA | em)*>
  <!ELEMENT em (#PCDATA)>
  <!ELEMENT list (item+)>
  <!ELEMENT item (#PCDATA)>
  <!ELEMENT see EMPTY>
  <!ATTLIST see ref IDREF #REQUIRED>
]>
"""


def book(lines, message):
    """A document with these lines, which is well-formed, and of whose validity xmllint has a message."""
    parses = Check("parses", "xmllint --noout --valid \"$1\" 2>err; ! grep -q 'parser error' err")
    fails = Check("is not valid", f"grep -q '{message}' err", ["parses"])
    text = DTD + "<book>\n" + "\n".join(lines) + "\n</book>\n"
    return "xml", text, [parses, fails], "libxml2-utils"


def xml_idref(seed):
    """A document refers to a section that is missing."""
    it = random.Random(seed)
    out = []
    elements(it, 1, out)
    titles = [at for at, line in enumerate(out) if "<title>" in line]
    for count, at in enumerate(sorted(it.sample(titles, 30), reverse=True)):
        ref = "s-gone" if count == 17 else out[at - 1].split('"')[1]
        out.insert(at + 1, f'  <see ref="{ref}"/>')
    return book(out, 'IDREF attribute ref references an unknown ID "s-gone"')


def xml_content(seed):
    """An element stands where its type does not allow it."""
    it = random.Random(seed)
    out = []
    elements(it, 1, out)
    lists = [at for at, line in enumerate(out) if "<list>" in line]
    at = lists[len(lists) // 2]
    out[at] = out[at].replace("<item/>", "<item><em>odd</em></item>")
    return book(out, "Element item was declared #PCDATA but contains non text nodes")


def json_object(seed):
    """An order has an object where a query multiplies numbers."""
    it = random.Random(seed)
    orders = []
    for number in range(180):
        items = [
            {"name": f"part {it.randrange(99)}", "price": it.randrange(1, 90), "count": it.randrange(1, 9),
             "tags": [it.choice(["new", "old", "cheap"]) for _ in range(it.randrange(3))]}
            for _ in range(it.randrange(1, 6))
        ]
        orders.append({"id": number, "customer": {"name": f"c{number}", "city": None}, "items": items})
    orders[97]["items"][0]["price"] = {"amount": 12, "currency": "EUR"}
    test = """
jq '[.orders[] | .items[] | .price * .count] | add' "$1" >out 2>err
grep -q 'object ({"amount.*) and number .* cannot be multiplied' err
"""
    return "json", json.dumps({"version": 3, "orders": orders}, indent=1) + "\n", test, "jq"


def list_cycle(seed):
    """Rules of a makefile without recipes, one a line, of which some depend on each other."""
    it = random.Random(seed)
    needs = [it.sample(range(target + 1, target + 40), it.randrange(1, 4)) for target in range(300)]
    end = 12
    while end < 150:
        end = it.choice(needs[end])
    needs[end].append(12)
    lines = [f"f{target}: {' '.join(f'f{need}' for need in of)}" for target, of in enumerate(needs)]
    lines.insert(0, "all: f1 f12 f30")
    lines += [f"f{target}: ;" for target in range(300, 340)]
    test = """
make -n -f "$1" all >out 2>&1
grep -q 'Circular .* dependency dropped' out && ! grep -q 'No rule' out
"""
    return "mk", "\n".join(lines) + "\n", test, "make"
