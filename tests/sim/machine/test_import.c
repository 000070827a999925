// SPDX-License-Identifier: BSD-3-Clause
// Configurations of GPGPU-Sim as machines: its GTX 480 is gtx480 key by key, each option reaches its key and no other, what
// has no counterpart is named, what cannot be expressed is refused by line; text that is no configuration.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/machine/import_internal.h"
#include "tests/sim/machine/imported.h"

static void assert_machine(const import *im, const machine *expected)
{
    machine m = *import_machine(im);
    char *seen = NULL, *wanted = NULL;
    size_t length;
    FILE *file = open_memstream(&seen, &length);

    machine_dump(&m, file);
    fclose(file);
    file = open_memstream(&wanted, &length);
    machine_dump(expected, file);
    fclose(file);
    for (const char *a = seen, *b = wanted; *a || *b; a += strcspn(a, "\n") + 1, b += strcspn(b, "\n") + 1) {
        char one[256], other[256];

        snprintf(one, sizeof one, "%.*s", (int)strcspn(a, "\n"), a);
        snprintf(other, sizeof other, "%.*s", (int)strcspn(b, "\n"), b);
        assert_string_equal(one, other);
    }
    free(seen);
    free(wanted);
}

static machine bundled(const char *name)
{
    machine m;
    machine_error error;

    assert_true(machine_load(&m, name, &error));
    return m;
}
static void gtx480_is_the_bundled_machine(void **state)
{
    imported_texts t = imported_gtx480();
    import *im = imported_convert(t);
    machine expected = bundled("gtx480");

    (void)state;
    assert_int_equal(import_refusals(im), 0);
    assert_machine(im, &expected);
    import_free(im);
    imported_free(t);
}

// Each edit of gtx480's files changes these keys and no other. Behind the key of each COPIED row, and of every value of the others.
static const struct { const char *find, *replacement, *keys[3]; } edits[] = {
    { "-gpgpu_n_cores_per_cluster 1", "-gpgpu_n_cores_per_cluster 2", { "gpu.sms=30" } },
    { "-gpgpu_n_clusters 15", "-gpgpu_n_clusters 14", { "gpu.sms=14", "gpu.clusters=14" } },
    { "700.0:700.0:700.0:924.0", "701:700.0:700.0:924.0", { "clock.core_mhz=701" } },
    { "700.0:700.0:700.0:924.0", "700.0:702.0:700.0:924.0", { "clock.icnt_mhz=702" } },
    { "700.0:700.0:700.0:924.0", "700.0:700.0:703.0:924.0", { "clock.l2_mhz=703" } },
    { "700.0:700.0:700.0:924.0", "700.0:700.0:700.0:925.00", { "clock.dram_mhz=925" } },
    { "700.0:700.0:700.0:924.0", "700.0:700.0:700.0:924.5", { "clock.dram_khz=500" } },
    { "700.0:700.0:700.0:924.0", "700.0:700.0:700.0:3500.0250", { "clock.dram_mhz=3500", "clock.dram_khz=25" } },
    { "-gpgpu_simd_model 1", "-gpgpu_kernel_launch_latency 5000", { "gpu.launch_latency=5000" } },
    { "1536:32", "1024:32:32", { "core.warps=32" } },
    { "-gpgpu_num_sched_per_core 2", "-gpgpu_num_sched_per_core 1", { "core.schedulers=1" } },
    { "-gpgpu_shader_cta 8", "-gpgpu_shader_cta 16", { "core.max_ctas=16" } },
    { "-gpgpu_shader_registers 32768", "-gpgpu_shader_registers 0x4000", { "core.registers=16384" } },
    { "-gpgpu_shmem_size 49152\n-", "-gpgpu_shmem_size 16384\n-", { "core.shared_bytes=16384" } },
    { "-gpgpu_max_insn_issue_per_warp 1", "-gpgpu_max_insn_issue_per_warp 2", { "core.issue_width=2" } },
    { "-gpgpu_simd_model 1", "-gpgpu_inst_fetch_throughput 4", { "core.fetches=4" } },
    { "-gpgpu_num_sp_units 2", "-gpgpu_num_sp_units 4", { "core.sp_units=4" } },
    { "-gpgpu_simd_model 1", "-ptx_opcode_latency_tesnor 33 -ptx_opcode_initiation_tensor 34", { "latency.tensor=33", "latency.tensor_interval=34" } },
    { "-gpgpu_num_sfu_units 1", "-gpgpu_num_sfu_units 3", { "core.sfu_units=3" } },
    { "2,0,0,1,1,2,0,0,1,1,2", "3,0,0,1,1,3,0,0,1,1,2", { "core.sp_issue_slots=3" } },
    { "2,0,0,1,1,2,0,0,1,1,2", "2,0,0,4,1,2,0,0,4,1,2", { "core.sfu_issue_slots=4" } },
    { "2,0,0,1,1,2,0,0,1,1,2", "2,9,9,1,5,2,8,8,1,5,2,7,7", { "core.mem_issue_slots=5" } },
    { "2,0,0,1,1,2,0,0,1,1,2", "2,0,1,1,2,0,1,1,6", { "core.writeback_slots=6" } },
    { "-gpgpu_num_reg_banks 16", "-gpgpu_num_reg_banks 32", { "core.register_banks=32" } },
    { "num_units_sp 6", "num_units_sp 7", { "core.sp_collectors=7" } },
    { "num_units_sfu 8", "num_units_sfu 9", { "core.sfu_collectors=9" } },
    { "num_units_sfu 8", "num_units_sfu 8\n-gpgpu_operand_collector_num_units_mem 3", { "core.mem_collectors=3" } },
    { "num_in_ports_sp 2\n-gpgpu_operand_collector_num_out_ports_sp 2", "num_in_ports_sp 3\n-gpgpu_operand_collector_num_out_ports_sp 3",
      { "core.sp_ports=3" } },
    { "-gpgpu_simd_model 1", "-gpgpu_operand_collector_num_in_ports_sfu 2 -gpgpu_operand_collector_num_out_ports_sfu 2", { "core.sfu_ports=2" } },
    { "-gpgpu_simd_model 1", "-gpgpu_operand_collector_num_in_ports_mem 2 -gpgpu_operand_collector_num_out_ports_mem 2", { "core.mem_ports=2" } },
    { "-gpgpu_simd_model 1", "-gpgpu_enable_specialized_operand_collector 0 -gpgpu_operand_collector_num_units_gen 9 "
      "-gpgpu_operand_collector_num_in_ports_gen 7 -gpgpu_operand_collector_num_out_ports_gen 7",
      { "core.generic_collectors=9", "core.generic_ports=7" } },
    { "-gpgpu_simd_model 1", "-reg_file_port_throughput 2", { "core.collector_steps=2" } },
    { "-gpgpu_shmem_num_banks 32", "-gpgpu_shmem_num_banks 16", { "core.shared_banks=16" } },
    { "-gpgpu_smem_latency 26", "-smem_latency 24", { "core.shared_latency=24" } },
    { "-gpgpu_shmem_limited_broadcast 0", "-gpgpu_shmem_limited_broadcast 1", { "core.shared_broadcasts=one" } },
    { "-gpgpu_shmem_warp_parts 1", "-gpgpu_shmem_warp_parts 2", { "core.warp_parts=2" } },
    { "latency_int 4,13,4,5,145,32", "latency_int 4,13,4,5,145,21", { "latency.shuffle=21" } },
    { "latency_int 4,13,4,5,145,32", "latency_int 3,13,4,5,145", { "latency.int_add=3" } },
    { "latency_int 4,13,4,5,145,32", "latency_int 4,12,4,5,145,32", { "latency.int_max=12" } },
    { "latency_int 4,13,4,5,145,32", "latency_int 4,13,6,5,145,32", { "latency.int_mul=6" } },
    { "latency_int 4,13,4,5,145,32", "latency_int 4,13,4,7,145,32", { "latency.int_mad=7" } },
    { "latency_int 4,13,4,5,145,32", "latency_int 4,13,4,5,144,32", { "latency.int_div=144" } },
    { "initiation_int 1,2,2,1,8,4", "initiation_int 1,2,2,1,9,5", { "latency.int_div_interval=9", "latency.shuffle_interval=5" } },
    { "initiation_int 1,2,2,1,8,4", "initiation_int 2,3,2,1,8,4", { "latency.int_add_interval=2", "latency.int_max_interval=3" } },
    { "initiation_int 1,2,2,1,8,4", "initiation_int 1,2,3,2,8,4", { "latency.int_mul_interval=3", "latency.int_mad_interval=2" } },
    { "latency_fp 4,13,4,5,39", "latency_fp 5,14,4,5,39", { "latency.fp_add=5", "latency.fp_max=14" } },
    { "latency_fp 4,13,4,5,39", "latency_fp 4,13,5,6,40", { "latency.fp_mul=5", "latency.fp_mad=6", "latency.fp_div=40" } },
    { "initiation_fp 1,2,1,1,4", "initiation_fp 2,1,1,1,4", { "latency.fp_add_interval=2", "latency.fp_max_interval=1" } },
    { "initiation_fp 1,2,1,1,4", "initiation_fp 1,2,3,4,5", { "latency.fp_mul_interval=3", "latency.fp_mad_interval=4", "latency.fp_div_interval=5" } },
    { "latency_dp 8,19,8,8,330", "latency_dp 7,18,8,8,330", { "latency.dp_add=7", "latency.dp_max=18" } },
    { "latency_dp 8,19,8,8,330", "latency_dp 8,19,6,7,331", { "latency.dp_mul=6", "latency.dp_mad=7", "latency.dp_div=331" } },
    { "initiation_dp 8,16,8,8,130", "initiation_dp 7,15,8,8,130", { "latency.dp_add_interval=7", "latency.dp_max_interval=15" } },
    { "initiation_dp 8,16,8,8,130", "initiation_dp 8,16,6,7,131", { "latency.dp_mul_interval=6", "latency.dp_mad_interval=7", "latency.dp_div_interval=131" } },
    { "-gpgpu_simd_model 1", "-ptx_opcode_latency_sfu 20 -ptx_opcode_initiation_sfu 4", { "latency.sfu=20", "latency.sfu_interval=4" } },
    { "il1 N:4:128:4,L:R:f:N:L,S:2:32,4", "il1 N:8:64:16,L:R:f:N:L,S:2:32,4", { "l1i.sets=8", "l1i.line_bytes=64", "l1i.ways=16" } },
    { "il1 N:4:128:4,L:R:f:N:L,S:2:32,4", "il1 N:4:128:4,L:R:f:N:L,A:3:31,5", { "l1i.mshrs=3", "l1i.mshr_merges=31", "l1i.miss_queue=5" } },
    { "const_cache:l1 N:64:64:2,L:R:f:N:L,S:2:32,4", "const_cache:l1 N:128:32:3,L:R:f:N:L,S:2:32,4", { "l1c.sets=128", "l1c.line_bytes=32", "l1c.ways=3" } },
    { "const_cache:l1 N:64:64:2,L:R:f:N:L,S:2:32,4", "const_cache:l1 N:64:64:2,L:R:f:N:L,S:4:33,6", { "l1c.mshrs=4", "l1c.mshr_merges=33", "l1c.miss_queue=6" } },
    { "tex_cache:l1 N:4:128:24,L:R:m:N:L,T:128:4,128:2", "tex_cache:l1 N:8:64:5,L:R:m:N:L,F:128:4,128:2", { "l1t.sets=8", "l1t.line_bytes=64", "l1t.ways=5" } },
    { "tex_cache:l1 N:4:128:24,L:R:m:N:L,T:128:4,128:2", "tex_cache:l1 N:4:128:24,L:R:m:N:L,T:127:4,126:3", { "l1t.fragments=127", "l1t.reorder=126", "l1t.results=3" } },
    { "tex_cache:l1 N:4:128:24,L:R:m:N:L,T:128:4,128:2", "tex_cache:l1 N:4:128:24,L:R:m:N:L,T:128:5,128:2", { "l1t.requests=5" } },
    { "dl1  N:32:128:4,L:L:m:N:H,S:64:8,8\n-", "dl1  N:64:64:6,L:L:m:N:H,S:64:8,8\n-", { "l1d.sets=64", "l1d.line_bytes=64", "l1d.ways=6" } },
    { "dl1  N:32:128:4,L:L:m:N:H,S:64:8,8\n-", "dl1  N:32:128:4,L:L:m:N:H,A:32:9,7\n-", { "l1d.mshrs=32", "l1d.mshr_merges=9", "l1d.miss_queue=7" } },
    { "dl1  N:32:128:4,L:L:m:N:H,S:64:8,8\n-", "dl1  N:32:128:4,L:L:f:N:X,S:64:8,8\n-", { "l1d.allocate=fill", "l1d.index=xor" } },
    { "dl1  N:32:128:4,L:L:m:N:H,S:64:8,8\n-", "dl1  N:32:128:4,L:T:s:N:L,S:64:8,8\n-", { "l1d.global_write=through", "l1d.allocate=fill", "l1d.index=linear" } },
    { "dl1  N:32:128:4,L:L:m:N:H,S:64:8,8\n-", "dl1  N:32:128:4,L:B:m:W:H,S:64:8,8\n-", { "l1d.global_write=back" } },
    { "dl1  N:32:128:4,L:L:m:N:H,S:64:8,8\n-", "dl1  N:32:128:4,L:L:m:N:H,S:64:8,8 -gpgpu_l1_banks 4 -gpgpu_l1_banks_byte_interleaving 64\n-", { "l1d.banks=4", "l1d.bank_bytes=64" } },
    { "dl1  N:32:128:4,L:L:m:N:H,S:64:8,8\n-", "dl1  N:32:128:4,L:L:m:N:H,S:64:8,8 -gpgpu_adaptive_cache_config 1 -gpgpu_unified_l1d_size 64 -gpgpu_shmem_option 0,16,48\n-",
      { "l1d.unified_kib=64", "l1d.shared_steps=0,16,48" } },
    { "dl1  N:32:128:4,L:L:m:N:H,S:64:8,8\n-", "dl1  N:32:128:4,L:L:s:N:H,S:64:8,8 -gpgpu_adaptive_cache_config 1 -gpgpu_unified_l1d_size 64 -gpgpu_shmem_option 0,16,48\n-",
      { "l1d.allocate=streaming", "l1d.unified_kib=64", "l1d.shared_steps=0,16,48" } },
    { "dl1  N:32:128:4,L:L:m:N:H,S:64:8,8\n-", "dl1  N:32:128:4,L:L:f:N:H,S:64:8,8 -gpgpu_adaptive_cache_config 1 -gpgpu_unified_l1d_size 64 -gpgpu_shmem_option 0,16,48\n-",
      { "l1d.allocate=fill", "l1d.unified_kib=64", "l1d.shared_steps=0,16,48" } },
    { "-gpgpu_gmem_skip_L1D 0", "-gpgpu_gmem_skip_L1D 1 -gpgpu_cache:dl1 S:32:128:4,L:L:m:N:H,S:64:8,8",
      { "l1d.sector_bytes=32", "l1d.global=skip" } },
    { "-gpgpu_gmem_skip_L1D 0", "-gmem_skip_L1D 1", { "l1d.global=skip" } },
    { "-gpgpu_l1_latency 35", "-l1_latency 34", { "l1d.latency=34" } },
    { "flit_size = 40", "flit_size = 32", { "icnt.flit_bytes=32" } },
    { "vc_buf_size = 64", "vc_buf_size = 8", { "icnt.input_buffer=8", "icnt.ejection_buffer=8" } },
    { "vc_buf_size = 64", "vc_buf_size = 64; input_buffer_size = 256", { "icnt.injection_buffer=256" } },
    { "vc_buf_size = 64", "vc_buf_size = 64; ejection_buffer_size = 32", { "icnt.ejection_buffer=32" } },
    { "vc_buf_size = 64", "vc_buf_size = 64; boundary_buffer_size = 32", { "icnt.boundary_buffer=32" } },
    { "vc_buf_size = 64", "vc_buf_size = 64; st_final_delay = 2; st_prepare_delay = 1", { "icnt.router_latency=3" } },
    { "-gpgpu_n_cluster_ejection_buffer_size 32", "-gpgpu_n_cluster_ejection_buffer_size 8", { "icnt.response_queue=8" } },
    { "-gpgpu_n_sub_partition_per_mchannel 2", "-gpgpu_n_sub_partition_per_mchannel 1", { "l2.sub_partitions=6" } },
    { "-gpgpu_n_mem 6", "-gpgpu_n_mem 4", { "dram.controllers=4", "l2.sub_partitions=8" } },
    { "dl2 S:64:128:8,L:B:m:L:L,A:256:4,4:0,32", "dl2 S:32:128:16,L:B:m:L:L,A:256:4,4:0,32", { "l2.sets=32", "l2.ways=16" } },
    { "dl2 S:64:128:8,L:B:m:L:L,A:256:4,4:0,32", "dl2 N:64:128:8,L:B:m:W:L,A:256:4,4:0,32", { "l2.sector_bytes=128", "l2.write_miss=fetch" } },
    { "dl2 S:64:128:8,L:B:m:L:L,A:256:4,4:0,32", "dl2 S:64:128:8,L:B:m:L:H,A:192:5,3", { "l2.index=hash", "l2.mshrs=192", "l2.mshr_merges=5" } },
    { "dl2 S:64:128:8,L:B:m:L:L,A:256:4,4:0,32", "dl2 S:64:128:8,L:B:m:L:L,A:256:4,5:0,64", { "l2.miss_queue=5", "l2.port_bytes=64" } },
    { "-gpgpu_perf_sim_memcpy 1", "-perf_sim_memcpy 0", { "l2.host_copy=bypass" } },
    { "-gpgpu_l2_rop_latency 120", "-rop_latency 160", { "l2.latency=160" } },
    { "-gpgpu_simd_model 1", "-l2_ideal 1", { "l2.perfect=1" } },
    { "64:64:64:64", "32:33:64:64", { "l2.queue_from_icnt=32", "l2.queue_to_dram=33" } },
    { "64:64:64:64", "64:64:34:35", { "l2.queue_from_dram=34", "l2.queue_to_icnt=35" } },
    { "-gpgpu_n_mem_per_ctrlr 2\n-gpgpu_dram_buswidth 4", "-gpgpu_n_mem_per_ctrlr 1\n-gpgpu_dram_buswidth 8", { "dram.chips=1", "dram.bus_bytes=8" } },
    { "burst_length 8\n-dram_data_command_freq_ratio 4", "burst_length 8\n-dram_data_command_freq_ratio 2", { "dram.data_rate=2" } },
    { "-gpgpu_dram_buswidth 4\n-gpgpu_dram_burst_length 8", "-gpgpu_dram_buswidth 8\n-gpgpu_dram_burst_length 4", { "dram.bus_bytes=8", "dram.burst=4" } },
    { "-gpgpu_frfcfs_dram_sched_queue_size 64", "-gpgpu_dram_sched_queue_size 16", { "dram.queue=16" } },
    { "-gpgpu_dram_return_queue_size 116", "-gpgpu_dram_return_queue_size 192", { "dram.return_queue=192" } },
    { "-gpgpu_dram_return_queue_size 116", "-gpgpu_dram_return_queue_size 116\n-gpgpu_perfect_inst_const_cache 1", { "l1i.perfect=1", "l1c.perfect=1" } },
    { "-gpgpu_memory_partition_indexing 0", "-gpgpu_memory_partition_indexing 4", { "dram.partition_indexing=random" } },
    { "-gpgpu_simd_model 1", "-dual_bus_interface 1", { "dram.dual_bus=1" } },
    { "-gpgpu_memory_partition_indexing 0", "-memory_partition_indexing 4", { "dram.partition_indexing=random" } },
    { "dl2 S:64:128:8,L:B:m:L:L,A:256:4,4:0,32", "dl2 S:64:128:8,L:B:m:L:P,A:256:4,4:0,32", { "l2.index=ipoly" } },
    { "-dram_latency 100", "-dram_latency 254", { "dram.latency=254" } },
    { "nbk=16:CCD=2:RRD=6:RCD=12:", "nbk=16:RRD=7:CCD=3:RCD=13:", { "dram.rrd=7", "dram.ccd=3", "dram.rcd=13" } },
    { "RAS=28:RP=12:RC=40:", "RAS=29:RP=13:RC=41:", { "dram.ras=29", "dram.rp=13", "dram.rc=41" } },
    { "CL=12:WL=4:CDLR=5:", "CL=13:WL=5:CDLR=6:", { "dram.cl=13", "dram.wl=5", "dram.cdlr=6" } },
    { "WR=12:nbkgrp=4:CCDL=3:RTPL=2", "WR=13:nbkgrp=4:CCDL=4:RTPL=3", { "dram.wr=13", "dram.ccdl=4", "dram.rtpl=3" } },
    { "WR=12:nbkgrp=4:CCDL=3:RTPL=2", "WR=12", { "dram.bank_groups=1", "dram.ccdl=0", "dram.rtpl=0" } },
    { "nbk=16:CCD=2", "nbk=8:CCD=2", { "dram.banks=8", "dram.map=0000RRRR.RRRRRRRR.RBBCCCCB.CCSSSSSS" } },
    { "dramid@8;", "dramid@9;", { "dram.controller_bit=9" } },
    { "0000RRRR.RRRRRRRR.BBBCCCCB.CCSSSSSS", "0000rrrr|rrrrrrrr|bbbbcccc.ccssssss", { "dram.map=0000RRRR.RRRRRRRR.BBBBCCCC.CCSSSSSS" } },
};

static unsigned lines_before(const char *text, const char *at)
{
    unsigned count = 0;

    for (; text < at; text++)
        count += *text == '\n';
    return count;
}

// Behind "section.key=value" stands the line of the edit, or one beside it, where an option has several.
static void assert_source(const import *im, imported_texts t, const char *find, const char *assignment)
{
    const char *in_config = strstr(t.config, find), *in_network = in_config ? NULL : strstr(t.network, find), *key, *place = NULL;
    unsigned line = 1 + (in_config ? lines_before(t.config, in_config) : lines_before(t.network, in_network));
    char *written = imported_printed(im, import_write), heading[64], name[64], comment[256], section[32], word[32];

    assert_int_equal(sscanf(assignment, "%31[^.].%31[^=]", section, word), 2);
    snprintf(heading, sizeof heading, "\n[%s]\n", section);
    snprintf(name, sizeof name, "\n%s = ", word);
    key = strstr(strstr(written, heading), name);
    assert_non_null(key);
    snprintf(comment, sizeof comment, "%.*s", (int)strcspn(key + 1, "\n"), key + 1);
    for (char *at = strstr(comment, in_config ? ", line " : ", icnt line "); at; at = strstr(at + 1, ", line "))
        place = at + (in_config ? 7 : 12);
    if (!place || atoi(place) + 1 < (int)line || atoi(place) > (int)line + 1)
        fail_msg("%s, expected line %u", comment, line);
    free(written);
}

static void each_option_has_its_keys(void **state)
{
    imported_texts t = imported_gtx480();

    (void)state;
    for (size_t i = 0; i < sizeof edits / sizeof edits[0]; i++) {
        bool map = strstr(edits[i].find, "nbk=16") && strstr(edits[i].replacement, "nbk=8");
        char *config = map ? imported_edit(t.config, "RRRRRRRR.BBB", "RRRRRRRR.RBB") : NULL;
        machine expected = bundled("gtx480");
        machine_error error;
        import *im = imported_convert_edited((imported_texts){ map ? config : t.config, t.network }, edits[i].find, edits[i].replacement);

        for (size_t k = 0; k < 3 && edits[i].keys[k]; k++)
            assert_true(machine_set(&expected, edits[i].keys[k], &error));
        if (strstr(edits[i].replacement, "192:5,3")) {
            expected.l2.miss_queue = 3;             // two letters and four numbers of one text
            expected.l2.port_bytes = 0;
        }
        assert_int_equal(import_refusals(im), 0);
        assert_machine(im, &expected);
        for (size_t k = 0; k < 3 && edits[i].keys[k]; k++)
            if (!map || k == 0)                    // its map stands elsewhere
                assert_source(im, t, edits[i].find, edits[i].keys[k]);
        import_free(im);
        free(config);
    }
    imported_free(t);
}

// GPGPU-Sim's own crossbar has no file; its options go with -network_mode 2 alone, and two versions spell some of them otherwise.
static void local_crossbar(void **state)
{
    static const struct { const char *replacement, *keys[4]; } rows[] = {
        { "-network_mode 2", { "icnt.kind=local" } },
        { "-network_mode 2 -icnt_in_buffer_limit 512", { "icnt.kind=local", "icnt.packets_in=512" } },
        { "-network_mode 2 -icnt_out_buffer_limit 511", { "icnt.kind=local", "icnt.packets_out=511" } },
        { "-network_mode 2 -icnt_arbiter_algo 0", { "icnt.kind=local", "icnt.arbiter=round" } },
        { "-network_mode 2 -icnt_arbiter_algo 1 -icnt_subnets 2 -icnt_grant_cycles 1 -icnt_verbose 1", { "icnt.kind=local" } },
        { "-network_mode 2 -inct_in_buffer_limit 500 -inct_out_buffer_limit 400 -inct_subnets 2",
          { "icnt.kind=local", "icnt.packets_in=500", "icnt.packets_out=400" } },
    };
    const imported_texts whole = imported_gtx480(), t = { whole.config, NULL };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        machine expected = bundled("gtx480");
        machine_error error;
        import *im = imported_convert_edited(t, "-network_mode 1", rows[i].replacement);

        for (size_t k = 0; k < 4 && rows[i].keys[k]; k++) {
            assert_true(machine_set(&expected, rows[i].keys[k], &error));
            assert_source(im, t, "-network_mode 1", rows[i].keys[k]);
        }
        assert_int_equal(import_refusals(im), 0);
        assert_machine(im, &expected);
        import_free(im);
    }
    import *im = imported_convert_edited(whole, "-network_mode 1",
                                         "-network_mode 1 -icnt_in_buffer_limit 512 -inct_out_buffer_limit x -icnt_arbiter_algo 0 -icnt_subnets 1");
    machine expected = bundled("gtx480");
    char *listed = imported_printed(im, import_write);

    assert_machine(im, &expected);
    assert_int_equal(import_refusals(im), 0);
    assert_non_null(strstr(listed, "-inct_out_buffer_limit x: goes with -network_mode 2, GPGPU-Sim's own crossbar\n"));
    free(listed);
    import_free(im);
    imported_free(whole);
}

// 3.2.2's GTX 480 is the machine of the paper that used it, but for the key of a policy.
static void version_3_is_bucl(void **state)
{
    imported_texts t = imported_read("gtx480_3", "config_fermi_islip.icnt");
    import *im = imported_convert(t);
    machine expected = bundled("bucl");
    char *refusals = imported_printed(im, import_print_refusals);

    (void)state;
    expected.policy.swl_scope = SWL_SCHEDULER;
    assert_machine(im, &expected);
    assert_string_equal(refusals,
        "gpgpusim.config: -dram_bnkgrp_indexing_policy: not given, which is 0, expected 1 with several bank groups: a bank's low bits are its group\n"
        "n.icnt:19: input_speedup: seen 2, expected 1: an input sends one flit at a time\n"
        "n.icnt:21: internal_speedup: seen 1.0, expected 2.0: the switch allocates twice a cycle\n");
    free(refusals);
    import_free(im);
    imported_free(t);
}

// Volta's units, registers and collectors: each edit of the Quadro V100's file, and a key that is as expected then.
static const struct { const char *find, *replacement, *keys[9]; } unit_edits[] = {
    { NULL, NULL, { "core.int_units=4", "core.dp_units=4", "core.tensor_units=4", "core.int_issue_slots=4", "core.dp_issue_slots=4",
                    "core.tensor_issue_slots=4", "core.sub_cores=2", "core.decodes_at_once=1", "core.repeated_reads=0" } },
    { "-gpgpu_num_dp_units 4", "-gpgpu_num_dp_units 3", { "core.dp_units=3", "core.int_units=4" } },
    { "-gpgpu_num_int_units 4", "-gpgpu_num_int_units 3", { "core.int_units=3", "core.dp_units=4" } },
    { "-gpgpu_num_tensor_core_units 4", "-gpgpu_num_tensor_core_units 3", { "core.tensor_units=3" } },
    { "-gpgpu_tensor_core_avail 1", "-gpgpu_tensor_core_avail 0", { "core.tensor_units=0", "core.tensor_issue_slots=1" } },
    { "4,4,4,4,4,4,4,4,4,4,8,4,4", "4,5,6,4,4,4,5,6,4,4,8,7,7", { "core.dp_issue_slots=5", "core.int_issue_slots=6", "core.tensor_issue_slots=7",
                                                                 "core.sp_issue_slots=4", "core.writeback_slots=8" } },
    { "-ptx_opcode_latency_int 4,13,4,5,145,21", "-ptx_opcode_latency_int 4,4,4,4,21", { "latency.int_max=4", "latency.int_div=21", "latency.shuffle=32" } },
    { "-gpgpu_sub_core_model 1", "-gpgpu_sub_core_model 0", { "core.sub_cores=0" } },
};

static void units_of_volta_have_keys(void **state)
{
    imported_texts t = imported_read("qv100", NULL);

    (void)state;
    for (size_t i = 0; i < sizeof unit_edits / sizeof unit_edits[0]; i++) {
        char *config = unit_edits[i].find ? imported_edit(t.config, unit_edits[i].find, unit_edits[i].replacement) : NULL;
        import *im = import_new();
        machine_error error;
        machine as_made, expected;

        assert_true(import_config(im, "c", config ? config : t.config, strlen(config ? config : t.config), &error));
        import_convert(im, &error);             // units that no part of the SM has are an error of their own
        as_made = expected = *import_machine(im);
        for (size_t k = 0; k < 9 && unit_edits[i].keys[k]; k++)
            assert_true(machine_set(&expected, unit_edits[i].keys[k], &error));
        if (memcmp(&as_made, &expected, sizeof expected) != 0)
            fail_msg("%s: not as expected", unit_edits[i].find ? unit_edits[i].replacement : "the file as it is");
        import_free(im);
        free(config);
    }
    imported_free(t);
}

static const struct { const char *folder, *network; } fixtures[] = {
    { "gtx480", "config_fermi_islip.icnt" }, { "titanx", "config_pascal_islip.icnt" }, { "qv100", NULL }, { "gtx480_3", "config_fermi_islip.icnt" },
};

// How many options of the text the file names nowhere.
static int unnamed(const char *text, const char *written, bool network)
{
    int count = 0;

    for (const char *line = text; *line; line += strcspn(line, "\n") + (strchr(line, '\n') != NULL)) {
        char name[80], wanted[90];

        if ((network ? sscanf(line, "%79[A-Za-z_0-9] =", name) : line[0] == '-' ? sscanf(line, "%79s", name) : 0) != 1)
            continue;
        snprintf(wanted, sizeof wanted, " %s ", name);
        count += !strstr(written, wanted);
    }
    return count;
}

static void every_option_is_named(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof fixtures / sizeof fixtures[0]; i++) {
        imported_texts t = imported_read(fixtures[i].folder, fixtures[i].network);
        import *im = imported_convert(t);
        char *written = imported_printed(im, import_write);

        assert_int_equal(unnamed(t.config, written, false), 0);
        assert_int_equal(unnamed("-gpgpu_nothing 1\n", written, false), 1);
        if (t.network)
            assert_int_equal(unnamed(t.network, written, true), 0);
        free(written);
        import_free(im);
        imported_free(t);
    }
}

static const char *line_of(const char *text, unsigned number)
{
    for (; number > 1 && *text; number--)
        text += strcspn(text, "\n") + 1;
    return text;
}

// A comment "NAME VALUE, [icnt ]line N": that line has the name.
static bool says_true(const imported_texts *t, const char *comment)
{
    char first[160], name[80], *place = NULL;
    const char *line;
    bool network;

    snprintf(first, sizeof first, "%.*s", strstr(comment, "; ") ? (int)(strstr(comment, "; ") - comment) : 159, comment);
    for (char *at = strstr(first, "line "); at; at = strstr(at + 1, "line "))
        place = at;
    network = place && place - first > 5 && strncmp(place - 5, "icnt ", 5) == 0;

    if (!place || (network && !t->network) || sscanf(first, "%79s", name) != 1)
        return false;
    line = line_of(network ? t->network : t->config, (unsigned)atoi(place + 5));
    return strncmp(line, name, strlen(name)) == 0;
}

static void every_key_names_its_option(void **state)
{
    imported_texts t = imported_gtx480();
    import *im = imported_convert(t);
    char *written = imported_printed(im, import_write), *saved = NULL;
    unsigned keys = 0, from_options = 0;

    (void)state;
    for (char *line = strtok_r(written, "\n", &saved); line; line = strtok_r(NULL, "\n", &saved)) {
        char *comment = strstr(line, " ; ");

        if (line[0] == ';' || line[0] == '[' || !line[0])
            continue;
        assert_non_null(comment);
        keys++;
        comment += 3;
        if (strstr(comment, "line ")) {
            assert_true(says_true(&t, comment));
            assert_false(says_true(&t, strchr(comment, ' ')));
            from_options++;
        } else if (!strstr(comment, "GPGPU-Sim") && strncmp(comment, "of the policies", 15) != 0 && strncmp(comment, "no option, as gtx480", 20) != 0 &&
                   strncmp(comment, "of no use without", 17) != 0 && strcmp(comment, "collectors of each kind") != 0) {
            fail_msg("%s", comment);
        }
    }
    assert_in_range(keys, 150, 300);
    assert_in_range(from_options, 100, keys);
    free(written);
    import_free(im);
    imported_free(t);
}

// Values that no machine can have: the message of each, and the key that is set instead.
static void long_names_fit(void **state)
{
    imported_texts t = imported_gtx480();
    import *im = import_new();
    char name[400], *written;
    machine m;
    machine_error error;

    (void)state;
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = 0;
    assert_true(import_config(im, name, t.config, strlen(t.config), &error));
    assert_true(import_network(im, name, t.network, strlen(t.network), &error));
    assert_true(import_convert(im, &error));
    written = imported_printed(im, import_write);
    assert_true(machine_parse(&m, "written.ini", written, strlen(written), &error));
    free(written);
    import_free(im);
    imported_free(t);
}

// What the INI says of a machine with refusals is what they are, and it is that machine.
static void the_file_is_the_machine(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof fixtures / sizeof fixtures[0]; i++) {
        imported_texts t = imported_read(fixtures[i].folder, fixtures[i].network);
        import *im = imported_convert(t);
        char *written = imported_printed(im, import_write);
        machine m;
        machine_error error;

        if (!machine_parse(&m, "written.ini", written, strlen(written), &error))
            fail_msg("%s", error.text);
        assert_memory_equal(&m, import_machine(im), sizeof m);
        assert_int_equal(strstr(written, "; Not to be expressed, and what is simulated instead:\n") != NULL, import_refusals(im) > 0);
        free(written);
        import_free(im);
        imported_free(t);
    }
}
// Each name of the table is there once, each other name is of one that is there.
static void the_table_is_whole(void **state)
{
    (void)state;
    for (unsigned i = 0; i < import_row_count; i++) {
        const import_row *row = &import_rows[i];
        int found = import_find_row(row->name);

        assert_in_range(found, 0, import_row_count - 1);
        assert_true(import_rows[found].kind != IMPORT_ALIAS);
        if (row->kind == IMPORT_OLDER || row->kind == IMPORT_ALIAS)
            assert_string_equal(import_rows[found].name, row->kind == IMPORT_ALIAS ? row->text : row->name);
        else
            assert_int_equal(found, i);
        for (unsigned j = 0; j < i; j++)
            assert_true(row->kind == IMPORT_OLDER || strcmp(import_rows[j].name, row->name) != 0);
    }
    assert_int_equal(import_find_row("-gpgpu_nothing"), -1);
    assert_string_equal(import_rows[import_find_row("-visualizer_zlevel")].name, "-visualizer_*");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gtx480_is_the_bundled_machine),
        cmocka_unit_test(each_option_has_its_keys),
        cmocka_unit_test(local_crossbar),
        cmocka_unit_test(version_3_is_bucl),
        cmocka_unit_test(units_of_volta_have_keys),
        cmocka_unit_test(every_option_is_named),
        cmocka_unit_test(every_key_names_its_option),
        cmocka_unit_test(long_names_fit),
        cmocka_unit_test(the_file_is_the_machine),
        cmocka_unit_test(the_table_is_whole),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
