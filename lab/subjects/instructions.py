"""Code of machines and intermediate languages of compilers. probdd reads all but LLVM IR without a grammar.

Each function returns an extension, a text, a test and the tool that the test needs.
"""

import random
import subprocess

FUNCTIONS = 60


def assembly(seed):
    """Functions for x86-64 that call earlier ones; one, far from `main`, divides. What the linker keeps has it."""
    it = random.Random(seed)
    lines = []
    for at in range(FUNCTIONS):
        name, label = f"f{at}", f".L{at}"
        lines += [f'\t.section\t.text.{name},"ax",@progbits', f"\t.type\t{name}, @function"]
        lines += [f"{name}:", "\tpushq\t%rbx"]
        lines += [f"\tleal\t{it.randrange(99)}(%rdi,%rdi,2), %ebx", f"\taddl\tg{it.randrange(FUNCTIONS)}(%rip), %ebx"]
        lines += [f"\ttestl\t${1 << it.randrange(8)}, %ebx", f"\tjne\t{label}", f"\tsubl\t${it.randrange(50)}, %ebx"]
        if at == 17:
            lines += ["\tmovl\t%ebx, %eax", "\tcltd", "\tidivl\tzero(%rip)"]
        lines += [f"{label}:"]
        # Each function but the first ones leads to number 17.
        called = [at - 3 if at > 20 else 17] if at > 17 else []
        called += it.sample(range(at), min(at, 2))
        for callee in called:
            lines += ["\tmovl\t%ebx, %edi", f"\tcall\tf{callee}", f"\txorl\t%eax, g{it.randrange(FUNCTIONS)}(%rip)"]
        lines += ["\tmovl\t%ebx, %eax", "\tpopq\t%rbx", "\tret", f"\t.size\t{name}, .-{name}"]
    lines += ["\t.text", "\t.globl\tmain", "main:", "\tsubq\t$8, %rsp"]
    for callee in (FUNCTIONS - 1, FUNCTIONS - 8):
        lines += [f"\tmovl\t${callee}, %edi", f"\tcall\tf{callee}"]
    lines += ["\txorl\t%eax, %eax", "\taddq\t$8, %rsp", "\tret", "\t.data"]
    for at in range(FUNCTIONS):
        lines += ["\t.align\t4", f"g{at}:", f"\t.long\t{it.randrange(1000)}"]
    lines += ["zero:", "\t.long\t0", '\t.section\t.note.GNU-stack,"",@progbits']
    test = """
gcc -nostdlib -static -Wl,-e,main,--gc-sections -o prog "$1" >out 2>&1 && objdump -d prog | grep -q idivl
"""
    return "s", "\n".join(lines) + "\n", test, "gcc"


def mlir(seed):
    """Functions of MLIR that call earlier ones; one has a remainder and a call."""
    it = random.Random(seed)
    lines = []
    for at in range(FUNCTIONS):
        lines.append(f"func @f{at}(%arg0: i32, %arg1: i32) -> i32 {{")
        lines.append(f"  %c = arith.constant {at} : i32")
        values = ["%arg0", "%arg1", "%c"]
        pick = lambda: it.choice(values)
        for number in range(it.randrange(8, 20)):
            kind = it.random()
            if kind < 0.2 and at:
                callee = f"@f{it.randrange(at)}"
                lines.append(f"  %{number} = call {callee}({pick()}, {pick()}) : (i32, i32) -> i32")
            elif kind < 0.3:
                lines.append(f"  %{number} = arith.cmpi slt, {pick()}, {pick()} : i32")
                lines.append(f"  %s{number} = select %{number}, {pick()}, {pick()} : i32")
                values.append(f"%s{number}")
                continue
            else:
                operation = it.choice(["addi", "subi", "muli", "xori"])
                lines.append(f"  %{number} = arith.{operation} {pick()}, {pick()} : i32")
            values.append(f"%{number}")
        if at == 41:
            lines.append(f"  %r = arith.remsi {values[-1]}, {values[-2]} : i32")
            values.append("%r")
        lines += [f"  br ^bb1({values[-1]} : i32)", "^bb1(%x: i32):"]
        lines += [f"  %y = arith.addi %x, {pick()} : i32", "  return %y : i32", "}"]
    test = """
mlir-opt-14 "$1" >out 2>&1 && grep -q remsi out && grep -q 'call @f' out
"""
    return "mlir", "\n".join(lines) + "\n", test, "mlir-14-tools"


def llvm(seed, options, test):
    """Clang's IR of functions that call earlier ones, with loops and switches."""
    it = random.Random(seed)
    lines = ["int g[64];"]
    for at in range(FUNCTIONS):
        lines += [f"int f{at}(int a, int b) {{", "int x = a;", *statements(it, 0, ["a", "b", "x"], at), "return x;", "}"]
    lines += [f"int main(void) {{ return f{FUNCTIONS - 1}(g[1], g[2]); }}"]
    command = ["clang-14", "-w", "-S", "-emit-llvm", "-O1", *options, "-x", "c", "-", "-o", "-"]
    text = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=True).stdout
    verified = 'opt-14 -passes=verify -disable-output "$1" 2>/dev/null || exit 1'
    return "ll", text, f"\n{verified}\n{test}\n", "clang-14, llvm-14"


def llvm_crash(seed, options, passes):
    """A pass of `opt` crashes."""
    test = f"""export LLVM_DISABLE_SYMBOLIZATION=1
opt-14 -disable-output '-passes={passes}' "$1" 2>out
test $? -eq 139 && grep -q LoopBoundSplitPass out"""
    return llvm(seed, options, test)


def llvm_vector(seed, options):
    """`opt` makes a product of vectors, from values that are all defined."""
    test = """grep -qwE 'undef|poison|unreachable' "$1" && exit 1
opt-14 -O2 -S "$1" -o out 2>/dev/null && grep -q 'mul.*<4 x i32>' out && grep -q vector.body out"""
    return llvm(seed, options, test)


def statements(it, depth, values, at):
    """Statements of C in the function with a number."""
    leaves = [*values, f"g[{it.randrange(64)}]", str(it.randrange(99))]
    expression = lambda: f"({it.choice(leaves)} {it.choice('+-*^&')} {1 + it.randrange(99)})"
    lines = []
    for _ in range(it.randrange(2, 5)):
        kind = it.random()
        if kind < 0.25 and depth < 3:
            name = f"i{depth}"
            lines.append(f"for (int {name} = 0; {name} < {it.choice(values)}; {name}++) {{")
            lines += [*statements(it, depth + 1, [*values, name], at), "}"]
        elif kind < 0.45 and depth < 3:
            lines.append(f"if ({it.choice(values)} {it.choice('<>')} {it.choice(leaves)}) {{")
            lines += [*statements(it, depth + 1, values, at), "}"]
        elif kind < 0.55:
            cases = [f"case {number}: x += {expression()}; break;" for number in range(it.randrange(2, 6))]
            lines += [f"switch ({expression()}) {{", *cases, "}"]
        elif kind < 0.7 and at:
            lines.append(f"x ^= f{it.randrange(at)}({expression()}, {it.choice(values)});")
        else:
            lines.append(f"{it.choice(['x', 'g[x & 63]'])} += {expression()};")
    return lines
