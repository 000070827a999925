#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Plants one bug at a time in copies of the import of GPGPU-Sim's configurations; the case of a unit test that the plant names
# notices it (tests/lib.sh).
set -u
. tests/lib.sh
plants_in planted_machine
# plant_import FILE CASE WORDS SCRIPT
plant_import() { plant "sim/machine/$1" sim/machine/test_import "$2" "$3" "$4"; }
plant_refused() { plant "sim/machine/$1" sim/machine/test_import_refused "$2" "$3" "$4"; }
plant_import import.def gtx480_is_the_bundled_machine \
    "the DRAM's latency goes to the L2" 's/"-dram_latency", "30", dram, latency/"-dram_latency", "30", l2, latency/'
plant_import import_memory.c gtx480_is_the_bundled_machine \
    "a cache without a port's width has its line's" 's/, c->port = import_take(&text);/, c->port = import_take(\&text) * 4;/'
plant_import import_memory.c each_option_has_its_keys \
    "two queues of a slice are mixed up" 's/"l2.queue_from_icnt", "l2.queue_to_dram", "l2.queue_from_dram"/"l2.queue_from_icnt", "l2.queue_from_dram", "l2.queue_to_dram"/'
plant_import import_core.c each_option_has_its_keys \
    "thirteen widths are read as eleven without integers" 's/{ 13, 5, 0, 3, 4 }/{ 13, 5, 0, 2, 3 }/'
plant_import import_notes.c each_option_has_its_keys \
    "numbers are decimal alone" 's/strtoull(text, &end, 0)/strtoull(text, \&end, 10)/'
plant_import import_memory.c each_option_has_its_keys \
    "streaming is on fill in every file" 's/by_kernel ? "streaming"/false ? "streaming"/'
plant_import import_network.c local_crossbar \
    "both limits are that of the input" 's/import_number(im, "-icnt_out_buffer_limit", 64)/import_number(im, "-icnt_in_buffer_limit", 64)/'
plant_import import_network.c local_crossbar \
    "every arbiter is iSLIP" 's/strcmp(algorithm, "0") == 0 ? "round" : "islip"/"islip"/'
plant_import import.def local_crossbar \
    "one of two spellings is known" 's/^ALIAS("-inct_out_buffer_limit".*/NONE ("-inct_out_buffer_limit", "unknown")/'
plant_refused import_network.c local_crossbar \
    "one network is as good as two" 's/only_with(im, "-icnt_subnets", "2"/only_with(im, "-icnt_subnets", import_value(im, "-icnt_subnets")/'
plant_import import.def version_3_is_bucl \
    "host copies fill the L2 of GPGPU-Sim 3" 's/^OLDER("-gpgpu_perf_sim_memcpy".*//'
plant_import import.c version_3_is_bucl \
    "every configuration is one of GPGPU-Sim 4" 's/return 3;/return 4;/'
plant_import import.c every_option_is_named \
    "the second half of a list is left out" 's/i < im->listed.count; i++/i < im->listed.count \/ 2; i++/'
plant_import import_core.c every_option_is_named \
    "the kind of collectors is not listed" 's/^    import_list(im, specialized.*//'
plant_import import_notes.c every_key_names_its_option \
    "lines are counted from 0" 's/"icnt " : "", option->line)/"icnt " : "", option->line - 1)/'
plant_import import.c each_option_has_its_keys \
    "a key has the source of another section's" 's/strcmp(im->sources\[i\].key, name) == 0/strcmp(strchr(im->sources[i].key, 46) + 1, key) == 0/'
plant sim/machine/machine.c sim/machine/test_machine test_hash \
    "a choice is not in the hash" 's/value = r->kind == ROW_TEXT ? text_of(&copy, r) : word;/value = r->kind == ROW_NUMBER ? word : "";/'
plant sim/machine/machine.c sim/machine/test_machine test_hash \
    "keys that are their defaults are in the hash" 's/strcmp(text_of(&copy, r), r->text) == 0 : .*number_of(&copy, r) == r->number))/false : false))/'
plant_refused import.c what_cannot_be_expressed_is_refused \
    "whatever an option says is simulated as one value" 's/if (is_one_of(import_value(im, row->name), row->text))/if (true)/'
plant_refused import_notes.c what_cannot_be_expressed_is_refused \
    "the nearest is always the least" 's/number = number < low ? low : most;/number = low;/'
plant_refused import_memory.c what_cannot_be_expressed_is_refused \
    "any letter is taken" 's/if (strchr(letters, letter))/if (letter)/'
plant_refused import_memory.c what_cannot_be_expressed_is_refused \
    "a clock may be given twice" 's/if (!one || one->given)/if (!one)/'
plant_refused import.c what_cannot_be_expressed_is_refused \
    "an unknown option is passed over" 's/if (option->row < 0) {/if (option->row < 0) continue; if (false) {/'
plant_import import.c the_file_is_the_machine \
    "a list is no comment" 's/import_print_lists(im, "; ", file)/import_print_lists(im, "", file)/'
plant_refused import.c the_last_one_counts \
    "of an option given twice the first counts" 's/im->given\[option->row\] = option;/im->given[option->row] = before ? before : option;/'
plant_refused import_read.c what_is_no_configuration \
    "a NUL is a letter" 's/if (!\*at)/if (false)/'
plant_refused import_read.c what_is_no_configuration \
    "what stands behind a value is passed over" 's/if (!is_option(name))/if (!name->length)/'
plant_refused import.c what_does_not_fit_together \
    "a machine that cannot be is taken" 's/return machine_check(&im->m, &checked) ||/return machine_check(\&im->m, \&checked) || true ||/'
plant_refused import.c which_file_is_the_interconnects \
    "another network's file is read" 's/return is_read \&\& file/return file/'
plant sim/machine/machine_file.c sim/machine/test_machine test_long_file \
    "a file may be as long as it likes, in words" 's/expected an INI file", path, FILE_BYTES_MAX/expected an INI file", path, 2 * FILE_BYTES_MAX/'
plants_end
