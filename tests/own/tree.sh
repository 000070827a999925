# SPDX-License-Identifier: BSD-3-Clause
# Sourced, from the repository root, by the tests of what users add: own_tree NAME makes $BUILD/NAME, a copy of this
# tree with what is built of it; own_make TARGET builds in it. Only what is changed there is compiled: the times of the files go
# along.
BUILD=${BUILD:-build}

own_tree() {
    own=$BUILD/$1
    rm -rf "$own" && mkdir -p "$own/build" || return 1
    cp -a Makefile rtl_c sim synth_estimates tb verilog .ci "$own" && mkdir "$own/tests" || return 1
    cp -a "$BUILD/obj" "$BUILD/described" "$BUILD"/lib*.a "$BUILD/bundled_files.c" "$BUILD/packages" "$BUILD/test-packages" "$own/build" ||
        return 1
}

# Without optimisation, as the compiler is most of the time here.
own_make() { make -C "$own" --no-print-directory BUILD=build OPTIMISE="-O0 -march=x86-64-v3" "$1" >"$own/make.log" 2>&1 || { tail -n 20 "$own/make.log"; return 1; }; }

# own_files DIFF: the files that it changes, not those it brings.
own_files() { awk '/^--- a\// {old = substr($2, 3)} /^\+\+\+ b\// {if (old != "") print old; old = ""}' "$1"; }

# For who has sourced tests/lib.sh and tests/docs/tutorial.sh too.
# own_typed NAME DIFF PAGE: types every command of the page in such a copy, the diff's own among them. The diff must apply there
# as it stands: one that is put where it fits best may put a row behind an #ifdef.
own_typed() {
    own_tree "$1" && mkdir "$own/tests/own" && cp "$2" "$own/tests/own" || return 1
    (cd "$own" && patch -p1 --dry-run --quiet --fuzz=0 <"$2") || complain "$2 does not apply as it stands"
    OPTIMISE="-O0 -march=x86-64-v3" tutorial_run "$3" "$own"
}
# own_noticed WORDS PAGE SECTION FOLDER: with what is planted in $4/build/warplock the numbers of that section are others.
own_noticed() {
    awk -v number="$3." '/^## / {inside = $2 == number} inside' "$2" >"$own/section.md"
    before=$failures
    tutorial_run "$own/section.md" "$4" >"$own/section.log"
    failures=$before
    seen=$(grep -m1 'shown `ipc [0-9.]* .*, printed `ipc [0-9.]* ' "$own/section.log") && echo "$1: ${seen#*: shown}" ||
        complain "not noticed: $1"
}
