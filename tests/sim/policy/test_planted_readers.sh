#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Plants one fault at a time in the table of who reads a key: a row that says that a key is not read where it is, one that says
# that it is where it is not; the case of tests/sim/policy/test_key_readers.c that the plant names notices it (tests/lib.sh).
set -u
. tests/lib.sh
plants_in planted_readers
plant sim/machine/readers.def sim/policy/test_key_readers test_what_is_not_read_does_not_matter 'collectors are read beside generic ones' \
    '/READ_IF(core, sp_collectors, /d'
plant sim/machine/readers.def sim/policy/test_key_readers test_what_is_read_matters 'a key of the crossbar is read by the mesh alone' \
    's/READ_IF(icnt, input_buffer,   m->icnt.kind == NETWORK_CROSSBAR, /READ_IF(icnt, input_buffer, m->icnt.kind == NETWORK_MESH, /'
plant sim/machine/readers.def sim/policy/test_key_readers test_what_is_read_matters 'l2.ways is read by nobody' \
    's/READ_IF(l2, ways,  *!m->l2.perfect, /READ_IF(l2, ways, m->l2.perfect, /'
plant sim/machine/readers.def sim/policy/test_key_readers test_what_is_not_read_does_not_matter 'latency.int_add is not read where L2s are perfect' \
    's/^READ_IF(clock, dram_mhz, *!m->l2.perfect/READ_IF(latency, int_add, !m->l2.perfect, "l2.perfect 0")\n&/'
plant sim/policy/two_level_rr.c sim/policy/test_key_readers test_what_is_not_read_does_not_matter 'a policy does not name its key' \
    's/, .reads = READS_KEYS(READS(policy, fetch_group))//'
plant sim/policy/oaws_static.c sim/policy/test_key_readers test_each_policy_is_tried 'a policy names a key that it does not read' \
    's/READS(policy, age_period)/READS(policy, age_period), READS(policy, wmax)/'
plant sim/policy/readers.c sim/policy/test_readers who_would_read_it 'a condition is lost beside another' \
    's/words\[0\] ? " and " : "", words_of/"", words[0] ? "" : words_of/'
plant sim/policy/readers.c sim/policy/test_readers every_key_in_every_run 'observers read nothing' \
    's/        read |= names_key(\*o, key);/        ;/'
plant sim/policy/readers.c sim/policy/test_readers every_key_in_every_run 'a run with timing reads what a program alone does' \
    's/(others\[i\].only ? 0 : TIMING)/TIMING/'
plant sim/policy/readers.c sim/policy/test_readers the_table_has_each_key_once 'rows of the table are there once for each key' \
    's/            first = strcmp(words, others) != 0;/            first = true;/'
plant sim/policy/policy_table.c sim/policy/test_readers a_policy_asks_for_its_machine 'what is refused is required' \
    's/if ((seen == row->value) != row->refused)/if (seen == row->value)/'
plant sim/policy/policy_table.c sim/policy/test_readers the_list_of_policies 'the last name tells the width' \
    's/width = (int)strlen((\*entry)->name) > width ?/width = (int)strlen((*entry)->name) > 1 ?/'
plants_end
