#!/usr/bin/env bash
# measure.sh OUT DIR...: adds the records of docs/evaluation.md to the folder OUT, from the subjects of some
# folders: the lab's own, which lab/subjects/make.py makes, and others. Takes hours on an idle machine;
# runs that are on record are not done again, so it can be stopped and started. Other reducers run if they are
# on PATH.
#
# A test has its own time limits, so a busy machine changes what is interesting: run nothing else beside it.
set -euo pipefail
[ "$#" -gt 1 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 2; }
out=$1
shift
cd "$(dirname "$0")/.."
cargo build --release -p probdd -p lab
lab=${CARGO_TARGET_DIR:-target}/release/lab
limits=(--max-queries 5000 --max-time 300 --timeout 60)
mkdir -p "$out"
for folder in "$@"; do
    "$lab" evaluate subjects "$folder" "${limits[@]}" --missing --to "$out/subjects.jsonl"
    "$lab" evaluate feedback "$folder" "${limits[@]}" --as-written --missing --to "$out/feedback.jsonl"
    "$lab" evaluate sweep "$folder" "${limits[@]}" --missing --to "$out/sweep.jsonl"
    "$lab" evaluate parts "$folder" "${limits[@]}" --missing --to "$out/parts.jsonl"
    "$lab" evaluate ablations "$folder" --missing --to "$out/ablations.jsonl"
    "$lab" evaluate peers "$folder" "${limits[@]}" --grammars lab/grammars --missing --to "$out/peers.jsonl"
done
"$lab" evaluate lists --to "$out/lists.jsonl"
"$lab" evaluate checks --to "$out/checks.jsonl"
"$lab" document "$out"
