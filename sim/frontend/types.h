// SPDX-License-Identifier: BSD-3-Clause
// PTX scalar types, special registers, modifiers and mnemonics, each as one table.
#ifndef WARPLOCK_SIM_FRONTEND_TYPES_H
#define WARPLOCK_SIM_FRONTEND_TYPES_H

#include <stdbool.h>
#include <stdint.h>

//      name   bytes  letter of kernel_param
#define PTX_TYPES(X) \
    X(pred, 0, 'p') X(b8, 1, 'b') X(b16, 2, 'b') X(b32, 4, 'b') X(b64, 8, 'b') \
    X(u8, 1, 'u') X(u16, 2, 'u') X(u32, 4, 'u') X(u64, 8, 'u') \
    X(s8, 1, 's') X(s16, 2, 's') X(s32, 4, 's') X(s64, 8, 's') X(f32, 4, 'f') X(f64, 8, 'f') \
    X(f16, 2, 'b') X(f16x2, 4, 'b') X(bf16, 2, 'b') X(bf16x2, 4, 'b')

typedef enum {
    TYPE_none,
#define X(name, bytes, letter) TYPE_##name,
    PTX_TYPES(X)
#undef X
    TYPE_COUNT
} ptx_type;

// Everything dotted on an instruction that is not a type. The names are the PTX spellings.
#define PTX_MODIFIERS(X) \
    X(global) X(local) X(shared) X(const) X(param) X(to) X(v2) X(v4) \
    X(ca) X(cg) X(cs) X(lu) X(cv) X(wb) X(wt) X(nc) X(volatile) X(relaxed) X(acquire) X(release) X(acq_rel) X(weak) \
    X(gpu) X(cta) X(sys) X(gl) X(sc) \
    X(rn) X(rz) X(rm) X(rp) X(rni) X(rzi) X(rmi) X(rpi) X(ftz) X(sat) X(approx) X(full) X(cc) \
    X(lo) X(hi) X(wide) X(uni) X(sync) X(arrive) X(red) X(popc) X(aligned) X(warp) X(L1) X(L2) \
    X(eq) X(ne) X(lt) X(le) X(gt) X(ge) X(ls) X(hs) X(equ) X(neu) X(ltu) X(leu) X(gtu) X(geu) X(num) X(nan) \
    X(and) X(or) X(xor) X(add) X(min) X(max) X(inc) X(dec) X(exch) X(cas) \
    X(1d) X(2d) X(3d) X(a1d) X(a2d) X(cube) X(acube) X(level) X(base) X(g) X(b) X(a) X(trap) X(zero) \
    X(l) X(r) X(wrap) X(clamp) X(shiftamt) X(po) X(shr7) X(shr15) \
    X(NaN) X(xorsign) X(abs) X(relu) X(satfinite) X(noftz) \
    X(finite) X(infinite) X(number) X(notanumber) X(normal) X(subnormal) \
    X(f4e) X(b4e) X(rc8) X(ecl) X(ecr) X(rc16) \
    X(all) X(any) X(ballot) X(up) X(down) X(bfly) X(idx)

typedef enum {
#define X(name) MODIFIER_##name,
    PTX_MODIFIERS(X)
#undef X
    MODIFIER_COUNT
} ptx_modifier;

// Every mnemonic that can be executed; any other is refused with its line.
#define PTX_MNEMONICS(X) \
    X(abs) X(activemask) X(add) X(addc) X(and) X(atom) X(bar) X(barrier) X(bfe) X(bfi) X(bfind) X(bmsk) X(bra) X(brev) X(brx) X(brkpt) \
    X(call) X(clz) X(cnot) X(copysign) X(cos) X(cvt) X(cvta) X(div) X(dp2a) X(dp4a) X(elect) X(ex2) X(exit) X(fence) X(fma) X(isspacep) \
    X(ld) X(ldu) X(lg2) X(lop3) X(mad) X(mad24) X(madc) X(match) X(max) X(membar) X(min) X(mov) X(mul) X(mul24) \
    X(nanosleep) X(neg) X(not) X(or) X(popc) X(prefetch) X(prefetchu) X(prmt) X(rcp) X(red) X(redux) X(rem) X(ret) \
    X(rsqrt) X(sad) X(selp) X(set) X(setp) X(shf) X(shfl) X(shl) X(shr) X(sin) X(slct) X(sqrt) X(st) X(sub) X(subc) X(suld) X(sured) X(sust) X(szext) \
    X(tanh) X(testp) X(tex) X(tld4) X(trap) X(vote) X(xor)

// Video instructions, whose operands may be parts of registers (decode/video.c).
#define PTX_VIDEO_MNEMONICS(X) \
    X(vadd) X(vsub) X(vabsdiff) X(vmin) X(vmax) X(vset) X(vshl) X(vshr) X(vmad) \
    X(vadd2) X(vsub2) X(vavrg2) X(vabsdiff2) X(vmin2) X(vmax2) X(vset2) \
    X(vadd4) X(vsub4) X(vavrg4) X(vabsdiff4) X(vmin4) X(vmax4) X(vset4)

// Matrix instructions, with their own dotted words (decode/matrix.c).
#define PTX_MATRIX_MNEMONICS(X) X(wmma) X(mma) X(ldmatrix)
#define PTX_MATRIX_WORDS(X) \
    X(load) X(store) X(mma) X(a) X(b) X(c) X(d) X(sync) X(aligned) X(row) X(col) \
    X(m16n16k16) X(m32n8k16) X(m8n32k16) X(m16n16k8) X(m8n8k4) X(m16n8k4) X(m16n8k8) X(m16n8k16) X(m8n8) \
    X(m8n8k16) X(m8n8k32) X(m8n8k128) X(m16n8k32) X(m16n8k64) X(m16n8k128) X(m16n8k256) \
    X(x1) X(x2) X(x4) X(trans) X(f16) X(bf16) X(tf32) X(f32) X(f64) X(s8) X(u8) X(s4) X(u4) X(b1) X(s32) X(b16) \
    X(rn) X(satfinite) X(xor) X(and) X(popc) X(global) X(shared)

// Asynchronous copies and barriers in memory, also with their own dotted words (decode/async.c).
#define PTX_ASYNC_MNEMONICS(X) X(cp) X(mbarrier)
#define PTX_ASYNC_WORDS(X) \
    X(async) X(ca) X(cg) X(shared) X(global) X(commit_group) X(wait_group) X(wait_all) X(mbarrier) X(noinc) X(b64) \
    X(init) X(inval) X(arrive) X(arrive_drop) X(expect_tx) X(complete_tx) X(test_wait) X(try_wait) X(pending_count) \
    X(noComplete) X(parity) X(release) X(acquire) X(relaxed) X(cta)

typedef enum {
#define X(name) PTX_##name,
    PTX_MNEMONICS(X)
    PTX_VIDEO_MNEMONICS(X)
    PTX_MNEMONIC_COUNT,
    PTX_MATRIX_MNEMONICS(X)
    PTX_ASYNC_MNEMONICS(X)
#undef X
    PTX_MNEMONICS_END
} ptx_mnemonic;

static inline bool mnemonic_is_async(ptx_mnemonic m) { return m == PTX_cp || m == PTX_mbarrier; }
static inline bool mnemonic_is_matrix(ptx_mnemonic m) { return m > PTX_MNEMONIC_COUNT && !mnemonic_is_async(m); }
static inline bool mnemonic_is_video(ptx_mnemonic m) { return m >= PTX_vadd && m < PTX_MNEMONIC_COUNT; }

typedef enum {
#define X(name) WORD_##name,
    PTX_MATRIX_WORDS(X)
#undef X
    WORD_COUNT
} ptx_matrix_word;

typedef enum {
#define X(name) ASYNC_##name,
    PTX_ASYNC_WORDS(X)
#undef X
    ASYNC_COUNT
} ptx_async_word;

// identifier, PTX name, bytes
#define PTX_SPECIALS(X) \
    X(tid_x, "%tid.x", 4) X(tid_y, "%tid.y", 4) X(tid_z, "%tid.z", 4) \
    X(ctaid_x, "%ctaid.x", 4) X(ctaid_y, "%ctaid.y", 4) X(ctaid_z, "%ctaid.z", 4) X(warpid, "%warpid", 4) \
    X(smid, "%smid", 4) X(clock, "%clock", 4) X(clock64, "%clock64", 8) X(globaltimer, "%globaltimer", 8) \
    X(clock_hi, "%clock_hi", 4) X(globaltimer_lo, "%globaltimer_lo", 4) X(globaltimer_hi, "%globaltimer_hi", 4) \
    X(ntid_x, "%ntid.x", 4) X(ntid_y, "%ntid.y", 4) X(ntid_z, "%ntid.z", 4) \
    X(nctaid_x, "%nctaid.x", 4) X(nctaid_y, "%nctaid.y", 4) X(nctaid_z, "%nctaid.z", 4) \
    X(laneid, "%laneid", 4) X(nwarpid, "%nwarpid", 4) X(nsmid, "%nsmid", 4) X(gridid, "%gridid", 8) \
    X(lanemask_eq, "%lanemask_eq", 4) X(lanemask_lt, "%lanemask_lt", 4) X(lanemask_le, "%lanemask_le", 4) \
    X(lanemask_gt, "%lanemask_gt", 4) X(lanemask_ge, "%lanemask_ge", 4) X(warp_size, "WARP_SZ", 4) \
    X(envreg, "%envreg<32>", 4) X(envreg1, "%envreg1", 4) X(envreg2, "%envreg2", 4) \
    X(dynamic_smem_size, "%dynamic_smem_size", 4) X(total_smem_size, "%total_smem_size", 4)

typedef enum {
#define X(id, name, bytes) SPECIAL_##id,
    PTX_SPECIALS(X)
#undef X
    SPECIAL_COUNT,
    SPECIAL_WARP_COUNT = SPECIAL_ntid_x      // the first ones belong to a warp, the rest to the launch
} ptx_special;

uint32_t    type_bytes(ptx_type);            // 0 for pred
char        type_letter(ptx_type);
const char *type_name(ptx_type);
bool        type_is_float(ptx_type);         // f32, f64
bool        type_is_half(ptx_type);          // f16, bf16 and pairs of them
bool        type_is_pair(ptx_type);          // f16x2, bf16x2
bool        type_is_bfloat(ptx_type);        // bf16, bf16x2
bool        type_is_signed(ptx_type);
ptx_type    type_unsigned_of(uint32_t bytes);      // u8 … u64
// Whether that many bytes hold it, signed or unsigned: -2^(n - 1) to 2^n - 1, as compilers may write 255 as -1.
bool        integer_fits(uint64_t magnitude, bool negative, uint32_t bytes);

// By name of `length` characters; the table's size if there is none.
ptx_type     type_find(const char *name, uint32_t length);          // TYPE_none when there is none
ptx_modifier modifier_find(const char *name, uint32_t length);
ptx_matrix_word matrix_word_find(const char *name, uint32_t length);
const char  *matrix_word_name(ptx_matrix_word);
ptx_async_word async_word_find(const char *name, uint32_t length);
const char  *async_word_name(ptx_async_word);
ptx_mnemonic mnemonic_find(const char *name, uint32_t length);
ptx_special  special_find(const char *name, uint32_t length);
const char  *modifier_name(ptx_modifier);
const char  *mnemonic_name(ptx_mnemonic);
uint32_t     special_bytes(ptx_special);

#endif
