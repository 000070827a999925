#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# Files of the user's in campaigns, traces among them: on a cluster as on this machine (fake_slurm.sh), from any folder. One
# that changes between the campaign's reading and a run's fails that run by name: its numbers are not kept as the old file's.
set -u
export COLUMNS=1000                     # reasons in one piece
. tests/lib.sh
build=$(cd "$BUILD" && pwd)
. tests/sim/campaign/fake_cluster.sh
fake_cluster content
program=$build/warplock
submitter=
fail() {
    complain "$1" "${2:-$work/said}"
    [ -z "$submitter" ] || kill -9 "$submitter" 2>/dev/null
    exit 1
}

mkdir "$work/files"
cp tests/sim/sass/kernelslist.g tests/sim/sass/*.traceg "$work/files" || exit 1
xz -k "$work/files/kernel-volta.traceg" || exit 1
"$program" dump-machine gtx480 --set gpu.sms=2 --set gpu.clusters=2 >"$work/files/two.ini" || exit 1
cat >"$work/files/fill.ptx" <<'END'
.version 7.0
.target sm_50
.address_size 64
.visible .entry fill(.param .u64 out)
{
    .reg .b32 %r<2>;
    .reg .b64 %rd<3>;
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd2, %r1, 4;
    add.s64 %rd2, %rd1, %rd2;
    st.global.u32 [%rd2], %r1;
    ret;
}
END
printf 0000 >"$work/files/sums.bin"
cat >"$work/files/job.json" <<'END'
{"ptx": "fill.ptx", "buffers": [{"name": "out", "type": "u32", "count": 32, "init": "zero"}, {"name": "from", "type": "u32", "count": 1, "file": "sums.bin"}],
 "steps": [{"launch": "fill", "grid": [1], "block": [32], "args": [{"buf": "out"}]}]}
END
cat >"$work/files/campaign.json" <<'END'
{"machines": "two.ini", "policies": "gto,lrr",
 "kernels": ["kernelslist.g", {"kernel": "kernel-volta.traceg.xz", "name": "packed"}, "job.json", "vadd:256",
             {"kernel": "fill.ptx", "grid": "1", "block": "32", "args": ["buf:u32:32"]}]}
END
campaign() { # campaign NAME ARGUMENTS...: from another folder than the files'
    name=$1
    shift
    ${run:-} env -C / "$program" campaign "$work/files/campaign.json" --store "$work/$name.sqlite" "$@" >"$work/out" 2>"$work/said"
}
slurm() { # slurm NAME
    campaign "$1" --engine slurm --slurm-folder "$work/$1" --slurm-poll 1 --slurm-slice 3
}
export FAKE_SLURM="$work/fake"
mkdir "$FAKE_SLURM"
campaign local || fail "status $?"
grep -q '^warplock: 0 runs from the store, 10 simulated, 0 failed$' "$work/said" || fail "not ten runs"
mv "$work/out" "$work/want"
slurm cluster || fail "on a cluster: $?"
cmp "$work/want" "$work/out" || fail "a cluster has other results"

# changed NAME SCRIPT FILE KERNEL...: the file changes while all tasks wait; the runs of these kernels fail and all others do not;
# the next campaign runs the changed file, and keeps what it has.
changed() {
    name=$1 script=$2 file=$3
    shift 3
    touch "$FAKE_SLURM/hold"
    (run=exec; slurm "$name") & submitter=$!
    until "$program" campaign status "$work/$name" 2>/dev/null | grep -q '^queue .* 4 waiting'; do
        kill -0 $submitter 2>/dev/null || fail "$file: it has ended"
        sleep 0.1
    done
    cp "$work/files/$file" "$work/before"
    sed -i "$script" "$work/files/$file"
    ! cmp -s "$work/before" "$work/files/$file" || fail "$file: not changed"
    rm "$FAKE_SLURM/hold"
    wait $submitter
    status=$?
    submitter=
    [ $status = 1 ] || fail "$file: status $status"
    for kernel in "$@"; do
        [ "$(grep -c "^failed: $kernel under .*: --content: seen .*: a file has changed since the campaign read it\$" "$work/out")" = 2 ] ||
            { cat "$work/out"; fail "$file: $kernel did not fail"; }
    done
    [ "$(grep -c '^failed: ' "$work/out")" = $((2 * $#)) ] || { cat "$work/out"; fail "$file: others failed"; }
    campaign "$name" || fail "$file: once more: $?"
    grep -q "^warplock: $((10 - 2 * $#)) runs from the store, $((2 * $#)) simulated, 0 failed\$" "$work/said" || fail "$file: once more"
    mv "$work/before" "$work/files/$file"
}
changed trace 's/ MOV / NOP /' kernel-pascal.traceg kernelslist
changed data 's/0/1/' sums.bin job
changed ptx 's/%tid.x/%laneid/' fill.ptx job fill
changed machine 's/^deadlock_cycles *=.*/deadlock_cycles = 2000000/' two.ini kernelslist packed job vadd fill

# By hand.
said() { # said WORDS ARGUMENTS...
    words=$1
    shift
    "$program" run "$@" >"$work/out" 2>"$work/said"
    [ $? = 2 ] && grep -q -e "$words" "$work/said" || fail "'$*' is not refused"
}
said '^warplock: --content: seen [0-9a-f]\{16\} of vadd on gtx480, expected 12: ' vadd --content 12
said '^warplock: --content: seen 2 kernels, expected one' vadd bfs --content 12

tier_is_all || exit 0
# A run that does not look, and a campaign that does not say: the changed file's numbers are kept.
planted=0
while read -r source change; do
    planted=$((planted + 1))
    plant_copy "$source" "$work/copy.c" "$change" && program_with "$work/copy.c" "$work/warplock" || exit 1
    (program=$work/warplock; changed planted_$planted 's/ MOV / NOP /' kernel-pascal.traceg kernelslist) >"$work/planted.out" 2>&1 &&
        fail "$source: $change: not noticed"
    grep -q 'kernel-pascal.traceg: status 0' "$work/planted.out" || fail "the plant fails elsewhere" "$work/planted.out"
    mv "$work/before" "$work/files/kernel-pascal.traceg"
done <<'END'
sim/cli/run.c s/if (strcmp(content, s->options->content) == 0)/if (true)/
sim/campaign/engine/worker.c s/"--content", run->content,//
END
[ $planted = 2 ]
