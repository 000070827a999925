// The results of runs in an SQLite file, so that an interrupted campaign goes on where it stopped. A run is kept under
// a key of everything that its result depends on, as the JSON object of the report. Each result is written
// in one transaction: a campaign that is killed loses the runs in progress and nothing else. A row any
// column of which no longer has the check sum it was written with is not believed.
#ifndef WARPLOCK_SIM_CAMPAIGN_STORE_H
#define WARPLOCK_SIM_CAMPAIGN_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STORE_KEY = 17 };                        // 16 hex digits and NUL

typedef struct store store;

// What a run was, for people who open the file; the key alone decides.
typedef struct { const char *machine, *set, *policy, *kernel, *size; } store_identity;

typedef struct {
    int    status;                              // exit status; minus the signal that ended it
    double seconds;                             // wall time
    char  *result;                              // JSON object of a good run, "" of any other; owned
    char  *reason;                              // why a run is not good, "" of a good one; owned
} store_run;

typedef enum { STORE_ABSENT, STORE_FOUND, STORE_DAMAGED, STORE_FAILED } store_found;

// Made when it is not there and `may_make`. NULL and a message when there is none, or it is anything but a result store
// of this layout; such a file is left as it was.
store *store_open(const char *path, bool may_make, char *message, size_t size);
void store_close(store *);

store_found store_get(store *, const char *key, store_run *, char *message, size_t size);
bool store_put(store *, const char *key, const store_identity *, const store_run *, char *message, size_t size);
void store_run_free(store_run *);

#endif
