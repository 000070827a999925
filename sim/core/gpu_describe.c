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

static void put_scoreboard(writer *w, const sm *s, unsigned warp, const insn *head)
{
    put(w, "at line %u waits for register", head->line);
    for (unsigned i = 0; i < head->n_src; i++)
        if (scoreboard_reserved(&s->scoreboard, warp, head->src[i]))
            put(w, " %u", head->src[i]);
    for (unsigned i = 0; i < head->n_dst; i++)
        if (scoreboard_reserved(&s->scoreboard, warp, head->dst[i]))
            put(w, " %u", head->dst[i]);
}

static void put_barrier(writer *w, const cta_slot *cta, unsigned warp, unsigned line)
{
    barrier_wait wait = {0};
    warp_barrier(cta->cta, warp, &wait);
    put(w, "waits at barrier %u, line %u, for %u of %s%u %swarps", wait.number, line, wait.missing, wait.of_all ? "its CTA's " : "",
        wait.wanted, wait.of_all ? "running " : "");
}

// All operands are there: only the scheduler can hold it up.
static void put_ready(writer *w, const sm *s, unsigned warp)
{
    uint64_t held = ~s->masks.may_issue | s->masks.occlude | (s->load & ~s->masks.can_issue);
    put(w, "ready at line %u", s->warp[warp].buffer[s->warp[warp].next]->line);
    if (held & warp_bit(warp))
        put(w, ", held back by policy %s", s->place.hooks[0].policy->name);
}

static void put_warp(writer *w, const sm *s, unsigned warp)
{
    const warp_slot *slot = &s->warp[warp];
    unsigned last = slot->last ? slot->last->line : 0;
    put(w, "  SM %u warp %u (CTA %llu, warp %u): ", s->index, warp,
        (unsigned long long)s->ctas[slot->cta_slot].index, slot->in_cta);
    if (s->finished >> warp & 1)
        put(w, "ended at line %u, %u instructions and %u stores outstanding", last, slot->in_pipeline, slot->stores);
    else if (s->at_barrier >> warp & 1)
        put_barrier(w, &s->ctas[slot->cta_slot], slot->in_cta, last);
    else if (s->at_membar >> warp & 1)
        put(w, "waits at the membar of line %u", last);
    else if (s->on_atomic >> warp & 1)
        put(w, "waits for the atomic of line %u", last);
    else if (s->fetch_pending >> warp & 1)
        put(w, "waits for an instruction cache miss");
    else if (s->has_insn & ~s->hazard & ~s->clear & warp_bit(warp))
        put_scoreboard(w, s, warp, slot->buffer[slot->next]);
    else if (s->has_insn & s->clear & warp_bit(warp))
        put_ready(w, s, warp);
    else
        put(w, "fetches behind line %u", last);
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
