#!/bin/sh
# Whether a test fails after these others: an interestingness test for probdd.
#
#     VICTIM=tests/test_a.py::test_b probdd --granularity line test.sh order.txt
#
# order.txt has the ids of the tests that ran before the victim, a line each, as
# `pytest --collect-only -q` prints them. What is left of it are the tests that disturb the victim.
#
# PYTEST is the command that runs tests in the order of its arguments, `python3 -m pytest` with the
# options below unless it is set. PROJECT is the directory of the tests, that of order.txt unless it
# is set.
set -uf
runner=${PYTEST:-python3 -m pytest -q -rf --tb=no -p no:cacheprovider -p no:randomly -p no:xdist}
list=$1
# Ids may have blanks: each line is an argument.
IFS='
'
set -- $(grep -v '^[[:space:]]*$' "$list") "$VICTIM"
unset IFS
cd "${PROJECT:-$PROBDD_INPUT_DIR}" || exit 1
$runner "$@" >"$TMPDIR/log" 2>&1
# 1: tests have failed. Anything else is an error of the runner.
[ $? -eq 1 ] && grep -qF "FAILED $VICTIM" "$TMPDIR/log"
