// SPDX-License-Identifier: BSD-3-Clause
#include "tests/sim/campaign/by_hand.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = BY_HAND_KERNELS, FIVE = 5 };

static const char *const kernels[N] = { "atax", "bicg", "mvt", "gesummv", "kmeans", "bfs", "vadd", "2mm" };

// Under GTO, a number for each kernel.
typedef struct { const char *path; double of[N]; } counter;

static const counter parts[] = {
    { "stalls.ldst_coal",              {  10,   20,   30,   40,   50,   60,   5,  15 } },
    { "stalls.ldst_mshr",              { 400, 1000, 1800, 2400, 3500, 3600, 700,  80 } },
    { "stalls.ldst_icnt",              {  20,   30,   20,   10,   40,   60,   7,   8 } },
    { "stalls.scheduler_ldst",         { 200,  480,  840, 1120, 1800, 2400, 560,  64 } },
    { "latency.coherent_occluded",     {  50,  200,  450,  800,  500,  300, 350,  40 } },
    { "latency.divergent_occluded",    { 800, 1200, 1200, 3200, 6000, 3600,   0, 240 } },
    { "loads.divergent_fully_cached",  {  10,   40,   90,   80,   50,   60,   0,   1 } },
    { "loads.coherent_fully_cached",   {  20,   10,   30,   20,   50,   30,  70,  56 } },
    { "mshr.entry_cycles",             { 500, 2000, 4500, 8000, 5000, 6000, 700, 1600 } },
    { "issue.held_oldest_8",         { 100,   80,  120,  400,  500, 1128, 140, 160 } },
    { "issue.oldest_8",                {  40,   40,   90,  160,  300,  564, 140,  80 } },
    { "loads.sets_touched",            {  80,  400,  400,  400,  400,  400,   0,   9 } },
};
// What they are parts of.
static const counter wholes[] = {
    { "sm.active_cycles",              { 1000, 2000, 3000, 4000, 5000, 6000, 7000,  800 } },
    { "scheduler.active_cycles",       {  400,  800, 1200, 1600, 2000, 4000, 2800,  320 } },
    { "ldst.active_cycles",            {  500, 1250, 2000, 4000, 5000, 7500, 1000,  200 } },
    { "latency.coherent",              {  500, 1000, 1500, 2000, 2500, 3000, 7000,  400 } },
    { "latency.divergent",             { 2000, 4000, 6000, 8000, 10000, 12000,  0,  600 } },
    { "loads.divergent",               {  100,  200,  300,  400,  500,  600,    0,   10 } },
    { "loads.coherent",                {   50,  100,  150,  200,  250,  300,  350,  400 } },
    { "issue.held",                  {  200,  400,  600,  800, 1000, 1200, 1400, 1600 } },
    { "warp_insns",                    {  100,  200,  300,  400,  500,  600,  700,  800 } },
};
static const double gto_ipc[N] = { 1, 2, 3, 4, 5, 6, 7, 8 };

// IPC is GTO's times 2 to the power `ipc`, parts and wholes are GTO's times `part` and `whole`.
typedef struct { const char *name; double part, whole, ipc[N]; } system_row;

static const system_row systems[] = {
    { "gto",          1, 1, {  0,  0,  0,  0,  0,  0,  0,  0 } },
    { "oaws-static",  6, 2, {  0,  0,  0,  1,  4,  7,  0, -1 } },
    { "oaws-dyn",     2, 4, {  1,  1,  2,  3,  4,  7,  1,  0 } },
    { "ocw",          3, 2, {  1,  0,  0, -1,  0, -6,  0,  2 } },
    { "swl limit 1",  4, 2, { -1, -1,  0, -2, -1, -1, -1, -1 } },
    { "swl limit 2",  4, 2, {  1,  0,  1, -1,  0,  1,  0, -2 } },
    { "swl limit 3",  4, 2, {  2,  1,  3, -1,  1,  2, -2, -3 } },
    { "swl limit 4",  4, 2, {  3,  2,  2, -1,  2,  3, -3, -4 } },
    { "swl limit 6",  4, 2, {  2,  3,  1, -1,  4,  2, -1, -1 } },
    { "swl limit 8",  4, 2, {  2,  1,  2, -1,  1,  4, -3,  0 } },
    { "swl limit 12", 4, 2, {  1,  1,  0, -1,  3,  5, -2,  1 } },
    { "mascar",       5, 2, {  1,  1,  1,  1,  1,  1,  0,  0 } },
    { "ccws-priority", 3, 2, { 1,  1,  1,  1,  1,  1,  0,  0 } },
    { "ccws",         4, 1, {  2,  2,  2,  2,  2,  2,  0,  0 } },
};

static void put(campaign *c, unsigned kernel, const char *system, double part, double whole, double power)
{
    static const json_int_t divergent = BY_HAND_DIVERGENT;
    campaign_run *run = campaign_add(c, kernels[kernel], system);
    json_t *result = json_object();

    if (!run)
        abort();
    if (run->state == RUN_GOOD)                 // a parameter of its default value
        return;
    json_object_set_new(result, "group", json_string(kernel < divergent ? "divergent" : "coherent"));
    json_object_set_new(result, "ipc", json_real(gto_ipc[kernel] * exp2(power)));
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0] + sizeof wholes / sizeof wholes[0]; i++) {
        bool is_part = i < sizeof parts / sizeof parts[0];
        const counter *k = is_part ? &parts[i] : &wholes[i - sizeof parts / sizeof parts[0]];
        char group[32];
        json_t *inner, *value = json_real(k->of[kernel] * (is_part ? part : whole));
        const char *dot = strchr(k->path, '.');

        snprintf(group, sizeof group, "%.*s", (int)strcspn(k->path, "."), k->path);
        inner = json_object_get(result, group);
        if (dot && !inner)
            json_object_set_new(result, group, inner = json_object());
        json_object_set_new(dot ? inner : result, dot ? dot + 1 : group, value);
    }
    campaign_take_result(run, &(store_run){ .result = json_dumps(result, JSON_COMPACT), .reason = strdup("") });
    json_decref(result);
}

// A row of `systems` under other words that change its IPC alone.
static void vary(campaign *c, unsigned kernel, const char *system, const char *words, double power)
{
    char name[SYSTEM_NAME];
    unsigned i = 0;

    while (strcmp(systems[i].name, system) != 0)
        i++;
    snprintf(name, sizeof name, "%.20s %.20s", system, words);
    put(c, kernel, name, systems[i].part, systems[i].whole, systems[i].ipc[kernel] + power);
}

// Fig. 12: 4 below SMR 35 and above 90, as under the default from 35 to 60, two or more above it from 65 to 90.
static double smr_power(unsigned kernel, unsigned smr)
{
    static const double high[FIVE] = { 2, 2, 2, 3, 6 };

    return smr < 35 || smr > 90 ? 4 : smr <= 60 ? systems[1].ipc[kernel] : high[kernel];
}

static void put_variations(campaign *c, unsigned kernel)
{
    char words[24];

    for (unsigned smr = 0; kernel < FIVE && smr <= 100; smr += 5) {
        snprintf(words, sizeof words, "SMR %u", smr);
        vary(c, kernel, "oaws-static", words, smr_power(kernel, smr) - systems[1].ipc[kernel]);
    }
    if (kernel >= BY_HAND_DIVERGENT)
        return;
    for (unsigned step = 1; step <= 3; step++) {
        snprintf(words, sizeof words, "MSHR %u", (unsigned[]){ 48, 64, 96 }[step - 1]);
        vary(c, kernel, "gto", words, (double[]){ 0, 1, -1 }[step - 1]);
        vary(c, kernel, "oaws-static", words, -(double)step);
        vary(c, kernel, "oaws-dyn", words, step);
    }
    vary(c, kernel, "gto", "allocate-on-miss", -1);
    vary(c, kernel, "oaws-static", "allocate-on-miss", 1);
    vary(c, kernel, "oaws-dyn", "allocate-on-miss", -2);
    for (unsigned i = 4; i < sizeof systems / sizeof systems[0]; i++)
        vary(c, kernel, systems[i].name, "allocate-on-miss", 2);
}

// Each file stays as long as the test.
const campaign_file *by_hand_file(const char *name)
{
    static campaign_file *files[16];
    campaign_error error;
    unsigned i = 0;

    while (files[i] && strcmp(files[i]->name, name) != 0)
        i++;
    if (!files[i] && !(files[i] = campaign_file_load(name, &error))) {
        fprintf(stderr, "%s\n", error.text);
        abort();
    }
    return files[i];
}

static void begin(campaign *c, const campaign_file *file, const char *const *names, unsigned n_names)
{
    const char *size = c->size, *program = c->program;

    *c = (campaign){ .file = file, .program = program, .size = size, .stored_only = true };
    for (unsigned i = 0; i < n_names; i++)
        campaign_kernel_bundled(c, names[i]);
    if (!campaign_take_file(c, file, NULL, 0) || !campaign_begin(c))
        abort();
    memset(c->details, 0, sizeof c->details);
    c->n_claim_seeds = c->n_seeds;              // by hand each run is of the first seed
}

void by_hand_empty(campaign *c, const char *name, const char *const *names, unsigned n_names)
{
    c->program = "/proc/self/exe";
    c->size = "";
    begin(c, by_hand_file(name), names, n_names);
}

const char *by_hand_warplock(void)
{
    static char path[4096];

    snprintf(path, sizeof path, "%s/warplock", getenv("BUILD") ? getenv("BUILD") : "build");
    return path;
}

void by_hand_begin(campaign *c, const char *program, const char *size)
{
    c->program = program;
    c->size = size;
    begin(c, by_hand_file("oaws"), kernels, N);
    for (unsigned kernel = 0; kernel < N; kernel++) {
        for (unsigned i = 0; i < sizeof systems / sizeof systems[0]; i++)
            put(c, kernel, systems[i].name, systems[i].part, systems[i].whole, systems[i].ipc[kernel]);
        put_variations(c, kernel);
    }
}

void by_hand_put(campaign *c, const char *kernel, const char *system, unsigned seed, const char *json)
{
    campaign_run *run = campaign_add_seed(c, kernel, system, seed);

    if (!run)
        abort();
    campaign_take_result(run, &(store_run){ .result = strdup(json), .reason = strdup("") });
}

void by_hand_few(campaign *c)
{
    by_hand_empty(c, "oaws", (const char *const[]){ "atax", "bfs", "vadd" }, 3);
    by_hand_put(c, "atax", "gto", 0, "{\"group\":\"divergent\",\"ipc\":2.0,"
            "\"loads\":{\"divergent\":10,\"divergent_fully_cached\":1}}");
    by_hand_put(c, "atax", "oaws-dyn", 0, "{\"group\":\"divergent\",\"ipc\":8}");
    by_hand_put(c, "bfs", "gto", 0, "{\"group\":\"divergent\",\"ipc\":5,"
            "\"loads\":{\"divergent\":10,\"divergent_fully_cached\":4}}");
    by_hand_put(c, "bfs", "oaws-dyn", 0, "{\"group\":\"divergent\",\"ipc\":5}");
    by_hand_put(c, "vadd", "gto", 0, "{\"group\":\"coherent\",\"ipc\":4}");
    by_hand_put(c, "vadd", "oaws-dyn", 0, "{\"group\":\"coherent\",\"ipc\":3.8}");
    by_hand_put(c, "atax", "swl limit 1", 0, "{\"ipc\":1}");
    by_hand_put(c, "atax", "swl limit 4", 0, "{\"ipc\":4}");
}
