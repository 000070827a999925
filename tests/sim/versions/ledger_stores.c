// SPDX-License-Identifier: BSD-3-Clause
// The ledger of stores on their way to the L2, and of the dirty lines of an L1D.
//
//   6  A store of an SM arrives at the L2 once in each sector that it touches: by itself, or in the line that it has made dirty.
//   7  A line of an L1D that is dirty is written back once, when it leaves, and arrives once; none that is clean is written back.
//   8  At the end of a kernel no store and no line is on its way, and no line is dirty, but in an L1D that does not flush: what is
//      dirty there is of local memory, and dead.
#include "ledger.h"

#include <stdio.h>
#include <stdlib.h>

#include "sim/memory/request.h"

typedef struct { uint64_t address; uint8_t sectors, left; } store;      // left: not yet arrived, nor kept in a line
typedef struct { uint64_t address; uint8_t sectors, left; uint64_t stores; } write_back;
typedef struct { uint64_t key, stores; } dirty;                         // stores that the line has taken since it was clean

static struct { store *of; uint64_t room, used, looked_at; } stores;      // by their versions, from 1; up to looked_at none is on its way
static struct { write_back *of; uint64_t room, used, looked_at; } lines;  // by the number of the write-back, from 1
static ledger_table dirties = {.size = sizeof(dirty)};
static uint64_t by_themselves, in_lines, dropped;                         // sectors of stores that have arrived; of local ones that are dead

#define add_to(list) \
    do { \
        if (++(list).used >= (list).room) { \
            (list).room = (list).room ? 2 * (list).room : 4096; \
            (list).of = realloc((list).of, (list).room * sizeof *(list).of); \
            if (!(list).of) \
                abort(); \
        } \
    } while (0)

static dirty *dirty_at(unsigned sm, uint64_t address) { return ledger_at(&dirties, copy_key(sm, address)); }
static uint64_t address_of(const dirty *line) { return ((line->key - 1) >> 8) * VERSION_GRANULE; }
static uint64_t granule_of(uint64_t address, unsigned i) { return (address & ~(uint64_t)(VERSION_BLOCK - 1)) + i * VERSION_GRANULE; }

void ledger_dispatched(uint64_t version, uint64_t address, uint8_t sectors)
{
    add_to(stores);
    if (version != stores.used)
        abort();
    stores.of[version] = (store){.address = address, .sectors = sectors, .left = sectors};
}

// --- in an L1D

void version_kept(unsigned sm, uint64_t version)
{
    store *s = &stores.of[version];
    for (unsigned i = 0; i < VERSION_GRANULES; i++)
        dirty_at(sm, granule_of(s->address, i))->stores += s->left >> i & 1;
    s->left = 0;
}

uint64_t version_leaves_dirty(unsigned sm, uint64_t line, uint8_t sectors)
{
    write_back leaves = {.address = line, .sectors = sectors, .left = sectors};
    for (unsigned i = 0; i < VERSION_GRANULES; i++)
        if (sectors >> i & 1) {
            dirty *at = dirty_at(sm, granule_of(line, i));
            leaves.stores += at->stores;
            at->stores = 0;
        }
    if (!leaves.stores)
        ledger_refuses(line, "a line that is not dirty is written back");
    add_to(lines);
    lines.of[lines.used] = leaves;
    return lines.used;
}

void version_gone(unsigned sm, uint64_t line, uint32_t bytes)
{
    for_each_granule(at, line, bytes)
        if (dirty_at(sm, at)->stores)
            ledger_refuses(line, "a dirty line leaves its L1D without a write-back");
}

void ledger_dirty_dropped(unsigned sm)
{
    uint64_t next = 0;
    for (dirty *at; (at = ledger_next(&dirties, &next)) != NULL;) {
        if (((at->key - 1) & 255) != sm || !at->stores)
            continue;
        dropped += at->stores;
        at->stores = 0;
    }
}

// --- in an L2

static uint8_t sectors_of(const memory_request *request) { return request_sectors(request->address, request->bytes); }

void version_arrived(const memory_request *request)
{
    if (request->kind == REQUEST_L1_WRITE_BACK) {
        write_back *line = &lines.of[request->store];
        const uint8_t here = sectors_of(request) & line->sectors;
        if (!request->store || here & ~line->left)
            ledger_refuses(request->address, "a dirty line arrives twice");
        line->left &= (uint8_t)~here;
        in_lines += line->left ? 0 : line->stores;
        return;
    }
    store *s = &stores.of[request->store];
    const uint8_t here = sectors_of(request) & s->sectors;
    if (!request->store || here & ~s->left)
        ledger_refuses(request->address, "a store arrives twice");
    s->left &= (uint8_t)~here;
    by_themselves += (unsigned)__builtin_popcount(here);
}

// --- at the end of a kernel

void ledger_stores_over(bool flushed)
{
    while (stores.looked_at < stores.used)
        if (stores.of[++stores.looked_at].left)
            ledger_refuses(stores.of[stores.looked_at].address, "a store has never arrived");
    while (lines.looked_at < lines.used)
        if (lines.of[++lines.looked_at].left)
            ledger_refuses(lines.of[lines.looked_at].address, "a dirty line has never arrived");
    uint64_t next = 0;
    for (const dirty *at; (at = ledger_next(&dirties, &next)) != NULL;)
        if (at->stores && flushed)
            ledger_refuses(address_of(at), "a line is still dirty at the end of a kernel");
}

void ledger_say_stores(void)
{
    fprintf(stderr, "versions: sectors of stores arrived once: %llu by themselves, %llu in %llu dirty lines; %llu dead\n",
            (unsigned long long)by_themselves, (unsigned long long)in_lines, (unsigned long long)lines.used,
            (unsigned long long)dropped);
}
