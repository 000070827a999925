// SPDX-License-Identifier: BSD-3-Clause
// What the parts of the random-kernel generator share.
//   generator.c            the kernel as a whole: launch, memory, prologue, barrier phases, epilogue, device functions
//   generate_blocks.c      basic blocks, text and their layout       generate_control.c   nested control flow
//   generate_forms.c, generate_arithmetic.c, generate_memory.c, generate_calls.c,
//   generate_hints.c, generate_lanes.c, generate_barriers.c, generate_textures.c       single statements
//
// Every register of a class (%r0.., %rd0.., ...) always holds a value, so that any statement may read any of them;
// address arithmetic, loop counters and short-lived values have classes of their own (%adr, %off, %cnt, %tmp, ...),
// which no statement picks by chance, so that no address ever reaches an output.
#ifndef WARPLOCK_TESTS_SIM_RANDOM_GENERATOR_H
#define WARPLOCK_TESTS_SIM_RANDOM_GENERATOR_H

#include "tests/sim/random/random_kernel.h"

enum { PREDICATES = 6, HALVES = 6, WORDS = 12, LONGS = 8, FLOATS = 8, DOUBLES = 6, COUNTERS = 8, TEMPORARIES = 8 };
enum {
    INPUT_BYTES = 4096,
    INPUT_SLACK = 64,       // gathers stay in the first INPUT_BYTES, plus an offset
    OWN_BYTES = 528,
    OWN_SCRATCH = 64,
    OWN_ATOMICS = 64,
    OWN_FLOAT = 128,
    OWN_DOUBLE = 136,
    OWN_RESULTS = 144,
    SLOT_BYTES = 16,
    DEPOT_BYTES = 64,
    CONSTANT_BYTES = 256,
    MODULE_GLOBAL_BYTES = 128,
    RESULT_GROUPS = 22,
    RESULT_F32 = 7,
    RESULT_F64 = 11,
    RESULT_SLOTS = 8,       // atomics: a group per operation, 8 bytes a slot
    RESULT_TICKET = RESULT_GROUPS * RESULT_SLOTS * 8,
    RESULT_TICKET_SUM = RESULT_TICKET + 8,
    RESULT_BYTES = RESULT_TICKET + 16
};

typedef struct { char *text; size_t length, capacity; } text;

typedef enum { ENDS_IN_JUMP, ENDS_IN_BRANCH, ENDS_IN_RETURN, ENDS_IN_EXIT } block_end;
typedef struct {
    text      body;
    block_end end;
    int       next, taken;             // jump or fall-through target; branch target
    char      guard[16];               // of the branch: "%p3", "!%p3", "%isuniform"
    bool      uniform;
    bool      open;                    // end not yet decided
} basic_block;

enum { MAX_BLOCKS = 1024, MAX_LOOPS = 4 };

typedef enum { NO_SHARED, SHARED_OWN, SHARED_READ } shared_phase;

typedef struct {
    char name[24];
    unsigned params;
    char types[6];
    char result;
} device_function; // w, d, f, g: b32 b64 f32 f64

typedef struct {
    uint64_t        random;
    random_kernel  *kernel;
    random_launch  *launch;            // whose entry is built
    text            out;
    uint32_t        threads;           // of a CTA

    basic_block     blocks[MAX_BLOCKS];
    int             block_count, here;
    int             function_number;   // for labels
    bool            in_function;       // a device function: no own slots, shared memory, barriers or atomics
    shared_phase    phase;
    bool            shared_atomics;    // a barrier still comes before the shared sums are read
    bool            may_return;        // a divergent return is allowed
    bool            together;          // every thread is still there
    bool            functions_end_threads;
    int             loop_exits[MAX_LOOPS], loop_heads[MAX_LOOPS];
    unsigned        loops;
    int             region_end;        // where a jump out of all nesting leads
    unsigned        counter;           // loop counters in use
    int             budget;            // statements left

    device_function functions[4];
    unsigned        function_count;
    bool            has_dynamic_shared, shuffled, plain_labels;
} generator;

// Random choices.
uint32_t gen_word(generator *g);
uint32_t gen_below(generator *g, uint32_t limit);
bool     gen_chance(generator *g, unsigned percent);
#define PICK(g, array) ((array)[gen_below((g), sizeof(array) / sizeof *(array))])

// Text of the current block. emit adds a random guard now and then; emit_always never does.
void gen_text(text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void gen_emit(generator *g, const char *format, ...) __attribute__((format(printf, 2, 3)));
void gen_emit_always(generator *g, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Operands: names in a ring of buffers, valid for the next 32 calls. `class` is p, h, w, d, f or g (pred, 16, 32, 64
// bit, fp32, fp64).
const char *gen_reg(generator *g, char class);
const char *gen_other_reg(generator *g, char class, const char *taken);    // a different one
const char *gen_source(generator *g, char class);                          // a register or a constant
const char *gen_number(generator *g, char class);                          // a constant
const char *gen_maybe_not(generator *g, const char *predicate);            // "!" in front of it, or not
const char *gen_word_source(generator *g, uint32_t limit); // 32-bit constant below limit, or any register
char        gen_class_of_type(const char *type);                           // "s64" -> d
const char *gen_number_text(generator *g, long long value);
// The register with its NaN replaced, so that its bits may be seen.
const char *gen_seen_float(generator *g, char class, unsigned number);     // number 0 to 3: of values needed at once

// Basic blocks.
int  gen_new_block(generator *g);
void gen_jump(generator *g, int target);                                   // ends the current block if still open
void gen_branch(generator *g, const char *guard, bool uniform, int taken, int next);
void gen_return_here(generator *g);
void gen_enter(generator *g, int block);
void gen_lay_out_blocks(generator *g);                                     // into g->out; forgets them

// A load or store: so many elements of a type, bytes in all.
typedef struct { const char *type; unsigned count, bytes; } gen_access;
gen_access  gen_access_within(generator *g, unsigned bytes);
const char *gen_vector_suffix(const gen_access *a);
void        gen_destination(generator *g, const gen_access *a, char *to, size_t size);    // registers to load into
void        gen_stored_values(generator *g, const gen_access *a, char *to, size_t size);

// Statements.
void gen_integer_statement(generator *g);
void gen_integer_form(generator *g);                                      // of generate_forms.c
void gen_predicate_statement(generator *g);
void gen_float_statement(generator *g);
void gen_convert_statement(generator *g);
void gen_load_statement(generator *g);
void gen_textures(generator *g);                                         // of the input, and their variables
void gen_texture_statement(generator *g);
void gen_memory_statement(generator *g);
void gen_read_others_slot(generator *g);                                // only in a phase in which slots are read
void gen_atomic_statement(generator *g);
void gen_atomic_own_statement(generator *g);
void gen_call_statement(generator *g);
void gen_hint_statement(generator *g);
void gen_lanes_statement(generator *g);                                   // where all lanes of a warp stand together
void gen_barrier(generator *g);                                           // where all threads that are left come
void gen_statement(generator *g);
const char *gen_random_predicate(generator *g);                            // sets one by a comparison and names it

// A run of statements with nested control flow, about `size` statements.
void gen_region(generator *g, int size);
void gen_sequence(generator *g, unsigned depth, int size);

// Pieces of functions.
void gen_declare_registers(generator *g);
void gen_initial_values(generator *g,
                        const char *offset); // every register, from the input; offset is a 32-bit register
void gen_device_functions(generator *g);                                   // 0 to 3 of them, as text
void gen_depot(generator *g);                                              // its declaration, as text
void gen_store_function_result(generator *g, const char *guard);           // of the device function being built

#endif
