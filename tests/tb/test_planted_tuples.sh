#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Planted bugs in how tuples are looked up, built and kept: each is noticed by tests/tb/test_tuples.c.
set -u
. tests/lib.sh
plants_in planted_tuples
plant tb/tuples.c tb/test_tuples noted_once 'a tuple is noted twice' 's/ && strcmp(list->tuples\[i\].config, t->config) == 0)/ \&\& false)/'
plant tb/tuples.c tb/test_tuples names_of_tuples 'a name with more behind it' 's/return !\*at;/return true;/'
plant tb/tuple_compile.c tb/test_tuples is_of_its_parameters 'the compiler is told another number' \
    's/"-DCFG_%s=%u", t->params\[i\].name, t->values\[i\])/"-DCFG_%s=%u", t->params[i].name, t->values[i] - 4 * !i)/'
plant tb/tuple_build.c tb/test_tuples says_why 'sources are not looked at' 's/ \&\& !tuple_source_unchanged(/ \&\& false \&\& !tuple_source_unchanged(/'
plant tb/tuple_cache.c tb/test_tuples only_whole_files_are_believed 'the sum is of nothing' 's/\*sum = add_to_sum(\*sum, part, count);/(void)add_to_sum;/'
plant tb/tuple_cache.c tb/test_tuples only_whole_files_are_believed 'of whatever compilers' 's/compilers ? compilers : seen/seen/'
plant tb/tuple_cache.c tb/test_tuples only_whole_files_are_believed 'of whomever' 's/ || !is_ours(&status)//'
plants_end
