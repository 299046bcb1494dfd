# A package.
{ lib, stdenv, fetchurl ? null, pkgs, version ? "1.0", ... }@args:

let
  pname = "tool";
  sources = [ ./main.c ../lib/util.c <nixpkgs> ];
  double = x: x * 2;
  add = { a, b }: a + b;
  inherit (lib) optional concatMap;
  inherit pkgs;
  flags = rec {
    debug = true;
    level = if debug then 0 else 3;
    "quoted name" = null;
    nested.attr.path = 1.5;
  };
in
with lib;
assert version != "";

stdenv.mkDerivation rec {
  inherit pname version;
  src = fetchurl {
    url = "https://example.org/${pname}-${version}.tar.gz";
    sha256 = "0000";
  };
  nativeBuildInputs = [ pkgs.cmake (pkgs.gcc.override { cxx = true; }) ] ++ optional stdenv.isLinux pkgs.perl;
  buildPhase = ''
    make -j4 ${toString flags.level}
    ls
  '';
  /* A block. */
  count = builtins.length sources - 1;
  names = map (n: n.name or "none") (builtins.attrValues args);
  isSmall = count < 3 && !flags.debug || version == "2" -> false;
  merged = flags // { extra = double 4; };
  hasIt = merged ? extra;
  negative = -count;
  call = add { a = 1; b = 2; };
  home = https://example.org/home;
  meta = with lib; {
    description = "A tool";
    license = licenses.mit;
    maintainers = with maintainers; [ alice bob ];
  };
}
