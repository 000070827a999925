// SPDX-License-Identifier: BSD-3-Clause
// Loads and stores of a warp: addresses of all lanes, the space of a generic address, bounds and alignment, then the
// bytes.
//
// All lanes are checked against one window (the buffer that the first lane hits, the CTA's shared memory, …); lanes in
// other buffers, or with a generic address in another space, take further rounds. The timing model sees one access, to
// the space of the lowest lane, and no lanes of other spaces.
#include "sim/frontend/exec_memory.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    uint8_t *host;
    uint64_t start, bytes;       // addresses of the window
    uint64_t lane_stride;        // of thread-private memory
} window;

static const char *const space_names[] = { "none", "global", "local", "shared", "const", "param", "generic", "texture" };

void access_fault(execution *x, const insn_code *code, uint32_t lane, uint64_t address, uint8_t space, launch_fault kind,
                  const char *what)
{
    char near[160] = "";
    launch_await_turn(x);
    const device_buffer *b = space == SPACE_GLOBAL ? device_below(x->launch->config.memory, address) : NULL;
    if (b != NULL) {
        snprintf(near, sizeof near, ", nearest buffer below: %.60s, 0x%llx to 0x%llx", b->name,
                 (unsigned long long)b->start,
                 (unsigned long long)(b->start + b->bytes));
    }
    launch_fail(x, lane, kind, "%.*s of %u bytes at %s address 0x%llx: %s%s",
                (int)(code->text_length > 60 ? 60 : code->text_length), code->text,
                x->insn->width, space_names[space], (unsigned long long)address, what, near);
}

static uint8_t generic_space(uint64_t address, uint64_t *offset)
{
    *offset = address;
    if (address - EXEC_GENERIC_SHARED < GENERIC_WINDOW_BYTES) {
        *offset = address - EXEC_GENERIC_SHARED;
        return SPACE_SHARED;
    }
    if (address - EXEC_GENERIC_LOCAL < GENERIC_WINDOW_BYTES) {
        *offset = address - EXEC_GENERIC_LOCAL;
        return SPACE_LOCAL;
    }
    if (address - GENERIC_PARAM < GENERIC_WINDOW_BYTES) {
        *offset = address - GENERIC_PARAM;
        return SPACE_PARAM;
    }
    return SPACE_GLOBAL;
}

static void compute_addresses(execution *x, const insn_code *code, uint64_t *address)
{
    uint64_t offset = (uint64_t)code->offset;
    if (code->address_is_wide) {
        const uint64_t *base = row64(x, code->src[0]);
        for (uint32_t i = 0; i < WARP_LANES; i++) {
            address[i] = base[i] + offset;
        }
    } else {
        const uint32_t *base = row32(x, code->src[0]);
        for (uint32_t i = 0; i < WARP_LANES; i++) {
            address[i] = (uint32_t)(base[i] + (uint32_t)offset);          // 32-bit addresses wrap
        }
    }
}

// Lanes of the mask whose generic address lies in the space of the lowest one; addresses become offsets in that space.
static uint32_t one_space(uint64_t *address, uint32_t mask, uint8_t *space)
{
    uint32_t same = 0;
    uint64_t offset;
    *space = generic_space(address[__builtin_ctz(mask)], &offset);
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        if (generic_space(address[lane], &offset) == *space) {
            address[lane] = offset;
            same |= 1u << lane;
        }
    }
    return same;
}

// The window that holds the address; it has no bytes when there is none.
static inline window find_window(execution *x, uint8_t space, uint64_t address)
{
    const ptx_launch *l = x->launch;
    device_memory *m = l->config.memory;
    const device_buffer *b;
    switch (space) {
    case SPACE_SHARED: return (window){ x->cta->shared, 0, l->shared_bytes, 0 };
    case SPACE_LOCAL:  return (window){ x->local, 0, x->local_bytes, x->local_bytes };
    case SPACE_PARAM:  return (window){ l->params, 0, l->entry->params_bytes, 0 };
    case SPACE_CONST:
        launch_await_device(x);
        return (window){ m->bytes + (l->program->constant_base - DEVICE_BASE), 0, l->program->constant_bytes, 0 };
    default:
        launch_await_device(x);
        b = device_find(m, address, &x->buffer_found);
        return b == NULL ? (window){ NULL, 0, 0, 0 } : (window){ m->bytes + (b->start - DEVICE_BASE), b->start,
                                                                 b->bytes, 0 };
    }
}

// Lanes of the mask that lie wholly in the window; offset[] from its host pointer for them. Neither a window nor a place in it is
// 2^63 bytes long: that all lanes lie inside is seen from signs.
static uint32_t lanes_inside(const window *w, const uint64_t *address, uint32_t width, uint32_t mask, uint64_t *offset)
{
    uint32_t inside = 0;
    if (w->bytes < width) {
        return 0;
    }
    uint64_t most = w->bytes - width;
    uint64_t outside = most;
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        offset[i] = address[i] - w->start;
        outside |= offset[i] | (most - offset[i]);
    }
    for (uint32_t i = 0; i < WARP_LANES && w->lane_stride != 0; i++) {
        offset[i] += i * w->lane_stride;
    }
    if (outside >> 63 == 0) {
        return mask;
    }
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        inside |= (uint32_t)(address[i] - w->start <= most) << i;
    }
    return inside & mask;
}

static uint32_t misaligned_lanes(const uint64_t *address, uint32_t width, uint32_t mask)
{
    uint32_t bad = 0;
    uint64_t low = 0;
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        low |= address[i];
    }
    for (uint32_t i = 0; i < WARP_LANES && (low & (width - 1)) != 0; i++) {
        bad |= (uint32_t)((address[i] & (width - 1)) != 0) << i;
    }
    return bad & mask;
}

static void report(execution *x, const uint64_t *address, uint8_t space, uint32_t lanes)
{
    warp_step *step = x->step;
    step->space = space;
    step->memory_lanes = lanes;
    if (space == SPACE_LOCAL) {
        for (uint32_t left = lanes; left != 0; left &= left - 1) {
            uint32_t lane = (uint32_t)__builtin_ctz(left);
            step->address[lane] = EXEC_LOCAL_BASE + launch_local_place(&x->launch->face, &x->cta->face, x->warp, lane, address[lane]);
        }
    } else {
        memcpy(step->address, address, sizeof step->address);
    }
}

// Rounds over windows for the lanes of one space. Returns the lanes with a valid address.
static uint32_t rounds(execution *x, const insn_code *code, const uint64_t *address, uint8_t space, uint32_t mask,
                       access_mover move)
{
    uint32_t width = x->insn->width, bad = misaligned_lanes(address, width, mask), done = 0;
    uint64_t offset[WARP_LANES];
    if (bad != 0) {
        uint32_t lane = (uint32_t)__builtin_ctz(bad);
        access_fault(x, code, lane, address[lane], space, FAULT_ALIGNMENT, "misaligned");
        return 0;
    }
    for (uint32_t left = mask; left != 0;) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        window w = find_window(x, space, address[lane]);
        if (code->whole_words && width == 4 && space == SPACE_GLOBAL) {
            w.bytes = (w.bytes + 3) / 4 * 4;                    // a buffer may end within a word
        }
        uint32_t inside = lanes_inside(&w, address, width, left, offset);
        if ((inside >> lane & 1) == 0) {
            if (x->launch->config.out_of_bounds == OUT_OF_BOUNDS_ERROR && code->run != run_prefetch) {
                access_fault(x, code, lane, address[lane], space, FAULT_ADDRESS, space == SPACE_GLOBAL ? "outside every buffer" :
                      "out of bounds");
                return 0;
            }
            left &= ~(1u << lane);
        }
        if (inside != 0) {
            move(x, code, w.host, offset, inside);
        }
        done |= inside;
        left &= ~inside;
    }
    return done;
}

uint32_t access_lanes(execution *x, const insn_code *code, uint32_t mask, access_mover move)
{
    uint64_t address[WARP_LANES];
    compute_addresses(x, code, address);
    if (code->space != SPACE_GENERIC) {
        uint32_t lanes = rounds(x, code, address, code->space, mask, move);
        report(x, address, code->space, lanes);
        return lanes;
    }
    bool first = true;
    uint32_t done = 0;
    for (uint32_t left = mask; left != 0 && !x->failed;) {
        uint8_t space;
        uint32_t same = one_space(address, left, &space);
        uint32_t lanes = rounds(x, code, address, space, same, move);
        if (first) {
            report(x, address, space, lanes);
        }
        first = false;
        done |= lanes;
        left &= ~same;
    }
    return done;
}

uint32_t access_addresses(execution *x, const insn_code *code, uint64_t address[WARP_LANES], uint32_t mask, access_mover move, bool first)
{
    uint8_t space = code->space;
    uint32_t same = code->space == SPACE_GENERIC ? one_space(address, mask, &space) : mask;
    uint32_t lane = (uint32_t)__builtin_ctz(mask);
    if (same != mask || (space != SPACE_GLOBAL && space != SPACE_SHARED)) {
        access_fault(x, code, lane, address[lane], space, FAULT_ADDRESS, "expected global or shared memory, one of them for all lanes");
        return 0;
    }
    uint32_t lanes = rounds(x, code, address, space, mask, move);
    if (first) {
        report(x, address, space, lanes);
    }
    return lanes;
}

uint8_t *access_place(execution *x, uint32_t lane, uint8_t space, uint64_t offset, uint64_t *bytes)
{
    window w = find_window(x, space, offset);
    uint64_t at = offset - w.start;
    *bytes = at < w.bytes ? w.bytes - at : 0;
    return *bytes > 0 ? w.host + lane * w.lane_stride + at : NULL;
}

const uint8_t *access_bytes(execution *x, uint32_t lane, uint64_t address, uint64_t *bytes)
{
    uint64_t offset;
    uint8_t space = generic_space(address, &offset);
    return access_place(x, lane, space, offset, bytes);
}

#define GATHER(name, W, T)                                                                                  \
    static void name(W *r, const uint8_t *host, const uint64_t *offset, uint32_t mask)                      \
    {                                                                                                       \
        for (uint32_t i = 0; i < WARP_LANES; i++) {                                                         \
            if ((mask >> i & 1) != 0) {                                                                     \
                T value;                                                                                    \
                memcpy(&value, host + offset[i], sizeof value);                                             \
                r[i] = (W)value;                                                                            \
            }                                                                                               \
        }                                                                                                   \
    }

GATHER(gather_u8, uint32_t, uint8_t)
GATHER(gather_s8, uint32_t, int8_t)
GATHER(gather_u16, uint32_t, uint16_t)
GATHER(gather_s16, uint32_t, int16_t)
GATHER(gather_u32, uint32_t, uint32_t)
GATHER(gather_u64, uint64_t, uint64_t)

// Each lane's place lies behind that of the lane before.
static bool side_by_side(const uint64_t *offset, uint32_t bytes)
{
    uint64_t differs = 0;
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        differs |= offset[i] ^ (offset[0] + i * bytes);
    }
    return differs == 0;
}

static void gather_full(uint32_t *r, const uint8_t *host, const uint64_t *offset)
{
    if (side_by_side(offset, sizeof *r)) {
        memcpy(r, host + offset[0], WARP_LANES * sizeof *r);
        return;
    }
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        memcpy(&r[i], host + offset[i], sizeof r[i]);
    }
}

static void gather_narrow(uint32_t *r, ptx_type type, const uint8_t *host, const uint64_t *offset, uint32_t mask)
{
    switch (type) {
    case TYPE_u8:  case TYPE_b8:  gather_u8(r, host, offset, mask); break;
    case TYPE_s8:                 gather_s8(r, host, offset, mask); break;
    case TYPE_u16: case TYPE_b16: gather_u16(r, host, offset, mask); break;
    case TYPE_s16:                gather_s16(r, host, offset, mask); break;
    default:
        if (mask == (uint32_t)FULL_MASK) {
            gather_full(r, host, offset);
        } else {
            gather_u32(r, host, offset, mask);
        }
    }
}

static void load_element(execution *x, const insn_code *code, operand_row to, const uint8_t *host,
                         const uint64_t *offset, uint32_t mask)
{
    uint32_t narrow[WARP_LANES];
    uint64_t wide[WARP_LANES];
    ptx_type type = (ptx_type)code->type;
    if (mask == (uint32_t)FULL_MASK && code->data_bytes == 4 && type_bytes(type) == 4) {
        gather_full(row32(x, to), host, offset);
        return;
    }
    if (type_bytes(type) == 8) {
        gather_u64(wide, host, offset, mask);
        row_write64(row64(x, to), wide, mask);
        return;
    }
    gather_narrow(narrow, type, host, offset, mask);
    if (code->data_bytes == 4) {
        row_write32(row32(x, to), narrow, mask);
        return;
    }
    bool extend = type_is_signed(type);
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        wide[i] = extend ? (uint64_t)(int64_t)(int32_t)narrow[i] : narrow[i];
    }
    row_write64(row64(x, to), wide, mask);
}

void access_load(execution *x, const insn_code *code, uint8_t *host, const uint64_t *offset, uint32_t mask)
{
    for (uint32_t e = 0; e < code->vector; e++) {
        load_element(x, code, code->dst[e], host + e * type_bytes((ptx_type)code->type), offset, mask);
    }
}

// In ascending order of lanes: of several stores to one place the highest lane's stays.
#define SCATTER(name, T)                                                                                    \
    static void name(const void *row, bool wide, uint8_t *host, const uint64_t *offset, uint32_t mask)      \
    {                                                                                                       \
        for (uint32_t left = mask; left != 0; left &= left - 1) {                                           \
            uint32_t i = (uint32_t)__builtin_ctz(left);                                                     \
            T value = (T)(wide ? ((const uint64_t *)row)[i] : ((const uint32_t *)row)[i]);                  \
            memcpy(host + offset[i], &value, sizeof value);                                                 \
        }                                                                                                   \
    }

SCATTER(scatter_8, uint8_t)
SCATTER(scatter_16, uint16_t)
SCATTER(scatter_32, uint32_t)
SCATTER(scatter_64, uint64_t)

static inline void store_element(execution *x, const insn_code *code, uint32_t e, uint8_t *host, const uint64_t *offset,
                                 uint32_t mask)
{
    uint32_t bytes = type_bytes((ptx_type)code->type);
    bool wide = code->data_bytes == 8;
    operand_row from = code->src[1 + e];
    const void *row = x->table[from.table] + from.offset;
    uint8_t *to = host + e * bytes;
    switch (bytes) {
    case 1:  scatter_8(row, wide, to, offset, mask); break;
    case 2:  scatter_16(row, wide, to, offset, mask); break;
    case 4:
        if (mask == (uint32_t)FULL_MASK && !wide && side_by_side(offset, sizeof(uint32_t))) {
            memcpy(to + offset[0], row, WARP_LANES * sizeof(uint32_t));
        } else {
            scatter_32(row, wide, to, offset, mask);
        }
        break;
    default: scatter_64(row, wide, to, offset, mask);
    }
}

void access_store(execution *x, const insn_code *code, uint8_t *host, const uint64_t *offset, uint32_t mask)
{
    for (uint32_t e = 0; e < code->vector; e++) {
        if ((code->left_out >> e & 1) == 0) {
            store_element(x, code, e, host, offset, mask);
        }
    }
}

// Lanes outside every buffer read 0 under --out-of-bounds=zero.
void access_clear(execution *x, const insn_code *code, uint32_t mask)
{
    static const uint64_t zeros[WARP_LANES];
    for (uint32_t e = 0; e < code->vector; e++) {
        if (code->data_bytes == 8) {
            row_write64(row64(x, code->dst[e]), zeros, mask);
        } else {
            row_write32(row32(x, code->dst[e]), (const uint32_t *)zeros, mask);
        }
    }
}

void run_load(execution *x, const insn_code *code, uint32_t mask)
{
    uint32_t done = access_lanes(x, code, mask, access_load);
    if (done != mask && !x->failed) {
        access_clear(x, code, mask & ~done);
    }
}

void run_store(execution *x, const insn_code *code, uint32_t mask)
{
    access_lanes(x, code, mask, access_store);
}

static bool is_constant(const execution *x, uint64_t address)
{
    const program *p = x->launch->program;
    return p->constant_bytes != 0 && address - p->constant_base < p->constant_bytes;
}

static void move_nothing(execution *x, const insn_code *code, uint8_t *host, const uint64_t *offset, uint32_t mask)
{
    (void)x, (void)code, (void)host, (void)offset, (void)mask;
}

// The timing model sees words at the addresses. prefetch fetches global and local memory, prefetchu global memory but
// no constants; elsewhere nothing is fetched.
void run_prefetch(execution *x, const insn_code *code, uint32_t mask)
{
    warp_step *step = x->step;
    access_lanes(x, code, mask, move_nothing);
    if (step->space != SPACE_GLOBAL && (step->space != SPACE_LOCAL || code->choice != 0)) {
        step->space = SPACE_NONE;
        step->memory_lanes = 0;
    }
    for (uint32_t left = step->memory_lanes; left != 0; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        step->memory_lanes &= code->choice != 0 && is_constant(x, step->address[lane]) ? ~(1u << lane) : UINT32_MAX;
        step->address[lane] &= ~UINT64_C(3);
    }
}

// Parameters are in the global window, too (PTX manual).
void run_isspacep(execution *x, const insn_code *code, uint32_t mask)
{
    uint32_t result = 0;
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint64_t address = code->address_is_wide ? row64(x, code->src[0])[lane] : row32(x, code->src[0])[lane], offset;
        uint8_t space = generic_space(address, &offset);
        space = space == SPACE_GLOBAL && is_constant(x, address) ? SPACE_CONST : space;
        bool lies = space == code->space || (space == SPACE_PARAM && code->space == SPACE_GLOBAL);
        result |= (uint32_t)lies << lane;
    }
    predicate_write(predicate_of(x, code->dst[0]), result, mask);
}

void run_cvta(execution *x, const insn_code *code, uint32_t mask)
{
    uint64_t base = code->space == SPACE_SHARED ? EXEC_GENERIC_SHARED : code->space == SPACE_LOCAL ? EXEC_GENERIC_LOCAL :
                    code->space == SPACE_PARAM ? GENERIC_PARAM : x->launch->program->constant_base;
    base = code->choice != 0 ? base : 0 - base;
    if (code->type == TYPE_u64) {
        uint64_t r[WARP_LANES];
        for (uint32_t i = 0; i < WARP_LANES; i++) {
            r[i] = row64(x, code->src[0])[i] + base;
        }
        row_write64(row64(x, code->dst[0]), r, mask);
    } else {
        uint32_t r[WARP_LANES];
        for (uint32_t i = 0; i < WARP_LANES; i++) {
            r[i] = row32(x, code->src[0])[i] + (uint32_t)base;
        }
        row_write32(row32(x, code->dst[0]), r, mask);
    }
}
