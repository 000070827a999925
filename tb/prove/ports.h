// SPDX-License-Identifier: BSD-3-Clause
// Memories by their ports (MEM rows). What a memory holds before the step is not looked at: a read is an address and data that
// may be anything, but equal where two addresses are. What it holds after writes is what they wrote, and else what it held.
//
// What may be anything has a meaning all the same, the word of that number of `tags_q[0][0]`..: ports_resolve puts it in its
// place. Of the graph that comes of it vectors are asked, and every counterexample.
#ifndef WARPLOCK_TB_PROVE_PORTS_H
#define WARPLOCK_TB_PROVE_PORTS_H

#include "tb/prove/word.h"

typedef struct ports_memory ports_memory;       // by its name, "tags_q"
typedef struct ports_contents ports_contents;   // of a memory, after some writes; never changed

// Of a memory, or of registers in a vector, `valid_q`.
const ports_contents *ports_begin(const char *name, unsigned count, int width, bool registers);
const ports_contents *ports_named(const char *name);                     // as it began; NULL: no memory
const ports_contents *ports_write(const ports_contents *before, literal where, word index, word data);
word    ports_read(const ports_contents *contents, word index);          // where it is inside
literal ports_inside(const ports_contents *contents, word index);        // the index is a word's number
unsigned ports_count(const ports_contents *contents);
int     ports_width(const ports_contents *contents);

// Two memories are the same when any word of them is: the number of one, an input that nothing constrains.
word    ports_any(const ports_contents *contents);
void    ports_set_result(const ports_contents *contents);                // of the model
word    ports_result(const ports_contents *of);                          // of that memory, that word

// Of words that nobody has read by this index yet: where `known` they are this data.
void    ports_know(const ports_contents *contents, word index, literal known, word data);

bool    ports_are_used(void);
void    ports_assume(void);                     // the facts of any memory, once all has been read
// The same functions with each read as a choice among the words; they were made before this is called first.
void    ports_resolve(literal *outputs, size_t count);
// Those of registers alone: what is held beside the Verilog, which reads them one by one.
literal ports_resolve_registers(literal x);

#endif
