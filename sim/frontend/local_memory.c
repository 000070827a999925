// SPDX-License-Identifier: BSD-3-Clause
// Where thread-private memory is in the timing model, for PTX and for traces; see exec.h.
#include "sim/frontend/exec.h"

uint64_t launch_local_place(const launch *l, const cta *c, uint32_t warp, uint32_t lane, uint64_t offset)
{
    uint64_t slot = c->first_warp_slot / l->warps_per_cta, before = slot * l->sm_count + c->sm;      // CTAs
    uint64_t thread = (before * l->warps_per_cta + warp) * WARP_LANES + lane;
    return offset / 4 * l->local_stride + thread * 4 + offset % 4;
}

// At most: an SM never gets more of a small grid than its share (GPGPU-Sim's max_cta).
static uint64_t ctas_per_sm(const launch *l, uint64_t resident)
{
    return (resident + l->sm_count - 1) / l->sm_count;
}

uint64_t launch_local_stride_of(const launch *l, uint64_t resident_ctas)
{
    return ctas_per_sm(l, resident_ctas) * l->sm_count * l->warps_per_cta * WARP_LANES * 4;
}
