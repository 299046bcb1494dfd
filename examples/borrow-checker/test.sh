#!/bin/sh
# Interesting: rustc rejects bug.rs because of error E0502, however often, and of nothing else.
#
# Run it in the directory that holds bug.rs. It leaves errors.txt there.

rustc --edition 2021 --crate-type lib --crate-name bug --emit=metadata --cap-lints allow \
    --error-format=short -o bug.rmeta bug.rs 2>errors.txt

# Ordinary errors make rustc exit with 1; success, a crash and a missing rustc look different.
[ $? -eq 1 ] || exit 1

# With --error-format=short an error begins with its place, "bug.rs:12:3: error[E0502]: ...". Only
# the summary at the end has no place, "error: aborting due to ...", so there is one such line.
awk '
    /^[^ ]+:[0-9]+:[0-9]+: error\[E0502\]: / { wanted++; next }
    /^[^ ]+:[0-9]+:[0-9]+: error/            { other++ }
    /^error\[/                               { other++ }
    /^error: /                               { summaries++ }
    END { exit !(wanted && !other && summaries <= 1) }
' errors.txt
