// SPDX-License-Identifier: BSD-3-Clause
// The ledger of versions (sim/memory/versions.h): what each access of a load must see, and that each is answered exactly once. What
// becomes of stores stands in ledger_stores.c, what an L2 and the DRAM hold in ledger_l2.c; the sentences are numbered through.
//
//   1  Every access of a load that has left the dispatch register is answered once, and by the end of the run.
//   2  A request's data are no older than what its SM had stored to them before the access that asked left the dispatch
//      register: of a bypass as of a miss. The L2's versions at its service count. Held against `ld.cg` and atomics too, which
//      overtake stores that are on their way through the L1D (docs/decisions.md): a kernel that stores to a line and reads it
//      so, with no wait between, is not for this build.
//   3  Who merges with a request is answered when that one's data are here, and with them. They may be older than a store
//      that left the dispatch register after the request's access: the L1D has no coherence, and a store to a line on its way
//      is sent behind it, as in GPGPU-Sim. How many loads that was is said at the end.
//   4  A hit is one on a line that a reply to the L1D has filled, or that stores have written whole, and that no store has thrown out
//      since.
//   5  Nothing fills the L1D but what the L1D has asked for.
#include "ledger.h"

#include <stdio.h>
#include <stdlib.h>

// Of a granule below the SMs, and of one in an SM.
typedef struct { uint64_t key, version; } granule;
typedef struct {
    uint64_t key;
    uint64_t dispatched;                // version of the latest store to it that has left the dispatch register
    uint64_t epoch;                     // of the SM then, if the store was to local memory; else 0
    uint64_t here;                      // version in the L1D; meaningless without `filled`
    bool     filled;
    uint64_t asker;                     // number of the access whose miss has sent the latest request for it
    uint64_t brought_for;               // the same of the latest reply
    uint64_t brought;                   // version that it has brought
} copy;
typedef struct {
    uint64_t address;
    uint32_t bytes;
    uint8_t  sm;
    bool     past_l1d, answered;
    uint64_t waits_for;                 // number of the access whose request brings its data; 0: none yet
    block_versions least;               // of its block: the latest stores of its SM when it left the dispatch register
} load_access;

static ledger_table memory = {.size = sizeof(granule)}, copies = {.size = sizeof(copy)};
static load_access *loads;              // by their numbers, from 1
static uint64_t loads_room, loads_used, store_count, older_merges;
static uint64_t epochs[256];

static _Noreturn void violated(uint64_t number, const char *what)
{
    const load_access *load = &loads[number];
    if (number)
        fprintf(stderr, "versions: access %llu of SM %u to 0x%llx%s: %s\n", (unsigned long long)number, load->sm,
                (unsigned long long)load->address, load->past_l1d ? ", past the L1D" : "", what);
    else
        fprintf(stderr, "versions: %s\n", what);
    _Exit(1);
}

static void say_end(void)
{
    for (uint64_t number = 1; number <= loads_used; number++)
        if (!loads[number].answered)
            violated(number, "never answered");
    fprintf(stderr, "versions: %llu accesses of loads answered once, %llu stores; %llu merged with a request older than a store\n",
            (unsigned long long)loads_used, (unsigned long long)store_count, (unsigned long long)older_merges);
    ledger_say_stores();
    ledger_say_l2();
}

static granule *granule_at(uint64_t address) { return ledger_at(&memory, granule_key(address)); }
static copy *copy_at(unsigned sm, uint64_t address) { return ledger_at(&copies, copy_key(sm, address)); }

// What the SM has stored to the granule, as far as it is still to be seen: what was local of an earlier kernel is dropped.
static uint64_t stored(const copy *c, unsigned sm) { return c->epoch && c->epoch != epochs[sm] + 1 ? 0 : c->dispatched; }

// --- from the dispatch register

uint64_t version_load(unsigned sm, uint64_t address, uint32_t bytes, bool past_l1d)
{
    if (loads_used == 0 && store_count == 0)
        atexit(say_end);
    if (++loads_used >= loads_room) {
        loads_room = loads_room ? 2 * loads_room : 4096;
        loads = realloc(loads, loads_room * sizeof *loads);
        if (!loads)
            abort();
    }
    load_access *load = &loads[loads_used];
    *load = (load_access){.address = address, .bytes = bytes, .sm = (uint8_t)sm, .past_l1d = past_l1d};
    for (unsigned i = 0; i < VERSION_GRANULES; i++)
        load->least.of[i] = stored(copy_at(sm, (address & ~(uint64_t)(VERSION_BLOCK - 1)) + i * VERSION_GRANULE), sm);
    return loads_used;
}

uint64_t version_store(unsigned sm, uint64_t address, uint32_t bytes, uint8_t sectors, bool local)
{
    if (loads_used == 0 && store_count == 0)
        atexit(say_end);
    ledger_dispatched(++store_count, address, sectors);
    for_each_granule(at, address, bytes) {
        copy *c = copy_at(sm, at);
        c->dispatched = store_count;
        c->epoch = local ? epochs[sm] + 1 : 0;
    }
    return store_count;
}

// --- in an L1D

void version_miss(unsigned sm, uint64_t sector, uint64_t number)
{
    copy_at(sm, sector)->asker = number;
    loads[number].waits_for = number;
}

// A store's fetch, which no load waits for unless it merges.
uint64_t version_fetch(unsigned sm, uint64_t sector)
{
    const uint64_t number = version_load(sm, sector, VERSION_GRANULE, false);
    loads[number].answered = true;
    return number;
}

void version_merge(unsigned sm, uint64_t sector, uint64_t number)
{
    loads[number].waits_for = copy_at(sm, sector)->asker;
    if (!loads[number].waits_for)
        violated(number, "it merges with a request that was never sent");
}

void version_looked_up(unsigned sm, uint64_t address, uint32_t bytes, uint64_t version, uint32_t thrown_out)
{
    const bool here = copy_at(sm, address)->filled;
    if (here && thrown_out)
        for_each_granule(at, address & ~(uint64_t)(thrown_out - 1), thrown_out)
            copy_at(sm, at)->filled = false;
    for_each_granule(at, address, bytes)
        copy_at(sm, at)->here = version;
}

void version_fill(unsigned sm, uint64_t sector, uint32_t bytes, const block_versions *seen, bool of_l1d)
{
    const uint64_t asker = copy_at(sm, sector)->asker;
    if (!of_l1d)
        violated(0, "what has passed the L1D by fills it");
    for_each_granule(at, sector, bytes) {
        copy *c = copy_at(sm, at);
        if (seen->of[in_block(at)] < loads[asker].least.of[in_block(at)])
            violated(asker, "its line comes older than a store of its SM before it");
        c->filled = true;
        c->here = c->brought = seen->of[in_block(at)];
        c->brought_for = asker;
    }
}

void version_written(unsigned sm, uint64_t sector, uint32_t bytes)
{
    for_each_granule(at, sector, bytes)
        copy_at(sm, at)->filled = true;
}

block_versions version_written_back(unsigned sm, uint64_t line)
{
    block_versions versions;
    for (unsigned i = 0; i < VERSION_GRANULES; i++)
        versions.of[i] = copy_at(sm, (line & ~(uint64_t)(VERSION_BLOCK - 1)) + i * VERSION_GRANULE)->here;
    return versions;
}

void version_drop_all(unsigned sm)
{
    ledger_dirty_dropped(sm);
    epochs[sm]++;
    uint64_t next = 0;
    for (copy *c; (c = ledger_next(&copies, &next)) != NULL;)
        if (((c->key - 1) & 255) == sm)
            c->filled = false;
}

void version_kernel_end(bool flushed)
{
    ledger_stores_over(flushed);
}

// --- in an L2

void version_read(uint64_t address, uint32_t bytes, block_versions *seen, bool atomic)
{
    const block_versions written = *seen;
    for_each_granule(at, address, bytes)
        seen->of[in_block(at)] = granule_at(at)->version;
    if (atomic)
        version_write(address, bytes, &written);
}

void version_write(uint64_t address, uint32_t bytes, const block_versions *versions)
{
    for_each_granule(at, address, bytes) {
        granule *g = granule_at(at);
        if (versions->of[in_block(at)] > g->version)
            g->version = versions->of[in_block(at)];
    }
}

// --- answers

static load_access *answer(uint64_t number)
{
    if (number == 0 || number > loads_used)
        violated(0, "an answer to nobody");
    if (loads[number].answered)
        violated(number, "answered twice");
    loads[number].answered = true;
    return &loads[number];
}

void version_hit(uint64_t number)
{
    const load_access *load = answer(number);
    for_each_granule(at, load->address, load->bytes)
        if (!copy_at(load->sm, at)->filled)
            violated(number, "a hit on a line that is not here");
}

void version_done(uint64_t number)
{
    const load_access *load = answer(number);
    bool older = false;
    for_each_granule(at, load->address, load->bytes) {
        const copy *c = copy_at(load->sm, at);
        if (c->brought_for != load->waits_for)
            violated(number, "answered without the data of the request that it waits for");
        older |= c->brought < load->least.of[in_block(at)];
    }
    older_merges += older;
}

void version_reply(uint64_t number, const block_versions *seen)
{
    const load_access *load = answer(number);
    for_each_granule(at, load->address, load->bytes)
        if (seen->of[in_block(at)] < load->least.of[in_block(at)])
            violated(number, "its data are older than a store of its SM before it");
}
