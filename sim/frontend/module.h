// SPDX-License-Identifier: BSD-3-Clause
// The inside of a program: arena, symbols, functions, relocations. Private to the front end.
//
// Registers are rows of 32 lanes in a warp's register table; immediates and variables' addresses are rows of the program's
// constants. So an instruction reads every operand in the same way. Addresses of variables are known only after parsing
// (of .global and .const, once device memory exists): a relocation names the row.
#ifndef WARPLOCK_SIM_FRONTEND_MODULE_H
#define WARPLOCK_SIM_FRONTEND_MODULE_H

#include "sim/frontend/lexer.h"
#include "sim/frontend/program.h"
#include "sim/frontend/types.h"

#include <setjmp.h>

enum {
    REGISTER_MAX = 65534,           // per function, by uint16_t register numbers
    INSN_MAX = 1 << 20,             // per module
    OPERAND_MAX = 8, VECTOR_MAX = 4, FRAGMENT_MAX = 8, STATEMENT_MODIFIERS = 12, STATEMENT_TYPES = 4, ARGUMENT_MAX = 64,
    TARGETS_MAX = 1 << 20,          // of all brx.idx of a function
    SCOPE_MAX = 64,                 // nested blocks
    VARIABLE_MAX = 1 << 30,         // bytes of one variable
    CONSTANT_ROW_BYTES = 32 * 8,
    GENERIC_WINDOW_BYTES = 0x01000000,     // of shared and of local memory in generic addresses
    CALL_STACK_BYTES = 4096,        // of a thread; a launch may ask for more (call_frames.h)
    RECURSION_MAX = 1024            // nested calls on that much stack
};

// Visibility of module-level names outside their module.
typedef enum { LINKAGE_own, LINKAGE_extern, LINKAGE_visible, LINKAGE_weak, LINKAGE_common } ptx_linkage;
typedef enum { SYMBOL_REGISTER, SYMBOL_REGISTER_RANGE, SYMBOL_VARIABLE, SYMBOL_LABEL, SYMBOL_TABLE, SYMBOL_FUNCTION } symbol_kind;

struct function;

// .branchtargets: the instructions that brx.idx chooses from.
typedef struct { uint32_t count; uint32_t *targets; } branch_table;

typedef struct symbol {
    symbol_kind      kind;
    const char      *name;
    ptx_type         type;
    // memory_space of a variable; SPACE_PARAM: of an entry; call parameters are SPACE_LOCAL
    uint8_t          space;
    uint8_t          linkage;       // ptx_linkage, at the module level
    bool             is_param;      // call parameter of a device function or of a call
    bool             is_extern;     // .extern .shared: dynamic
    bool             is_shared;     // shared with a program that is its own host
    bool             is_texture;    // .texref: holds the handle of a texture (texture.h)
    bool             is_lost;       // too many variables in the function for parse/variable_uses.c: treated as written
    uint32_t         align, line;
    uint64_t         bytes;
    uint32_t         number;        // register number; of a range: of its first
    uint32_t         name_number;   // digits in the register's name
    uint32_t         count;         // registers of a range
    uint32_t         row;           // byte offset in the function's register rows
    bool             has_row;
    uint64_t         address;       // in its space
    const uint8_t   *initial;       // first bytes; the rest is zero
    uint64_t         initial_bytes;
    struct function *function;      // SYMBOL_FUNCTION, and the owner of a local variable
    uint32_t         target;        // SYMBOL_LABEL: instruction index
    const branch_table *table;      // SYMBOL_TABLE
    uint32_t         scope;
    struct symbol   *chain;         // next in the hash bucket
    struct symbol   *next;          // in the list of variables of the module, or of registers that a function uses
} symbol;

// Address of `symbol` goes to a constant row (initial == NULL) or into an initial value.
typedef struct relocation {
    symbol            *symbol;
    uint32_t           row;
    uint8_t           *initial;
    uint32_t           initial_bytes;
    bool               generic;     // as a generic address
    bool               narrow;      // a row of 32-bit lanes
    int64_t            addend;
    struct relocation *next;
} relocation;

typedef struct use { symbol *symbol; struct use *next; } use;            // functions called, shared variables used

// .reqntid or .maxntid of an entry; line 0: it has none.
typedef struct { uint32_t line, size[3]; } block_limit;

typedef struct function {
    const char      *name;
    struct program  *program;
    bool             is_entry, is_defined;
    uint32_t         line;
    kernel_param    *params;        // of an entry
    symbol         **formals;       // parameters, in order
    symbol          *result;
    size_t           n_formals;
    uint32_t         params_bytes;
    block_limit      required_block, largest_block;
    uint32_t         most_registers, least_ctas;    // .maxnreg, .minnctapersm; 0: it has none
    uint32_t         first, count;  // instructions
    uint32_t         registers_declared;
    symbol          *used_registers;
    uint32_t         rows_bytes;    // register rows
    uint32_t         local_bytes, local_align;
    uint32_t         row_base, local_base;      // where the module put them
    uint32_t         live_registers;            // that it needs itself, with loads grouped (parse/registers.c)
    uint32_t         ordered_registers;         // in the order of the file
    uint32_t         visiting, order, lowest;   // walk of the call graph; visiting: 1 active, 2 done
    struct function *below;                     // also active, and started earlier
    uint32_t         component;                 // functions that call each other have one number
    bool             is_recursive;              // calls itself, directly or through others
    bool             recurses, has_stack;       // it, or one that it calls, is recursive; one with local variables
    uint32_t         frame_bytes;               // of its local variables on the call stack, if recursive
    struct call_info *indirect_calls;
    uint32_t         deep_registers, deep_ordered_registers, call_depth;      // with callees, each once
    uint32_t         shared_bytes;
    use             *calls, *shared;
    use             *reads, *writes;            // of variables without initial value; after layout, also the callees'
    struct function *next;
} function;

typedef struct { kernel face; function *function; } ptx_kernel;
extern const kernel_source ptx_source;
const ptx_kernel *ptx_kernel_of(const kernel *);

typedef struct arena_block arena_block;

struct program {
    const char   *file_name;
    const char   *text;
    arena_block  *arena;
    symbol      **buckets;
    function     *functions, **functions_end;
    ptx_kernel  **kernels;
    size_t        n_kernels;
    insn         *insns;
    uint32_t      n_insns, room_insns;
    uint8_t      *constants;        // rows
    uint32_t      n_constants, room_constants;
    uint32_t     *constant_index;   // hash of immediates: row number + 1
    uint32_t      constant_index_room;
    relocation   *relocations;
    symbol       *variables;        // module scope and function scope .global, .const and .shared
    symbol      **variables_end;
    uint64_t      constant_bytes;   // .const variables
    uint64_t      constant_base;    // its device address, 0 while it has none
    use          *addressed;        // functions whose address is taken
    uint32_t      n_addressed, n_visited, n_components;
    uint32_t      callee_rows, callee_local;
    uint32_t      target;           // the highest of .target: 75 of sm_75
    bool          reads_grid_barrier;
    ptx_error    *error;
    jmp_buf       failed;
};

typedef enum {
    OPERAND_REGISTER, OPERAND_INTEGER, OPERAND_FLOAT, OPERAND_SPECIAL, OPERAND_VARIABLE, OPERAND_ADDRESS,
    OPERAND_VECTOR, OPERAND_TEXTURE,
    OPERAND_SINK
} operand_kind;

typedef struct operand {
    operand_kind kind;
    bool         negated;                   // !%p
    bool         minus;                     // -%r of vmad
    const char  *part;                      // of a register, of a video instruction: "h0" of %r.h0; NULL for none
    uint32_t     part_length;
    symbol      *symbol;                    // register or variable, also the base of an address (NULL: absolute), or a texture
    ptx_special  special;
    uint64_t     value;                     // integer, or bits of a float of `type`
    ptx_type     type;
    int64_t      offset;                    // of an address
    uint32_t     count;
    struct operand *elements;               // of a vector: registers, numbers and '_'; of a texture: its coordinates
} operand;

typedef struct { symbol *symbol; operand value; } argument;      // of a call: a .param variable, or a plain operand

typedef struct {
    ptx_mnemonic mnemonic;
    uint32_t     line;
    const char  *text;                      // the opcode with its modifiers, for messages
    uint32_t     text_length;
    uint8_t      modifiers[STATEMENT_MODIFIERS], n_modifiers;
    uint8_t      types[STATEMENT_TYPES], n_types;
    uint8_t      words[STATEMENT_MODIFIERS], n_words;      // instead of these: ptx_matrix_word of matrix units, ptx_async_word of cp and mbarrier
    bool         rounds_away, to_tf32;      // cvt.rna, .tf32
    symbol      *guard;
    bool         guard_negated;
    operand      operands[OPERAND_MAX];
    uint32_t     n_operands;
    operand      second;                    // setp p|q, shfl d|p: what follows the bar
    bool         has_second;
    const char  *target;                    // label of a branch, function of a call
    const branch_table *table;              // of brx.idx
    function    *callee;
    bool         is_indirect;               // the first operand has the callee's address
    symbol      *result;                    // of a call
    argument     arguments[ARGUMENT_MAX];
    uint32_t     n_arguments;
} statement;

// arena.c
void *program_alloc(program *, size_t bytes);           // zeroed, freed with the program
char *program_copy(program *, const char *text, size_t length);
void  arena_free(program *);
_Noreturn void program_fail(program *, uint32_t line, const char *format, ...) __attribute__((format(printf, 3, 4)));

// symbols.c
symbol  *symbol_find(program *, const char *name, uint32_t length);     // innermost; creates a register of a range on first use
symbol  *symbol_add(program *, symbol_kind, const token *name, uint32_t scope);
// Ends the parse if another register or range in the same scope has the name.
void     symbol_check_register(program *, const symbol *);
void     symbol_close_scope(program *, uint32_t scope);
void     symbol_hide_own(program *);                     // module-level names that no other module sees
void     symbol_register_row(function *, symbol *);
// byte offset of a row that holds the value as 64 bits (32 bits: low halves)
uint32_t constant_row(program *, uint64_t value);
uint32_t constant_row32(program *, uint32_t value);
void     function_use(program *, use **, symbol *);      // adds it once
void     function_address(program *, symbol *);          // its address is taken: from now on the function has one
uint32_t relocation_row(program *, symbol *, int64_t addend, bool narrow);

// parse/module_text.c: whether two declarations of a name may be of one thing
bool     linkage_joins(ptx_linkage first, ptx_linkage second);

// parse/declarations.c, parse/parser.c
// not yet resolved; `entry` of a table, else of the instruction
typedef struct branch_label { uint32_t *entry; uint32_t insn, line, scope; const char *name; struct branch_label *next; } branch_label;
typedef struct parser {
    program      *program;
    lexer         lexer;
    token         current;
    uint32_t      scope;
    function     *function;
    branch_label *branches;
    ptx_linkage   linkage;          // of the current module-level declaration
    uint32_t      modules;          // begun
    symbol       *label;            // just read, with nothing after it
    uint32_t      n_targets;        // of the function's brx.idx so far
} parser;
void     parser_advance(parser *);
bool     parser_mark(const parser *, char mark);
bool     parser_accept(parser *, char mark);
void     parser_expect(parser *, char mark);
bool     parser_dotted(const parser *, const char *word);
_Noreturn void parser_fail(parser *, const char *expected);
_Noreturn void parser_fail_opcode(parser *);
bool     parser_accept_dotted(parser *, const char *word);
int64_t  parser_integer(parser *, const char *what);
void     parse_variables(parser *, uint8_t space, bool is_extern);      // from after the space word to ';'
void     parse_textures(parser *, bool is_extern);
void     parse_registers(parser *);
ptx_type parse_type(parser *, uint32_t *align, uint32_t *elements);
symbol  *parse_param(parser *, uint8_t space);
void     parser_expect_word(parser *, const char *what);
void     parser_skip_line(parser *);
void     parser_skip_section(parser *);
void     parser_skip_block(parser *);                    // from '{' to its '}'

// parse/functions.c
void     parse_function(parser *, bool is_entry);        // from after .func or .entry

// parse/initial_values.c
void     parse_initial(parser *, symbol *, ptx_type);    // after '='

// parse/operands.c
symbol  *parser_symbol(parser *, const char *what);      // that the current word names
symbol  *parser_register(parser *);
void     parse_operand(parser *, operand *, ptx_mnemonic of);

// parse/statements.c
void     parse_body(parser *);                           // from after '{' to its '}'

// decode/decode.c
void     decode_statement(program *, function *, statement *);

// flow.c; parse/registers.c, parse/call_graph.c, parse/layout.c
void     flow_reconvergence(program *, function *);
void     registers_count(program *, function *);
void     calls_resolve(program *);
void     layout_module(program *);
void     relocate(program *);                           // writes all addresses into rows and initial values
// parse/variable_uses.c: what the body just parsed does to variables; `before`: the relocations before it
void     variable_uses(program *, function *, const relocation *before);
// program.c
bool     unmangled_is(const char *mangled, const char *name);
uint64_t symbol_generic_address(const program *, const symbol *);

#endif
