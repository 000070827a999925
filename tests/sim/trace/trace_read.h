// SPDX-License-Identifier: BSD-3-Clause
// Any bytes as a trace or a list, read to the end.
#ifndef WARPLOCK_TESTS_SIM_TRACE_READ_H
#define WARPLOCK_TESTS_SIM_TRACE_READ_H

#include <stdbool.h>
#include <stddef.h>

// Whether the bytes are a kernel's trace. What is wrong with the reader ends the program: a message without the file's name,
// another number of instructions or lanes the second time, a warp that goes on behind its end.
bool trace_read_bytes(const void *bytes, size_t length, bool any_opcode);

#endif
