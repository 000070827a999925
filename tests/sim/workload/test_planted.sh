#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Plants one bug at a time in copies of the sources of machines, jobs, workloads, report and what tb/ has for all; the case of a unit test that
# the plant names notices it (tests/lib.sh).
set -u
. tests/lib.sh
plants_in planted_product
plant sim/machine/machine.c sim/machine/test_machine test_refusals \
    '' 's/number < r->low || number > r->high/number > r->high/'
plant sim/machine/machine_file.c sim/machine/test_machine test_refusals \
    '' 's/if (row >= 0 && source->given\[row\])/if (false)/'
plant sim/machine/machine_file.c sim/machine/test_machine test_refusals \
    '' 's/source->line++;/source->line += source->line > 0;/'
plant sim/machine/check.c sim/machine/test_machine test_impossible_geometry \
    '' 's/m->core.warps % m->core.schedulers/false/'
plant sim/machine/machine.c sim/machine/test_machine test_words_of_choices \
    '' 's/NULL, words(CHOICE_WORD) + 1,/NULL, words(CHOICE_WORD),/'
plant sim/machine/block_params.c sim/machine/test_block_params test_too_large '' 's/ || !block_has(block, param->name)//'
plant sim/machine/block_params.def sim/machine/test_block_params test_params_of_machines \
    'the MSHRs of another cache' 's/l1d,  mshrs/l1i,  mshrs/'
plant sim/machine/block_params.c sim/machine/test_block_params test_too_large 'no least' 's/value >= limits.i..least \&\& //'
plant sim/machine/block_params.c sim/machine/test_block_params test_lines_of_a_row \
    'a line in two banks' 's/m->l2.line_bytes \&\& !in_row/m->l2.line_bytes \&\& false/'
plant sim/machine/block_params.c sim/machine/test_block_params test_e10_prefetch_bits \
    'sectors of a row' 's,row_bytes / m->l2.sector_bytes,row_bytes / 32,'
plant sim/machine/nearest.c sim/machine/test_machine test_edit_distance '' 's/a\[i - 1\] != b\[j - 1\]/1/'
plant sim/workload/bundled/bfs.c sim/workload/test_same_run test_descriptors \
    'a kernel that goes by its inputs is the same for each seed' 's/.build = build,/.build = build, .same_run = true,/'
plant sim/workload/bundled/mvt.c sim/workload/test_same_run test_descriptors \
    'a kernel that does not is another for each seed' 's/, .same_run = true//'
plant sim/workload/bundled/vadd.c sim/workload/test_same_run test_descriptors \
    'a launch goes by the seed' 's/"c", (int)n/"c", (int)(n - j->seed % n)/'
plant sim/workload/job.c sim/workload/test_job test_lcg '' 's/UINT32_C(1664525)/UINT32_C(1664521)/'
plant sim/workload/job.c sim/workload/test_job test_refused_steps \
    '' "s/(param->kind == .f.) == scalar_is_float/true || scalar_is_float/"
plant sim/workload/job_run.c sim/workload/test_job test_run_and_expect \
    '' 's/expect->absolute + expect->relative/expect->absolute + 2 * expect->relative/'
plant sim/workload/job_run.c sim/workload/test_job test_repeat \
    '' 's/round < step->max; round++/round <= step->max; round++/'
plant sim/workload/json_reader.c sim/workload/test_job test_refused_buffers '' 's/\*seen += \*seen == room/*seen += 0 \&\& *seen == room/'
plant sim/workload/job_run.c sim/workload/test_job_symbols test_nan_and_infinity \
    'a NaN passes for a number' 's/(isnan(got_value) \&\& isnan/(isnan(got_value) || isnan/'
plant sim/workload/job_run.c sim/workload/test_job_symbols test_nan_and_infinity \
    'infinities lie in every bound' 's/if (isfinite(apart))/if (!isnan(apart))/'
plant sim/workload/job_run.c sim/workload/test_job_symbols test_every_init \
    'a variable keeps its value in the file' 's/if (buffer->variable .. buffer->host == HOST_ZERO)/if (false)/'
plant sim/workload/job_symbols.c sim/workload/test_job_symbols test_refused_symbols '' 's/bytes != facts.bytes/bytes > facts.bytes/'
plant sim/workload/job_symbols.c sim/workload/test_job_symbols test_notices 'what a step fills' 's/if (step->kind == STEP_FILL/if (false/'
plant sim/frontend/variable_uses.c sim/workload/test_job_symbols test_notices \
    'addresses are not followed' 's/in |= mask_in(v, c->src/in = 0 * mask_in(v, c->src/'
plant sim/frontend/variable_uses.c sim/workload/test_job_symbols test_notices \
    'an address handed on' 's/k <= c->vector/k < 1/'
plant sim/workload/job.c sim/workload/test_job_symbols test_structures '' 's/arg->n_data == param->size/arg->n_data <= param->size/'
plant sim/workload/json_place.c sim/workload/test_job test_refused_steps \
    '' 's/hide theirs/&/; s/skip_string(c);$/c->at++;/'
plant sim/workload/host_side.c sim/workload/test_workload test_seeds '' 's/if (!j->seed)/if (true)/'
plant sim/workload/graph.c sim/workload/test_workload test_wrong_results_are_noticed '' 's/cost\[at\] + 1/cost[at] + 2/'
plant sim/workload/bundled/spmv.c sim/workload/test_workload sizes_of_spmv '' 's/(double)values\[at\] \* x/(double)values[at] + x/'
plant sim/report/table.c sim/report/test_report test_long_names 'long names run into each other' 's/name > COLUMN_WIDTH ? name : COLUMN_WIDTH/COLUMN_WIDTH/'
plant sim/report/table.c sim/report/test_report test_long_names 'numbers do not stand below their names' 's/, width_of(run), text/, COLUMN_WIDTH, text/'
plant sim/report/table.c sim/report/test_report test_table '' 's/(length - 1 - i) % 3 == 0/(length - i) % 3 == 0/'
plant tb/stimulus_read.c tb/test_stimulus refuses_what_is_hostile 'a cycle before the last one' 's/step->cycle < \*next/false/'
plant tb/stimulus_read.c tb/test_stimulus refuses_what_is_hostile 'any number of cycles in all' 's/return \*cycles <= STIMULUS_CYCLES ||/return true ||/'
plant tb/stimulus_read.c tb/test_stimulus refuses_what_is_hostile 'an instance may hold an escape sequence' 's/!plain_is(text) || //'
plant tb/input_file.c tb/test_stimulus a_link_leads_out_of_a_folder 'links are followed' 's/(follow ? stat : lstat)/stat/;s/ | (follow ? 0 : O_NOFOLLOW)//'
plant tb/inputs.c tb/test_lockstep inputs_fit_their_widths 'inputs one bit too wide' 's/~MASK(f->width))/~MASK(f->width + 1u))/'
plant tb/lockstep.c tb/test_lockstep inputs_fit_their_widths 'early inputs of any width' 's/inputs_check(b, 0, m->early_size)/(void)0/'
plant tb/lockstep.c tb/test_lockstep inputs_fit_their_widths 'late inputs of any width' 's/inputs_check(b, m->early_size, b->ops->in_size)/(void)0/'
plant tb/lockstep.c tb/test_lockstep inputs_fit_their_widths 'sleeps with inputs of any width' 's/inputs_check(b, 0, b->ops->in_size)/(void)0/'
plant tb/diverge.c tb/test_lockstep each_of_64_bits_is_another 'the upper half is said to be 0' 's/uint64_t c_value = field_get(f, c, element),/uint64_t c_value = (uint32_t)field_get(f, c, element),/'
plant tb/lockstep.c tb/test_lockstep edges_between_core_cycles 'edges belong to the core cycle behind them' 's/{core_cycle - 1, nth}/{core_cycle, nth}/'
plant tb/lockstep.c tb/test_lockstep_active leaves_out_cycles_that_count 'a pack lacks the cycles that count' 's/^        record(b, b->clock->cycle, counted, b->in);/        ;/'
plant tb/lockstep.c tb/test_lockstep one_more_or_less_is_another 'less in the Verilog alone is a difference' 's/memcmp(c, m->rtl_q, m->register_size) != 0/memcmp(c, m->rtl_q, m->register_size) > 0/'
plant tb/lockstep.c tb/test_lockstep_active leaves_out_idle_steps_in_any_mode 'Verilog alone never rests' '/^static void step_both/,/^}/s/memcmp(b->d, b->q, m->register_size) == 0;/false;/'
plant tb/lockstep.c tb/test_lockstep_active counts_from_the_first_edge_on 'what was shown before a reset holds behind it' 's/^    m->steps = 0;/    ;/'
plant tb/lockstep.c tb/test_lockstep_active steps_sleepers_that_are_not_idle 'the clock of the place goes back' '/^void block_sleep/,/^}/s/clock->cycle = now/clock->cycle = b->cycle/'
plant tb/lockstep.c tb/test_lockstep_pack every_divergence_leaves_a_pack 'no pack of an edge that was due' '/^static void catch_up/,/^}/s/diverge_end(b, true);/;/'
plant tb/lockstep.c tb/test_lockstep_log a_history_goes_on_from_its_registers 'a history goes on from other registers' 's/memcpy(m->history\[0\].q, b->q, b->ops->state_size);/memcpy(m->history[0].q, m->met, b->ops->state_size);/'
plant tb/lockstep.c tb/test_lockstep_log a_history_goes_on_from_its_registers 'a full segment is thrown away' 's/^        m->history\[0\] = older;/        m->history[1] = older;/'
plant tb/lockstep.c tb/test_lockstep_log a_history_begins_where_it_was_loaded 'what is loaded is no beginning' '/^void block_load/,/^}/s/from_reset = false/from_reset = true/'
plant tb/lockstep.c tb/test_lockstep_log a_reset_is_compared 'memories are not compared at a reset' '/^void block_reset/,/^}/s/diverge_in(b, b->q, FIELD_MEM/diverge_in(b, b->q, FIELD_OUT/'
plant tb/lockstep.c tb/test_lockstep_log a_reset_is_compared 'registers are at rest before a reset' 's/~field_get(f, b->d, element) \& field_mask/field_get(f, b->d, element) \& field_mask/'
plant tb/lockstep.c tb/test_lockstep_log a_wave_shows_every_cycle 'late inputs stay in the wave' 's/^        wave_put_inputs(b->monitor->wave, b->in);$/        ;/'
plant tb/lockstep.c tb/test_lockstep_log a_wave_shows_every_cycle 'a wave that opens is empty' 's/b = opens ? run->first : NULL/b = NULL/'
plant tb/diverge.c tb/test_lockstep_log a_wave_ends_with_what_differs 'the registers of the cycle before' 's/^        wave_put_registers(b->monitor->wave, after_edge ? b->d : b->q, /        if (after_edge) wave_put_registers(b->monitor->wave, b->d, /'
plant tb/output_file.c tb/test_output_file test_files_are_whole 'a name that a user may have' \
    's/mkstemp(file->temporary)/open(strcat(strcpy(file->temporary, file->path), ".part"), O_RDWR | O_CREAT, 0600)/'
plant tb/output_file.c tb/test_output_file test_one_target_twice 'one name for all' \
    's/mkstemp(file->temporary)/open(file->temporary, O_RDWR | O_CREAT, 0600)/'
plant tb/output_file.c tb/test_output_file test_inputs_are_protected '' 's/inputs.i..inode == status.st_ino/false/'
plant tb/output_file.c tb/test_output_file test_links_are_followed 'a link is replaced' 's/ && S_ISLNK(status.st_mode)/ \&\& false/'
plant tb/output_file.c tb/test_output_file test_names_of_one_file '' 's/claims.i..inode == status.st_ino/false/'
plant tb/output_file.c tb/test_output_file test_devices_are_written_to \
    '' 's/good = fclose(file->stream) == 0 && good/good = fclose(file->stream) == 0 || good/'
plant tb/output_file.c tb/test_output_file test_inside_a_folder 'the folder beside it' 's,(seen.length. == 0 .. seen.length. == ...),true,'
plant tb/output_file.c tb/test_output_file test_folder_of_files 'a device is replaced' 's/if (!S_ISREG(status.st_mode))$/if (false)/'
plant sim/report/group.c sim/report/test_report test_groups '' 's/loads_divergent > c/loads_divergent >= c/'
plant sim/workload/job_functional.c sim/workload/test_workload test_loads \
    '' 's/lines > COHERENT_LINES/lines >= COHERENT_LINES/'
plant sim/workload/job_functional.c sim/workload/test_workload test_loads \
    '' 's/!route_is_load(route, step->insn)/route != ROUTE_L1D/'
plant sim/workload/bundled/kmeans.c sim/workload/test_workload sizes_of_kmeans '' 's/if (sum < nearest)/if (sum > nearest)/'
plant sim/workload/bundled/lbm.c sim/workload/test_workload test_wrong_results_are_noticed \
    '' 's/weight(n) \* density, equal/weight(n) * density, rest/'
plant sim/workload/bundled/particlefilter.c sim/workload/test_workload test_seeds '' 's/first + (float)i/first + 1 + (float)i/'
plant sim/workload/bundled/gaussian.c sim/workload/test_workload sizes_of_gaussian \
    '' 's/-multiplier, right/multiplier, right/'
plant sim/workload/bundled/memcached.c sim/workload/test_workload test_wrong_results_are_noticed \
    '' 's,heads\[request \* 2 + 1\] +=,heads[request * 2 + 1] -=,'
plant sim/workload/bundled/gcmark.c sim/workload/test_workload test_seeds '' 's,stack.depth++. = object.i. >> 1,stack[depth++] = object[i] >> 2,'
plant sim/workload/bundled/sssp.c sim/workload/test_workload test_seeds '' 's/queued.at. = false/queued[at] = true/'
plant sim/workload/bundled/needleman.c sim/workload/test_workload sizes_of_needleman '' 's/larger(at.-1., at.-(int64_t)columns.)/at[-1]/'
plant sim/workload/bundled/myocyte.c sim/workload/test_workload sizes_of_myocyte \
    '' 's/-1e-7f \* (slow/1e-7f * (slow/'
plant sim/workload/bundled/invertedindex.c sim/workload/test_workload sizes_of_invertedindex \
    '' 's/order : a->length - b->length/order : b->length - a->length/'
plant sim/workload/bundled/pathfinder.c sim/workload/test_workload sizes_of_pathfinder '' 's/row + 1 < rows/row + 2 < rows/'
plant sim/workload/bundled/streamcluster.c sim/workload/test_workload sizes_of_streamcluster '' 's/row\[CENTRES\] +=/row[CENTRES] -=/'
plant sim/workload/bundled/gesummv.c sim/workload/test_workload sizes_of_gesummv '' 's/1.5 \* a/1.51 * a/'
plant sim/workload/bundled/syrk.c sim/workload/test_workload sizes_of_syrk '' 's/1.5 \* matrix_row/1.51 * matrix_row/'
plant sim/workload/bundled/2mm.c sim/workload/test_workload test_wrong_results_are_noticed \
    '' 's/reference(A, B, E/reference(B, A, E/'
plant sim/workload/bundled/3mm.c sim/workload/test_workload sizes_of_3mm '' 's/reference(E, F, G/reference(F, E, G/'
plant sim/workload/bundled/fdtd.c sim/workload/test_workload test_wrong_results_are_noticed '' 's/-0.7f, /-0.71f, /'
plant sim/workload/diffusion.c sim/workload/test_workload test_wrong_results_are_noticed \
    '' 's/at + s->right : at/at : at/'
plant sim/workload/bundled/srad2.c sim/workload/test_workload test_wrong_results_are_noticed \
    '' 's/(int)rows, (int)columns, i);/(int)rows, (int)columns, 0);/'
plant sim/workload/bundled/conv3d.c sim/workload/test_workload test_seeds '' 's/1, 0, 0.7f /1, 0, 0.71f /'
plant sim/workload/bundled/backprop.c sim/workload/test_workload test_wrong_results_are_noticed \
    '' 's/0.3f \* change/0.31f * change/'
plant sim/workload/bundled/syr2k.c sim/workload/test_workload test_seeds '' 's/columns, i, B.at/columns, i, A.at/'
plant sim/workload/bundled/hotspot.c sim/workload/test_workload test_seeds '' 's/fmaf(80 - here, 0.00019/fmaf(81 - here, 0.00019/'
plant sim/workload/bundled/quasirandom.c sim/workload/test_workload test_seeds '' 's/(bit - 1) & 1/bit \& 1/'
plant sim/workload/bundled/btree.c sim/workload/test_workload test_seeds '' 's/(last - first + 1)/(last - first)/'
plant sim/workload/bundled/workload.c sim/workload/test_workload test_size_words '' 's/if (\*other == w)/if (true)/'
plant sim/workload/bundled/resnet.c sim/workload/test_workload test_seeds '' 's/y <= (line + 1)/y <= line/'
plant sim/workload/bundled/mriq.c sim/workload/test_workload test_seeds '' 's/(float)sin(phase)/(float)sin(-phase)/'
plant sim/workload/bundled/mriq.c sim/workload/test_workload test_long_launches 'a launch has more samples than room' 's/part > SAMPLES ?/part > SAMPLES_MOST ?/'
plant sim/workload/bundled/streamcluster.c sim/workload/test_workload test_size_words '' 's/1 << 16, 256, 3/1 << 16, 256, 2/'
plant sim/workload/bundled/scalarprod.c sim/workload/test_workload test_seeds '' 's/at < (pair + 1) \* length/at + 1 < (pair + 1) * length/'
plant sim/workload/bundled/walsh.c sim/workload/test_workload sizes_of_walsh '' 's,half = length / 2,half = length / 4,'
plant sim/workload/bundled/fft.c sim/workload/test_workload sizes_of_fft '' 's,3 \* points / 4,points / 4,'
plant sim/workload/bundled/blackscholes.c sim/workload/test_workload test_seeds '' 's,deviation + deviation / 2,deviation - deviation / 2,'
plant sim/workload/bundled/matmul.c sim/workload/test_workload sizes_of_matmul '' 's/k \* columns + column/column * terms + k/'
plant sim/workload/bundled/pageviewcount.c sim/workload/test_workload test_seeds \
    '' 's,kept\[i\] > 0,kept[i] > 1,'
plant sim/workload/bundled/similarity.c sim/workload/test_workload test_seeds '' 's/fmaf(b\[k\], b/fmaf(a[k], b/'
plant sim/workload/bundled/sad.c sim/workload/test_workload sizes_of_sad '' 's/part % across \* l->side/part % across/'
plant sim/workload/bundled/cfd.c sim/workload/test_workload sizes_of_cfd '' 's/other == FAR/other == WALL/'
plant sim/workload/bundled/lud.c sim/workload/test_workload sizes_of_lud '' 's/value -= sum/value += sum/'
plant sim/workload/bundled/jpeg.c sim/workload/test_workload sizes_of_jpeg '' 's/? -from\[4/? from[4/'
plant sim/workload/bundled/pageviewrank.c sim/workload/test_workload test_wrong_results_are_noticed 'least views first' 's/(UINT32_MAX - views)/views/'
plant sim/workload/mapreduce.c sim/workload/test_workload test_seeds 'records are left unsorted' 's/distance >= CHUNK; distance/distance > CHUNK; distance/'
plant sim/workload/bundled/bfslevel.c sim/workload/test_workload sizes_of_bfslevel 'a level too few' 's/level <= last; level/level < last - 1; level/'
plant sim/workload/bundled/mummer.c sim/workload/test_workload sizes_of_mummer '' 's/best.length < LEAST/best.length <= LEAST/'
plant sim/workload/suffixtree.c sim/workload/test_workload sizes_of_mummer 'links lead to another path' 's/.start + 1, nodes/.start, nodes/'
plant sim/workload/bundled/weather.c sim/workload/test_workload sizes_of_weather '' 's/fmaf(evaporated, -2488/fmaf(evaporated, -2487/'
plant sim/workload/job_textures.c sim/workload/test_job_textures test_bound_and_handed_over \
    "a texture lies where its buffer does, whatever its offset" 's/made.address += addresses/made.address = addresses/'
plant sim/workload/job_textures.c sim/workload/test_job_textures test_mistakes \
    "rows below the first take no room" 's/(t->height ? t->height - 1 : 0) \* t->pitch/0/'
plant sim/workload/job.c sim/workload/test_job test_too_many_steps \
    "there is room for one step less, in words" 's/steps, expected at most that", JOB_STEPS_MAX/steps, expected at most that", JOB_STEPS_MAX - 1/'
plant sim/workload/json_reader.c sim/workload/test_job test_long_file \
    "a MiB is half of one" 's/room >> 20, what/room >> 19, what/'
plant sim/workload/job_textures.c sim/workload/test_job_textures test_too_many \
    "one texture too many" 's/== JOB_TEXTURES_MAX/> JOB_TEXTURES_MAX/'
plant sim/workload/job_symbols.c sim/workload/test_job_symbols test_notices \
    "what a repetition fills is not filled" 's/step->kind == STEP_REPEAT && is_filled_by_step/false \&\& is_filled_by_step/'
plant sim/workload/job_symbols.c sim/workload/test_job_symbols test_notices \
    "what a repetition hands to a kernel stays here" 's/step->kind == STEP_REPEAT && is_passed/false \&\& is_passed/'
plant sim/workload/scalar.c sim/workload/test_job test_integers_stored \
    "no integer is below 0" 's/(double)value)/(double)(uint64_t)value)/'
plant sim/workload/json_place.c sim/workload/test_job test_places \
    "members need no comma" "s/if (c->at >= c->end || \*c->at != ',')/if (c->at >= c->end)/"
plant tb/known_steps.c tb/test_known_steps no_step_is_known_that_was_not_compared 'registers that a step meets are not looked at' 's/memcmp(met, q, k->ops->state_size) == 0 \&\& //'
plant tb/known_steps.c tb/test_known_steps what_a_step_is 'outputs are no part of a step' 's/ \&\&$/ ;/;s/^                memcmp(outputs, out, k->ops->out_size) == 0;//'
plant tb/known_steps.c tb/test_known_steps what_a_step_is 'registers that a step leaves are no part of it' 's/ \&\& memcmp(left, d, k->ops->state_size) == 0//'
plant tb/known_steps.c tb/test_known_steps no_step_is_known_that_was_not_compared 'outputs that were compared stand for the edge' 's/(k->known\[place\] == EDGE \&\& /(k->known[place] \&\& /'
plant tb/known_steps.c tb/test_known_steps no_step_is_known_that_was_not_compared 'inputs are no part of a step' 's/ \&\& memcmp(inputs, in, k->ops->in_size) == 0 \&\&/ \&\&/'
plant tb/known_steps.c tb/test_known_steps what_a_step_is 'steps of another tuple are known' 's/while (k \&\& k->ops != ops)/while (k \&\& k->ops->block != ops->block)/'
plant tb/known_steps.c tb/test_known_steps a_register_that_no_row_names_is_found_out 'what is known is never compared again' 's/return (k->random >> 16) % KNOWN_STEPS_AGAIN != 0;/return true;/'
plant tb/known_steps.c tb/test_known_steps no_step_is_known_that_was_not_compared 'all steps have one place' 's/ \& (k->places - 1);/ \& 0;/'
plant tb/known_steps.c tb/test_known_steps each_step_of_a_loop_is_made_again 'one in so many of a loop' 's/k->random \* 1664525 + 1013904223/k->random + 65536/'
plant tb/lockstep.c tb/test_known_steps late_inputs_are_part_of_a_step 'late inputs of a step are those of the last edge' 's/known_step(m->known, b->q, b->in, b->out, b->d)/known_step(m->known, b->q, m->seen, b->out, b->d)/'
plant tb/lockstep.c tb/test_known_steps registers_come_before_the_next_step 'the Verilog stays behind' 's/^        m->ops->put_registers(m->rtl, b->q);/        ;/'
plant tb/lockstep.c tb/test_known_steps steps_that_repeat_are_left_out 'nothing is known with --lockstep every, either way' 's/m->waits \&\& !b->every \&\& m->memories == 0/m->waits \&\& m->memories == 0/'
plant tb/lockstep.c tb/test_known_steps steps_that_repeat_are_left_out 'an edge that is owed is forgotten behind a step that is known' 's/if (m->waits \&\& (!known || m->edge_due))/if (m->waits \&\& !known)/'
plant tb/lockstep.c tb/test_known_steps a_reset_brings_the_verilog_back 'a reset leaves the Verilog behind' 's/m->settled = m->rests = m->behind = false;/m->settled = m->rests = false;/'
plant tb/lockstep.c tb/test_known_owed what_others_took_for_known_comes_first 'who took a step for known is named, not who owes it' 's/ \&\& !others_come_first(b, cycle))/)/'
plant tb/lockstep.c tb/test_known_owed what_others_took_for_known_comes_first 'the same behind outputs' 's/ || others_come_first(b, cycle))/)/'
plant tb/lockstep.c tb/test_known_owed what_others_took_for_known_comes_first 'debts of later cycles are paid first' 's/ || m->edge_cycle >= cycle)/)/'
plant tb/lockstep.c tb/test_known_steps outputs_alone 'outputs stand for the edge' 's/known_step(m->known, b->q, b->in, b->out, b->d)/known_step(m->known, b->q, b->in, b->out, NULL)/'
plant tb/lockstep.c tb/test_known_steps outputs_alone 'outputs are looked up with the inputs that come' 's/known_step(m->known, b->q, m->seen, b->out, NULL)/known_step(m->known, b->q, b->in, b->out, NULL)/'
plant tb/lockstep.c tb/test_known_steps a_known_step_leaves_what_any_does 'after a known step the Verilog is said to rest' '/^static void leave_out/,/^}/s/m->rests = .*;/m->rests = true;/'
plant tb/lockstep.c tb/test_known_steps a_known_step_leaves_what_any_does 'a pack lacks known steps' 's/^    if (m->ops \&\& !b->owner->failure\[0\])$/    if (m->ops \&\& !known \&\& !b->owner->failure[0])/'
plant tb/lockstep.c tb/test_known_steps a_known_step_leaves_what_any_does 'inputs of a known step have not been seen' '/^        record(b, b->clock->cycle, 1, b->in);/,/^}/s/^    if (!same)$/    if (!same \&\& !known)/'
plant tb/lockstep.c tb/test_known_steps outputs_due_at_a_reset 'a reset forgets what is due behind a known step' '/^void block_reset/,/^}/s/^    if (m)$/    if (m \&\& !m->behind)/'
plant tb/lockstep.c tb/test_known_steps verilog_that_takes_no_registers 'registers are put where none are taken' 's/ \&\& m->ops->put_registers ? known_steps_of/ ? known_steps_of/'
plant tb/known_steps.c tb/test_known_steps what_a_step_is 'one byte of the outputs is looked at' 's/memcmp(outputs, out, k->ops->out_size)/memcmp(outputs, out, 1)/'
plant tb/known_steps.c tb/test_known_steps large_steps 'the first 32 bytes say where a step is kept' 's/^        mix_words(sums, from);/        if (from == bytes) mix_words(sums, from);/;s/^        mix_words(sums, last);/        if (size < 32) mix_words(sums, last);/'
plant tb/known_steps.c tb/test_known_steps large_steps 'any number of bytes is kept' 's/k->places > 1 \&\& k->places \* k->step_size > ROOM/k->places > PLACES_MAX/'
plant tb/inputs.c tb/test_lockstep_active counting_moves_counters_alone 'what is no counter may move' 's/ \&\& !f->counts; }/ \&\& false; }/'
plant tb/inputs.c tb/test_lockstep_active counting_moves_counters_alone 'the first register alone is looked at' 's/for (size_t i = 0; i < b->ops->state_size; i++)/for (size_t i = 0; i < 1; i++)/'
plant tb/lockstep.c tb/test_known_owed outputs_of_others_come_later 'outputs of the present cycle count as debts from before' '/^static bool others_come_first/,/^}/s/^        m->out_due = false;/        ;/'
plant tb/lockstep.c tb/test_known_owed outputs_of_others_come_later 'what is put aside stays there' '/^static bool others_come_first/,/^}/s/^        m->out_due = out_due;/        ;/'
plant tb/lockstep.c tb/test_known_owed who_has_not_committed_is_not_compared 'an edge that is not committed is compared' 's/m->edge_cycle >= cycle)/m->edge_cycle > cycle)/'
plant tb/lockstep.c tb/test_known_steps known_outputs_pay_no_edge 'an edge is forgotten behind outputs that are known' 's/if (!late \&\& !m->edge_due \&\& m->known/if (!late \&\& m->known/'
plant tb/lockstep.c tb/test_known_steps outputs_belong_to_their_registers 'outputs are looked up with the registers of the step before' 's/known_step(m->known, b->q, m->seen, b->out, NULL)/known_step(m->known, m->met, m->seen, b->out, NULL)/'
plant tb/lockstep.c tb/test_known_steps outputs_belong_to_their_registers 'outputs alone are kept as a step' 's/known_step(m->known, b->q, m->seen, b->out, NULL)/known_step(m->known, b->q, m->seen, b->out, b->d)/'
plant tb/lockstep.c tb/test_known_steps a_pack_replays_known_steps 'a replay lacks known steps' 's/^    if (m->ops \&\& !b->owner->failure\[0\])$/    if (m->ops \&\& !known \&\& !b->owner->failure[0])/'
plant tb/lockstep.c tb/test_known_steps a_pack_replays_known_steps 'a replay begins with the registers that the Verilog was left with' 's/memcpy(m->history\[0\].q, b->q, b->ops->state_size);/memcpy(m->history[0].q, m->ops->state(m->rtl), b->ops->state_size);/'
plant tb/lockstep.c tb/test_lockstep_pack a_pack_is_of_the_instance_that_is_named 'who took a step for known leaves a pack, too' 's/^            if (b->owner->divergence.block == b)$/            if (true)/'
plant tb/lockstep.c tb/test_lockstep_active a_block_with_memories_makes_each_step 'steps of blocks with memories are known' 's/ \&\& m->memories == 0 / /'
plant tb/known_steps.c tb/test_known_steps large_steps 'of large steps one is kept' 's/^        k->places \/= 2;/        k->places = 1;/'
plant tb/lockstep.c tb/test_known_steps known_outputs_are_paid_at_a_reset 'outputs that are known stay due' '/known_step(m->known, b->q, m->seen, b->out, NULL)/,/^    }/s/m->out_due = false;/;/'
plant tb/lockstep.c tb/test_lockstep_active outputs_are_other_ones_behind_a_count 'outputs stay as they were while registers count' 's/^        m->settled = m->rests = false;/        ;/'
plant tb/lockstep.c tb/test_lockstep_log a_history_begins_where_it_was_loaded 'what is loaded stands behind inputs from before' '/^void block_load/,/^}/s/memcpy(m->history\[0\].before, m->seen, b->ops->in_size);/;/'
plants_end
