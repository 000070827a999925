// What looks across lanes: shuffles and votes. Also instructions that compute nothing.
#include "sim/frontend/launch.h"

void run_nothing(execution *x, const insn_code *code, uint32_t mask)
{
    (void)x, (void)code, (void)mask;
}

void run_trap(execution *x, const insn_code *code, uint32_t mask)
{
    (void)code;
    launch_fail(x, (uint32_t)__builtin_ctz(mask), "trap executed");
}

// As in the PTX manual: c holds the clamp in bits 0-4 and the segment mask in bits 8-12. A lane whose source is outside
// its segment, or not active, keeps its own value; the predicate says whether the source was inside the segment.
void run_shuffle(execution *x, const insn_code *code, uint32_t mask)
{
    const uint32_t *a = row32(x, code->src[0]), *b = row32(x, code->src[1]), *c = row32(x, code->src[2]);
    uint32_t r[WARP_LANES], inside = 0;
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        int32_t distance = (int32_t)(b[lane] & 31), clamp = (int32_t)(c[lane] & 31),
            segment = (int32_t)(c[lane] >> 8 & 31);
        int32_t own = (int32_t)lane, last = (own & segment) | (clamp & ~segment), first = own & segment, from;
        bool valid;
        switch (code->choice) {
        case SHUFFLE_up:   from = own - distance; valid = from >= last; break;
        case SHUFFLE_down: from = own + distance; valid = from <= last; break;
        case SHUFFLE_bfly: from = own ^ distance; valid = from <= last; break;
        default:           from = first | (distance & ~segment); valid = from <= last;
        }
        from = valid ? from : own;
        inside |= (uint32_t)valid << lane;
        r[lane] = (mask >> (from & 31) & 1) != 0 ? a[from & 31] : a[lane];
    }
    row_write32(row32(x, code->dst[0]), r, mask);
    if (code->n_dst == 2) {
        predicate_write(predicate_of(x, code->dst[1]), inside, mask);
    }
}

void run_vote(execution *x, const insn_code *code, uint32_t mask)
{
    uint32_t voted = code->choice == VOTE_active ? UINT32_MAX : *predicate_of(x, code->src[0]);
    voted = (code->source_negated ? ~voted : voted) & mask;
    if (code->choice == VOTE_ballot || code->choice == VOTE_active) {
        uint32_t r[WARP_LANES];
        for (uint32_t i = 0; i < WARP_LANES; i++) {
            r[i] = voted;
        }
        row_write32(row32(x, code->dst[0]), r, mask);
        return;
    }
    bool all = voted == mask, any = voted != 0;
    bool result = code->choice == VOTE_all ? all : code->choice == VOTE_any ? any : all || !any;
    predicate_write(predicate_of(x, code->dst[0]), result ? UINT32_MAX : 0, mask);
}
