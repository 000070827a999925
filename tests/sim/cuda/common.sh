# SPDX-License-Identifier: BSD-3-Clause
# Sourced, from the repository root, by the tests of `warplock cc`: begin NAME makes the empty folder $work and puts
# warplock on the PATH, or ends the test as skipped where there is no clang.
. tests/lib.sh
begin() {
    command -v clang >/dev/null 2>&1 || { echo "skipped: no clang"; exit 77; }
    work=$BUILD/$1
    rm -rf "$work" && mkdir -p "$work" || exit 1
    work=$(cd "$work" && pwd)
    PATH=$(cd "$BUILD" && pwd):$PATH
    WARPLOCK_CUDA=$(pwd)/sim/cuda              # $BUILD may lie elsewhere
    export PATH WARPLOCK_CUDA
}
