// SPDX-License-Identifier: BSD-3-Clause
// A grid: special registers, the pool of CTAs and what a CTA starts with. Registers, shared and local memory start as
// zero.
#include "sim/frontend/launch.h"
#include "sim/frontend/call_frames.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_MAX = CTA_MAX_WARPS * WARP_LANES, SHARED_MAX = 0x00FFFFFF, ROW_PADDING = 512 };

static void fill32(uint8_t *rows, ptx_special s, uint32_t value)
{
    uint32_t *lanes = (uint32_t *)(void *)(rows + (uint32_t)s * CONSTANT_ROW_BYTES);
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        lanes[i] = value;
    }
}

static void fill64(uint8_t *rows, ptx_special s, uint64_t value)
{
    uint64_t *lanes = (uint64_t *)(void *)(rows + (uint32_t)s * CONSTANT_ROW_BYTES);
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        lanes[i] = value;
    }
}

static void fill_lane_masks(uint8_t *rows)
{
    static const ptx_special names[] = {
        SPECIAL_laneid, SPECIAL_lanemask_eq, SPECIAL_lanemask_lt, SPECIAL_lanemask_le, SPECIAL_lanemask_gt,
        SPECIAL_lanemask_ge
    };
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        uint32_t below = (1u << i) - 1, self = 1u << i;
        const uint32_t values[] = { i, self, below, below | self, ~(below | self), ~below };
        for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
            ((uint32_t *)(void *)(rows + (uint32_t)names[k] * CONSTANT_ROW_BYTES))[i] = values[k];
        }
    }
}

static void fill_launch_rows(ptx_launch *l)
{
    const launch_config *c = &l->config;
    for (uint32_t d = 0; d < 3; d++) {
        fill32(l->launch_rows, (ptx_special)(SPECIAL_ntid_x + d), c->block[d]);
        fill32(l->launch_rows, (ptx_special)(SPECIAL_nctaid_x + d), c->grid[d]);
    }
    fill_lane_masks(l->launch_rows);
    fill32(l->launch_rows, SPECIAL_nwarpid, c->warps_per_sm);
    fill32(l->launch_rows, SPECIAL_nsmid, c->sm_count);
    fill64(l->launch_rows, SPECIAL_gridid, 1);
    fill32(l->launch_rows, SPECIAL_warp_size, WARP_LANES);
    fill32(l->launch_rows, SPECIAL_envreg1, (uint32_t)(c->grid_barrier >> 32));
    fill32(l->launch_rows, SPECIAL_envreg2, (uint32_t)c->grid_barrier);
    fill32(l->launch_rows, SPECIAL_dynamic_smem_size, c->dynamic_shared);
    fill32(l->launch_rows, SPECIAL_total_smem_size, l->shared_bytes);
    for (uint32_t w = 0; w < l->face.warps_per_cta; w++) {
        for (uint32_t i = 0; i < WARP_LANES; i++) {
            uint32_t t = w * WARP_LANES + i;
            const uint32_t tid[3] = { t % c->block[0], t / c->block[0] % c->block[1], t / (c->block[0] * c->block[1]) };
            for (uint32_t d = 0; d < 3; d++) {
                ((uint32_t *)(void *)(l->tid_rows + (w * 3 + d) * CONSTANT_ROW_BYTES))[i] = tid[d];
            }
        }
    }
}

static size_t round_up(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

static bool make_cta(ptx_launch *l, ptx_cta *c)
{
    size_t shared = round_up((size_t)l->shared_bytes + 64), rows = round_up((size_t)l->row_bytes + ROW_PADDING);
    size_t local = round_up((size_t)l->local_bytes * WARP_LANES), stack = round_up(l->stack_room * sizeof(stack_entry));
    size_t per_warp = rows + WARP_TABLE_BYTES + local + stack;
    c->launch = l;
    c->face.operations = l->face.operations;
    c->warps = calloc(l->face.warps_per_cta, sizeof *c->warps + sizeof *c->reductions + sizeof *c->face.front);
    size_t bytes = shared + per_warp * l->face.warps_per_cta;
    c->memory = l->entry->has_stack ? calloc(1, bytes + 64) : aligned_alloc(64, bytes);     // stacks: mostly untouched pages
    if (c->warps == NULL || c->memory == NULL) {
        return false;
    }
    c->reductions = (bar_reduction *)(void *)(c->warps + l->face.warps_per_cta);
    c->face.front = (warp_front *)(void *)(c->reductions + l->face.warps_per_cta);
    c->shared = c->memory + (63 & (0 - (uintptr_t)c->memory));
    for (uint32_t w = 0; w < l->face.warps_per_cta; w++) {
        uint8_t *at = c->shared + shared + per_warp * w;
        execution *x = &c->warps[w].x;
        x->table[TABLE_REGISTERS] = at;
        x->table[TABLE_WARP] = at + rows;
        x->local = at + rows + WARP_TABLE_BYTES;
        c->warps[w].stack = (stack_entry *)(void *)(at + rows + WARP_TABLE_BYTES + local);
        x->table[TABLE_CONSTANTS] = l->program->constants;
        x->table[TABLE_LAUNCH] = l->launch_rows;
        x->launch = l;
        x->cta = c;
        x->warp = w;
        x->local_bytes = l->local_bytes;
    }
    return true;
}

static bool refuse(ptx_error *error, const function *f, const char *format, ...)
{
    int n = snprintf(error->text, sizeof error->text, "%.200s:%u: kernel %.80s: ", f->program->file_name, f->line,
                     f->name);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text + n, sizeof error->text - (size_t)n, format, arguments);
    va_end(arguments);
    return false;
}

static uint64_t product(const block_limit *l) { return (uint64_t)l->size[0] * l->size[1] * l->size[2]; }

// PTX: .reqntid gives the block itself, .maxntid limits the product of its sizes.
bool launch_check_block(const kernel *k, const uint32_t block[3], ptx_error *error)
{
    const function *f = ptx_kernel_of(k)->function;
    const uint32_t *required = f->required_block.size;
    uint64_t threads = (uint64_t)block[0] * block[1] * block[2];
    if (f->required_block.line && memcmp(block, required, sizeof f->required_block.size) != 0) {
        return refuse(error, f, "block (%u,%u,%u), expected (%u,%u,%u), the .reqntid of line %u", block[0], block[1],
                      block[2], required[0], required[1], required[2], f->required_block.line);
    }
    uint64_t most = product(&f->largest_block);
    if (f->largest_block.line && threads > most) {
        return refuse(error, f, "block (%u,%u,%u), expected at most %llu threads, the .maxntid of line %u", block[0],
                      block[1], block[2], (unsigned long long)most, f->largest_block.line);
    }
    return true;
}

uint64_t launch_threads_limit(const kernel *k)
{
    const function *f = ptx_kernel_of(k)->function;
    return f->required_block.line ? product(&f->required_block) :
           f->largest_block.line ? product(&f->largest_block) : UINT64_MAX;
}

static bool check_config(const launch_config *c, ptx_error *error)
{
    const function *f = ptx_kernel_of(c->kernel)->function;
    uint64_t threads = 1;
    for (uint32_t d = 0; d < 3; d++) {
        if (c->grid[d] == 0 || c->block[d] == 0) {
            return refuse(error, f, "grid (%u,%u,%u), block (%u,%u,%u), expected no size of 0", c->grid[0], c->grid[1],
                          c->grid[2],
                          c->block[0], c->block[1], c->block[2]);
        }
        threads = threads > THREADS_MAX ? threads : threads * c->block[d];
    }
    if (threads > THREADS_MAX) {
        return refuse(error, f, "block (%u,%u,%u), expected at most %d threads", c->block[0], c->block[1], c->block[2],
                      THREADS_MAX);
    }
    if (!launch_check_block(c->kernel, c->block, error)) {
        return false;
    }
    if (c->params_size != f->params_bytes) {
        return refuse(error, f, "%zu bytes of parameters, expected %u", c->params_size, f->params_bytes);
    }
    if ((uint64_t)f->shared_bytes + c->dynamic_shared > SHARED_MAX) {
        return refuse(error, f, "%llu bytes of shared memory, expected at most %d",
                      (unsigned long long)f->shared_bytes + c->dynamic_shared, SHARED_MAX);
    }
    return true;
}

static uint32_t resident_ctas(const launch_config *config, uint32_t most)
{
    uint64_t total = (uint64_t)config->grid[0] * config->grid[1] * config->grid[2];
    return most < total ? most : (uint32_t)total;
}

static bool fill_pool(ptx_launch *l)
{
    l->launch_rows = aligned_alloc(64, SPECIAL_COUNT * CONSTANT_ROW_BYTES);
    l->tid_rows = aligned_alloc(64, (size_t)l->face.warps_per_cta * 3 * CONSTANT_ROW_BYTES);
    l->params = calloc(1, l->entry->params_bytes + 16);
    l->ctas = calloc(l->n_ctas, sizeof *l->ctas);
    if (l->launch_rows == NULL || l->tid_rows == NULL || l->params == NULL || l->ctas == NULL) {
        return false;
    }
    memset(l->launch_rows, 0, SPECIAL_COUNT * CONSTANT_ROW_BYTES);
    memcpy(l->params, l->config.params, l->entry->params_bytes);
    fill_launch_rows(l);
    for (uint32_t i = l->n_ctas; i-- > 0;) {
        if (!make_cta(l, &l->ctas[i])) {
            return false;
        }
        l->ctas[i].next_free = l->free_ctas;
        l->free_ctas = &l->ctas[i];
    }
    return true;
}

static void ptx_launch_free(launch *face)
{
    ptx_launch *l = (ptx_launch *)face;
    for (uint32_t i = 0; l->ctas != NULL && i < l->n_ctas; i++) {
        for (uint32_t w = 0; l->ctas[i].warps != NULL && w < l->face.warps_per_cta; w++) {
            l->ctas[i].warps[w].depth = 0;
            frames_drop(&l->ctas[i].warps[w]);
        }
        free(l->ctas[i].warps);
        free(l->ctas[i].memory);
    }
    free(l->ctas);
    free(l->launch_rows);
    free(l->tid_rows);
    free(l->params);
    free(l);
}

// Whole rows, of which there are few: libc's memset begins slowly for so many bytes. Behind the last there is room.
static void clear(uint8_t *at, uint32_t bytes)
{
    for (const uint8_t *end = at + bytes; at < end; at += ROW32) {
        memset(at, 0, ROW32);
    }
}

static void start_warp(ptx_cta *c, uint32_t w)
{
    ptx_launch *l = c->launch;
    warp *v = &c->warps[w];
    uint8_t *rows = v->x.table[TABLE_WARP];
    uint32_t left = l->threads - w * WARP_LANES;
    clear(v->x.table[TABLE_REGISTERS], l->row_bytes);
    if (l->stack_base == l->local_bytes) {
        memset(v->x.local, 0, (size_t)l->local_bytes * WARP_LANES);
    }
    for (uint32_t lane = 0; lane < WARP_LANES && l->stack_base < l->local_bytes; lane++) {      // a frame on the stack is cleared when it is entered
        memset(v->x.local + (size_t)lane * l->local_bytes, 0, l->stack_base);
    }
    memcpy(rows, l->tid_rows + (size_t)w * 3 * CONSTANT_ROW_BYTES, 3 * CONSTANT_ROW_BYTES);
    for (uint32_t d = 0; d < 3; d++) {
        fill32(rows, (ptx_special)(SPECIAL_ctaid_x + d), c->at[d]);
    }
    fill32(rows, SPECIAL_warpid, c->face.first_warp_slot + w);
    fill32(rows, SPECIAL_smid, c->face.sm);
    *(uint32_t *)(void *)(rows + CARRY_ROW) = 0;
    v->x.executed = 0;
    v->x.failed = false;
    memset(v->x.stack_used, 0, sizeof v->x.stack_used);
    v->depth = 1;
    v->stack[0] = (stack_entry){ .pc = l->entry->first, .reconvergence = UINT32_MAX,
                                 .mask = left >= WARP_LANES ? UINT32_MAX : (1u << left) - 1 };
    ptx_look_at(c, w);
}

static cta *start(launch *face, uint64_t index, uint32_t sm, uint32_t first_warp_slot)
{
    ptx_launch *l = (ptx_launch *)face;
    ptx_cta *c = l->free_ctas;
    if (c == NULL) {
        fprintf(stderr, "front end: cta_start: no CTA left in a pool of %u\n", l->n_ctas);
        abort();
    }
    l->free_ctas = c->next_free;
    const uint32_t *g = l->config.grid;
    c->index = index;
    c->at[0] = (uint32_t)(index % g[0]);
    c->at[1] = (uint32_t)(index / g[0] % g[1]);
    c->at[2] = (uint32_t)(index / g[0] / g[1]);
    c->face.sm = sm;
    c->face.first_warp_slot = first_warp_slot;
    c->running = l->face.warps_per_cta < CTA_MAX_WARPS ? (UINT64_C(1) << l->face.warps_per_cta) - 1 : UINT64_MAX;
    for (; c->barriers_met != 0; c->barriers_met &= c->barriers_met - 1) {
        c->barriers[__builtin_ctz(c->barriers_met)] = (cta_barrier){ 0 };
    }
    clear(c->shared, l->shared_bytes);
    for (uint32_t w = 0; w < l->face.warps_per_cta; w++) {
        start_warp(c, w);
    }
    return &c->face;
}

static void finish(launch *face, cta *ended)
{
    ptx_launch *l = (ptx_launch *)face;
    ptx_cta *c = (ptx_cta *)ended;
    c->next_free = l->free_ctas;
    while (!atomic_compare_exchange_weak(&l->free_ctas, &c->next_free, c))
        ;
}

static const launch_operations operations = {
    .free = ptx_launch_free, .start = start, .finish = finish, .execute = ptx_execute, .end = ptx_end, .barrier = ptx_barrier
};

launch *ptx_launch_new(const launch_config *config, uint32_t max_resident_ctas, ptx_error *error)
{
    const function *f = ptx_kernel_of(config->kernel)->function;
    error->text[0] = '\0';
    ptx_launch *l = check_config(config, error) ? calloc(1, sizeof *l) : NULL;
    if (l == NULL) {
        return NULL;
    }
    l->face.operations = &operations;
    l->face.sm_count = config->sm_count;
    l->config = *config;
    l->program = f->program;
    l->entry = f;
    l->threads = config->block[0] * config->block[1] * config->block[2];
    l->face.warps_per_cta = (l->threads + WARP_LANES - 1) / WARP_LANES;
    l->stack_bytes = config->stack_bytes > CALL_STACK_BYTES ? (config->stack_bytes + 15) / 16 * 16 : CALL_STACK_BYTES;
    l->recursion_most = (uint32_t)((uint64_t)l->stack_bytes * RECURSION_MAX / CALL_STACK_BYTES);
    l->frames_most = f->call_depth + (f->recurses ? l->recursion_most : 0);
    l->stack_room = 2 * WARP_LANES + 4 + l->frames_most;
    l->shared_bytes = (f->shared_bytes + config->dynamic_shared + 3) / 4 * 4;     // words, as atomic functions take them
    l->local_bytes = (kernel_local_bytes(config->kernel) + 15) / 16 * 16;
    l->stack_base = l->local_bytes - (f->has_stack ? CALL_STACK_BYTES : 0);
    l->local_bytes = l->stack_base + (f->has_stack ? l->stack_bytes : 0);
    l->row_bytes = f->row_base + f->rows_bytes;
    l->n_ctas = resident_ctas(config, max_resident_ctas);
    l->face.local_stride = launch_local_stride_of(&l->face, l->n_ctas);
    if (l->local_bytes / 4 * l->face.local_stride > LOCAL_LIMIT - EXEC_LOCAL_BASE) {
        refuse(error, f, "%u bytes of local memory a thread, expected at most %llu on this machine", l->local_bytes,
               (unsigned long long)((LOCAL_LIMIT - EXEC_LOCAL_BASE) / l->face.local_stride * 4));
        free(l);
        return NULL;
    }
    if (!fill_pool(l)) {
        refuse(error, f, "out of memory for %u CTAs", max_resident_ctas);
        ptx_launch_free(&l->face);
        return NULL;
    }
    return &l->face;
}

void launch_free(launch *l)
{
    if (l != NULL) {
        l->operations->free(l);
    }
}
