#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Outputs of a run: what may not be written over is not, a device is no wave, a full disk, a limit on the size of files and too few
# descriptors end the run with a line and status 2; what was there before stays as it was.
set -u
. tests/lib.sh
build=$(cd "${BUILD:-build}" && pwd)
folder=$build/outputs
rm -rf "$folder"
mkdir -p "$folder" && cd "$folder" || exit 1
limit=:                         # of the run alone
exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-      # those that whoever runs the test has open count, too
run() { ($limit; exec "$build/warplock" run vadd --blocks c "$@") >out 2>err; }
# refused WORDS OPTION...: status 2 and a message with the words
refused() {
    words=$1
    shift
    run "$@"
    status=$?
    equal "$*: status" $status 2
    grep -qF -- "$words" err || complain "$*: expected '$words', seen '$(cat err)'"
    [ -z "$(find . -name '.warplock-*')" ] || complain "$*: left behind $(find . -name '.warplock-*')"
}
# same FILE TEXT
same() { [ "$(cat "$1")" = "$2" ] || complain "$1 was written over"; }

echo "no wave" >own.fst
refused 'own.fst: exists and is not an FST wave; it is not overwritten' --wave own.fst
same own.fst "no wave"
echo "[*] GTKWave Analyzer v3.3.104" >view.gtkw
refused 'view.gtkw: exists and is not a save file that warplock wrote; it is not overwritten' --wave view.fst
same view.gtkw "[*] GTKWave Analyzer v3.3.104"
mkfifo pipe
for name in /dev/null pipe; do
    refused "$name: is a device or a pipe, expected a file or none" --wave $name
    [ ! -f $name ] || complain "$name was replaced"
done
refused 'another output of this run' --report one --issue-trace ../outputs/one
refused 'another output of this run' --wave w.fst --report ./w.gtkw
refused '/dev/full: cannot be written: No space left on device' --report /dev/full
echo "part" >text.part
run --report text || complain "--report text: status $?"
same text.part part
run --wave w.fst && run --wave w.fst || complain "a wave over a wave: $(cat err)"
cp w.fst before.fst

# The inputs of a replay
mkdir rec
run --record rec/r || complain "--record: $(cat err)"
input=rec/r/warp_order.txt
cp $input before.txt
"$build/warplock" replay $input --wave $input >out 2>err
[ $? = 2 ] && grep -q 'is an input of this run and would be overwritten' err || complain "replay --wave over its input: $(cat out err)"
cmp -s $input before.txt || complain "replay wrote over its input"

limit="ulimit -f 8"
refused 'issue.txt: cannot be written: File too large' --issue-trace issue.txt
refused 'cannot be written' --wave w.fst
limit="ulimit -n 4"
refused 'Too many open files' --wave w.fst --report text
limit=:
cmp -s w.fst before.fst || complain "the older wave is gone"

# Each output in its turn meets that there are no more descriptors: nothing of the others is left behind. How many suffice
# depends on what is open already.
few=3 met=0
while few=$((few + 1)); do
    limit="ulimit -n $few"
    run --size 64 --issue-trace few.i --events few.e --timeline few.t --perfetto few.json --record-l1d few.l1d --belady --report few.r --csv few.c
    status=$?
    [ $status != 0 ] || break
    met=$((met + 1))
    [ $status = 2 ] && grep -q written err || complain "with $few descriptors: status $status, '$(cat err)'"
    [ -z "$(find . -name 'few*' -o -name '.warplock-*')" ] || complain "with $few descriptors there is $(ls -A)"
    [ $few -lt 40 ] || { complain "40 descriptors do not suffice"; break; }
done
limit=:
[ $met -ge 5 ] || complain "only $met limits were met"

# A job file writes in its own folder alone, unless it may.
cat >k.ptx <<'PTX'
.version 6.0
.target sm_20
.address_size 64
.visible .entry k() { ret; }
PTX
mkdir job elsewhere && ln -s ../elsewhere job/link && cp k.ptx job/
# a_job FILE: that dumps there
a_job() {
    echo '{"ptx": "k.ptx", "buffers": [{"name": "b", "type": "s32", "count": 4, "init": "zero"}],
        "steps": [{"launch": "k", "grid": [1], "block": [32], "args": []}], "dump": [{"buf": "b", "file": "'"$1"'"}]}' >job/a.json
    shift
    "$build/warplock" run job/a.json --blocks c "$@" >out 2>err
}
for file in ../out.bin link/out.bin "$folder/elsewhere/out.bin" ./../elsewhere/out.bin; do
    a_job "$file"
    [ $? = 2 ] && grep -q "outside the job file's folder, expected a file in it (--dump-anywhere allows it)" err ||
        complain "a job file writes $file: $(cat err)"
done
[ -z "$(ls elsewhere)" ] && [ ! -e out.bin ] || complain "a job file wrote outside its folder"
a_job none/out.bin
[ $? = 2 ] && grep -q 'none/out.bin: cannot be written' err || complain "a job file writes where no folder is: $(cat err)"
a_job /dev/full --dump-anywhere
[ $? = 2 ] && grep -q 'No space left on device' err || complain "a dump to a full disk: $(cat err)"
a_job sub.bin && [ "$(wc -c <job/sub.bin)" = 16 ] || complain "a job file cannot write in its folder: $(cat err)"
a_job "$folder/job/own.bin" && [ -s job/own.bin ] || complain "nor by its whole name: $(cat err)"
a_job ../elsewhere/out.bin --dump-anywhere && [ -s elsewhere/out.bin ] || complain "--dump-anywhere: $(cat err)"

# What has room before a run, and none behind it: the place has become a folder, or its folder has gone.
# goes WORDS CHANGE RUN...: CHANGE is done once the run has begun its outputs; it says WORDS and leaves nothing
goes() {
    words=$1 change=$2
    shift 2
    "$build/warplock" run "$@" --blocks c --events began >out 2>err &
    run=$!
    until [ "$(find . -maxdepth 1 -name '.warplock-*')" ]; do kill -0 $run 2>/dev/null || break; sleep 0.02; done
    eval "$change"
    wait $run
    [ $? = 2 ] && grep -qF -- "$words" err || complain "$change: $(cat out err)"
    [ -z "$(find . -name '.warplock-*')" ] || complain "$change: there is $(find . -name '.warplock-*')"
    rm -f began
}
goes '--wave: late.fst: is no file, expected one or none' 'mkdir late.fst' atax --size 256x256 --wave late.fst
cat >job/k.ptx <<'PTX'
.version 6.0
.target sm_20
.address_size 64
.visible .entry k()
{
    .reg .u32 %r;
    .reg .pred %p;
    mov.u32 %r, 40000;
L:  sub.u32 %r, %r, 1;
    setp.ne.u32 %p, %r, 0;
    @%p bra L;
    ret;
}
PTX
mkdir job/folder && a_job folder/out.bin && rm job/folder/out.bin || complain "a job with a loop: $(cat err)"
goes 'job/folder/out.bin: cannot be written: No such file or directory' 'rmdir job/folder' job/a.json
# Two names of a wave that are one file.
: >one.fst && ln -s one.fst one.gtkw
refused '--wave: one.gtkw: is another output of this run already, expected a file of its own' --size 64 --wave one.fst

# A disk of 64 KB.
cat >full_disk.sh <<'DISK'
mount -t tmpfs -o size=64k none disk && echo before >disk/report || exit 9
"$1" run vadd --blocks c --wave disk/w.fst --wave-sms all >out 2>err
[ $? = 2 ] && [ "$(ls -A disk)" = report ] || { echo "wave: $(ls -A disk; cat err)"; exit 1; }
dd if=/dev/zero of=disk/fill bs=1k 2>fill.log
"$1" run vadd --blocks c --report disk/report >out 2>err
[ $? = 2 ] && [ "$(cat disk/report)" = before ] || { echo "report: $(cat err)"; exit 1; }
"$1" run vadd --blocks c --record disk/rec >out 2>err
[ $? = 2 ] && [ ! -e disk/rec ] || { echo "recording: $(ls -A disk; cat err)"; exit 1; }
echo '{"policies": "gto", "kernels": "vadd", "size": "64"}' >own.json && "$1" campaign own.json --store own.sqlite >out 2>err || { echo "campaign: $(cat err)"; exit 1; }
"$1" campaign own.json --store own.sqlite --folder disk/tables >out 2>err
[ $? = 2 ] && [ ! -e disk/tables ] || { echo "tables: $(ls -A disk; cat err)"; exit 1; }
umount disk && mount -t tmpfs -o size=64k none disk || exit 9
"$1" run vadd --size 64 --policy swl-best --store disk/search >out 2>err
[ $? = 2 ] && grep -qx 'warplock: swl-best: disk/search: database or disk is full' err || { echo "a search: $(cat err)"; exit 1; }
umount disk && mount -t tmpfs none /proc || exit 9     # without /proc: what it is is told otherwise
"$1" campaign own.json --stored --store own.sqlite >out 2>err || { echo "without /proc: $(cat err)"; exit 1; }
DISK
mkdir disk
unshare -rm sh full_disk.sh "$build/warplock" >said 2>&1
case $? in
    0) ;;
    1) complain "a full disk: $(cat said)" ;;
    *) echo "skipped: a full disk cannot be made here: $(cat said)" ;;
esac
[ $failures = 0 ]
