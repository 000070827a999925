// SPDX-License-Identifier: BSD-3-Clause
#include "sim/core/scoreboard.h"

#include <stdlib.h>

static uint64_t *new_rows(unsigned warps)
{
    uint64_t *rows = calloc((size_t)warps * (SCOREBOARD_REGISTERS / 64), sizeof *rows);
    if (!rows)
        abort();
    return rows;
}

void scoreboard_open(scoreboard *board, unsigned warps, bool keep_data)
{
    *board = (scoreboard){.bits = new_rows(warps), .data = keep_data ? new_rows(warps) : NULL};
}

void scoreboard_close(scoreboard *board)
{
    free(board->bits);
    free(board->data);
    board->bits = board->data = NULL;
}

bool scoreboard_collides(const scoreboard *board, unsigned warp, const insn *insn)
{
    if (!board->pending[warp])
        return false;
    for (unsigned i = 0; i < insn->n_src; i++)
        if (scoreboard_reserved(board, warp, insn->src[i]))
            return true;
    for (unsigned i = 0; i < insn->n_dst; i++)
        if (scoreboard_reserved(board, warp, insn->dst[i]))
            return true;
    return false;
}

static bool is_data(const scoreboard *board, unsigned warp, uint16_t reg)
{
    return board->data[(size_t)warp * (SCOREBOARD_REGISTERS / 64) + reg / 64] >> (reg % 64) & 1;
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
        uint64_t bit = UINT64_C(1) << (insn->dst[i] % 64);
        board->pending[warp] += !(row[insn->dst[i] / 64] & bit);
        row[insn->dst[i] / 64] |= bit;
    }
}

void scoreboard_release(scoreboard *board, unsigned warp, const insn *insn)
{
    uint64_t *row = scoreboard_row(board, warp);
    for (unsigned i = 0; i < insn->n_dst; i++) {
        uint64_t bit = UINT64_C(1) << (insn->dst[i] % 64);
        board->pending[warp] -= !!(row[insn->dst[i] / 64] & bit);
        row[insn->dst[i] / 64] &= ~bit;
    }
}

bool scoreboard_brings_data(const insn *insn, uint8_t space)
{
    return (insn->memory == MEMORY_LOAD || insn->memory == MEMORY_ATOMIC) && space != SPACE_SHARED;
}

void scoreboard_mark_data(scoreboard *board, unsigned warp, const insn *insn, bool outstanding)
{
    uint64_t *row = board->data + (size_t)warp * (SCOREBOARD_REGISTERS / 64);
    for (unsigned i = 0; i < insn->n_dst; i++) {
        uint64_t bit = UINT64_C(1) << (insn->dst[i] % 64);
        row[insn->dst[i] / 64] = (row[insn->dst[i] / 64] & ~bit) | (outstanding ? bit : 0);
    }
}
