// SPDX-License-Identifier: BSD-3-Clause
// Keys made from several options, or from an option with several values: the GPU's numbers, clocks, the SM.
#include <inttypes.h>
#include <string.h>

#include "sim/machine/import_internal.h"

enum { WARP_LANES = 32, SLOTS_MOST = 13 };

static uint64_t most_of(const import *im, const char *key)
{
    uint32_t low, most = 0;

    machine_key_range(&im->m, key, &low, &most);
    return most;
}

// Too many clusters are reduced to the maximum, each with its SMs.
void make_sms(import *im)
{
    const char *clusters_name = "-gpgpu_n_clusters", *cores_name = "-gpgpu_n_cores_per_cluster";
    uint64_t clusters = import_number(im, clusters_name, 1), cores = import_number(im, cores_name, 1);
    const uint64_t most = most_of(im, "gpu.sms");

    if (!clusters || !cores || clusters > most || cores > most || clusters * cores > most) {
        import_refuse(im, clusters_name, NULL, "1 to %" PRIu64 " SMs in all, with %s %.20s", most, cores_name, import_value(im, cores_name));
        cores = cores && cores <= most ? cores : cores ? most : 1;
        clusters = !clusters ? 1 : clusters < most / cores ? clusters : most / cores;
        import_instead(im, "%" PRIu64 " clusters of %" PRIu64 " SMs", clusters, cores);
    }
    import_put(im, "gpu.clusters", clusters, clusters_name, NULL);
    import_put(im, "gpu.sms", clusters * cores, clusters_name, NULL);
    import_source_both(im, "gpu.sms", clusters_name, cores_name);
}

typedef struct { uint64_t mhz, khz; bool whole; } import_clock;     // khz: beyond the MHz; whole: nothing follows in the text

// "700.0"
static import_clock take_clock(import_text *text)
{
    import_clock clock = { .mhz = import_take(text), .whole = true };

    if (!import_at(text, '.'))
        return clock;
    import_take_mark(text, '.');
    for (unsigned digits = 0, unit = 100; *text->at >= '0' && *text->at <= '9'; text->at++, digits++, unit /= 10) {
        clock.khz += (uint64_t)(*text->at - '0') * unit;
        clock.whole &= digits < 3 || *text->at == '0';
    }
    return clock;
}

// Only DRAM has a key for a fraction of a MHz; other clocks are rounded.
static void put_clock(import *im, const char *name, const char *key, import_clock clock)
{
    const bool dram = strcmp(key, "clock.dram_mhz") == 0;

    if (!dram && (clock.khz || !clock.whole)) {
        clock.mhz += clock.khz >= 500;
        import_refuse(im, name, NULL, "whole MHz for %s", key);
        import_instead(im, "%" PRIu64, clock.mhz);
    } else if (!clock.whole) {
        import_refuse(im, name, NULL, "whole kHz for %s", key);
        import_instead(im, "%" PRIu64 ".%03" PRIu64, clock.mhz, clock.khz);
    }
    import_put(im, key, clock.mhz, name, NULL);
    if (dram)
        import_put(im, "clock.dram_khz", clock.khz, name, NULL);
}

void make_clocks(import *im)
{
    static const char *const keys[] = { "clock.core_mhz", "clock.icnt_mhz", "clock.l2_mhz", "clock.dram_mhz" };
    const char *name = "-gpgpu_clock_domains";
    import_text text = { import_value(im, name), true };
    import_clock clocks[4];

    for (unsigned i = 0; i < 4; i++) {
        if (i)
            import_take_mark(&text, ':');
        clocks[i] = take_clock(&text);
    }
    if (!text.good || *text.at) {
        import_refuse(im, name, NULL, "four clocks in MHz, 700.0:700.0:700.0:924.0");
        import_instead(im, "as gtx480");
        return;
    }
    for (unsigned i = 0; i < 4; i++)
        put_clock(im, name, keys[i], clocks[i]);
}

// Threads, lanes of a warp and, in early versions, of a pipeline.
void make_warps(import *im)
{
    const char *name = "-gpgpu_shader_core_pipeline";
    import_text text = { import_value(im, name), true };
    uint64_t threads = import_take(&text), lanes;

    import_take_mark(&text, ':');
    lanes = import_take(&text);
    if (import_at(&text, ':')) {
        import_take_mark(&text, ':');
        import_take(&text);
    }
    if (!text.good || *text.at || lanes != WARP_LANES || threads % WARP_LANES) {
        import_refuse(im, name, NULL, "threads of warps of %d lanes, 1536:32", WARP_LANES);
        import_instead(im, "warps of %d", WARP_LANES);
        if (!text.good || threads < WARP_LANES)
            return;
    }
    import_put(im, "core.warps", threads / WARP_LANES, name, NULL);
}

void make_issue(import *im)
{
    const char *width = "-gpgpu_max_insn_issue_per_warp", *kinds = "-gpgpu_dual_issue_diff_exec_units";
    uint64_t instructions = import_number(im, width, 1);

    import_put(im, "core.issue_width", instructions, width, NULL);
    if (instructions > 1 && strcmp(import_value(im, kinds), "1") != 0) {
        import_refuse(im, kinds, NULL, "1 with two instructions a cycle: the second goes to a unit of another kind");
        import_instead(im, "as with 1");
    } else {
        import_list(im, kinds, "a second instruction goes to a unit of another kind");
    }
}

// From 4.1 on a scheduler may have its own collectors and units. Options that 4.0 lacks show it.
static bool has_own_units(const import *im)
{
    return import_given(im, "-gpgpu_l1_cache_write_ratio") || import_given(im, "-gpgpu_shmem_option") ||
           import_given(im, "-gpgpu_unified_l1d_size");
}

void make_sub_cores(import *im)
{
    const char *name = "-gpgpu_sub_core_model";
    uint64_t given = import_number(im, name, 0);

    import_put(im, "core.sub_cores", given == 1 && has_own_units(im) ? 2 : given, name, NULL);
}

// These have only generic collectors.
void make_units(import *im)
{
    static const struct { const char *name, *key, *words; } kinds[] = {
        { "-gpgpu_num_dp_units", "core.dp_units", "fp64 goes to the SFU" },
        { "-gpgpu_num_int_units", "core.int_units", "integers go to the SP" },
        { "-gpgpu_num_tensor_core_units", "core.tensor_units", "matrix instructions go to the SFU" },
    };
    const char *available = "-gpgpu_tensor_core_avail";
    bool special = import_number(im, "-gpgpu_enable_specialized_operand_collector", 1) != 0;
    bool tensor = import_number(im, available, 0) != 0;

    import_list(im, available, tensor ? "tensor units" : "no tensor units");
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        uint64_t units = import_number(im, kinds[i].name, 0);

        if (i == 2 && !tensor) {
            import_list(im, kinds[i].name, "no tensor units");
        } else if (special && units) {
            import_refuse(im, kinds[i].name, NULL, "0: %s", kinds[i].words);
            import_instead(im, "as with 0");
        } else {
            import_put(im, kinds[i].key, units, kinds[i].name, NULL);
        }
    }
}

// The widths before and after the collectors must be equal.
static void put_slots(import *im, const char *key, uint64_t before, uint64_t behind)
{
    const char *name = "-gpgpu_pipeline_widths";

    if (before != behind) {
        import_refuse(im, name, NULL, "as many in front of the collectors as behind them (%s)", key);
        import_instead(im, "%" PRIu64, before);
    }
    import_put(im, key, before, name, NULL);
}

// For existing units, whose widths only the forms of 11 and 13 numbers give.
static void put_more_slots(import *im, const uint64_t widths[static SLOTS_MOST], unsigned count)
{
    const struct { const char *key; uint32_t units; unsigned before, behind; } kinds[] = {
        { "core.dp_issue_slots", im->m.core.dp_units, 1, 6 }, { "core.int_issue_slots", im->m.core.int_units, 2, 7 },
        { "core.tensor_issue_slots", im->m.core.tensor_units, 11, 12 },
    };

    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (!kinds[i].units) {
            import_source_is(im, kinds[i].key, "of no use without such units");
        } else if (count <= kinds[i].behind || count < 11) {
            import_refuse(im, "-gpgpu_pipeline_widths", NULL, "13 numbers, with those of the tensor units at the end, or 11 (%s)", kinds[i].key);
            import_instead(im, "1");
        } else {
            put_slots(im, kinds[i].key, widths[kinds[i].before], widths[kinds[i].behind]);
        }
    }
}

// Registers before the collectors and after them: SP, DP, INT, SFU, MEM, but no INT or DP in versions before 4; tensor at the
// end.
void make_slots(import *im)
{
    static const struct { unsigned count, kinds, sp, sfu, mem; } forms[] = {
        { 7, 3, 0, 1, 2 }, { 9, 4, 0, 2, 3 }, { 11, 5, 0, 3, 4 }, { 13, 5, 0, 3, 4 },
    };
    const char *name = "-gpgpu_pipeline_widths";
    import_text text = { import_value(im, name), true };
    uint64_t widths[SLOTS_MOST + 1] = { 0 };
    unsigned count = 0;

    do {
        if (count)
            import_take_mark(&text, ',');
        widths[count++] = import_take(&text);
    } while (import_at(&text, ',') && count < SLOTS_MOST);
    for (unsigned f = 0; text.good && !*text.at && f < sizeof forms / sizeof forms[0]; f++) {
        const struct { const char *key; unsigned at; } slots[] = {
            { "core.sp_issue_slots", forms[f].sp }, { "core.sfu_issue_slots", forms[f].sfu }, { "core.mem_issue_slots", forms[f].mem },
        };

        if (forms[f].count != count)
            continue;
        for (unsigned i = 0; i < 3; i++)
            put_slots(im, slots[i].key, widths[slots[i].at], widths[slots[i].at + forms[f].kinds]);
        put_more_slots(im, widths, count);
        import_put(im, "core.writeback_slots", widths[2 * forms[f].kinds], name, NULL);
        return;
    }
    import_refuse(im, name, NULL, "7, 9, 11 or 13 numbers with commas between");
    import_instead(im, "as gtx480");
}

// One number for both directions.
static void put_ports(import *im, const char *key, const char *in, const char *out)
{
    uint64_t ports = import_number(im, in, 1);

    if (import_number(im, out, 1) != ports) {
        import_refuse(im, out, NULL, "as many ports out as in (%s)", key);
        import_instead(im, "%" PRIu64, ports);
    }
    import_put(im, key, ports, in, NULL);
    import_source_both(im, key, in, out);
}

#define COLLECTORS "-gpgpu_operand_collector_num_"

static void list_kind(import *im, const char *units, const char *in, const char *out, const char *words)
{
    import_list(im, units, words);
    import_list(im, in, words);
    import_list(im, out, words);
}

// For each kind of instruction, or for all of them.
void make_collectors(import *im)
{
    static const struct { const char *units, *in, *out, *collectors, *ports; } kinds[] = {
        { COLLECTORS "units_sp", COLLECTORS "in_ports_sp", COLLECTORS "out_ports_sp", "core.sp_collectors", "core.sp_ports" },
        { COLLECTORS "units_sfu", COLLECTORS "in_ports_sfu", COLLECTORS "out_ports_sfu", "core.sfu_collectors", "core.sfu_ports" },
        { COLLECTORS "units_mem", COLLECTORS "in_ports_mem", COLLECTORS "out_ports_mem", "core.mem_collectors", "core.mem_ports" },
    };
    const char *specialized = "-gpgpu_enable_specialized_operand_collector", *generic = COLLECTORS "units_gen";
    const char *in = COLLECTORS "in_ports_gen", *out = COLLECTORS "out_ports_gen";
    bool special = import_number(im, specialized, 1) != 0;
    uint64_t units = import_number(im, generic, 0);

    if (special && units) {
        import_refuse(im, generic, NULL, "0 with %s 1: collectors of each kind or for all kinds, not both", specialized);
        import_instead(im, "collectors of each kind");
    } else if (!special && !units) {
        import_refuse(im, generic, NULL, "core.generic_collectors from 1 on with %s 0", specialized);
        import_instead(im, "1");
        units = 1;
    }
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (special) {
            import_put(im, kinds[i].collectors, import_number(im, kinds[i].units, 1), kinds[i].units, NULL);
            put_ports(im, kinds[i].ports, kinds[i].in, kinds[i].out);
        } else {
            import_source_is(im, kinds[i].collectors, "of no use with generic collectors");
            import_source_is(im, kinds[i].ports, "of no use with generic collectors");
            list_kind(im, kinds[i].units, kinds[i].in, kinds[i].out, "of no use with generic collectors");
        }
    }
    import_list(im, specialized, special ? "collectors of each kind" : "collectors for instructions of all kinds");
    if (!special) {
        import_put(im, "core.generic_collectors", units, generic, NULL);
        put_ports(im, "core.generic_ports", in, out);
    } else {
        import_source_is(im, "core.generic_collectors", "collectors of each kind");
        import_source_is(im, "core.generic_ports", "of no use without generic collectors");
        list_kind(im, generic, in, out, "of no use without generic collectors");
    }
}

void make_broadcasts(import *im)
{
    const char *name = "-gpgpu_shmem_limited_broadcast";

    import_put_word(im, "core.shared_broadcasts", import_number(im, name, 0) ? "one" : "all", name, NULL);
}

// add, max, mul, mad, div and, for integers in version 4, shuffle.
static void put_latencies(import *im, const char *name, const char *kind, const char *behind)
{
    static const char *const operations[] = { "add", "max", "mul", "mad", "div" };
    import_text text = { import_value(im, name), true };
    uint64_t cycles[6] = { 0 };
    unsigned count = 0;
    char key[64];

    do {
        if (count)
            import_take_mark(&text, ',');
        cycles[count++] = import_take(&text);
    } while (import_at(&text, ',') && count < 6);
    if (!text.good || *text.at || count < 5) {
        import_refuse(im, name, NULL, "cycles of add, max, mul, mad and div with commas between");
        import_instead(im, "as gtx480");
        return;
    }
    for (unsigned i = 0; i < 5; i++) {
        snprintf(key, sizeof key, "latency.%s_%s%s", kind, operations[i], behind);
        import_put(im, key, cycles[i], name, NULL);
    }
    snprintf(key, sizeof key, "latency.shuffle%s", behind);
    if (count == 6 && strcmp(kind, "int") == 0)
        import_put(im, key, cycles[5], name, NULL);
}

void make_latencies(import *im)
{
    const char *sfu = "-ptx_opcode_latency_sfu", *interval = "-ptx_opcode_initiation_sfu";

    put_latencies(im, "-ptx_opcode_latency_int", "int", "");
    put_latencies(im, "-ptx_opcode_latency_fp", "fp", "");
    put_latencies(im, "-ptx_opcode_latency_dp", "dp", "");
    put_latencies(im, "-ptx_opcode_initiation_int", "int", "_interval");
    put_latencies(im, "-ptx_opcode_initiation_fp", "fp", "_interval");
    put_latencies(im, "-ptx_opcode_initiation_dp", "dp", "_interval");
    if (import_given(im, sfu) || im->version > 3)
        import_put(im, "latency.sfu", import_number(im, sfu, 8), sfu, NULL);
    else
        import_put(im, "latency.sfu", im->m.latency.dp_mul, "-ptx_opcode_latency_dp", NULL);     // in 3 a transcendental is an fp64 multiply
    if (import_given(im, interval) || im->version > 3)
        import_put(im, "latency.sfu_interval", import_number(im, interval, 8), interval, NULL);
    else
        import_put(im, "latency.sfu_interval", im->m.latency.dp_mul_interval, "-ptx_opcode_initiation_dp", NULL);
}

// Keys that depend on the version, not on an option.
void make_fixed(import *im)
{
    import_put_word(im, "core.collector_reads", im->version > 3 ? "several" : "one", "-gpgpu_num_reg_banks", NULL);
    import_source_is(im, "core.collector_reads", "as GPGPU-Sim %u", im->version);
    const bool newer = has_own_units(im) && import_number(im, "-gpgpu_sub_core_model", 0);
    const bool at_once = newer && import_number(im, "-gpgpu_inst_fetch_throughput", 1) > 1;
    import_put(im, "core.decodes_at_once", at_once, "-gpgpu_inst_fetch_throughput", NULL);
    import_source_is(im, "core.decodes_at_once", at_once ? "all fetches of a cycle but the last are decoded in it" : "no option, as gtx480");
    import_put(im, "core.repeated_reads", !newer, "-gpgpu_num_reg_banks", NULL);
    import_source_is(im, "core.repeated_reads", newer ? "GPGPU-Sim reads a register once from 2022 on" : "no option, as gtx480");
    import_source_is(im, "latency.simple", "other instructions take a cycle in GPGPU-Sim");
    import_source_is(im, "latency.simple_interval", "other instructions take a cycle in GPGPU-Sim");
}
