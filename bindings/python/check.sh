#!/usr/bin/env bash
# Builds the wheel, installs it in a fresh environment, and tests it there: the examples in the documentation,
# the types, what the module does, and that its figures are those of the command.
#
# The wheel is a debug build, which shares everything with `cargo test` but the last link. `--keep DIR` leaves
# the environment there.
set -euo pipefail
cd "$(dirname "$0")"

python=${PYTHON:-python3}
environment=$(mktemp -d)
trap 'rm -rf "$environment"' EXIT
if [ "${1:-}" = --keep ]; then
    environment=$2
    trap - EXIT
fi

"$python" -m venv "$environment"
pip() { "$environment/bin/python" -m pip --disable-pip-version-check install --quiet "$@"; }
# An old black is what the tests crash.
pip 'maturin>=1.9,<2' pytest mypy black==22.1.0 'click<8.1'

target=$(cd ../.. && cargo metadata --format-version 1 --no-deps |
    "$python" -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])')
"$environment/bin/maturin" build --quiet --strip --profile dev --compatibility linux --out "$target/wheels"
pip --force-reinstall --no-deps "$target"/wheels/probdd-*.whl
"$environment/bin/python" -m pytest -q -p no:cacheprovider tests
