#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# Mistakes that have a near word: every kind of name that the command line takes, misspelt, names the nearest one, by the one
# search of sim/machine/nearest.c; a file that is no PTX, or no job, is said to be none. One sentence each, status 2, nothing
# on the standard output, nothing written. Shown to fail: a search that finds the first name, a file that is not looked at.
set -u
. tests/lib.sh
work=$BUILD/messages
rm -rf "$work" && mkdir -p "$work/in" || exit 1
root=$(pwd) warplock=$(cd "$BUILD" && pwd)/warplock
printf 'int main(void) { return 0; }\n' >"$work/in/some.c"
printf '__global__ void k() {}\n' >"$work/in/k.cu"
printf '.version 6.0\n.target sm_35\n.address_size 64\n.visible .entry kern() { ret; }\n' >"$work/in/k.ptx"
cp "$work/in/k.ptx" "$work/in/k.txt"
cp /bin/sh "$work/in/elf" && cp "$work/in/elf" "$work/in/elf.ptx" && cp "$work/in/elf" "$work/in/elf.json"
{ head -c 18 "$work/in/elf" && printf '\276\000' && tail -c +21 "$work/in/elf"; } >"$work/in/k.cubin"
printf '\120\355\125\272\001\000\020\000' >"$work/in/k.fatbin"
printf '\211PNG\r\n\032\n\000\000' >"$work/in/x.png" && cp "$work/in/x.png" "$work/in/png.ptx"
: >"$work/in/empty" && : >"$work/in/empty.ptx" && : >"$work/in/empty.json"
printf 'hello\n' >"$work/in/text.ptx"
printf '{"name": "x", "version": "1"}' >"$work/in/package.json" && cp "$work/in/package.json" "$work/in/package"
printf '[1]' >"$work/in/list.json"
mkdir "$work/in/folder"

# refused PROGRAM WORDS ARGUMENTS...: true when that is said, in one line, with status 2, and nothing else
refused() {
    program=$1 words=$2
    shift 2
    (cd "$work/in" && "$program" "$@") >"$work/out" 2>"$work/err"
    [ $? = 2 ] && [ ! -s "$work/out" ] && [ "$(wc -l <"$work/err")" = 1 ] && grep -qF -- "$words" "$work/err"
}
says() { refused "$warplock" "$@" || complain "$*: $(cat "$work/out" "$work/err")"; }

# --- commands and options
says 'no command or option `--versoin`; the nearest is --version' --versoin
says 'no command or option `--hlep`; the nearest is --help' --hlep
says 'no command `rnu`; the nearest is run' rnu vadd
says 'no command `belad`; the nearest is belady' help belad
says 'the nearest is bash' generate bahs
for command in $("$warplock" --help | sed -n 's/^    warplock \([a-z][a-z-]*\) .*/\1/p'); do
    says 'unknown option `--colr`; the nearest is --color' "$command" --colr always
    says 'unknown option `--hlp`; the nearest is --help' "$command" --hlp
done
says 'unknown option `--functionl`; the nearest is --functional' run --functionl vadd
says 'unknown option `--spred`; the nearest is --spread' results --spred x
says 'unknown option `-use_fast_mth`; the nearest is -use_fast_math' cc -use_fast_mth k.cu

# --- what an option takes
says '--policy: there is no `gtoo`; the nearest is gto; there are lrr, gto, ' run --policy gtoo vadd
says '--policy: there is no `swl-bst`; the nearest is swl-best; there are ' run --policy lrr,swl-bst vadd
says '--observe: there is no `oaws_ocx`; the nearest is oaws_ocw' run --observe oaws_ocx vadd
says '--baseline: seen gtt, expected one of --policy; the nearest is gto' run --policy lrr,gto --baseline gtt vadd
says '--machine: no machine `oasw`; the nearest is oaws; there are bucl, ' run --machine oasw vadd
says 'no machine `oasw`; the nearest is oaws' dump-machine oasw
says '[l1d] has no key `mshr`; the nearest is `mshrs`' run --set l1d.mshr=3 vadd
says 'unknown section [l1dd]; the nearest is [l1d]' run --set l1dd.mshrs=3 vadd
says '[l1d] index: seen `hsh`; the nearest is hash' run --set l1d.index=hsh vadd
says '--blocks: seen `lockstp`; the nearest is lockstep; expected c|verilog|lockstep' run --blocks lockstp vadd
says '--lockstep: seen `evry`; the nearest is every' run --lockstep evry vadd
says '--out-of-bounds: seen `zeor`; the nearest is zero' run --out-of-bounds zeor vadd
says '--color: seen `alwys`; the nearest is always' run --color alwys vadd
says '--size: seen `papr`; the nearest is paper' run --size papr vadd
says '--size: seen `kaws-fw`; the nearest is kaws-few' run bfs:kaws-fw
says '--index: seen `hsh`; the nearest is hash' belady --index hsh x
says '--engine: seen `slrm`; the nearest is slurm' sweep --engine slrm vadd
says 'entry kerm not found; the nearest is kern' run k.ptx --entry kerm --grid 1 --block 1
says 'seen `u33`; the nearest is u32' run k.ptx --grid 1 --block 1 --arg u33:4
says 'type: seen `f63`; the nearest is f64' run k.ptx --grid 1 --block 1 --arg buf:f63:4
says 'init: seen `zeor`; the nearest is zero' run k.ptx --grid 1 --block 1 --arg buf:u32:4:zeor

# --- kernels, campaigns and results
says 'no kernel and no file `bsf`; the nearest kernel is bfs' run bsf
says 'no kernel and no file `bsf:64`; the nearest kernel is bfs' run bsf:64
says 'there is no bundled kernel `bsf`; the nearest is bfs' sweep bsf
says 'there is no policy `gtoo`; the nearest is gto' sweep --policy gtoo vadd
says 'no machine `oasw`; the nearest is oaws' sweep --machine oasw vadd
says '[l1d] has no key `mshr`; the nearest is `mshrs`' sweep --set l1d.mshr=3 vadd
says 'there is no counter `ipd`; the nearest is `ipc`' sweep --plot ipd vadd
says 'there is no counter `cycls`; the nearest is `cycles`' sweep --plot ipc/cycls vadd
says 'there is no bundled campaign `oasw`; the nearest is oaws' campaign oasw
says 'there is no bundled campaign `oasw`; the nearest is oaws' campaign --print oasw
says 'no kernel `bsf`, expected one of the campaign or a bundled one; the nearest is bfs' campaign oaws bsf
"$warplock" sweep --store "$work/store" --plot ipc --folder "$work/sweep" vadd:64 >/dev/null 2>"$work/err" || complain "sweep: $(cat "$work/err")"
says '--where: seen `ipcc`, expected a column of the store or a key of the machine; the nearest is ipc' results "$root/$work/store" --where ipcc=1
says '--columns: seen `l1d.mshr`, expected a column of the store or a key of the machine; the nearest is l1d.mshrs' results "$root/$work/store" --columns l1d.mshr
says '--baseline: seen no run under gtt, expected some among those that are shown; the nearest is gto' results "$root/$work/store" --baseline gtt
for near in 'kernel vad vadd' 'policy gtt gto' 'machine gtx gtx480'; do
    set -- $near
    "$warplock" results "$work/store" --"$1" "$2" >"$work/out" 2>"$work/err"
    [ $? = 1 ] && grep -qF -- "notice: --$1: no run has \`$2\`; the nearest is $3" "$work/err" || complain "results --$1 $2: $(cat "$work/err")"
done
"$warplock" results "$work/store" --kernel 'vad*' --policy 'x*' 2>&1 | grep notice && complain 'results: a notice of a pattern'

# --- files that are no kernel
no_kernel() { # no_kernel FILE WORDS
    says "$1: $2" run "$1"
    case $1 in *.ptx) ;; *) says "$1: $2" sweep "$1" --plot ipc ;; esac
}
expected='expected PTX (x.ptx), a job (x.json) or a bundled kernel'
no_kernel some.c "seen C or C++, $expected"
no_kernel k.cu "seen CUDA C++, $expected; compile it first: warplock cc -S "
no_kernel elf "seen a compiled program or library (ELF), $expected; a CUDA program runs by: warplock run -- "
no_kernel k.cubin "seen machine code of a GPU (cubin), $expected"
no_kernel k.fatbin "seen a CUDA fat binary, $expected"
no_kernel x.png "seen a picture (PNG), $expected"
no_kernel empty "seen an empty file, $expected"
no_kernel k.txt "seen PTX, $expected; PTX is a file of the name x.ptx"
no_kernel package "seen JSON, $expected; a job is a file of the name x.json"
no_kernel folder 'cannot be read: it is a folder, expected a file'
no_kernel elf.ptx 'seen a compiled program or library (ELF), expected PTX'
no_kernel png.ptx 'seen a picture (PNG), expected PTX'
no_kernel empty.ptx 'seen an empty file, expected PTX'
no_kernel text.ptx 'seen a text that does not begin as PTX does (.version), expected PTX'
no_kernel elf.json 'seen a compiled program or library (ELF), expected a job'
no_kernel empty.json 'seen an empty file, expected a job'
no_job='1: seen JSON that is no job, expected an object with `ptx` and `steps`'
says "package.json:$no_job" run package.json
says "list.json:$no_job" sweep list.json --plot ipc
says 'gone/k.cu: cannot be read: No such file or directory' run gone/k.cu
says '--kernel goes with a CUDA program (run -- ./program), of which there is none' run --kernel k vadd
says 'campaign: --print: seen `oasw`, expected one campaign' campaign --print oaws oasw
says 'replay: folder: has no stimulus.txt, expected the folder of a failure pack' replay folder
says 'replay: gone: No such file or directory, expected the folder of a failure pack, or a stimulus file' replay gone
[ "$(ls "$work/in" | wc -l)" = 19 ] || complain "something was written: $(ls "$work/in")"

# --- shown to fail
planted() { # planted SOURCE WORDS SCRIPT EXPECTED ARGUMENTS...
    plant_copy "$1" "$work/${1##*/}" "$3" "$2" || return 0
    program_with "$work/${1##*/}" "$work/program" 2>"$work/err" || { complain "$2 does not build: $(cat "$work/err")"; return 0; }
    planted_words=$2 expected=$4
    shift 4
    refused "$root/$work/program" "$expected" "$@" && complain "$planted_words: not noticed" || echo "$planted_words: noticed"
}
planted sim/machine/nearest.c 'the first name is the nearest' 's/!search->best || distance < search->distance/!search->best/' '; the nearest is --version' --versoin
planted sim/machine/nearest.c 'the last word is the nearest' 's/        if (distance < least)/        if (distance + 9 > least || least == UINT_MAX)/' '--blocks: seen `x`; the nearest is c;' run --blocks x vadd
planted sim/machine/machine.c 'a key may begin with 0' 's/if (!whole_number(value, 0, UINT64_MAX, \&number))/number = strtoul(value, NULL, 10); if (0)/;1i #include <stdlib.h>' 'sets: seen `032`' dump-machine --set l1d.sets=032
planted sim/workload/kernel_file.c 'a program is not looked at' 's/begins(bytes, length, "\\177ELF", 4)/0/' 'elf: seen a compiled program' run elf
planted sim/workload/kernel_file.c 'a cubin is a program' 's/GPU_MACHINE = 190/GPU_MACHINE = 191/' 'seen machine code of a GPU' run k.cubin
[ "$failures" = 0 ]
