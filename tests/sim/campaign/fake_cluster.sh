# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
# Sourced by tests of campaigns on a cluster: fake_cluster NAME makes the empty folder $work in $build, with the commands of
# fake_slurm.sh in $work/bin, first in PATH. FAKE_SLURM names their state.
# shellcheck disable=SC2154
fake_cluster() {
    work=$build/$1
    rm -rf "$work"
    mkdir -p "$work/bin" || exit 1
    for name in sbatch squeue sacct scancel scontrol; do
        { echo '#!/bin/sh'; echo ". '$PWD/tests/sim/campaign/fake_slurm.sh'"; } >"$work/bin/$name"
    done
    chmod +x "$work"/bin/*
    PATH=$work/bin:$PATH
}
