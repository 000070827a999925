// SPDX-License-Identifier: BSD-3-Clause
// Geometry that only several values together show to be impossible: what must divide, be a power of two, fit.
#include <string.h>

#include "sim/machine/l1d_ways.h"
#include "sim/machine/machine.h"
#include "sim/machine/machine_rows.h"
#include "sim/machine/seats.h"

static bool power_of_two(uint32_t number)
{
    return number && !(number & (number - 1));
}

static unsigned log2_of(uint32_t number)
{
    unsigned bits = 0;

    while (number >>= 1)
        bits++;
    return bits;
}

static bool check_powers(const machine *m, machine_error *error)
{
    const struct { const char *key; uint32_t value; } powers[] = {
        { "l1i.sets", m->l1i.sets }, { "l1i.line_bytes", m->l1i.line_bytes },
        { "l1c.sets", m->l1c.sets }, { "l1c.line_bytes", m->l1c.line_bytes },
        { "l1t.sets", m->l1t.sets }, { "l1t.line_bytes", m->l1t.line_bytes },
        { "l1d.sets", m->l1d.sets }, { "l1d.line_bytes", m->l1d.line_bytes },
        { "l1d.banks", m->l1d.banks }, { "l1d.bank_bytes", m->l1d.bank_bytes },
        { "l2.sets", m->l2.sets }, { "l2.line_bytes", m->l2.line_bytes }, { "l2.sector_bytes", m->l2.sector_bytes },
        { "dram.banks", m->dram.banks }, { "dram.bank_groups", m->dram.bank_groups },
        { "core.shared_banks", m->core.shared_banks },
    };

    for (size_t i = 0; i < sizeof powers / sizeof powers[0]; i++)
        if (!power_of_two(powers[i].value))
            return machine_fail(error, "%s: seen %u, expected a power of two", powers[i].key, powers[i].value);
    return true;
}

// Kinds of units. Count 0: the machine has none; the schedulers share one LD/ST unit.
typedef struct { const char *units_key, *slots_key; uint32_t units, slots; bool one; } unit_kind;
enum { UNIT_KINDS = 6 };

static void list_kinds(const machine *m, unit_kind kinds[static UNIT_KINDS])
{
#define UNITS_OF(kind) { "core." #kind "_units", "core." #kind "_issue_slots", m->core.kind##_units, m->core.kind##_issue_slots, false }
    const unit_kind list[UNIT_KINDS] = {
        UNITS_OF(sp), UNITS_OF(sfu), { NULL, "core.mem_issue_slots", 1, m->core.mem_issue_slots, true },
        UNITS_OF(int), UNITS_OF(dp), UNITS_OF(tensor),
    };
#undef UNITS_OF

    memcpy(kinds, list, sizeof list);
}

// With core.sub_cores 2 each scheduler has the same number of collectors, and a unit of each kind.
static bool check_parts(const machine *m, const unit_kind kinds[static UNIT_KINDS], machine_error *error)
{
    if (!m->core.generic_collectors || m->core.generic_collectors % m->core.schedulers)
        return machine_fail(error, "core.generic_collectors: seen %u for %u schedulers, expected a multiple, not 0, with core.sub_cores 2",
                    m->core.generic_collectors, m->core.schedulers);
    for (size_t i = 0; i < UNIT_KINDS; i++)
        if (!kinds[i].one && kinds[i].units && kinds[i].units != m->core.schedulers)
            return machine_fail(error, "%s: seen %u for %u schedulers, expected one each with core.sub_cores 2", kinds[i].units_key, kinds[i].units,
                        m->core.schedulers);
    return true;
}

// Each scheduler has one issue register of each kind, and the banks in equal parts.
static bool check_sub_cores(const machine *m, machine_error *error)
{
    unit_kind kinds[UNIT_KINDS];

    list_kinds(m, kinds);
    for (size_t i = 3; i < UNIT_KINDS; i++)
        if (kinds[i].units && !m->core.generic_collectors)
            return machine_fail(error, "%s: seen %u with core.generic_collectors 0, expected 0: such units have no collectors of their own",
                        kinds[i].units_key, kinds[i].units);
    for (size_t i = 0; m->core.sub_cores && i < UNIT_KINDS; i++)
        if (kinds[i].units && kinds[i].slots != m->core.schedulers)
            return machine_fail(error, "%s: seen %u for %u schedulers, expected one each with core.sub_cores", kinds[i].slots_key, kinds[i].slots,
                        m->core.schedulers);
    if (m->core.sub_cores > 1 && !check_parts(m, kinds, error))
        return false;
    if (m->core.sub_cores && m->core.register_banks % m->core.schedulers)
        return machine_fail(error, "core.register_banks: seen %u banks for %u schedulers, expected a multiple with core.sub_cores",
                    m->core.register_banks, m->core.schedulers);
    return true;
}

// A set whose lines are all written finally evicts one.
static bool check_l1d(const machine *m, machine_error *error)
{
    if (m->l1d.write_miss == L1D_WRITE_MISS_LAZY &&
        (m->l1d.global_write != WRITE_THROUGH || !m->l1d.sector_bytes || m->l1d.allocate != ALLOCATE_ON_MISS))
        return machine_fail(error, "l1d.write_miss: seen lazy, expected none but with l1d.global_write through, l1d.allocate miss and sectors");
    if (m->l1d.write_ratio && m->l1d.write_miss != L1D_WRITE_MISS_LAZY)
        return machine_fail(error, "l1d.write_ratio: seen %u, expected 0 but with l1d.write_miss lazy", m->l1d.write_ratio);
    if (m->l1d.write_ratio * m->l1d.sets > 100)
        return machine_fail(error, "l1d.write_ratio: seen %u for %u sets, expected at most %u: with all lines of a set written that many percent are",
                    m->l1d.write_ratio, m->l1d.sets, 100 / m->l1d.sets);
    return machine_l1d_ways_check(m, error);
}

static bool check_divisions(const machine *m, machine_error *error)
{
    uint32_t slices = m->l2.sub_partitions / m->dram.controllers;

    if (m->gpu.sms % m->gpu.clusters)
        return machine_fail(error, "gpu.clusters: seen %u clusters for %u SMs, expected a number that divides them",
                    m->gpu.clusters, m->gpu.sms);
    if (m->core.warps % m->core.schedulers)
        return machine_fail(error, "core.warps: seen %u warps for %u schedulers, expected a multiple", m->core.warps,
                    m->core.schedulers);
    if (m->core.warps / m->core.schedulers < 2)
        return machine_fail(error, "core.warps: seen %u warps for %u schedulers, expected at least 2 each", m->core.warps,
                    m->core.schedulers);
    if (!check_sub_cores(m, error))
        return false;
    if (m->l2.sub_partitions % m->dram.controllers)
        return machine_fail(error, "l2.sub_partitions: seen %u slices for %u DRAM controllers, expected a multiple",
                    m->l2.sub_partitions, m->dram.controllers);
    if (m->l2.line_bytes % m->l2.sector_bytes || m->l2.line_bytes / m->l2.sector_bytes > 8)
        return machine_fail(error, "l2.sector_bytes: seen %u for lines of %u bytes, expected 1 to 8 sectors a line",
                    m->l2.sector_bytes, m->l2.line_bytes);
    if (m->l2.queue_from_icnt < m->l2.line_bytes / m->l2.sector_bytes)
        return machine_fail(error, "l2.queue_from_icnt: seen %u, expected at least the %u sectors of a line", m->l2.queue_from_icnt,
                    m->l2.line_bytes / m->l2.sector_bytes);
    if (m->l1d.sector_bytes && (m->l1d.sector_bytes != 32 || m->l1d.line_bytes != 128))
        return machine_fail(error, "l1d.sector_bytes: seen %u for lines of %u bytes, expected 0, or 32 for lines of 128",
                    m->l1d.sector_bytes, m->l1d.line_bytes);
    if (m->l1d.sector_bytes && m->l1d.global_write == WRITE_BACK)
        return machine_fail(error, "l1d.sector_bytes: seen %u with l1d.global_write back, expected evict or through", m->l1d.sector_bytes);
    if (m->l1d.global_write == WRITE_BACK && m->l1d.miss_queue < 3)
        return machine_fail(error, "l1d.miss_queue: seen %u, expected at least 3 with l1d.global_write back (store, fetch, write-back)",
                    m->l1d.miss_queue);
    if (m->l2.write_miss == WRITE_MISS_FETCH && m->l2.miss_queue < 3)
        return machine_fail(error, "l2.miss_queue: seen %u, expected at least 3 with l2.write_miss fetch (store, fetch, write-back)",
                    m->l2.miss_queue);
    if (!power_of_two(slices) || slices > m->dram.banks)
        return machine_fail(error, "l2.sub_partitions: seen %u slices for %u DRAM controllers, expected a power of two each, "
                    "at most dram.banks", m->l2.sub_partitions, m->dram.controllers);
    if (m->dram.banks % m->dram.bank_groups)
        return machine_fail(error, "dram.bank_groups: seen %u groups of %u banks, expected a number that divides them",
                    m->dram.bank_groups, m->dram.banks);
    if (m->dram.burst % m->dram.data_rate)
        return machine_fail(error, "dram.burst: seen %u beats at %u a clock, expected a multiple", m->dram.burst,
                    m->dram.data_rate);
    if (m->l2.line_bytes < m->l1d.line_bytes)
        return machine_fail(error, "l2.line_bytes: seen %u below l1d.line_bytes %u, expected at least that", m->l2.line_bytes,
                    m->l1d.line_bytes);
    return true;
}

static bool ipoly_places(uint32_t count) { return count == 16 || count == 32 || count == 64; }

static bool check_index_of(uint32_t index, uint32_t sets, const char *section, machine_error *error)
{
    if (index == INDEX_HASH && sets != 32 && sets != 64)
        return machine_fail(error, "%s.index: seen hash with %u sets, expected 32 or 64 sets (Fermi's hash is defined for these)", section, sets);
    if (index == INDEX_IPOLY && !ipoly_places(sets))
        return machine_fail(error, "%s.index: seen ipoly with %u sets, expected 16, 32 or 64 sets (it is defined for these)", section, sets);
    return true;
}

static bool check_index(const machine *m, machine_error *error)
{
    return check_index_of(m->l1d.index, m->l1d.sets, "l1d", error) && check_index_of(m->l2.index, m->l2.sets, "l2", error);
}

static bool check_fits(const machine *m, machine_error *error)
{
    uint32_t packet = (m->l2.line_bytes + 8 + m->icnt.flit_bytes - 1) / m->icnt.flit_bytes;
    uint32_t room = m->icnt.boundary_buffer;

    if (m->icnt.kind != NETWORK_CROSSBAR)           // a mesh holds a packet in any buffer, and one is a unit of kind local
        return true;
    if (room > m->icnt.ejection_buffer)
        room = m->icnt.ejection_buffer;
    if (room > m->icnt.input_buffer)
        room = m->icnt.input_buffer;
    if (room > m->icnt.injection_buffer)
        room = m->icnt.injection_buffer;
    if (packet > room)
        return machine_fail(error, "icnt.flit_bytes: seen packets of %u flits (a line and 8 bytes) for buffers of %u, expected "
                    "them to fit", packet, room);
    return true;
}

// A terminal of the mesh has a port of its own at its router.
static bool check_mesh(const machine *m, machine_error *error)
{
    uint32_t slices = m->l2.sub_partitions / m->dram.controllers;
    machine_seats seats;

    if (m->icnt.kind != NETWORK_MESH)
        return true;
    if (slices > SEATS_SLICES)
        return machine_fail(error, "l2.sub_partitions: seen %u slices for each of %u DRAM controllers, expected at most %u with icnt.kind mesh",
                    slices, m->dram.controllers, SEATS_SLICES);
    return machine_seats_read(m, &seats, error);
}

// The limits in the tables' rows.
static bool check_limits(const machine *m, machine_error *error)
{
#define LIMIT(section, key, low, most, words) \
    if (m->section.key > (most)) \
        return machine_fail(error, #section "." #key ": seen %u, expected " #low " to %u (%s)", m->section.key, (most), (words));
#include "sim/machine/machine.def"
    return true;
}

// dram.map names 32 bits: as many S as a burst has byte bits, as many B as the banks need, at least one R and one C.
static bool check_map(const machine *m, machine_error *error)
{
    unsigned count[256] = { 0 }, bits = 0;
    uint32_t burst_bytes = m->dram.bus_bytes * m->dram.chips * m->dram.burst;

    for (const char *at = m->dram.map; *at; at++) {
        if (!strchr("0RBCS.", *at))
            return machine_fail(error, "dram.map: seen `%c`, expected letters 0 R B C S and dots", *at);
        count[(unsigned char)*at]++;
        bits += *at != '.';
    }
    if (bits != 32)
        return machine_fail(error, "dram.map: seen %u bits, expected 32", bits);
    if (!power_of_two(burst_bytes))
        return machine_fail(error, "dram.burst: seen bursts of %u bytes (bus_bytes * chips * burst), expected a power of two",
                    burst_bytes);
    if (count['S'] != log2_of(burst_bytes))
        return machine_fail(error, "dram.map: seen %u S bits, expected %u for bursts of %u bytes", count['S'],
                    log2_of(burst_bytes), burst_bytes);
    if (count['B'] != log2_of(m->dram.banks))
        return machine_fail(error, "dram.map: seen %u B bits, expected %u for %u banks", count['B'], log2_of(m->dram.banks),
                    m->dram.banks);
    if (1u << m->dram.controller_bit < m->l2.line_bytes)
        return machine_fail(error, "dram.controller_bit: seen %u, expected at least %u: a line of l2.line_bytes lies in one controller",
                    m->dram.controller_bit, log2_of(m->l2.line_bytes));
    if (!count['R'] || !count['C'])
        return machine_fail(error, "dram.map: seen %u R bits and %u C bits, expected at least one of each", count['R'],
                    count['C']);
    return true;
}

// The lowest B bits number the slices of a controller. They are above the bits of a line's bytes, so that a line is in one
// slice, and below those that IPOLY adds to them.
static bool check_slice_bits(const machine *m, machine_error *error)
{
    unsigned bit = 0, wanted = log2_of(m->l2.sub_partitions / m->dram.controllers);
    const unsigned added = m->dram.controller_bit + wanted;

    for (const char *at = m->dram.map + strlen(m->dram.map); at-- > m->dram.map && wanted;) {
        if (*at == 'B') {
            if (1u << bit < m->l2.line_bytes)
                return machine_fail(error, "dram.map: seen B at bit %u, which numbers slices, expected it at bit %u or above (l2.line_bytes)",
                            bit, log2_of(m->l2.line_bytes));
            if (m->dram.partition_indexing == PARTITION_IPOLY && bit >= added)
                return machine_fail(error, "dram.map: seen B at bit %u, which numbers slices, expected it below bit %u with "
                            "dram.partition_indexing ipoly", bit, added);
            wanted--;
        }
        bit += *at != '.';
    }
    return true;
}

// Random indexing distributes pieces of a slice's unit in the map: a line must be in one piece.
static bool check_partition_indexing(const machine *m, machine_error *error)
{
    const unsigned slice_bits = log2_of(m->l2.sub_partitions / m->dram.controllers), least = log2_of(m->l2.line_bytes) + slice_bits;

    if (m->dram.partition_indexing == PARTITION_RANDOM && m->dram.controller_bit < least)
        return machine_fail(error, "dram.controller_bit: seen %u, expected at least %u with dram.partition_indexing random: a line of "
                    "l2.line_bytes lies in one slice", m->dram.controller_bit, least);
    if (m->dram.partition_indexing == PARTITION_IPOLY && !ipoly_places(m->l2.sub_partitions))
        return machine_fail(error, "l2.sub_partitions: seen %u slices with dram.partition_indexing ipoly, expected 16, 32 or 64 (it is defined "
                    "for these)", m->l2.sub_partitions);
    return true;
}

bool machine_check(const machine *m, machine_error *error)
{
    return check_powers(m, error) && check_divisions(m, error) && check_l1d(m, error) && check_index(m, error) && check_fits(m, error) &&
           check_mesh(m, error) && check_limits(m, error) && check_map(m, error) && check_slice_bits(m, error) &&
           check_partition_indexing(m, error);
}
