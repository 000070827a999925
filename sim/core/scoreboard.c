// SPDX-License-Identifier: BSD-3-Clause
#include "sim/core/scoreboard.h"

#include <stdlib.h>
#include <string.h>

void scoreboard_open(scoreboard *board, unsigned warps, bool keep_data)
{
    *board = (scoreboard){.warps = warps, .keeps_data = keep_data};
}

static void widen(const scoreboard *board, uint64_t **rows, uint32_t words)
{
    uint64_t *wide = calloc((size_t)board->warps * words, sizeof *wide);
    if (!wide)
        abort();
    for (unsigned warp = 0; warp < board->warps && board->words; warp++)
        memcpy(wide + (size_t)warp * words, *rows + (size_t)warp * board->words, board->words * sizeof *wide);
    free(*rows);
    *rows = wide;
}

void scoreboard_fit(scoreboard *board, uint32_t registers)
{
    const uint32_t words = (registers + 63) / 64;
    if (words <= board->words)
        return;
    widen(board, &board->bits, words);
    if (board->keeps_data)
        widen(board, &board->data, words);
    board->words = words;
}

void scoreboard_close(scoreboard *board)
{
    free(board->bits);
    free(board->data);
    board->bits = board->data = NULL;
}

static inline bool is_reserved(const uint64_t *row, unsigned reg) { return row[reg / 64] >> (reg % 64) & 1; }

bool scoreboard_collides(const scoreboard *board, unsigned warp, const insn *insn)
{
    if (!board->pending[warp])
        return false;
    const uint64_t *row = scoreboard_row(board, warp);
    for (unsigned i = 0; i < insn->n_src; i++)
        if (is_reserved(row, insn->src[i]))
            return true;
    for (unsigned i = 0; i < insn->n_dst; i++)
        if (is_reserved(row, insn->dst[i]))
            return true;
    return false;
}

static bool is_data(const scoreboard *board, unsigned warp, uint16_t reg)
{
    return board->data[(size_t)warp * board->words + reg / 64] >> (reg % 64) & 1;
}

bool scoreboard_needs_data(const scoreboard *board, unsigned warp, const insn *insn)
{
    for (unsigned i = 0; i < insn->n_src; i++)
        if (is_data(board, warp, insn->src[i]))
            return true;
    for (unsigned i = 0; i < insn->n_dst; i++)
        if (is_data(board, warp, insn->dst[i]))
            return true;
    return false;
}

void scoreboard_reserve(scoreboard *board, unsigned warp, const insn *insn)
{
    uint64_t *row = scoreboard_row(board, warp);
    for (unsigned i = 0; i < insn->n_dst; i++) {
        const unsigned reg = insn->dst[i];
        uint64_t *word = &row[reg / 64], bit = UINT64_C(1) << (reg % 64);
        board->pending[warp] += !(*word & bit);
        *word |= bit;
    }
}

void scoreboard_release(scoreboard *board, unsigned warp, const insn *insn)
{
    uint64_t *row = scoreboard_row(board, warp);
    for (unsigned i = 0; i < insn->n_dst; i++) {
        const unsigned reg = insn->dst[i];
        uint64_t *word = &row[reg / 64], bit = UINT64_C(1) << (reg % 64);
        board->pending[warp] -= !!(*word & bit);
        *word &= ~bit;
    }
}

bool scoreboard_brings_data(const insn *insn, uint8_t space)
{
    return (insn->memory == MEMORY_LOAD || insn->memory == MEMORY_ATOMIC) && space != SPACE_SHARED;
}

void scoreboard_mark_data(scoreboard *board, unsigned warp, const insn *insn, bool outstanding)
{
    uint64_t *row = board->data + (size_t)warp * board->words;
    for (unsigned i = 0; i < insn->n_dst; i++) {
        uint64_t bit = UINT64_C(1) << (insn->dst[i] % 64);
        row[insn->dst[i] / 64] = (row[insn->dst[i] / 64] & ~bit) | (outstanding ? bit : 0);
    }
}
