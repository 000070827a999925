#!/bin/sh
# Plants one bug at a time in copies of the tables' and claims' sources and demands that test_tables notices.
set -u
build=${BUILD:-build}
out=$build/planted_campaign
rtl=$(ls "$build"/verilated/*.a 2>/dev/null)
test=$build/obj/tests/sim/campaign/test_tables.o
[ -n "$rtl" ] && [ -f "$build/libsim.a" ] && [ -f "$test" ] ||
    { echo "skipped: the libraries are not built (make test builds them)"; exit 77; }
mkdir -p "$out"
failed=0

plant() { # plant FILE WORDS SCRIPT
    file=sim/campaign/$1 words=$2 copy=$out/$1
    sed "$3" "$file" >"$copy"
    if cmp -s "$file" "$copy"; then
        echo "FAIL $file: the plant '$words' does not apply any more"; failed=1; return
    fi
    # The changed object comes first, so the library's own copy of that file is not linked.
    if ! gcc -std=c11 -O0 -I. -D_POSIX_C_SOURCE=200809L -o "$out/test" "$test" "$copy" "$build/libtest.a" \
        "$build/libsim.a" "$build/libtb.a" "$build/librtl_c.a" $rtl "$build/libfst.a" -lsqlite3 -linih -ljansson \
        -lstdc++ -lm -lz -pthread -latomic -lcmocka >"$out/log" 2>&1; then
        echo "FAIL $file: '$words' does not compile"; cat "$out/log"; failed=1; return
    fi
    if timeout 60 "$out/test" >"$out/log" 2>&1; then
        echo "FAIL test_tables does not notice: $file: $words"; failed=1
    else
        echo "caught: $file: $words"
    fi
}

# Unchanged it passes, so what fails below fails for the plant.
"$build/tests/sim/campaign/test_tables" >"$out/log" 2>&1 || { echo "FAIL test_tables fails without a plant"; exit 1; }
plant papers.c "Fig. 2's schedulers over SM cycles" 's/"stalls.scheduler_ldst", "scheduler.active_cycles"/"stalls.scheduler_ldst", "sm.active_cycles"/'
plant papers.c "Fig. 3's coherent loads over the latency of divergent ones" 's/"latency.coherent_occluded", "latency.coherent"/"latency.coherent_occluded", "latency.divergent"/'
plant papers.c "Fig. 9 over SM cycles" 's/"gto"), "ldst.active_cycles"/"gto"), "sm.active_cycles"/'
plant papers.c "Fig. 9 over each scheduler's own cycles" 's/double whole = campaign_number(campaign_find(c, names\[i\], "gto")/double whole = campaign_number(campaign_find(c, names[i], "oaws-dyn")/'
plant papers.c "Fig. 10 counts coherent loads" 's/"loads.divergent_fully_cached"/"loads.coherent_fully_cached"/'
plant papers.c "means of IPC are arithmetic" 's/geometric_mean/arithmetic_mean/'
plant papers.c "a kernel without such loads counts as 0" 's/return whole == 0 ? NAN :/return whole == 0 ? 0 :/'
plant claims.c "Fig. 12's five kernels are four" 's/count == 5/count == 4/'
plant claims.c "O16 begins at SMR 30" 's/35 + 5 \* step/30 + 5 * step/'
plant claims.c "O31 and its like are not in per cent" 's/case SHARE:/case 1000:/'
plant claims.c "O30 counts the first of two numbers" 's/strtok_r(NULL, "+", &rest)/NULL/'
plant claims.c "more MSHRs are 64" 's/return "gto MSHR 96"/return "gto MSHR 64"/'
plant sensitivity.c "Fig. 13 over each one's own" 's/"gto MSHR 32")/"gto MSHR 64")/'
plant sensitivity.c "Fig. 14 upside down" 's/divergent_mean(c, \*system, name)/divergent_mean(c, name, *system)/'
plant statistics.c "standard deviation of a sample" 's/sqrt(sum \/ seen)/sqrt(sum \/ (seen - 1))/'
plant campaign.c "the best limit is the last one" 's/campaign_number(run, "ipc") > campaign_number(best, "ipc")/true/'
exit $failed
