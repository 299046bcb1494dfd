"""Inputs that are programs. Each function returns an extension, a text, a test (or its checks) and the
tool that the test needs."""

import random
import subprocess
import tempfile

from checks import Check


def csmith_rejected(seed):
    """A valid program of csmith that tcc 0.9.27 rejects."""
    make = ["csmith", "--seed", str(seed), "--max-funcs", "5"]
    # It writes a file to where it runs.
    with tempfile.TemporaryDirectory() as work:
        text = subprocess.run(make, check=True, capture_output=True, text=True, cwd=work).stdout
    valid = Check("is valid", 'gcc -w -fsyntax-only -I/usr/include/csmith "$1" 2>/dev/null')
    fails = """tcc -w -c -I/usr/include/csmith "$1" -o out 2>err
grep -q "error: ',' expected (got \\")\\")" err"""
    return "c", text, [valid, Check("is rejected", fails)], "tcc, gcc, libcsmith-dev"


# A node of a tree, insertion, and a function that forgets that there may be no node; then a noise
# function, a call of it, and what prints a number.
LANGUAGES = {
    "py": (
        """class Node:
    def __init__(self, key, value):
        self.key = key
        self.value = value
        self.left = None
        self.right = None


def insert(node, key, value):
    if node is None:
        return Node(key, value)
    if key < node.key:
        node.left = insert(node.left, key, value)
    elif key > node.key:
        node.right = insert(node.right, key, value)
    else:
        node.value = value
    return node


def total(node):
    if node is None:
        return 0
    return node.value + total(node.left) + total(node.right)


def drop(node, key):
    if node is None:
        return None
    if key < node.key:
        node.left = drop(node.left, key)
    elif key > node.key:
        node.right = drop(node.right, key)
    else:
        return node.left or node.right
    return node


def smallest(node):
    while node.left.left is not None:
        node = node.left
    return node.left.key
""",
        """

def work{n}(limit, start={a}):
    found = []
    current = start
    for step in range(limit % {b} + 3):
        current = (current * {c} + step) % 1009
        if current % {d} == 0:
            found.append(current)
        elif len(found) > {e}:
            found = found[1:] + [step]
    return sum(found) + {call}
""",
        "work{n}({a})",
        "\ntree = None\n",
        "tree = insert(tree, {a}, {b})",
        "tree = drop(tree, {a})",
        "print({a})",
        "print(total(tree))",
        "print(smallest(tree))",
    ),
    "lua": (
        """local function insert(node, key, value)
  if node == nil then
    return { key = key, value = value, left = nil, right = nil }
  end
  if key < node.key then
    node.left = insert(node.left, key, value)
  elseif key > node.key then
    node.right = insert(node.right, key, value)
  else
    node.value = value
  end
  return node
end

local function total(node)
  if node == nil then
    return 0
  end
  return node.value + total(node.left) + total(node.right)
end

local function drop(node, key)
  if node == nil then
    return nil
  end
  if key < node.key then
    node.left = drop(node.left, key)
  elseif key > node.key then
    node.right = drop(node.right, key)
  else
    return node.left or node.right
  end
  return node
end

local function smallest(node)
  while node.left.left ~= nil do
    node = node.left
  end
  return node.left.key
end
""",
        """
function work{n}(limit, start)
  local found = {{}}
  local current = start or {a}
  for step = 1, limit % {b} + 3 do
    current = (current * {c} + step) % 1009
    if current % {d} == 0 then
      found[#found + 1] = current
    elseif #found > {e} then
      table.remove(found, 1)
    end
  end
  return #found + {call}
end
""",
        "work{n}({a})",
        "\nlocal tree = nil\n",
        "tree = insert(tree, {a}, {b})",
        "tree = drop(tree, {a})",
        "print({a})",
        "print(total(tree))",
        "print(smallest(tree))",
    ),
    "js": (
        """class Node {
  constructor(key, value) {
    this.key = key;
    this.value = value;
  }
}

const insert = (node, key, value) => {
  if (node === undefined) return new Node(key, value);
  if (key < node.key) node.left = insert(node.left, key, value);
  else if (key > node.key) node.right = insert(node.right, key, value);
  else node.value = value;
  return node;
};

function total(node) {
  if (node === undefined) return 0;
  return node.value + total(node.left) + total(node.right);
}

function drop(node, key) {
  if (node === undefined) return undefined;
  if (key < node.key) {
    node.left = drop(node.left, key);
  } else if (key > node.key) {
    node.right = drop(node.right, key);
  } else {
    return node.left ?? node.right;
  }
  return node;
}

function smallest(node) {
  while (node.left.left !== undefined) node = node.left;
  return node.left.key;
}
""",
        """
function work{n}(limit, start = {a}) {{
  let found = [];
  let current = start;
  for (let step = 0; step < (limit % {b}) + 3; step++) {{
    current = (current * {c} + step) % 1009;
    if (current % {d} === 0) {{
      found.push(current);
    }} else if (found.length > {e}) {{
      found = [...found.slice(1), step];
    }}
  }}
  return found.reduce((sum, it) => sum + it, 0) + {call};
}}
""",
        "work{n}({a})",
        "\nlet tree;\n",
        "tree = insert(tree, {a}, {b});",
        "tree = drop(tree, {a});",
        "console.log({a});",
        "console.log(total(tree));",
        "console.log(smallest(tree));",
    ),
}

TESTS = {
    "py": ("timeout 5 python3 \"$1\" >out 2>err", "'NoneType' object has no attribute 'left'", "python3"),
    "lua": ("timeout 5 lua5.4 \"$1\" >out 2>err", "attempt to index a nil value (field 'left')", "lua5.4"),
    "js": ("timeout 5 node \"$1\" >out 2>err", "Cannot read properties of undefined (reading 'left')", "nodejs"),
}


def tree(extension, seed):
    """A program that builds a tree and drops nodes until a function meets none."""
    it = random.Random(seed)
    head, noise, call, first, insert, drop, shown, sum_of, last = LANGUAGES[extension]
    text = head
    calls = []
    for number in range(90):
        below = call.format(n=it.randrange(number), a=it.randrange(9)) if number > 0 else "0"
        numbers = {name: it.randrange(2, 40) for name in "abcde"}
        text += noise.format(n=number, call=below if number % 3 == 1 else "1", **numbers)
        calls.append(shown.format(a=call.format(n=number, a=it.randrange(90))))
    keys = it.sample(range(100, 900), 40)
    lines = [insert.format(a=key, b=it.randrange(50)) for key in keys]
    for at in sorted(it.sample(range(len(lines)), 30), reverse=True):
        lines.insert(at, it.choice(calls))
    lines += it.sample(calls, 50) + [sum_of]
    # Without any key below the first one, the root has no left node.
    lines += [drop.format(a=key) for key in sorted(keys) if key < keys[0]]
    lines += it.sample(calls, 20) + [sum_of, last]
    command, message, tool = TESTS[extension]
    test = f"\n{command}\ngrep -qF \"{message}\" err\n"
    return extension, text + first + "\n".join(lines) + "\n", test, tool
