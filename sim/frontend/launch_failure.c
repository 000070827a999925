// SPDX-License-Identifier: BSD-3-Clause
// A launch fails by the first thread that does something illegal.
#include "sim/frontend/launch.h"

#include <stdarg.h>
#include <stdio.h>

void launch_fail(execution *x, uint32_t lane, launch_fault kind, const char *format, ...)
{
    ptx_launch *l = x->launch;
    x->failed = true;
    launch_await_turn(x);
    if (l->face.failed) {
        return;
    }
    const uint32_t *b = l->config.block, *at = x->cta->at;
    uint32_t t = x->warp * WARP_LANES + lane;
    l->face.failed = true;
    l->face.fault = kind;
    int n = snprintf(l->face.error, sizeof l->face.error, "%.200s:%u: kernel %.80s: CTA (%u,%u,%u) thread (%u,%u,%u): ",
                     l->program->file_name,
                     x->insn->line, l->entry->name, at[0], at[1], at[2], t % b[0], t / b[0] % b[1], t / (b[0] * b[1]));
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(l->face.error + n, sizeof l->face.error - (size_t)n, format, arguments);
    va_end(arguments);
}
