#!/bin/sh
# Plants one bug at a time in copies of the campaign's sources and tables and demands that a test notices: test_tables, or the one
# that is named.
set -u
build=${BUILD:-build}
out=$build/planted_campaign
rtl=$(ls "$build"/verilated/*.a 2>/dev/null)
objects=$build/obj/tests/sim/campaign
[ -n "$rtl" ] && [ -f "$build/libsim.a" ] && [ -f "$objects/test_tables.o" ] ||
    { echo "skipped: the libraries are not built (make test builds them)"; exit 77; }
mkdir -p "$out"
failed=0

plant() { # plant FILE WORDS SCRIPT [TEST]
    file=sim/campaign/$1 words=$2 copy=$out/sim/campaign/$1 test=${4:-test_tables}
    rm -rf "$out/sim"
    mkdir -p "$out/sim/campaign"
    sed "$3" "$file" >"$copy"
    if cmp -s "$file" "$copy"; then
        echo "FAIL $file: the plant '$words' does not apply any more"; failed=1; return
    fi
    # A table is read by the sources that include it, through the copy.
    sources=$copy
    case $1 in *.def) sources=$(grep -l "sim/campaign/$1\"" sim/campaign/*.c) ;; esac
    # The changed object comes first, so the library's own copy of that file is not linked.
    if ! gcc -std=c11 -O0 -I"$out" -I. -D_DEFAULT_SOURCE -o "$out/test" "$objects/$test.o" $sources "$build/libtest.a" \
        "$build/libsim.a" "$build/libtb.a" "$build/librtl_c.a" $rtl "$build/libfst.a" -lsqlite3 -linih -ljansson \
        -lstdc++ -lm -lz -pthread -latomic -lcmocka >"$out/log" 2>&1; then
        echo "FAIL $file: '$words' does not compile"; cat "$out/log"; failed=1; return
    fi
    if timeout 60 "$out/test" >"$out/log" 2>&1; then
        echo "FAIL $test does not notice: $file: $words"; failed=1
    else
        echo "caught: $file: $words"
    fi
}

# Unchanged it passes, so what fails below fails for the plant.
for test in test_tables test_campaign test_store; do
    "$build/tests/sim/campaign/$test" >"$out/log" 2>&1 || { echo "FAIL $test fails without a plant"; exit 1; }
done
plant figures.def "Fig. 2's schedulers over SM cycles" 's/scheduler_ldst\/scheduler.active_cycles/scheduler_ldst\/sm.active_cycles/'
plant figures.def "Fig. 3's coherent loads over the latency of divergent ones" 's/coherent_occluded\/latency.coherent/coherent_occluded\/latency.divergent/'
plant figures.def "Fig. 9 over SM cycles" 's/ldst.active_cycles/sm.active_cycles/'
plant figures.def "Fig. 9 over each scheduler's own cycles" '/RUNS_BY_PART, A/,/icnt/s/"gto", 100/"", 100/'
plant figures.def "Fig. 10 counts coherent loads" 's/loads.divergent_fully_cached/loads.coherent_fully_cached/'
plant figures.def "Fig. 13 over each one's own" 's/"gto MSHR 32", 1/"gto MSHR 64", 1/'
plant figures.c "means of IPC are arithmetic" 's/mean_by(f->mean, /mean_by(ARITHMETIC, /'
plant figures.c "Fig. 14 upside down" 's/system_at(f, first, 0, over)/system_at(f, first, 1, over)/'
plant papers.def "a limit of the best is left out" 's/"swl limit 1,2,3,4,6,8,12,24")/"swl limit 1,2,3,4,8,12,24")/'
plant claims_oaws.def "O16 begins at SMR 30" 's/SMR 35,40,45/SMR 30,40,45/'
plant claims_oaws.def "O21 does not see 64 MSHRs" 's/gto MSHR 32,48,64,96"/gto MSHR 32,48,96"/'
plant claims_oaws.def "O22 ends at 64 MSHRs" 's/static MSHR 32,48,64,96"/static MSHR 32,48,64"/'
plant claims_oaws.def "O14 is held against O12" 's/"above O13"/"below O13"/'
plant claims_oaws.def "O1 is an arithmetic mean" '/^CLAIM("O1"/,/"up")/s/GEOMETRIC/ARITHMETIC/'
plant claims_oaws.def "O31 counts issues" 's/"issue.held_oldest_8", "issue.held"/"issue.oldest_8", "issue.held"/'
plant claims_measure.c "shares are not in per cent" 's/k->measure == RATIO ? 1 : 100/1/'
plant claims_measure.c "of a trend the first step is its value" 's/take_means(k, m, values, count, 1, 100);/m->value = (first - 1) * 100;/'
plant claims_measure.c "a trend's highest point is its last" 's/m->highest = fmax(m->highest, \(.*\));/m->highest = \1;/'
plant claims_measure.c "no value is no loss" 's/return NAN;/continue;/' test_campaign
plant claims.c "a tenth is a fifth" 's/claimed) \/ 10 ?/claimed) \/ 5 ?/' test_campaign
plant claims.c "a third is a half" 's/claimed) \/ 3 ?/claimed) \/ 2 ?/'
plant claims.c "0.99 per cent has a direction" 's/fabs(m->value) < NO_DIRECTION/fabs(m->value) < NO_DIRECTION \/ 2/' test_campaign
plant claims.c "above is below" "s/direction\[0\] == 'a' ? 1 : -1/direction[0] == 'b' ? 1 : -1/"
plant claims.c "steps against a trend are not looked at" 's/k->measure == TREND \&\& /false \&\& /' test_campaign
plant claims.c "wrong ones are counted as right" 's/t->directions\[row->verdict.direction\]++/t->directions[DIRECTION_RIGHT]++/'
plant statistics.c "standard deviation of a sample" 's/sqrt(sum \/ seen)/sqrt(sum \/ (seen - 1))/'
plant statistics.c "the harmonic mean is geometric" 's/return 1 \/ mean_of(values, count, inverse)/return geometric_mean(values, count)/'
plant campaign.c "Fig. 12's five kernels are four" 's/count == 5/count == 4/'
plant campaign.c "O30 counts the first of two numbers" 's/strtok_r(NULL, "+", &rest)/NULL/'
plant campaign.c "the best limit is the last one" 's/campaign_number(run, "ipc") > campaign_number(best, "ipc")/true/'
plant campaign.c "a kernel without such loads counts as 0" 's/return divisor == 0 ? NAN :/return divisor == 0 ? 0 :/'
plant campaign.c "a limit of all warps is a limit" 's/>= c->base.core.warps/> c->base.core.warps/' test_campaign
plant plans.c "the machine is not looked at" 's/if (!check_system(c, limited))/if (false)/' test_campaign
plant runner.c "runs that only a table asked for take time" 's/run->planned \&\& run->state <= RUN_STARTED/run->state <= RUN_STARTED/' test_campaign
plant store.c "who makes a store does not look again" 's/(tables > 0 || make_table/(make_table/' test_store
exit $failed
