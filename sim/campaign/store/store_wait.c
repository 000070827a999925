// SPDX-License-Identifier: BSD-3-Clause
// How long a store waits for others. Each of many processes that write holds it for some milliseconds, and SQLite's own
// waiting, which looks less and less often, lets those who come last starve. So it is waited for as long as the file
// changes: somebody goes on, and it will be this one's turn. When nothing changes for a while, whoever holds it keeps it.
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "sim/campaign/store/store_inside.h"
#include "sim/report/progress.h"

#define STILL_SECONDS 5                         // without a change, until it is given up
enum { MOST_MS = 20 };                          // between two looks, at random, so that no two keep in step

static bool changed(store_wait *w)
{
    struct stat now;

    if (stat(w->path, &now) != 0 || (now.st_mtim.tv_sec == w->changed.tv_sec && now.st_mtim.tv_nsec == w->changed.tv_nsec))
        return false;
    w->changed = now.st_mtim;
    return true;
}

static int wait_once(void *context, int looks)
{
    store_wait *w = context;
    double now = progress_seconds();

    if (changed(w) || looks == 0)
        w->since = now;
    if (now - w->since > STILL_SECONDS)
        return 0;
    nanosleep(&(struct timespec){ .tv_nsec = (1 + rand_r(&w->draw) % MOST_MS) * 1000000L }, NULL);
    return 1;
}

void store_wait_for_others(store *s)
{
    s->wait.path = s->path;
    s->wait.draw = (unsigned)getpid();
    sqlite3_busy_handler(s->database, wait_once, &s->wait);
}
