// SPDX-License-Identifier: BSD-3-Clause
// Reading, writing and printing the elements of a block's fields through their descriptors.
#ifndef WARPLOCK_TB_FIELD_H
#define WARPLOCK_TB_FIELD_H

#include "rtl_c/block.h"

enum { FIELD_TEXT = 96 };   // enough for a decoded value or the name of an element

static inline bool field_is_input(const block_field *field) { return field->kind <= FIELD_IN_LATE; }
static inline bool field_is_state(const block_field *field) { return field->kind >= FIELD_REG; }

uint64_t field_get(const block_field *field, const void *structure, unsigned element);
void field_set(const block_field *field, void *structure, unsigned element, uint64_t value);
// The kind as a word: "input", "late input", "output", "register", "memory".
const char *field_kind_word(const block_field *field);
// "cnt" or "rank[3]".
void field_element_name(const block_field *field, unsigned element, char text[FIELD_TEXT]);
// Without decoding: hexadecimal.  Decoded: by form; "2 (OLDEST)" for an ENUM row, whose words hold "2 OLDEST, ...".
void field_decode(const block_field *field, uint64_t value, char text[FIELD_TEXT]);
// Goes through the values that an ENUM row's words name: "0 LRR, 1 GTO; 2 as 0", or "what it is: 0 LRR, 1 GTO". *at is
// NULL before the first; false behind the last.
bool field_enum_next(const block_field *field, const char **at, uint64_t *value, const char **name, size_t *length);
// The name that an ENUM row's words give to a value, or NULL; length in *length.
const char *field_enum_name(const block_field *field, uint64_t value, size_t *length);

#endif
