#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# `warplock import`: its file is a machine that a run takes; what has no counterpart is listed; what cannot be expressed is
# refused with every line, and nothing is written; --nearest writes it and names what it is instead. The interconnect's file
# lies beside the other; inputs and outputs are as those of other commands. Shown to fail: each check, by a planted fault.
set -u
. tests/lib.sh
BUILD=$(cd "$BUILD" && pwd) || exit 1
work=$BUILD/import_test
rm -rf "$work" && mkdir -p "$work/plant" || exit 1
fixtures=$(pwd)/tests/sim/machine/import

# checks WARPLOCK: the names of those that fail.
checks() {
    program=$1
    folder=$work/files
    rm -rf "$folder" && mkdir -p "$folder" && cp -r "$fixtures"/* "$folder" && cp -r "$folder/gtx480" "$folder/input" && cp -r "$folder/gtx480" "$folder/network"
    import() { "$program" import "$@" >"$work/out" 2>"$work/err"; }
    # refused WORDS ARGUMENT...: status 2, the words, and no file of ours left behind
    refused() {
        words=$1
        shift
        import "$@"
        [ $? = 2 ] && grep -qF -- "$words" "$work/err" && [ -z "$(find "$folder" -name '.warplock-*')" ]
    }

    # a machine that a run takes, and that runs as gtx480 does
    import "$folder/gtx480/gpgpusim.config" -o "$folder/my.ini" && [ ! -s "$work/err" ] || echo written
    "$program" run --machine "$folder/my.ini" --json vadd:256 2>/dev/null | grep '"cycles"' | head -n 1 >"$work/cycles"
    "$program" run --machine gtx480 --json vadd:256 2>/dev/null | grep '"cycles"' | head -n 1 | cmp -s - "$work/cycles" && [ -s "$work/cycles" ] || echo run
    # what has no counterpart is told, and is in the file
    grep -qx 'line 84        -power_simulation_enabled 1: power is not modelled' "$work/out" &&
        grep -qx 'icnt line 22   traffic uniform: .*' "$work/out" && sed 's/^/; /' "$work/out" >"$work/listed" &&
        [ "$(tail -n "$(wc -l <"$work/listed")" "$folder/my.ini")" = "$(cat "$work/listed")" ] || echo listed
    # without -o the same is printed
    import "$folder/gtx480/gpgpusim.config" && cmp -s "$work/out" "$folder/my.ini" && [ ! -s "$work/err" ] || echo printed

    # refused: each line is named, nothing is written over, nothing is made
    mkdir -p "$folder/bad"
    sed 's/^-gpgpu_n_clusters 80/-gpgpu_n_clusters 800/;s/^-gpgpu_shader_cta 32/-gpgpu_shader_cta 33/;s/^-gpgpu_dram_scheduler 1/-gpgpu_dram_scheduler 0/' \
        "$folder/qv100/gpgpusim.config" >"$folder/bad/gpgpusim.config"
    echo before >"$folder/there.ini"
    refused 'gpgpusim.config:26: -gpgpu_shader_cta: seen 33' "$folder/bad/gpgpusim.config" -o "$folder/there.ini" &&
        [ "$(cat "$folder/there.ini")" = before ] && [ ! -s "$work/out" ] || echo untouched
    [ "$(grep -c 'gpgpusim.config:[0-9]*: -[a-z].*: seen .*, expected ' "$work/err")" = 3 ] &&
        grep -qx 'warplock: import: 3 values of 107 options cannot be expressed; nothing is written (--nearest takes the nearest that can)' "$work/err" || echo refusals
    refused 'seen 800' "$folder/bad/gpgpusim.config" -o "$folder/none.ini" && [ ! -e "$folder/none.ini" ] || echo unmade
    # --nearest: written all the same, each named in it
    for machine in titanx:0 qv100:0 bad:3 gtx480_3:3; do
        import "$folder/${machine%:*}/gpgpusim.config" --nearest -o "$folder/${machine%:*}.ini" && [ ! -s "$work/err" ] &&
            [ "$(grep -c '^; .*: here .*; expected ' "$folder/${machine%:*}.ini")" = "${machine#*:}" ] &&
            "$program" run --machine "$folder/${machine%:*}.ini" vadd:64 >/dev/null 2>&1 || echo nearest
    done

    # the interconnect's file: beside the other, wherever one is, or by its whole name; there, and a file
    (cd "$folder/gtx480" && import gpgpusim.config) || echo here
    sed "s|-inter_config_file .*|-inter_config_file $folder/gtx480/config_fermi_islip.icnt|" "$folder/gtx480/gpgpusim.config" >"$folder/whole.config"
    import "$folder/whole.config" || echo whole
    cp "$folder/gtx480/gpgpusim.config" "$folder/alone.config"
    refused 'config_fermi_islip.icnt: cannot be read: No such file or directory (-inter_config_file)' "$folder/alone.config" || echo alone
    mkdir "$folder/config_fermi_islip.icnt"
    refused 'it is a folder, expected a file' "$folder/alone.config" || echo folder
    rmdir "$folder/config_fermi_islip.icnt"
    printf 'k = 27;\n\0' >"$folder/config_fermi_islip.icnt"
    refused 'config_fermi_islip.icnt:2: seen a NUL byte, expected text' "$folder/alone.config" || echo nul
    rm "$folder/config_fermi_islip.icnt"

    # inputs are not written over; a disk that is full, a file that is not there, too large, or none
    refused 'is an input of this run' "$folder/input/gpgpusim.config" -o "$folder/input/gpgpusim.config" || echo input
    ln -s network/config_fermi_islip.icnt "$folder/link"
    refused 'is an input of this run' "$folder/network/gpgpusim.config" -o "$folder/link" || echo network
    refused '/dev/full: cannot be written' "$folder/gtx480/gpgpusim.config" -o /dev/full || echo full
    refused 'none.config: cannot be read: No such file' "$folder/none.config" || echo missing
    head -c 1100000 /dev/zero | tr '\0' '#' >"$folder/large.config"
    refused 'seen more than 1048576 bytes' "$folder/large.config" || echo large
    refused 'import: seen 0 files, expected a gpgpusim.config' || echo none
    refused 'import: seen 2 files, expected a gpgpusim.config' "$folder/alone.config" "$folder/alone.config" || echo two
    refused 'expected an option' sim/machine/gtx480.ini || echo ini
    # letters that a terminal would obey are none in the file
    printf '%s\n' '-gpgpu_scheduler gto' "-trace_components a$(printf '\033')[2Jb" | cat - "$folder/gtx480/gpgpusim.config" >"$folder/gtx480/odd.config"
    import "$folder/gtx480/odd.config" && ! grep -q "$(printf '\033')" "$work/out" && grep -q 'trace_components a \[2Jb' "$work/out" || echo letters
}
failed=$(checks "$BUILD/warplock" | paste -sd' ' -)
[ -z "$failed" ] || complain "import: $failed"

# planted SCRIPT CHECK...: a program with that fault fails these checks
planted() {
    script=$1
    shift
    plant_copy sim/cli/import.c "$work/plant/import.c" "$script" || return
    program_with "$work/plant/import.c" "$work/plant/warplock" || { complain "$script: does not build"; return; }
    failed=$(checks "$work/plant/warplock" | sort -u | paste -sd' ' -)
    equal "$script: what fails" "$failed" "$*"
}
planted 's/import_refusals(im) && !options->nearest/false/' refusals unmade untouched
planted 's/convert(im, options) && write_machine(im, options)/(convert(im, options) \& write_machine(im, options))/' unmade untouched
planted 's/ && !options->nearest//' nearest
planted 's/^    import_print_lists(im, "", file);//' listed
planted 's/^    output_protect(config);//' input
planted 's/^    output_protect(path);//' network
planted 's/^    plain_lines(text);//' letters
planted "s/name\[0\] == '\/' || !slash/1/" folder full input letters listed nearest network nul printed run written
[ "$failures" = 0 ]
