// SPDX-License-Identifier: BSD-3-Clause
// Versions of memory, only in a build with -DLINE_VERSIONS (make build/versions/warplock). Data are functional, so no result
// can show that a reply brings an old line or that an access is answered twice. Each store makes a new version of the 32-byte
// granules that it touches. Versions travel with stores, requests and replies and stay with L1D lines. Their holders tell the
// ledger (tests/sim/versions/ledger.c), which checks them and ends the run on an error. Without the flag VERSIONS(...) is
// empty, and no struct has an extra field.
#ifndef WARPLOCK_SIM_MEMORY_VERSIONS_H
#define WARPLOCK_SIM_MEMORY_VERSIONS_H

#ifdef LINE_VERSIONS
#include <stdbool.h>
#include <stdint.h>

#define VERSIONS(...) __VA_ARGS__

enum { VERSION_BLOCK = 128, VERSION_GRANULE = 32, VERSION_GRANULES = 4 };     // a line has at most a block
typedef struct { uint64_t of[VERSION_GRANULES]; } block_versions;

// From the dispatch register of an SM's LD/ST unit. A load's access gets a number, a store a version.
uint64_t version_load(unsigned sm, uint64_t address, uint32_t bytes, bool past_l1d);
uint64_t version_store(unsigned sm, uint64_t address, uint32_t bytes, uint8_t sectors, bool local);
// In an L1D. The request that an access's miss has sent, which others merge with, or a store's; a store that has been looked
// up: it throws out the line of so many bytes if that is here, 0: the line stays; a reply that fills; a store that stays in a
// line; a dirty line that leaves with a write-back, which is numbered; one that has left; all lines dropped.
void     version_miss(unsigned sm, uint64_t sector, uint64_t number);
uint64_t version_fetch(unsigned sm, uint64_t sector);
void     version_merge(unsigned sm, uint64_t sector, uint64_t number);
void     version_looked_up(unsigned sm, uint64_t address, uint32_t bytes, uint64_t version, uint32_t thrown_out);
void     version_fill(unsigned sm, uint64_t sector, uint32_t bytes, const block_versions *, bool of_l1d);
void     version_kept(unsigned sm, uint64_t version);
void     version_written(unsigned sm, uint64_t sector, uint32_t bytes);     // readable now, by stores that are sent and stay
uint64_t version_leaves_dirty(unsigned sm, uint64_t line, uint8_t sectors);
block_versions version_written_back(unsigned sm, uint64_t line);
void     version_gone(unsigned sm, uint64_t line, uint32_t bytes);
void     version_drop_all(unsigned sm);
// In an L2: what a request reads, with a new version behind it if it is an atomic; what one writes.
void     version_read(uint64_t address, uint32_t bytes, block_versions *, bool atomic);
void     version_write(uint64_t address, uint32_t bytes, const block_versions *);
// What its slices hold, by the order in which they have served writes. A write has been taken; a store is kept in its line or sent
// to DRAM; a hit; an atomic; a fetch, which merges with one under way or not, of a line that was not here or was; what it
// brings; what a prefetch brings; a line that goes back to DRAM, one that has gone; a host copy and the line that it pushes out.
struct memory_request;
void     version_arrived(const struct memory_request *);
void     version_l2_store(struct memory_request *, bool kept, bool on_its_way);
void     version_l2_hit(const struct memory_request *);
void     version_l2_atomic(const struct memory_request *, bool hit);
void     version_l2_fetch(const struct memory_request *, uint32_t sector_bytes, bool merges, bool anew);
void     version_l2_fill(const struct memory_request *, uint32_t sector_bytes, bool present, bool atomic);
void     version_l2_prefetched(const struct memory_request *);
void     version_l2_written_back(struct memory_request *, uint32_t line_bytes, uint8_t sectors, uint32_t sector_bytes);
void     version_l2_gone(uint64_t line, uint32_t line_bytes);
void     version_host_copy(uint64_t sector, uint32_t sector_bytes);
void     version_host_drops(uint64_t line, uint32_t line_bytes);
// At a bank: a read's first column, a write's last. The end of a kernel, at which the L1Ds have flushed what is dirty or drop it.
void     version_dram_read(struct memory_request *, uint32_t sector_bytes);
void     version_dram_written(const struct memory_request *);
void     version_kernel_end(bool flushed);
static inline block_versions version_all(uint64_t version)
{
    return (block_versions){.of = {version, version, version, version}};
}
// The access's data are there: in the L1D, with the request that it has waited for, with a request of its own.
void     version_hit(uint64_t number);
void     version_done(uint64_t number);
void     version_reply(uint64_t number, const block_versions *);
#else
#define VERSIONS(...)
#endif

#endif
