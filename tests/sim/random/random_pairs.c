// SPDX-License-Identifier: BSD-3-Clause
#include "tests/sim/random/random_pairs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/core/gpu.h"
#include "tb/blocks.h"
#include "tb/tuples.h"

// "a.b=1 c.d=2": all of it, or nothing when the machine refuses.
static bool set_keys(machine *m, const char *keys)
{
    machine changed = *m;
    machine_error bad;
    char text[192];
    snprintf(text, sizeof text, "%s", keys);
    for (char *key = strtok(text, " "); key; key = strtok(NULL, " ")) {
        if (!machine_set(&changed, key, &bad)) return false;
    }
    if (!machine_check(&changed, &bad)) return false;
    *m = changed;
    return true;
}

// A key that no machine takes is a slip of random_keys.def.
static bool keys_are_known(const random_pairs *all, char message[RANDOM_MESSAGE])
{
    static const char *const keys[] = {
#define DRAWN(percent, ...) __VA_ARGS__,
#include "tests/sim/random/random_keys.def"
#undef DRAWN
    };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        bool taken = false;
        for (unsigned m = 0; m < all->n_machines && !taken; m++) {
            machine tried = all->machines[m];
            taken = set_keys(&tried, keys[i]);
        }
        if (taken) continue;
        snprintf(message, RANDOM_MESSAGE, "random_keys.def: no machine takes %s", keys[i]);
        return false;
    }
    return true;
}

static bool is_listed(const tuple *t)
{
    for (const config_row *row = config_rows; row->block; row++)
        if (strcmp(row->block, t->described->block) == 0 && strcmp(row->config, t->config) == 0) return true;
    return false;
}

// Of tuples of rtl_c/configs.def alone: thousands of seeds must not build a geometry each.
static bool can_be_drawn(const machine *m, const policy *p, char message[RANDOM_MESSAGE])
{
    tuple_list wanted = {.count = 0};
    bool good = gpu_can_be_built(m, p, NULL, &wanted, message, RANDOM_MESSAGE);
    for (unsigned i = 0; good && i < wanted.count; i++) good = is_listed(&wanted.tuples[i]);
    tuples_forget(&wanted);
    return good;
}

bool random_pairs_open(random_pairs *all, char message[RANDOM_MESSAGE])
{
    char name[64];
    machine_error bad;
    memset(all, 0, sizeof *all);
    while (policy_table[all->n_policies]) all->n_policies++;
    if (all->n_policies > PAIR_POLICIES) abort();
    for (; machine_bundled(all->n_machines, name); all->n_machines++) {
        if (all->n_machines == PAIR_MACHINES) abort();
        machine *m = &all->machines[all->n_machines];
        if (!machine_load(m, name, &bad)) {
            snprintf(message, RANDOM_MESSAGE, "%s", bad.text);
            return false;
        }
        for (unsigned p = 0; p < all->n_policies; p++) {
            all->number[p][all->n_machines] = -1;
            if (!can_be_drawn(m, policy_table[p], message)) continue;
            all->pair[all->count].machine = (uint8_t)all->n_machines;
            all->pair[all->count].policy = (uint8_t)p;
            all->number[p][all->n_machines] = (int)all->count++;
        }
    }
    return keys_are_known(all, message);
}

// splitmix64: a stream of its own, so that the kernel of a seed does not depend on what its machine is.
static uint32_t draw_word(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)((z ^ z >> 31) >> 16);
}

// The pair that stands at the seed's place in the order of its round.
unsigned random_pairs_number(const random_pairs *all, uint64_t seed)
{
    unsigned order[PAIR_MACHINES * PAIR_POLICIES];
    uint64_t state = (seed / all->count) * UINT64_C(0xd1342543de82ef95) + 7;
    for (unsigned i = 0; i < all->count; i++) {
        unsigned j = draw_word(&state) % (i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    return order[seed % all->count];
}


static void draw_keys(random_draw *draw, uint64_t *state)
{
    uint32_t all, which;
#define DRAWN(percent, ...)                                                                                            \
    all = draw_word(state) % 100, which = draw_word(state);                                                            \
    if (all < (percent)) {                                                                                             \
        static const char *const keys[] = {__VA_ARGS__};                                                               \
        const char *chosen = keys[which % (sizeof keys / sizeof *keys)];                                               \
        if (set_keys(&draw->setting.machine, chosen)) draw->keys[draw->n_keys++] = chosen;                             \
    }
#include "tests/sim/random/random_keys.def"
#undef DRAWN
}

// Without blocks for all of the keys: those of them, one after the other, with which there are some.
static void keep_buildable(random_draw *draw, const machine *plain)
{
    random_setting *s = &draw->setting;
    char error[RANDOM_MESSAGE];
    unsigned kept = 0;
    s->machine = *plain;
    for (unsigned i = 0; i < draw->n_keys; i++) {
        const machine before = s->machine;
        if (set_keys(&s->machine, draw->keys[i]) &&
            can_be_drawn(&s->machine, s->policy, error))
            draw->keys[kept++] = draw->keys[i];
        else s->machine = before;
    }
    draw->n_keys = kept;
}

void random_pairs_draw(const random_pairs *all, uint64_t seed, random_draw *draw)
{
    uint64_t state = seed * UINT64_C(0x2545f4914f6cdd1d) + 2;
    char error[RANDOM_MESSAGE];
    *draw = (random_draw){.pair = random_pairs_number(all, seed)};
    const machine *plain = &all->machines[all->pair[draw->pair].machine];
    random_setting *s = &draw->setting;
    s->machine = *plain;
    s->policy = policy_table[all->pair[draw->pair].policy];
    s->cold_l2 = draw_word(&state) % 100 < 20;
    bool every = draw_word(&state) % 100 < 5;
    draw_keys(draw, &state);
    if (!can_be_drawn(&s->machine, s->policy, error)) keep_buildable(draw, plain);
    s->every = every && s->machine.gpu.sms <= 3;       // the Verilog of 30 SMs in every cycle takes 50 times as long
}

bool random_pairs_keep(const random_pairs *all, random_draw *draw, uint64_t keys)
{
    random_setting *s = &draw->setting;
    char error[RANDOM_MESSAGE];
    unsigned kept = 0;
    s->machine = all->machines[all->pair[draw->pair].machine];
    for (unsigned i = 0; i < draw->n_keys; i++) {
        if ((keys >> i & 1) == 0) continue;
        if (!set_keys(&s->machine, draw->keys[i])) return false;
        draw->keys[kept++] = draw->keys[i];
    }
    draw->n_keys = kept;
    return can_be_drawn(&s->machine, s->policy, error);
}

void random_pairs_load(const random_draw *draw)
{
    char error[RANDOM_MESSAGE];
    tuple_list wanted = {.count = 0};
    if (gpu_can_be_built(&draw->setting.machine, draw->setting.policy, NULL, &wanted, error, sizeof error) &&
        tuples_make(&wanted, true, error, sizeof error)) {
        for (unsigned i = 0; i < wanted.count; i++)
            tuple_named(wanted.tuples[i].described->block, wanted.tuples[i].config, true, error, sizeof error);
    }
    tuples_forget(&wanted);
}

void random_draw_options(const random_draw *draw, char *text, size_t size)
{
    const random_setting *s = &draw->setting;
    size_t n = (size_t)snprintf(text, size, "--machine %s --policy %s --blocks lockstep%s%s", s->machine.name,
                                s->policy->name, s->every ? " --lockstep every" : "", s->cold_l2 ? " --cold-l2" : "");
    for (unsigned i = 0; i < draw->n_keys; i++) {
        char keys[128];
        snprintf(keys, sizeof keys, "%s", draw->keys[i]);
        for (char *key = strtok(keys, " "); key && n < size; key = strtok(NULL, " ")) {
            n += (size_t)snprintf(text + n, size - n, " --set %s", key);
        }
    }
}
