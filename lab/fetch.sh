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
    (
        cd /etc/apt/sources.list.d
        for file in ../sources.list *.list *.sources; do
            [ -f "$file" ] || continue
            sed -E 's/^deb /deb-src /; s/^Types: *deb$/Types: deb-src/' "$file" \
                > "$lists/parts/${file#../}"
        done
    )
    apt() {
        apt-get -q -o Dir::Etc::sourcelist=/none -o Dir::Etc::sourceparts="$lists/parts" \
            -o Dir::State::lists="$lists/lists" "$@"
    }
    [ -f "$lists/updated" ] || { apt update && touch "$lists/updated"; }
    apt source --download-only "$name=$version" || apt source --download-only "$name"
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
    cat > Cargo.toml <<END
[package]
name = "corpus"
version = "0.0.0"
edition = "2021"
[lib]
path = "lib.rs"
[workspace]
[dependencies]
$name = "=$version"
END
    touch lib.rs
    manifest=$(cargo metadata --format-version 1 | python3 -c '
import json, sys
packages = json.load(sys.stdin)["packages"]
print(next(it["manifest_path"] for it in packages if it["name"] == sys.argv[1]))' "$name")
    cp -r "$(dirname "$manifest")" files
    ;;
go)
    folder=$(GOFLAGS=-mod=mod go mod download -json "$name@$version" | field Dir)
    cp -r --no-preserve=mode "$folder" files
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
