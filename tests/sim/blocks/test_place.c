// SPDX-License-Identifier: BSD-3-Clause
// A place with its blocks, hooks and wires: every input of a policy's or observer's blocks is driven at every edge, wires lead
// where rtl_c/wires.def says and never from one hook to another, blocks that slept catch up.
#include "rtl_c/warp_arbiter.h"
#include "rtl_c/warp_order.h"
#include "sim/blocks/place.h"
#include "tb/field.h"
#include "tests/rtl_c/models.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

typedef struct {
    machine       m;
    lockstep     *run;
    place         place;
    placed_block *order, *rank, *arbiter[2];
    sm_events     events;
    sm_levels     levels;
    uint64_t      unit[3];
    gpu_levels    gpu;
} rig;

// The place of an SM, opened as sim/core/sm_arbiters.c does it.
static void rig_open(rig *r, const policy *policy, const struct policy *const *observers)
{
    char error[256] = "";
    machine_error bad;
    *r = (rig){0};
    assert_true(machine_load(&r->m, "oaws", &bad));
    r->run = lockstep_open(&(lockstep_options){.mode = BLOCKS_C}, error, sizeof error);
    place_open(&r->place, PLACE_SM, 3, &r->m, &(place_options){.lockstep = r->run, .policy = policy, .observers = observers});
    r->order = place_add(&r->place, "warp_order", 0, error, sizeof error);
    r->rank = policy->numbers ? place_add(&r->place, "warp_rank", 0, error, sizeof error) : NULL;
    r->levels.order = r->order->block->out;
    r->levels.numbers = r->rank ? r->rank->block->out : NULL;
    r->levels.unit = r->unit;
    r->levels.gpu = &r->gpu;
    if (!place_open_hooks(&r->place, &(policy_view){.events = &r->events, .levels = &r->levels}, error, sizeof error))
        fail_msg("%s", error);
    for (unsigned i = 0; i < 2; i++)
        assert_non_null(r->arbiter[i] = place_add(&r->place, "warp_arbiter", i, error, sizeof error));
    place_connect(&r->place);
}

static void rig_close(rig *r)
{
    place_close(&r->place);
    lockstep_close(r->run);
}

// Every policy beside every observer that is no second copy of it, then without.
static void for_each_pair(void (*check)(const policy *, const policy *const *observers))
{
    for (const policy *const *entry = policy_table; *entry; entry++) {
        check(*entry, NULL);
        check(*entry, observer_table);
    }
}

// --- every input is driven

static const wire_row wire_rows[] = {
#define WIRE(system, source, output, receiver, input) {WIRED, #source, #output, #receiver, #input},
#define WIRE_EACH(system, source, output, receiver, input) {ONE_EACH, #source, #output, #receiver, #input},
#define WIRE_PAIRS(system, source, output, receiver, input) {PAIRED, #source, #output, #receiver, #input},
#define ASKED(system, source, output, receiver, input, words)
#define FED(system, receiver, input, words)
#define TIED(system, receiver, input)
#include "rtl_c/wires.def"
};
enum { WIRE_ROWS = sizeof wire_rows / sizeof *wire_rows };

static bool joins(const wire_row *row, const placed_block *from, const placed_block *to)
{
    return strcmp(row->source, from->block->ops->block) == 0 && strcmp(row->receiver, to->block->ops->block) == 0 &&
           (from->hook == BASE || to->hook == BASE || from->hook == to->hook);
}

// No wire can drive it: the block at its other end is not in this place, and the input is 0.
static bool open_end(const place *p, const placed_block *to, const char *input)
{
    for (unsigned i = 0; i < WIRE_ROWS; i++) {
        if (strcmp(wire_rows[i].receiver, to->block->ops->block) != 0 || strcmp(wire_rows[i].input, input) != 0)
            continue;
        for (unsigned b = 0; b < p->n_blocks; b++)
            if (joins(&wire_rows[i], &p->blocks[b], to))
                return false;
        return true;
    }
    return false;
}

static void fill_inputs(rig *r, bool ones)
{
    for (unsigned b = 0; b < r->place.n_blocks; b++) {
        const block *of = r->place.blocks[b].block;
        for (const block_field *f = of->ops->fields; f->name; f++)
            for (unsigned element = 0; r->place.blocks[b].hook != BASE && field_is_input(f) && element < f->count; element++)
                field_set(f, of->in, element, ones ? MASK(f->width) : 0);
        if (r->place.blocks[b].driven)                  // what the wires carry is no longer at their ends
            memset(r->place.blocks[b].driven, 0xa5, of->ops->out_size);
    }
}

static void raise_all(sm_events *events)
{
    raise_kernel_start(events, (kernel_start_event){.ctas_per_sm = 8});
    raise_load_coalesced(events, (load_coalesced_event){.warp = 7, .pc = 0x48, .accesses = 9, .lines = 5});
    raise_l1d_access(events, (l1d_access_event){.warp = 7, .pc = 0x48, .set = 13, .accesses = 9, .lines = 5, .first_of_load = true,
                                                .first_try = true, .outcome = L1D_HIT});
    raise_load_done(events, (load_done_event){.warp = 7, .pc = 0x48, .charge = 3, .had_access = true});
    raise_buffer_fill(events, (buffer_fill_event){.warp = 7, .active = 20, .present = 3, .load = 1, .pc = 0x48, .second_pc = 0x50});
    raise_warp_issue(events, (warp_issue_event){.warp = 11, .scheduler = 1, .active = 27, .load = true});
    raise_buffer_flush(events, 8);
}

static void one_edge(rig *r, bool ones, bool happens)
{
    fill_inputs(r, ones);
    if (happens)
        raise_all(&r->events);
    place_begin(&r->place);
    place_out(r->order);
    if (r->rank)
        place_out(r->rank);
    place_early(&r->place);
    if (r->place.options.policy->lend)
        place_lend(&r->place, &(policy_loans){0});
    place_late(&r->place);
}

// What an input held before the edge is nothing to what it holds behind it.
static void inputs_depend_on_nothing_older(const policy *policy, const struct policy *const *observers)
{
    for (unsigned happens = 0; happens < 2; happens++) {
        rig zeros, ones;
        rig_open(&zeros, policy, observers);
        rig_open(&ones, policy, observers);
        one_edge(&zeros, false, happens);
        one_edge(&ones, true, happens);
        for (unsigned b = 0; b < zeros.place.n_blocks; b++) {
            const placed_block *of = &zeros.place.blocks[b];
            if (of->hook == BASE)
                continue;
            for (const block_field *f = of->block->ops->fields; f->name; f++)
                for (unsigned element = 0; field_is_input(f) && element < f->count && !open_end(&zeros.place, of, f->name); element++)
                    if (field_get(f, of->block->in, element) != field_get(f, ones.place.blocks[b].block->in, element))
                        fail_msg("%s.%s[%u] of %s is not driven%s", of->block->ops->block, f->name, element,
                                 zeros.place.hooks[of->hook].policy->name, happens ? " when all happens" : " when nothing happens");
        }
        rig_close(&zeros);
        rig_close(&ones);
    }
}

static void every_input_of_a_hook_is_driven(void **state)
{
    (void)state;
    for_each_pair(inputs_depend_on_nothing_older);
}

// --- wires

static void wires_are_those_of_the_table(const policy *policy, const struct policy *const *observers)
{
    rig r;
    rig_open(&r, policy, observers);
    for (unsigned from = 0; from < r.place.n_blocks; from++) {
        const placed_block *source = &r.place.blocks[from];
        unsigned expected = 0;
        for (unsigned to = 0; to < r.place.n_blocks; to++)
            for (unsigned i = 0; i < WIRE_ROWS; i++)
                expected += joins(&wire_rows[i], source, &r.place.blocks[to]);
        assert_int_equal(source->n_wires, expected);
        for (unsigned i = 0; i < source->n_wires; i++)
            assert_string_equal(source->wires[i].row->source, source->block->ops->block);
    }
    rig_close(&r);
}

static void no_wire_leads_from_hook_to_hook(void **state)
{
    (void)state;
    for_each_pair(wires_are_those_of_the_table);
}

static const block_field *field_named(const block_ops *ops, const char *name, bool input)
{
    const block_field *f = ops->fields;
    while (strcmp(f->name, name) != 0 || field_is_input(f) != input)
        f++;
    return f;
}

// Whose inputs it drives.
static const block *receiver_of(const rig *r, const wire *w)
{
    for (unsigned b = 0; b < r->place.n_blocks; b++) {
        const block *to = r->place.blocks[b].block;
        const char *input = w->input, *first = to->in;
        if (input >= first && input < first + to->ops->in_size)
            return to;
    }
    fail_msg("a wire to %s.%s ends nowhere", w->row->receiver, w->row->input);
    return NULL;
}

// Every element arrives, and nothing is written beside them.
static void elements_arrive(const block *from, const wire *w, const block *to, uint64_t *seed)
{
    const block_field *output = field_named(from->ops, w->row->output, false), *input = field_named(to->ops, w->row->input, true);
    unsigned char before[4096];
    assert_in_range(to->ops->in_size, 1, sizeof before);
    assert_string_equal(to->ops->block, w->row->receiver);
    assert_int_equal(output->count, input->count);
    for (unsigned element = 0; element < output->count; element++)
        field_set(output, from->out, element, random_mask(seed, output->width, 50));
    memset(to->in, (int)random_mask(seed, 8, 50), to->ops->in_size);
    memcpy(before, to->in, to->ops->in_size);
    wires_drive(w, 1);
    for (unsigned element = 0; element < input->count; element++)
        assert_int_equal(field_get(input, to->in, element), field_get(output, from->out, element));
    memcpy(before + input->offset, (char *)to->in + input->offset, (size_t)input->count * input->size);
    assert_memory_equal(before, to->in, to->ops->in_size);
}

static void wires_carry_all(const policy *policy, const struct policy *const *observers)
{
    rig r;
    uint64_t seed = 11;
    rig_open(&r, policy, observers);
    for (unsigned b = 0; b < r.place.n_blocks; b++) {
        const placed_block *source = &r.place.blocks[b];
        for (const wire *w = source->wires; w < source->wires + source->n_wires; w++)
            if (w->row->kind == WIRED)
                elements_arrive(source->block, w, receiver_of(&r, w), &seed);
    }
    rig_close(&r);
}

static void a_wire_carries_the_whole_of_an_output_and_no_more(void **state)
{
    (void)state;
    for_each_pair(wires_carry_all);
}

// Whichever of a block's outputs changes, its wires carry it; while none does, their ends are left alone.
static void wires_follow_any_output(void **state)
{
    rig r;
    (void)state;
    rig_open(&r, policy_find("gto"), NULL);
    struct warp_order_state *q = r.order->block->q;
    struct warp_arbiter_in *in = r.arbiter[0]->block->in;
    q->older[40] = 1;
    place_out(r.order);
    assert_int_equal(in->older[20] & 1, 1);
    in->older[20] = 0;
    place_out(r.order);
    assert_int_equal(in->older[20], 0);
    q->older[40] = 5;
    place_out(r.order);
    assert_int_equal(in->older[20] & 3, 3);
    rig_close(&r);
}

// Slot k of scheduler s is warp 2 k + s: row and bits of the matrix alike.
static void each_arbiter_has_the_pairs_of_its_own_warps(void **state)
{
    rig r;
    uint64_t seed = 5;
    (void)state;
    rig_open(&r, policy_find("gto"), NULL);
    struct warp_order_out *order = r.order->block->out;
    for (unsigned turn = 0; turn < 50; turn++) {
        for (unsigned warp = 0; warp < 48; warp++)
            order->older[warp] = random_mask(&seed, 48, 50);
        wires_drive(r.order->wires, r.order->n_wires);
        for (unsigned scheduler = 0; scheduler < 2; scheduler++) {
            const struct warp_arbiter_in *in = r.arbiter[scheduler]->block->in;
            for (unsigned slot = 0; slot < 24; slot++)
                for (unsigned other = 0; other < 24; other++)
                    assert_int_equal(in->older[slot] >> other & 1, order->older[2 * slot + scheduler] >> (2 * other + scheduler) & 1);
        }
    }
    rig_close(&r);
}

// --- sleep

static void who_slept_catches_up(void **state)
{
    (void)state;
    rig r;
    rig_open(&r, policy_find("oaws-dyn"), NULL);
    one_edge(&r, false, false);
    place_end(&r.place);
    place_sleep(&r.place, 1000);
    place_begin(&r.place);
    for (unsigned b = 0; b < r.place.hooks[0].count; b++)
        assert_int_equal(r.place.hooks[0].view.blocks[b]->cycle, 1001);
    assert_int_equal(r.order->block->cycle, 0);         // base's are woken by who looks at them
    place_catch_up(&r.place);
    for (unsigned b = 0; b < r.place.n_blocks; b++)
        assert_int_equal(r.place.blocks[b].block->cycle, 1001);
    rig_close(&r);
}

static void lives_an_edge(rig *r)
{
    lockstep_cycle(r->run, r->place.edges);
    one_edge(r, false, false);
    for (unsigned b = 0; b < r->place.n_blocks; b++)
        if (r->place.blocks[b].hook == BASE)
            place_step(&r->place, r->place.blocks[b].block);
    place_end(&r->place);
    sm_events_clear(&r->events);
}

// All happens, then a line leaves the L1D that its warp misses again: CCWS, who has a score to work out for many edges, does not rest.
static void lives_a_little(rig *r)
{
    raise_all(&r->events);
    raise_cta_launch(&r->events, (cta_launch_event){.slot = 1, .number = 77, .warps = 0xff});
    lives_an_edge(r);
    raise_l1d_evict(&r->events, (l1d_evict_event){.line = 0x8000, .owner = 7, .cause = EVICT_REPLACED});
    lives_an_edge(r);
    raise_l1d_access(&r->events, (l1d_access_event){.warp = 7, .pc = 0x48, .line = 0x8000, .lines = 1, .first_of_load = true, .first_try = true,
                                                    .found = FOUND_NOWHERE, .outcome = L1D_MISS});
    lives_an_edge(r);
    lives_an_edge(r);                                   // an SM sleeps only behind an edge without events
}

// Registers behind edges slept through, which are made up for together, are those behind as many lived through one by one, in whatever order.
static bool stirred;
static void sleep_is_as_good_as_life(const policy *policy, const struct policy *const *observers)
{
    for (unsigned edges = 1; edges <= 40; edges += edges < 2 ? 1 : 38) {
        rig lives, sleeps;
        for (rig *r = &lives; r; r = r == &lives ? &sleeps : NULL)
            rig_open(r, policy, observers), r->place.reversed = r == &lives && edges == 2, lives_a_little(r);
        stirred |= place_stirs(&sleeps.place);
        for (unsigned i = 0; i < edges; i++)
            lives_an_edge(&lives);
        place_sleep(&sleeps.place, edges);
        lockstep_cycle(sleeps.run, sleeps.place.edges);
        place_catch_up(&sleeps.place);
        for (unsigned b = 0; b < lives.place.n_blocks; b++) {
            const block *one = lives.place.blocks[b].block, *other = sleeps.place.blocks[b].block;
            assert_int_equal(other->cycle, one->cycle);
            if (memcmp(one->q, other->q, one->ops->state_size) != 0)
                fail_msg("%s beside %s: after %u edges others are in its registers", one->ops->block, policy->name, edges);
        }
        rig_close(&lives);
        rig_close(&sleeps);
    }
}

static void registers_behind_sleep_are_those_of_life(void **state)
{
    (void)state;
    for_each_pair(sleep_is_as_good_as_life);
    assert_true(stirred);
}

// One block alone that does not rest, be it the last of the policy's or of the last observer's, keeps the place awake.
static void any_block_stirs_the_place(void **state)
{
    rig r;
    (void)state;
    rig_open(&r, policy_find("oaws-dyn"), observer_table);
    one_edge(&r, false, false);
    fill_inputs(&r, false);
    assert_false(place_stirs(&r.place));
    for (unsigned b = r.place.hooks[0].first; b < r.place.n_blocks; b++) {
        block *alone = r.place.blocks[b].block;
        if (r.place.blocks[b].hook == BASE || alone->ops->count)
            continue;
        for (unsigned byte = 0; byte < alone->ops->in_size; byte++)
            ((unsigned char *)alone->in)[byte] = 1;
        if (alone->ops->idle(alone->q, alone->in))
            fail_msg("%s rests whatever happens", alone->ops->block);
        assert_true(place_stirs(&r.place));
        memset(alone->in, 0, alone->ops->in_size);
        assert_false(place_stirs(&r.place));
    }
    rig_close(&r);
}

// --- a block without a place

static void a_block_without_a_row_ends_the_program(void **state)
{
    char seen[200] = "", error[100];
    int ends[2], status;
    (void)state;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        rig r;
        signal(SIGABRT, SIG_DFL);
        dup2(ends[1], STDERR_FILENO);
        rig_open(&r, policy_find("gto"), NULL);
        place_add(&r.place, "nobody", 0, error, sizeof error);
        _exit(0);
    }
    close(ends[1]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(read(ends[0], seen, sizeof seen - 1) >= 0);
    close(ends[0]);
    assert_string_equal(seen, "warplock: bug: rtl_c/places.def has no row for block nobody\n");
    assert_int_equal(WIFSIGNALED(status) ? WTERMSIG(status) : 0, SIGABRT);
}

// --- which places there are

static place_kind kind_of(const char *block)
{
#define PLACE(name, kind, clock, role) if (strcmp(block, #name) == 0) return PLACE_##kind;
#include "rtl_c/places.def"
#undef PLACE
    fail_msg("no place for %s", block);
    return PLACE_NONE;
}

static bool has_block_in(const policy *p, place_kind kind)
{
    for (unsigned b = 0; p->blocks && p->blocks[b]; b++)
        if (kind_of(p->blocks[b]) == kind)
            return true;
    return false;
}

// An SM is always used; another place if a block of the policy or of one of the observers stands there, whichever it is.
static void places_that_are_used(void **state)
{
    unsigned used[PLACE_GPU + 1] = {0};
    (void)state;
    for (const policy *const *p = policy_table; *p; p++)
        for (place_kind kind = PLACE_SM; kind <= PLACE_GPU; kind++) {
            const bool own = kind == PLACE_SM || has_block_in(*p, kind);
            assert_int_equal(place_is_used(kind, *p, NULL), own);
            assert_int_equal(place_is_used(kind, *p, observer_table), own || kind == PLACE_SM);
            for (const policy *const *other = policy_table; *other; other++) {
                const policy *const observers[] = {observer_find("oaws_ocw"), *other, NULL};
                assert_int_equal(place_is_used(kind, *p, observers), own || has_block_in(*other, kind));
            }
            used[kind] += own;
        }
    assert_true(used[PLACE_CONTROLLER] > 0 && used[PLACE_GPU] > 0 && used[PLACE_CONTROLLER] < used[PLACE_SM] && used[PLACE_GPU] < used[PLACE_SM]);
}

// Opened in each kind of place: blocks that stand there, of the policy first, and who hears there.
static void hooks_of_each_place(void **state)
{
    char error[300];
    machine m;
    machine_error bad;
    (void)state;
    for (const policy *const *p = policy_table; *p; p++) {
        const bool owl = strncmp((*p)->name, "owl", 3) == 0 || strncmp((*p)->name, "cta-", 4) == 0;
        const char *name = owl ? "owl" : strncmp((*p)->name, "kaws", 4) == 0 ? "kaws" : strstr((*p)->name, "bucl") ? "bucl" : "oaws";
        assert_true(machine_load(&m, name, &bad));
        for (place_kind kind = PLACE_CONTROLLER; kind <= PLACE_GPU; kind++) {
            place opened;
            lockstep *run = lockstep_open(&(lockstep_options){.mode = BLOCKS_C}, error, sizeof error);
            const place_options options = {.lockstep = run, .policy = *p, .observers = observer_table};
            if (!place_open_alone(&opened, kind, 2, &m, &options, &(policy_view){0}, error, sizeof error))
                fail_msg("%s", error);
            unsigned blocks = 0, observers = 0;
            for (unsigned b = 0; (*p)->blocks && (*p)->blocks[b]; b++)
                blocks += kind_of((*p)->blocks[b]) == kind;
            while (observer_table[observers])
                observers++;
            assert_int_equal(opened.n_blocks, blocks);
            unsigned parts = 0, of_parts = 0;
            while ((*p)->parts && (*p)->parts[parts])
                parts++;
            assert_int_equal(opened.n_asked, parts ? parts : 1);
            assert_int_equal(opened.n_hooks, opened.n_asked + observers);
            for (unsigned hook = 0; hook < opened.n_asked; hook++) {
                assert_ptr_equal(opened.hooks[hook].policy, parts ? (*p)->parts[hook] : *p);
                assert_int_equal(opened.hooks[hook].fed, opened.hooks[hook].count > 0);
                assert_true(opened.hooks[hook].view.machine == &m && opened.hooks[hook].view.at.kind == kind && opened.hooks[hook].view.at.index == 2);
                of_parts += opened.hooks[hook].count;
            }
            assert_int_equal(of_parts, blocks);
            assert_int_equal(opened.looks, blocks > 0);
            assert_int_equal(place_is_heard(&opened), blocks > 0);
            assert_ptr_equal(opened.hooks[opened.n_asked].policy, observer_table[0]);
            for (unsigned b = 0; b < opened.n_blocks; b++)
                assert_true(opened.blocks[b].hook < (int)opened.n_asked && opened.blocks[b].block->place.kind == kind && opened.blocks[b].block->place.index == 2);
            place_close(&opened);
            lockstep_close(run);
        }
    }
}

static void lend_nobody(const policy_view *view, policy_loans *loans)
{
    (void)view;
    loans->through = 2;
}

// Blocks of a policy that stand at each scheduler, behind one that the SM has alone: the outputs of those behind are worked out where
// it is asked whom it lends, and those of no others. Elsewhere than at an SM it has none.
static void blocks_of_each_scheduler(void **state)
{
    static const char *const blocks[] = {"oaws_dlc", "warp_arbiter", NULL};
    static const policy own = {.name = "own", .blocks = blocks, .behind = 2, .lend = lend_nobody, .hears = HEARS(GPU)};
    policy_loans loans = {0};
    char error[200];
    place other;
    rig r;
    (void)state;
    rig_open(&r, &own, NULL);
    const place_hook *hook = &r.place.hooks[0];
    assert_true(hook->first == 1 && hook->count == 3 && hook->early == 1 && hook->fed && r.place.n_blocks == 6);
    for (unsigned b = 0; b < r.place.n_blocks; b++)
        memset(r.place.blocks[b].block->out, 0xaa, r.place.blocks[b].block->ops->out_size);
    place_lend(&r.place, &loans);
    assert_int_equal(loans.through, 2);
    for (unsigned b = 0; b < r.place.n_blocks; b++) {
        const block *at = r.place.blocks[b].block;
        char seen[4096], as_it_was[4096];
        assert_true(at->ops->out_size <= sizeof seen);
        memset(as_it_was, 0xaa, sizeof as_it_was);
        memcpy(seen, at->out, at->ops->out_size);
        block_out(r.place.blocks[b].block);
        assert_int_equal(memcmp(seen, as_it_was, at->ops->out_size) == 0, b < 2 || b > 3);
        assert_int_equal(memcmp(seen, at->out, at->ops->out_size) == 0, b == 2 || b == 3);
        assert_int_equal(at->place.scheduler, b == 3 || b == 5);
    }
    assert_ptr_equal(hook->view.blocks[0], r.place.blocks[1].block);
    assert_ptr_equal(hook->view.blocks[1], r.place.blocks[2].block);    // of the first scheduler
    for (place_kind kind = PLACE_CONTROLLER; kind <= PLACE_GPU; kind++) {
        assert_true(place_open_alone(&other, kind, 0, &r.m, &(place_options){.lockstep = r.run, .policy = &own}, &(policy_view){0}, error, sizeof error));
        assert_true(other.n_blocks == 0 && other.hooks[0].fed == (kind == PLACE_GPU) && other.hears == other.hooks[0].fed);
        place_close(&other);
    }
    rig_close(&r);
}

// A block that has slept is woken before it steps: with what it is given now it would live through edges that had something else.
static void who_sleeps_does_not_step(void **state)
{
    (void)state;
    for (unsigned woken = 0; woken < 2; woken++) {
        int status;
        const pid_t child = fork();
        if (child == 0) {
            rig r;
            signal(SIGABRT, SIG_DFL);
            rig_open(&r, policy_find("oaws-dyn"), NULL);
            one_edge(&r, false, false);
            place_end(&r.place);
            place_sleep(&r.place, 10);
            lockstep_cycle(r.run, r.place.edges);
            if (woken)
                place_begin(&r.place);
            place_step(&r.place, r.place.hooks[0].view.blocks[0]);
            _exit(0);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(WIFSIGNALED(status) ? WTERMSIG(status) : 0, woken ? 0 : SIGABRT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_input_of_a_hook_is_driven),
        cmocka_unit_test(no_wire_leads_from_hook_to_hook),
        cmocka_unit_test(a_wire_carries_the_whole_of_an_output_and_no_more),
        cmocka_unit_test(wires_follow_any_output), cmocka_unit_test(each_arbiter_has_the_pairs_of_its_own_warps),
        cmocka_unit_test(who_slept_catches_up), cmocka_unit_test(registers_behind_sleep_are_those_of_life),
        cmocka_unit_test(any_block_stirs_the_place),
        cmocka_unit_test(a_block_without_a_row_ends_the_program),
        cmocka_unit_test(places_that_are_used),
        cmocka_unit_test(hooks_of_each_place),
        cmocka_unit_test(blocks_of_each_scheduler), cmocka_unit_test(who_sleeps_does_not_step),
    };
    return cmocka_run_group_tests_name("place", tests, NULL, NULL);
}
