// SPDX-License-Identifier: BSD-3-Clause
// A disk that fails while a store is made, written, read, looked at and repaired: at each of its reads, writes and locks in turn, once
// or from there on. Whoever asks is told; with the disk well again the store has each row that was said to be put, whole, and no other.
// In make test at every third.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "sim/campaign/store/store.h"
#include "tests/tier.h"

// --- the disk: SQLite's own, which fails at its operation `at`, counted from 1; 0: never

static struct { unsigned count, at; bool stays; } disk;

static bool fails(void)
{
    disk.count++;
    return disk.at && (disk.stays ? disk.count >= disk.at : disk.count == disk.at);
}

typedef struct { sqlite3_file base; sqlite3_file *real; } disk_file;

static sqlite3_file *real(sqlite3_file *file) { return ((disk_file *)file)->real; }

static int disk_close(sqlite3_file *file)
{
    int status = real(file)->pMethods->xClose(real(file));

    sqlite3_free(real(file));
    return status;
}

static int disk_read(sqlite3_file *file, void *to, int bytes, sqlite3_int64 at)
{
    return fails() ? SQLITE_IOERR_READ : real(file)->pMethods->xRead(real(file), to, bytes, at);
}

static int disk_write(sqlite3_file *file, const void *from, int bytes, sqlite3_int64 at)
{
    return fails() ? SQLITE_FULL : real(file)->pMethods->xWrite(real(file), from, bytes, at);
}

static int disk_lock(sqlite3_file *file, int lock)
{
    return fails() ? SQLITE_IOERR_LOCK : real(file)->pMethods->xLock(real(file), lock);
}

static int disk_truncate(sqlite3_file *file, sqlite3_int64 bytes) { return real(file)->pMethods->xTruncate(real(file), bytes); }
static int disk_sync(sqlite3_file *file, int flags) { (void)file, (void)flags; return SQLITE_OK; }
static int disk_size(sqlite3_file *file, sqlite3_int64 *bytes) { return real(file)->pMethods->xFileSize(real(file), bytes); }
static int disk_unlock(sqlite3_file *file, int lock) { return real(file)->pMethods->xUnlock(real(file), lock); }
static int disk_reserved(sqlite3_file *file, int *seen) { return real(file)->pMethods->xCheckReservedLock(real(file), seen); }
static int disk_control(sqlite3_file *file, int what, void *with) { return real(file)->pMethods->xFileControl(real(file), what, with); }
static int disk_sector(sqlite3_file *file) { return real(file)->pMethods->xSectorSize(real(file)); }
static int disk_kind(sqlite3_file *file) { return real(file)->pMethods->xDeviceCharacteristics(real(file)); }

static const sqlite3_io_methods methods = { 1, disk_close, disk_read, disk_write, disk_truncate, disk_sync, disk_size, disk_lock,
                                            disk_unlock, disk_reserved, disk_control, disk_sector, disk_kind };
static sqlite3_vfs *usual, failing;

static int disk_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *got)
{
    disk_file *own = (disk_file *)file;
    int status;

    (void)vfs;
    own->base.pMethods = NULL;
    own->real = sqlite3_malloc(usual->szOsFile);
    status = usual->xOpen(usual, name, own->real, flags, got);
    if (status == SQLITE_OK)
        own->base.pMethods = &methods;
    else
        sqlite3_free(own->real);
    return status;
}

static int begin(void **state)
{
    (void)state;
    usual = sqlite3_vfs_find(NULL);
    failing = *usual;
    failing.zName = "failing";
    failing.szOsFile = sizeof(disk_file);
    failing.xOpen = disk_open;
    return sqlite3_vfs_register(&failing, 1);
}

// --- what is done on it

enum { KEYS = 4 };
static char path[256], repaired[280], message[512];
static bool was_put[KEYS];

static void remove_store(const char *name)
{
    char journal[300];

    snprintf(journal, sizeof journal, "%s-journal", name);
    unlink(journal);
    unlink(name);
}

static const char *key_of(unsigned i)
{
    static char key[STORE_KEY];

    snprintf(key, sizeof key, "%016x", i);
    return key;
}

static bool put(store *s, unsigned i)
{
    const store_identity identity = { .program = "p", .kernel = "atax", .machine = "m", .policy = "gto", .machine_text = i % 2 ? "odd" : "even" };
    char report[80];
    store_run run = { .seconds = 1, .result = report, .reason = "" };

    snprintf(report, sizeof report, "{\"ipc\":%u,\"own.number_%u\":1}", i, i / 2);
    return was_put[i] = store_put(s, key_of(i), &identity, &run, message, sizeof message);
}

// Each of these is true, or false with a message.
static bool make(void)
{
    store *s = store_open(path, STORE_MAKE, message, sizeof message);
    bool good = s && put(s, 0);

    if (s)
        store_close(s);
    return good;
}

static bool add(void)
{
    store *s = store_open(path, STORE_MAKE, message, sizeof message);
    bool good = s != NULL;

    for (unsigned i = 1; i < KEYS && good; i++)
        good = put(s, i);
    if (s)
        store_close(s);
    return good;
}

static unsigned listed;
static bool list(store_use use)
{
    store *s = store_open(path, use, message, sizeof message);
    store_rows *rows = s ? store_select(s, message, sizeof message) : NULL;
    store_found found = STORE_FAILED;

    listed = 0;
    while (rows && (found = store_next(rows, message, sizeof message)) == STORE_FOUND)
        listed++;
    if (s && store_damage(s)[0])                        // nothing that is not whole is listed, and that is said
        snprintf(message, sizeof message, "%s", store_damage(s)), found = STORE_FAILED;
    store_rows_free(rows);
    if (s)
        store_close(s);
    return found == STORE_ABSENT;
}
static bool read_all(void) { return list(STORE_READ); }
static bool look(void) { return list(STORE_LOOK); }

static bool repair(void)
{
    store *s = store_open(path, STORE_LOOK, message, sizeof message);
    uint64_t rows = 0;
    bool good = s && store_repair(s, repaired, &rows, message, sizeof message);

    if (s)
        store_close(s);
    if (good)
        assert_true(access(repaired, F_OK) == 0 && rows <= KEYS);
    return good;
}

// --- and what stands there behind it

static void expect_rows(void)
{
    store *s = store_open(path, STORE_MAKE, message, sizeof message);
    unsigned wanted = 0;

    if (!s)
        fail_msg("%u: behind a disk that failed: %s", disk.at, message);
    for (unsigned i = 0; i < KEYS; i++) {
        store_run run;
        store_found found = store_get(s, key_of(i), &run, message, sizeof message);

        if (found == STORE_FOUND)
            store_run_free(&run);
        if (was_put[i] && found != STORE_FOUND)
            fail_msg("row %u was put and is not there", i);
        if (found != STORE_FOUND && found != STORE_ABSENT)
            fail_msg("row %u: %s", i, message);
        wanted += found == STORE_FOUND;
    }
    store_close(s);
    if (!list(STORE_READ) || listed != wanted)
        fail_msg("%u rows are listed of %u: %s", listed, wanted, message);
}

// At each operation of `act`, until it has as many as that.
static void fail_at_each(bool (*act)(void), bool fresh)
{
    unsigned refused = 0, cases = 0, step = tier_is_all() ? 1 : 3;

    for (unsigned stays = 0; stays < 2; stays++)
        for (unsigned at = 1 + stays;; at += step) {
            if (fresh) {
                remove_store(path);
                memset(was_put, 0, sizeof was_put);
            }
            remove_store(repaired);
            message[0] = 0;
            disk.count = 0, disk.at = at, disk.stays = stays;
            const bool good = act(), met = disk.count >= at;
            disk.at = 0;
            if (!good && !message[0])
                fail_msg("operation %u fails, and nothing is said", at);
            cases++;
            refused += !good;
            expect_rows();
            if (!met)
                break;
        }
    printf("%u operations failed, %u of them were told\n", cases - 2, refused);
    assert_true(refused > 0 && refused >= (cases - 2) / 4);
}

static void test_making(void **state)
{
    (void)state;
    fail_at_each(make, true);
}

static bool make_and_add(void)
{
    const unsigned at = disk.at;

    disk.at = 0;
    if (!make())
        fail_msg("%s", message);
    disk.at = at, disk.count = 0;
    return add();
}

static void test_adding(void **state)
{
    (void)state;
    fail_at_each(make_and_add, true);
}

static void whole_store(void)
{
    remove_store(path);
    memset(was_put, 0, sizeof was_put);
    disk.at = 0;
    assert_true(make() && add());
}

static void test_reading(void **state)
{
    (void)state;
    whole_store();
    fail_at_each(read_all, false);
}

static void test_looking(void **state)
{
    (void)state;
    whole_store();
    fail_at_each(look, false);
}

static void test_repairing(void **state)
{
    (void)state;
    whole_store();
    fail_at_each(repair, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_making), cmocka_unit_test(test_adding), cmocka_unit_test(test_reading), cmocka_unit_test(test_looking),
        cmocka_unit_test(test_repairing),
    };

    snprintf(path, sizeof path, "%s/test_store_disk.sqlite", getenv("BUILD") ? getenv("BUILD") : "build");
    snprintf(repaired, sizeof repaired, "%s.repaired", path);
    return cmocka_run_group_tests(tests, begin, NULL);
}
