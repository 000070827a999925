#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# `warplock results`: what is listed, filtered, averaged over seeds and compared is what a store written by hand has
# (stored_main.c), word for word; every number of a campaign's run is that of the single run; status and message of each
# mistake. Shown to fail: a figure that another hand has changed, an interval of another width, a filter that is not kept.
# needs: warplock tests/sim/campaign/stored libsim.a libtb.a
set -u
. tests/lib.sh
folder=$BUILD/stored
warplock=$BUILD/warplock
export COLUMNS=1000                     # tables in one piece
one=1111111111111111 two=2222222222222222
rm -rf "$folder"
mkdir -p "$folder"
for made in "a $one" "b $two 1.5" "ab $one" "ab $two 1.5"; do
    "$BUILD/tests/sim/campaign/stored" "$folder/${made%% *}.sqlite" ${made#* } || exit 1
done

# says STATUS LAST ARGUMENTS...: the standard output must be what stands on the standard input, LAST what is said last
says() {
    cat >"$folder/wanted"
    wanted=$1 last=$2
    shift 2
    "$warplock" results "$@" >"$folder/out" 2>"$folder/said"
    seen=$?
    sed -i 's/machine_hash [0-9a-f]*/machine_hash HASH/' "$folder/out"
    [ "$seen" = "$wanted" ] || complain "results $*: status $seen, expected $wanted"
    [ "$(tail -n 1 "$folder/said")" = "warplock: $last" ] || complain "results $*: said \`$(tail -n 1 "$folder/said")'"
    diff "$folder/wanted" "$folder/out" >"$folder/difference" || { complain "results $*:"; cat "$folder/difference"; }
}
a=$folder/a.sqlite b=$folder/b.sqlite both=$folder/ab.sqlite
says 0 '1 of 19 runs, 1 failed' "$a" --failed --columns kernel,status,seconds,reason <<'END'
kernel  status  seconds  reason
gamma        3   0.5000  a deadlock, as planned
END
says 0 '9 of 19 runs, 1 failed' "$a" --csv - --columns kernel,set,l1d.mshrs,policy.swl_limit,ipc \
    --where 'policy.swl_limit>=10' --where seed=0,2 <<'END'
kernel,set,l1d.mshrs,policy.swl_limit,ipc
alpha,l1d.mshrs=64,64,24,2
alpha,l1d.mshrs=64,64,24,4
alpha,policy.swl_limit=10 l1d.mshrs=64,64,10,2.2
alpha,policy.swl_limit=10 l1d.mshrs=64,64,10,4.4
beta,l1d.mshrs=64,64,24,20
beta,l1d.mshrs=64,64,24,40
beta,policy.swl_limit=10 l1d.mshrs=64,64,10,22
beta,policy.swl_limit=10 l1d.mshrs=64,64,10,44
gamma,,32,24,
END
says 0 '2 of 19 runs, 0 failed' "$a" --kernel 'al*,none' --policy swl --where 'ipc<2.8' --where policy.swl_limit!=10 <<'END'
All: kernel alpha, size_option 64, machine small.ini, set policy.swl_limit=2 l1d.mshrs=64, policy swl, program 1111111111111111, status 0

seed  cycles     ipc  l1d.hit_rate  l2.hit_rate
   0    5882  2.0400             -            -
   1    4357  2.7540             -            -
END
says 0 '1 of 19 runs, 0 failed' "$a" --json --where group=coherent --where seed=0 --policy gto \
    --columns kernel,l1d.hits,ipc,l1d.mshrs <<'END'
[
{"kernel":"beta","l1d":{"hits":5},"ipc":20,"l1d.mshrs":64}
]
END
says 1 '0 of 19 runs, 0 failed' "$a" --json --machine oaws <<'END'
[]
END
# Of 2, 3, 4 the mean is 3 and half of its interval 4.3027 * 1 / sqrt(3); of the quotients 1.02, 0.918, 1.02 it is 4.3027 *
# 0.05889 / sqrt(3), which has 1 in it.
says 0 '9 of 19 runs, 0 failed' "$a" --kernel alpha --baseline gto --columns ipc <<'END'
All: kernel alpha, size_option 64, machine small.ini, machine_hash HASH, max_cycles 0, program 1111111111111111

set                               policy  seeds              ipc            ipc/gto
l1d.mshrs=64                      gto         3       3 +-2.4841            1 +-0 ~
policy.swl_limit=2 l1d.mshrs=64   swl         3  2.9580 +-2.5715  0.9860 +-0.1463 ~
policy.swl_limit=10 l1d.mshrs=64  swl         3  3.1900 +-2.7732  1.0633 +-0.1578 ~

+- half of the 95 % interval of the mean over seeds (Student's t); ~ no difference lies within it
END
says 1 '17 runs in both, 2 of them changed; 1 in the first alone, 0 in the second alone' --diff "$a" "$b" <<'END'
figure  runs_changed  mean_change_percent  largest_change_percent  largest_of
cycles             2                   -6                      -7  beta 64 gto l1d.mshrs=64 seed 0
ipc                2               6.2500                  7.5000  beta 64 gto l1d.mshrs=64 seed 0
END
says 1 '17 runs in both, 2 of them changed; 0 in the first alone, 1 in the second alone' \
    --diff "$both" 2222 1111 --csv - --columns ipc <<'END'
kernel,size_option,machine,set,policy,max_cycles,options,seed,figure,before,after,change_percent
beta,64,small.ini,l1d.mshrs=64,gto,0,,0,ipc,21.5,20,-6.976744186046512
beta,64,small.ini,l1d.mshrs=64,gto,0,,1,ipc,31.5,30,-4.761904761904762
END
# Both seeds gain 1.5 exactly: no spread of the difference, whatever that of the runs.
says 1 '17 runs in both, 2 of them changed; 1 in the first alone, 0 in the second alone' \
    --diff "$both" $one $two --spread --columns ipc --json <<'END'
[
{"kernel":"beta","size_option":"64","machine":"small.ini","set":"l1d.mshrs=64","policy":"gto","max_cycles":"0","options":"","figure":"ipc","seeds":2,"before":25,"before.half":63.53102368087338,"after":26.5,"after.half":63.53102368087338,"change":1.5,"change.half":0,"change.within":0}
]
END
says 0 '18 runs in both, 0 of them changed; 0 in the first alone, 0 in the second alone' --diff "$a" "$both" \
    --where program=$one <<'END'
END

mistake() { # mistake MESSAGE ARGUMENTS...
    message=$1
    shift
    "$warplock" results "$@" >"$folder/out" 2>"$folder/said"
    [ $? = 2 ] && [ ! -s "$folder/out" ] && [ "$(cat "$folder/said")" = "warplock: $message" ] ||
        complain "results $*: said \`$(cat "$folder/said")'"
}
mistake 'results: seen 0 files, expected one result store'
mistake "results: $folder/none: there is no such file, expected a result store" "$folder/none"
mistake '--where: seen `ipc`, expected KEY=VALUE, or != < > <= >= between them' "$a" --where ipc
mistake '--where: ipc: seen `abc`, expected a number' "$a" --where 'ipc>abc'
mistake '--where: ipc: seen `two`, expected a number' "$a" --where 'ipc=1,two'
mistake '--where: l1d.mshrs: seen `many`, expected a number' "$a" --where 'l1d.mshrs!=many'
mistake '--where: seed: seen ``, expected a number' "$a" --where 'seed>'
mistake '--where: seen `ipcc`, expected a column of the store or a key of the machine; the nearest is ipc' "$a" --where ipcc=1
mistake '--columns: seen `l1d.hitz`, expected a column of the store or a key of the machine; the nearest is l1d.hits' \
    "$a" --columns kernel,l1d.hitz
mistake '--columns: seen `kernel`, expected numbers of the report' "$a" --spread --columns kernel
mistake 'results: --baseline: seen no run under lrr, expected some among those that are shown; the nearest is gto' "$a" --baseline lrr
mistake 'results: seen --json and --csv, expected one of them' "$a" --json --csv -
mistake '--failed: seen with --diff, --spread or --baseline, which are of runs that ended well' "$a" --failed --spread
mistake '--verbose: seen without --diff, expected it' "$a" --verbose
mistake '--diff: seen 1 words, expected two result stores, or one and two programs by their hashes' --diff "$a"
mistake "--diff: $both: seen runs of 2 programs, expected one: name two of them behind one store, or --where program=HASH" \
    --diff "$both" "$a"
mistake "--diff: $both: seen no run of program 33 that ended well, expected some" --diff "$both" 33 22
mistake "--csv: $folder/no/where: cannot be written: No such file or directory" "$a" --csv "$folder/no/where"

# Keys of the machine that are others in the second program are named.
"$BUILD/tests/sim/campaign/stored" "$folder/c.sqlite" $two 0 48
says 0 '18 runs in both, 0 of them changed; 0 in the first alone, 0 in the second alone' --diff "$a" "$folder/c.sqlite" <<'END'
machine small.ini: l1d.mshrs was 32, is 48
machine small.ini: policy.fresh is new, 1
END
# Rows that another hand has changed are not shown and told of.
sed 's/divergent/devergint/g' "$a" >"$folder/damaged.sqlite"
"$warplock" results "$folder/damaged.sqlite" --columns kernel >"$folder/out" 2>"$folder/said"
[ $? = 1 ] && ! grep -q alpha "$folder/out" && grep -q beta "$folder/out" &&
    grep -q '^warplock: 9 rows do not have the check sum they were written with and are not shown$' "$folder/said" ||
    { complain "damaged rows:"; cat "$folder/out" "$folder/said"; }

# Every number of a run in the store is that of the single run, and a second campaign adds nothing.
small='--set gpu.sms=2 --set gpu.clusters=2'
"$warplock" campaign papers vadd --size 256 $small --store "$folder/vadd.sqlite" >"$folder/out" 2>&1 || complain "no campaign"
"$warplock" run --machine oaws --policy gto,oaws-dyn --size 256 $small vadd --csv - >"$folder/runs.csv" 2>/dev/null
names=$(head -n 1 "$folder/runs.csv" | sed 's/,columns,rounds,/,/;s/,blocks,status,verified,group/,status,group/;s/,wall_seconds,message//')
sed 's/,,,/,/;s/,c,0,yes,/,0,/; s/,[0-9.]*,$//' "$folder/runs.csv" >"$folder/wanted"
sed -i "1s/.*/$names/" "$folder/wanted"
"$warplock" results "$folder/vadd.sqlite" --policy gto,oaws-dyn --columns "$names" --csv - >"$folder/out" 2>/dev/null
diff "$folder/wanted" "$folder/out" >"$folder/difference" && [ "$(wc -l <"$folder/out")" = 3 ] ||
    { complain "not the numbers of the runs:"; cut -c1-300 "$folder/difference"; }

# Four plants: each must be noticed by what stands above.
plant() { # plant SOURCE SCRIPT WHAT ARGUMENTS...: another output than without it
    source=$1 script=$2 what=$3
    shift 3
    plant_copy "$source" "$folder/planted/planted.c" "$script" "$what" || return
    gcc $plant_flags $plant_linker -s -I. -o "$folder/planted/warplock" "$BUILD/obj/sim/main.o" "$folder/planted/planted.c" \
        "$BUILD/libsim.a" "$BUILD/libtb.a" "$BUILD/libfst.a" \
        $plant_libraries || { complain "$what: does not build"; return; }
    "$warplock" results "$@" >"$folder/out" 2>&1
    "$folder/planted/warplock" results "$@" >"$folder/planted/out" 2>&1
    cmp -s "$folder/out" "$folder/planted/out" && complain "not noticed: $what"
}
plant sim/campaign/terms/statistics.c 's/student_quantile(0.95, /student_quantile(0.90, /' "an interval of 90 %" "$a" --spread
sampled 2 && plant sim/campaign/results/query.c 's/wanted = passes(q/wanted = true || passes(q/' "filters that are not kept" "$a" --policy swl
sampled 2 && plant sim/campaign/results/query.c 's/good = number_real(word, \&number) .*/good = true;/' "words for numbers" "$a" --where 'ipc>abc'
sampled 2 && plant sim/campaign/store/store_row.c 's/if ((int64_t)sum != sqlite3_column_int64(statement, STORE_CHECK_SUM_COLUMN))/if (0)/' "damaged rows that are believed" "$folder/damaged.sqlite"
[ "$failures" = 0 ]
