// SPDX-License-Identifier: BSD-3-Clause
// Keys made from several options, or from an option with several values: caches, L2 slices, DRAM.
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sim/machine/import_internal.h"

// --- caches: [KIND:]sets:line:ways,REPLACEMENT:WRITE:ALLOCATE[:WRITE ALLOCATE[:INDEX]],MSHR:entries:merges,miss queue[:fifo][,port]
typedef struct {
    const char *name, *section;
    char     kind, replacement, write, allocate, write_allocate, index, mshr;       // N, S; L, F; ...
    uint64_t sets, line, ways, entries, merges, miss_queue, fifo, port;
} cache;

static bool read_cache(import *im, cache *c)
{
    import_text text = { import_value(im, c->name), true };

    c->kind = 'N', c->write_allocate = 'N', c->index = 'L';
    if (isalpha((unsigned char)*text.at)) {
        c->kind = import_take_letter(&text);
        import_take_mark(&text, ':');
    }
    c->sets = import_take(&text), import_take_mark(&text, ':');
    c->line = import_take(&text), import_take_mark(&text, ':');
    c->ways = import_take(&text), import_take_mark(&text, ',');
    c->replacement = import_take_letter(&text), import_take_mark(&text, ':');
    c->write = import_take_letter(&text), import_take_mark(&text, ':');
    c->allocate = import_take_letter(&text);
    if (import_at(&text, ':'))
        import_take_mark(&text, ':'), c->write_allocate = import_take_letter(&text);
    if (import_at(&text, ':'))
        import_take_mark(&text, ':'), c->index = import_take_letter(&text);
    import_take_mark(&text, ',');
    c->mshr = import_take_letter(&text), import_take_mark(&text, ':');
    c->entries = import_take(&text), import_take_mark(&text, ':');
    c->merges = import_take(&text), import_take_mark(&text, ',');
    c->miss_queue = import_take(&text);
    if (import_at(&text, ':'))
        import_take_mark(&text, ':'), c->fifo = import_take(&text);
    if (import_at(&text, ','))
        import_take_mark(&text, ','), c->port = import_take(&text);
    if (text.good && !*text.at)
        return true;
    import_refuse(im, c->name, NULL, "sets:line:ways,letters,MSHRs,miss queue as N:32:128:4,L:L:m:N:H,S:64:8,8");
    import_instead(im, "[%s] as gtx480", c->section);
    return false;
}

// A letter that must be one of `letters`; `what` tells what replaces others.
static bool expect(import *im, const cache *c, char letter, const char *what, const char *letters, const char *instead)
{
    char seen[64], list[16] = "";

    if (strchr(letters, letter))
        return true;
    snprintf(seen, sizeof seen, "%s %c", what, letter);
    for (; *letters; letters++)
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%c", list[0] ? ", " : "", *letters);
    import_refuse(im, c->name, seen, "%s (%s of [%s])", list, what, c->section);
    import_instead(im, "%s", instead);
    return false;
}

static void put(import *im, const cache *c, const char *key, uint64_t number, const char *what)
{
    char name[64], part[64];

    snprintf(name, sizeof name, "%s.%s", c->section, key);
    if (what)
        snprintf(part, sizeof part, "%s %" PRIu64, what, number);
    import_put(im, name, number, c->name, what ? part : NULL);
}

static void put_letter(import *im, const cache *c, const char *key, const char *word, const char *what, char letter)
{
    char name[64], part[64];

    snprintf(name, sizeof name, "%s.%s", c->section, key);
    snprintf(part, sizeof part, "%s %c", what, letter);
    import_put_word(im, name, word, c->name, part);
}

static void put_shape(import *im, const cache *c)
{
    expect(im, c, c->replacement, "replacement", "L", "LRU");
    put(im, c, "sets", c->sets, "sets");
    put(im, c, "ways", c->ways, "ways");
    put(im, c, "line_bytes", c->line, "line");
}

static void put_misses(import *im, const cache *c)
{
    expect(im, c, c->mshr, "MSHRs", "AS", "as with A");
    put(im, c, "mshrs", c->entries, "MSHRs");
    put(im, c, "mshr_merges", c->merges, "merges");
    put(im, c, "miss_queue", c->miss_queue, "miss queue");
}

static void put_index(import *im, const cache *c)
{
    const char *word = c->index == 'L' ? "linear" : c->index == 'H' ? "hash" : c->index == 'P' ? "ipoly" : "xor";

    expect(im, c, c->index, "index", "LHXP", "xor");
    put_letter(im, c, "index", word, "index", c->index);
}

static void make_read_only(import *im, const char *name, const char *section)
{
    cache c = { .name = name, .section = section };

    if (!read_cache(im, &c))
        return;
    expect(im, &c, c.kind, "kind", "N", "no sectors");
    expect(im, &c, c.write, "write policy", "R", "read only");
    expect(im, &c, c.allocate, "allocation", "f", "on fill");
    expect(im, &c, c.index, "index", "L", "linear");
    put_shape(im, &c);
    put_misses(im, &c);
}

void make_l1i(import *im)
{
    make_read_only(im, "-gpgpu_cache:il1", "l1i");
}

void make_l1c(import *im)
{
    make_read_only(im, "-gpgpu_const_cache:l1", "l1c");
}

void make_perfect(import *im)
{
    const char *name = "-gpgpu_perfect_inst_const_cache";
    const uint64_t perfect = import_number(im, name, 0) != 0;

    import_put(im, "l1i.perfect", perfect, name, NULL);
    import_put(im, "l1c.perfect", perfect, name, NULL);
}

void make_l1t(import *im)
{
    cache c = { .name = "-gpgpu_tex_cache:l1", .section = "l1t" };

    if (!read_cache(im, &c))
        return;
    expect(im, &c, c.kind, "kind", "N", "no sectors");
    expect(im, &c, c.write, "write policy", "R", "read only");
    expect(im, &c, c.allocate, "allocation", "m", "on miss");
    expect(im, &c, c.index, "index", "L", "linear");
    expect(im, &c, c.mshr, "FIFOs", "FT", "FIFOs");
    put_shape(im, &c);
    put(im, &c, "fragments", c.entries, "fragments");
    put(im, &c, "requests", c.merges, "requests");
    put(im, &c, "reorder", c.miss_queue, "reorder");
    put(im, &c, "results", c.fifo, "results");
}

// The ratio of written lines that stay: only with T and L are these of global memory.
static void put_ratio(import *im, bool lazy)
{
    const char *name = "-gpgpu_l1_cache_write_ratio";
    const uint64_t ratio = import_number(im, name, 0);

    if (!lazy && ratio) {
        import_refuse(im, name, NULL, "0 but with stores that are sent and stay (-gpgpu_cache:dl1 S:...,L:T:m:L)");
        import_instead(im, "0");
    }
    import_put(im, "l1d.write_ratio", lazy ? ratio : 0, name, NULL);
}

// L: local stores stay, global ones are sent and evict. T: both are sent and stay, also where they miss with L and sectors. B
// with W: both stay, a miss fetches the line.
static void put_stores(import *im, const cache *c)
{
    bool back = c->write == 'B';

    const bool through = c->write == 'T', lazy = through && c->write_allocate == 'L' && c->kind == 'S' && c->allocate == 'm';

    expect(im, c, c->write, "write policy", "LTB", "evict");
    if (!lazy)
        expect(im, c, c->write_allocate, "write allocation", back ? "W" : "N", back ? "a miss fetches the line" : "no allocation");
    put_letter(im, c, "global_write", back ? "back" : through ? "through" : "evict", "write policy", c->write);
    put_letter(im, c, "write_miss", lazy ? "lazy" : "none", "write allocation", c->write_allocate);
    put_ratio(im, lazy);
    if (through && !lazy)
        import_list(im, c->name, "local stores stay, dirty, as with write policy L");
    if (back)
        expect(im, c, c->allocate, "allocation", "m", "on miss");
}

// Streaming (s) is `fill` unless kernels change the L1D's size.
static const char *allocation_word(const import *im, char letter)
{
    uint64_t adaptive, kib;                         // make_unified refuses what is not a number
    const bool by_kernel = import_count(import_value(im, "-gpgpu_adaptive_cache_config"), &adaptive) && adaptive &&
                           import_count(import_value(im, "-gpgpu_unified_l1d_size"), &kib) && kib;

    return letter == 's' && by_kernel ? "streaming" : letter == 's' || letter == 'f' ? "fill" : "miss";
}

void make_l1d(import *im)
{
    cache c = { .name = "-gpgpu_cache:dl1", .section = "l1d" };
    const char *skip = "-gpgpu_gmem_skip_L1D";

    import_put_word(im, "l1d.global", import_number(im, skip, 0) ? "skip" : "cached", skip, NULL);
    if (!read_cache(im, &c))
        return;
    expect(im, &c, c.kind, "kind", "NS", "no sectors");
    put_shape(im, &c);
    put_letter(im, &c, "sector_bytes", c.kind == 'S' ? "32" : "0", "kind", c.kind);
    put_index(im, &c);
    expect(im, &c, c.allocate, "allocation", "mfs", "on miss");
    put_letter(im, &c, "allocate", allocation_word(im, c.allocate), "allocation", c.allocate);
    put_stores(im, &c);
    put_misses(im, &c);
}

static const char *listed_steps(import *im, const char *name)
{
    const char *seen = import_value(im, name);

    if (seen[strspn(seen, "0123456789,")] == 0 && strlen(seen) < MACHINE_TEXT)
        return seen;
    import_refuse(im, name, NULL, "numbers of KiB with commas, as 0,8,16,32,64,96");
    import_instead(im, "0");
    return "0";
}

// The L1D gets what a kernel's shared memory leaves of their common bytes.
void make_unified(import *im)
{
    const char *adaptive = "-gpgpu_adaptive_cache_config", *size = "-gpgpu_unified_l1d_size", *steps = "-gpgpu_shmem_option";
    const bool on = import_number(im, adaptive, 0) != 0;

    import_put(im, "l1d.unified_kib", on ? import_number(im, size, 0) : 0, adaptive, NULL);
    import_source_both(im, "l1d.unified_kib", adaptive, size);
    import_put_word(im, "l1d.shared_steps", on ? listed_steps(im, steps) : "0", on ? steps : adaptive, NULL);
}

// GPGPU-Sim coalesces accesses to the L1D into sectors from 40 on (Maxwell), and earlier if global memory bypasses it; else into
// lines. Here the L1D's sectors decide.
void make_coalescing(import *im)
{
    const char *name = "-gpgpu_coalesce_arch", *l1d = import_value(im, "-gpgpu_cache:dl1");
    bool sectors = l1d[0] == 'S', skips = strcmp(import_value(im, "-gpgpu_gmem_skip_L1D"), "1") == 0;
    uint64_t number = import_number(im, name, sectors ? 40 : 20);

    if (sectors == (number >= 40) || (sectors && skips && number >= 20)) {
        import_list(im, name, sectors ? "accesses are of sectors, as the L1D has some" : "accesses are of lines, as the L1D has no sectors");
        return;
    }
    import_refuse(im, name, NULL, sectors ? "40 or more with sectors in the L1D" : "less than 40 with no sectors in the L1D");
    import_instead(im, sectors ? "accesses of sectors" : "accesses of lines");
}

// --- L2

// Too many slices are reduced to the maximum, a power of two for each controller.
void make_slices(import *im)
{
    const char *controllers_name = "-gpgpu_n_mem", *slices_name = "-gpgpu_n_sub_partition_per_mchannel";
    uint64_t controllers = import_number(im, controllers_name, 6), slices = import_number(im, slices_name, 1);
    uint32_t low, most;

    if (!machine_key_range(&im->m, "l2.sub_partitions", &low, &most))
        abort();
    import_put(im, "dram.controllers", controllers, controllers_name, NULL);
    controllers = im->m.dram.controllers;
    if (slices < 1 || slices > most || controllers * slices > most) {
        import_refuse(im, slices_name, NULL, "1 to %" PRIu32 " slices in all, of %" PRIu64 " controllers", most, controllers);
        for (slices = 1; 2 * slices * controllers <= most;)
            slices *= 2;
        import_instead(im, "%" PRIu64 " each", slices);
    }
    import_put(im, "l2.sub_partitions", controllers * slices, slices_name, NULL);
    import_source_both(im, "l2.sub_partitions", controllers_name, slices_name);
}

void make_l2(import *im)
{
    cache c = { .name = "-gpgpu_cache:dl2", .section = "l2" };

    if (!read_cache(im, &c))
        return;
    expect(im, &c, c.kind, "kind", "NS", "no sectors");
    put_shape(im, &c);
    put(im, &c, "sector_bytes", c.kind == 'S' ? 32 : c.line, "sector");
    put_index(im, &c);
    expect(im, &c, c.write, "write policy", "B", "write back");
    expect(im, &c, c.allocate, "allocation", "m", "on miss");
    expect(im, &c, c.write_allocate, "write allocation", "LW", c.kind == 'S' ? "lazy" : "fetch");
    put_letter(im, &c, "write_miss", c.write_allocate == 'L' || (c.write_allocate != 'W' && c.kind == 'S') ? "lazy" : "fetch",
               "write allocation", c.write_allocate);
    put_misses(im, &c);
    put(im, &c, "port_bytes", c.port, "port");
}

void make_queues(import *im)
{
    static const char *const keys[] = { "l2.queue_from_icnt", "l2.queue_to_dram", "l2.queue_from_dram", "l2.queue_to_icnt" };
    const char *name = "-gpgpu_dram_partition_queues";
    import_text text = { import_value(im, name), true };
    uint64_t places[4];

    for (unsigned i = 0; i < 4; i++) {
        if (i)
            import_take_mark(&text, ':');
        places[i] = import_take(&text);
    }
    if (!text.good || *text.at) {
        import_refuse(im, name, NULL, "four queues, 8:8:8:8");
        import_instead(im, "as gtx480");
        return;
    }
    for (unsigned i = 0; i < 4; i++)
        import_put(im, keys[i], places[i], name, NULL);
}

void make_host_copy(import *im)
{
    const char *name = "-gpgpu_perf_sim_memcpy";

    import_put_word(im, "l2.host_copy", import_number(im, name, 1) ? "fill" : "bypass", name, NULL);
}

// 0: the address's own slice; 2: by an irreducible polynomial; 4: drawn at random.
void make_partitions(import *im)
{
    const char *name = "-gpgpu_memory_partition_indexing";
    const uint64_t indexing = import_number(im, name, 0);

    import_put_word(im, "dram.partition_indexing", indexing == 4 ? "random" : indexing == 2 ? "ipoly" : "consecutive", name, NULL);
    if (indexing == 0 || indexing == 2 || indexing == 4)
        return;
    import_refuse(im, name, NULL, "0 (the slice is the address's own), 2 (by IPOLY) or 4 (drawn at random)");
    import_instead(im, "as with 0");
}

// --- DRAM

typedef struct { const char *name, *key; uint64_t number; bool given; } timing;

static timing *named_timing(timing *all, unsigned count, const char *name, size_t length)
{
    for (unsigned i = 0; i < count; i++)
        if (strlen(all[i].name) == length && memcmp(all[i].name, name, length) == 0)
            return &all[i];
    return NULL;
}

// nbk=16:CCD=2:..., in any order, or only the numbers in the table's order. Both may omit what follows WR.
static bool read_timing(const char *value, timing *all, unsigned count)
{
    import_text text = { value, true };
    bool named = strchr(value, '=') != NULL;
    unsigned place = 0;

    while (text.good && *text.at) {
        size_t length = strspn(text.at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
        timing *one = named ? named_timing(all, count, text.at, length) : place < count ? &all[place++] : NULL;

        if (!one || one->given)
            return false;
        if (named) {
            text.at += length;
            import_take_mark(&text, '=');
        }
        one->number = import_take(&text);
        one->given = true;
        while (text.good && *text.at && strchr(": ;", *text.at))
            text.at++;
    }
    for (unsigned i = 0; i < count; i++)
        text.good &= all[i].given || i > 10;
    return text.good;
}

// Bank groups are numbered by the low bits of a bank here.
static void check_groups(import *im)
{
    const char *name = "-dram_bnkgrp_indexing_policy";

    if (im->m.dram.bank_groups > 1 && strcmp(import_value(im, name), "1") != 0) {
        import_refuse(im, name, NULL, "1 with several bank groups: a bank's low bits are its group");
        import_instead(im, "as with 1");
    } else {
        import_list(im, name, "a bank's low bits are its group");
    }
}

void make_timing(import *im)
{
    timing all[] = {
        { "nbk", "dram.banks", 0, false }, { "CCD", "dram.ccd", 0, false }, { "RRD", "dram.rrd", 0, false }, { "RCD", "dram.rcd", 0, false },
        { "RAS", "dram.ras", 0, false }, { "RP", "dram.rp", 0, false }, { "RC", "dram.rc", 0, false }, { "CL", "dram.cl", 0, false },
        { "WL", "dram.wl", 0, false }, { "CDLR", "dram.cdlr", 0, false }, { "WR", "dram.wr", 0, false },
        { "nbkgrp", "dram.bank_groups", 1, false }, { "CCDL", "dram.ccdl", 0, false }, { "RTPL", "dram.rtpl", 0, false },
    };
    const unsigned count = sizeof all / sizeof all[0];
    const char *name = "-gpgpu_dram_timing_opt";

    if (!read_timing(import_value(im, name), all, count)) {
        import_refuse(im, name, NULL, "nbk=N:CCD=N:RRD=N:RCD=N:RAS=N:RP=N:RC=N:CL=N:WL=N:CDLR=N:WR=N:nbkgrp=N:CCDL=N:RTPL=N");
        import_instead(im, "as gtx480");
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        char part[64];

        snprintf(part, sizeof part, "%s=%" PRIu64, all[i].name, all[i].number);
        import_put(im, all[i].key, all[i].number, name, part);
    }
    check_groups(im);
}

// The low 32 of 64 bits, without blanks and bars, in capitals. False if upper ones are used, or if there are not 64.
static bool read_map(const char *at, char map[static MACHINE_TEXT])
{
    unsigned bits = 0, length = 0;

    for (; *at; at++) {
        char letter = (char)toupper((unsigned char)*at);

        if (letter == '|' || letter == ' ' || letter == '.')
            continue;
        if (!strchr("0RBCS", letter) || bits == 64 || (bits < 32 && letter != '0'))
            return false;
        if (bits++ < 32)
            continue;
        if (length && bits % 8 == 1)
            map[length++] = '.';
        map[length++] = letter;
    }
    map[length] = 0;
    return bits == 64;
}

void make_map(import *im)
{
    const char *name = "-gpgpu_mem_addr_mapping", *value = import_value(im, name);
    import_text text = { value ? value : "", true };
    char map[MACHINE_TEXT], part[64];
    uint64_t bit;

    for (const char *word = "dramid@"; *word; word++)
        import_take_mark(&text, *word);
    bit = import_take(&text);
    import_take_mark(&text, ';');
    if (!text.good || !read_map(text.at, map)) {
        import_refuse(im, name, value, "dramid@N; and 64 bits of 0 R B C S, the upper 32 of them 0");
        import_instead(im, "as gtx480");
        return;
    }
    snprintf(part, sizeof part, "dramid@%" PRIu64, bit);
    import_put(im, "dram.controller_bit", bit, name, part);
    import_put_word(im, "dram.map", map, name, map);
}
