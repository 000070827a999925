// SPDX-License-Identifier: BSD-3-Clause
// Memory of allocation nodes. Its addresses are reserved when the node is made, until the graph and its instances are destroyed
// and the memory is freed. Between a free node and the next allocation node the memory is closed: an access is reported like
// one to memory that does not exist.
#ifndef WARPLOCK_SIM_CUDART_STREAMS_GRAPH_MEMORY_H
#define WARPLOCK_SIM_CUDART_STREAMS_GRAPH_MEMORY_H

#include "sim/cudart/cudart.h"

cudaError_t graph_memory_reserve(uint64_t *address, size_t bytes);      // closed, held once
void        graph_memory_hold(uint64_t address);                        // by one node more
void        graph_memory_let_go(uint64_t address);
bool        graph_memory_is_one(uint64_t address);
bool        graph_memory_is_open(uint64_t address);
size_t      graph_memory_bytes(uint64_t address);
cudaError_t graph_memory_open(uint64_t address);                        // cudaErrorInvalidValue: it is open already
cudaError_t graph_memory_close(uint64_t address);                       // cudaErrorInvalidValue: it is not open
// Implements cudaFree and its kin for memory of graphs, of pools and any other.
cudaError_t memory_give_back(uint64_t address, bool of_host);
uint64_t    graph_memory_attribute(cudaGraphMemAttributeType);
void        graph_memory_reset_high(bool reserved);
void        graph_memory_forget(void);

#endif
