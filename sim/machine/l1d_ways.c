// SPDX-License-Identifier: BSD-3-Clause
// The ways of the L1D by kernel, and when they are allocated; see sim/machine/l1d_ways.h.
#include "sim/machine/l1d_ways.h"
#include "sim/machine/machine_rows.h"

#include <stdlib.h>
#include <string.h>

// KiB of each step; false: not a list of numbers.
static bool read_steps(const char *text, uint32_t steps[static SHARED_STEPS_MAX], unsigned *count)
{
    *count = 0;
    for (;;) {
        size_t digits = strspn(text, "0123456789");
        if (digits == 0 || digits > 6 || *count == SHARED_STEPS_MAX)
            return false;
        steps[(*count)++] = (uint32_t)strtoul(text, NULL, 10);
        text += digits;
        if (!*text)
            return true;
        if (*text++ != ',')
            return false;
    }
}

static uint32_t set_bytes_of_a_way(const machine *m) { return m->l1d.sets * m->l1d.line_bytes; }

uint32_t machine_l1d_most_ways(const machine *m)
{
    return m->l1d.unified_kib ? m->l1d.unified_kib * 1024 / set_bytes_of_a_way(m) : m->l1d.ways;
}

// The share of all ways that a step leaves, rounded to nearest.
static uint32_t ways_beside(const machine *m, uint32_t step)
{
    const uint32_t all = m->l1d.unified_kib;
    return step < all ? (2 * machine_l1d_most_ways(m) * (all - step) + all) / (2 * all) : 0;
}

uint32_t machine_l1d_ways(const machine *m, uint64_t shared_bytes)
{
    uint32_t steps[SHARED_STEPS_MAX];
    unsigned count;

    if (!m->l1d.unified_kib)
        return m->l1d.ways;
    if (!read_steps(m->l1d.shared_steps, steps, &count))
        abort();                        // machine_l1d_ways_check
    for (unsigned i = 0; i < count; i++)
        if (shared_bytes <= (uint64_t)steps[i] * 1024)
            return ways_beside(m, steps[i]);
    abort();
}

uint32_t machine_l1d_allocation(const machine *m, uint64_t shared_bytes)
{
    if (m->l1d.allocate != ALLOCATE_STREAMING)
        return m->l1d.allocate;
    return shared_bytes == 0 ? ALLOCATE_ON_MISS : ALLOCATE_ON_FILL;
}

static bool check_steps(const machine *m, machine_error *error)
{
    const char *seen = m->l1d.shared_steps;
    uint32_t steps[SHARED_STEPS_MAX];
    unsigned count;

    if (!read_steps(seen, steps, &count))
        return machine_fail(error, "l1d.shared_steps: seen `%s`, expected 1 to %d numbers of KiB with commas, as 0,8,16,32,64,96", seen, SHARED_STEPS_MAX);
    for (unsigned i = 1; i < count; i++)
        if (steps[i] <= steps[i - 1])
            return machine_fail(error, "l1d.shared_steps: seen %u behind %u, expected them to ascend", steps[i], steps[i - 1]);
    if ((uint64_t)steps[count - 1] * 1024 < m->core.shared_bytes)
        return machine_fail(error, "l1d.shared_steps: seen %u KiB as the last, expected to hold the %u bytes of core.shared_bytes", steps[count - 1],
                    m->core.shared_bytes);
    if (!ways_beside(m, steps[count - 1]))
        return machine_fail(error, "l1d.shared_steps: seen %u KiB as the last, expected to leave a way of %u bytes in the %u KiB of l1d.unified_kib",
                    steps[count - 1], set_bytes_of_a_way(m), m->l1d.unified_kib);
    return true;
}

bool machine_l1d_ways_check(const machine *m, machine_error *error)
{
    const uint64_t own = (uint64_t)m->l1d.ways * set_bytes_of_a_way(m), all = (uint64_t)m->l1d.unified_kib * 1024;

    if (!all && m->l1d.allocate == ALLOCATE_STREAMING)
        return machine_fail(error, "l1d.allocate: seen streaming with l1d.unified_kib 0, expected miss or fill: nothing hangs on the kernel");
    if (!all)
        return true;
    if (own > all || all % own)
        return machine_fail(error, "l1d.unified_kib: seen %u for an L1D of %llu bytes, expected a multiple of these", m->l1d.unified_kib,
                    (unsigned long long)own);
    if (machine_l1d_most_ways(m) > L1D_WAYS_MAX)
        return machine_fail(error, "l1d.unified_kib: seen %u, which are %u ways of %u sets, expected at most %d ways", m->l1d.unified_kib,
                    machine_l1d_most_ways(m), m->l1d.sets, L1D_WAYS_MAX);
    return check_steps(m, error);
}
