# SPDX-License-Identifier: BSD-3-Clause
# Sourced, from the repository root, by the tests of what `make install` and its parts put where. FOLDER: of the test, in
# $BUILD; it has blanks in its name, as DESTDIR and PREFIX may.
unset MAKEFLAGS MFLAGS MAKELEVEL
repository=$(pwd)
begin_install() { # begin_install FOLDER
    work=$repository/$BUILD/$1
    linked=$BUILD/planted_$(printf '%s' "$1" | tr ' ' _)
    rm -rf "$work" && mkdir -p "$work" || exit 1
}

# put TARGET DESTDIR PREFIX: make TARGET, of the Makefile or of $makefile.
put() { make -s -f "${makefile:-Makefile}" BUILD="$BUILD" DESTDIR="$2" PREFIX="$3" "$1"; }

# planted_parts [SCRIPT FILE]: from here on `put` uses the makefile or the file of .ci with the script applied; without, the
# good ones again.
planted_parts() {
    makefile=
    [ -n "${1:-}" ] || return 0
    cp .ci/install.mk Makefile "$work/"
    plant_copy "$2" "$work/${2##*/}" "$1" || return 1
    case $2 in *.mk | Makefile) ;; *) sed -i "s|sh $2\\b|sh '$work/${2##*/}'|" "$work/install.mk" ;; esac
    ln -sfn "$work" "$linked"              # make takes a blank for the end of a name
    sed -i "s|^include .ci/install.mk|include $linked/install.mk|; s|^include $2 |include $linked/${2##*/} |" "$work/Makefile"
    makefile=$work/Makefile
}

# everything FOLDER: all below it with its mode, files with their sum.
everything() { (cd "$1" && find . -printf '%m %p\n' && find . -type f -print0 | xargs -0 cksum) | LC_ALL=C sort; }
