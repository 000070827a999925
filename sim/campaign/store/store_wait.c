// SPDX-License-Identifier: BSD-3-Clause
// How long a store waits for others. Many processes write, each for some milliseconds. SQLite's own waiting backs off and
// starves late comers. So this one waits as long as the file changes: others make progress, and its turn will come. When
// nothing changes for a while, the lock's holder keeps it.
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "sim/campaign/store/store_inside.h"
#include "sim/report/progress.h"

#define STILL_SECONDS 5                         // without a change, before giving up
enum { MOST_MS = 20 };                          // between two tries, random, to avoid lockstep

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
