#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# warplock run -- ./prog: once per policy, a column each; JSON and CSV of all runs whole on the standard output; details,
# files of the last policy; exit statuses; what is no program of warplock's. Shown to fail: a reader of the runtime's JSON
# that takes a figure for another.
# needs: warplock libwarplock_cudart.a libsim.a
set -u
. tests/sim/cuda/common.sh
export COLUMNS=1000                     # tables in one piece
begin cudart_run_program
top=$(pwd)
mkdir -p "$work/temporary" && cd "$work" || exit 1
TMPDIR=$work/temporary              # its own, so that what is left there is this test's
export TMPDIR
cat >prog.cu <<'CUDA'
#include <cstdio>
#include <cstdlib>
#include <cstring>
__global__ void fill(int *a, int v) { a[blockIdx.x * 32 + threadIdx.x] = v; }
__global__ void twice(int *a) { a[blockIdx.x * 32 + threadIdx.x] *= 2; }
int main(int argc, char **argv)
{
    int h[64], *d, n = argc > 1 ? atoi(argv[1]) : 3;
    char line[32] = "nothing\n";
    if (argc > 2 && strcmp(argv[2], "abort") == 0) abort();
    if (argc > 2 && strcmp(argv[2], "read") == 0 && !fgets(line, sizeof line, stdin)) return 9;
    cudaMalloc(&d, sizeof h);
    fill<<<2, 32>>>(d, n);
    for (int i = 0; i < 2; i++) twice<<<2, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d, read %s", h[63], line);
    return argc > 2 && strcmp(argv[2], "fail") == 0 ? 5 : h[63] != 4 * n;
}
CUDA
warplock cc prog.cu -o prog || complain "it does not build"
echo given >input

# says STATUS WORDS COMMAND...: how it ends, and with which words in out or err
says() {
    want=$1 words=$2
    shift 2
    "$@" >out 2>err
    got=$?
    [ $got = "$want" ] || { complain "$*: status $got, expected $want"; head -n 4 out err; }
    grep -qF -- "$words" out err || { complain "$*: nothing of '$words' in"; head -n 4 out err; }
}
says 0 'prog, on oaws, blocks: lockstep' warplock run --machine oaws --policy gto,oaws-dyn,lrr --blocks lockstep -- ./prog 7
[ "$(grep -c '^28, read nothing$' out)" = 3 ] && grep -qE '^ +gto +oaws-dyn +lrr$' out && grep -qE '^  lockstep.mismatches +0 +0 +0 ' out ||
    { complain "three policies:"; head -n 9 out; }
says 0 '"policy": "lrr"' warplock run --policy gto,lrr --json -- ./prog 5
[ "$(head -c 1 out)" = '[' ] && [ "$(grep -c '"launches": 3' out) $(grep -c '^20, read nothing$' err)" = '2 2' ] || { complain "--json:"; head -n 3 out; }
says 0 'machine,policy,kernel,' warplock run --policy gto,lrr --csv - -- ./prog
[ "$(wc -l <out) $(grep -c ',prog,' out)" = '3 2' ] || { complain "--csv -:"; cut -c1-60 out; }
says 0 'prog under gto, by launch' warplock run --per-launch -- ./prog
grep -qE '^ +3 .* twice\(int\*\), grid 2x1x1, block 32x1x1$' out && grep -qE '^ +2 .* twice\(int\*\)$' out || { complain "--per-launch:"; tail -n 20 out; }
says 0 'by PTX line' warplock run --per-line --report all.txt --csv all.csv --issue-trace trace --policy gto,lrr -- ./prog
[ -s all.txt ] && [ "$(wc -l <all.csv)" = 3 ] && [ -s trace ] || complain "files of runs are missing"
says 0 'functional, without timing' warplock run --functional -- ./prog
says 0 'launches' warplock run --kernel _Z5twicePi:2 --verbose -- ./prog
says 0 '12, read given' warplock run --policy gto,lrr -- ./prog 3 read <input
[ "$(grep -c '^12, read given$' out)" = 2 ] || complain "the second run reads something else: $(cat out)"
says 5 './prog, gto: ended with status 5' warplock run --policy gto,lrr -- ./prog 3 fail
says 3 'ended with status 3, and has launched nothing on the simulated GPU' warplock run -- sh -c 'exit 3'
says 134 'ended by signal 6 (Aborted)' warplock run -- ./prog 3 abort
says 2 'has launched nothing on the simulated GPU' warplock run -- /bin/echo hello
# A kernel that cannot run takes the others nothing, and leaves no table that would look whole; one that is not launched costs nothing.
cat >refused.cu <<'CUDA'
__global__ void counted(int *a, int n) { asm volatile("pmevent 1;"); a[threadIdx.x] += n; }
__global__ void direct(int *a) { a[threadIdx.x] += 1; }
int main(int argc, char **argv)
{
    int h[32], *d;
    cudaMalloc(&d, sizeof h);
    cudaMemset(d, 0, sizeof h);
    direct<<<1, 32>>>(d);
    if (argc > 1) counted<<<1, 32>>>(d, 1);
    return cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost) != cudaSuccess || h[31] != 1;
}
CUDA
warplock cc refused.cu -o refused || complain "refused.cu does not build"
says 0 'refused, on gtx480' warplock run -- ./refused
says 2 './refused, gto: no table, as a launch was refused: kernel _Z7countedPii cannot run: refused.ptx:' warplock run -- ./refused counted
[ -s out ] && complain "a table of a run of which a launch was refused: $(cat out)"
says 2 '"message": "kernel _Z7countedPii cannot run' warplock run --json -- ./refused counted
grep -q '"status": 2' out && grep -q '"launches": 1' out || complain "the JSON of a run of which a launch was refused"
says 2 './none: cannot be executed: No such file or directory' warplock run -- ./none
says 2 '--size: goes with kernels, seen with a program' warplock run --size 32 -- ./prog
says 2 '--policy: seen swl-best, a search' warplock run --policy swl-best -- ./prog
says 2 'seen `bfs` and, behind --, a program' warplock run bfs -- ./prog
says 2 '--csv: ' warplock run --csv none/x.csv -- ./prog
# the program is an input: no file of its run takes its place, whoever writes it; of its own environment --csv - is the output
cp prog whole
for option in --report --csv --issue-trace --timeline --perfetto --record-l1d; do
    says 2 "$option: prog: is an input of this run and would be overwritten" warplock run $option prog -- ./prog
    PATH=.:$PATH says 2 "$option: ./prog: is an input of this run and would be overwritten" warplock run $option ./prog -- prog
done
says 2 'WARPLOCK_JSON: prog: is an input of this run' env WARPLOCK_JSON=prog ./prog
says 2 '--report: whole2: is an input of this run' env WARPLOCK_REPORT=whole2 sh -c 'ln -sf prog whole2; exec ./prog'
cmp -s prog whole || { complain "the program is another"; cp whole prog; }
says 0 'machine,policy,kernel,' env WARPLOCK_CSV=- ./prog
[ ! -e - ] || complain "a file of the name -"
says 2 '--csv: /dev/full: cannot be written: No space left on device' warplock run --csv /dev/full -- ./prog
[ -z "$(ls -A "$TMPDIR")" ] || complain "left behind: $(ls -A "$TMPDIR")"

# The columns are made of the JSON: the same figures stand in both.
same_figures() {
    "$1" run --policy gto,lrr --json -- ./prog >out.json 2>/dev/null
    "$1" run --policy gto,lrr --csv - -- ./prog >out.csv 2>/dev/null
    sed -n 's,^    "cycles": \([0-9]*\)\,$,\1,p' out.json >want
    awk -F, 'NR == 1 { while ($++i != "cycles"); next } { print $i }' out.csv >got
    [ "$(wc -l <want)" = 2 ] && cmp -s want got
}
same_figures warplock || complain "JSON and CSV differ: $(paste want got)"
tier_is_all || { [ "$failures" = 0 ]; exit; }
cd "$top" && plant_copy sim/report/json_read.c "$work/json_read.c" 's,read_counters(object\, &run->counters\, run),read_counters(object\, \&run->before\, run),' || exit 1
program_with "$work/json_read.c" "$work/warplock" || complain "the plant does not build"
cd "$work" && same_figures ./warplock && complain "a figure taken for another is not noticed"
[ "$failures" = 0 ]
