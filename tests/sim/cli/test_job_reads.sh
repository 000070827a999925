#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# A job file reads data in its own folder or below it alone, whatever the place in it that names a file and however it is written: above, by
# its whole name, through a link to a file or to a folder; with --read-anywhere it reads there. The PTX may lie anywhere. A campaign
# has no such option. Shown to fail: a reader that does not look, one that does not follow links.
set -u
. tests/lib.sh
work=$BUILD/job_reads
rm -rf "$work" && mkdir -p "$work/job/sub" "$work/elsewhere" || exit 1
work=$(cd "$work" && pwd) warplock=$(cd "$BUILD" && pwd)/warplock
printf '.version 6.0\n.target sm_20\n.address_size 64\n.visible .entry k() { ret; }\n.visible .entry s(.param .align 4 .b8 x[16]) { ret; }\n' >"$work/elsewhere/k.ptx"
printf 'sixteen letters.' >"$work/elsewhere/secret"
cp "$work/elsewhere/secret" "$work/job/own" && cp "$work/elsewhere/secret" "$work/job/sub/own"
ln -s ../elsewhere/secret "$work/job/to_file" && ln -s ../elsewhere "$work/job/to_folder" && ln -s sub/own "$work/job/to_own"

# job PLACE FILE: job/a.json, which names the file there, and dumps what it has read
job() {
    init=', "init": "zero"' args='' expect='' entry=k
    case $1 in
        buffer) init=", \"file\": \"$2\"" ;;
        structure) args="{\"bytes\": \"$2\"}" entry=s ;;
        expect) expect=", \"expect\": [{\"buf\": \"b\", \"file\": \"$2\", \"abs\": 1000}]" ;;
    esac
    printf '{"ptx": "../elsewhere/k.ptx", "buffers": [{"name": "b", "type": "u32", "count": 4%s}],\n"steps": [{"launch": "%s", "grid": [1], "block": [32], "args": [%s]}], "dump": [{"buf": "b", "file": "dumped"}]%s}\n' \
        "$init" "$entry" "$args" "$expect" >"$work/job/a.json"
    rm -f "$work/job/dumped"
}
run() { (cd "$work" && exec "$@") >"$work/out" 2>"$work/err"; }
refused() { # refused PROGRAM
    run "$1" run job/a.json
    [ $? = 2 ] && [ ! -e "$work/job/dumped" ] && grep -q "lies outside the job file's folder, expected a file in it (warplock run --read-anywhere allows it)" "$work/err"
}
for place in buffer structure expect; do
    for file in ../elsewhere/secret "$work/elsewhere/secret" to_file to_folder/secret sub/../../elsewhere/secret; do
        job $place "$file"
        refused "$warplock" || complain "$place, $file: $(cat "$work/out" "$work/err")"
        run "$warplock" run job/a.json --read-anywhere
        case $? in 0) ;; 1) [ $place = expect ] ;; *) false ;; esac && [ -e "$work/job/dumped" ] || complain "$place, $file, --read-anywhere: $(cat "$work/err")"
    done
    for file in own sub/own ./sub/../own to_own "$work/job/own"; do
        job $place "$file"
        run "$warplock" run job/a.json
        case $? in 0) ;; 1) [ $place = expect ] ;; *) false ;; esac && [ -e "$work/job/dumped" ] || complain "$place, $file: $(cat "$work/err")"
    done
    job $place ../elsewhere/none
    run "$warplock" run job/a.json
    [ $? = 2 ] && grep -q 'elsewhere/none: cannot be read: No such file' "$work/err" || complain "$place: no file: $(cat "$work/err")"
done
job buffer ../elsewhere/secret
run "$warplock" sweep --plot ipc --folder swept job/a.json
[ $? = 2 ] && grep -q "lies outside the job file's folder" "$work/err" || complain "sweep: $(cat "$work/err")"
run "$warplock" run job/a.json --read-anywhere && cmp -s "$work/elsewhere/secret" "$work/job/dumped" || complain "what is read is another"

# --- shown to fail
planted() { # planted SOURCE WORDS SCRIPT FILE
    plant_copy "$1" "$work/${1##*/}" "$3" "$2" || return 0
    program_with "$work/${1##*/}" "$work/program" 2>"$work/err" || { complain "$2 does not build: $(cat "$work/err")"; return 0; }
    job buffer "$4"
    refused "$work/program" && complain "$2: not noticed" || echo "$2: noticed"
}
planted sim/workload/json_reader.c 'any file is read' 's/return r->in_folder \&\& /return false \&\& /' ../elsewhere/secret
planted sim/workload/json_reader.c 'links are not followed' 's/!output_inside(path, folder)/(path[0] == 47 || strstr(path, ".."))/' to_file
[ "$failures" = 0 ]
