// SPDX-License-Identifier: BSD-3-Clause
// The memory of the model while it is executed: objects of bytes, each byte eight literals, and pointers as alternatives that
// exclude each other.
#ifndef WARPLOCK_TB_PROVE_MEMORY_H
#define WARPLOCK_TB_PROVE_MEMORY_H

#include "tb/prove/ports.h"
#include "tb/prove/word.h"

enum { NO_OBJECT = -1 };

// An address in an object; what may be read and written through it lies in first..end - 1: a member of a structure, or all of it.
// With an index it is that of a word of a memory (ports.h), whose first is at `at`.
typedef struct { literal where; int object; int64_t at, first, end; const word *index; } place;
typedef struct { int n_places; place *places; } pointer;

int     memory_object(int64_t bytes);                    // a new one, not written yet
int64_t memory_object_bytes(int object);
// From here on the bytes are words of a memory, so many bytes each; a copy of all of the object has them too.
void    memory_has_ports(pointer at, const ports_contents *contents, int64_t bytes_each);
const ports_contents *memory_contents(pointer at);
void    memory_fill(int object, int64_t at, word bytes); // a constant initial value; its width a multiple of 8, or 1

pointer pointer_to(int object, int64_t at);
pointer pointer_null(void);
void    pointer_add(pointer *p, place to);               // one more alternative
pointer pointer_choose(literal condition, pointer then, pointer otherwise);
pointer pointer_moved(pointer p, int64_t bytes);
pointer pointer_member(pointer p, int64_t at, int64_t bytes);           // to a member of so many bytes, and not beyond
// By `index` times so many bytes: constant, or each value that stays within the object.
pointer pointer_stepped(pointer p, word index, int64_t bytes);

// Out of bounds is an obligation (kinds "load in bounds", "store in bounds", "copy in bounds"). What was never written is said of each
// bit of a word, NULL for nothing; a byte with an unwritten bit is stored as unwritten.
word    memory_load(pointer from, int width, literal where, literal **unwritten);
void    memory_store(pointer to, word value, const literal *unwritten, literal where);
void    memory_copy(pointer to, pointer from, int64_t bytes, literal where);
void    memory_set(pointer to, word byte, int64_t bytes, literal where);

#endif
