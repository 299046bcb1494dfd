#!/bin/bash
# The step of action.yml: reduces $INPUTS, on which $COMMAND fails, and shows the results in the
# summary of the run.
set -euo pipefail
reduced=${RUNNER_TEMP:-$PWD}/reduced
if [ ! -e "$INPUTS" ]; then
    echo "::notice::there is nothing to reduce: $INPUTS does not exist"
    mkdir -p "$reduced"
    echo "reduced=$reduced" >>"$GITHUB_OUTPUT"
    exit 0
fi
inputs=$INPUTS
if [ -f "$INPUTS" ]; then
    inputs=$(mktemp -d)
    cp "$INPUTS" "$inputs/"
fi
read -ra options <<<"${OPTIONS:-}"
"$(dirname "$0")/../campaign/reduce-all.py" "$inputs" "$reduced" --max-time "${MINUTES:-10}m" \
    ${options[@]+"${options[@]}"} -- "$COMMAND"
echo "reduced=$reduced" >>"$GITHUB_OUTPUT"
{
    echo "## Reduced inputs"
    for signature in "$reduced"/*/signature.txt; do
        [ -e "$signature" ] || continue
        directory=$(dirname "$signature")
        printf '\n`%s`\n\n' "$(cat "$signature")"
        for result in "$directory"/*; do
            [[ $result == *.txt ]] && continue
            printf '```\n'
            head -c 2000 "$result" | LC_ALL=C tr -c '[:print:]\n\t' '?'
            printf '\n```\n'
        done
    done
} >>"$GITHUB_STEP_SUMMARY"
