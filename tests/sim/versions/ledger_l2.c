// SPDX-License-Identifier: BSD-3-Clause
// The ledger of what an L2 and the DRAM hold. What an L2 slice serves has an order: each store, write-back of an L1D or atomic that it
// has served is given the next number, for the granules that it writes. A number stands for all those before it.
//
//   9  A hit brings the newest: the line holds the last write that was served.
//  10  A fetch brings from DRAM what had gone there when it was sent, no less and no more.
//  11  A prefetch fills a line with the newest, read from DRAM whenever it was, and none that is here.
//  12  A dirty line leaves with a write-back; whatever was served is on its way to DRAM, or there, before its line is fetched anew.
//  13  Writes of a granule reach the DRAM in their order.
//
// A store that finds its line on its way goes on to DRAM and stands in the line's MSHR entry, which merges it into the fill. A
// read of DRAM is of its first column command, a write of its last one. A host copy has no order: its data are the newest, and
// a dirty line that it pushes out has no write-back.
#include "ledger.h"

#include <stdio.h>

#include "sim/memory/request.h"

typedef struct {
    uint64_t key;
    uint64_t newest;            // write that was served last
    uint64_t line;              // what the line has, or will merge with its fill; 0: nothing
    uint64_t sent;              // what has been sent to DRAM
    uint64_t needed;            // what the fetch that is under way must bring
    uint64_t dram;              // what is there
    uint64_t floor;             // older ones on their way were overtaken by a host copy
    bool     here, dirty, under_way;         // the last: its fetch
} place;

static ledger_table places = {.size = sizeof(place)};
static uint64_t order, fills, prefetches, write_backs;

static place *place_at(uint64_t address) { return ledger_at(&places, granule_key(address)); }
static uint64_t sector_of(const memory_request *request, uint32_t bytes) { return request->address & ~(uint64_t)(bytes - 1); }

void version_l2_store(memory_request *request, bool kept, bool on_its_way)
{
    order++;
    for_each_granule(at, request->address, request->bytes) {
        place *p = place_at(at);
        p->newest = order;
        if (kept || on_its_way)
            p->line = order;
        if (kept) {
            p->here = p->dirty = true;
        } else {
            p->sent = order;
            request->orders.of[in_block(at)] = order;
        }
    }
}

void version_l2_hit(const memory_request *request)
{
    for_each_granule(at, request->address, request->bytes) {
        const place *p = place_at(at);
        if (!p->here || p->line != p->newest)
            ledger_refuses(at, "a hit in the L2 is older than a store before it");
    }
}

// Of one that misses the line becomes dirty with the fill.
void version_l2_atomic(const memory_request *request, bool hit)
{
    order++;
    for_each_granule(at, request->address, request->bytes) {
        place *p = place_at(at);
        p->newest = p->line = order;
        p->dirty |= hit;
    }
}

void version_l2_fetch(const memory_request *request, uint32_t sector_bytes, bool merges, bool anew)
{
    for_each_granule(at, sector_of(request, sector_bytes), sector_bytes) {
        place *p = place_at(at);
        if (anew && p->newest != p->sent)
            ledger_refuses(at, "a line is fetched without a store before it");
        if (merges && !p->under_way)
            ledger_refuses(at, "a fetch merges with one that has brought its data");
        p->under_way = true;
        if (anew || !merges)
            p->needed = p->sent;
    }
}

void version_l2_fill(const memory_request *request, uint32_t sector_bytes, bool present, bool atomic)
{
    fills++;
    for_each_granule(at, sector_of(request, sector_bytes), sector_bytes) {
        place *p = place_at(at);
        const uint64_t brought = request->orders.of[in_block(at)];
        if (brought < p->needed)
            ledger_refuses(at, "a fill is older than what went to DRAM before it");
        if (brought > p->needed)
            ledger_refuses(at, "a fill has what went to DRAM behind it");
        p->under_way = false;
        if (!present)
            continue;
        p->line = brought > p->line ? brought : p->line;
        p->here = true;
        p->dirty |= atomic;
    }
}

void version_l2_prefetched(const memory_request *request)
{
    prefetches++;
    for_each_granule(at, request->address, request->bytes) {
        place *p = place_at(at);
        if (p->here)
            ledger_refuses(at, "a prefetched line takes the place of the line that is here");
        if (request->orders.of[in_block(at)] != p->newest)
            ledger_refuses(at, "a prefetched line is older than a store before it");
        p->line = p->newest;
        p->here = true;
    }
}

void version_l2_written_back(memory_request *request, uint32_t line_bytes, uint8_t sectors, uint32_t sector_bytes)
{
    write_backs++;
    for_each_granule(at, request->address, line_bytes) {
        place *p = place_at(at);
        if (!p->here || !(sectors >> at % line_bytes / sector_bytes & 1))
            continue;
        p->sent = request->orders.of[in_block(at)] = p->line;
        p->dirty = false;
    }
}

void version_l2_gone(uint64_t line, uint32_t line_bytes)
{
    for_each_granule(at, line, line_bytes) {
        place *p = place_at(at);
        if (p->dirty)
            ledger_refuses(at, "a dirty line leaves the L2 without a write-back");
        p->here = false;
        p->line = 0;
    }
}

void version_host_copy(uint64_t sector, uint32_t sector_bytes)
{
    for_each_granule(at, sector, sector_bytes) {
        place *p = place_at(at);
        p->here = true;
        p->line = p->newest;
    }
}

void version_host_drops(uint64_t line, uint32_t line_bytes)
{
    for_each_granule(at, line, line_bytes) {
        place *p = place_at(at);
        if (p->dirty)
            p->sent = p->dram = p->floor = p->line;
        p->dirty = p->here = false;
        p->line = 0;
    }
}

// --- at a bank

void version_dram_read(memory_request *request, uint32_t sector_bytes)
{
    for_each_granule(at, sector_of(request, sector_bytes), sector_bytes)
        request->orders.of[in_block(at)] = place_at(at)->dram;
}

void version_dram_written(const memory_request *request)
{
    const uint64_t block = request->address & ~(uint64_t)(VERSION_BLOCK - 1);
    for_each_granule(at, block, VERSION_BLOCK) {
        place *p = place_at(at);
        const uint64_t written = request->orders.of[in_block(at)];
        if (!written || written < p->floor)
            continue;
        if (written < p->dram)
            ledger_refuses(at, "a write reaches the DRAM behind a newer one");
        p->dram = written;
    }
}

void ledger_say_l2(void)
{
    fprintf(stderr, "versions: %llu writes in the L2, %llu fills, %llu of prefetches, %llu write-backs\n", (unsigned long long)order,
            (unsigned long long)fills, (unsigned long long)prefetches, (unsigned long long)write_backs);
}
