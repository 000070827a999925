// SPDX-License-Identifier: BSD-3-Clause
// A recording of a run's L1D accesses (--record-l1d): for each SM, in order, every access that its L1D resolved, warps that
// start in its slots, and kernel starts that empty it. For the file layout see docs/reference/l1d_recording.md.
//
// Events are written as they happen, for any SM, and read one SM after the other. A file that is truncated, changed or made up
// is refused with a message: nothing in it is trusted before its checksum and all bounds are checked.
// Not recorded: failed attempts, atomics and loads that bypass the L1D, arrival times of lines.
#ifndef WARPLOCK_SIM_REPLAY_L1D_STREAM_H
#define WARPLOCK_SIM_REPLAY_L1D_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { STREAM_SMS = 128, STREAM_WARPS = 64, STREAM_WAYS = 1024, STREAM_PLACES = 1 << 20 };     // at most; ways of a set, of all

// What an access does to an L1D, by l1d.global_write of its machine; then events that are not accesses.
typedef enum {
    STREAM_LOAD,                      // a missing line is brought in
    STREAM_STORE_EVICTS,              // the line is evicted if present
    STREAM_STORE_KEEPS,               // the line stays if present, and counts as used
    STREAM_STORE_ALLOCATES,           // as a load
    STREAM_STORE_IN_FLIGHT,           // the run had the line in flight: it arrives despite the store
    STREAM_EMPTIED,                   // a kernel starts: the L1D is empty
    STREAM_WARPS_START                // in slots, replacing earlier warps
} stream_what;

typedef enum { STREAM_MISS, STREAM_HIT, STREAM_MERGE } stream_outcome;      // in the run

typedef struct {
    uint8_t  what;                    // stream_what
    uint8_t  outcome;                 // stream_outcome of an access
    bool     timed;                   // its outcome depends on when lines arrive: docs/belady.md
    uint8_t  warp;                    // slot
    uint32_t lanes;                   // that it serves
    uint64_t line;                    // address / line_bytes; of STREAM_WARPS_START the slots, one bit each
} stream_event;

// The machine's L1D and what the run was; the words are INDEX_..., ALLOCATE_... and WRITE_... of sim/machine/choices.h.
typedef struct {
    char     machine[64], policy[64], kernel[64];
    uint32_t sms, sets, ways, line_bytes, index, allocate, global_write;
} stream_head;

typedef struct { uint64_t cycles, thread_insns, warp_insns; } stream_totals;

// --- writing. The caller checks the stream for errors (ferror).
typedef struct stream_writer stream_writer;
stream_writer *stream_writer_new(FILE *, const stream_head *);
void stream_write(stream_writer *, unsigned sm, const stream_event *);
void stream_writer_end(stream_writer *, const stream_totals *);     // writes the rest; frees the writer
void stream_writer_discard(stream_writer *);                        // frees it; the stream is useless

// --- reading
typedef struct stream_file stream_file;
stream_file *stream_load(const char *path, char *error, size_t error_size);     // NULL and a message
stream_file *stream_read(FILE *, const char *name, char *error, size_t error_size);        // from its beginning
stream_file *stream_parse(const char *name, const uint8_t *bytes, size_t length, char *error, size_t error_size);  // copies
void stream_free(stream_file *);
const stream_head *stream_head_of(const stream_file *);
const stream_totals *stream_totals_of(const stream_file *);
// The events of an SM, in order; the caller frees them. NULL and a message if they are inconsistent. *count may be 0.
stream_event *stream_events(const stream_file *, unsigned sm, size_t *count, char *error, size_t error_size);

#endif
