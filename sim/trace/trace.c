// SPDX-License-Identifier: BSD-3-Clause
// The reader of traces: nothing is read yet, every file is refused.
#include "sim/trace/trace.h"

#include <stdio.h>

const char *const trace_class_names[TRACE_CLASSES] = {
#define TRACE_CLASS(NAME, key, words, ...) [TRACE_OP_##NAME] = words,
#include "sim/trace/classes.def"
};
const char *const trace_class_keys[TRACE_CLASSES] = {
#define TRACE_CLASS(NAME, key, ...) [TRACE_OP_##NAME] = #key,
#include "sim/trace/classes.def"
};

static void *refused(const char *path, trace_error *error)
{
    snprintf(error->text, sizeof error->text, "%s: traces are not read yet", path);
    return NULL;
}

trace_list *trace_list_open(const char *path, trace_error *error) { return refused(path, error); }
void trace_list_free(trace_list *list) { (void)list; }
size_t trace_list_length(const trace_list *list) { (void)list; return 0; }
const trace_command *trace_list_at(const trace_list *list, size_t index) { (void)list, (void)index; return NULL; }

trace_kernel *trace_kernel_open(const char *path, const trace_options *options, trace_error *error)
{
    (void)options;
    return refused(path, error);
}

void trace_kernel_free(trace_kernel *k) { (void)k; }
const char *trace_kernel_path(const trace_kernel *k) { (void)k; return ""; }
const trace_header *trace_kernel_header(const trace_kernel *k) { (void)k; return NULL; }
const trace_counts *trace_kernel_counts(const trace_kernel *k) { (void)k; return NULL; }
uint32_t trace_warps_per_cta(const trace_kernel *k) { (void)k; return 0; }
uint32_t trace_kernel_insns(const trace_kernel *k) { (void)k; return 0; }
const trace_insn *trace_kernel_insn(const trace_kernel *k, uint32_t number) { (void)k, (void)number; return NULL; }
trace_space trace_kernel_space(const trace_kernel *k, uint64_t address) { (void)k, (void)address; return TRACE_GLOBAL; }

trace_read trace_kernel_next_cta(trace_kernel *k, trace_cta **cta, trace_error *error)
{
    (void)k;
    *cta = refused("trace", error);
    return TRACE_FAILED;
}

bool trace_kernel_rewind(trace_kernel *k, trace_error *error) { (void)k; return refused("trace", error) != NULL; }
void trace_cta_free(trace_cta *cta) { (void)cta; }
const uint32_t *trace_cta_place(const trace_cta *cta) { (void)cta; return NULL; }
uint64_t trace_cta_insns(const trace_cta *cta, uint32_t warp) { (void)cta, (void)warp; return 0; }
bool trace_warp_peek(trace_cta *cta, uint32_t warp, uint32_t *insn, uint32_t *active)
{
    (void)cta, (void)warp, (void)insn, (void)active;
    return false;
}
bool trace_warp_next(trace_cta *cta, uint32_t warp, trace_step *step) { (void)cta, (void)warp, (void)step; return false; }
const char *trace_kernel_failed(const trace_kernel *k) { (void)k; return NULL; }
