// SPDX-License-Identifier: BSD-3-Clause
// What the parts of the interpreter share: the decoded program, and a thread in execution.
//   interpret_tokens.c, interpret_parse.c       text to code
//   interpret_integer.c, interpret_float.c      what instructions compute
//   interpret_execute.c                         one instruction: memory, control flow, arrival at barriers
//   interpret_run.c                             threads, CTAs, the grid
//   interpret_texture.c                         textures
//   interpret_warp.c                            what the lanes of a warp do together
#ifndef WARPLOCK_TESTS_SIM_RANDOM_INTERPRETER_INTERNAL_H
#define WARPLOCK_TESTS_SIM_RANDOM_INTERPRETER_INTERNAL_H

#include <setjmp.h>

#include "tests/sim/random/interpreter.h"

// Everything that may follow a mnemonic after a dot, types apart.
#define MODIFIERS(X)                                                                                                   \
    X(eq)                                                                                                              \
    X(ne)                                                                                                              \
    X(lt) X(le) X(gt) X(ge) X(lo) X(ls) X(hi) X(hs) X(equ) X(neu) X(ltu) X(leu) X(gtu) X(geu) X(num) X(nan) X(and)     \
        X(or) X(xor) X(rn) X(rz) X(rm) X(rp) X(rni) X(rzi) X(rmi) X(rpi) X(sat) X(ftz) X(wide) X(cc) X(v2) X(v4)       \
            X(global) X(shared) X(local) X(const) X(param) X(to) X(approx) X(full) X(clamp) X(1d) X(2d) X(wrap) X(l) X(r) X(f4e)   \
                X(b4e) X(rc8) X(ecl) X(ecr) X(rc16) X(add) X(min) X(max) X(inc) X(dec) X(exch) X(cas) X(shiftamt)      \
                    X(up) X(down) X(bfly) X(idx) X(all) X(any) X(uni) X(ballot) X(warp) X(red) X(arrive) X(popc)
typedef enum {
#define X(name) MOD_##name,
    MODIFIERS(X)
#undef X
    MOD_COUNT
} modifier;
__extension__ typedef unsigned __int128 modifier_set;
_Static_assert(MOD_COUNT <= 128, "modifiers are bits of a modifier_set");

typedef struct { char kind; uint8_t bits; } value_type;      // kind: b, u, s, f or p (predicate, 1 bit)

enum { GENERIC, GLOBAL, SHARED, LOCAL, CONSTANT, PARAM };     // spaces
enum { NUMBER = 0xffff, SINK = 0xfffe };                     // in the place of a vector's register: a number, "_"
enum { MAX_SOURCES = 5, MAX_VECTOR = 4, MAX_REGISTERS = 256, MAX_DEPTH = 4, PARAM_BYTES = 512, LOCAL_BYTES = 1024 };

typedef enum { NOTHING, REGISTER, IMMEDIATE, SPECIAL, ADDRESS, VECTOR } operand_kind;
typedef struct {
    operand_kind kind;
    bool         negated;               // !%p
    uint8_t      count;                 // of a vector's elements
    uint64_t     numbers[MAX_VECTOR];   // of those that are no register
    bool         based;                 // an address with a base register
    uint16_t     regs[MAX_VECTOR];      // REGISTER and ADDRESS use the first, SPECIAL its number
    uint64_t     value;                 // of an immediate; an address's constant part
} operand;

struct thread;
struct instruction;
typedef uint64_t (*value_function)(struct thread *, const struct instruction *, const uint64_t *source);
typedef void (*effect_function)(struct thread *, const struct instruction *);

typedef struct instruction {
    value_function  value;              // result of the instruction, written to the destination; or
    effect_function effect;             // does everything itself
    modifier_set    modifiers;
    const char     *mnemonic;
    value_type      type, type2;        // as written: type is the first one
    int             guard;              // register or -1
    bool            guard_negated;
    bool            makes_float;        // the bits of a NaN that it makes are nobody's business
    operand         dst, dst2;
    operand         src[MAX_SOURCES];
    uint8_t         sources;
    uint8_t         space;
    uint32_t        target;             // of a branch: index in the function's code
    uint16_t        callee;
    uint16_t        call_args[8], call_result;   // offsets in the caller's parameter area
    uint32_t        line;
} instruction;

typedef struct { char name[40]; uint16_t offset, bytes; } formal;
typedef struct {
    char         name[40];
    bool         entry;
    instruction *code;
    uint32_t     length, capacity;
    uint16_t     registers;
    uint8_t      bits[MAX_REGISTERS];   // width of each register
    formal       formals[16], result;
    uint8_t      formal_count;
    bool         has_result;
    uint16_t     param_bytes;
} function;

enum { MAX_FUNCTIONS = 12, BANK_BYTES = 4096, MAX_TEXTURES = 8 };
typedef struct module {
    function  functions[MAX_FUNCTIONS];
    uint8_t   function_count;
    uint8_t   constants[BANK_BYTES], globals[BANK_BYTES];
    uint32_t  constant_bytes, global_bytes, shared_bytes, local_bytes;
    char      textures[MAX_TEXTURES][8]; // names of the variables .texref
    unsigned  texture_count;
} module;

enum { GLOBALS_BASE = 0x10000 };         // module-scope .global variables, below every buffer
enum { TEXTURES_BASE = 0x2000 };         // the value of a variable .texref, and its number

typedef struct { uint16_t function, pc; } place;
typedef struct {
    uint64_t reg[MAX_REGISTERS];
    bool     written[MAX_REGISTERS];
    uint8_t  param[PARAM_BYTES];
    place    at;
} frame;

typedef struct cta_memory { uint8_t *shared; uint32_t shared_bytes; } cta_memory;

typedef struct thread {
    frame        *frames;               // MAX_DEPTH of them
    uint32_t      depth;
    uint8_t       local[LOCAL_BYTES];   // of all functions: each has its own place, for nothing is recursive
    uint32_t      tid[3], ctaid[3], linear;
    bool          done;
    const struct instruction *waiting;  // at which barrier; or NULL
    uint8_t       barrier;              // its number
    uint32_t      wanted;               // threads that open it; 0: all
    uint16_t      arrived;              // barriers at which it need not wait, one bit each
    const instruction *gathering;       // waits there for the other lanes of its warp; or NULL
    uint32_t      carry;
    uint64_t      steps;
    struct world *world;
} thread;

typedef struct world {
    const interpreter_job *job;
    module                 code;
    cta_memory             cta;
    jmp_buf                failed;
    char                  *error;
    size_t                 error_bytes;
} world;

static inline bool has(const instruction *in, modifier m) { return (bool)(in->modifiers >> m & 1); }
static inline uint64_t low_bits(uint64_t value, unsigned bits)
{
    return bits >= 64 ? value : value & ((UINT64_C(1) << bits) - 1);
}
static inline int64_t sign_extended(uint64_t value, unsigned bits)
{
    return (int64_t)(value << (64 - bits)) >> (64 - bits);
}

// Leaves interpreter_run with a message.
int interpreter_poison(const world *w);              // a byte of memory that nothing has written: another in each order of threads
void interpreter_execute(thread *t, const instruction *in);
uint64_t interpreter_operand(thread *t, const operand *o, unsigned element_bits);
void interpreter_set_register(thread *t, unsigned number, uint64_t value);
_Noreturn void interpreter_fail(world *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

void interpreter_parse(world *w, const char *text);

// interpret_warp.c: the warps whose threads wait for each other go on; false when there is none. What it needs of a
// thread:
bool interpret_warps(world *w, thread *threads, uint32_t count);
void interpreter_sources(thread *t, const instruction *in, uint64_t *a, uint64_t *b, uint64_t *c);
void interpreter_results(thread *t, const instruction *in, uint64_t value, bool second);

// interpret_texture.c; what it needs of a thread:
void interpreter_texture_lookup(thread *t, const instruction *in);
uint64_t interpreter_value(thread *t, const operand *o);
uint64_t interpreter_element(thread *t, const operand *o, unsigned i);
void interpreter_set(thread *t, unsigned reg, uint64_t value);           // or "_"
const uint8_t *interpreter_bytes(thread *t, const instruction *in, uint64_t address, unsigned bytes);   // of a buffer

typedef struct { const char *name; value_function value; effect_function effect; } mnemonic;
extern const mnemonic integer_mnemonics[], effect_mnemonics[];    // each ended by a NULL name
extern const mnemonic float_mnemonics[];                          // of instructions whose first type is a float

bool float_compare(const instruction *in, uint64_t a, uint64_t b, unsigned bits);


#endif
