// SPDX-License-Identifier: BSD-3-Clause
// What the timing model asks of a PTX kernel: its launches, the registers of a CTA, the text of an instruction.
#include "sim/frontend/launch.h"

#include <string.h>

enum { LEAST_REGISTERS = 16 };     // what ptxas gives a thread at least

// Registers that performance directives leave a thread of `available`: ptxas keeps to it and spills the rest to local
// memory. A multiple of 4.
static uint32_t promised_registers(const kernel *k, uint32_t available)
{
    const function *f = ptx_kernel_of(k)->function;
    const uint64_t threads = launch_threads_limit(k);
    uint64_t promised = f->most_registers ? ((uint64_t)f->most_registers + 3) / 4 * 4 : UINT32_MAX;
    if (threads != UINT64_MAX) {
        const uint64_t each = available / ((threads + 31) / 32 * 32) / (f->least_ctas ? f->least_ctas : 1) / 4 * 4;
        promised = each < promised ? each : promised;
    }
    return promised > LEAST_REGISTERS ? (uint32_t)promised : LEAST_REGISTERS;
}

static uint64_t cta_registers(const kernel *k, uint64_t warps, uint32_t available)
{
    const uint32_t promised = promised_registers(k, available);
    uint64_t limit = warps != 0 ? available / (warps * 32) / 4 * 4 : 0;
    uint64_t thread = kernel_registers(k, limit < promised ? (uint32_t)limit : promised);
    thread = (thread + 3) / 4 * 4;
    return warps * 32 * (thread < promised ? thread : promised);
}

// A guard is on the same line before the opcode; what precedes it ends with one of these.
static const char *statement_start(const program *p, const char *opcode)
{
    const char *start = opcode;
    while (start > p->text && strchr(";:{}\n", start[-1]) == NULL) {
        start--;
    }
    return start;
}

static void insn_text(const kernel *k, const insn *i, char *text, size_t size)
{
    size_t n = 0;
    for (const char *at = statement_start(ptx_kernel_of(k)->function->program, i->code->text); *at != '\0' && *at != ';' && n + 1 < size; at++) {
        bool printable = *at > ' ' && *at <= '~';
        if (printable || (n > 0 && text[n - 1] != ' ')) {
            text[n++] = printable ? *at : ' ';
        }
    }
    text[n] = '\0';
}

const kernel_source ptx_source = { .side_by_side = true, .launch = ptx_launch_new, .cta_registers = cta_registers, .insn_text = insn_text };
