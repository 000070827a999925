#include "sim/core/scoreboard.h"

#include <stdlib.h>

void scoreboard_open(scoreboard *board, unsigned warps)
{
    *board = (scoreboard){.bits = calloc((size_t)warps * (SCOREBOARD_REGISTERS / 64), sizeof(uint64_t))};
    if (!board->bits)
        abort();
}

void scoreboard_close(scoreboard *board)
{
    free(board->bits);
    board->bits = NULL;
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
