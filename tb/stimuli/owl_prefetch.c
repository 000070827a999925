// SPDX-License-Identifier: BSD-3-Clause
// Stimuli of owl_prefetch: rows that are opened, read by demands, prefetched as the block offers and closed when it allows,
// under any setting of both schemes; rows sent to their last line; openings with more prefetches than are counted; queues
// that stay full, empty and next to their average for whole periods; anything.
#include "rtl_c/owl_prefetch.h"
#include "tb/stimuli/stimuli.h"

typedef struct owl_prefetch_in prefetch_in;
typedef struct owl_prefetch_out prefetch_out;
typedef struct owl_prefetch_state prefetch_state;
enum { DEMAND, PREFETCH, DROP, PERIOD = 1024, SETTING = 400 };

static unsigned banks(const stimuli_state *s) { return stimuli_param(s->ops, "BANKS"); }
static unsigned lines(const stimuli_state *s) { return stimuli_param(s->ops, "LINES"); }
static unsigned ten_settings(const block_ops *ops) { (void)ops; return 10 * SETTING; }
static unsigned seven_periods(const block_ops *ops) { (void)ops; return 7 * PERIOD; }

// Any setting, constant for a while; the paper's in a third of them.
static void any_setting(stimuli_state *s, prefetch_in *i)
{
    bool paper = random_percent(&s->random, 33);

    i->cfg_scheme = (uint8_t)random_percent(&s->random, 70);
    i->cfg_lower = (uint8_t)(paper ? 8 : random_below(&s->random, random_percent(&s->random, 50) ? 6 : 64));
    i->cfg_higher = (uint8_t)(paper ? 16 : random_below(&s->random, 64));
    s->value[0] = random_below(&s->random, 60);       // per cent of banks with a demand to their open row
    s->value[1] = random_below(&s->random, 100);      // with one to another row
    s->value[2] = random_below(&s->random, 140);      // demands that wait, about
    s->value[3] = random_below(&s->random, 101);      // per cent of clocks that send a line
}

static uint64_t percent_of(stimuli_state *s, unsigned width, unsigned percent)
{
    uint64_t bits = 0;
    for (unsigned bit = 0; bit < width; bit++)
        bits |= (uint64_t)random_percent(&s->random, percent) << bit;
    return bits;
}

static void legal_early(stimuli_state *s, const void *q, void *in)
{
    prefetch_in *i = in;

    (void)q;
    if (s->step % SETTING == 0)
        any_setting(s, i);
    i->demand_open = percent_of(s, banks(s), s->value[0]);
    i->demand_other = percent_of(s, banks(s), s->value[1]);
    i->room = percent_of(s, banks(s), 85);
    i->waiting = (uint8_t)(s->value[2] + random_below(&s->random, 3));
}

static void no_event(prefetch_in *i) { i->open = i->close = i->sent = 0; }

static void send(prefetch_in *i, unsigned bank, unsigned line, unsigned kind)
{
    i->sent = 1;
    i->sent_bank = (uint8_t)bank;
    i->sent_line = (uint8_t)line;
    i->sent_kind = (uint8_t)kind;
}

// A row command of a bank that does not send: opens a closed row, or closes one that is not held for another.
static void row_command(stimuli_state *s, const prefetch_state *q, const prefetch_out *o, prefetch_in *i, unsigned bank)
{
    uint64_t bit = UINT64_C(1) << bank;

    if (!(q->opened & bit)) {
        i->open = 1;
        i->open_bank = (uint8_t)bank;
    } else if (!(o->hold & bit) && (i->demand_other & bit) && random_percent(&s->random, 30)) {
        i->close = 1;
        i->close_bank = (uint8_t)bank;
    }
}

// A demand's line of an open row with one, else the line that the bank offers, sent or dropped.
static void send_line(stimuli_state *s, const prefetch_state *q, const prefetch_out *o, prefetch_in *i, unsigned bank)
{
    uint64_t bit = UINT64_C(1) << bank;

    if (i->demand_open & q->opened & bit)
        send(i, bank, random_below(&s->random, lines(s)), DEMAND);
    else if (o->valid & bit)
        send(i, bank, o->line[bank], random_percent(&s->random, 80) ? PREFETCH : DROP);
}

static void legal_late(stimuli_state *s, const void *q, const void *out, void *in)
{
    unsigned sends = random_below(&s->random, banks(s)), commands = random_below(&s->random, banks(s));

    no_event(in);
    if (random_percent(&s->random, s->value[3]))
        send_line(s, q, out, in, sends);
    if (commands != sends)
        row_command(s, q, out, in, commands);
}

// All banks stay open and demands to other rows wait: lines go one after another, more often than a row has lines.
static void full_early(stimuli_state *s, const void *q, void *in)
{
    prefetch_in *i = in;

    legal_early(s, q, in);
    i->demand_open = 0;
    i->room = MASK(banks(s));
}

static void full_late(stimuli_state *s, const void *state, const void *out, void *in)
{
    const prefetch_state *q = state;
    const prefetch_out *o = out;
    prefetch_in *i = in;
    unsigned bank = random_below(&s->random, banks(s)), opens = random_below(&s->random, banks(s));

    no_event(i);
    send(i, bank, random_percent(&s->random, 90) ? o->line[bank] : lines(s) - 1,
         random_percent(&s->random, 90) ? PREFETCH : DROP);
    if (!(q->opened >> opens & 1) || random_percent(&s->random, 1)) {
        i->open = 1;
        i->open_bank = (uint8_t)opens;
    }
}

// Queues for whole periods: full, empty, or of as many demands as their average, one more, one less.
static void periods_early(stimuli_state *s, const void *state, void *in)
{
    const prefetch_state *q = state;
    prefetch_in *i = in;

    legal_early(s, q, in);
    switch ((s->step + PERIOD - q->clocks) / PERIOD % 3) {       // from a period of the block to its next
    case 0: i->waiting = 255; break;
    case 1: i->waiting = (uint8_t)(q->average + random_below(&s->random, 3) - (q->average != 0)); break;
    default: i->waiting = 0; break;
    }
}

// Anything: indices out of range, lines of closed rows and rows opened twice.
static void any_early(stimuli_state *s, const void *q, void *in)
{
    prefetch_in *i = in;

    stimuli_any_early(s, q, in);
    if (random_percent(&s->random, 50))
        i->waiting = (uint8_t)random_below(&s->random, 140);
}

static const stimuli_phase phases[] = {
    {"legal", ten_settings, legal_early, legal_late, false},
    {"full", ten_settings, full_early, full_late, false},
    {"periods", seven_periods, periods_early, legal_late, false},
    {"any", ten_settings, any_early, stimuli_any_late, true},
    {NULL, NULL, NULL, NULL, false},
};

const stimuli owl_prefetch_stimuli = {"owl_prefetch", phases};
