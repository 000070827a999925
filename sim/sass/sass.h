// SPDX-License-Identifier: BSD-3-Clause
// Kernels of traces of machine code (sim/trace/trace.h) as the timing model takes them: a kernel of exec.h whose
// instructions have no code, and launches that give each warp what its trace has next.
//
// Nothing is computed: which lanes execute what at which address stands in the trace. Modelled from it: the registers that
// an instruction names, its unit and latency by its class, spaces and addresses, CTA-wide barriers, membar, atomics, exit.
// Not modelled, because a trace does not have it: values; addresses of constants and textures; which barrier of the
// sixteen, and of how many threads (all are the CTA's); predicates.
#ifndef WARPLOCK_SIM_SASS_SASS_H
#define WARPLOCK_SIM_SASS_SASS_H

#include "sim/frontend/exec.h"
#include "sim/trace/trace.h"

// Where local memory lies for the timing model: above every address that a GPU has.
#define SASS_LOCAL_BASE (UINT64_C(1) << 56)

typedef struct sass_kernel {
    kernel        face;
    const char   *path;
    trace_options options;
    trace_kernel *trace;               // NULL while its file is not open
    trace_header  header;              // name and nvbit_version: its own copies
    uint64_t      ctas;                // in the file
    uint32_t      n_static;
    uint32_t     *place;               // of each static instruction: which of face.insns it is
    uint64_t     *pc_of;               // of each of face.insns: its PC in the file; UINT64_MAX where the trace has none
    char        **text_of;             // opcode and registers; NULL there
} sass_kernel;

// Reads the file once: NULL and an error for whatever is wrong in it.
sass_kernel *sass_kernel_open(const char *path, trace_unknown unknown, ptx_error *);
void         sass_kernel_free(sass_kernel *);
// Its file may be closed between two launches; the next one opens it again.
void         sass_kernel_close(sass_kernel *);
// Of the whole file; sm_count and warps_per_sm are the caller's to set.
launch_config sass_launch_config(const sass_kernel *);

// What the kernel's source is made of (sass_launch.c).
launch *sass_launch(const launch_config *, uint32_t max_resident_ctas, ptx_error *);
extern const kernel_source sass_source;

#endif
