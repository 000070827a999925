// SPDX-License-Identifier: BSD-3-Clause
// Configurations of GPGPU-Sim that are no machine: values that cannot be expressed are refused by line, with the nearest that can;
// options that are given twice, numbers that do not fit together, text that is no configuration.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/sim/machine/imported.h"

static void print_lists(const import *im, FILE *file)
{
    import_print_lists(im, "", file);
}

// Values that no machine can have: the message of each, and the key that is set instead.
static const struct { const char *find, *replacement, *message, *instead; } refusals[] = {
    { "-gpgpu_n_cores_per_cluster 1", "-gpgpu_n_cores_per_cluster 9", "11: -gpgpu_n_clusters: seen 15, expected 1 to 128 SMs in all, with -gpgpu_n_cores_per_cluster 9", "gpu.sms=126" },
    { "-gpgpu_n_cores_per_cluster 1", "-gpgpu_n_cores_per_cluster 0", "11: -gpgpu_n_clusters: seen 15, expected 1 to 128 SMs in all, with -gpgpu_n_cores_per_cluster 0", "gpu.sms=15" },
    { "700.0:700.0:700.0:924.0", "700.5:700.0:700.0:924.0", "15: -gpgpu_clock_domains: seen 700.5:700.0:700.0:924.0, expected whole MHz for clock.core_mhz", "clock.core_mhz=701" },
    { "700.0:700.0:700.0:924.0", "700.0:700.0:700.0:924.5001", "15: -gpgpu_clock_domains: seen 700.0:700.0:700.0:924.5001, expected whole kHz for clock.dram_mhz", "clock.dram_khz=500" },
    { "700.0:700.0:700.0:924.0", "700.0:700.0:700.0", "15: -gpgpu_clock_domains: seen 700.0:700.0:700.0, expected four clocks in MHz, 700.0:700.0:700.0:924.0", "clock.dram_mhz=924" },
    { "1536:32", "1536:64", "18: -gpgpu_shader_core_pipeline: seen 1536:64, expected threads of warps of 32 lanes, 1536:32", "core.warps=48" },
    { "-gpgpu_shader_cta 8", "-gpgpu_shader_cta 33", "19: -gpgpu_shader_cta: seen 33, expected core.max_ctas from 1 to 32", "core.max_ctas=32" },
    { "-gpgpu_shader_cta 8", "-gpgpu_shader_cta 99999999999999999999", "19: -gpgpu_shader_cta: seen 99999999999999999999, expected core.max_ctas from 1 to 32", "core.max_ctas=8" },
    { "-gpgpu_shader_cta 8", "-gpgpu_shader_cta -8", "19: -gpgpu_shader_cta: seen -8, expected core.max_ctas from 1 to 32", "core.max_ctas=8" },
    { "-gpgpu_shader_cta 8", "-gpgpu_shader_cta", "19: -gpgpu_shader_cta: seen no value, expected core.max_ctas from 1 to 32", "core.max_ctas=8" },
    { "-gpgpu_shader_cta 8", "-gpgpu_shader_ctas 8", "19: -gpgpu_shader_ctas: seen 8, expected an option of GPGPU-Sim; the nearest is -gpgpu_shader_cta", "core.max_ctas=8" },
    { "-gpgpu_num_dp_units 0", "-gpgpu_num_dp_units 4", "24: -gpgpu_num_dp_units: seen 4, expected 0: fp64 goes to the SFU", "core.sfu_units=1" },
    { "-gpgpu_simd_model 1", "-gpgpu_num_int_units 2", "20: -gpgpu_num_int_units: seen 2, expected 0: integers go to the SP", "core.int_units=0" },
    { "-gpgpu_simd_model 1", "-gpgpu_tensor_core_avail 1 -gpgpu_num_tensor_core_units 2", "20: -gpgpu_num_tensor_core_units: seen 2, expected 0: matrix instructions go to the SFU", "core.tensor_units=0" },
    { "2,0,0,1,1,2,0,0,1,1,2", "2,0,0,1,1,1,0,0,1,1,2", "21: -gpgpu_pipeline_widths: seen 2,0,0,1,1,1,0,0,1,1,2, expected as many in front of the collectors as behind them (core.sp_issue_slots)", "core.sp_issue_slots=2" },
    { "2,0,0,1,1,2,0,0,1,1,2", "2,0,0", "21: -gpgpu_pipeline_widths: seen 2,0,0, expected 7, 9, 11 or 13 numbers with commas between", "core.sp_issue_slots=2" },
    { "num_out_ports_sp 2", "num_out_ports_sp 1", "53: -gpgpu_operand_collector_num_out_ports_sp: seen 1, expected as many ports out as in (core.sp_ports)", "core.sp_ports=2" },
    { "-gpgpu_simd_model 1", "-gpgpu_operand_collector_num_units_gen 4", "20: -gpgpu_operand_collector_num_units_gen: seen 4, expected 0 with -gpgpu_enable_specialized_operand_collector 1: collectors of each kind or for all kinds, not both", "core.generic_collectors=0" },
    { "-gpgpu_coalesce_arch 20", "-gpgpu_coalesce_arch 60", "58: -gpgpu_coalesce_arch: seen 60, expected less than 40 with no sectors in the L1D", "l1d.sector_bytes=0" },
    { "dl1  N:32:128:4,L:L:m:N:H,S:64:8,8\n-", "dl1  S:32:128:4,L:L:m:N:H,S:64:8,8\n-", "58: -gpgpu_coalesce_arch: seen 20, expected 40 or more with sectors in the L1D", "l1d.sector_bytes=32" },
    { "-gpgpu_max_insn_issue_per_warp 1", "-gpgpu_max_insn_issue_per_warp 2 -gpgpu_dual_issue_diff_exec_units 0", "59: -gpgpu_dual_issue_diff_exec_units: seen 0, expected 1 with two instructions a cycle: the second goes to a unit of another kind", "core.issue_width=2" },
    { "latency_fp 4,13,4,5,39", "latency_fp 4,13,4,5", "27: -ptx_opcode_latency_fp: seen 4,13,4,5, expected cycles of add, max, mul, mad and div with commas between", "latency.fp_div=39" },
    { "dl1  N:32:128:4,L:L:m:N:H,S:64:8,8\n-", "dl1  none\n-", "31: -gpgpu_cache:dl1: seen none, expected sets:line:ways,letters,MSHRs,miss queue as N:32:128:4,L:L:m:N:H,S:64:8,8", "l1d.sets=32" },
    { "dl1  N:32:128:4,L:L:m:N:H,S:64:8,8\n-", "dl1  N:32:128:4,F:L:m:N:H,S:64:8,8\n-", "31: -gpgpu_cache:dl1: seen replacement F, expected L (replacement of [l1d])", "l1d.ways=4" },
    { "dl1  N:32:128:4,L:L:m:N:H,S:64:8,8\n-", "dl1  N:32:128:4,L:L:m:N:Q,S:64:8,8\n-", "31: -gpgpu_cache:dl1: seen index Q, expected L, H, X, P (index of [l1d])", "l1d.index=xor" },
    { "dl1  N:32:128:4,L:L:m:N:H,S:64:8,8\n-", "dl1  N:32:128:4,L:E:m:N:H,S:64:8,8\n-", "31: -gpgpu_cache:dl1: seen write policy E, expected L, T, B (write policy of [l1d])", "l1d.global_write=evict" },
    { "dl1  N:32:128:4,L:L:m:N:H,S:64:8,8\n-", "dl1  N:32:128:4,L:L:m:L:H,S:64:8,8\n-", "31: -gpgpu_cache:dl1: seen write allocation L, expected N (write allocation of [l1d])", "l1d.global_write=evict" },
    { "dl1  N:32:128:4,L:L:m:N:H,S:64:8,8\n-", "dl1  N:32:128:4,L:L:m:N:H,S:1640:8,8\n-", "31: -gpgpu_cache:dl1: seen MSHRs 1640, expected l1d.mshrs from 2 to 1024", "l1d.mshrs=1024" },
    { "dl1  N:32:128:4,L:L:m:N:H,S:64:8,8\n-", "dl1  N:32:128:4,L:T:m:L:H,S:64:8,8\n-", "31: -gpgpu_cache:dl1: seen write allocation L, expected N (write allocation of [l1d])", "l1d.write_miss=none" },
    { "dl1  N:32:128:4,L:L:m:N:H,S:64:8,8\n-", "dl1  N:32:128:4,L:L:m:N:H,S:64:8,8\n-gpgpu_l1_cache_write_ratio 25\n-", "32: -gpgpu_l1_cache_write_ratio: seen 25, expected 0 but with stores that are sent and stay (-gpgpu_cache:dl1 S:...,L:T:m:L)", "l1d.write_ratio=0" },
    { "dl1  N:32:128:4,L:L:m:N:H,S:64:8,8\n-", "dl1  N:32:128:4,L:L:m:N:H,S:64:8,8\n-gpgpu_adaptive_cache_config 1 -gpgpu_shmem_option 0,many\n-", "32: -gpgpu_shmem_option: seen 0,many, expected numbers of KiB with commas, as 0,8,16,32,64,96", "l1d.shared_steps=0" },
    { "dl1  N:32:128:4,L:L:m:N:H,S:64:8,8\n-", "dl1  N:32:128:4,L:L:m:N:H,S:64:8,8\n-gpgpu_l1_banks_hashing_function 1\n-", "32: -gpgpu_l1_banks_hashing_function: seen 1, expected 0: the bank is the address's own, by no hash", "l1d.banks=1" },
    { "dl2 S:64:128:8,L:B:m:L:L", "dl2 S:64:128:8,L:B:m:F:L", "42: -gpgpu_cache:dl2: seen write allocation F, expected L, W (write allocation of [l2])", "l2.write_miss=lazy" },
    { "-gpgpu_n_sub_partition_per_mchannel 2", "-gpgpu_n_sub_partition_per_mchannel 100", "14: -gpgpu_n_sub_partition_per_mchannel: seen 100, expected 1 to 64 slices in all, of 6 controllers", "l2.sub_partitions=48" },
    { "-gpgpu_cache:dl2_texture_only 0", "", ": -gpgpu_cache:dl2_texture_only: not given, which is 1, expected 0: the L2 is for every access", "l2.sets=64" },
    { "64:64:64:64", "64:64:64", "44: -gpgpu_dram_partition_queues: seen 64:64:64, expected four queues, 8:8:8:8", "l2.queue_to_icnt=64" },
    { "-gpgpu_memory_partition_indexing 0", "-memory_partition_indexing 1", "46: -memory_partition_indexing: seen 1, expected 0 (the slice is the address's own), 2 (by IPOLY) or 4 (drawn at random)", "dram.partition_indexing=consecutive" },
    { "-gpgpu_frfcfs_dram_sched_queue_size 64", "-gpgpu_frfcfs_dram_sched_queue_size 0", "65: -gpgpu_frfcfs_dram_sched_queue_size: seen 0, expected dram.queue from 1 to 1024", "dram.queue=1" },
    { "-gpgpu_simd_model 1", "-gpgpu_enable_specialized_operand_collector 0 -gpgpu_operand_collector_num_in_ports_gen 1 -gpgpu_operand_collector_num_out_ports_gen 1", ": -gpgpu_operand_collector_num_units_gen: not given, which is 0, expected core.generic_collectors from 1 on with -gpgpu_enable_specialized_operand_collector 0", "core.generic_collectors=1" },
    { "-gpgpu_shader_core_pipeline 1536:32", "-gpgpu_shader_core_pipeline 16", "18: -gpgpu_shader_core_pipeline: seen 16, expected threads of warps of 32 lanes, 1536:32", "core.warps=48" },
    { "dl2 S:64:128:8,L:B:m:L:L,A:256:4,4:0,32", "dl2 none", "42: -gpgpu_cache:dl2: seen none, expected sets:line:ways,letters,MSHRs,miss queue as N:32:128:4,L:L:m:N:H,S:64:8,8", "l2.sets=64" },
    { "N:4:128:24,L:R:m:N:L,T:128:4,128:2", "none", "48: -gpgpu_tex_cache:l1: seen none, expected sets:line:ways,letters,MSHRs,miss queue as N:32:128:4,L:L:m:N:H,S:64:8,8", "l1t.sets=4" },
    { "N:64:64:2,L:R:f:N:L,S:2:32,4", "none", "49: -gpgpu_const_cache:l1: seen none, expected sets:line:ways,letters,MSHRs,miss queue as N:32:128:4,L:L:m:N:H,S:64:8,8", "l1c.sets=64" },
    { "-gpgpu_max_insn_issue_per_warp 1", "-gpgpu_max_insn_issue_per_warp one", "59: -gpgpu_max_insn_issue_per_warp: seen one, expected a whole number", "core.issue_width=1" },
    { "RRD=6:", "RRD=6:XYZ=7:", "74: -gpgpu_dram_timing_opt: seen nbk=16:CCD=2:RRD=6:XYZ=7:RCD=12:RAS=28:RP=12:RC=40: CL=1..., expected nbk=N:CCD=N:RRD=N:RCD=N:RAS=N:RP=N:RC=N:CL=N:WL=N:CDLR=N:WR=N:nbkgrp=N:CCDL=N:RTPL=N", "dram.rrd=6" },
    { "RRD=6:", "RRD=6:RRD=7:", "74: -gpgpu_dram_timing_opt: seen nbk=16:CCD=2:RRD=6:RRD=7:RCD=12:RAS=28:RP=12:RC=40: CL=1..., expected nbk=N:CCD=N:RRD=N:RCD=N:RAS=N:RP=N:RC=N:CL=N:WL=N:CDLR=N:WR=N:nbkgrp=N:CCDL=N:RTPL=N", "dram.rrd=6" },
    { "-dram_bnkgrp_indexing_policy 1", "-dram_bnkgrp_indexing_policy 0", "77: -dram_bnkgrp_indexing_policy: seen 0, expected 1 with several bank groups: a bank's low bits are its group", "dram.bank_groups=4" },
    { "dramid@8;0", "dramid@8;R", "72: -gpgpu_mem_addr_mapping: seen dramid@8;R0000000.00000000.00000000.00000000.0000RRRR.RR..., expected dramid@N; and 64 bits of 0 R B C S, the upper 32 of them 0", "dram.controller_bit=8" },
    { "-network_mode 1", "-network_mode 3", "60: -network_mode: seen 3, expected 1: the network that -inter_config_file describes, or 2: GPGPU-Sim's own crossbar",
      "icnt.flit_bytes=40" },
    { "topology = fly", "topology = mesh", "icnt:5: topology: seen mesh, expected fly: a crossbar; for a mesh set icnt.kind and [mesh], docs/mesh.md", "icnt.input_buffer=64" },
    { "n = 1;", "n = 2;", "icnt:7: n: seen 2, expected 1: a crossbar has one stage", "icnt.input_buffer=64" },
    { "num_vcs     = 1", "num_vcs     = 2", "icnt:9: num_vcs: seen 2, expected 1: a port has one queue", "icnt.input_buffer=64" },
    { "flit_size = 40", "flitsize = 40", "icnt:3: flitsize: seen 40, expected an option of GPGPU-Sim; the nearest is flit_size", "icnt.flit_bytes=32" },
};

static void what_cannot_be_expressed_is_refused(void **state)
{
    imported_texts t = imported_gtx480();

    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        import *im;
        machine same;
        machine_error error;
        char expected[400], *seen;

        im = imported_convert_edited(t, refusals[i].find, refusals[i].replacement);
        seen = imported_printed(im, import_print_refusals);
        if (strncmp(refusals[i].message, "icnt", 4) == 0)
            snprintf(expected, sizeof expected, "n.%s\n", refusals[i].message);
        else
            snprintf(expected, sizeof expected, "gpgpusim.config%s%s\n", refusals[i].message[0] == ':' ? "" : ":", refusals[i].message);
        assert_string_equal(seen, expected);
        assert_int_equal(import_refusals(im), 1);
        same = *import_machine(im);
        assert_true(machine_set(&same, refusals[i].instead, &error));
        assert_memory_equal(&same, import_machine(im), sizeof same);
        assert_true(machine_check(&same, &error));
        free(seen);
        import_free(im);
    }
    imported_free(t);
}

static void local_crossbar(void **state)
{
    static const struct { const char *options, *message, *instead; } rows[] = {
        { "-icnt_in_buffer_limit 4097", "-icnt_in_buffer_limit: seen 4097, expected icnt.packets_in from 1 to 4096", "icnt.packets_in=4096" },
        { "-icnt_in_buffer_limit many", "-icnt_in_buffer_limit: seen many, expected a whole number", "icnt.packets_in=64" },
        { "-icnt_out_buffer_limit 0", "-icnt_out_buffer_limit: seen 0, expected icnt.packets_out from 1 to 4096", "icnt.packets_out=1" },
        { "-icnt_arbiter_algo 2", "-icnt_arbiter_algo: seen 2, expected 0: round robin, or 1: iSLIP", "icnt.arbiter=islip" },
        { "-inct_subnets 1", "-inct_subnets: seen 1, expected 2: a network for requests and one for replies", "icnt.kind=local" },
        { "-icnt_grant_cycles 4", "-icnt_grant_cycles: seen 4, expected 1: a pointer moves with each packet", "icnt.kind=local" },
        { "-icnt_out_bufer_limit 8", "-icnt_out_bufer_limit: seen 8, expected an option of GPGPU-Sim; the nearest is -icnt_out_buffer_limit", "icnt.kind=local" },
    };
    const imported_texts whole = imported_gtx480(), t = { whole.config, NULL };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char replacement[128], expected[256];
        snprintf(replacement, sizeof replacement, "-network_mode 2 %s", rows[i].options);
        snprintf(expected, sizeof expected, "gpgpusim.config:60: %s\n", rows[i].message);
        import *im = imported_convert_edited(t, "-network_mode 1", replacement);
        char *seen = imported_printed(im, import_print_refusals);
        machine same = *import_machine(im);
        machine_error error;

        assert_string_equal(seen, expected);
        assert_true(machine_set(&same, rows[i].instead, &error));
        assert_memory_equal(&same, import_machine(im), sizeof same);
        assert_true(same.icnt.kind == NETWORK_LOCAL && machine_check(&same, &error));
        free(seen);
        import_free(im);
    }
    imported_free(whole);
}

static void no_interconnects_file(void **state)
{
    imported_texts t = imported_gtx480();
    import *im = imported_convert((imported_texts){ t.config, NULL });
    char *seen = imported_printed(im, import_print_refusals);

    (void)state;
    assert_non_null(strstr(seen, "-inter_config_file: seen config_fermi_islip.icnt, expected the interconnect's file\n"));
    assert_int_equal(import_refusals(im), 1);
    assert_int_equal(import_machine(im)->icnt.kind, 0);
    free(seen);
    import_free(im);
    imported_free(t);
}


static void the_last_one_counts(void **state)
{
    imported_texts t = imported_gtx480();
    import *im = imported_convert_edited(t, "-gpgpu_shader_cta 8", "-gpgpu_shader_cta 8\n-rop_latency 1 -gpgpu_shader_cta 9");
    char *lists = imported_printed(im, print_lists);

    (void)state;
    assert_int_equal(import_machine(im)->core.max_ctas, 9);
    assert_int_equal(import_machine(im)->l2.latency, 120);
    assert_non_null(strstr(lists, "line 19        -gpgpu_shader_cta 8: given again in line 20, which counts\n"));
    assert_non_null(strstr(lists, "line 20        -rop_latency 1: given again in line 63, which counts\n"));
    free(lists);
    import_free(im);
    imported_free(t);
}

static void assert_no_config(const char *text, size_t length, const char *message)
{
    import *im = import_new();
    machine_error error;

    assert_false(import_config(im, "c", text, length, &error));
    assert_string_equal(error.text, message);
    import_free(im);
}

static void assert_no_network(const char *text, const char *message)
{
    import *im = import_new();
    machine_error error;

    assert_false(import_network(im, "n", text, strlen(text), &error));
    assert_string_equal(error.text, message);
    import_free(im);
}

static void what_is_no_configuration(void **state)
{
    char *many = malloc(100001);
    import *im = import_new();
    machine_error error;

    (void)state;
    assert_no_config("", 0, "c:1: seen no option, expected a configuration of GPGPU-Sim");
    assert_no_config("# -a 1", 6, "c:1: seen no option, expected a configuration of GPGPU-Sim");
    assert_no_config("-a 1\n-b \0", 9, "c:2: seen a NUL byte, expected text");
    assert_no_config("-a 1 2\n", 7, "c:1: seen `2`, expected an option, which begins with a - and a letter");
    assert_no_config("[gpu]\nsms = 3\n", 14, "c:1: seen `[gpu]`, expected an option, which begins with a - and a letter");
    assert_no_config("-a\n\"1\n", 6, "c:2: seen a value in quotes without its end");
    assert_no_config("\"-a 1\n", 6, "c:1: seen a value in quotes without its end");
    assert_no_config("-a 1 \"-b\n", 9, "c:1: seen a value in quotes without its end");
    assert_no_config("-a \"1\"2", 7, "c:1: seen `2` behind a value in quotes, expected a blank");
    assert_no_config("-a 1\n-config x", 14, "c:2: -config: names another file, expected its options here");
    memset(many, '-', 100000);
    many[100000] = 0;
    assert_no_config(many, 100000, "c:1: seen `------------------------------------------------------------`, expected an option, which begins with a - and a letter");
    memset(many, 'x', 100000);
    memcpy(many, "-a ", 3);
    assert_true(import_config(im, "c", many, 100000, &error));
    assert_no_network("a = 1", "n:1: seen no `;` behind `a = 1`");
    assert_no_network("\n// x = 1;\na b = 1;", "n:3: seen `a b = 1`, expected NAME = VALUE;");
    assert_no_network("a = ;", "n:1: a: seen no value");
    assert_no_network("= 1;", "n:1: seen `= 1`, expected NAME = VALUE;");
    assert_no_network(";", "n:1: seen ``, expected NAME = VALUE;");
    import_free(im);
    free(many);
}

// What is no machine together is said of the key, with the option that it is from.
static void what_does_not_fit_together(void **state)
{
    imported_texts t = imported_gtx480();
    char *config = imported_edit(t.config, "-gpgpu_simd_model 1", "-gpgpu_sub_core_model 1");
    import *im = import_new();
    machine_error error;

    (void)state;
    assert_true(import_config(im, "c", config, strlen(config), &error));
    assert_true(import_network(im, "n", t.network, strlen(t.network), &error));
    assert_false(import_convert(im, &error));
    assert_string_equal(error.text, "c: core.sfu_issue_slots: seen 1 for 2 schedulers, expected one each with core.sub_cores "
                                    "(-gpgpu_pipeline_widths 2,0,0,1,1,2,0,0,1,1,2, line 21)");
    import_free(im);
    free(config);
    imported_free(t);
}


static void which_file_is_the_interconnects(void **state)
{
    static const struct { const char *text, *name; } rows[] = {
        { "-inter_config_file a.icnt", "a.icnt" }, { "-inter_config_file a -inter_config_file b", "b" },
        { "-inter_config_file a -network_mode 1", "a" }, { "-network_mode 2 -inter_config_file a", NULL }, { "-network_mode 1", NULL },
        { "-inter_config_file", NULL }, { "-network_mode -inter_config_file a", NULL },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        import *im = import_new();
        machine_error error;

        assert_true(import_config(im, "c", rows[i].text, strlen(rows[i].text), &error));
        if (rows[i].name)
            assert_string_equal(import_network_name(im), rows[i].name);
        else
            assert_null(import_network_name(im));
        import_free(im);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_cannot_be_expressed_is_refused),
        cmocka_unit_test(local_crossbar),
        cmocka_unit_test(no_interconnects_file),
        cmocka_unit_test(the_last_one_counts),
        cmocka_unit_test(what_is_no_configuration),
        cmocka_unit_test(what_does_not_fit_together),
        cmocka_unit_test(which_file_is_the_interconnects),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
