#!/usr/bin/env bash
# install.sh: installs on Debian what making and testing the lab's own subjects needs.
set -euo pipefail
packages=(clang-14 csmith dpkg-dev gcc jq libc6-dev libcsmith-dev libxml2-utils llvm-14 lua5.4 make mlir-14-tools nodejs python3 sqlite3 tcc z3)
missing=()
for package in "${packages[@]}"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q ' installed' || missing+=("$package")
done
[ "${#missing[@]}" = 0 ] || apt-get install -y --no-install-recommends "${missing[@]}"
