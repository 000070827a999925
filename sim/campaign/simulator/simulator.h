// SPDX-License-Identifier: BSD-3-Clause
// What a campaign asks of the simulator: names of kernels, machines and policies, machines with keys set, blocks, files. Runs are
// no part of it: a campaign starts `warplock run` and reads its JSON.
//
// Only the C files of this folder include headers of the simulator (tests/test_structure.sh). Machines are opaque; policies and
// kernels go by their names.
#ifndef WARPLOCK_SIM_CAMPAIGN_SIMULATOR_SIMULATOR_H
#define WARPLOCK_SIM_CAMPAIGN_SIMULATOR_SIMULATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

enum {
    SIMULATOR_POLICY = 64,                      // bytes of a policy's name
    SIMULATOR_KEY = 64,                         // of a machine's key, "section.key"
    SIMULATOR_READERS = 400, SIMULATOR_BLOCKS = 32, SIMULATOR_ARGS = 64, SIMULATOR_TRACE = 64, SIMULATOR_SHOWN = 96,
    SIMULATOR_PATH = 2048, SIMULATOR_ERROR = 2048
};

typedef struct { char text[SIMULATOR_ERROR]; } simulator_error;         // a message for the user

// --- words (words.c)

// The known word nearest to a misspelt one. Starts as { .wanted = word }; `best` is NULL while nothing was offered.
typedef struct { const char *wanted, *best; unsigned distance; } word_search;

void word_offer(word_search *, const char *known);

// --- files inside the program (files.c)

// A file of the source tree, by its path from the root. The byte at `end` is a NUL; path is NULL when there is no such file.
typedef struct { const char *path, *begin, *end; } carried_file;

carried_file carried_find(const char *path);
carried_file carried_at(unsigned index);        // from 0 on

// --- a user's JSON (json_source.c)

// Where its reader is. Messages are "FILE:LINE: place: seen, expected".
typedef struct {
    const char *path, *text;                    // text: NULL for JSON built in memory
    size_t      length;
    char        place[512];                     // "runs[2].systems"
    char       *error;
    size_t      error_size;
} json_source;

__attribute__((format(printf, 2, 3))) bool source_fail(json_source *, const char *format, ...);    // always false
__attribute__((format(printf, 2, 3))) size_t source_enter(json_source *, const char *format, ...); // for source_leave
size_t      source_enter_key(json_source *, const char *key);
void        source_leave(json_source *, size_t before);
bool        source_keys(json_source *, json_t *object, const char *const *known);   // refuses the others
json_t     *source_get(json_source *, json_t *object, const char *key);             // NULL and a message
const char *source_text(json_source *, json_t *object, const char *key);
bool        source_integer(json_source *, json_t *value, const char *what, int64_t low, int64_t high, int64_t *number);
json_t     *source_parse(json_source *);                                            // NULL and a message
// The path of a file named in the file `path`, relative to it.
void        source_resolve(const char *path, const char *name, char resolved[static SIMULATOR_PATH]);
// The text of a file, at most `room` bytes, to be freed; what: "a job file". NULL and "FILE: why" in `error`.
char       *source_load(const char *path, const char *what, size_t room, size_t *length, char *error, size_t error_size);

// --- machines (machines.c); each is freed by free()

typedef struct machine machine;

// A bundled machine by name or an INI file by path; NULL and a message. The one of `warplock run` without --machine. A copy.
machine    *simulator_machine(const char *name_or_path, simulator_error *);
machine    *simulator_machine_usual(void);
machine    *simulator_machine_copy(const machine *);
bool        simulator_machine_set(machine *, const char *assignment, simulator_error *);   // "section.key=value" (--set)
bool        simulator_machine_check(const machine *, simulator_error *);                   // geometry that cannot be built
const char *simulator_machine_name(const machine *);
char       *simulator_machine_text(const machine *);    // its INI file, to be freed
unsigned    simulator_machine_warps(const machine *);   // of an SM
unsigned    simulator_machine_sms(const machine *);
unsigned    simulator_machine_controllers(const machine *);
// Hashes every key that is not its default, going on from `hash`. --content: `files` is the hash of a kernel's files.
uint64_t    simulator_machine_hash(const machine *, uint64_t hash);
uint64_t    simulator_machine_content(const machine *, uint64_t files);
// The range of a numeric key on the machine. False: no such key.
bool        simulator_key_range(const machine *, const char *key, uint32_t *low, uint32_t *most);
// The index-th key of every machine, from 0 on; false past the last.
bool        simulator_key_at(unsigned index, char key[static SIMULATOR_KEY]);

// --- policies (policies.c)

const char *simulator_policy_at(unsigned index);        // a single policy, from 0 on; NULL past the last
// A name may join several by `+`. Its fault is the `unknown` name; if that is "", the error tells a conflict.
bool        simulator_policy_exists(const char *name);
void        simulator_policy_fault(const char *name, char unknown[static SIMULATOR_POLICY], simulator_error *);
// The policy's bit, bit i for simulator_policy_at(i); for a combination, the bits of its parts.
uint64_t    simulator_policy_bits(const char *name);
// Whether results under the policy may depend on the machine's key; what else would read it ("policies swl, swl+bucl").
bool        simulator_reads(const machine *, const char *policy, const char *key);
void        simulator_readers(const machine *, const char *policy, const char *key, char words[static SIMULATOR_READERS]);

// The block models that systems need, built together before the first run. `note` adds those of a policy on a machine;
// false, with the run's message, when such a run would not start.
typedef struct block_models block_models;

block_models *simulator_models(void);
bool          simulator_models_note(block_models *, const machine *, const char *policy, simulator_error *);
bool          simulator_models_build(const block_models *, simulator_error *);
void          simulator_models_free(block_models *);

// --- blocks (blocks.c)

// A policy's own block on a machine.
typedef struct {
    const char *name, *place;                   // "oaws_ocw"; "SM", "scheduler", "controller", "GPU"
    bool        in_sm;
    unsigned    instances;                      // of the whole GPU
    long        bits;                           // of registers and tables of one; -1: it cannot have this geometry
} policy_block;

// Returns how many; *known: the policy exists.
unsigned    simulator_blocks(const machine *, const char *policy, bool *known, policy_block blocks[static SIMULATOR_BLOCKS]);
// Bits of a register or table of a block on the machine; 0: it cannot have this geometry.
unsigned    simulator_register_bits(const machine *, const char *block, const char *field);
// A field of blocks that a time line shows and what it is, from 0 on; false past the last.
bool        simulator_shown_at(unsigned index, char name[static SIMULATOR_SHOWN], const char **words);

// --- kernels (kernels.c)

// A bundled kernel's own name; NULL: no such kernel. All of them from 0 on; NULL past the last.
const char *simulator_kernel(const char *name);
const char *simulator_kernel_at(unsigned index);
bool        simulator_kernel_same_run(const char *name);                // for each seed
bool        simulator_kernel_size(const char *name, const char *size, simulator_error *);   // whether it has this --size
// False, with a message, for a file that exists and is neither PTX nor a job.
bool        simulator_kernel_file(const char *path, simulator_error *);
bool        simulator_is_trace(const char *path);
void        simulator_trace_name(const char *path, char name[static SIMULATOR_TRACE]);

// The options of `warplock run` for a PTX file; "" = not given.
typedef struct {
    const char *entry, *grid, *block;
    uint64_t    shared;                         // bytes
    const char *const *args;                    // n_args words
    unsigned    n_args;
} ptx_options;

// Reads a kernel from files: *files is a hash of every byte. False and a message for what `warplock run` would refuse. `any`:
// unknown opcodes run as integer ones.
bool        simulator_job_files(const char *path, uint64_t *files, simulator_error *);
bool        simulator_ptx_files(const char *path, const ptx_options *, uint64_t *files, simulator_error *);
bool        simulator_trace_files(const char *path, bool any, uint64_t *files, simulator_error *);

// Hits of loads of these lines, a letter each, in a fully associative L1D of so many ways; optimal: Belady's, else LRU.
unsigned    simulator_l1d_hits(const char *lines, unsigned ways, bool optimal);

#endif
