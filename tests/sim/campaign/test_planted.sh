#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Plants one bug at a time in copies of the campaigns' sources; the case of a unit test that the plant names
# notices it (tests/lib.sh).
set -u
. tests/lib.sh
plants_in planted_campaign
plant sim/campaign/papers/papers.json sim/campaign/test_tables test_ldst_stalls \
    "Fig. 2's schedulers over SM cycles" 's/scheduler_ldst\/scheduler.active_cycles/scheduler_ldst\/sm.active_cycles/'
plant sim/campaign/papers/papers.json sim/campaign/test_tables test_occlusion \
    "Fig. 3's coherent loads over the latency of divergent ones" \
    's/coherent_occluded\/latency.coherent/coherent_occluded\/latency.divergent/'
plant sim/campaign/papers/papers.json sim/campaign/test_tables test_stalls_by_system \
    "Fig. 9 over SM cycles" 's/ldst.active_cycles/sm.active_cycles/'
plant sim/campaign/papers/papers.json sim/campaign/test_tables test_stalls_by_system \
    "Fig. 9 over each scheduler's own cycles" '/"id": "fig9"/,/"parts"/s/"over": "gto",//'
plant sim/campaign/papers/papers.json sim/campaign/test_tables test_shares \
    "Fig. 10 counts coherent loads" 's/loads.divergent_fully_cached/loads.coherent_fully_cached/'
plant sim/campaign/papers/sensitivity.json sim/campaign/test_tables test_mshrs_and_allocation \
    "Fig. 13 over each one's own" 's/"over": "gto MSHR 32"/"over": "gto MSHR 64"/'
plant sim/campaign/figures.c sim/campaign/test_tables test_smr \
    "means of IPC are arithmetic" 's/mean_by(f->mean, /mean_by(ARITHMETIC, /'
plant sim/campaign/figures.c sim/campaign/test_tables test_mshrs_and_allocation \
    "Fig. 14 upside down" 's/system_at(f, first, 0, over)/system_at(f, first, 1, over)/'
plant sim/campaign/campaign_measure.c sim/campaign/test_tables test_ipc \
    "limits of the best are left out" 's/system_choose(systems, i, tried); i++/system_choose(systems, i, tried); i += 5/'
plant sim/campaign/claims_sweep.c sim/campaign/test_claims test_a_trend_by_hand \
    "a trend's steps are from its first" 's/strcpy(before, name)/strcpy(before, first)/'
plant sim/campaign/claims_sweep.c sim/campaign/test_claims test_a_trend_by_hand \
    "a trend ends with its highest" 's/claim_take_means(k, m, values, m->wanted, 1, 100)/(void)0/'
plant sim/campaign/claims_measure.c sim/campaign/test_claims test_an_order_by_hand \
    "an order counts kernels that lack one side" 's/            ones\[i\] = others\[i\] = NAN;/;/'
plant sim/campaign/claims_measure.c sim/campaign/test_claims test_an_order_by_hand \
    "an order upside down" 's/mean_by((mean_kind)kind, ones, count) . mean_by((mean_kind)kind, others, count)/mean_by((mean_kind)kind, others, count) \/ mean_by((mean_kind)kind, ones, count)/'
plant sim/campaign/campaign_measure.c sim/campaign/test_campaign test_a_quotient_over_seeds \
    "a seed that is missing is left out" 's/        if (isnan(values\[i\]))/        if (isnan(values[i]) \&\& i == 0)/'
plant sim/campaign/campaign_measure.c sim/campaign/test_campaign test_a_quotient_over_seeds \
    "the first seed stands for all" 's/count == 1 ? values/count ? values/'
plant sim/campaign/campaign_measure.c sim/campaign/test_campaign test_a_quotient_over_seeds \
    "a kernel of a file has as many runs as there are seeds" 's/if (k \&\& k->kind != KERNEL_BUNDLED)/if (false)/'
plant sim/campaign/terms/statistics.c sim/campaign/test_campaign test_means \
    "one value has no deviation" 's/return seen ? sqrt(sum/return seen > 1 ? sqrt(sum/'
plant sim/campaign/figures.c sim/campaign/test_tables test_lines_of_a_sweep \
    "lines and rows are exchanged" 's/systems, line + row \* lines, k.system/systems, row + line * values, k.system/'
plant sim/campaign/figures.c sim/campaign/test_tables test_lines_of_a_sweep \
    "values in another order" 's/systems, line + row \* lines, k.system/systems, line + (values - 1 - row) * lines, k.system/'
plant sim/campaign/campaign_measure.c sim/campaign/test_search test_curve \
    "the lowest is the highest" 's/row->lowest ? -sum : sum/sum/'
plant sim/campaign/claims_sweep.c sim/campaign/test_group_sizes best_of_a_sweep \
    "of equal ones a policy's last is its best" 's/if (mean > own\[p\].best)/if (mean >= own[p].best)/'
plant sim/campaign/figures.c sim/campaign/test_campaign test_a_mean_is_of_the_whole_group \
    "a mean of the kernels that are there" 's/whole \&\& missing ? NAN/false ? NAN/'
plant sim/campaign/terms/system.c sim/campaign/test_campaign test_every_value \
    "the highest value is left out" 's/value <= most/value < most/'
plant sim/machine/machine.c sim/campaign/test_campaign test_every_value \
    "what other keys allow of a key is not seen" 's/(highest) < \*most/(highest) < 1/'
plant sim/campaign/html/text.c sim/campaign/test_html test_escaping \
    "the end of a script stands in the data" "s/\*c == '<' || //"
plant sim/campaign/html/text.c sim/campaign/test_html test_escaping \
    "a surrogate passes for UTF-8" 's/text\[1\] > 0x9f/text[1] > 0xbf/'
plant sim/campaign/html/data.c sim/campaign/test_html test_runs \
    "a run under the system beside its own" 's/"system", (int)system)/"system", (int)system ^ 1)/'
plant sim/campaign/html/sweeps.c sim/campaign/test_html test_sweeps \
    "a value under the system before its own" 's/html_number(value), (int)s)/html_number(value), (int)s - 1)/'
plant sim/campaign/html/details.c sim/campaign/test_html test_sources \
    "PTX is looked for in the working directory" 's/source_resolve(path, name, ptx)/snprintf(ptx, SIMULATOR_PATH, "%s", name)/'
plant sim/campaign/html/page.c sim/campaign/test_html test_page \
    "the title as it is" "s/text\[i\] == '<' || //"
plant sim/campaign/engine/search.c sim/campaign/test_search test_curve \
    "a point of the curve stands beside the next one's value" 's/low + i, run);/low + i + 1, run);/'
plant sim/campaign/engine/search.c sim/campaign/test_search test_curve \
    "the best is the last" 's/if (best && run == best)/if (best)/'
plant sim/campaign/campaign_measure.c sim/campaign/test_search test_curve \
    "of two equal ones the higher limit is the best" 's/ || here <= highest/ || here < highest/'
plant sim/campaign/papers/oaws_paper.json sim/campaign/test_tables test_smr \
    "five are four" 's/"most": 5/"most": 4/'
plant sim/campaign/papers/oaws_paper.json sim/campaign/test_tables test_ipc \
    "one group of the paper's two in its tables" 's/"coherent,divergent"/"coherent"/'
plant sim/campaign/terms/system_words.def sim/campaign/test_campaign test_systems \
    "a static miss rate is taken for a limit" 's/"SMR",   "policy.smr"/"SMR",   "policy.age_period"/'
plant sim/campaign/simulator/blocks.c sim/campaign/test_tables test_claims \
    "storage of an SM of eight warps" 's/block_params_of(m, 1, params);/machine other = *m; other.core.warps = 8, block_params_of(\&other, 1, params);/'
plant sim/campaign/papers/oaws_paper.json sim/campaign/test_tables test_claims \
    "O16 begins at SMR 30" 's/SMR 35,40,45/SMR 30,40,45/'
plant sim/campaign/papers/oaws_paper.json sim/campaign/test_tables test_words \
    "O21 does not see 64 MSHRs" 's/gto MSHR 32,48,64,96"/gto MSHR 32,48,96"/'
plant sim/campaign/papers/oaws_paper.json sim/campaign/test_tables test_means \
    "O22 ends at 64 MSHRs" 's/static MSHR 32,48,64,96"/static MSHR 32,48,64"/'
plant sim/campaign/papers/oaws_paper.json sim/campaign/test_tables test_claims \
    "O14 is held against O12" 's/"above O13"/"below O13"/'
plant sim/campaign/papers/oaws_paper.json sim/campaign/test_tables test_claims \
    "O1 is an arithmetic mean" '/"id": "O1",/,/"up"/s/"mean": "geometric"/"mean": "arithmetic"/'
plant sim/campaign/papers/oaws_paper.json sim/campaign/test_tables test_tally \
    "O31 counts issues" 's/"part": "issue.held_oldest_8"/"part": "issue.oldest_8"/'
plant sim/campaign/claims_measure.c sim/campaign/test_tables test_claims \
    "shares are not in per cent" 's/k->measure == RATIO ? 1 : /1 ? 1 : /'
plant sim/campaign/claims_sweep.c sim/campaign/test_tables test_means \
    "of a trend the first step is its value" 's/claim_take_means(k, m, values, m->wanted, 1, 100);/m->value = (whole_mean(c, k, first, seed) - 1) * 100;/'
plant sim/campaign/claims_sweep.c sim/campaign/test_tables test_tally \
    "a trend's highest point is its last" 's/m->highest = fmax(m->highest, \(.*\));/m->highest = \1;/'
plant sim/campaign/campaign_measure.c sim/campaign/test_group_by_test test_group \
    'a kernel aside is in all' 's/!aside \&\& (is_word/(is_word/'
plant sim/campaign/file/campaign_kernels.c sim/campaign/test_group_by_test test_group \
    'no kernel stands aside' 's/= json_is_true(given)/= false/'
plant sim/campaign/campaign_measure.c sim/campaign/test_group_by_test test_group \
    "3 times faster is not enough" 's/: value >= group->bound/: value > group->bound/'
plant sim/campaign/claims_measure.c sim/campaign/test_group_by_test test_claims \
    "the largest gain is the least" 's/fmin(m->value, values/fmax(m->value, values/'
plant sim/campaign/papers/ccws.json sim/campaign/test_group_by_test test_claims \
    "C3 is of another mean" 's/"order", "mean": "arithmetic"/"order", "mean": "geometric"/'
plant sim/campaign/claims_measure.c sim/campaign/test_group_by_test test_claims \
    "optimal replacement is LRU" 's/round_robin, WAYS, true/round_robin, WAYS, false/'
plant sim/campaign/claims.c sim/campaign/test_group_by_test test_claims \
    "a bound claims a size" 's/strcmp(reference + 1, k->value) == 0/false/'
plant sim/campaign/campaign_measure.c sim/campaign/test_group_by_share test_groups \
    "a tenth is more than a tenth" 's/ABOVE ? value > group->bound/ABOVE ? value >= group->bound/'
plant sim/campaign/papers/bucl.json sim/campaign/test_group_by_share test_groups \
    "un-coalesced is divergent" '/"name": "un-coalesced"/,/bound/s/loads.uncoalesced/loads.divergent/'
plant sim/campaign/claims_measure.c sim/campaign/test_group_by_share test_claims \
    "the largest growth is the least" 's/fmin(m->value, growths/fmax(m->value, growths/'
plant sim/campaign/claims_measure.c sim/campaign/test_group_by_share test_no_limit \
    "no limit is a limit of none" 's/ : simulator_machine_warps(.*);/ : 0;/'
plant sim/campaign/papers/bucl.json sim/campaign/test_group_by_share test_claims \
    "hit rates are those of the baseline" '/"id": "B8"/,/B11/s/"whole": "l1d.load_accesses"/"whole": "l1d.load_hits"/'
plant sim/campaign/papers/bucl.json sim/campaign/test_group_by_share test_capacities \
    "Fig. 4 over the IPC with 128 KB" '/"id": "fig4"/,/ipc/s/"over": "gto"/"over": "gto @bucl_128k"/'
plant sim/campaign/papers/bucl.json sim/campaign/test_group_by_share test_sizes_of_machines \
    "48 KB of 4 ways" '/bucl_48k/s/, "l1d.ways": 6//'
plant sim/campaign/papers/owl.json sim/campaign/test_group_sizes points_of_the_baseline \
    "W6 is of CTA-Aware's IPC" '/"id": "W6"/,/"up"/s/"points"/"change"/'
plant sim/campaign/papers/owl.json sim/campaign/test_group_sizes points_of_the_baseline \
    "W13 is of round robin's hit rate" '/"id": "W13"/,/"up"/s/"whole": "1"/"whole": "l2.hit_rate"/'
plant sim/campaign/claims_measure.c sim/campaign/test_group_sizes points_of_the_baseline \
    "points of its own cycles" 's/^        values.i. = quotient_of(c, names.i., k->systems, c->file->baseline,/        values[i] = quotient_of(c, names[i], k->systems, k->systems,/'
plant sim/campaign/papers/owl.json sim/campaign/test_group_sizes best_of_pairs \
    "the best of ten pairs" '/"searches"/s/lower 0,8,16,24,32/lower 0,8/'
plant sim/campaign/papers/owl.json sim/campaign/test_group_sizes best_of_pairs \
    "Fig. 11 over OWL" '/"id": "fig11best"/,/ipc/s/"over": "lrr"/"over": "owl"/'
plant sim/campaign/claims_sweep.c sim/campaign/test_group_sizes best_of_a_sweep \
    "the last policy alone" 's/points.n..sum += mean;/points[n].sum = mean;/'
plant sim/campaign/claims_measure.c sim/campaign/test_group_sizes gains_and_reductions \
    "the registers of one controller" 's/(all ? simulator_machine_controllers(own) : 1)/1/'
plant sim/campaign/claims_measure.c sim/campaign/test_group_sizes gains_and_reductions \
    "what is left is taken for the reduction" 's/k->measure == REDUCTION ? -100 : 100/100/'
plant sim/campaign/campaign_measure.c sim/campaign/test_group_sizes types_are_computed \
    "below is at most" 's/value < group->bound/value <= group->bound + 1/'
plant sim/campaign/benchmarks.c sim/campaign/test_group_sizes tables \
    "the first number of a kernel, whatever its name" 's/json_object_get(find(file, kernel)->says, name)/json_object_iter_value(json_object_iter(find(file, kernel)->says))/'
plant sim/campaign/terms/system.c sim/campaign/test_campaign test_system_lists \
    "each list begins anew" 's/^    \*index -= left ? all : 0;/    ;/'
plant sim/campaign/claims_sweep.c sim/campaign/test_claims test_measuring \
    "no value is no loss" 's/return NAN;/continue;/'
plant sim/campaign/claims.c sim/campaign/test_claims test_verdicts \
    "a tenth is a fifth" 's/claimed) \/ 10 ?/claimed) \/ 5 ?/'
plant sim/campaign/claims.c sim/campaign/test_tables test_claims \
    "a third is a half" 's/claimed) \/ 3 ?/claimed) \/ 2 ?/'
plant sim/campaign/claims.c sim/campaign/test_claims test_verdicts \
    "0.99 per cent has a direction" 's/fabs(change) < NO_DIRECTION/fabs(change) < NO_DIRECTION \/ 2/'
plant sim/campaign/claims.c sim/campaign/test_tables test_tally \
    "above is below" 's/direction\[0\] == '"'"'a'"'"' ? 1 : -1/direction[0] == '"'"'b'"'"' ? 1 : -1/'
plant sim/campaign/claims.c sim/campaign/test_claims test_trends \
    "steps against a trend are not looked at" 's/k->measure == TREND \&\& /false \&\& /'
plant sim/campaign/claims.c sim/campaign/test_tables test_tally \
    "wrong ones are counted as right" 's/t->directions\[row->verdict.direction\]++/t->directions[DIRECTION_RIGHT]++/'
plant sim/campaign/terms/statistics.c sim/campaign/test_tables test_claims \
    "standard deviation of a sample" 's/sqrt(sum \/ seen)/sqrt(sum \/ (seen - 1))/'
plant sim/campaign/terms/statistics.c sim/campaign/test_tables test_means \
    "the harmonic mean is geometric" \
    's/return 1 \/ mean_of(values, count, inverse)/return geometric_mean(values, count)/'
plant sim/campaign/campaign_measure.c sim/campaign/test_tables test_claims \
    "O30 counts the first of two numbers" 's/strtok_r(NULL, "+", &rest)/NULL/'
plant sim/campaign/campaign_measure.c sim/campaign/test_tables test_swl \
    "the best limit is the last one" 's/ || here <= highest//'
plant sim/campaign/figures.c sim/campaign/test_tables test_swl \
    "the paper's limit does not stand beside the best" 's/if (!isnan(printed))/if (false)/'
plant sim/campaign/papers/oaws_paper.json sim/campaign/test_tables test_claims \
    "what the paper says of CCWS is measured with the cutoff" 's/"systems": "ccws-priority", "over": "gto"/"systems": "ccws", "over": "gto"/'
plant sim/campaign/campaign_measure.c sim/campaign/test_tables test_occlusion \
    "a kernel without such loads counts as 0" 's/divisor == 0 ? NAN :/divisor == 0 ? 0 :/'
plant sim/campaign/campaign.c sim/campaign/test_campaign test_keys \
    "the program is its file" 's/c->program_hash = program_sum;/c->program_hash = hash_stream(HASH_START, file);/'
plant sim/campaign/campaign.c sim/campaign/test_campaign test_keys \
    "a bundled kernel travels in the program" 's/kernel_sum_of(k->word)/""/'
plant sim/campaign/baseline.c sim/campaign/test_baseline test_baseline \
    "the baseline is always this program's" 's/if (c->program_hash == program_sum)/if (true)/'
plant sim/campaign/baseline.c sim/campaign/test_baseline test_baseline \
    "the runs of every machine" 's/line == text || is_ours(c, line)/true/'
plant sim/campaign/store/store_pack.c sim/campaign/test_baseline test_baseline \
    "the first baseline stays" 's/REPLACE INTO programs/INSERT OR IGNORE INTO programs/'
plant sim/campaign/store/store_pack.c sim/campaign/test_baseline test_pack \
    "all rows are packed" 's/ FROM main.runs WHERE key = ?/ FROM main.runs WHERE key <> ?/'
plant sim/campaign/reproduce.c sim/campaign/test_reproduce test_limit_of_time \
    "however long it takes" 's/p->left = cost.seconds + more_seconds(r, p) > seconds;/p->left = false;/'
plant sim/campaign/reproduce.c sim/campaign/test_reproduce test_share \
    "dear ones first" 's/here < lowest/here > lowest/'
plant sim/campaign/reproduce.c sim/campaign/test_reproduce test_choice \
    "the first ones of a table" 's/p->hash < best->hash/false/'
plant sim/campaign/reproduce.c sim/campaign/test_reproduce test_share \
    "each figure is of the runs of those before it, too" 's/    forget_asked(r);/    ;/'
plant sim/campaign/reproduce.c sim/campaign/test_reproduce test_differences \
    "what differs is equal" 's/if (now == p->value)/if (!isnan(now))/'
plant sim/campaign/campaign_runs.c sim/campaign/test_campaign test_keys \
    "a kernel that does the same for each seed is run for each" 's/ \&\& !run.kernel->same_run//'
plant sim/campaign/campaign_runs.c sim/campaign/test_campaign test_keys \
    "a limit of all warps is a limit" 's/10) >= most)/10) > most)/'
plant sim/campaign/plans.c sim/campaign/test_campaign test_what_cannot_be_built \
    "the machine is not looked at" 's/return check_system(c, tried, wanted);/return true;/'
plant sim/campaign/engine/display.c sim/campaign/test_campaign test_time_to_go \
    "runs that only a table asked for take time" \
    's/wanted += run->planned/wanted += 1/'
plant sim/campaign/engine/display.c sim/campaign/test_display test_words \
    "runs that failed are to go" 's/planned - good - failed/planned - good/'
plant sim/campaign/engine/display.c sim/campaign/test_display test_words \
    "the youngest is the slowest" 's/run->began < slowest->began/run->began > slowest->began/'
plant sim/campaign/engine/display.c sim/campaign/test_display test_pipe \
    "a pipe is a terminal" 's/d->terminal ? REDRAW_SECONDS : LINE_SECONDS/REDRAW_SECONDS/'
plant sim/campaign/store/store.c sim/campaign/test_store test_store_made_at_once \
    "who makes a store does not look again" 's/(tables > 0 || make_table/(make_table/'
plant sim/campaign/engine/sealed.c sim/campaign/test_engine test_sealed \
    "a pipe is waited for" 's/input_open(path, \&why)/fopen(path, "rb")/;s/const char \*why;//'
plant sim/campaign/store/store.c sim/campaign/test_store test_store_names \
    "a name of SQLite's is no file" 's/^    store_place(path, place);/    snprintf(place, sizeof place, "%s", path);/'
plant sim/campaign/store/store_pack.c sim/campaign/test_store test_store_names \
    "a store is packed into a name of SQLite's" 's/^    store_place(path, place);/    snprintf(place, sizeof place, "%s", path);/'
plant sim/campaign/claims.c sim/campaign/test_last_cta test_last_cta \
    "a time that remains is its own change" 's/k->measure == REMAINS ? value - 100 : value/value/'
plant sim/campaign/papers/kaws.json sim/campaign/test_last_cta test_stalls \
    "K14 leaves idle schedulers out" '/"claims"/,$s/stalls.idle+stalls.scoreboard/stalls.scoreboard/'
plant sim/campaign/papers/kaws.json sim/campaign/test_last_cta test_tables \
    "Fig. 6 over the scheduler's own cycles" '/"id": "fig6",/,/"id": "fig6each"/s/"over": "lrr",//'
plant sim/campaign/store/store_row.c sim/campaign/test_store test_store_planted_result \
    "a sum of values, whatever their columns" 's/s->columns\[i\].hash/0/'
plant sim/campaign/store/store_row.c sim/campaign/test_store_rows test_batch \
    "what failed is kept" 's/"ROLLBACK"/"COMMIT"/'
plant sim/campaign/store/store_row.c sim/campaign/test_store_rows test_columns_of_two \
    "a column that another process has made" 's/    if (column < 0) { .*/    if (false) {/'
plant sim/campaign/store/store_row.c sim/campaign/test_store_rows test_machine_text \
    "one machine for all" 's/s->machine_text \&\& strcmp(s->machine_text, text) == 0/s->machine_text/'
plant sim/campaign/store/store_row.c sim/campaign/test_store_rows test_full_disk \
    "a full disk is none" '/^bool store_commit/,/^}/s/if (!good)/if (!good \&\& (good = true))/'
plant sim/campaign/store/store_row.c sim/campaign/test_store_mutated test_mutants \
    "damaged rows are believed" 's/    if ((int64_t)sum != .*/    if (false)/'
plant sim/campaign/store/store_row.c sim/campaign/test_store_damage test_tables \
    "a machine may be lost" 's/    return store_has_machine(.*/    return true;/'
plant sim/campaign/store/store_check.c sim/campaign/test_store_damage test_tables \
    "names of columns are not summed" 's/sqlite3_column_int64(statement, 1) == names_sum(s)/true/'
plant sim/campaign/store/store_check.c sim/campaign/test_store_damage test_tables \
    "lost rows are not counted" 's/sqlite3_column_int64(statement, 0) != s->kept/false/'
plant sim/campaign/store/store_check.c sim/campaign/test_store_damage test_tables \
    "no page is looked at" 's/(!seen || strcmp(seen, "ok") != 0)/false/'
plant sim/campaign/store/store_check.c sim/campaign/test_store_damage test_tables \
    "any trigger is a store's" '/^static bool check_triggers/,/^}/s/if (seen)/if (false)/'
plant sim/campaign/store/store_check.c sim/campaign/test_store_damage test_tables \
    "a count of fewer rows than there are is believed" 's/(s->kept < 0 || (uint64_t)s->kept < there)/s->kept < 0/'
plant sim/campaign/store/store_check.c sim/campaign/test_store_damage test_tables \
    "a text is a number of rows" 's/sqlite3_column_type(statement, 0) != SQLITE_INTEGER/false/'
plant sim/campaign/store/store_repair.c sim/campaign/test_store_damage test_repair \
    "a store is repaired into one that is there" 's/access(path, F_OK) == 0/false/'
plant sim/campaign/store/store_rows.c sim/campaign/test_store_rows test_reader_holds_nobody \
    "a lock while a reader looks" 's/^        sqlite3_reset(row);/        ;/'
plant sim/campaign/store/store_rows.c sim/campaign/test_store_rows test_order \
    "10 before 2" 's/COLLATE numbers//g'
plant sim/campaign/store/store.c sim/campaign/test_store_rows test_read_only \
    "written to when hours are over" 's/use != STORE_MAKE || try_writing/true || try_writing/'
plant sim/campaign/store/measured.c sim/campaign/test_store_rows test_round_trip \
    "nested numbers lose their group" 's/snprintf(path, sizeof path, "%s%s", before, name)/snprintf(path, sizeof path, "%s%s", "", name)/'
plant sim/campaign/claims.c sim/campaign/test_claim_seeds test_changes \
    "a change within its interval has a direction" 's/ || lies_within(m, m->value - change)//'
plant sim/campaign/claims.c sim/campaign/test_claim_seeds test_what_remains \
    "of what remains 0 is no change" 's/lies_within(m, m->value - change)/lies_within(m, 0)/'
plant sim/campaign/claims.c sim/campaign/test_claim_seeds test_levels \
    "levels whose own intervals meet are one" 's/if (m->seeds != other->seeds)/if (true)/'
plant sim/campaign/claims.c sim/campaign/test_claim_seeds test_levels \
    "a level is another whatever its interval" 's/are_one_level(m, &other) ? 0 : //'
plant sim/campaign/claims.c sim/campaign/test_claim_seeds test_text \
    "an interval is not shown" 's/m.seeds > 1 ? row.half : ""/""/'
plant sim/campaign/claims_measure.c sim/campaign/test_claim_seeds test_changes \
    "the mean of the geometric means is that of the means" 's/^    m->value = of.mean;/    ;/'
plant sim/campaign/claims_measure.c sim/campaign/test_claim_seeds test_changes \
    "a kernel that lacks a seed counts in the others" 's/if (isnan(values\[i\]))$/if (isnan(values[i]) \&\& seed == ALL_SEEDS)/'
plant sim/campaign/claims_sweep.c sim/campaign/test_claim_seeds test_a_trend \
    "a step within its interval goes against a trend" 's/spread_covers(&step, 1) ? 0 : //'
plant sim/campaign/claims_measure.c sim/campaign/test_claim_seeds test_least_and_order \
    "an order is that of the first seed" 's/k->systems, k->part, seed)/k->systems, k->part, 0)/'
plant sim/campaign/claims_measure.c sim/campaign/test_claim_seeds test_least_and_order \
    "the interval is that of another kernel" 's/take_seeds_of(c, k, least,/take_seeds_of(c, k, names[count - 1],/'
plant sim/campaign/claims_measure.c sim/campaign/test_claim_seeds test_the_furthest \
    "the furthest has no interval" 's/^    take_seeds_of(c, k, own.kernel, own.system, 1, 100, m);/    ;/'
plant sim/campaign/claims_measure.c sim/campaign/test_claim_seeds test_a_choice \
    "a choice is a mean" 's/if (k->measure == PEAK \&\& c->n_seeds > 1)/if (false)/'
plant sim/campaign/claims_sweep.c sim/campaign/test_claim_seeds test_a_spread \
    "a spread is that of all seeds together" 's/means\[n\] = whole_mean(c, k, system, seed)/means[n] = whole_mean(c, k, system, ALL_SEEDS)/'
plant sim/campaign/html/data.c sim/campaign/test_html test_claim_half \
    "a claim on the page has no interval" 's/html_number(m.seeds > 1 ? m.half : NAN)/json_null()/'
plant sim/campaign/terms/statistics.c sim/campaign/test_spread test_student \
    "another series" 's/(k - 1) \/ k;/k \/ (k + 1.0);/'
plant sim/campaign/terms/statistics.c sim/campaign/test_spread test_interval \
    "the variance of the population" 's/squares \/ (s.count - 1)/squares \/ s.count/'
plant sim/campaign/terms/statistics.c sim/campaign/test_spread test_coverage \
    "a degree of freedom more" 's/student_quantile(0.95, s.count - 1)/student_quantile(0.95, s.count)/'
plant sim/campaign/store/lookup.c sim/campaign/test_lookup test_lookup_finds \
    "a table that grows forgets" 's/= old.entries\[i\];/= (lookup_entry){ 0 };/'
plant sim/campaign/store/lookup.c sim/campaign/test_lookup test_lookup_is_not_linear \
    "a quarter of the table alone" 's/hash_text(HASH_START, text)/hash_text(HASH_START, text) % 65536/'
plant sim/campaign/file/campaign_systems.c sim/campaign/test_file test_what_is_read \
    "a range ends before its last value" 's/ ? steps + 1 : steps;/ ? steps : steps;/'
plant sim/campaign/file/campaign_systems.c sim/campaign/test_file_mistakes test_mistakes \
    "the second value of a key is not looked at" 's/        if (\*at != .,.)$/        if (true)/'
plant sim/campaign/file/campaign_file.c sim/campaign/test_file_limits test_too_many \
    "as many runs as one likes" 's/if (runs > CAMPAIGN_RUNS)/if (false)/'
plant sim/campaign/file/campaign_file.c sim/campaign/test_file test_cycles \
    "a file by another path is another" 's/found = strcmp(own, wanted) == 0/found = false/'
plant sim/campaign/file/campaign_complete.c sim/campaign/test_file test_what_is_read \
    "a machine that is named is not kept to" 's/named ? "" : machines/machines/'
plant sim/workload/json_place.c sim/campaign/test_file_mistakes test_mistakes \
    "a key with a dot is not found" 's/quoted = \*place == /quoted = !*place \&\& *place == /'
plant sim/campaign/engine/sealed.c sim/campaign/test_engine test_sealed \
    "a check sum that is not compared" 's/hash_bytes(HASH_START, \*text, length) == expected/true/'
plant sim/campaign/engine/sealed.c sim/campaign/test_engine test_sealed \
    "what stands behind the text is not looked at" 's/fgetc(file) == EOF/true/'
plant sim/campaign/engine/slurm_commands.c sim/campaign/test_slurm_commands blanks_of_all_kinds \
    "a line's end is an empty word" 's/strspn(at, " [^"]*r")/strspn(at, " ")/'
plant sim/campaign/engine/slurm_commands.c sim/campaign/test_engine test_options \
    "a job may be given another output" 's/"aJWoeDM"/"aJWeDM"/'
plant sim/campaign/engine/slurm_folder.c sim/campaign/test_engine test_results \
    "a result of another run" 's/strcmp(own, key) == 0/true/'
plant sim/campaign/engine/slurm_folder.c sim/campaign/test_engine test_lock \
    "two processes collect" 's/F_SETLK, &wanted) != 0/F_SETLK, \&wanted) > 0/'
plant sim/campaign/engine/slurm_batch.c sim/campaign/test_engine test_batches \
    "every task begins with the first run" 's/.first = b->n_entries, .n = (unsigned)n/.first = 0, .n = (unsigned)n/'
plant sim/campaign/engine/memory.c sim/campaign/test_engine test_memory_needed \
    "the last run counts, not the largest" 's/if (peak_kb > \*peak)/if (true)/'
plant sim/campaign/engine/memory.c sim/campaign/test_engine test_memory \
    "a number behind blanks is none" 's/strspn(at, ": .t")/strspn(at, ":")/'
plant sim/campaign/sheet_svg.c sim/campaign/test_sheet test_script \
    "a line goes on where a value is not there" 's/"NaN"/"0"/'
plant sim/campaign/sheet_svg.c sim/campaign/test_sheet test_script \
    "a title ends its text" "s/fputs(\"''\", file)/fputs(\"'\", file)/"
plant sim/campaign/sheet_svg.c sim/campaign/test_sheet test_picture \
    "a name ends the XML" 's/brackets >= 2/brackets > 2/'
plant sim/campaign/sheet_svg.c sim/campaign/test_sheet test_picture \
    "a name that is cut in a letter is no UTF-8" '/^static void put_quoted/,/^}/s/plain_copy(text)/strdup(text)/'
plant sim/campaign/sheet.c sim/campaign/test_sheet test_nasty_names \
    "a bar in a kernel's name makes a column" 's/        plain_markdown(file, s->rows\[row\]);/        plain_put(file, s->rows[row]);/'
plant sim/campaign/file/campaign_systems.c sim/campaign/test_file_mistakes test_mistakes \
    "a policy may stand twice in a list" 's/strcspn(at, joint) == length \&\& memcmp/false \&\& memcmp/'
plant sim/campaign/engine/worker.c sim/campaign/test_engine test_reasons \
    "a failed run is named twice" 's/return simulator_policy_exists(name) ? end + 2 : message;/return message;/'
plant sim/campaign/engine/worker.c sim/campaign/test_engine test_reasons \
    "whatever stands before a colon is a name" 's/return simulator_policy_exists(name) ? end + 2 : message;/return end + 2;/'
plant sim/campaign/sheet_curve.c sim/campaign/test_sheet test_curve \
    "a curve stands on its head" 's/(d->high - value) \//(value - d->low) \//'
plant sim/campaign/sheet_curve.c sim/campaign/test_sheet test_curve \
    "the axis of the key's values is even" 's/return high > low ? (number_of(s, row) - low) \/ (high - low) : 0/return (double)row \/ (s->n_rows - 1)/'
plant sim/campaign/sheet.c sim/campaign/test_sheet test_curve "the table comes before the curve" 's/^    sheet_curve(s, file);$//'
plant sim/campaign/sheet_svg.c sim/campaign/test_sheet test_script "the axis of a picture has no name" 's/put_quoted(s->axis, file)/put_quoted("", file)/'
plant sim/campaign/figures.c sim/campaign/test_tables test_axes "the axis has no unit" 's/else if (\*part \&\& \*whole \&\& !same)/else if (false)/'
plant sim/campaign/engine/worker.c sim/campaign/test_engine test_reasons "a notice is why a run failed" 's/strncmp(line, notice, sizeof notice - 1) == 0/false/'
plant sim/campaign/engine/slurm_queue.c sim/campaign/test_slurm_runs test_losing \
    "a run has one try more" 's/p->tries < s->campaign->slurm.tries/p->tries <= s->campaign->slurm.tries/'
plant sim/campaign/engine/slurm_submit.c sim/campaign/test_slurm_runs test_sending \
    "a task is as short as may be" 's/    if (seconds > 0 \&\& SLICE_SECONDS/    if (false \&\& SLICE_SECONDS/'
plant sim/campaign/engine/memory.c sim/campaign/test_memory_of_groups test_memory_of_groups \
    "the outermost group has no limit" 's/strlen(folder) >= outermost/strlen(folder) > outermost/'
plant sim/campaign/results/diff.c sim/campaign/test_diff test_figures \
    "the first run of a store is nobody's" 's/for (unsigned i = 0; i < d->second->n_groups; i++)/for (unsigned i = 1; i < d->second->n_groups; i++)/'
plant sim/campaign/terms/system.c sim/campaign/test_system test_every_value \
    "a range begins with its second value" 's/value = low; value <= most/value = low + 1; value <= most/'
plant sim/campaign/file/campaign_systems.c sim/campaign/test_file_limits test_names_and_keys_of_systems \
    "a system has a key more" 's/if (\*n_sets > SYSTEM_SETS)/if (*n_sets > SYSTEM_SETS + 1)/'
plant sim/campaign/axes.c sim/campaign/test_tables test_axes_of_a_search \
    "what a search tries is not looked at" 's/        look(c, whole, all, swept);$/        ;/'
plant sim/campaign/html/details.c sim/campaign/test_html test_what_runs_have_kept \
    "the number of a line is one of its counters" 's/ \&\& strcmp(key, "line") != 0//'
plant sim/campaign/engine/slurm_commands.c sim/campaign/test_slurm_commands test_numbers_of_answers \
    "a job's number with more behind it" 's/ || !strchr(";\\n", \*behind)) {/) {/'
plant sim/campaign/engine/slurm_commands.c sim/campaign/test_slurm_commands test_numbers_of_answers \
    "a line of ours that is not understood is passed over" 's/    return good;$/    return true;/'
plant sim/campaign/engine/slurm_commands.c sim/campaign/test_slurm_commands test_numbers_of_answers \
    "tasks are counted modulo 2^32" 's/whole_number_at(\&at, 0, UINT32_MAX, \&number) || \*at != /whole_number_at(\&at, 0, UINT64_MAX, \&number) || *at != /'
plant sim/campaign/engine/slurm_batch.c sim/campaign/test_slurm_commands test_numbers_of_batches \
    "any number is a batch's" 's/return strcmp(again, name) == 0;/return true;/'
plant sim/campaign/engine/slurm_batch.c sim/campaign/test_slurm_commands test_numbers_of_batches \
    "the last number has a next one" 's/UINT32_MAX - 1, \&value/UINT32_MAX, \&value/'
plant sim/campaign/store/store_check.c sim/campaign/test_store_damage test_words \
    "what was put is read when the rows can be counted" 's/(SELECT count(\*) FROM kept) FROM kept"/(SELECT count(*) FROM kept), (SELECT count(*) FROM runs NOT INDEXED) FROM kept"/'
plant sim/campaign/store/store_rows.c sim/campaign/test_store_damage test_cuts \
    "a row that is met twice is two" 's/^    list_each_once(rows);//'
plant sim/campaign/store/store_row.c sim/campaign/test_store_damage test_bits \
    "a sum is over whole numbers alone" 's/if (i != STORE_CHECK_SUM_COLUMN)/if (i != STORE_CHECK_SUM_COLUMN \&\& value.kind != STORE_REAL)/'
plant sim/campaign/campaign_measure.c sim/campaign/test_sums test_long_sums \
    "a sum of numbers ends after 159 characters" 's/char \*words = strdup(paths), \*rest;/char *words = strndup(paths, 159), *rest;/'
plant sim/campaign/engine/slurm_batch.c sim/campaign/test_slurm_folder test_batches \
    "a batch that another has written is taken away" '/cannot be made: %m/{n;s/return false;/slurm_batch_remove(f, b->number); return false;/}'
plant sim/campaign/engine/slurm_queue.c sim/campaign/test_slurm_runs test_brought_by_another \
    "the store is not asked for what is lost" 's/return campaign_look_up(.*/return true;/'
plant sim/campaign/engine/slurm_collect.c sim/campaign/test_slurm_runs test_a_result_that_stays \
    "a result that stays is taken again" 's/if (slurm_is_done(n->slurm, run))/if (false)/'
plant sim/campaign/store/store_wait.c sim/campaign/test_store_load test_processes \
    "a writer gives up though others go on" 's/STILL_SECONDS 5/STILL_SECONDS 0.05/; s/changed(w) || //'
plant sim/campaign/engine/slurm.c sim/campaign/test_slurm_runs test_left_at_the_end \
    "a batch that could not go stays" 's/slurm_visit(&s->folder, "batches", remove_forgotten, s);/;/'
plant sim/campaign/engine/slurm.c sim/campaign/test_slurm_runs test_begun_at_the_end \
    "what a killed task had begun stays" 's/!batches \&\& i < SLURM_RESULT_FOLDERS/i < 0/'
plant sim/campaign/engine/slurm.c sim/campaign/test_slurm_runs test_begun_at_the_end \
    "what a task of another is writing goes" 's/!batches \&\& i </i </'
plant sim/campaign/engine/slurm.c sim/campaign/test_slurm_runs test_away_at_the_end \
    "a folder that is away is not waited for" 's/until = progress_seconds() + CLEAN_SECONDS/until = 0 * CLEAN_SECONDS/'
plant sim/campaign/engine/slurm_commands.c sim/campaign/test_slurm_commands test_environment \
    "the environment hides jobs" 's/unsetenv(filters\[i\]);/;/'
plant sim/campaign/engine/worker.c sim/campaign/test_engine test_reports \
    "a report that says nothing of its results is good" 's/verified && !json_is_false(verified)/!json_is_false(verified)/'
plant sim/campaign/campaign_runs.c sim/campaign/test_campaign test_no_run \
    "a run more than there is room for" 's/if (c->n_runs == c->room)/if (c->n_runs > c->room)/'
plant sim/campaign/campaign.c sim/campaign/test_campaign test_too_many_to_count \
    "more runs than 64 bits hold are none" 's/^            return UINT64_MAX;/            return 0;/'
plant sim/campaign/html/data.c sim/campaign/test_html test_seeds_failures_and_limits \
    "the bound of each run is another" 's/cycles a run", c->max_cycles)/cycles a run", c->max_cycles + 1)/'
plant sim/campaign/sheet_curve.c sim/campaign/test_sheet test_more_columns_than_letters \
    "one column too many has no letter" 's/s->n_columns - LETTERS);/s->n_columns - LETTERS + 1);/'
plant sim/campaign/sheet_svg.c sim/campaign/test_sheet test_no_gnuplot \
    "gnuplot is wherever there is a PATH" '/^static bool find_gnuplot/,/^}/s/^    return false;/    return true;/'
plant sim/campaign/engine/local.c sim/campaign/test_local test_killed \
    "a worker that is killed is tried twice" 's/] < KILLS)/] < KILLS - 1)/'
plant sim/campaign/engine/display.c sim/campaign/test_display test_end_on_a_terminal \
    "a pipe has its line taken away" 's/if (d->terminal && d->drawn)/if (d->drawn)/'
plant sim/campaign/store/store_pack.c sim/campaign/test_store_faults test_pack_that_is_refused \
    "half of a pack stays" 's/"ROLLBACK"/"COMMIT"/'
plant sim/campaign/store/store_row.c sim/campaign/test_store_disk test_adding \
    "a row that the disk did not take was put" 's/^    return store_commit(s, message, size);/    store_commit(s, message, size);\n    return true;/'
plant sim/campaign/store/store_rows.c sim/campaign/test_store_damage test_pages \
    "no row is looked for behind a page that is gone" 's/last < most; last++/last < 0; last++/'
plant sim/campaign/store/store_rows.c sim/campaign/test_store_damage test_rows_that_go \
    "rows that cannot be looked for are none" '/^store_rows .store_select/,/^}/s/rows = NULL;/;/'
plant sim/campaign/store/store_check.c sim/campaign/test_store_damage test_tables \
    "of two counts the first is believed" 's/sqlite3_column_int64(statement, 2) != 1/0/'
plant sim/campaign/store/store_check.c sim/campaign/test_store_damage test_tables \
    "a column may have any name" "s/sql\[strspn(sql, number_letters)\] != '\"'/0/;s/sql += strspn(sql, number_letters) + 1/sql += strcspn(sql, \"\\\\\"\") + 1/"
plant sim/campaign/file/campaign_kernels.c sim/campaign/test_file_limits test_one_more_included \
    "there is room for as many machines as kernels, in words" 's/machines, expected at most that", CAMPAIGN_MACHINES/machines, expected at most that", CAMPAIGN_KERNELS/'
plant sim/campaign/html/text.c sim/campaign/test_html test_escaping \
    "a character goes on with any byte" 's/if ((text\[i\] & 0xc0) != 0x80)/if (0)/'
plant sim/campaign/plans.c sim/campaign/test_campaign test_search_without_results \
    "the best of stored results is not looked for" 's/tried || c->stored_only ? campaign_find/tried ? campaign_find/'
plant sim/campaign/figures.c sim/campaign/test_tables test_rows_of_runs \
    "a row of a system that is not there" '/^static void fill_runs/,/^}/s/if (!is_built(c, system))/if (0)/'
plant sim/campaign/results/grid.c sim/campaign/test_diff test_labels_of_a_broken_table \
    "labels stand in the first part alone" 's/^    return n;/    return 0 * n;/'
plant sim/campaign/results/diff.c sim/campaign/test_diff test_machines \
    "a machine is told for each of its runs" 's/^        lookup_add(&told, pair, 0);/        ;/'
plant sim/campaign/axes.c sim/campaign/test_system test_axes_of_lists \
    "a list sweeps what the one before it does" 's/const uint64_t swept = find_swept(list, all);/static uint64_t swept; swept |= find_swept(list, all);/'
plant sim/campaign/campaign_runs.c sim/campaign/test_run_keys test_what_keys_depend_on \
    "a kernel that is another has the same key" 's/fprintf(file, "source %s.n", run->kernel->source);/;/'
plant sim/campaign/campaign_measure.c sim/campaign/test_system test_words_of_a_search \
    "the machine of a search is said twice" 's/from ? from + length : "")/from ? from : "")/'
plant sim/campaign/reproduce.c sim/campaign/test_reproduce test_chosen_again \
    "what was chosen before stays so" 's/r->parts\[i\].chosen = r->parts\[i\].left = false;/;/'
plant sim/campaign/reproduce.c sim/campaign/test_reproduce test_nothing_to_choose \
    "what was asked for is written down after the end" 's/^    r->campaign->parts = NULL;/    ;/'
plant sim/campaign/engine/local.c sim/campaign/test_local test_room \
    "what has no room is looked at in each step" 's/l->held \&\& l->started \&\& progress_seconds/false \&\& progress_seconds/'
plant sim/campaign/engine/local.c sim/campaign/test_local test_room \
    "one run begins in a tenth of a second" 's/if (l->held \&\& l->started/if (l->started/'
plant sim/campaign/engine/display.c sim/campaign/test_display test_begun_in_any_place \
    "the first run is never begun" 's/for (unsigned i = 0; i < c->n_runs \&\& made; i++)/for (unsigned i = 1; i < c->n_runs \&\& made; i++)/'
plant sim/campaign/html/data.c sim/campaign/test_html test_cells_of_seeds \
    "behind the first run of all each is a first one" 's/last\[cell\] < 0;/last[cell] <= 0;/'
plant sim/campaign/html/data.c sim/campaign/test_html test_cells_of_seeds \
    "the first run of all never fails" '/failed_run(/,/^}/s/i >= 0/i > 0/'
plant sim/campaign/html/text.c sim/campaign/test_edges test_characters \
    "the first surrogate is a character" 's/text\[1\] > 0x9f/text[1] > 0xa0/'
plant sim/campaign/store/store.c sim/campaign/test_edges test_natural_order \
    "numbers end before a 9" "s/if (\*a >= '0' \&\& \*a <= '9' \&\& /if (*a >= '0' \&\& *a < '9' \&\& /"
plant sim/campaign/claims.c sim/campaign/test_edges test_claims_beside_their_limits \
    "the edge of an interval is none of it" 's/<= m->half;/< m->half;/'
plant sim/campaign/engine/slurm_queue.c sim/campaign/test_edges test_runs_that_tasks_are_at \
    "a task is at the same run anew each time" 's/ || slice->current == (int)at)/)/'
plant sim/campaign/file/campaign_tables.c sim/campaign/test_file_limits test_lengths \
    "an id of 30 characters is the longest" 's/strlen(id) > 31/strlen(id) > 30/'
plant sim/campaign/results/query.c sim/campaign/test_edges test_keys_that_are_set \
    "a key that is as long is the key" "s/strncmp(at, name, length) == 0 \&\& at\[length\] == '=')/at[length] == '=')/"
plant sim/campaign/html/data.c sim/campaign/test_html_data test_every_value_of_the_page \
    "the page has no sources" 's/^    json_object_set_new(object, "sources", sources);/    ;/'
plant sim/campaign/store/store_wait.c sim/campaign/test_store_wait test_waits \
    "a second wait has no time of its own" 's/ || looks == 0)/)/'
plant sim/campaign/store/store.c sim/campaign/test_edges test_order_of_equal_names \
    "zeros go on behind their text" "s/for (; b < b_end \&\& \*b == '0'; b++)/for (; b <= b_end \&\& *b == '0'; b++)/"
plant sim/campaign/axes.c sim/campaign/test_tables test_axes_of_a_search \
    "nobody is told who would read a key" 's/if (!axis->readers\[0\])/if (axis->readers[0])/'
plant sim/campaign/claims_measure.c sim/campaign/test_claim_seeds test_seeds_of_claims_alone \
    "claims have the seeds of the tables" 's/return chooses ? c->n_seeds : c->n_claim_seeds;/return c->n_seeds;/'
plant sim/campaign/claims_measure.c sim/campaign/test_claim_seeds test_seeds_of_claims_alone \
    "the furthest is chosen by seeds that tables lack" 's/k->part, k->whole, c->n_seeds);$/k->part, k->whole, c->n_claim_seeds);/'
plant sim/campaign/claims_measure.c sim/campaign/test_claim_seeds test_seeds_of_claims_alone \
    "the least of the tables is the claim's value" '/^static void take_seeds_of/,/^}/s/^    m->value = of.mean;/    m->value = isnan(m->value) ? of.mean : m->value;/'
plants_end
