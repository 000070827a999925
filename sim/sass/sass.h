// SPDX-License-Identifier: BSD-3-Clause
// Kernels from machine-code traces (sim/trace/trace.h) for the timing model: a kernel of exec.h whose instructions have no
// code, and launches that give each warp the next instruction of its trace.
//
// Nothing is computed: the trace says which lanes execute what at which address. Modelled from it: the registers named by
// an instruction, unit and latency by class, spaces and addresses, CTA-wide barriers, membar, atomics, exit. Not modelled,
// as a trace lacks it: values; addresses of constants and textures; barrier numbers and thread counts (all are CTA-wide);
// predicates.
#ifndef WARPLOCK_SIM_SASS_SASS_H
#define WARPLOCK_SIM_SASS_SASS_H

#include "sim/frontend/exec.h"
#include "sim/trace/trace.h"

// Address of local memory in the timing model: above every address of a GPU.
#define SASS_LOCAL_BASE (UINT64_C(1) << 56)

typedef struct sass_kernel {
    kernel        face;
    const char   *path;
    trace_options options;
    trace_kernel *trace;               // NULL while its file is not open
    trace_header  header;              // name and nvbit_version: its own copies
    uint64_t      ctas;                // in the file
    uint32_t      n_static;
    uint32_t     *place;               // of each static instruction: its index in face.insns
    uint64_t     *pc_of;               // of each of face.insns: its PC in the file; UINT64_MAX if the trace has none
    char        **text_of;             // opcode and registers; NULL if the trace has none
} sass_kernel;

// Reads the file once; NULL and an error if anything is wrong in it.
sass_kernel *sass_kernel_open(const char *path, trace_unknown unknown, ptx_error *);
void         sass_kernel_free(sass_kernel *);
// Its file may be closed between two launches; the next one opens it again.
void         sass_kernel_close(sass_kernel *);
// For the whole file; the caller sets sm_count and warps_per_sm.
launch_config sass_launch_config(const sass_kernel *);

// Parts of the kernel's source (sass_launch.c).
launch *sass_launch(const launch_config *, uint32_t max_resident_ctas, ptx_error *);
extern const kernel_source sass_source;

#endif
