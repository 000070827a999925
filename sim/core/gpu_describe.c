// SPDX-License-Identifier: BSD-3-Clause
// What each warp waits for, for the message of a deadlock or of a limit reached.
#include "sim/core/gpu_internal.h"

#include <stdarg.h>

typedef struct { char *text; size_t size, used; } writer;

__attribute__((format(printf, 2, 3))) static void put(writer *w, const char *format, ...)
{
    if (w->used + 1 >= w->size)
        return;
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(w->text + w->used, w->size - w->used, format, arguments);
    va_end(arguments);
    if (length > 0)
        w->used = w->used + (size_t)length < w->size ? w->used + (size_t)length : w->size - 1;
}

// The source line, or else the instruction itself.
static void put_place(writer *w, const sm *s, const insn *insn)
{
    char text[128];
    if (!insn || insn->line) {
        put(w, "line %u", insn ? insn->line : 0);
        return;
    }
    kernel_insn_text(s->kernel, insn, text, sizeof text);
    put(w, "%s", text);
}

static void put_scoreboard(writer *w, const sm *s, unsigned warp, const insn *head)
{
    put(w, "at ");
    put_place(w, s, head);
    put(w, " waits for register");
    for (unsigned i = 0; i < head->n_src; i++)
        if (scoreboard_reserved(&s->scoreboard, warp, head->src[i]))
            put(w, " %u", head->src[i]);
    for (unsigned i = 0; i < head->n_dst; i++)
        if (scoreboard_reserved(&s->scoreboard, warp, head->dst[i]))
            put(w, " %u", head->dst[i]);
}

static void put_barrier(writer *w, const sm *s, const warp_slot *slot)
{
    barrier_wait wait = {0};
    warp_barrier(slot->cta, slot->in_cta, &wait);
    put(w, "waits at barrier %u, ", wait.number);
    put_place(w, s, slot->last);
    put(w, ", for %u of %s%u %swarps", wait.missing, wait.of_all ? "its CTA's " : "",
        wait.wanted, wait.of_all ? "running " : "");
}

// All operands are ready: only the scheduler can hold it up.
static void put_ready(writer *w, const sm *s, unsigned warp)
{
    uint64_t held = ~s->masks.may_issue | s->masks.occlude | (s->load & ~s->masks.can_issue);
    put(w, "ready at ");
    put_place(w, s, s->warp[warp].buffer[s->warp[warp].next]);
    if (held & warp_bit(warp))
        put(w, ", held back by policy %s", s->place.n_asked == 1 ? s->place.hooks[0].policy->name : s->place.options.policy->name);
}

static void put_at(writer *w, const sm *s, const warp_slot *slot, const char *what)
{
    put(w, "%s", what);
    put_place(w, s, slot->last);
}

static void put_warp(writer *w, const sm *s, unsigned warp)
{
    const warp_slot *slot = &s->warp[warp];
    put(w, "  SM %u warp %u (CTA %llu, warp %u): ", s->index, warp,
        (unsigned long long)s->ctas[slot->cta_slot].index, slot->in_cta);
    if (s->finished >> warp & 1)
        put_at(w, s, slot, "ended at ");
    else if (s->at_barrier >> warp & 1)
        put_barrier(w, s, slot);
    else if (s->at_membar >> warp & 1)
        put_at(w, s, slot, "waits at the membar of ");
    else if (s->on_atomic >> warp & 1)
        put_at(w, s, slot, "waits for the atomic of ");
    else if (s->fetch_pending >> warp & 1)
        put(w, "waits for an instruction cache miss");
    else if (s->has_insn & ~s->hazard & ~s->clear & warp_bit(warp))
        put_scoreboard(w, s, warp, slot->buffer[slot->next]);
    else if (s->has_insn & s->clear & warp_bit(warp))
        put_ready(w, s, warp);
    else
        put_at(w, s, slot, "fetches behind ");
    if (s->finished >> warp & 1)
        put(w, ", %u instructions and %u stores outstanding", slot->in_pipeline, slot->stores);
    put(w, "\n");
}

void gpu_describe_warps(gpu *g, const char *headline)
{
    writer w = {.text = g->message, .size = sizeof g->message};
    put(&w, "%s (cycle %llu, %llu of %llu CTAs done)\n", headline, (unsigned long long)g->counters.cycles,
        (unsigned long long)g->ctas_done, (unsigned long long)g->dispatcher.total);
    for (unsigned i = 0; i < g->n_sms; i++)
        for (uint64_t warps = g->sms[i]->resident; warps; warps &= warps - 1)
            put_warp(&w, g->sms[i], (unsigned)__builtin_ctzll(warps));
}
