#!/bin/sh
# For `git bisect run`: says of the version that is checked out whether it has the bug.
#
#     git bisect run /path/to/run.sh BUILD TEST INPUT
#
# BUILD is a shell command that builds the version. TEST is the interestingness test of the
# reduction, and INPUT the reduced input. TEST finds the program under $ROOT, the checkout.
#
# git wants the contrary of what a reducer wants: 0 where the bug is not there, 1 where it is, and 125
# where nobody can tell.
set -u
[ $# -eq 3 ] || { sed -n '2,11s/^# \{0,1\}//p' "$0" >&2; exit 128; }
ROOT=$(pwd)
export ROOT
sh -c "$1" || exit 125
test=$(realpath "$2")
input=$(realpath "$3")
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cp -R "$input" "$place/"
cd "$place" || exit 128
"$test" "$place/$(basename "$input")"
case $? in
0) exit 1 ;;
125) exit 125 ;;
*) exit 0 ;;
esac
