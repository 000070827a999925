// SPDX-License-Identifier: BSD-3-Clause
// What an instruction computes: decoded operands, the handler, and the state that handlers work on. Private to the
// front end.
//
// A row holds one value for each of 32 lanes: 4 bytes a lane for types up to 32 bits (8- and 16-bit values
// zero-extended), 8 bytes for 64-bit types; a predicate is one 32-bit mask. A handler computes all 32 lanes and blends
// by the mask.
#ifndef WARPLOCK_SIM_FRONTEND_CODE_H
#define WARPLOCK_SIM_FRONTEND_CODE_H

#include "sim/frontend/exec.h"
#include "sim/frontend/module.h"

// A table is an array of rows. Operands name a table and a byte offset in it.
typedef enum { TABLE_REGISTERS, TABLE_CONSTANTS, TABLE_WARP, TABLE_LAUNCH, TABLE_COUNT } operand_table;

enum {
    CODE_SOURCES = 26, CODE_DESTINATIONS = 8, TEXTURE_CHANNELS = 4,
    FULL_MASK = -1,
    CSR_FLUSH = 0x8040, CSR_DOWN = 0x2000, CSR_UP = 0x4000, CSR_ZERO = 0x6000,      // bits of the host's MXCSR
    PREDICATE_ROW = 4, ROW32 = 128, ROW64 = 256,
    SINK_ROW = SPECIAL_WARP_COUNT * CONSTANT_ROW_BYTES,    // in TABLE_WARP: where "_" is written
    CARRY_ROW = SINK_ROW + CONSTANT_ROW_BYTES,             // in TABLE_WARP: carry flags, a mask of lanes
    WARP_TABLE_BYTES = CARRY_ROW + CONSTANT_ROW_BYTES
};

// The third window of generic addresses (the others are in exec.h): the launch's parameters, out of reach of local memory.
#define GENERIC_PARAM  0xBD000000u
#define LOCAL_LIMIT    0xBD000000u

typedef struct { uint32_t table, offset; } operand_row;

typedef enum { FLOW_NEXT, FLOW_BRANCH, FLOW_BRANCH_TABLE, FLOW_CALL, FLOW_CALL_INDIRECT, FLOW_RET, FLOW_EXIT } code_flow;

struct execution;
struct insn_code;
typedef struct ptx_launch ptx_launch;
struct ptx_cta;
typedef void (*code_handler)(struct execution *, const struct insn_code *, uint32_t mask);
typedef uint32_t (*compare_handler)(const void *a, const void *b);      // rows; bit i: lane i compares true

typedef struct call_info {
    const function *callee;                     // NULL: of an indirect call
    uint64_t        address;                    // the callee's, if it may be called indirectly
    bool            saves;                      // the callee is already active: its state is saved
    struct call_info *candidates, *next;        // of an indirect call: one for each possible callee
    uint32_t        n_arguments;
    // to: .param of the callee; from: .param of the caller
    struct { operand_row value; bool is_row; uint32_t from, to, bytes; } *arguments;
    bool            has_result;
    uint32_t        result_from, result_to, result_bytes;
} call_info;

// A matrix operand or result in a warp's registers (exec_matrix.c).
typedef enum { MATRIX_A, MATRIX_B, MATRIX_C, MATRIX_D, MATRIX_OPERANDS } matrix_role;
typedef struct {
    uint16_t rows, columns;
    uint8_t registers;                          // of a lane
    uint8_t type, bits;                         // ptx_matrix_word: f16, bf16, tf32, f32, f64, s8, u8, s4, u4, b1, s32; of an element
    bool    by_columns;                         // A and B: elements in column order
    uint8_t first;                              // source or destination row of its first register
} matrix_fragment;
typedef struct {
    uint8_t shape;                              // ptx_matrix_word
    bool    is_wmma;
    uint16_t depth;                             // k
    bool    quads;                              // four products of eight lanes each
    bool    saturates;                          // .satfinite
    uint8_t combined;                           // of single bits: WORD_xor or WORD_and
    matrix_fragment fragment[MATRIX_OPERANDS];
    // of wmma.load and wmma.store
    uint8_t role, pieces, piece_bytes;          // a lane moves pieces of contiguous bytes
    bool    in_columns;                         // the matrix in memory
    bool    strided;                            // pieces are in consecutive rows or columns; else contiguous
    uint8_t matrices;                           // of ldmatrix
    bool    transposed;
} matrix_info;

// A texture or surface access.
typedef enum { BOUNDARY_trap, BOUNDARY_clamp, BOUNDARY_zero } surface_boundary;
typedef struct {
    uint8_t geometry;                           // texture_geometry
    uint8_t first;                              // source row of the first coordinate
    uint8_t boundary;                           // surface_boundary
    uint8_t channel;                            // channel that tld4 gathers
    bool    level, gather;
} texture_access;
// A video instruction (exec_video.c) on one, two or four elements of a word.
typedef enum { VIDEO_add, VIDEO_sub, VIDEO_absdiff, VIDEO_min, VIDEO_max, VIDEO_avrg, VIDEO_set, VIDEO_shl, VIDEO_shr, VIDEO_mad } video_operation;
typedef enum { VIDEO_MERGE, VIDEO_THEN_ADD, VIDEO_THEN_MIN, VIDEO_THEN_MAX } video_second;
enum { VIDEO_ELEMENTS = 4 };
typedef struct { bool of_b; uint8_t shift, bits; } video_part;
typedef struct {
    uint8_t    operation, compare, second;      // video_operation, comparison, video_second
    uint8_t    elements;
    bool       signed_a, signed_b, signed_result, saturates, wraps;
    video_part a[VIDEO_ELEMENTS], b[VIDEO_ELEMENTS], to[VIDEO_ELEMENTS];      // to: 0 bits if the element is not written
    bool       minus_product, minus_c, plus_one;        // of vmad
    uint8_t    scale;
} video_info;

// cp.async (exec_copy.c). Source rows: global address, shared address, limit of the source.
typedef enum { COPY_WHOLE, COPY_SIZED, COPY_IGNORES } copy_limit;
typedef struct {
    uint8_t limit;                              // copy_limit: none, bytes of the source, or a predicate that suppresses the read
    bool    negated, to_is_wide;                // of the predicate; of the address in shared memory
    int64_t to_offset;
} copy_info;
// mbarrier (exec_mbarrier.c): these go with `choice`.
typedef enum { MBARRIER_init, MBARRIER_inval, MBARRIER_arrive, MBARRIER_expect, MBARRIER_complete, MBARRIER_wait } mbarrier_operation;
enum { MBARRIER_OPERATION = 15, MBARRIER_DROPS = 16, MBARRIER_EXPECTS = 32, MBARRIER_STAYS = 64, MBARRIER_BY_PARITY = 128, MBARRIER_COUNTS_ITSELF = 256 };

typedef struct insn_code {
    code_handler run;
    code_handler inner;                         // called by a wrapper that sets rounding, flush to zero or saturation
    compare_handler compare;                    // of setp, set and slct
    operand_row  dst[CODE_DESTINATIONS];
    operand_row  src[CODE_SOURCES];
    uint32_t     guard;                         // offset in TABLE_REGISTERS
    bool         has_guard, guard_negated;
    uint8_t      flow;                          // code_flow
    uint8_t      type, source_type;             // ptx_type
    uint8_t      vector;                        // elements of a memory access
    bool         whole_words;                   // a word may extend past its buffer: atomics, and volatile loads, which make small ones
    uint8_t      left_out;                      // "_" elements of a store, one bit each
    uint8_t      data_bytes;                    // register size of a load or store: 4 or 8
    uint8_t      reads_clock;
    uint8_t      saturate;
    uint8_t      space;                         // memory_space as written
    bool         source_negated;                // !%p of setp, set, vote and bar.red
    bool         address_is_wide;               // 64-bit base register
    uint16_t     csr;                           // MXCSR bits to set while `inner` runs
    texture_access texture;
    uint32_t     choice;                        // comparison, byte selection, function table, …
    uint32_t     n_src;                         // sources decoded
    uint32_t     n_dst;                         // destinations of mov {..}, 2 with p|q
    uint32_t     target, reconvergence;         // instruction indices of a branch
    const branch_table *table;                  // of brx.idx
    int64_t      offset;                        // of an address
    bool         names_local;                   // has the address of a local variable
    const call_info *call;
    const matrix_info *matrix;
    const video_info *video;
    const copy_info *copy;
    const char  *text;
    uint32_t     text_length;
} insn_code;

// What a handler sees of the executing warp.
typedef struct execution {
    uint8_t    *table[TABLE_COUNT];
    ptx_launch *launch;
    struct ptx_cta *cta;
    warp_step  *step;
    uint8_t    *local;                          // of lane 0; each lane's bytes are contiguous
    uint32_t    local_bytes;                    // of one thread
    uint32_t    warp;
    const insn *insn;
    uint64_t    executed;                       // instructions of this warp: serves as %clock without a clock
    uint32_t    stack_used[WARP_LANES];         // bytes of each lane's call stack
    uint32_t    buffer_found;                   // of device_find
    uint32_t    piece;                          // current piece of a matrix instruction
    bool        failed;                         // an instruction of this warp has failed the launch
} execution;

static inline uint32_t *row32(const execution *x, operand_row r)
{
    return (uint32_t *)(void *)(x->table[r.table] + r.offset);
}

static inline uint64_t *row64(const execution *x, operand_row r)
{
    return (uint64_t *)(void *)(x->table[r.table] + r.offset);
}

static inline uint32_t *predicate_of(const execution *x, operand_row r)
{
    return (uint32_t *)(void *)(x->table[r.table] + r.offset);
}

void row_write32(uint32_t *to, const uint32_t *from, uint32_t mask);
void row_write64(uint64_t *to, const uint64_t *from, uint32_t mask);
static inline void predicate_write(uint32_t *to, uint32_t value, uint32_t mask)
{
    *to = (*to & ~mask) | (value & mask);
}

// The decoder picks the handler for an operation and a type.
#define OPERATIONS(X) \
    X(add) X(sub) X(mul_lo) X(mul_hi) X(mul_wide) X(mul24_hi) X(mad_lo) X(mad_hi) X(mad_wide) X(mad24_hi) X(fma) X(div) X(rem) \
    X(min) X(max) X(abs) X(neg) X(and) X(or) X(xor) X(not) X(cnot) X(shl) X(shr) X(mov) X(sad) \
    X(add_cc) X(addc) X(addc_cc) X(sub_cc) X(subc) X(subc_cc) X(mad_lo_cc) X(mad_hi_cc) X(madc_lo) X(madc_hi) X(madc_lo_cc) X(madc_hi_cc) \
    X(add_sat) X(sub_sat) X(mad_hi_sat) X(popc) X(clz) X(brev) X(bfind) X(bfind_shift) X(bfe) X(bfi) X(prmt) X(shf_l) X(shf_r) X(lop3) X(dot) X(bmsk) X(szext) \
    X(rcp) X(sqrt) X(rsqrt) X(rcp_upper) X(rsqrt_upper) X(sin) X(cos) X(ex2) X(lg2) X(tanh) X(copysign) X(mul24_lo) X(mad24_lo) \
    X(min_NaN) X(max_NaN) X(min_xorsign) X(max_xorsign) X(min_NaN_xorsign) X(max_NaN_xorsign)

typedef enum {
#define X(name) OPERATION_##name,
    OPERATIONS(X)
#undef X
    OPERATION_COUNT
} operation;

code_handler integer_handler(operation, ptx_type);      // NULL when there is none
code_handler wide_handler(operation, ptx_type);         // carries, bit fields, 24-bit, saturating integer
code_handler float_handler(operation, ptx_type);
code_handler predicate_handler(operation);
code_handler half_handler(operation);                   // type: f16, bf16 or a pair; choice: half_flags
enum { HALF_FLUSHES = 1, HALF_SATURATES = 2, HALF_RELU = 4, HALF_KEEPS_NAN = 8, HALF_XORS_SIGNS = 16, HALF_FINITE = 32 };

typedef enum {
    COMPARE_eq, COMPARE_ne, COMPARE_lt, COMPARE_le, COMPARE_gt, COMPARE_ge,
    COMPARE_equ, COMPARE_neu, COMPARE_ltu, COMPARE_leu, COMPARE_gtu, COMPARE_geu, COMPARE_num, COMPARE_nan,
    COMPARE_COUNT
} comparison;
typedef enum { COMBINE_none, COMBINE_and, COMBINE_or, COMBINE_xor } combination;      // of setp and set: choice
compare_handler compare_find(comparison, ptx_type);       // NULL if the type has no such comparison
void run_setp(execution *, const insn_code *, uint32_t mask);
void run_set(execution *, const insn_code *, uint32_t mask);
void run_testp(execution *, const insn_code *, uint32_t mask);             // choice: number_kind
typedef enum { KIND_finite, KIND_infinite, KIND_number, KIND_notanumber, KIND_normal, KIND_subnormal } number_kind;
void run_selp(execution *, const insn_code *, uint32_t mask);
void run_slct(execution *, const insn_code *, uint32_t mask);

void run_nothing(execution *, const insn_code *, uint32_t mask);
void run_stack_address(execution *, const insn_code *, uint32_t mask);    // wraps inner: address of a local variable on the call stack
void run_trap(execution *, const insn_code *, uint32_t mask);
void run_breakpoint(execution *, const insn_code *, uint32_t mask);
void run_rounded(execution *, const insn_code *, uint32_t mask);          // wraps inner
void run_convert(execution *, const insn_code *, uint32_t mask);
void run_convert_to_half(execution *, const insn_code *, uint32_t mask);  // vector: bytes of the source; data_bytes: of the result
void run_convert_to_tf32(execution *, const insn_code *, uint32_t mask);
void run_pack(execution *, const insn_code *, uint32_t mask);             // mov.b64 d, {a, b}
void run_unpack(execution *, const insn_code *, uint32_t mask);
// choice: add 1 or subtract 0 the window of `space`
void run_cvta(execution *, const insn_code *, uint32_t mask);
void run_shuffle(execution *, const insn_code *, uint32_t mask);          // choice: shuffle_mode
void run_vote(execution *, const insn_code *, uint32_t mask);             // choice: vote_mode
void run_match(execution *, const insn_code *, uint32_t mask);             // choice: 1 .all, 0 .any
void run_redux(execution *, const insn_code *, uint32_t mask);             // choice: operation
void run_elect(execution *, const insn_code *, uint32_t mask);
void run_isspacep(execution *, const insn_code *, uint32_t mask);
typedef enum { SHUFFLE_up, SHUFFLE_down, SHUFFLE_bfly, SHUFFLE_idx } shuffle_mode;
typedef enum { VOTE_all, VOTE_any, VOTE_uni, VOTE_ballot, VOTE_active } vote_mode;
// of cvt: choice
typedef enum { ROUND_none, ROUND_rn, ROUND_rz, ROUND_rm, ROUND_rp, ROUND_rni, ROUND_rzi, ROUND_rmi,
               ROUND_rpi } round_mode;

// A function without a body in the PTX that the simulator provides (exec_services.c).
typedef struct { const char *name, *arguments; code_handler run; } service;
const service *service_find(const char *name);        // NULL when there is none
void run_vprintf(execution *, const insn_code *, uint32_t mask);
void run_assertfail(execution *, const insn_code *, uint32_t mask);

void run_barrier(execution *, const insn_code *, uint32_t mask);           // choice: barrier_operation
typedef enum { BARRIER_sync, BARRIER_arrive, BARRIER_popc, BARRIER_and, BARRIER_or } barrier_operation;

void run_load(execution *, const insn_code *, uint32_t mask);
void run_store(execution *, const insn_code *, uint32_t mask);
void run_prefetch(execution *, const insn_code *, uint32_t mask);          // choice: 1 prefetchu
enum { DOT_HALVES = 1, DOT_UPPER = 2, DOT_SIGNED_A = 4, DOT_SIGNED_B = 8 };      // of dp4a and dp2a: choice
void run_copy(execution *, const insn_code *, uint32_t mask);               // cp.async
void run_mbarrier(execution *, const insn_code *, uint32_t mask);
void run_pending_count(execution *, const insn_code *, uint32_t mask);
void run_atomic(execution *, const insn_code *, uint32_t mask);
void run_matrix_load(execution *, const insn_code *, uint32_t mask);       // wmma.load
void run_matrix_store(execution *, const insn_code *, uint32_t mask);      // wmma.store
void run_matrix_multiply(execution *, const insn_code *, uint32_t mask);   // wmma.mma, mma
void run_load_rows(execution *, const insn_code *, uint32_t mask);         // ldmatrix
void run_tex(execution *, const insn_code *, uint32_t mask);               // tex, tld4; source_type: of the coordinates
void run_surface_load(execution *, const insn_code *, uint32_t mask);
void run_surface_store(execution *, const insn_code *, uint32_t mask);
void run_surface_reduction(execution *, const insn_code *, uint32_t mask);
void run_video(execution *, const insn_code *, uint32_t mask);
void run_video_mad(execution *, const insn_code *, uint32_t mask);
typedef enum {
    ATOMIC_and, ATOMIC_or, ATOMIC_xor, ATOMIC_add, ATOMIC_min, ATOMIC_max, ATOMIC_inc, ATOMIC_dec, ATOMIC_exch,
    ATOMIC_cas
} atomic_operation;

#endif
