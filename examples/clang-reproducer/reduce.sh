#!/bin/sh
# Reduces what Clang has left after a crash: a preprocessed source and the script that runs it.
#
#     reduce.sh bug-1a2b3c.sh [OPTIONS OF PROBDD]
#
# The source stands beside the script, as Clang writes them. The result is bug-1a2b3c.reduced.cpp
# beside it, or as -o says.
set -eu
[ $# -ge 1 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 1; }
script=$1
shift
directory=$(cd "$(dirname "$script")" && pwd)
name=$(basename "$script" .sh)
# The last line that is no comment is the command; the last word of it is the source.
command=$(grep -v '^[[:space:]]*#' "$script" | grep -v '^[[:space:]]*$' | tail -n 1)
for extension in c cpp cc cxx i ii m mm cl cu ll; do
    [ -f "$directory/$name.$extension" ] && source=$name.$extension
done
[ -n "${source:-}" ] || { echo "error: no source beside $script" >&2; exit 1; }
case $command in
*"$source"*) ;;
*) echo "error: the command in $script does not name $source" >&2 && exit 1 ;;
esac
cd "$directory"
exec "${PROBDD:-probdd}" "$@" "$source" -- "$command"
