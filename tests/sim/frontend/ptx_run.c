// SPDX-License-Identifier: BSD-3-Clause
#include "tests/sim/frontend/ptx_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INPUT_BYTES = 4096, TEXT_BYTES = 64 * 1024 };

static void keep_printed(void *context, const char *text, size_t length)
{
    ptx_run_result *r = context;
    size_t room = r->n_printed < sizeof r->printed - 1 ? sizeof r->printed - 1 - r->n_printed : 0;
    memcpy(r->printed + (sizeof r->printed - 1 - room), text, length < room ? length : room);
    r->n_printed += length;
}

static void make_texture(program *p, device_memory *m, const texture *wanted, const uint64_t *params)
{
    texture t = *wanted;
    t.address += params[1];
    uint64_t handle = device_texture_new(m, &t);
    device_texture_bind(m, p, "t", handle);
    memcpy((uint64_t *)device_at(m, params[0], PTX_RUN_SLOTS * 8) + (PTX_RUN_SLOTS - 1), &handle, sizeof handle);
}

static void run_kernel(program *p, device_memory *m, const ptx_run_options *o, ptx_run_result *r)
{
    ptx_error error = { "" };
    const kernel *k = program_find(p, "k", &error);
    uint64_t params[2];
    params[0] = device_alloc(m, "out", sizeof r->out);
    params[1] = device_alloc(m, "in", o->input_bytes > INPUT_BYTES ? o->input_bytes : INPUT_BYTES);
    if (o->input_bytes > 0) {
        memcpy(device_at(m, params[1], o->input_bytes), o->input, o->input_bytes);
    }
    launch_config c = {
        .kernel = k, .grid = { o->grid != 0 ? o->grid : 1, 1, 1 }, .dynamic_shared = o->dynamic_shared, .params = params,
        .params_size = sizeof params, .memory = m, .out_of_bounds = o->out_of_bounds, .sm_count = 15, .warps_per_sm = 48,
        .print = keep_printed, .print_context = r
    };
    for (int d = 0; d < 3; d++) {
        c.block[d] = o->block[d] != 0 ? o->block[d] : d == 0 ? 32 : 1;
    }
    bool loaded = k != NULL && device_load_program(m, p, &error);
    if (loaded && o->texture != NULL) {
        make_texture(p, m, o->texture, params);
    }
    launch *l = loaded ? launch_new(&c, 1, &error) : NULL;
    if (l != NULL) {
        r->good = launch_run_functional(l, o->max_steps, &r->thread_insns, &r->warp_insns);
        snprintf(error.text, sizeof error.text, "%.500s", launch_error(l));
        launch_free(l);
    }
    snprintf(r->error, sizeof r->error, "%s", error.text);
    memcpy(r->out, device_at(m, params[0], sizeof r->out), sizeof r->out);
}

void ptx_run(const char *text, const ptx_run_options *o, ptx_run_result *r)
{
    ptx_run_options none = { 0 };
    ptx_error error;
    memset(r, 0, sizeof *r);
    program *p = program_parse("t.ptx", text, strlen(text), &error);
    r->parsed = p != NULL;
    snprintf(r->error, sizeof r->error, "%s", error.text);
    if (p != NULL) {
        device_memory *m = device_memory_new();
        run_kernel(p, m, o != NULL ? o : &none, r);
        device_memory_free(m);
    }
    program_free(p);
}

void ptx_run_body(const char *module, const char *body, const ptx_run_options *o, ptx_run_result *r)
{
    static char text[TEXT_BYTES];
    snprintf(text, sizeof text,
             ".version 3.2\n.target sm_20\n.address_size 64\n%s\n"
             ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n"
             ".reg .pred %%p<32>; .reg .b16 %%rs<32>; .reg .b32 %%r<32>; .reg .b64 %%rd<32>; .reg .f32 %%f<32>; .reg .f64 %%fd<32>;\n"
             "ld.param.u64 %%rd30, [out]; ld.param.u64 %%rd31, [in];\n"
             "mov.u32 %%r30, %%tid.x; mov.u32 %%r31, %%ctaid.x; mov.u32 %%r29, %%ntid.x; mad.lo.s32 %%r31, %%r31, %%r29, %%r30;\n"
             "mul.wide.u32 %%rd29, %%r31, 8; add.s64 %%rd30, %%rd30, %%rd29;\n%s\nret;\n}\n",
             module, body);
    ptx_run(text, o, r);
}
