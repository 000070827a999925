// SPDX-License-Identifier: BSD-3-Clause
// What stands in a place, as lines of a recording: what has changed and nothing else, every level, of its own kind of place. And
// how the files of a place begin.
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "sim/events/place_log.h"

typedef struct { level_log log; char *text; size_t size, read; } written;

static void begin(written *w, const char *place)
{
    *w = (written){.read = 0};
    level_log_open(&w->log, open_memstream(&w->text, &w->size), place);
}

// What was written since the last time.
static void expect(written *w, const char *expected)
{
    fflush(w->log.file);
    assert_string_equal(w->text + w->read, expected);
    w->read = w->size;
}

static void end(written *w)
{
    fclose(w->log.file);
    free(w->text);
}

static void only_what_has_changed(void **state)
{
    written w;
    shown_levels now;
    (void)state;
    memset(&now, 0, sizeof now);
    begin(&w, "controller 5");
    expect(&w, "warplock levels 2\ninstance controller 5\n");
    *now.controller.open = UINT64_C(0xfedcba9876543210);
    now.controller.fill_taken[1] = 0x1f, now.controller.fill_taken[3] = 2;
    level_log_write(&w.log, PLACE_CONTROLLER, 7, &now);             // the first time all of them, 0 too
    expect(&w, "7 pending=0 open=fedcba9876543210 demand_open=0 demand_other=0 fill_taken=0,1f,0,2\n");
    level_log_write(&w.log, PLACE_CONTROLLER, 8, &now);             // nothing
    expect(&w, "");
    *now.controller.pending = 1;
    level_log_write(&w.log, PLACE_CONTROLLER, UINT64_C(12345678901), &now);
    expect(&w, "12345678901 pending=1\n");
    *now.controller.pending = 0, now.controller.fill_taken[3] = 0;
    level_log_write(&w.log, PLACE_CONTROLLER, UINT64_C(12345678902), &now);
    expect(&w, "12345678902 pending=0 fill_taken=0,1f\n");
    now.controller.fill_taken[1] = 0, now.controller.fill_taken[BANKS_MAX - 1] = 3;
    level_log_write(&w.log, PLACE_CONTROLLER, UINT64_C(12345678903), &now);
    fflush(w.log.file);
    assert_int_equal(strlen(w.text + w.read), strlen("12345678903 fill_taken=") + 2 * BANKS_MAX);
    w.read = w.size;
    now.controller.fill_taken[BANKS_MAX - 1] = 0;
    level_log_write(&w.log, PLACE_CONTROLLER, UINT64_C(12345678904), &now);
    expect(&w, "12345678904 fill_taken=0\n");
    end(&w);
}

// Of each kind of place: every value of every level, and no other's. Set alone it is written alone.
static void each_level_of_its_place(void **state)
{
    (void)state;
    for (place_kind place = PLACE_SM; place <= PLACE_GPU; place++) {
        written w;
        shown_levels now;
        char expected[4096];
        memset(&now, 0, sizeof now);
        begin(&w, "there");
        expect(&w, "warplock levels 2\ninstance there\n");
        level_log_write(&w.log, place, 0, &now);
        size_t length = (size_t)snprintf(expected, sizeof expected, "0");
        for (const level_row *row = level_rows; row->name; row++)
            if (row->place == place)
                length += (size_t)snprintf(expected + length, sizeof expected - length, " %s=0", row->name);
        strcat(expected, "\n");
        expect(&w, expected);
        uint64_t cycle = 1;
        for (const level_row *row = level_rows; row->name; row++)
            for (unsigned i = 0; row->place == place && i < row->count; i++) {
                level_at(row, &now)[i] = cycle << 33;
                level_log_write(&w.log, place, cycle, &now);
                length = (size_t)snprintf(expected, sizeof expected, "%" PRIu64 " %s=", cycle, row->name);
                for (unsigned before = 0; before <= i; before++)
                    length += (size_t)snprintf(expected + length, sizeof expected - length, "%s%" PRIx64, before ? "," : "",
                                               (cycle - i + before) << 33);
                strcat(expected, "\n");
                expect(&w, expected);
                cycle++;
            }
        end(&w);
    }
}

static void expect_file(const char *folder, const char *name, const char *expected)
{
    char path[100], text[64 * 1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    assert_int_equal(remove(path), 0);
    assert_string_equal(text, expected);
}

// The place that is recorded gets files, another one none.
static void how_the_files_begin(void **state)
{
    static const struct { block_place place; const char *file, *head, *instance; } places[] = {
        {{PLACE_SM, 3, 0}, "sm.txt", "warplock sm 2\n", "sm 3"},
        {{PLACE_CONTROLLER, 2, 0}, "controller.txt", "warplock controller 2\n", "controller 2"},
        {{PLACE_GPU, 0, 0}, "gpu.txt", "warplock gpu 2\n", "gpu"}};
    machine m;
    machine_error bad;
    char *dumped;
    size_t size;
    (void)state;
    assert_true(machine_load(&m, "oaws", &bad));
    FILE *dump = open_memstream(&dumped, &size);
    machine_dump(&m, dump);
    fclose(dump);
    for (unsigned i = 0; i < 3; i++) {
        char folder[] = "build/level_log.XXXXXX", recording[64], error[300], expected[200];
        uint64_t cycles = 0;
        level_log levels;
        assert_non_null(mkdtemp(folder));
        snprintf(recording, sizeof recording, "%s/r", folder);
        lockstep *run = lockstep_open(&(lockstep_options){.mode = BLOCKS_C, .no_pack = true, .record_dir = recording,
                                                          .record_place = places[i].place, .record_cycles = 77}, error, sizeof error);
        assert_non_null(run);
        assert_null(place_log_open(&levels, run, (block_place){places[i].place.kind, places[i].place.index + 1, 0}, &m, "gto", &cycles));
        assert_null(place_log_open(&levels, run, places[(i + 1) % 3].place, &m, "gto", &cycles));
        FILE *lines = place_log_open(&levels, run, places[i].place, &m, "gto", &cycles);
        assert_non_null(lines);
        assert_int_equal(cycles, 77);
        fprintf(lines, "5 line\n");
        assert_false(levels.begun);
        if (!lockstep_save_recording(run, error, sizeof error))
            fail_msg("%s", error);
        lockstep_close(run);
        snprintf(expected, sizeof expected, "%sinstance %s\npolicy gto\n5 line\n", places[i].head, places[i].instance);
        expect_file(recording, places[i].file, expected);
        snprintf(expected, sizeof expected, "warplock levels 2\ninstance %s\n", places[i].instance);
        expect_file(recording, "levels.txt", expected);
        expect_file(recording, "machine.ini", dumped);
        assert_int_equal(rmdir(recording), 0);
        assert_int_equal(rmdir(folder), 0);
    }
    free(dumped);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_what_has_changed),
        cmocka_unit_test(each_level_of_its_place),
        cmocka_unit_test(how_the_files_begin),
    };
    return cmocka_run_group_tests_name("level_log", tests, NULL, NULL);
}
