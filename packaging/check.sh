#!/bin/sh
# Installs the Debian package in a clean Debian, and reduces the tutorial's example there.
#
#     sudo packaging/check.sh target/dist/probdd_*.deb [DIRECTORY]
#
# DIRECTORY keeps the clean Debian for the next time, target/bookworm unless it is named. It takes
# debootstrap, root, and the network the first time.
set -eu
[ $# -ge 1 ] && [ -f "$1" ] || { sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 1; }
here=$(cd "$(dirname "$0")/.." && pwd)
package=$(realpath "$1")
clean=${2:-$here/target/bookworm}

if [ ! -e "$clean/complete" ]; then
    rm -rf "$clean"
    debootstrap --variant=minbase --include=python3 bookworm "$clean"
    touch "$clean/complete"
fi
root=$(mktemp -d "$clean.XXXXXX")
cleaned() {
    umount "$root/proc" "$root/dev" 2>/dev/null || true
    rm -rf --one-file-system "$root"
}
trap cleaned EXIT
cp -a "$clean/." "$root/"
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
cp "$package" "$root/tmp/probdd.deb"
cp -r "$here/examples/tutorial" "$root/tmp/tutorial"

# The package needs nothing that is not there.
chroot "$root" dpkg --install /tmp/probdd.deb
chroot "$root" sh -eu -c '
    cd /tmp/tutorial
    probdd --version
    probdd --progress none inventory.py -- python3 unused.py inventory.py
    echo "the result:"
    cat inventory.reduced.py
    python3 unused.py inventory.reduced.py 2>&1 | grep -qx "AttributeError: .Tuple. object has no attribute .id."
    [ "$(wc -c <inventory.reduced.py)" -lt 60 ]
    dpkg --listfiles probdd | while read -r path; do
        # A minimal Debian leaves manual pages and documents out.
        case $path in */man* | */doc/*) continue ;; esac
        [ -e "$path" ] || { echo "error: $path is not there" >&2; exit 1; }
    done
    dpkg --remove probdd
    [ ! -e /usr/bin/probdd ]
'
echo "the package installs, reduces, and goes"
