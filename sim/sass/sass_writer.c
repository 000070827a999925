// SPDX-License-Identifier: BSD-3-Clause
// A kernel around another one: launches and CTAs whose operations call the other's; see sass_writer.h.
//
// A CTA's instructions are records in memory: number and mask, and for a memory access its addresses as in the file. CTAs go
// to the file in the order of the grid, which is that in which they begin, so that a run of the trace has them in the same
// places.
#include "sim/sass/sass_writer.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "sim/sass/sass.h"
#include "sim/sass/sass_text.h"
#include "tb/output_file.h"

#define NO_NVBIT "none"               // the tracer's version in our files
enum { BINARY_VERSION = 61, TRACER_VERSION = 4, REGISTERS_MOST = 255, STATES = 1 << 14 };

// The three forms of addresses.
enum { FORM_LIST, FORM_STRIDE, FORM_DELTAS };

typedef struct { uint8_t *bytes; size_t length, room; uint64_t insns; } record;

typedef struct cta_record {
    uint64_t index;
    bool     ended;
    record   warps[CTA_MAX_WARPS];
    struct cta_record *next;                    // in the order of the grid
} cta_record;

typedef struct { const cta *cta; cta_record *record; } cta_state;

// Wraps another kernel; one for each, as users that count by kernels identify them by address.
typedef struct stand_in {
    kernel           face;
    kernel_source    source;
    sass_writer     *writer;
    const kernel    *kernel;
    struct stand_in *next;
} stand_in;

struct sass_writer {
    launch_operations operations;               // first: a launch and its CTAs point here
    const launch_operations *of;                // the wrapped kernel's
    const kernel     *kernel;                   // being launched
    stand_in         *stand_ins;
    launch_config     config;
    sass_text        *text;                     // of each of the kernel's instructions
    const launch     *launch;
    cta_state         states[STATES];           // by the address of the CTA, which the launch reuses
    cta_record       *first, *last, *spare;     // not yet in the file
    uint64_t          next;                     // next CTA of the grid in the file
    unsigned          n_launches;
    bool              begun, good;
    output_file       file;
    FILE             *list;
    char             *list_text;
    size_t            list_length;
    char              folder[OUTPUT_PATH], message[OUTPUT_PATH + 256];
};

static void *room(void *old, size_t bytes)
{
    void *memory = realloc(old, bytes);

    if (!memory)
        abort();
    return memory;
}

// --- records

static void put(record *r, const void *bytes, size_t length)
{
    if (length > r->room - r->length) {
        r->room = 2 * r->room + length + 256;
        r->bytes = room(r->bytes, r->room);
    }
    memcpy(r->bytes + r->length, bytes, length);
    r->length += length;
}

static bool is_contiguous(uint32_t lanes)
{
    const uint32_t from_first = lanes >> __builtin_ctz(lanes);

    return (from_first & (from_first + 1)) == 0;
}

// Those of active lanes: a stride if there is one and the lanes are contiguous, else each one's distance from the last.
static void put_addresses(record *r, uint32_t lanes, const uint64_t address[WARP_LANES])
{
    int64_t deltas[WARP_LANES];
    unsigned n = 0;
    uint64_t before = lanes ? address[__builtin_ctz(lanes)] : 0;
    const uint64_t base = before;
    bool one_stride = !lanes || is_contiguous(lanes);

    for (uint32_t left = lanes & (lanes - 1); left; left &= left - 1) {
        const uint64_t now = address[__builtin_ctz(left)];

        deltas[n++] = (int64_t)(now - before);
        one_stride &= deltas[n - 1] == deltas[0];
        before = now;
    }
    const uint8_t head[2] = { one_stride && n ? FORM_STRIDE : n ? FORM_DELTAS : FORM_STRIDE, (uint8_t)(one_stride && n ? 1 : n) };
    put(r, head, sizeof head);
    put(r, &base, sizeof base);
    put(r, deltas, head[1] * sizeof *deltas);
}

// --- the file

static void print_addresses(FILE *file, const uint8_t **at)
{
    const unsigned form = (*at)[0], n = (*at)[1];
    uint64_t base;
    int64_t delta;

    memcpy(&base, *at + 2, sizeof base);
    *at += 2 + sizeof base;
    fprintf(file, "%u 0x%" PRIx64 " ", form, base);
    if (form == FORM_STRIDE && !n)
        fputs("0 ", file);
    for (unsigned i = 0; i < n; i++, *at += sizeof delta) {
        memcpy(&delta, *at, sizeof delta);
        fprintf(file, "%" PRId64 " ", delta);
    }
}

static void print_warp(const sass_writer *w, unsigned number, const record *r)
{
    FILE *file = w->file.stream;
    const uint8_t *at = r->bytes, *const end = r->bytes + r->length;

    fprintf(file, "\nwarp = %u\ninsts = %" PRIu64 "\n", number, r->insns);
    while (at < end) {
        uint32_t head[2];

        memcpy(head, at, sizeof head);
        at += sizeof head;
        const sass_text *text = &w->text[head[0]];
        fprintf(file, "%04" PRIx64 " %08" PRIx32 " %s ", text->pc, head[1], text->words);
        if (text->width)
            print_addresses(file, &at);
        fputc('\n', file);
    }
}

static void print_cta(const sass_writer *w, const cta_record *c)
{
    const uint32_t *g = w->config.grid;

    fprintf(w->file.stream, "#BEGIN_TB\n\nthread block = %" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n", c->index % g[0],
            c->index / g[0] % g[1], c->index / g[0] / g[1]);
    for (unsigned i = 0; i < w->launch->warps_per_cta; i++)
        print_warp(w, i, &c->warps[i]);
    fputs("\n#END_TB\n\n", w->file.stream);
}

static void print_ended(sass_writer *w)
{
    while (w->first && w->first->ended) {
        cta_record *c = w->first;

        if (w->begun && w->good)
            print_cta(w, c);
        w->first = c->next;
        if (!w->first)
            w->last = NULL;
        c->next = w->spare;
        w->spare = c;
    }
}

// In PTX a thread may have more registers than a header can hold.
static void print_header(const sass_writer *w, uint32_t registers)
{
    const launch_config *c = &w->config;

    fprintf(w->file.stream,
            "-kernel name = %s\n-kernel id = %u\n-grid dim = (%" PRIu32 ",%" PRIu32 ",%" PRIu32 ")\n-block dim = (%" PRIu32
            ",%" PRIu32 ",%" PRIu32 ")\n-shmem = %" PRIu32 "\n-nregs = %" PRIu32 "\n-binary version = %d\n-cuda stream id = 0\n"
            "-shmem base_addr = 0x%016" PRIx64 "\n-local mem base_addr = 0x%016" PRIx64 "\n-nvbit version = " NO_NVBIT "\n"
            "-accelsim tracer version = %d\n-enable lineinfo = 0\n\n#traces format = [line_num] PC mask dest_num [reg_dests] "
            "opcode src_num [reg_srcs] mem_width [adrrescompress?] [mem_addresses]\n\n\n\n",
            kernel_name(w->kernel), w->n_launches, c->grid[0], c->grid[1], c->grid[2], c->block[0], c->block[1], c->block[2],
            kernel_shared_bytes(w->kernel) + c->dynamic_shared, registers < REGISTERS_MOST ? registers : REGISTERS_MOST, BINARY_VERSION,
            EXEC_GENERIC_SHARED, EXEC_GENERIC_LOCAL, TRACER_VERSION);
}

// --- launches and CTAs

static sass_writer *writer_of(const launch_operations *operations)
{
    return (sass_writer *)(void *)operations;
}

static cta_state *state_of(sass_writer *w, const cta *c)
{
    size_t at = (uintptr_t)c / 64 % STATES;

    while (w->states[at].cta && w->states[at].cta != c)
        at = (at + 1) % STATES;
    return &w->states[at];
}

static cta_record *new_record(sass_writer *w, uint64_t index)
{
    cta_record *c = w->spare;

    if (c)
        w->spare = c->next;
    else
        c = memset(room(NULL, sizeof *c), 0, sizeof *c);
    for (unsigned i = 0; i < CTA_MAX_WARPS; i++)
        c->warps[i].length = 0, c->warps[i].insns = 0;
    c->index = index;
    c->ended = false;
    c->next = NULL;
    *(w->last ? &w->last->next : &w->first) = c;
    return w->last = c;
}

static cta *start(launch *l, uint64_t index, uint32_t sm, uint32_t first_warp_slot)
{
    sass_writer *w = writer_of(l->operations);
    cta *c = w->of->start(l, index, sm, first_warp_slot);
    cta_state *state = state_of(w, c);

    *state = (cta_state){ c, new_record(w, index) };
    c->operations = &w->operations;
    return c;
}

static void finish(launch *l, cta *c)
{
    sass_writer *w = writer_of(l->operations);

    state_of(w, c)->record->ended = true;
    print_ended(w);
    w->of->finish(l, c);
}

// A thread's own offset, before launch_local_place moves it.
static uint64_t local_offset(const sass_writer *w, const cta *c, uint32_t warp, uint32_t lane, uint64_t address)
{
    const uint64_t base = w->kernel->source == &sass_source ? SASS_LOCAL_BASE : EXEC_LOCAL_BASE;
    const uint64_t from_first = address - base - launch_local_place(w->launch, c, warp, lane, 0);

    return from_first / w->launch->local_stride * 4 + from_first % w->launch->local_stride;
}

static void note(sass_writer *w, cta *c, uint32_t warp, const warp_step *step)
{
    record *r = &state_of(w, c)->record->warps[warp];
    const uint32_t head[2] = { step->insn->pc / INSN_BYTES, step->active };
    uint64_t moved[WARP_LANES];
    const bool local = step->space == SPACE_LOCAL, window = step->insn->space == SPACE_GENERIC;
    const uint64_t base = !window ? 0 : local ? EXEC_GENERIC_LOCAL : step->space == SPACE_SHARED ? EXEC_GENERIC_SHARED : 0;

    put(r, head, sizeof head);
    r->insns++;
    if (!w->text[head[0]].width)
        return;
    for (uint32_t left = step->memory_lanes; left; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);

        moved[lane] = base + (local ? local_offset(w, c, warp, lane, step->address[lane]) : step->address[lane]);
    }
    put_addresses(r, step->memory_lanes, moved);
}

static bool execute(cta *c, uint32_t warp, warp_step *step)
{
    sass_writer *w = writer_of(c->operations);
    const bool good = w->of->execute(c, warp, step);

    if (good)
        note(w, c, warp, step);
    return good;
}

static uint64_t end(cta *c, uint32_t warp)
{
    return writer_of(c->operations)->of->end(c, warp);
}

static bool barrier(const cta *c, uint32_t warp, barrier_wait *wait)
{
    return writer_of(c->operations)->of->barrier(c, warp, wait);
}

static void free_launch(launch *l)
{
    sass_writer *w = writer_of(l->operations);

    w->launch = NULL;
    w->of->free(l);
}

// --- the kernel

static bool has_matrices(const kernel *k)
{
    for (uint32_t p = 0; p < k->n_insns; p++)
        if (k->insns[p].latency == LATENCY_TENSOR)
            return true;
    return false;
}

// From another tracer: stored values are not where PTX has them.
static bool is_foreign(const kernel *k)
{
    return k->source == &sass_source && strcmp(((const sass_kernel *)(const void *)k)->header.nvbit_version, NO_NVBIT) != 0;
}

static launch *launch_other(const launch_config *config, uint32_t max_resident_ctas, ptx_error *error)
{
    sass_writer *w = ((const stand_in *)(const void *)config->kernel)->writer;
    launch_config other = *config;
    launch *l;

    other.kernel = w->kernel;
    if (has_matrices(w->kernel)) {
        snprintf(error->text, sizeof error->text, "--write-trace: the module of kernel %.200s has instructions of matrix units, expected none: "
                 "a trace of binary version %d has no opcode for them", kernel_name(w->kernel), BINARY_VERSION);
        return NULL;
    }
    if (is_foreign(w->kernel)) {
        snprintf(error->text, sizeof error->text, "--write-trace: kernel %.200s is one of a trace, expected PTX: its file is a trace already",
                 kernel_name(w->kernel));
        return NULL;
    }
    l = launch_new(&other, max_resident_ctas, error);
    if (!l)
        return NULL;
    w->of = l->operations;
    w->launch = l;
    w->operations = (launch_operations){ .free = free_launch, .start = start, .finish = finish, .execute = execute, .end = end,
                                         .barrier = barrier };
    l->operations = &w->operations;
    return l;
}

static uint64_t registers_of_other(const kernel *face, uint64_t warps, uint32_t available)
{
    return kernel_cta_registers(((const stand_in *)(const void *)face)->kernel, warps, available);
}

static void text_of_other(const kernel *face, const insn *i, char *text, size_t size)
{
    kernel_insn_text(((const stand_in *)(const void *)face)->kernel, i, text, size);
}

// --- the folder

static bool fail(sass_writer *w)
{
    w->good = false;
    return false;
}

static bool begin_file(sass_writer *w, uint32_t registers)
{
    char name[64], path[OUTPUT_PATH + 64];

    snprintf(name, sizeof name, "kernel-%u.traceg", w->n_launches);
    if (snprintf(path, sizeof path, "%s/%s", w->folder, name) >= OUTPUT_PATH) {
        snprintf(w->message, sizeof w->message, "%s: its name is too long", w->folder);
        return fail(w);
    }
    if (!output_open(&w->file, path, w->message, sizeof w->message))
        return fail(w);
    fprintf(w->list, "%s\n", name);
    w->begun = true;
    print_header(w, registers);
    return true;
}

static const kernel *stand_in_of(sass_writer *w, const kernel *k)
{
    stand_in *s = w->stand_ins;

    while (s && s->kernel != k)
        s = s->next;
    if (!s) {
        s = room(NULL, sizeof *s);
        *s = (stand_in){ .face = *k, .writer = w, .kernel = k, .next = w->stand_ins,
                         .source = { .launch = launch_other, .cta_registers = registers_of_other, .insn_text = text_of_other } };
        s->face.source = &s->source;
        w->stand_ins = s;
    }
    return &s->face;
}

const kernel *sass_writer_kernel(sass_writer *w, const launch_config *config, uint32_t registers)
{
    const uint64_t threads = (uint64_t)config->block[0] * config->block[1] * config->block[2];
    const uint64_t warps = (threads + WARP_LANES - 1) / WARP_LANES;

    w->kernel = config->kernel;
    w->config = *config;
    sass_text_free(w->text);
    w->text = sass_text_new(config->kernel);
    memset(w->states, 0, sizeof w->states);
    w->n_launches++;
    if (w->good)
        begin_file(w, (uint32_t)(kernel_cta_registers(config->kernel, warps, registers) / (warps * WARP_LANES)));
    return stand_in_of(w, config->kernel);
}

void sass_writer_copy(sass_writer *w, uint64_t address, uint64_t bytes)
{
    fprintf(w->list, "MemcpyHtoD,0x%016" PRIx64 ",%" PRIu64 "\n", address, bytes);
}

static bool told(const sass_writer *w, char *message, size_t size)
{
    if (!w->good)
        snprintf(message, size, "%s", w->message);
    return w->good;
}

bool sass_writer_launched(sass_writer *w, char *message, size_t size)
{
    if (w->begun && !output_close(&w->file, w->message, sizeof w->message))
        fail(w);
    w->begun = false;
    return told(w, message, size);
}

bool sass_writer_allowed(const char *folder, char *message, size_t size)
{
    static const char *const names[] = {"kernelslist.g", "kernel-1.traceg"};
    char path[OUTPUT_PATH + 64];
    struct stat status;

    if (stat(folder, &status) != 0)
        return output_claim(folder, message, size);
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        if (!output_claim(path, message, size))
            return false;
    }
    return true;
}

sass_writer *sass_writer_new(const char *folder, char *message, size_t size)
{
    sass_writer *w = memset(room(NULL, sizeof *w), 0, sizeof *w);
    char path[OUTPUT_PATH + 64];

    snprintf(w->folder, sizeof w->folder, "%s", folder);
    snprintf(path, sizeof path, "%s/kernelslist.g", folder);
    w->good = true;
    w->list = open_memstream(&w->list_text, &w->list_length);
    if (!w->list)
        abort();
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        snprintf(message, size, "%.900s: cannot be made: %s", folder, strerror(errno));
    else if (!output_allowed(path, message, size))
        ;
    else
        return w;
    sass_writer_discard(w);
    return NULL;
}

bool sass_writer_close(sass_writer *w, char *message, size_t size)
{
    char path[OUTPUT_PATH + 64];
    output_file list;
    bool good;

    if (!w)
        return true;
    good = told(w, message, size);
    if (good) {
        fflush(w->list);
        snprintf(path, sizeof path, "%s/kernelslist.g", w->folder);
        good = output_open(&list, path, message, size);
        if (good) {
            fwrite(w->list_text, 1, w->list_length, list.stream);
            good = output_close(&list, message, size);
        }
    }
    sass_writer_discard(w);
    return good;
}

static void free_records(cta_record *c)
{
    while (c) {
        cta_record *next = c->next;

        for (unsigned i = 0; i < CTA_MAX_WARPS; i++)
            free(c->warps[i].bytes);
        free(c);
        c = next;
    }
}

void sass_writer_discard(sass_writer *w)
{
    if (!w)
        return;
    if (w->begun)
        output_discard(&w->file);
    fclose(w->list);
    free(w->list_text);
    free_records(w->first);
    free_records(w->spare);
    sass_text_free(w->text);
    for (stand_in *s = w->stand_ins, *next; s; s = next) {
        next = s->next;
        free(s);
    }
    free(w);
}
