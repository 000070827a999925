// SPDX-License-Identifier: BSD-3-Clause
// Whose column follows a row command within a clock: that of a bank that comes behind it in turn, as in GPGPU-Sim's dram_t::cycle,
// which counts the turn from the new first bank on. Where a write may follow its activate at once, its own bank is the last in turn.
#include "sim/memory/dram_banks.h"
#include "sim/memory/request_pool.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

// Clocks from its arrival until a write of one burst is done, alone. The bank that is served moves the turn on by one, so the turn
// begins at bank 1, and bank 0 is the last.
static unsigned clocks_of_a_write(const machine *m, unsigned bank)
{
    counters counted = {0};
    request_pool pool = {0};
    controller_events events;
    dram_log log = {0};
    unsigned clock = 0;
    memset(&events, 0, sizeof events);
    dram_banks *banks = dram_banks_new(m, &counted, &events, &log);
    memory_request *write = request_pool_take(&pool);
    write->kind = REQUEST_L2_WRITE_BACK, write->bank = (uint8_t)bank, write->row = 1, write->bytes = 32;
    dram_banks_push(banks, write);
    for (; dram_banks_begin(banks, true) != write; clock++)
        dram_banks_command(banks, clock, 0);
    request_pool_give(&pool, write);
    request_pool_close(&pool);
    dram_banks_free(banks);
    return clock;
}

static void a_write_behind_its_activate(void **state)
{
    (void)state;
    machine m;
    machine_defaults(&m);
    m.dram.rcd = m.dram.wl + 1;             // an activate to a write: RCD - (WL + 1)
    for (unsigned bank = 0; bank < m.dram.banks; bank++)
        assert_int_equal(clocks_of_a_write(&m, bank), m.dram.wl + (bank == 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_write_behind_its_activate)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
