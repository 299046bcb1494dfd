#!/bin/sh
# Fetches a package with its manager and unpacks it into ./files:
#
#     fetch.sh MANAGER NAME VERSION
#
# MANAGER `run` runs the shell command NAME in ./files instead; $FROM is the folder of another package.
set -eu
manager=$1 name=$2 version=$3

# The value of a field in the JSON on stdin.
field() { python3 -c 'import json, sys; print(json.load(sys.stdin)[sys.argv[1]])' "$1"; }

# The files of an archive whose files all lie in one folder.
untar() { mkdir files && tar -xf "$1" -C files --strip-components 1; }

unzip() { python3 -m zipfile -e "$1" files; }

fetch_with_pip() {
    python3 -m pip download -q --no-deps --disable-pip-version-check "$1" "$name" "$name==$version"
    if [ -e ./*.whl ]; then unzip ./*.whl; else untar ./*.gz; fi
}

# The original source of a Debian package, from the archives that the machine uses.
fetch_apt_source() {
    lists=$(dirname "$PWD")/.apt-source
    mkdir -p "$lists/parts" "$lists/lists/partial"
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
        [ -f "$file" ] || continue
        sed -E 's/^deb /deb-src /; s/^Types: *deb$/Types: deb-src/' "$file" \
            > "$PWD/part" && mv "$PWD/part" "$lists/parts/${file##*/}"
    done
    apt() {
        apt-get -q -o Dir::Etc::sourcelist=/none -o Dir::Etc::sourceparts="$lists/parts" \
            -o Dir::State::lists="$lists/lists" "$@"
    }
    (
        flock 9
        [ -f "$lists/updated" ] || { apt update && touch "$lists/updated"; }
    ) 9>"$lists/lock"
    apt source --tar-only "$name=$version" || apt source --tar-only "$name"
    untar ./*.orig.tar.[gxb]z*
}

case $manager in
apt)
    # Once the archive has dropped the wanted version, its newest one.
    apt-get download "$name=$version" 2>/dev/null || {
        apt-get download "$name"
        echo "note: apt has no $name $version any more; its newest version is used" >&2
    }
    dpkg-deb -x ./*.deb files
    # Debian compresses examples and documents.
    find files -name '*.gz' -type f -exec gunzip -f {} +
    ;;
apt-source) fetch_apt_source ;;
cargo)
    # It unpacks the package, as a side effect, into the folder of the registry.
    cargo info --quiet "$name@$version" >/dev/null
    cp -r "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/"$name-$version" files
    ;;
go)
    export GOMODCACHE="$PWD/modules" GOFLAGS='-mod=mod -modcacherw'
    mv "$(go mod download -json "$name@$version" | field Dir)" files
    ;;
maven)
    mvn -q -B dependency:copy "-Dartifact=$name:$version:jar:sources" "-DoutputDirectory=$PWD"
    unzip ./*.jar
    ;;
npm)
    npm pack --silent "$name@$version"
    untar ./*.tgz
    ;;
pip) fetch_with_pip --only-binary ;;
pip-sdist) fetch_with_pip --no-binary ;;
run)
    mkdir files
    cd files
    sh -e -c "$name"
    ;;
*)
    echo "no package manager \`$manager\` is known" >&2
    exit 1
    ;;
esac
