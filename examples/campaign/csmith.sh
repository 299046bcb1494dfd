#!/bin/sh
# Random programs until a compiler fails on some of them, then a small one for each failure.
#
#     csmith.sh PROGRAMS OUT [COMPILER]          COMPILER is gcc unless it is named
#
# OUT/crashes and OUT/wrong get the programs, OUT/reduced-crashes and OUT/reduced-wrong the results.
# GENERATOR is a command that prints a program for the seed in $1 (csmith, with the options below),
# CSMITH_INCLUDE the directory of csmith.h.
set -eu
[ $# -ge 2 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0" >&2; exit 1; }
programs=$1 out=$2 compiler=${3:-gcc}
include=${CSMITH_INCLUDE:-/usr/include/csmith}
generator=${GENERATOR:-csmith --no-packed-struct --max-funcs 4 --seed}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$out/crashes" "$out/wrong"
out=$(cd "$out" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

for seed in $(seq "$programs"); do
    $generator "$seed" >program.c
    if ! "$compiler" -w -O2 "-I$include" program.c -o fast 2>log; then
        cp program.c "$out/crashes/seed-$seed.c"
        continue
    fi
    "$compiler" -w -O0 "-I$include" program.c -o plain
    timeout 5 ./plain >expected || continue
    timeout 5 ./fast >printed || true
    cmp -s expected printed || cp program.c "$out/wrong/seed-$seed.c"
done

# What the compilers have left here would be beside each candidate.
rm -f ./*
echo "$programs programs: $(ls "$out/crashes" | wc -l) crashes, $(ls "$out/wrong" | wc -l) wrong results"
compile="$compiler -w -I$include"
if [ -n "$(ls "$out/crashes")" ]; then
    "$here/reduce-all.py" "$out/crashes" "$out/reduced-crashes" -- "$compile -O2 {} -o fast"
fi
# A program with undefined behaviour may print anything, so the guard is not optional here.
if [ -n "$(ls "$out/wrong")" ]; then
    "$here/reduce-all.py" "$out/wrong" "$out/reduced-wrong" --all --guard "${GUARD:-c-ub}" \
        --compare "$compile -O0 {} -o plain && timeout 5 ./plain" \
        "$compile -O2 {} -o fast && timeout 5 ./fast"
fi
