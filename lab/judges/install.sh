#!/usr/bin/env bash
# Installs what the judges need, by package name: Debian packages (as root), and below
# target/judges those of Python, npm and Maven. Judges whose tools are missing are skipped, so any
# part may fail: `install.sh [apt] [pip] [npm] [maven]`, all by default; `light` is what is small of
# Debian's.
set -u
cd "$(dirname "$0")/../.."
tools="${CARGO_TARGET_DIR:-target}/judges"
mkdir -p "$tools"
parts="${*:-apt pip npm maven}"
failed=0

apt_packages=(
    clang default-jdk-headless ghc golang-go iverilog llvm lua5.4 maven mono-mcs nodejs npm
    ocaml-compiler-libs ocaml-nox php-cli protobuf-compiler python3-venv ruby sbcl wabt yosys
)
light_packages=(lua5.4 ocaml-compiler-libs ocaml-nox php-cli protobuf-compiler ruby wabt)
pip_packages=(
    gersemi==0.29.2 libclang==18.1.1 lxml==5.4.0 pglast==8.8 pyslang==12.1.0 tombi==1.9.6
)
npm_packages=(
    @solidity-parser/parser@0.20.2 css-tree@3.1.0 dockerfile-utils@0.16.3 graphql@17.1.0
    parse5@7.3.0 typescript@5.9.3
)
maven_packages=(
    kotlin:org.jetbrains.kotlin:kotlin-compiler-embeddable:2.1.21
    scala:org.scala-lang:scala3-compiler_3:3.3.6
)

for part in $parts; do
    case "$part" in
    apt)
        apt-get install -y --no-install-recommends "${apt_packages[@]}" || failed=1
        ;;
    light)
        apt-get update -q &&
            apt-get install -y --no-install-recommends "${light_packages[@]}" || failed=1
        ;;
    pip)
        python3 -m venv "$tools/venv" &&
            "$tools/venv/bin/python3" -m pip install -q "${pip_packages[@]}" || failed=1
        ;;
    npm)
        npm install --silent --no-save --prefix "$tools" "${npm_packages[@]}" || failed=1
        ;;
    maven)
        for package in "${maven_packages[@]}"; do
            mkdir -p "$tools/maven/${package%%:*}"
            IFS=: read -r folder group artifact version <<<"$package"
            cat >"$tools/maven/$folder/pom.xml" <<POM
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>probdd</groupId><artifactId>judge</artifactId><version>0</version>
  <dependencies><dependency>
    <groupId>$group</groupId><artifactId>$artifact</artifactId><version>$version</version>
  </dependency></dependencies>
</project>
POM
            mvn -q -B -f "$tools/maven/$folder/pom.xml" dependency:copy-dependencies \
                -DoutputDirectory="$(realpath "$tools")/jars/$folder" || failed=1
        done
        ;;
    *) echo "no part $part" >&2 && exit 2 ;;
    esac
done
exit $failed
