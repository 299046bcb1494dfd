#!/usr/bin/env bash
# Builds and packs the tool.
set -euo pipefail

readonly ROOT="${1:-/tmp/root}"
declare -a names=(alpha "beta gamma" delta)
declare -A sizes=([small]=1 [large]=2)
export LANG=C PATH
count=0 limit=10

usage() {
  cat <<EOF
Usage: $0 [options]
EOF
  return 2
}

function build {
  local target=$1 mode="${2:-debug}"
  if [[ -z "$target" || $mode == release* ]]; then
    echo "no target" >&2
    exit 1
  elif [ -d "$ROOT/$target" ]; then
    rm -rf -- "$ROOT/$target"
  else
    mkdir -p "$ROOT"
  fi
  for file in "$ROOT"/*.c main.c; do
    gcc -O2 -c "$file" -o "${file%.c}.o" || return
    count=$((count + 1))
  done
  while read -r line; do
    printf '%s\n' "$line"
  done < input.txt > output.txt
  until test $count -gt $limit; do
    let count+=1
    break
  done
  for ((i = 0; i < 3; i++)); do
    sizes[$i]=$((i * 2))
  done
  case $mode in
    debug | test)
      flags=-g
      ;;
    release) flags=-O3 ;;
    *) unset flags ;;
  esac
  (cd "$ROOT" && make -j4)
  { date; uname -a; } 2>/dev/null | sort -u | head -n 3
}

trap 'rm -f "$ROOT"/*.tmp' EXIT
version=$(git describe --tags `hostname`)
! grep -q old <<< "$version" && echo new
(( count > 3 )) && sleep 1 &
build app "${names[@]}"
FOO=bar env | grep FOO
short=${version/old/new}
