// Shared by the files that read a job file: where the reader is, how it complains. Private to sim/workload/job_*.c.
#ifndef WARPLOCK_SIM_WORKLOAD_JOB_READER_H
#define WARPLOCK_SIM_WORKLOAD_JOB_READER_H

#include <jansson.h>

#include "sim/machine/nearest.h"
#include "sim/workload/job.h"
#include "sim/workload/json_place.h"

typedef struct {
    job        *job;
    const char *path, *text;
    size_t      length;
    char        place[512];                     // "steps[2].args[0]"
    job_error  *error;
} job_reader;

__attribute__((format(printf, 2, 3))) bool reader_fail(job_reader *, const char *format, ...);    // always false
__attribute__((format(printf, 2, 3))) size_t reader_enter(job_reader *, const char *format, ...); // for reader_leave
void        reader_leave(job_reader *, size_t before);
bool        reader_keys(job_reader *, json_t *object, const char *const *known);    // refuses the others
json_t     *reader_get(job_reader *, json_t *object, const char *key);              // NULL and a message
const char *reader_text(job_reader *, json_t *object, const char *key);
bool        reader_integer(job_reader *, json_t *value, const char *what, int64_t low, int64_t high, int64_t *number);
bool        reader_buffer(job_reader *, json_t *value, const char *what, unsigned *index);
// A file that the job names, at most `room` bytes of it; *seen is room + 1 when there are more.
bool        reader_file(job_reader *, const char *name, void *data, size_t room, size_t *seen);

job_host job_init_host(json_t *init);                                                // job_init.c
bool     job_read_init(job_reader *, json_t *init, job_buffer *);
bool     job_read_scalar(job_reader *, json_t *value, scalar_type, uint64_t *bits);
bool     job_read_values(job_reader *, json_t *values, const job_buffer *, void *data);
bool     job_read_steps(job_reader *, json_t *steps, job_steps *, unsigned depth);   // job_steps.c

#endif
