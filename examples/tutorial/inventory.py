"""The stock of a small shop: what is there, what it is worth, what to order."""

import csv
import sys
from collections import defaultdict

VAT = 0.19
UNITS = {"kg": 1000, "g": 1, "piece": 1}


class Item:
    """Something that the shop sells."""

    def __init__(self, name, price, unit="piece"):
        self.name = name
        self.price = price
        self.unit = unit
        self.tags = []

    def gross(self):
        """The price with tax."""
        return round(self.price * (1 + VAT), 2)

    def tag(self, *words):
        for word in words:
            if word not in self.tags:
                self.tags.append(word.lower())
        return self


class Stock:
    """How many of each item are there."""

    def __init__(self):
        self.items = {}
        self.counts = defaultdict(int)
        self.log = []

    def add(self, item, count=1):
        previous = self.counts[item.name]
        self.items[item.name] = item
        self.counts[item.name] += count
        self.log.append(("add", item.name, count))

    def take(self, name, count=1):
        if self.counts[name] < count:
            raise ValueError(f"only {self.counts[name]} of {name} left")
        self.counts[name] -= count
        self.log.append(("take", name, count))

    def value(self):
        total = 0
        for name, count in self.counts.items():
            total += self.items[name].price * count
        return total

    def weight(self):
        grams = [UNITS[item.unit] * self.counts[item.name] for item in self.items.values()]
        return sum(grams) / 1000


def read(path):
    """Reads a stock from a table with the columns name, price, unit and count."""
    stock = Stock()
    with open(path, newline="") as file:
        rows = csv.reader(file)
        header = next(rows)
        for name, price, unit, count in rows:
            stock.add(Item(name, float(price), unit), int(count))
    return stock


def to_order(stock, wanted):
    """What is missing, the most expensive first."""
    missing = []
    for name, count in wanted.items():
        lacking = count - stock.counts[name]
        if lacking > 0:
            missing.append((lacking, stock.items[name]))
    missing.sort(key=lambda pair: -pair[1].price)
    return missing


def show(stock, wanted, out=sys.stdout):
    width = max(len(name) for name in stock.items)
    for name, item in sorted(stock.items.items()):
        line = f"{name:<{width}} {stock.counts[name]:>5} {item.gross():>9.2f}"
        print(line, file=out)
    print(f"total: {stock.value():.2f}, {stock.weight():.1f} kg", file=out)
    for number, (lacking, item) in enumerate(to_order(stock, wanted), 1):
        print(f"{number}. order {lacking} of {item.name}", file=out)


def main():
    stock = read(sys.argv[1])
    wanted = {"flour": 20, "salt": 5, "candles": 12}
    try:
        stock.take("salt", 2)
    except ValueError as error:
        print(error, file=sys.stderr)
    show(stock, wanted)


if __name__ == "__main__":
    main()
