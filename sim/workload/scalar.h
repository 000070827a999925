// SPDX-License-Identifier: BSD-3-Clause
// The element types of buffers and arguments: u8 s8 u16 s16 u32 s32 u64 s64 f32 f64, little-endian.
#ifndef WARPLOCK_SIM_WORKLOAD_SCALAR_H
#define WARPLOCK_SIM_WORKLOAD_SCALAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    SCALAR_U8, SCALAR_S8, SCALAR_U16, SCALAR_S16, SCALAR_U32, SCALAR_S32, SCALAR_U64, SCALAR_S64, SCALAR_F32,
    SCALAR_F64, SCALAR_TYPES
} scalar_type;

extern const char scalar_names[];               // "u8, s8, ..." for messages

const char *scalar_name(scalar_type);
int         scalar_find(const char *name);      // a scalar_type, -1 if there is none
unsigned    scalar_size(scalar_type);
bool        scalar_is_float(scalar_type);

bool   scalar_holds(scalar_type, int64_t value);                    // an integer type can hold the value
bool        scalar_holds_real(scalar_type, double);            // finite as one of the type
void   scalar_store_integer(scalar_type, void *at, int64_t value);  // cut to the type, or converted to a float
void   scalar_store_real(scalar_type, void *at, double value);      // float types only
long double scalar_load(scalar_type, const void *at);               // exact for every type
void   scalar_print(scalar_type, const void *at, char *text, size_t size);

#endif
