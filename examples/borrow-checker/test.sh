#!/bin/sh
# Interesting: rustc reports error E0502 on bug.rs, once or more, and no other error.
#
# Run it in the directory that holds bug.rs. It leaves errors.txt there.

rustc --edition 2021 --crate-type lib --crate-name bug --emit=metadata --cap-lints allow \
    --error-format=short -o bug.rmeta bug.rs 2>errors.txt

# Ordinary errors make rustc exit with 1; success, a crash and a missing rustc look different.
[ $? -eq 1 ] || exit 1

# With --error-format=short, an error begins with its position: "bug.rs:12:3: error[E0502]: ...". Only
# the summary at the end has none ("error: aborting due to ..."), so one such line is allowed.
awk '
    /^[^ ]+:[0-9]+:[0-9]+: error\[E0502\]: / { wanted++; next }
    /^[^ ]+:[0-9]+:[0-9]+: error/            { other++ }
    /^error\[/                               { other++ }
    /^error: /                               { summaries++ }
    END { exit !(wanted && !other && summaries <= 1) }
' errors.txt
