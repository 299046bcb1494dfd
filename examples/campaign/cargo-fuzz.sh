#!/bin/sh
# Reduces what `cargo fuzz run TARGET` has found: one small input for each different crash.
#
#     cargo-fuzz.sh TARGET [OPTIONS OF PROBDD]
#
# in the crate whose `fuzz/` directory has TARGET. The results are in fuzz/reduced/TARGET.
set -eu
[ $# -ge 1 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 1; }
target=$1
shift
here=$(cd "$(dirname "$0")" && pwd)

# Built once: `cargo fuzz run` would look for changes before every query.
cargo fuzz build "$target"
program=$(find "$PWD/fuzz/target" -type f -perm -u+x -path "*/release/$target" | head -n 1)
[ -n "$program" ] || { echo "error: no program $target below fuzz/target" >&2; exit 1; }
exec "$here/reduce-all.py" "fuzz/artifacts/$target" "fuzz/reduced/$target" "$@" -- "$program" '{}'
