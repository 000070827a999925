// SPDX-License-Identifier: BSD-3-Clause
// What a call saves and its return restores. Private to the front end.
//
// A function's registers and .param bytes have one place. A call of a function that is active in the same lanes saves them and
// its return restores them, like GPGPU-Sim's callstack_push but without accesses of the timing model. Local variables of
// recursive functions are on a call stack, after the thread's other local memory: CALL_STACK_BYTES, or more if the launch asks
// for it. Each call has a frame, so that its addresses are its own.
#ifndef WARPLOCK_SIM_FRONTEND_CALL_FRAMES_H
#define WARPLOCK_SIM_FRONTEND_CALL_FRAMES_H

#include "sim/frontend/launch.h"

// False, with the launch failed, if a lane's stack or the memory for saved frames is full.
bool frames_enter(warp *, const call_info *, uint32_t lanes, uint32_t frame);
void frames_return(warp *, const call_info *, uint32_t lanes, uint32_t frame);
void frames_drop(warp *);                       // drops saved frames that no SIMT stack entry returns to
// The candidate that the lane's indirect call makes; NULL, with the launch failed, if none matches.
const call_info *frames_candidate(warp *, const insn_code *, uint32_t lane, uint32_t lanes, uint32_t *together);

#endif
