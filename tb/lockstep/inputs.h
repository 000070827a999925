// SPDX-License-Identifier: BSD-3-Clause
// What a block's inputs have become since they were seen (block_monitor). Only that is checked, and changes the sum of their words.
#ifndef WARPLOCK_TB_LOCKSTEP_INPUTS_H
#define WARPLOCK_TB_LOCKSTEP_INPUTS_H

#include "rtl_c/bits.h"
#include "tb/lockstep/internal.h"

typedef enum { INPUTS_EARLY, INPUTS_LATE, INPUTS_ALL } inputs_which;

// A bug of ours, in what drives the block: aborts with block, instance, cycle, input, value, width.
void inputs_refuse(const block *);

// Whether these differ from those seen. Adds what they change of the sum, and tells the history.
static inline bool inputs_differ(const block *b, inputs_which which, chunk_sum *sum)
{
    block_monitor *m = b->monitor;
    const size_t shared = m->early_size / sizeof(uint64_t);        // the word in which early inputs end and late ones begin
    const uint64_t early = MASK(8 * (m->early_size % sizeof(uint64_t))), share = which == INPUTS_EARLY ? early : which == INPUTS_LATE ? ~early : ~UINT64_C(0);
    const uint32_t *at = which == INPUTS_LATE ? m->late_chunks : m->in_chunks, *end = which == INPUTS_EARLY ? m->early_end : m->in_end;
    uint64_t differs = 0, excess = 0;

    for (unsigned changes; (changes = chunks_next(m->seen, b->in, &at, end)); at++) {
        FOR_EACH_BIT_FAST(i, changes, CHUNK_WORDS) {
            const size_t word = *at / sizeof(uint64_t) + i;
            if (which == INPUTS_EARLY ? word > shared : which == INPUTS_LATE && word < shared)
                continue;
            const uint64_t was = chunk_word(m->seen, word);
            const uint64_t change = (chunk_word(b->in, word) ^ was) & (word == shared ? share : ~UINT64_C(0));
            history_changed(&m->history, word);
            differs |= change;
            excess |= (was ^ change) & chunk_word(m->excess, word);
            chunk_sum_change(sum, was, was ^ change, KNOWN_INPUTS + word);
        }
    }
    if (excess)
        inputs_refuse(b);
    return differs;
}

// From now on they are those seen.
static inline void inputs_see(const block *b, inputs_which which, const chunk_sum *sum)
{
    block_monitor *m = b->monitor;
    const size_t first = which == INPUTS_LATE ? m->early_size : 0, end = which == INPUTS_EARLY ? m->early_size : b->ops->in_size;
    memcpy(m->seen + first, (const unsigned char *)b->in + first, end - first);
    m->seen_sum = *sum;
}

#endif
