"""Prints each member of a family with the parents. With FIXED in the environment it expects that a
parent may be unknown."""

import json
import os
import sys


def parents(people, person):
    names = person.get("parents", [])
    if os.environ.get("FIXED"):
        names = [name for name in names if name in people]
    return [people[name]["name"] for name in names]


def main():
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            people = {person["id"]: person for person in json.load(file)}
    except (ValueError, TypeError, KeyError) as error:
        sys.exit(f"not a family: {error}")
    for person in people.values():
        print(person["name"], parents(people, person))


main()
