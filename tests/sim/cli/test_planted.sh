#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Plants one bug at a time in copies of the command line's tables; the case of a unit test that the plant names notices
# it (tests/lib.sh).
set -u
. tests/lib.sh
plants_in planted_cli
plant sim/cli/summary.c sim/cli/test_summary the_whole_table \
    "the geometric mean is the harmonic one" 's/{ GEOMETRIC, ARITHMETIC, HARMONIC }/{ HARMONIC, ARITHMETIC, GEOMETRIC }/'
plant sim/cli/summary.c sim/cli/test_summary runs_without_an_end \
    "a run without an end has its numbers" 's/at < s->count \&\& report_ended(&s->runs\[at\])/at < s->count/'
plant sim/cli/summary.c sim/cli/test_summary a_baseline_without_an_end \
    "a speedup over nothing" 's/(measure == SPEEDUP \&\& !base)/(measure == SPEEDUP \&\& !base \&\& 0)/; s/base->counters.cycles, /base ? base->counters.cycles : 1, /'
plant sim/cli/summary.c sim/cli/test_summary what_is_wrong_is_said \
    "mismatches are not added up" 's/mismatches += s->runs\[i\].lockstep.mismatches;//'
plant sim/cli/spelling.c sim/cli/test_spelling what_stays \
    "an operator is a launch" 's/ \&\& !is_word(&s, last, "operator")//'
plant sim/cli/spelling.c sim/cli/test_spelling what_stays \
    "a literal's end is not known" "s/i += s->text\[i\] == '\\\\\\\\';/;/"
plant sim/cli/spelling.c sim/cli/test_spelling launches_in_pieces \
    "the first >> ends a launch" 's/l->open\[l->count - 1\].less <= 0 \&\&/true \&\&/'
plant sim/cli/spelling.c sim/cli/test_spelling alignment_behind_a_qualifier \
    "a qualifier is forgotten at once" 's/ || (before \&\& is_one_of(s, t, others))//'
plant sim/cli/spelling.c sim/cli/test_spelling registers_in_assembler \
    "an operand of a letter and a number is a name" 's/if (is_letter(s->text\[i + 1\]) \&\& is_letter(s->text\[i + 2\]))/if (is_letter(s->text[i + 1]))/'
plant sim/cli/spelling.c sim/cli/test_spelling variables_without_a_namespace_of_a_name \
    'a namespace goes on behind its end' 's/depth <= unnamed ? 0/depth < unnamed ? 0/'
plant sim/cli/spelling.c sim/cli/test_spelling variables_without_a_namespace_of_a_name \
    'a function is a variable' "s/return s->text\[t.begin\] != '(';/return true;/"
plant sim/cli/spelling.c sim/cli/test_spelling what_is_included \
    "what a comment includes is included" 's/} else if (starts(s, i, "\/\/")) {/} else if (false) {/'
plant sim/report/details.c sim/report/test_details launches_are_differences \
    "of a kernel the last launch alone" 's/        counters_add(&of\[first\].sum, &run->launches\[i\].counters);/        of[first].sum = run->launches[i].counters;/'
plant sim/report/readable_name.c sim/report/test_rows launches_in_json \
    "no name is readable" 's/"_Z", 2/"_Z", 3/'
plant sim/report/fit.c sim/cli/test_summary wide_tables_are_several \
    "one table, however wide" 's/used + GAP + t->columns\[p->end\].least > width/used > 100 * width/'
plant sim/report/fit.c sim/report/test_fit test_no_line_is_wider 'each column takes all that is left' 's/^        used += more;/        ;/'
plant sim/report/fit.c sim/report/test_fit test_what_fits_is_as_written \
    "what fits becomes narrow" 's/t->as_written <= width/t->as_written <= 1/'
plant sim/report/fit.c sim/report/test_fit test_words_go_on_in_the_next_line \
    "the second line of a cell is lost" 's/    } while (any_left(rests, p->end - p->first));/    } while (0);/'
plant sim/report/fit.c sim/report/test_fit test_tables_are_broken_with_their_labels \
    "the first part alone has labels" 's/put(to, first ? label :/put(to, first \&\& !p->first ? label :/'
plant sim/report/fit.c sim/report/test_fit test_labels_stand_above_where_there_is_no_room \
    "labels never stand above" 's/p.stacked = t->label + GAP + least > width/p.stacked = false/'
plant sim/report/fit.c sim/report/test_fit test_a_line_without_cells_spans_the_table \
    "a line without cells is a label" 's/^    if (spans(at, end))$/    if (0)/'
plant sim/report/fit.c sim/report/test_fit test_tables_below_each_other_are_two \
    "two tables have the columns of one" 's/\*next != FIT_TABLE\[0\] \&\& //'
plant sim/report/terminal.c sim/report/test_fit test_no_width_is_80_and_a_file_has_none \
    "a file is as wide as the terminal" 's/    if (file != stdout \&\& file != stderr)$/    if (0)/'
plant sim/report/terminal.c sim/report/test_fit test_no_width_is_80_and_a_file_has_none \
    "COLUMNS is read up to its first letter" 's/width \&\& !\*end/width/'
plant sim/report/fit.c sim/report/test_fit test_marks_take_no_room \
    "a colour takes the room of a letter" "s/(unsigned char)p.at\[i\] >= ' ' \&\& //"
plant sim/report/intervals.c sim/report/test_timeline kept_rows_are_bounded \
    "of two joined rows the second is lost" 's/into->counted.member += next->counted.member/(void)next/'
plant sim/report/timeline.c sim/report/test_timeline kept_rows_are_bounded \
    "rows come as often in a long run" 's/t->interval \*= 2/t->interval *= 1/'
plant sim/report/csv.c sim/cli/test_summary lines_of_values \
    "what was not counted is 0" 's/^    if (counted)$/    if (counted || number == 0)/'
plant sim/report/number.c sim/report/test_number numbers_of_users \
    'blanks around a number' 's/text\[0\] \&\& !text\[strspn(text, "0123456789.eE+-")\]/text[0]/'
plant sim/report/number.c sim/report/test_number worked_examples \
    "every number has seventeen digits" "s/isnormal(number) ? 15 : 1/17/"
plant sim/report/number.c sim/report/test_number random_numbers_read_back \
    "no number has more than fifteen digits" "s/digits <= 17/digits <= 15/"
plant sim/report/number.c sim/report/test_number numbers_in_json \
    "a text that looks like a number is one" "s/!s->in_string && is_of_number/is_of_number/"
plant sim/report/number.c sim/report/test_number numbers_in_json \
    "a real number becomes an integer" "s/strpbrk(text, \".e\") ? \"\" : \".0\"/\"\"/"
plant sim/report/trace_events.c sim/report/test_trace_events every_name_is_utf8 \
    "bytes pass as they are" "s/as == '?' ? as : text\[i\]/text[i]/"
plant sim/report/csv.c sim/cli/test_summary no_cell_is_a_formula \
    "a cell may begin with @" 's/"=+-@/"=+-/'
plant sim/report/csv.c sim/cli/test_summary no_cell_is_a_formula \
    "a negative number is a formula" 's/return \*end != 0;/return true;/'
plant tb/plain.c tb/test_plain what_is_plain \
    "an escape sequence in UTF-8 is plain" 's/value < 0xa0/value < 0x90/'
plant tb/plain.c tb/test_plain what_is_plain \
    "a text may turn what is behind it" 's/control || turns/control/'
plant tb/plain.c tb/test_plain what_no_parser_takes \
    "a form may be too long" 's/\*value < least\[length\] || //'
plant tb/plain.c tb/test_plain what_no_parser_takes \
    "U+FFFF is in XML" 's/ || value == 0xffff//'
plant tb/plain.c tb/test_plain as_written \
    "a bar ends the cell" "s/return \*text == '|' || /return /"
plant tb/plain.c tb/test_plain as_written \
    "a cell may close a tag" "s/ || behind == '\\/'//"

# --- every number where its row says
plant sim/report/json.c sim/report/test_rows json_has_each_number \
    "a mesh's counters in every run" 's/^\(#define MESH_COUNTER(member, json, ...)\) if (run->mesh)/\1/'
plant sim/report/json.c sim/report/test_rows identity_in_json \
    "rounds for columns" 's/run->size\[1\])/run->size[2])/'
plant sim/report/csv.c sim/report/test_rows csv_has_each_number \
    "what was not counted is 0" 's/^    if (counted)$/    if (counted || !number)/;s/run->mesh, c->member/run->mesh, run->mesh ? c->member : 0/'
plant sim/report/json_read.c sim/report/test_rows launches_in_json \
    "a launch may lack what it has counted" 's/if (!read_counters(object, &launch->counters, run))/if (read_counters(object, \&launch->counters, run) \&\& !object)/'
plant sim/report/json_read.c sim/report/test_rows what_lacks_a_number_is_no_result \
    "the last counter says whether there are all" 's/whole &= read_count(object, json/whole = read_count(object, json/'
plant sim/report/table.c sim/report/test_rows_of_tables tables_have_each_number \
    "the first run says what there is" 's/table->runs\[i\].lends/table->runs[0].lends/'
plant sim/report/table.c sim/report/test_rows_of_tables speedups \
    "speedups over the first whatever is asked" 's/if (ended\[i\].baseline)/if (!asked \&\& ended[i].baseline)/;s/return asked ? NULL : ended/return ended/'
plant sim/report/profile.c sim/report/test_parts lines_and_ages \
    "lines of the first age" 's/age < kernel->n_ages; age++/age < 1; age++/'
plant sim/report/degrees.c sim/report/test_parts degrees \
    "the last degree stands for itself alone" 's/accesses < DEGREES ? accesses : DEGREES/accesses % (DEGREES + 1)/'
plant sim/report/slices.c sim/report/test_parts slices \
    "use of one place" 's/report_ratio(p->of\[i\].held, cycles \* p->depth)/report_ratio(p->of[i].held, cycles)/'
plant sim/report/row_sharing.c sim/report/test_parts rows \
    "CTAs that are alike in 32 bits are one" 's/places\[at\].access.cta != access.cta/(uint32_t)s->places[at].access.cta != (uint32_t)access.cta/;s/access.cta \* UINT64_C/(uint32_t)access.cta * UINT64_C/;s/s->last.cta == cta/(uint32_t)s->last.cta == (uint32_t)cta/;s/s->(uint32_t)s->places/(uint32_t)s->places/'
plant sim/report/links.c sim/report/test_parts links \
    "links out of the mesh" 's/x + 1 < p->width,/x < p->width,/'
plant sim/report/replay.c sim/report/test_parts replays \
    "merges of the run are no hits" 's/ - r->run.hits - r->run.merges/ - r->run.hits/'
plant sim/report/fit.c sim/report/test_fit test_no_word_is_cut \
    "the last word of a cell is the longest" 's/longest = width > longest ? width : longest;/longest = width;/'
plant sim/report/table.c sim/report/test_rows_of_tables marks \
    "the last speedup above 1 is the best" 's/best = speedup(table, i) > best ?/best = speedup(table, i) > 1 ?/'
plant sim/report/timeline.c sim/report/test_timeline curves_of_a_window \
    "curves begin where the interval does, window or not" 's/t->cycle < t->trace->start ? t->trace->start : t->cycle/t->cycle/'
plant sim/report/intervals.c sim/report/test_timeline two_rows_become_one \
    "two rows end where the first does" 's/into->cycle = next->cycle/into->cycle = into->cycle/'
plant sim/report/progress.c sim/report/test_progress lines_of_a_run \
    "CTAs that are done are still to come" 's/(double)(ctas - ctas_done)/(double)ctas/'
plant sim/report/progress.c sim/report/test_progress a_pipe_gets_nothing \
    "a pipe gets the line" 's/p->shown = isatty(STDERR_FILENO)/p->shown = true/'
plant sim/cli/summary.c sim/cli/test_summary no_baseline_and_no_run \
    "without a baseline the last policy stands for it" 's/^    return 0;/    return s->policies - 1;/'
plant sim/cli/cc_relocatable.c sim/cli/test_relocatable test_statics \
    "clang's numbers have 16 digits" 's/digits > 0 \&\& digits <= DIGITS_MOST/digits == DIGITS_MOST/'
plant sim/cli/cc_relocatable.c sim/cli/test_relocatable test_statics \
    "what begins like a name is one" 's/strlen(s->names\[i\]) == length \&\& memcmp(s->names\[i\], word, length)/strncmp(s->names[i], word, strlen(s->names[i]))/'
plants_end
