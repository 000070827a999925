// SPDX-License-Identifier: BSD-3-Clause
// Reads the table TABLE once, with the row macros that its includer has defined; other rows are dropped.
// Every row macro is undefined afterwards, so one file may read a table many times: no include guard.
// The columns of each row are described in rtl_c/block.h. Everything made from a table is made by including this file.
#ifndef PARAM
#define PARAM(...)
#endif
#ifndef DERIVED
#define DERIVED(...)
#endif
#ifndef IN
#define IN(...)
#endif
#ifndef IN_VEC
#define IN_VEC(...)
#endif
#ifndef IN_LATE
#define IN_LATE(...)
#endif
#ifndef IN_LATE_VEC
#define IN_LATE_VEC(...)
#endif
#ifndef OUT
#define OUT(...)
#endif
#ifndef OUT_VEC
#define OUT_VEC(...)
#endif
#ifndef REG
#define REG(...)
#endif
#ifndef REG_COUNT
#define REG_COUNT(...) REG(__VA_ARGS__)
#endif
#ifndef REG_VEC
#define REG_VEC(...)
#endif
#ifndef REG_COUNT_VEC
#define REG_COUNT_VEC(...) REG_VEC(__VA_ARGS__)
#endif
#ifndef REG_PART
#define REG_PART(...)
#endif
#ifndef MEM
#define MEM(...)
#endif
#include TABLE
#undef PARAM
#undef DERIVED
#undef IN
#undef IN_VEC
#undef IN_LATE
#undef IN_LATE_VEC
#undef OUT
#undef OUT_VEC
#undef REG
#undef REG_COUNT
#undef REG_VEC
#undef REG_COUNT_VEC
#undef REG_PART
#undef MEM
