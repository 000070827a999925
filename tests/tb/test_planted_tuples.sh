#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Planted bugs in how tuples are named, looked up, built and kept, and in how numbers are read: each is noticed by a unit test
# beside this.
set -u
. tests/lib.sh
plants_in planted_tuples
plant tb/tuples.c tb/test_tuples noted_once 'a tuple is noted twice' 's/ && strcmp(list->tuples\[i\].config, t->config) == 0)/ \&\& false)/'
plant tb/tuples.c tb/test_tuples names_of_tuples 'a name with more behind it' 's/return !\*at;/return true;/'
plant tb/tuples.c tb/test_tuples what_is_usual_no_name_says 'a name says what is as usual' 's/ || (usual \&\& value == usual))/)/'
plant tb/tuples.c tb/test_tuples what_is_usual_no_name_says 'a tuple is named by what is as usual' 's/if (t->values\[i\] \&\& t->values/if (false \&\& t->values/'
plant tb/tuple_limits.c tb/test_tuples what_is_usual_no_name_says 'of every block' 's/strcmp(usual\[i\].block, block) == 0 \&\& strcmp(usual\[i\].name, name) == 0/strcmp(usual[i].name, name) == 0 \&\& usual[i].value > 6/'
plant tb/tuple_compile.c tb/test_tuples is_of_its_parameters 'the compiler is told another number' \
    's/"-DCFG_%s=%u", t->params\[i\].name, t->values\[i\])/"-DCFG_%s=%u", t->params[i].name, t->values[i] - 4 * !i)/'
plant tb/tuple_build.c tb/test_tuples says_why 'sources are not looked at' 's/ \&\& !tuple_source_unchanged(/ \&\& false \&\& !tuple_source_unchanged(/'
plant tb/tuple_cache.c tb/test_tuples only_whole_files_are_believed 'the sum is of nothing' 's/\*sum = add_to_sum(\*sum, part, count);/(void)add_to_sum;/'
plant tb/tuple_cache.c tb/test_tuples only_whole_files_are_believed 'of whatever compilers' 's/compilers ? compilers : seen/seen/'
plant tb/tuple_cache.c tb/test_tuples only_whole_files_are_believed 'of whomever' 's/ || !is_ours(&status)//'
plant tb/tuples.c tb/test_stimulus refuses_impossible_configurations 'any configuration is tried' 's/return tuple_is_possible(.*/return true;/;s/length = snprintf/(void)length; snprintf/'
plant tb/tuple_limits.c tb/test_tuple_limits refused_is_what_cannot_be_built 'one warp is enough' 's/{NULL, "N", 2}/{NULL, "N", 1}/'
plant tb/tuple_limits.c tb/test_tuple_limits refused_is_what_cannot_be_built 'totals of 4 bits' 's/{NULL, "BITS", 5}/{NULL, "BITS", 4}/'
plant tb/tuple_limits.c tb/test_tuple_limits refused_is_what_cannot_be_built 'an arbiter of unequal schedulers' 's/n % s || n/n/'
plant tb/tuple_limits.c tb/test_stimulus refuses_impossible_configurations 'there is no most' 's/ || values\[i\] > most\[i\]//'
plant tb/whole_number.c tb/test_whole_number test_of_a_text 'a number may begin with 0' "s/ || (\*text == '0' \&\& is_digit(text\[1\]))//"
plant tb/whole_number.c tb/test_whole_number test_of_a_text 'a sum wraps' 's/ || __builtin_add_overflow(value, \(.*\), &value))/ || (value += \1, 0))/'
plant tb/whole_number.c tb/test_whole_number test_of_a_text 'something may stand behind it' 's/, \&value) || \*text)/, \&value))/'
plant tb/whole_number.c tb/test_whole_number test_range 'there is no least' 's/value < low || //'
plant tb/whole_number.c tb/test_whole_number test_bits 'bits beyond 64 are lost' 's/ || text - \*at > 16//'
plant tb/stimulus_read.c tb/test_stimulus refuses_what_is_hostile 'cycles without end' 's/return \*cycles <= STIMULUS_CYCLES ||/return true ||/'
plant tb/stimulus_read.c tb/test_stimulus refuses_numbers 'a number of cycles with more behind it' "s/ \&\& (!\*\*cursor || \*\*cursor == ' '))/)/"
plants_end
