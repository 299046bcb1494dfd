"""Lists: the order of tests, options of a compiler, passes over a text, changes of a program.

Each function returns an extension, a text, a test, the tool that the test needs, and files that stand
beside the test. An element is a line.
"""

import json
import random
import sys

HERE = 'here=$(dirname "$0")\n'


def test_order(seed):
    """Tests in an order in which one fails, because of what two before it leave behind."""
    it = random.Random(seed)
    names = [f"test_{number:03}" for number in range(260)]
    lines = ["state = {'cache': {}, 'level': 0, 'log': []}", "", ""]
    roles = {71: "state['cache']['key'] = None", 140: "state['level'] += 7", 203: "state['cache'].clear()"}
    for number, name in enumerate(names):
        action = roles.get(number, f"state['log'].append({it.randrange(99)})")
        if number == 249:
            action = "1 / (0 if state['cache'] and state['level'] >= 7 else 1)"
        elif number % 9 == 4:
            action = f"state['level'] = max(state['level'], {it.randrange(5)})"
        elif number % 31 == 8:
            action = "state['level'] = 0"
        lines += [f"def {name}():", f"    {action}", "", ""]
    runner = "\n".join(lines) + (
        "if __name__ == '__main__':\n"
        "    import sys\n"
        "    for name in open(sys.argv[1]).read().split():\n"
        "        try:\n"
        "            globals()[name]()\n"
        "        except ZeroDivisionError:\n"
        "            print(name, 'fails')\n"
    )
    # The three that matter in an order that fails, the others anywhere.
    order = [name for number, name in enumerate(names) if number not in (71, 140, 249, 203)]
    it.shuffle(order)
    order.insert(60, names[203])
    order.insert(150, names[71])
    order.append(names[140])
    order += it.sample([name for name in order[:100] if int(name[5:]) % 31 != 8], 12) + [names[249]]
    test = HERE + f'timeout 60 {sys.executable} "$here/suite.py" "$1" >out 2>err\ngrep -qx "test_249 fails" out'
    return "txt", "\n".join(order) + "\n", test, "python3", {"suite.py": runner}


PROGRAM = """#include <stdio.h>
enum e { A, B };
struct s { char c; int i; };
int main(void)
{
    char c = (char)200;
    printf("%d %d %d %d\\n", (int)sizeof(enum e), (int)sizeof(struct s), c > 0, 5 / 2 * 2);
    return 0;
}
"""


def options(seed):
    """Options of gcc, of which three change what a program prints; the last of a kind counts."""
    it = random.Random(seed)
    names = (
        "align-functions align-jumps branch-count-reg caller-saves code-hoisting combine-stack-adjustments "
        "cprop-registers crossjumping cse-follow-jumps dce defer-pop devirtualize dse expensive-optimizations "
        "forward-propagate gcse gcse-lm guess-branch-probability if-conversion inline-small-functions ipa-cp "
        "ipa-icf ipa-pure-const ipa-sra ivopts lra-remat merge-constants move-loop-invariants omit-frame-pointer "
        "optimize-sibling-calls peephole2 plt reorder-blocks rerun-cse-after-loop sched-interblock schedule-insns2 "
        "shrink-wrap split-wide-types ssa-phiopt stack-check store-merging strict-overflow thread-jumps "
        "tree-bit-ccp tree-ccp tree-ch tree-copy-prop tree-dce tree-dominator-opts tree-dse tree-fre tree-pre "
        "tree-pta tree-sink tree-slsr tree-sra tree-switch-conversion tree-tail-merge tree-ter tree-vrp "
        "unit-at-a-time unwind-tables wrapv math-errno trapping-math signed-zeros asynchronous-unwind-tables"
    ).split()
    lines = [it.choice(["-f", "-fno-"]) + it.choice(names) for _ in range(240)]
    for place in (30, 90, 120):
        lines.insert(place, it.choice(["-fno-short-enums", "-fno-pack-struct", "-fno-unsigned-char"]))
    lines.insert(140, "-fshort-enums")
    lines.insert(155, "-fsigned-char")
    lines.insert(170, "-fpack-struct")
    lines.insert(220, "-funsigned-char")
    lines += [f"-W{name}" for name in ("all", "extra", "shadow", "undef", "cast-qual", "vla")]
    test = HERE + 'gcc -w "@input.txt" "$here/program.c" -o program 2>err && [ "$(./program)" = "1 5 1 4" ]'
    return "txt", "\n".join(lines) + "\n", test, "gcc", {"program.c": PROGRAM}


def passes(seed):
    """Rewritings of a text, one after the other, of which a chain of five makes a word appear."""
    it = random.Random(seed)
    names = [f"w{number}" for number in range(120)]
    chain = ["start", *it.sample(names, 4), "crash"]
    lines = [f"s/\\b{one}\\b/{it.choice(names)} {one}/" for one in it.sample(names, 110) if one not in chain]
    lines += [f"s/\\b{it.choice(names)} x\\b/y/" for _ in range(110)]
    it.shuffle(lines)
    for number, (one, other) in enumerate(zip(chain, chain[1:])):
        lines.insert((number + 1) * len(lines) // 6, f"s/\\b{one}\\b/{other}/")
    text = "start of it all " + " ".join(it.sample(names, 20)) + "\n"
    test = HERE + 'timeout 60 sed -f "$1" "$here/text" >out 2>err && grep -qw crash out'
    return "txt", "\n".join(lines) + "\n", test, "sed", {"text": text}


APPLY = """import json, pathlib, sys
here = pathlib.Path(__file__).parent
lines = (here / "before.lua").read_text().splitlines()
changes = json.loads((here / "changes.json").read_text())
for name in open(sys.argv[1]).read().split():
    old, new = changes[name]
    if old not in lines:
        sys.exit(f"{name} does not apply")
    lines[lines.index(old)] = new
pathlib.Path("after.lua").write_text("\\n".join(lines) + "\\n")
"""


def changes(seed):
    """Changes of a program, many of which build on others; four of them together break it."""
    it = random.Random(seed)
    values = {number: 1 for number in range(60)}
    line = "local v{} = {}".format
    before = [line(number, 1) for number in values]
    before += ["local sum = 0"]
    before += [f"sum = sum + v{number} % 7" for number in values]
    before += ["if v11 == 90 and v23 % 10 == 4 and v40 < 0 then error('broken', 0) end", "print(sum)"]
    names, all_changes = [], {}
    wanted = {11: [12, 90], 23: [38, 64], 40: [-5]}
    steps = [number for number in values for _ in range(4)]
    it.shuffle(steps)
    left = {number: 4 for number in values}
    for number in steps:
        left[number] -= 1
        ends = wanted.get(number)
        new = ends[-1 - left[number]] if ends and left[number] < len(ends) else it.randrange(100, 999)
        name = f"c{len(names):03}"
        all_changes[name] = (line(number, values[number]), line(number, new))
        values[number] = new
        names.append(name)
    files = {"apply.py": APPLY, "before.lua": "\n".join(before) + "\n", "changes.json": json.dumps(all_changes)}
    test = HERE + f'{sys.executable} "$here/apply.py" "$1" 2>err && timeout 60 lua5.4 after.lua >out 2>err; grep -q "broken" err'
    return "txt", "\n".join(names) + "\n", test, "python3, lua5.4", files
