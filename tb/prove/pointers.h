// SPDX-License-Identifier: BSD-3-Clause
// Pointers in the memory of what is executed. What is stored is a word of constants that stands for the pointer, so that
// copying a struct copies its pointers, and bytes written over one are noticed when it is loaded.
#ifndef WARPLOCK_TB_PROVE_POINTERS_H
#define WARPLOCK_TB_PROVE_POINTERS_H

#include "tb/prove/memory.h"

void    pointer_store(pointer to, pointer value, literal where);
// Refuses what was not stored as a pointer: other bytes, or one that was stored on some paths alone. Bytes of 0 are the null pointer.
pointer pointer_load(pointer from, literal where);
literal pointer_is_null(pointer p);

#endif
