# SPDX-License-Identifier: BSD-3-Clause
# Sourced, from the repository root, by the tests of what users add: own_tree NAME DIFF makes $BUILD/NAME, a copy of this
# tree with what is built of it, and applies the diff there; own_make TARGET builds in it. Only what the diff touches is
# compiled: the times of the files go along.
BUILD=${BUILD:-build}

own_tree() {
    own=$BUILD/$1
    rm -rf "$own" && mkdir -p "$own/build" || return 1
    cp -a Makefile rtl_c sim synth_estimates tb verilog .ci "$own" && mkdir "$own/tests" || return 1
    cp -a "$BUILD/obj" "$BUILD/described" "$BUILD"/lib*.a "$BUILD/bundled_files.c" "$BUILD/packages" "$BUILD/test-packages" "$own/build" ||
        return 1
    (cd "$own" && patch -p1 --quiet --no-backup-if-mismatch) <"$2" || { echo "FAILED: $2 does not apply"; return 1; }
}

# Without optimisation, as the compiler is most of the time here.
own_make() { make -C "$own" --no-print-directory BUILD=build OPTIMISE="-O0 -march=x86-64-v3" "$1" >"$own/make.log" 2>&1 || { tail -n 20 "$own/make.log"; return 1; }; }

# own_files DIFF: the files that it changes, not those it brings.
own_files() { awk '/^--- a\// {old = substr($2, 3)} /^\+\+\+ b\// {if (old != "") print old; old = ""}' "$1"; }
