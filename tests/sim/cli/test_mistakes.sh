#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Mistakes of the command line that have no near word: too many of something, files that cannot be written, what goes with
# nothing; a campaign on a cluster whose folder, queue or program is not as it should be. A sentence, and status 2.
# needs: warplock tests/sim/campaign/stored tests/sim/campaign/by_hand
set -u
. tests/lib.sh
built=$(cd "$BUILD" && pwd)
warplock=$built/warplock
rm -rf "$BUILD/mistakes" && mkdir -p "$BUILD/mistakes/in/folder" "$BUILD/mistakes/bin" || exit 1
out=$(cd "$BUILD/mistakes" && pwd)
cd "$out/in" || exit 1
ends() { # ends STATUS WORDS ARGUMENTS...: with these words on either output
    want=$1 words=$2
    shift 2
    timeout 20 "$warplock" "$@" >"$out/out" 2>"$out/err" </dev/null
    got=$?
    [ $got = "$want" ] || complain "$(echo "$*" | cut -c1-120): status $got, expected $want: $(head -n 3 "$out/err")"
    grep -qF -- "$words" "$out/out" "$out/err" || complain "$(echo "$*" | cut -c1-120): nothing of '$words' in: $(head -n 5 "$out/out" "$out/err")"
}
says() { ends 2 "$@"; }
many() { yes -- "$1" | head -n "$2" | tr "\n" " "; } # many WORDS COUNT

# --- commands
says 'warplock COMMAND --help'
ends 0 'warplock ' --version
for command in machines policies campaign-keys machine-keys events; do says 'seen `x`, expected nothing' $command x; done

# --- too many of something, or too long
# shellcheck disable=SC2046
says 'kernels: seen more than 256, expected at most that' run $(many vadd 257)
# shellcheck disable=SC2046
says '--set: seen more than 256, expected at most that' run vadd $(many '--set l1d.mshrs=32' 257)
# shellcheck disable=SC2046
says 'run: seen 300 kernels and traces, expected at most 256' run $(many vadd 200) $(many '--trace x.traceg' 100)
for command in 'sweep vadd' 'campaign oaws vadd'; do
    # shellcheck disable=SC2086
    says '--max-cycles: seen 9223372036854775808, expected a whole number from 0 to 9223372036854775807, what a store holds' \
        $command --max-cycles 9223372036854775808 --store cycles.sqlite
done
says '--folder: seen a path of' campaign oaws vadd --folder "$(many aaaaaaaa 600)"

# --- files that cannot be written
for option in --report --csv --issue-trace --events --timeline --record-l1d --perfetto --wave; do
    says 'none/x: cannot be' run vadd --size 64 $option none/x
done
for option in '--record-l1d x.l1d' --belady; do
    # shellcheck disable=SC2086
    says "${option%% *}: l1d.unified_kib of qv100 is 128, expected 0: a recording is of one number of ways" run vadd --machine qv100 $option
done
for option in --issue-trace --events --timeline --csv --report --record-l1d; do
    says 'No space left on device' run vadd --size 64 $option /dev/full
done
says 'there is no such file, expected a result store' results none.sqlite
says '--store: none/x: unable to open' campaign oaws vadd --store none/x
says '--store: none/x: cannot be written: No such file or directory' run vadd --policy swl-best --store none/x

# --- a search none of whose runs ends well
ends 3 'no run ended well, expected one' run vadd --size 64 --policy swl-best --max-cycles 5 --set core.warps=8 --store "$out/search.sqlite" --cold-l2

# --- what of a run goes to two places
ends 0 '' run vadd --size 64 --belady --record-l1d both.l1d
ends 0 'LRU' belady both.l1d

# --- results of a store
"$built/tests/sim/campaign/stored" store.sqlite 1111 && "$built/tests/sim/campaign/stored" empty.sqlite 2222 || complain "no stores"
says '--verbose: seen with --spread, expected one of them' results store.sqlite --spread --verbose --diff
for option in --json '--csv x' --failed --spread '--baseline gto' '--kernel x' '--policy x' '--machine x' '--where seed=1' '--columns ipc'; do
    # shellcheck disable=SC2086
    says '--check: seen with an option of a list, expected none' results store.sqlite --check $option
    # shellcheck disable=SC2086
    says '--repair: seen with an option of a list, expected none' results store.sqlite --repair new.sqlite $option
done
says '--check: seen with --repair, which says the same, expected one of them' results store.sqlite --check --repair new.sqlite
ends 0 'store.sqlite: is whole: 19 of 19 rows are what was written' results store.sqlite --check
ends 0 'new.sqlite: a new store with 19 rows' results store.sqlite --repair new.sqlite
ends 0 'is whole: 19 of 19 rows are what was written' results new.sqlite --check
says '--repair: new.sqlite: is there already, expected the name of a new file' results store.sqlite --repair new.sqlite
head -c $(($(wc -c <store.sqlite) - 4096)) store.sqlite >cut.sqlite
ends 1 'cut.sqlite: is damaged: ' results cut.sqlite --check
says '--columns: ' results store.sqlite --columns nothing
says '--where: ' results store.sqlite --where nothing=3
says 'none/x: cannot be' results store.sqlite --csv none/x
says 'No space left on device' results store.sqlite --csv /dev/full
says "results: none.sqlite: there is no such file" results store.sqlite none.sqlite --diff

# --- a campaign's words
printf '{"policies": "gto", "kernels": "vadd", "size": "64", "details": ["per-launch"]}' >own.json
says '--stored-program: seen `12`, expected 16 digits' campaign own.json --stored --store store.sqlite --stored-program 12
says '--stored-program: seen `000000000000000G`, expected 16 digits' campaign own.json --stored --store store.sqlite --stored-program 000000000000000G
says 'seen no result of program' campaign own.json --stored --store store.sqlite --per-line
says '--seeds: seen the seed 1 twice' campaign own.json --seeds 1,1
says 'campaign: ' campaign own.json --set gpu.sms=7
says 'campaign: seen kernel atax twice, expected each once' campaign oaws atax atax

# --- a cluster: its folder is made by a campaign that cannot submit anything
command_is() { printf '#!/bin/sh\n%s\n' "$2" >"$out/bin/$1" && chmod +x "$out/bin/$1"; }
PATH=$out/bin:$PATH
command_is scontrol 'echo "MaxArraySize = 1001"'
command_is squeue 'echo "no controller" >&2; exit 1'
command_is scancel 'echo "not yours" >&2; exit 1'
says 'squeue: no controller' campaign own.json --engine slurm --slurm-folder shared --store cluster.sqlite
says 'expected the folder of --slurm-folder after it' campaign status
says 'none: cannot be read' campaign status none
says 'folder: seen no campaign in it' campaign cancel folder
ends 0 'queue     cannot be seen: squeue: no controller' campaign status shared
grep -q '^collected by nobody: .warplock campaign resume. goes on$' "$out/out" || complain "status: $(cat "$out/out")"
grep -q '^trouble   squeue: no controller$' "$out/out" || complain "status has no trouble: $(cat "$out/out")"
mkdir -p shared/results/00 && : >shared/results/00/0000000000000001 && : >shared/results/00/.warplock-begun
ends 0 'results   1 in the folder and not in the store yet' campaign status shared
says 'campaign cancel: squeue: no controller' campaign cancel shared
ends 0 'goes on; it was cancelled' campaign status shared
# what it submits bears the name of its folder
command_is squeue ':'
command_is sbatch 'echo "$@" >>"$0.said"; echo 7'
timeout -s INT 1 "$warplock" campaign own.json --engine slurm --slurm-folder shared --store cluster.sqlite --slurm-poll 1 >"$out/out" 2>"$out/err"
# two do not collect from one folder
(exec env --default-signal=INT "$warplock" campaign own.json --engine slurm --slurm-folder shared --store cluster.sqlite --slurm-poll 1) >"$out/first" 2>&1 &
first=$!
until "$warplock" campaign status shared 2>/dev/null | grep -q '^collected by .*[0-9]'; do kill -0 $first 2>/dev/null || break; sleep 0.1; done
says 'collects its results already' campaign own.json --engine slurm --slurm-folder shared --store second.sqlite --slurm-poll 1
kill -INT $first
wait $first
[ $? = 130 ] || complain "the first that collects: $(cat "$out/first")"
ends 0 'collected by nobody' campaign status shared
name=$(sed -n 's/.*--job-name \(warplock-[0-9a-f]*-000[0-9]*\) .*/\1/p' "$out/bin/sbatch.said" | head -n 1)
[ -n "$name" ] || complain "nothing was submitted: $(cat "$out/err")"
command_is squeue "printf '7 0 RUNNING $name\\n7 1 PENDING $name\\n7 2 COMPLETED $name\\n8 0 RUNNING other\\n'"
ends 0 'queue     1 tasks running, 1 waiting' campaign status shared
says 'campaign cancel: scancel: not yours' campaign cancel shared
command_is scancel 'echo "$@" >>"$0.said"'
ends 0 '1 job arrays cancelled' campaign cancel shared
[ "$(cat "$out/bin/scancel.said")" = '--quiet 7' ] || complain "cancelled: $(cat "$out/bin/scancel.said")"
says 'campaign task: seen `3` and SLURM_ARRAY_TASK_ID=, expected the numbers of a batch and of a task' campaign task shared 3
SLURM_ARRAY_TASK_ID=1 && export SLURM_ARRAY_TASK_ID
says 'campaign task: seen `x` and SLURM_ARRAY_TASK_ID=1, expected' campaign task shared x
mkdir -p shared/batches/000003
"$warplock" campaign task shared 3 2>/dev/null && complain 'a task without a slice ends well'
grep -q 'batch 3 has no slice 1 that can be read' shared/batches/000003/said || complain "a task does not say why it ends"
mkdir linked && ln -s /none/program "linked/$(cd shared && echo warplock-*)"
says "/linked/$(cd linked && echo warplock-*): cannot be written: No such file or directory" campaign own.json --engine slurm --slurm-folder linked --store linked.sqlite
mv shared/warplock-* program_of_it
says 'cannot be run: No such file' campaign resume shared
command_is squeue "exit 1"
mkdir moved && (cd moved && "$warplock" campaign ../own.json --engine slurm --slurm-folder gone --store x.sqlite >/dev/null 2>&1)
mv moved elsewhere
says 'cannot be gone to: No such file' campaign resume elsewhere/gone
echo damaged >shared/campaign
says 'its file `campaign` is damaged; the command that began it goes on as well' campaign status shared
says 'its file `campaign` is damaged' campaign resume shared
says 'not in UTF-8, expected it' campaign own.json --engine slurm --slurm-folder "$(printf 'a\377')" --store cluster.sqlite
says 'cannot be made' campaign own.json --engine slurm --slurm-folder none/x --store cluster.sqlite

# --- a folder of tables: one that cannot be written leaves all that were there as they were
"$built/tests/sim/campaign/by_hand" "$warplock" paper by_hand.sqlite || complain "no store that is written by hand"
by_hand='campaign oaws atax vadd --stored --store by_hand.sqlite'
for name in claims.dat baseline.csv fig8.csv; do
    rm -rf tables && mkdir -p "tables/$name"
    # shellcheck disable=SC2086
    says "--folder: tables/$name: is a folder" $by_hand --folder tables
    [ "$(ls tables)" = "$name" ] || complain "beside $name there is $(ls tables)"
done
rm -rf tables
# shellcheck disable=SC2086
says '--csv: tables: ' $by_hand --folder tables --csv tables
# rows that another hand has changed are counted beside the lines of the others
sed 's/by handataxpaper/by handataypaper/' by_hand.sqlite >damaged.sqlite
ends 1 ' stored results did not have the check sum they were written with and were not used' \
    campaign oaws atax vadd --stored --store damaged.sqlite --csv -
grep -q '^atax,' "$out/out" || complain "no line of the rows that are whole: $(head -n 3 "$out/out")"
rm -rf tables
# shellcheck disable=SC2086
says '--html: tables: ' $by_hand --folder tables --html tables
rm -rf tables
# shellcheck disable=SC2086
says '--reproduce: none/x: unable to open' $by_hand --reproduce none/x

# --- a program whose file is gone: what it is cannot be told, and no worker can be begun
cp "$warplock" gone && exec 9<gone && rm gone
gone() { # gone WORDS ARGUMENTS...
    words=$1
    shift
    /proc/self/fd/9 "$@" >"$out/out" 2>"$out/err" </dev/null
    got=$?
    [ $got = 2 ] && grep -qF -- "$words" "$out/err" || complain "$*, of a program that is gone: status $got: $(head -n 3 "$out/err")"
}
gone 'gone (deleted): cannot be read: No such file' campaign own.json --stored --store store.sqlite
gone 'gone (deleted): cannot be read: No such file' run vadd --size 64 --policy swl-best --store "$out/search.sqlite"
exec 9<&-

# --- a store of which a page is gone: of rows it lists what it has and says so; without names of columns it is none
head -c 4096 /dev/zero | tr '\0' '\377' >nothing
torn() { cp store.sqlite torn.sqlite && dd if=nothing of=torn.sqlite bs=4096 seek="$1" conv=notrunc 2>dd.log; } # torn PAGE
torn $(($(wc -c <store.sqlite) / 4096 - 1))
ends 1 'warplock: torn.sqlite: is damaged: ' results torn.sqlite --csv torn.csv
listed=$(($(wc -l <torn.csv) - 1))
[ $listed -gt 0 ] && grep -q " $listed of [0-9]* rows are what was written$" "$out/err" || complain "$listed rows of a torn store: $(cat "$out/err")"
ends 1 'results: torn.sqlite: is damaged: ' results torn.sqlite store.sqlite --diff
# who wants a whole one says the same, runs nothing and ends with 1
for words in 'campaign own.json --store torn.sqlite' 'campaign own.json --stored --store torn.sqlite' \
    'sweep --set policy.swl_limit=1 --policy swl --plot ipc --store torn.sqlite vadd:64' \
    'run vadd --size 64 --policy swl-best --store torn.sqlite'; do
    # shellcheck disable=SC2086
    ends 1 '--store: torn.sqlite: is damaged: ' $words
    grep -q ": $listed of [0-9]* rows are what was written; .*--repair NEW. puts them into a new file$" "$out/err" ||
        complain "$words: $(cat "$out/err")"
done
# a row that is not what was written is made again, but with --stored, which ends with 1
printf '{"policies": "gto", "kernels": ["vadd:64", "atax:64x32"]}' >two.json
ends 0 '2 simulated' campaign two.json --store two.sqlite
sed 's/64x32/64x33/g' two.sqlite >changed.sqlite
ends 1 '1 stored results did not have the check sum' campaign two.json --stored --store changed.sqlite
ends 0 '1 runs from the store, 1 simulated' campaign two.json --store changed.sqlite
ends 0 '2 runs from the store, 0 simulated' campaign two.json --stored --store changed.sqlite
# no file of a command takes the place of its store, be it there or made by it; --csv - is the output and no file
cp two.sqlite whole.sqlite
ln -sf two.sqlite other.sqlite
says '--csv: two.sqlite: is an input of this run' results two.sqlite --csv two.sqlite
says '--csv: other.sqlite: is an input of this run' results two.sqlite --csv other.sqlite
for option in --html --csv; do
    says "$option: other.sqlite: is an input of this run" campaign two.json --store two.sqlite $option other.sqlite
    says '--store: made.sqlite: is another output of this run' campaign two.json --store made.sqlite $option ./made.sqlite
done
says '--report: other.sqlite: is an input of this run' run vadd --size 64 --policy swl-best --store two.sqlite --report other.sqlite
says '--report: made.sqlite: is another output of this run' run vadd --size 64 --policy swl-best --store ./made.sqlite --report made.sqlite
cmp two.sqlite whole.sqlite && [ ! -e made.sqlite ] || complain 'a store is another'
# nor is a store held against itself: all is equal there
ends 0 'all equal' campaign two.json --stored --store two.sqlite --reproduce again.sqlite --reproduce-share 100
ends 0 'all equal' campaign two.json --stored --store two.sqlite --reproduce again.sqlite --reproduce-share 100
for again in two.sqlite other.sqlite; do
    says "--reproduce: $again: is the store of --store" campaign two.json --stored --store two.sqlite --reproduce $again
done
ends 0 'kernel,size,machine,policy' campaign two.json --store two.sqlite --csv -
[ "$(wc -l <"$out/out")" = 3 ] && [ ! -e - ] || complain "--csv - of a campaign: $(cut -c1-80 "$out/out")"
torn $(($(grep -obUa '"ipc"' store.sqlite | cut -d: -f1) / 4096)) && rm torn.csv
says 'results: torn.sqlite: no such table: runs' results torn.sqlite --csv torn.csv
[ ! -e torn.csv ] || complain 'a list that could not be read is left'
says '--columns: seen `nothing`' results store.sqlite empty.sqlite --diff --columns nothing
says '--columns: seen `nothing`' results store.sqlite --spread --columns nothing
"$built/tests/sim/campaign/stored" own.sqlite 3333 0 32 own.number || complain 'no store with a number of its own'
ends 0 '18 runs in both, 0 of them changed' results own.sqlite own.sqlite --diff --columns own.number
says '--columns: seen `own.number`' results own.sqlite store.sqlite --diff --columns own.number

# --- a compiler's words, and places where it cannot write
echo 'int main() { return 0; }' >x.cu
says 'cc: expected a CUDA source' cc
says 'cc: seen several of -S, -c (-dc), -dlink and -lib, expected one of them' cc -S -c x.cu
for kind in '' -c -S; do
    # shellcheck disable=SC2086
    says 'cc: seen more than 1664 words, expected fewer' cc $kind x.cu -o x.out -Xcompiler "$(many -DA 2000)"
done
echo 'int x;' >x.cpp && gcc -c x.cpp -o x.o
# shellcheck disable=SC2046
for inputs in '-c x.cpp' '-c x.cu' x.o "-S $(many x.cu 200)"; do
    words=$(many -fx 2000)
    case $inputs in -S*) words=$(many -DA 1400) ;; esac
    # shellcheck disable=SC2086
    says 'cc: seen more than 1664 words, expected fewer' cc $inputs -o x.out -Xcompiler "$words"
    [ ! -e x.out ] || complain "cc $inputs: a file of too many words"
done
says 'cc: seen more than 1664 words, expected fewer' cc -c x.cu -o x.out -Xcompiler "$(many -DA 1660)"    # no more than there is room for, alone
printf '#!/bin/sh\n' >"$out/bin/clang" && chmod +x "$out/bin/clang"
(PATH=$out/bin:$PATH; says 'cc: x.out: clang has made none' cc x.o -o x.out; [ "$failures" = 0 ]) || complain 'a clang that makes nothing'
# shellcheck disable=SC2016
printf '#!/bin/sh\nfor word; do [ "$before" = -o ] && : >"$word"; before=$word; done\nmkdir -p taken.out\n' >"$out/bin/clang"
(PATH=$out/bin:$PATH; says 'taken.out: is no file, expected one or none' cc x.o -o taken.out; [ "$failures" = 0 ]) || complain 'a place that is taken while clang links'
# on a terminal there is a word more, for colours: with the last one that there is room for, too
printf '#!/bin/sh\nexit 1\n' >"$out/bin/clang"
if script -qc true /dev/null </dev/null >/dev/null 2>&1; then
    n=1630 refused=0
    while [ $((n += 1)) -lt 1664 ]; do
        script -qec "PATH='$out/bin':\$PATH '$warplock' cc -c x.cpp -o x.out -Xcompiler '$(many -DA $n)'" /dev/null >"$out/out" 2>&1 </dev/null
        if grep -q 'cc: seen more than 1664 words, expected fewer' "$out/out"; then refused=$((refused + 1))
        else grep -q 'cc: clang refused it' "$out/out" || complain "cc of $n words on a terminal: $(tail -n 1 "$out/out")"; fi
    done
    [ $refused -gt 1 ] && [ $refused -lt 30 ] || complain "cc on a terminal: $refused of 33 are too many words"
fi
rm "$out/bin/clang"
WARPLOCK_CUDA=/none && export WARPLOCK_CUDA
says 'cc: WARPLOCK_CUDA is `/none`, where no cuda_runtime.h can be read' cc x.cu -o x.out
unset WARPLOCK_CUDA
for kind in -c -S; do
    # shellcheck disable=SC3045
    (ulimit -n 5; exec "$warplock" cc $kind x.cu -o x.out 3<&- 4<&-) >"$out/out" 2>"$out/err"
    [ $? = 2 ] && grep -qx 'warplock: cc: no pipe to clang: Too many open files' "$out/err" && [ ! -e x.out ] || complain "cc $kind with 5 descriptors: $(cat "$out/err")"
done
if tier_is_all; then                     # each compiles
    says 'none/x: cannot be' cc x.cu -o none/x
    for n in 4 5; do
        (ulimit -n $n; exec "$warplock" cc x.cu -o x.out) >"$out/out" 2>"$out/err"
        [ $? = 2 ] && [ ! -e x.out ] || complain "cc with $n descriptors: $(cat "$out/err")"
    done
fi

# --- archives of objects
printf 'no object' >a.o
mkdir -p "$out/nothing"
says "none/a.a: cannot be" cc -lib a.o -o none/a.a
PATH=$out/nothing "$warplock" cc -lib a.o -o a.a 2>"$out/err"
[ $? = 2 ] && grep -qx 'warplock: cc: no ar on PATH: install it (apt-get install binutils)' "$out/err" || complain "no ar: $(cat "$out/err")"
[ ! -e a.a ] || complain "an archive without ar"
printf '#!/bin/sh\n: >"$2"\nmkdir -p taken.a\n' >"$out/bin/ar" && chmod +x "$out/bin/ar"
(PATH=$out/bin:$PATH; says 'taken.a: is no file, expected one or none' cc -lib a.o -o taken.a; [ "$failures" = 0 ]) || complain 'a place that is taken while ar runs'
rm "$out/bin/ar"

# --- programs of one's own
says '--report: none/x: cannot be' run --report none/x -- /bin/true
says 'has launched nothing' run --max-cycles 5 -- /bin/true
says 'expected one of them' run --json --csv - -- /bin/true
mkdir leaves
says '--report: leaves/r: cannot be written' run --report leaves/r -- /bin/rmdir leaves
says '--events: seen more than 65536 bytes, expected fewer' run --events "$(many aaaaaaaa 8000)" -- /bin/true
TMPDIR=/none && export TMPDIR
says '/none/run: cannot be' run -- /bin/true
says 'run: seen `vadd` and, behind --, a program, expected one of them' run vadd -- /bin/true
unset TMPDIR

# --- pictures that gnuplot does not draw, or that have no place
printf '#!/bin/sh\nexit 1\n' >"$out/bin/gnuplot" && chmod +x "$out/bin/gnuplot"
plots() { # plots STATUS WORDS FOLDER: of two runs, whose pictures go there
    ends "$1" "$2" sweep vadd --size 64 --policy swl --set policy.swl_limit=1,2 --plot ipc --folder "$3" --store "$out/plots.sqlite"
}
PATH=$out/bin:$PATH plots 0 'notice: gnuplot has not drawn ipc.svg' plots
[ -s plots/ipc.csv ] && [ ! -e plots/ipc.svg ] || complain "without its picture there is $(ls plots)"
mkdir -p others/ipc.svg
plots 2 '--folder: others/ipc.svg: is a folder' others
[ "$(ls others)" = ipc.svg ] || complain "beside ipc.svg there is $(ls others)"
rm "$out/bin/gnuplot"

# --- a cluster's options
says "--slurm-options: " campaign own.json --engine slurm --slurm-options "--comment='a" --store cluster.sqlite
for option in '--slurm-folder x' '--slurm-tasks 3' '--slurm-slice 3' '--slurm-tries 3' '--slurm-poll 3' '--slurm-options --exclusive'; do
    # shellcheck disable=SC2086
    says 'seen an option --slurm-... without --engine slurm, expected that with it' campaign own.json $option --store cluster.sqlite
done

# --- an argument of a PTX file, written after the run
printf '%s\n' '.version 6.0' '.target sm_20' '.address_size 64' '.visible .entry k(.param .u64 to) {' '.reg .u32 %r;' '.reg .u64 %a, %b;' 'mov.u32 %r, %tid.x;' \
    'ld.param.u64 %a, [to];' 'mul.wide.u32 %b, %r, 4;' 'add.u64 %a, %a, %b;' 'st.global.u32 [%a], %r;' 'ret; }' >lanes.ptx
ends 0 '' run lanes.ptx --grid 1 --block 32 --arg buf:u32:32 --dump 0=lanes.bin
[ "$(od -An -v -tu4 lanes.bin | tr -s ' \n' ' ')" = " $(seq -s ' ' 0 31) " ] || complain "--dump: $(od -An -tu4 lanes.bin | head -n 2)"
says '--dump: seen `x=lanes.bin`, expected N=FILE' run lanes.ptx --grid 1 --block 32 --arg buf:u32:32 --dump x=lanes.bin

# --- others
says "--wave: clock.dram_mhz is 4000, expected less than" run vadd --machine owl --policy owl --wave w.fst --set clock.dram_mhz=4000 --set clock.core_mhz=100
mkdir view.gtkw
says '--wave: view.gtkw: is a folder' run vadd --size 64 --wave view.fst
says 'a perfect L1D holds no lines' run vadd --size 64 --set l1d.perfect=1 --belady --issue-trace issues
[ ! -e issues ] || complain 'a run that was not begun leaves its trace'
printf 'abc\0def' >k.bin
says 'k.bin: seen binary data, expected PTX' run k.bin
printf '.version 6.0\n.target sm_20\n.address_size 64\n.visible .entry k() { ret; }\n' >k.ptx
ends 0 '1 simulated' sweep k.ptx --grid 1 --block 32 --shared 4 --policy gto --store "$out/sweep.sqlite"
says 'seen an empty list' sweep "$(printf '\377.ptx')"
ends 0 '' run k.ptx --grid 1 --block 32 --record-l1d none.l1d
ends 0 '' belady none.l1d --show 4
grep -q 'the first accesses' "$out/out" && complain 'accesses of a kernel that has none are shown'
echo "-network_mode 1 -inter_config_file $(many 8 5000 | tr -d ' ')" >long.config
says '-inter_config_file: seen 5000 characters, expected the name of a file' import long.config
says 'kernels: seen `x`, expected nothing' kernels x
says '--machine: no machine' kernels --machine nothing
says 'seen `3x3x3x3`, expected N' kernels --size 3x3x3x3
says 'expected 1 to' kernels --size 999999999
[ "$failures" = 0 ]
