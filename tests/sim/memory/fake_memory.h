// SPDX-License-Identifier: BSD-3-Clause
// A memory system for tests of what lies above it: keeps what is sent, in order, and has as much room as the test says.
#ifndef WARPLOCK_TESTS_SIM_MEMORY_FAKE_MEMORY_H
#define WARPLOCK_TESTS_SIM_MEMORY_FAKE_MEMORY_H

#include "sim/memory/memory_system.h"

memory_system  *fake_memory_new(void);
void            fake_memory_free(memory_system *);               // and every request that came from it
void            fake_memory_room(memory_system *, uint32_t packets);   // that can still be sent
memory_request *fake_memory_take(memory_system *);               // the oldest sent, NULL if there is none
uint32_t        fake_memory_sent(const memory_system *);         // sent and not taken
uint32_t        fake_memory_live(const memory_system *);         // requests not freed
uint32_t        fake_memory_last_bytes(const memory_system *);   // data bytes that memory_can_send was last asked for

#endif
