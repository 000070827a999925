// SPDX-License-Identifier: BSD-3-Clause
// Makes struct <block>_in, struct <block>_out and struct <block>_state from a table, laid out by maxima so that one
// header serves every configuration. Included by <block>.h, which defines BLOCK and TABLE; both are undefined at the end.
#ifndef BLOCK_JOIN
#define BLOCK_PASTE(left, right) left##right
#define BLOCK_JOIN(left, right) BLOCK_PASTE(left, right)
#endif

struct BLOCK_JOIN(BLOCK, _in) {
#define IN(type, name, ...) type name;
#define IN_LATE(type, name, ...) type name;
#define IN_VEC(type, name, width, count, count_max, ...) type name[count_max];
#define IN_LATE_VEC(type, name, width, count, count_max, ...) type name[count_max];
#include "rtl_c/table.h"
};

struct BLOCK_JOIN(BLOCK, _out) {
#define OUT(type, name, ...) type name;
#define OUT_VEC(type, name, width, count, count_max, ...) type name[count_max];
#include "rtl_c/table.h"
};

struct BLOCK_JOIN(BLOCK, _state) {
#define REG(type, name, ...) type name;
#define REG_VEC(type, name, width, count, count_max, ...) type name[count_max];
#define REG_PART(type, name, width, count, count_max, ...) type name[count_max];
#define MEM(type, name, width, count, count_max, ...) type name[count_max];
#include "rtl_c/table.h"
};

#undef BLOCK
#undef TABLE
