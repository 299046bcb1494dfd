"""The inputs of the programs here: each is made from a seed, with one place that fails in it."""

import json
import random


def machine(trigger):
    """A program of 2,000 lines for machine.c, in the middle of which `trigger` stands."""
    some = random.Random(20)
    names = [f"cell{number}" for number in range(40)]
    lines = []
    for _ in range(500):
        name = some.choice(names)
        lines += [f"push {some.randrange(1000)}", f"push {some.randrange(1000)}",
                  some.choice(["add", "swap", "drop"]), f"store {name}"]
    return "\n".join(lines[:1000] + trigger + lines[1000:]) + "\n"


SWAP = ["drop"] * 64 + ["push 1", "swap"]
NAME = ["push 7", "store a_name_that_is_longer_than_its_cell"]
ROUND = ["push 0", "push 1", "store more", "load more", "back 1", "drop"]


def places():
    """300 places for places.go; one of them leads to a place that does not exist."""
    some = random.Random(21)
    found = [{"Name": f"place {number}", "Next": some.randrange(300), "Tags": ["a", "b"][: number % 3]}
             for number in range(300)]
    found[170]["Next"] = 3000
    return json.dumps(found, indent=1) + "\n"


def people():
    """300 people for parents.py; one of them has a parent that is nobody."""
    some = random.Random(22)
    found = [{"id": f"p{number}", "name": f"Name {number}", "born": 1900 + number // 3,
              "parents": [f"p{some.randrange(number)}" for _ in range(2)] if number > 10 else []}
             for number in range(300)]
    found[201]["parents"][1] = "p9999"
    return json.dumps(found, indent=1) + "\n"


def orders():
    """A script for SQLite, in which one row breaks a constraint."""
    some = random.Random(23)
    lines = ["CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT);",
             "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INTEGER, price REAL CHECK (price > 0));",
             "CREATE INDEX by_town ON customers (town);"]
    for number in range(200):
        lines.append(f"INSERT INTO customers VALUES ({number}, 'customer {number}', 'town {number % 9}');")
        lines.append(f"INSERT INTO orders VALUES ({number}, {number}, {some.randrange(1, 99)}.5);")
        if number % 20 == 0:
            lines.append(f"SELECT town, sum(price) FROM customers JOIN orders ON customer = customers.id "
                         f"WHERE customers.id < {number} GROUP BY town ORDER BY 2;")
    lines.insert(250, "UPDATE orders SET price = price - 200 WHERE customer IN "
                      "(SELECT id FROM customers WHERE town = 'town 4');")
    return "\n".join(lines) + "\n"
