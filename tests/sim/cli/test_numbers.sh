#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock block_bench
# Every place that a user writes a number in, and every way to write one that is none (docs/command_line.md#numbers): each is
# refused with status 2 and one line that has the key, what was seen and what is expected, before anything runs. The options are
# the NUMBER rows of options.def, whichever there are. Answers of Slurm: test_slurm_commands.c; choices of launches:
# test_launch_choice.c; stimuli: test_stimulus.c; PTX: test_numbers.c. In make test each place has a seventh of the ways, in turn; shown to
# fail by plants.
set -u
. tests/lib.sh
work=$BUILD/numbers
rm -rf "$work" && mkdir -p "$work/in" || exit 1
root=$(pwd) warplock=$(cd "$BUILD" && pwd)/warplock bench=$(cd "$BUILD" && pwd)/block_bench
printf '.version 6.0\n.target sm_35\n.address_size 64\n.visible .entry kern(.param .u64 a) { ret; }\n' >"$work/in/k.ptx"

# ways: what no place takes. whole: what no whole number is. Beyond 2^64 no place goes; beyond 2^32 those of `narrow`.
ways="010|+5| 5|5 |0x5|0X5|5u|5k|1_000|inf|nan|five|1e999"
whole="$ways|-5|-0|1e3|5.0|.5|18446744073709551616|18446744073709551621|100000000000000000000000"
json="$ways|-5|1.5|18446744073709551616|100000000000000000000000"       # whole where JSON has reals, too, of which 5.0 is 5
narrow="$whole|4294967296|4294967301|9223372036854775808|18446744073709551615"

# put VALUE TEXT: `text` with the value in the place of every @.
put() {
    text= left=$2
    while :; do
        case $left in *@*) text=$text${left%%@*}$1 left=${left#*@} ;; *) text=$text$left; return ;; esac
    done
}

# refused EXPECTED PROGRAM ARGUMENT...: true when it is said so, in one line and no other; `line` is that. `also` stands in it, too.
refused() {
    expected=$1
    shift
    (cd "$work/in" && exec "$@") >"$work/out" 2>"$work/err" </dev/null
    [ $? = 2 ] && [ ! -s "$work/out" ] || return 1
    { IFS= read -r line && ! IFS= read -r other; } <"$work/err" || return 1
    case $line in *"$expected"*) case $line in *"$also"*) return 0 ;; esac ;; esac
    return 1
}
also=expected                           # of a file that is no JSON its parser says what it met
says() { refused "$1" "$warplock" "$2" "$3" "$4" "$5" || complain "$*: $(cat "$work/out" "$work/err")"; }

turn=0 tried=0
# each WAYS KEY PROGRAM ARGUMENT...: @ in an argument is the number; the message has the key and what was seen. A file of the name
# @file holds the number where the file `template` has its @.
each() {
    list="$1|" key=$2 turn=$((turn + 1)) number=0
    shift 2
    while [ -n "$list" ]; do
        value=${list%%|*} list=${list#*|} number=$((number + 1))
        tier_is_all || [ $(((number + turn) % 7)) = 0 ] || continue
        tried=$((tried + 1))
        each_of "$value" "$@"
    done
}
each_of() { # each_of VALUE PROGRAM ARGUMENT...
    value=$1 n=$(($# - 1))
    shift
    while [ $n -gt 0 ]; do
        argument=$1 n=$((n - 1))
        shift
        case $argument in
            @file*) put "$value" "$template" && argument=${argument#@} && printf '%s\n' "$text" >"$work/in/$argument" ;;
            *@*) put "$value" "$argument" && argument=$text ;;
        esac
        set -- "$@" "$argument"
    done
    refused "$key" "$@" || { complain "$key: $*: $(head -c 300 "$work/out" "$work/err")"; return; }
    part=$value
    while [ ${#part} -gt 20 ]; do part=${part%?}; done
    [ -z "$also" ] || case $line in *"${part% }"*) ;; *) complain "$key: $*: not what was seen: $line" ;; esac
}

# --- options: name, least, most and first command of each row
tr '\n' ' ' <sim/run/options.def | sed 's/ NUMBER(/\nNUMBER(/g; s/ \(GROUP\|TEXT\|CHOICE\|FLAG\|LIST\) *(/\n\1(/g' |
    sed -n 's/^NUMBER([a-z0-9_]*, "\(--[a-z0-9-]*\)", "[A-Z]*", [^,]*, \([^,]*\), \([^,]*\), \([A-Z_]*\).*/\1 \4 \3/p' >"$work/options"
[ "$(wc -l <"$work/options")" = "$(grep -c '^NUMBER(' sim/run/options.def)" ] || complain "not every NUMBER row of options.def is read"
while read -r option command most; do
    command=$(echo "$command" | tr 'A-Z_' 'a-z-')
    case $most in UINT64_MAX) list=$whole ;; *) list=$narrow ;; esac
    each "$list" "$option: seen" "$warplock" "$command" "$option" @ operand
done <"$work/options"

# --- words of options
each "$narrow" '--size: seen' "$warplock" run --size @ vadd
each "$narrow" '--size: seen' "$warplock" run --size 64x@ atax
each "$narrow" '--size: seen' "$warplock" run --size 64x64x@ conv3d
each "$narrow" '--size: seen' "$warplock" run --size paper/@ vadd
each "$ways|-5|18446744073709551616|4294967296" '--size: seen' "$warplock" run vadd:@
each "$narrow" '--set l1d.sets=' "$warplock" run --set l1d.sets=@ vadd
each "$narrow" 'set."l1d.sets"' "$warplock" sweep --set l1d.sets=16,@ vadd
each "$narrow" 'set."l1d.sets"' "$warplock" sweep --set l1d.sets=@..64 vadd
each "$whole" 'set."l1d.sets"' "$warplock" sweep --set l1d.sets=16..@ vadd
says 'seen 4294967296 values, expected at most 4096' sweep --set l1d.sets=16..4294967311 vadd
says 'seen 9223372036854775808 values, expected at most 4096' sweep --set l1d.sets=16..9223372036854775823 vadd
says 'seen 18446744073709551615 values, expected at most 4096' sweep --set l1d.sets=0..18446744073709551615 vadd
each "$narrow" 'seeds' "$warplock" sweep --seeds @ vadd
each "$narrow" 'seeds' "$warplock" sweep --seeds 1,@ vadd
each "$narrow" 'seeds' "$warplock" sweep --seeds @..@ vadd
each "$narrow" '--wave-sms: seen' "$warplock" run --wave w.fst --wave-sms 0,@ vadd
each "$narrow" '--perfetto-sms: seen' "$warplock" run --perfetto p.json --perfetto-sms @ vadd
each "$json" 'grid: seen' "$warplock" run k.ptx --grid @ --block 1
each "$json" 'block: seen' "$warplock" run k.ptx --grid 1 --block 1,@
each "$whole" '--dump: seen' "$warplock" run k.ptx --grid 1 --block 1 --arg buf:u32:4 --dump @=out
for type in u8 s8 u16 s16 u32 s32 u64 s64; do
    each "$ways|1.5|18446744073709551616|100000000000000000000000" ": seen" "$warplock" run k.ptx --grid 1 --block 1 --arg "$type:@"
done
each "-5|300|256|4294967296" 'u8: seen' "$warplock" run k.ptx --grid 1 --block 1 --arg u8:@
each "-1|4294967296|9223372036854775807" 'u32: seen' "$warplock" run k.ptx --grid 1 --block 1 --arg u32:@
each "-2147483649|2147483648|4294967296" 's32: seen' "$warplock" run k.ptx --grid 1 --block 1 --arg s32:@
each "$ways|-1e999|1e309" '--arg 0: seen' "$warplock" run k.ptx --grid 1 --block 1 --arg f64:@
each "1e39|-1e39|1e308" 'f32: seen' "$warplock" run k.ptx --grid 1 --block 1 --arg f32:@
each "$json" ': seen' "$warplock" run k.ptx --grid 1 --block 1 --arg buf:u32:@
each "$json" ': seen' "$warplock" run k.ptx --grid 1 --block 1 --arg buf:u32:4:lcg,@,0,9
each "$ways" ': seen' "$warplock" run k.ptx --grid 1 --block 1 --arg buf:u32:4:lcg,1,0,@
each "$ways" ': seen' "$warplock" run k.ptx --grid 1 --block 1 --arg buf:f32:4:iota,0,@
"$warplock" sweep --store "$work/store" --plot ipc --folder "$work/sweep" vadd:64 >/dev/null 2>"$work/err" || complain "sweep: $(cat "$work/err")"
limit=9007199254740993                  # which no double is
"$warplock" sweep --store "$work/limits" --plot ipc --max-cycles $limit --folder "$work/sweep" vadd:64 >/dev/null 2>"$work/err" || complain "sweep: $(cat "$work/err")"
found() { "$warplock" results "$work/limits" --where "max_cycles$1" >/dev/null 2>&1; }
found "=$limit" && found ">${limit%3}2" && found "<${limit%3}4" && found "<${limit}000000" || complain "--where max_cycles: $limit is not that number"
found "=${limit%3}2" || found "=${limit%3}4" || found "!=$limit" || found "<=${limit%3}2" && complain "--where max_cycles: $limit is another number"
each "9223372036854775808|18446744073709551615" '--max-cycles: seen' "$warplock" sweep --store ../none --plot ipc --max-cycles @ vadd
each "9223372036854775808|18446744073709551615" '--max-cycles: seen' "$warplock" run --policy swl-best --store ../none --max-cycles @ vadd
[ ! -e "$work/none" ] || complain 'a store of a limit that it does not hold'
each "$ways" '--where: ipc: seen' "$warplock" results ../store --where 'ipc>@'
each "$ways" '--where: seed: seen' "$warplock" results ../store --where seed=1,@

# --- files
template='[l1d]
sets = @'
each "010|+5|0x5|5u|-5|1e3|5.0|18446744073709551616|4294967296" '[l1d] sets: seen' "$warplock" run --machine @file.ini vadd
job() {
    template="{\"ptx\": \"k.ptx\", \"buffers\": [{\"name\": \"b\", \"type\": \"$1\", \"count\": $2, \"init\": $3}],
\"steps\": [{\"launch\": \"kern\", \"grid\": [$4], \"block\": [1], \"dynamic_shared\": $5, \"args\": [{\"$6\": $7}]}]}"
}
no_json="010|+5|0x5|5u|inf|nan|.5|5.|1e999|18446744073709551616|100000000000000000000000"
no_whole="-5|1.5|4294967296|9223372036854775807"
job u8 @ '"zero"' 1 0 u64 0; also= && each "$no_json" 'file.json:1: ' "$warplock" run @file.json; also=expected
job u8 @ '"zero"' 1 0 u64 0; each "$no_whole" 'count: seen' "$warplock" run @file.json
job u8 4 '{"lcg": {"seed": @, "lo": 0, "hi": 9}}' 1 0 u64 0; each "$no_whole" 'seed: seen' "$warplock" run @file.json
job u8 4 '"zero"' @ 0 u64 0; also= && each "$no_json" 'file.json:2: ' "$warplock" run @file.json; also=expected
job u8 4 '"zero"' @ 0 u64 0; each "$no_whole" 'grid: seen' "$warplock" run @file.json
job u8 4 '"zero"' 1 @ u64 0; each "$no_whole" 'dynamic_shared: seen' "$warplock" run @file.json
job u8 4 '"zero"' 1 0 u32 @; each "$no_whole" 'u32: seen' "$warplock" run @file.json
job u8 4 '{"iota": [0, @]}' 1 0 u32 @; each "-1|100|256|9223372036854775807" 'iota: seen' "$warplock" run @file.json
for type in f32 f64; do
    case $type in f32) most=3.5e38 ;; *) most=1.8e308 ;; esac
    job $type 4 '{"values": [1, 2, 3, @]}' 1 0 u64 0; also= && each "$most|-$most" 'file.json:1: ' "$warplock" run @file.json; also=expected
    job $type 4 '{"lcg": {"seed": 1, "lo": -@, "hi": @}}' 1 0 u64 0; each "$([ $type = f32 ] && echo 3e38 || echo 1e308)" 'lo, hi: seen' "$warplock" run @file.json
done
template='{"kernels": ["vadd"], "policies": ["gto"], "seeds": @}'
also= && each "$no_json" 'file.campaign.json:1: ' "$warplock" campaign @file.campaign.json; also=expected
each "-1|4294967296" 'seeds: seen' "$warplock" campaign @file.campaign.json
template='{"kernels": ["vadd"], "policies": ["gto"], "seeds": "@"}'
each "01|+1| 1|1 |0x1|1..02|01..2|4294967296" 'seeds: seen' "$warplock" campaign @file.campaign.json
ratio="010|5u|5k|1_000|0x5|1e999|5x"
template='{"kernels": ["vadd"], "policies": ["gto"], "plot": "ipc/@"}'
each "$ratio" 'plot: seen' "$warplock" campaign @file.campaign.json
template='{"kernels": ["vadd"], "policies": ["gto"], "plot": "@+cycles/1"}'
each "$ratio" 'plot: seen' "$warplock" campaign @file.campaign.json
template='{"kernels": ["vadd"], "policies": ["gto"], "claims": {"id": "A", "value": "1", "measure": "change", "direction": "above @"}}'
each "$ratio|+5| 5|.5|--5" 'direction: seen' "$warplock" campaign @file.campaign.json
template='{"kernels": ["vadd"], "policies": ["gto"], "claims": {"id": "A", "value": "@", "measure": "change"}}'
each "$ways" 'value: seen' "$warplock" campaign @file.campaign.json
template='{"kernels": ["vadd"], "policies": ["gto"], "max_cycles": @}'
also= && each "$no_json" 'file.campaign.json:1: ' "$warplock" campaign @file.campaign.json; also=expected
each "-1|1.5" 'max_cycles' "$warplock" campaign @file.campaign.json
template='{"kernels": ["vadd"], "policies": ["swl limit @"]}'
each "010|+5|0x5|5u|-5|1e3|5.0|18446744073709551616|4294967296" 'policies' "$warplock" campaign @file.campaign.json

# --- what a queue gives a task, and the bench of a block
mkdir -p "$work/shared/campaign"
each "$narrow" 'expected the numbers of a batch' env SLURM_ARRAY_TASK_ID=@ "$warplock" campaign task ../shared 1
each "$narrow" 'expected the numbers of a batch' env SLURM_ARRAY_TASK_ID=1 "$warplock" campaign -- task ../shared @
each "$whole" 'expected a number' "$bench" --cycles @

# --- ranges whose ends, or whose difference, no type holds: they would fill with inf
for type in f32 f64; do
    case $type in f32) end=3e38 ;; *) end=1e308 ;; esac
    each "-$end" "expected numbers whose difference $type can hold" "$warplock" run k.ptx --grid 1 --block 1 "--arg" "buf:$type:4:lcg,1,@,$end"
    each "$end" "iota: seen 4 values from 0 by " "$warplock" run k.ptx --grid 1 --block 1 "--arg" "buf:$type:4:iota,0,@"
done
echo "$tried numbers refused at $turn places"

# --- what is a number is read as that one
"$warplock" dump-machine --set l1d.sets=64 | grep -qx 'sets = 64' || complain 'l1d.sets=64 is another number'
"$warplock" run --size 64 --max-cycles 18446744073709551615 vadd >"$work/out" 2>"$work/err" || complain "--max-cycles 2^64 - 1: $(cat "$work/err")"

# --- shown to fail: the rule itself, and a place that does not ask it
planted() { # planted SOURCE WORDS SCRIPT EXPECTED ARGUMENT...
    planted_words=$2
    plant_copy "$1" "$work/${1##*/}" "$3" "$2" || return 0
    program_with "$work/${1##*/}" "$work/program" 2>"$work/err" || { complain "$2 does not build: $(cat "$work/err")"; return 0; }
    expected_words=$4
    shift 4
    refused "$expected_words" "$root/$work/program" "$@" && complain "$planted_words: not noticed" || echo "$planted_words: noticed"
}
planted sim/cli/sweep.c 'a number of seeds by strtoull' 's/!whole_number(o->seeds, 0, UINT64_MAX, &count)/(count = strtoull(o->seeds, NULL, 10)) == 0/' 'seeds: seen' sweep --seeds 08 --size 64 vadd
if tier_is_all; then
    planted sim/report/number.c 'JSON with blanks' 's/text\[0\] \&\& !text\[strspn(text, "0123456789.eE+-")\] ? //;s/ : NULL; }$/; }/;s/json_loads(text, JSON_DECODE_ANY | flags, NULL) : NULL/json_loads(text, JSON_DECODE_ANY | flags, NULL)/' '--arg 0: seen' run k.ptx --grid 1 --block 1 --arg 'u64: 5'
    planted sim/workload/job_init.c 'a difference that is infinite' 's/if (!scalar_holds_real(buffer->type, json_number_value(high) - json_number_value(low)))/if (0)/' 'difference f64' run k.ptx --grid 1 --block 1 --arg buf:f64:4:lcg,1,-1e308,1e308
    planted sim/workload/bundled/workload.c 'a size by strtoull' 's/if (!whole_number_at(at, 1, UINT32_MAX, \&value))/value = strtoull(*at, (char **)at, 10); if (!value)/' '--size: seen' run --size 064 vadd
fi
[ "$failures" = 0 ]
