// SPDX-License-Identifier: BSD-3-Clause
// Lines of sm.txt; see sim/core/event_log.h.
#include "sim/core/event_log.h"

#include <inttypes.h>
#include <stdarg.h>

void event_log_open(event_log *log, lockstep *run, block_place place, const machine *m, const char *policy)
{
    log->file = place_log_open(&log->levels, run, place, m, policy, &log->cycles);
    log->free_mshrs = m->l1d.mshrs;
}

static void line(const event_log *log, uint64_t cycle, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void line(const event_log *log, uint64_t cycle, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(log->file, "%" PRIu64 " ", cycle);
    vfprintf(log->file, format, arguments);
    va_end(arguments);
}

static const char *space_word(unsigned space)
{
    static const char *const words[] = {"none", "global", "local", "shared", "const", "param", "generic", "texture"};
    return words[space];
}

// " 48 ld.global", " 50 st.generic.cg", " 58 membar", " 60 bar.sync", " 68 other": PC and what the instruction is.
static void write_insn(const event_log *log, const insn *insn)
{
    static const char *const words[] = {"", "ld", "st", "atom"};
    fprintf(log->file, " %" PRIx32 " ", insn->pc);
    if (insn->memory != MEMORY_NONE)
        fprintf(log->file, "%s.%s%s", words[insn->memory], space_word(insn->space),
                insn->flags & INSN_PAST_L1D ? ".cg" : insn->flags & INSN_AT_L1D ? ".nc" : "");
    else if (insn->flags & INSN_BARRIER)
        fputs(insn->flags & INSN_ARRIVES ? "bar.arrive" : "bar.sync", log->file);
    else
        fputs(insn->flags & INSN_MEMBAR ? "membar" : "other", log->file);
}

static void log_code(const event_log *log, uint64_t cycle, const insn *insn, const uint8_t kind_of[UNIT_COUNT])
{
    line(log, cycle, "code");
    write_insn(log, insn);
    fprintf(log->file, " %s %u", unit_word(kind_of[insn->unit]), insn->n_dst);
    for (unsigned i = 0; i < insn->n_dst; i++)
        fprintf(log->file, " %u", insn->dst[i]);
    for (unsigned i = 0; i < insn->n_src; i++)
        fprintf(log->file, " %u", insn->src[i]);
    fputc('\n', log->file);
}

void log_kernel(const event_log *log, uint64_t cycle, uint64_t local_stride, unsigned ctas, uint64_t first_fill, unsigned warps_per_cta,
                const kernel *kernel, const uint8_t kind_of[UNIT_COUNT])
{
    const insn *insn;
    line(log, cycle, "kernel %" PRIx64 " %u %" PRIu64 " %u\n", local_stride, ctas, first_fill, warps_per_cta);
    for (uint32_t pc = 0; (insn = kernel_insn(kernel, pc)); pc += INSN_BYTES)
        log_code(log, cycle, insn, kind_of);
}

void log_cta(const event_log *log, uint64_t cycle, unsigned slot, uint64_t number, unsigned first, unsigned count, const cta *cta)
{
    const uint32_t pc = warp_next(cta, 0)->pc;
    bool alike = true;
    for (unsigned w = 1; w < count; w++)
        alike = alike && warp_next(cta, w)->pc == pc;
    line(log, cycle, "cta %u %" PRIu64 " %u %u %" PRIx32, slot, number, first, count, pc);
    for (unsigned w = 1; w < count && !alike; w++)
        fprintf(log->file, " %" PRIx32, warp_next(cta, w)->pc);
    fputc('\n', log->file);
}

void log_cta_end(const event_log *log, uint64_t cycle, unsigned slot) { line(log, cycle, "cta_end %u\n", slot); }

void log_exit(const event_log *log, uint64_t cycle, unsigned warp) { line(log, cycle, "exit %u\n", warp); }

void log_membar_over(const event_log *log, uint64_t cycle, unsigned warp)
{
    line(log, cycle, "membar_over %u\n", warp);
}

void log_collect(const event_log *log, uint64_t cycle, uint64_t number) { line(log, cycle, "collect %" PRIu64 "\n", number); }

void log_complete(const event_log *log, uint64_t cycle, const inflight *insn)
{
    line(log, cycle, "complete %" PRIu64 "\n", insn->age);
}

void log_store(const event_log *log, uint64_t cycle, unsigned warp, bool acknowledged)
{
    line(log, cycle, "%s %u\n", acknowledged ? "acked" : "sent", warp);
}

void log_flush(const event_log *log, uint64_t cycle, unsigned warp) { line(log, cycle, "flush %u\n", warp); }

void log_fill(const event_log *log, uint64_t cycle, unsigned warp, unsigned active, const insn *const *slots,
              unsigned count)
{
    line(log, cycle, "fill %u %u", warp, active);
    for (unsigned slot = 0; slot < count; slot++) {
        if (slots[slot])
            write_insn(log, slots[slot]);
        else
            fputs(" 0 none", log->file);             // behind the code
    }
    fputc('\n', log->file);
}

void log_issue(const event_log *log, uint64_t cycle, const inflight *issued, const insn *next, unsigned left)
{
    const warp_step *step = &issued->step;
    line(log, cycle, "issue %" PRIu64 " %u %u", issued->age, issued->scheduler, issued->warp);
    write_insn(log, step->insn);
    fprintf(log->file, " active %" PRIx32 " left %u next %" PRIx32 " charge %" PRIu32, step->active, left,
            next ? next->pc : UINT32_MAX, issued->policy_charge);
    if (step->insn->memory != MEMORY_NONE) {
        fprintf(log->file, " %s %u", space_word(step->memory_lanes ? step->space : (unsigned)SPACE_NONE),
                step->insn->element);
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            if (step->memory_lanes >> lane & 1)
                fprintf(log->file, " %" PRIx64, step->address[lane]);
    }
    if (step->insn->flags & (INSN_BARRIER | INSN_EXIT) && warp_step_arrives(step))
        fprintf(log->file, " barrier %u threads %" PRIu32, step->barrier, step->barrier_threads);
    fputc('\n', log->file);
}

void log_accept(const event_log *log, uint64_t cycle, const inflight *insn, const coalesced *accesses, unsigned count)
{
    line(log, cycle, "accept %" PRIu64, insn->age);
    for (unsigned i = 0; i < count; i++)
        fprintf(log->file, " %" PRIx64, accesses[i].address);
    fputc('\n', log->file);
}

void log_passes(const event_log *log, uint64_t cycle, const inflight *load)
{
    line(log, cycle, "passes %" PRIu64 "\n", load->age);
}

void log_access(const event_log *log, uint64_t cycle, const inflight *load, uint64_t address, l1d_status status)
{
    static const char *const words[] = {
        [L1D_HIT] = "hit", [L1D_HIT_SENT] = "hit_sent", [L1D_PENDING_HIT] = "merge",
        [L1D_MISS] = "miss", [L1D_FAIL_LINE] = "fail_line",
        [L1D_FAIL_MSHR] = "fail_mshr", [L1D_FAIL_MERGE] = "fail_merge", [L1D_FAIL_MISS_QUEUE] = "fail_miss_queue"};
    if (load)
        line(log, cycle, "access %" PRIu64 " %" PRIx64 " %s\n", load->age, address, words[status]);
    else
        line(log, cycle, "store %" PRIx64 " %s\n", address, words[status]);
}

void log_bypass(const event_log *log, uint64_t cycle, const inflight *load, uint64_t address)
{
    line(log, cycle, "bypass %" PRIu64 " %" PRIx64 "\n", load->age, address);
}

void log_evict(const event_log *log, uint64_t cycle, const l1d_eviction *evicted)
{
    static const char *const words[] = {[EVICT_REPLACED] = "replaced", [EVICT_STORE] = "store", [EVICT_FLUSH] = "flush"};
    line(log, cycle, "evict %u %" PRIx64 " %s\n", evicted->owner, evicted->line, words[evicted->cause]);
}

void log_leave(const event_log *log, uint64_t cycle, const inflight *insn)
{
    line(log, cycle, "leave %" PRIu64 "\n", insn->age);
}

void log_mshrs(event_log *log, uint64_t cycle, uint32_t free)
{
    if (free != log->free_mshrs)
        line(log, cycle, "mshrs %" PRIu32 "\n", free);
    log->free_mshrs = free;
}

void log_sleep(const event_log *log, uint64_t cycle, uint64_t cycles)
{
    line(log, cycle, "sleep %" PRIu64 "\n", cycles);
}
