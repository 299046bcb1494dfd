#!/bin/sh
# Interesting: bug.json contains a queue that never retries, which is an object with "kind": "queue"
# and, somewhere inside it, an object with "retries": 0.
#
# Run it in the directory that holds bug.json. It needs only awk. It is not a JSON parser: of the
# syntax it checks only that brackets and braces are balanced.

awk '
    function close_with(open) {
        if (depth == 0 || opened[depth] != open) { broken = 1; exit }
        if (queue[depth] && inner[depth]) found = 1
        # The enclosing object contains a "retries": 0 if this one has it, or contains one.
        if (never[depth] || inner[depth]) inner[depth - 1] = 1
        depth--
    }
    function accept(token) {
        if (token == "{" || token == "[") {
            opened[++depth] = token
            queue[depth] = never[depth] = inner[depth] = 0
        } else if (token == "}") close_with("{")
        else if (token == "]") close_with("[")
        else if (before == ":" && opened[depth] == "{") {
            if (key == "\"kind\"" && token == "\"queue\"") queue[depth] = 1
            if (key == "\"retries\"" && token == "0") never[depth] = 1
        }
        key = before
        before = token
    }
    {
        while (match($0, /"([^"\\]|\\.)*"|[A-Za-z0-9_.+-]+|[^ \t\r]/)) {
            accept(substr($0, RSTART, RLENGTH))
            $0 = substr($0, RSTART + RLENGTH)
        }
    }
    END { exit !(found && !broken && depth == 0) }
' bug.json
