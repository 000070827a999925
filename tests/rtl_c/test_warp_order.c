// warp_order: each sentence of its contract, then every configuration against birth dates that are simply compared.
#include "rtl_c/warp_order.h"
#include "tests/rtl_c/models.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

typedef struct {
    const block_ops         *model;
    struct warp_order_state  q;
    struct warp_order_in     in;
    struct warp_order_out    out;
} bench;

static bench start(const char *config)
{
    bench b = {.model = model_find("warp_order", config)};
    b.model->reset(&b.q);
    return b;
}

static void step(bench *b, uint64_t launch, uint64_t exit)
{
    b->in.launch = launch;
    b->in.exit = exit;
    model_step(b->model, &b->q, &b->in, &b->out);
}

// What the registers put out, without launch or exit.
static void expect(bench *b, uint64_t waiting, uint64_t resident, const uint8_t *rank, const uint8_t *rank_run)
{
    b->in.waiting = waiting;
    step(b, 0, 0);
    assert_int_equal(b->out.resident, resident);
    assert_memory_equal(b->out.rank, rank, 8);
    assert_memory_equal(b->out.rank_run, rank_run, 8);
}

static void test_reset_is_empty(void **state)
{
    static const uint8_t zero[8];
    bench b = start("n8_s2");
    (void)state;
    expect(&b, 0xff, 0, zero, zero);
}

static void test_header_example(void **state)
{
    static const uint8_t first[8] = {0, 1, 0, 2}, first_waits[8] = {2, 0, 0, 1};
    static const uint8_t left[8] = {0, 0, 0, 1}, left_waits[8] = {1, 0, 0, 0}, both[8] = {0, 2, 0, 1};
    static const uint8_t both_wait[8] = {2, 1, 0, 0}, youngest_waits[8] = {0, 1, 0, 2};
    bench b = start("n8_s2"), replaced;
    (void)state;
    step(&b, 0x0b, 0);
    expect(&b, 0, 0x0b, first, first);
    expect(&b, 1, 0x0b, first, first_waits);
    replaced = b;
    step(&b, 0, 2);
    expect(&b, 0, 0x09, left, left);
    expect(&b, 1, 0x09, left, left_waits);
    step(&replaced, 2, 2);
    expect(&replaced, 0, 0x0b, both, both);
    expect(&replaced, 1, 0x0b, both, both_wait);
    assert_int_equal(replaced.out.oldest_run, 0x9);
    expect(&replaced, 8, 0x0b, both, youngest_waits);
    assert_int_equal(replaced.out.oldest_run, 0x3);
}

// D-24: one of each scheduler that has a resident warp.
static void test_oldest_running_of_each_scheduler(void **state)
{
    static const struct { uint64_t waiting, oldest; } rows[] = {
        {0, 1 << 4 | 1 << 5},               // ages 4, 5, 6, 7, then 0, 1, 2, 3
        {1 << 4, 1 << 6 | 1 << 5},
        {1 << 4 | 1 << 6, 1 << 0 | 1 << 5},
        {0x55, 1 << 4 | 1 << 5},            // all of scheduler 0 wait: the oldest of them
        {0xff, 1 << 4 | 1 << 5},
        {0xbf, 1 << 6 | 1 << 5},
        {0x7f, 1 << 4 | 1 << 7}};
    bench b = start("n8_s2"), two;
    (void)state;
    step(&b, 0xf0, 0);
    assert_int_equal(b.out.oldest_run, 0);
    step(&b, 0x0f, 0);
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        b.in.waiting = rows[i].waiting;
        step(&b, 0, 0);
        assert_int_equal(b.out.oldest_run, rows[i].oldest);
    }
    two = b;
    b.in.waiting = 0;
    step(&b, 0, 0xaa);                      // scheduler 1 has none any more
    step(&b, 0, 0);
    assert_int_equal(b.out.oldest_run, 1 << 4);
    two.in.waiting = 0x50;
    step(&two, 0, 0x05);                    // and an empty slot is no candidate
    step(&two, 0, 0);
    assert_int_equal(two.out.oldest_run, 1 << 4 | 1 << 5);
}

static void test_launch_and_exit_show_one_cycle_later(void **state)
{
    bench b = start("n8_s2");
    (void)state;
    step(&b, 0x81, 0);
    assert_int_equal(b.out.resident, 0);
    step(&b, 0, 0x01);
    assert_int_equal(b.out.resident, 0x81);
    step(&b, 0, 0);
    assert_int_equal(b.out.resident, 0x80);
}

static void test_launch_of_resident_is_ignored(void **state)
{
    static const uint8_t rank[8] = {0, 1, 2};
    bench b = start("n8_s2");
    (void)state;
    step(&b, 0x3, 0);
    step(&b, 0x5, 0);
    expect(&b, 0, 0x7, rank, rank);
}

static void test_exit_of_absent_is_ignored(void **state)
{
    static const uint8_t rank[8] = {1, 0, 2};
    bench b = start("n8_s2");
    (void)state;
    step(&b, 0x2, 0);
    step(&b, 0x5, 0xfd);
    expect(&b, 0, 0x7, rank, rank);
}

static void test_waiting_warps_go_last_in_age_order(void **state)
{
    static const uint8_t rank[8] = {4, 5, 6, 7, 0, 1, 2, 3}, run[8] = {2, 3, 6, 7, 4, 5, 0, 1};
    static const uint8_t some[8] = {0, 0, 0, 0, 0, 1, 0, 0}, some_run[8] = {0, 0, 0, 0, 1, 0, 0, 0};
    bench b = start("n8_s2");
    (void)state;
    step(&b, 0xf0, 0);
    step(&b, 0x0f, 0);
    expect(&b, 0x3c, 0xff, rank, run);
    expect(&b, 0xff, 0xff, rank, rank);
    step(&b, 0, 0xcf);
    expect(&b, 0x10, 0x30, some, some_run);
    expect(&b, 0x11, 0x30, some, some_run);      // an empty slot that is said to wait changes nothing
}

// The independent reference: a birth date per resident warp.
typedef struct {
    uint64_t born[N_MAX];      // 0 = empty slot
    uint64_t clock;
} ages;

static void ages_step(ages *a, unsigned n, uint64_t launch, uint64_t exit)
{
    for (unsigned w = 0; w < n; w++)
        if (exit >> w & 1)
            a->born[w] = 0;
    for (unsigned w = 0; w < n; w++)
        if ((launch >> w & 1) && a->born[w] == 0)
            a->born[w] = ++a->clock;
}

// The oldest of a scheduler's warps that wait, or do not; N_MAX for none.
static unsigned eldest(const ages *a, unsigned n, unsigned schedulers, unsigned scheduler, uint64_t waiting, bool waits)
{
    unsigned found = N_MAX;
    for (unsigned w = scheduler; w < n; w += schedulers)
        if (a->born[w] && (waiting >> w & 1) == waits && (found == N_MAX || a->born[w] < a->born[found]))
            found = w;
    return found;
}

static void compare_oldest(const ages *a, const bench *b, unsigned n)
{
    unsigned schedulers = model_param(b->model, "S");
    uint64_t expected = 0;
    for (unsigned scheduler = 0; scheduler < schedulers; scheduler++) {
        unsigned runs = eldest(a, n, schedulers, scheduler, b->in.waiting, false);
        unsigned waits = eldest(a, n, schedulers, scheduler, b->in.waiting, true);
        if (runs != N_MAX || waits != N_MAX)
            expected |= UINT64_C(1) << (runs != N_MAX ? runs : waits);
    }
    assert_true(b->out.oldest_run == expected);
}

static void ages_compare(const ages *a, unsigned n, const struct warp_order_in *in, const struct warp_order_out *out)
{
    for (unsigned w = 0; w < n; w++) {
        unsigned older = 0, ahead = 0;
        uint64_t own = a->born[w] + ((in->waiting >> w & 1) ? UINT64_C(1) << 62 : 0);
        for (unsigned v = 0; v < n; v++) {
            if (a->born[v] == 0)
                continue;
            older += a->born[v] < a->born[w];
            ahead += a->born[v] + ((in->waiting >> v & 1) ? UINT64_C(1) << 62 : 0) < own;
        }
        assert_int_equal(out->resident >> w & 1, a->born[w] != 0);
        assert_int_equal(out->rank[w], a->born[w] ? older : 0);
        assert_int_equal(out->rank_run[w], a->born[w] ? ahead : 0);
    }
}

static void test_every_configuration_against_birth_dates(void **state)
{
    static const unsigned percents[] = {0, 2, 10, 50, 95, 100};
    (void)state;
    for (const block_ops *model = NULL; (model = model_after("warp_order", model)) != NULL;) {
        bench b = start(model->config);
        ages a = {{0}, 0};
        uint64_t seed = 7;
        unsigned n = model_param(model, "N");
        for (unsigned cycle = 0; cycle < 20000; cycle++) {
            unsigned phase = cycle / 40;
            b.in.waiting = random_mask(&seed, n, percents[phase % 6]);
            b.in.launch = random_mask(&seed, n, percents[phase / 6 % 6]);
            b.in.exit = random_mask(&seed, n, percents[phase / 36 % 6]);
            model_step(model, &b.q, &b.in, &b.out);
            ages_compare(&a, n, &b.in, &b.out);
            compare_oldest(&a, &b, n);
            ages_step(&a, n, b.in.launch, b.in.exit);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reset_is_empty),
        cmocka_unit_test(test_header_example),
        cmocka_unit_test(test_launch_and_exit_show_one_cycle_later),
        cmocka_unit_test(test_launch_of_resident_is_ignored),
        cmocka_unit_test(test_exit_of_absent_is_ignored),
        cmocka_unit_test(test_waiting_warps_go_last_in_age_order),
        cmocka_unit_test(test_oldest_running_of_each_scheduler),
        cmocka_unit_test(test_every_configuration_against_birth_dates),
    };
    return cmocka_run_group_tests_name("warp_order", tests, NULL, NULL);
}
