// SPDX-License-Identifier: BSD-3-Clause
// mesh.seats: what is read from a text, and with which words another one is refused.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "sim/machine/seats.h"

// 3 x 2 routers, 3 clusters of an SM, 2 controllers.
static machine small(const char *seats)
{
    machine m;
    machine_defaults(&m);
    m.icnt.kind = NETWORK_MESH;
    m.gpu.sms = m.gpu.clusters = 3;
    m.dram.controllers = 2;
    m.l2.sub_partitions = 4;
    m.mesh.width = 3;
    m.mesh.height = 2;
    strcpy(m.mesh.seats, seats);
    return m;
}

static void rows_of_seats(void **state)
{
    (void)state;
    const machine m = small("0,m1,2/m0,-,1");
    machine_seats seats;
    machine_error error;
    assert_true(machine_seats_read(&m, &seats, &error));
    assert_int_equal(seats.cluster[0], 0);
    assert_int_equal(seats.cluster[1], 5);
    assert_int_equal(seats.cluster[2], 2);
    assert_int_equal(seats.controller[0], 3);
    assert_int_equal(seats.controller[1], 1);
}

// A machine with fewer of both keeps its text.
static void others_seats_are_empty(void **state)
{
    (void)state;
    machine m = small("0,m1,63/m0,2,1");
    machine_seats seats;
    machine_error error;
    m.gpu.sms = m.gpu.clusters = 2;
    assert_true(machine_check(&m, &error));
    assert_true(machine_seats_read(&m, &seats, &error));
    assert_int_equal(seats.cluster[1], 5);
}

static void refused(void **state)
{
    static const struct { const char *seats, *message; } rows[] = {
        {"0,m1,2", "mesh.seats: seen 1 rows, expected 2 (mesh.height)"},
        {"0,m1,2/m0,-,1/-,-,-", "mesh.seats: seen 3 rows, expected 2 (mesh.height)"},
        {"0,m1,2/m0,1", "mesh.seats: seen 2 seats in row 2, expected 3 (mesh.width)"},
        {"0,m1,2,-/m0,-,1", "mesh.seats: seen 4 seats in row 1, expected 3 (mesh.width)"},
        {"0,m1,2/m0,,1", "mesh.seats: seen `` in row 2, seat 2, expected the number of a cluster, m and that of a controller, or -"},
        {"0,m1,c2/m0,-,1", "mesh.seats: seen `c2` in row 1, seat 3, expected the number of a cluster, m and that of a controller, or -"},
        {"0,m1,64/m0,-,1", "mesh.seats: seen `64` in row 1, seat 3, expected the number of a cluster, m and that of a controller, or -"},
        {"0,m32,2/m0,-,1", "mesh.seats: seen `m32` in row 1, seat 2, expected the number of a cluster, m and that of a controller, or -"},
        {"0,m1,-/m0,-,1", "mesh.seats: seen no seat of cluster 2, expected one for each of 3"},
        {"0,-,2/m0,-,1", "mesh.seats: seen no seat of controller m1, expected one for each of 2"},
        {"0,m1,2/m0,2,1", "mesh.seats: seen 2 twice, expected each once"},
        {"0,m1,2/m0,m1,1", "mesh.seats: seen m1 twice, expected each once"},
        {"0,m1,2/m0,9,9", "mesh.seats: seen 9 twice, expected each once"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        machine m = small(rows[i].seats);
        machine_error error;
        assert_false(machine_check(&m, &error));
        assert_string_equal(error.text, rows[i].message);
        m.icnt.kind = NETWORK_CROSSBAR;                        // then nobody asks
        assert_true(machine_check(&m, &error));
    }
}

static void slices_of_a_seat(void **state)
{
    (void)state;
    machine m = small("0,m1,2/m0,-,1");
    machine_error error;
    m.l2.sub_partitions = 8;
    assert_true(machine_check(&m, &error));
    m.l2.sub_partitions = 16;
    assert_false(machine_check(&m, &error));
    assert_string_equal(error.text, "l2.sub_partitions: seen 8 slices for each of 2 DRAM controllers, expected at most 4 with icnt.kind mesh");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_seats),
        cmocka_unit_test(others_seats_are_empty),
        cmocka_unit_test(refused),
        cmocka_unit_test(slices_of_a_seat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
