// SPDX-License-Identifier: BSD-3-Clause
// The words of CHOICE keys and their values: word in the INI, member of the enum. Lists are X(VALUE, word).
#ifndef WARPLOCK_SIM_MACHINE_CHOICES_H
#define WARPLOCK_SIM_MACHINE_CHOICES_H

// icnt.kind; icnt.arbiter; core.collector_reads; core.shared_broadcasts; l1d.index and l2.index; l1d.allocate; l1d.global_write; l1d.global; l1d.write_miss;
// l1d.bypass_bytes; l2.write_miss; l2.host_copy; dram.partition_indexing; policy.swl_scope; policy.ccws_exclusive; policy.owl_waits
#define COLLECTOR_READS_WORDS(X) X(COLLECTOR_READS_ONE, one) X(COLLECTOR_READS_SEVERAL, several)
#define NETWORK_WORDS(X)    X(NETWORK_CROSSBAR, crossbar) X(NETWORK_MESH, mesh) X(NETWORK_LOCAL, local)
#define NETWORK_ARBITER_WORDS(X) X(NETWORK_ISLIP, islip) X(NETWORK_ROUND, round)
#define BROADCAST_WORDS(X)  X(BROADCAST_ONE, one) X(BROADCAST_ALL, all)
#define INDEX_WORDS(X)      X(INDEX_LINEAR, linear) X(INDEX_HASH, hash) X(INDEX_XOR, xor) X(INDEX_IPOLY, ipoly)
#define ALLOCATE_WORDS(X)   X(ALLOCATE_ON_MISS, miss) X(ALLOCATE_ON_FILL, fill) X(ALLOCATE_STREAMING, streaming)
#define WRITE_WORDS(X)      X(WRITE_EVICT, evict) X(WRITE_THROUGH, through) X(WRITE_BACK, back)
#define L1D_GLOBAL_WORDS(X) X(L1D_CACHES_GLOBAL, cached) X(L1D_SKIPS_GLOBAL, skip)
#define L1D_WRITE_MISS_WORDS(X) X(L1D_WRITE_MISS_NONE, none) X(L1D_WRITE_MISS_LAZY, lazy)
#define BYPASS_WORDS(X)     X(BYPASS_ACCESS, access) X(BYPASS_LINE, line)
#define WRITE_MISS_WORDS(X) X(WRITE_MISS_LAZY, lazy) X(WRITE_MISS_FETCH, fetch)
#define HOST_COPY_WORDS(X)  X(HOST_COPY_FILLS, fill) X(HOST_COPY_BYPASSES, bypass)
#define PARTITION_WORDS(X)  X(PARTITION_CONSECUTIVE, consecutive) X(PARTITION_IPOLY, ipoly) X(PARTITION_RANDOM, random)
#define SWL_SCOPE_WORDS(X)  X(SWL_SCHEDULER, scheduler) X(SWL_SM, sm)
#define CCWS_EXCLUSIVE_WORDS(X) X(CCWS_LOADS, loads) X(CCWS_ORDER, order)
#define OWL_WAITS_WORDS(X)  X(OWL_WAITS_MEMORY, memory) X(OWL_WAITS_DATA, data)

#define CHOICE_VALUE(value, word) value,
enum { COLLECTOR_READS_WORDS(CHOICE_VALUE) };
enum { NETWORK_WORDS(CHOICE_VALUE) };
enum { NETWORK_ARBITER_WORDS(CHOICE_VALUE) };
enum { BROADCAST_WORDS(CHOICE_VALUE) };
enum { INDEX_WORDS(CHOICE_VALUE) };
enum { ALLOCATE_WORDS(CHOICE_VALUE) };
enum { WRITE_WORDS(CHOICE_VALUE) };
enum { L1D_GLOBAL_WORDS(CHOICE_VALUE) };
enum { L1D_WRITE_MISS_WORDS(CHOICE_VALUE) };
enum { BYPASS_WORDS(CHOICE_VALUE) };
enum { WRITE_MISS_WORDS(CHOICE_VALUE) };
enum { HOST_COPY_WORDS(CHOICE_VALUE) };
enum { PARTITION_WORDS(CHOICE_VALUE) };
enum { SWL_SCOPE_WORDS(CHOICE_VALUE) };
enum { CCWS_EXCLUSIVE_WORDS(CHOICE_VALUE) };
enum { OWL_WAITS_WORDS(CHOICE_VALUE) };
#undef CHOICE_VALUE

#endif
