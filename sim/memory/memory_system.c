// SPDX-License-Identifier: BSD-3-Clause
// The memory system: ports of the SMs, two networks, L2 slices, DRAM controllers, and the clocks that drive them.
#include "sim/memory/memory_system.h"

#include <stdlib.h>

#include "sim/memory/clocks.h"
#include "sim/memory/dram.h"
#include "sim/memory/interconnect.h"
#include "sim/memory/mesh.h"
#include "sim/memory/times.h"
#include "sim/memory/versions.h"

enum {
    CONTROL_BYTES = 8, HOST_COPY_BYTES = 32,     // GPGPU-Sim's READ_PACKET_SIZE, WRITE_PACKET_SIZE; SECTOR_SIZE
    SLICES_MAX = 64,                             // of any machine: a bit each
    HOST_COPY_TURNS = 64                         // see bytes_that_stay
};

struct memory_system {
    counters *counters;
    request_pool pool;
    dram_map map;
    clocks clocks;
    bool in_phase;                     // the clocks have started, at core cycle `origin`
    uint64_t origin, next_cycle;       // next_cycle: has not been run
    uint64_t wake;                     // core cycle before which nothing happens unless a request comes
    bool rests;                        // the clocks have not been told of the cycles before next_cycle
    uint64_t dram_time;                // DRAM clocks since the beginning, without those that pass while it rests (clocks_rest_dram)
    uint32_t n_clusters, n_slices, n_drams, sms_per_cluster, response_room, host_copy;
    uint64_t l2_bytes;                 // of all slices
    uint32_t l2_ways;
    uint64_t answering;                // slices with packets for the network
    number_set replying;               // clusters with replies
    number_set handed_over;            // clusters of which an SM took one in this cycle
    network *to_memory, *to_sms;
    bool tells_time;                   // the networks want to know the number of each step
    uint64_t steps;                    // of them in launches that have ended, idle ones counted
    request_list *replies;             // of each cluster: GPGPU-Sim's cluster response FIFO
    l2_slice *slices;
    uint64_t slices_awake;             // those that wake in the next cycle
    uint64_t slices_wake;              // none of the others wakes before
    uint64_t slice_wake[SLICES_MAX], dram_wake[SLICES_MAX];      // of each, asked at every edge (sim/memory/times.h); of an awake slice UINT64_MAX
    uint64_t drams_wake;               // no controller is asked before
    dram     *drams;
    spin_lock entrance;                // of the network, for SMs of several threads
    bool ahead;                        // next_cycle has been run up to the networks: memory_run_ahead
    bool networks_due;                 // and they are to step
    unsigned dram_clocks;              // in the cycle that is being run
    slice_profile *counted;            // NULL: nobody wants it
    link_profile *links;               // the same
};

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (!memory)
        abort();
    return memory;
}

memory_system *memory_new(const machine *machine, counters *counters)
{
    memory_system *m = allocate(1, sizeof *m);
    m->counters = counters;
    m->n_clusters = machine->gpu.clusters;
    m->n_slices = machine->l2.sub_partitions;
    m->n_drams = machine->dram.controllers;
    m->sms_per_cluster = machine->gpu.sms / machine->gpu.clusters;
    m->response_room = machine->icnt.response_queue;
    m->host_copy = machine->l2.host_copy;
    m->l2_bytes = (uint64_t)machine->l2.sub_partitions * machine->l2.sets * machine->l2.ways * machine->l2.line_bytes;
    m->l2_ways = machine->l2.ways;
    dram_map_open(&m->map, machine);
    clocks_start(&m->clocks, machine);
    interconnect_open(machine, counters, &m->to_memory, &m->to_sms);
    m->tells_time = machine->icnt.kind == NETWORK_LOCAL && machine->icnt.arbiter == NETWORK_ROUND;
    m->replies = allocate(m->n_clusters, sizeof *m->replies);
    m->slices = allocate(m->n_slices, sizeof *m->slices);
    m->drams = allocate(m->n_drams, sizeof *m->drams);
    times_none(m->slice_wake, SLICES_MAX);
    times_none(m->dram_wake, SLICES_MAX);
    for (unsigned i = 0; i < m->n_slices; i++) {
        l2_slice_open(&m->slices[i], machine, i, &m->map, &m->pool, counters);
    }
    m->slices_wake = UINT64_MAX;
    for (unsigned i = 0; i < m->n_drams; i++) {
        dram_open(&m->drams[i], machine, i, &m->slices[i * m->map.slices_per_controller], &m->map, &m->pool, counters);
        m->dram_wake[i] = m->drams[i].wake;
    }
    return m;
}

bool memory_open_places(memory_system *m, const machine *machine, const place_options *options, char *error, size_t error_size)
{
    for (unsigned i = 0; i < m->n_drams; i++)
        if (!dram_open_place(&m->drams[i], machine, options, error, error_size))
            return false;
    return true;
}

// The clocks' edges in cycles in which nothing could happen.
static void pass_rest(memory_system *m)
{
    if (m->rests)
        m->dram_time += clocks_skip(&m->clocks, m->next_cycle - m->origin - 1);
    m->rests = false;
}

// And those of DRAM while it rests.
static void pass_all(memory_system *m)
{
    pass_rest(m);
    if (clocks_dram_rests(&m->clocks))
        m->dram_time += clocks_skip(&m->clocks, m->next_cycle - m->origin - 1);
}

void memory_catch_up(memory_system *m)
{
    pass_all(m);
    for (unsigned i = 0; i < m->n_drams; i++) {
        place_sleep_until(&m->drams[i].place, m->dram_time);
        place_catch_up(&m->drams[i].place);
    }
}

const place *memory_place(const memory_system *m, unsigned controller) { return &m->drams[controller].place; }

void memory_free(memory_system *m)
{
    if (!m)
        return;
    for (unsigned i = 0; i < m->n_slices; i++)
        l2_slice_close(&m->slices[i]);
    for (unsigned i = 0; i < m->n_drams; i++)
        dram_close(&m->drams[i]);
    network_free(m->to_memory);
    network_free(m->to_sms);
    request_pool_close(&m->pool);
    free(m->replies);
    free(m->slices);
    free(m->drams);
    free(m);
}

void memory_share(memory_system *m, bool shared) { m->entrance.shared = m->pool.lock.shared = shared; }

memory_request *memory_request_new(memory_system *m)
{
    return request_pool_take(&m->pool);
}

void memory_request_free(memory_system *m, memory_request *request)
{
    request_pool_give(&m->pool, request);
}

static inline unsigned cluster_of(const memory_system *m, unsigned sm)
{
    return m->sms_per_cluster == 1 ? sm : sm / m->sms_per_cluster;
}

bool memory_has_room(const memory_system *m, unsigned sm, uint32_t data_bytes)
{
    return network_has_room(m->to_memory, cluster_of(m, sm), CONTROL_BYTES + data_bytes);
}

bool memory_can_send(memory_system *m, unsigned sm, uint32_t data_bytes)
{
    if (memory_has_room(m, sm, data_bytes))
        return true;
    spin_lock_enter(&m->entrance);
    m->counters->icnt_request_stalls++;
    spin_lock_leave(&m->entrance);
    return false;
}

void memory_send(memory_system *m, unsigned sm, memory_request *request)
{
    bool carries_data = request_is_write(request) || request->kind == REQUEST_GLOBAL_ATOMIC;
    uint32_t bytes = CONTROL_BYTES + (carries_data ? request->bytes : 0);
    l2_locate(&m->map, request);
    atomic_fetch_add_explicit(&m->pool.outstanding, 1, memory_order_relaxed);
    spin_lock_enter(&m->entrance);
    m->wake = 0;
    m->counters->icnt_request_flits += network_flits(m->to_memory, bytes);
    network_push(m->to_memory, cluster_of(m, sm), request->slice, request, bytes);
    spin_lock_leave(&m->entrance);
}

unsigned memory_slice_of(const memory_system *m, uint64_t address)
{
    return dram_map_locate(&m->map, address).slice;
}

uint64_t memory_row_of(const memory_system *m, uint64_t address)
{
    const dram_location location = dram_map_locate(&m->map, address);
    return (uint64_t)location.controller << 56 | (uint64_t)location.bank << 48 | location.row;
}

// Of a request broken down into sectors: more packets than this one are to come.
static inline bool more_to_come(const memory_request *packet)
{
    return packet->parent && packet->parent->pending > 1;
}

number_set memory_answered(const memory_system *m)
{
    number_set sms = {{0}};
    if (m->sms_per_cluster == 1)
        return m->replying;
    for (number_set clusters = m->replying; number_set_any(&clusters);) {
        const unsigned first = m->sms_per_cluster * number_set_take_lowest(&clusters);
        for (unsigned sm = first; sm < first + m->sms_per_cluster; sm++)
            number_set_add(&sms, sm);
    }
    return sms;
}

memory_request *memory_peek(const memory_system *m, unsigned sm)
{
    unsigned cluster = cluster_of(m, sm);
    memory_request *packet = m->replies[cluster].head;
    if (!packet || packet->sm != sm || number_set_has(&m->handed_over, cluster) || more_to_come(packet))
        return NULL;
    return packet->parent ? packet->parent : packet;
}

static memory_request *take_packet(memory_system *m, unsigned cluster)
{
    memory_request *packet = request_list_pop(&m->replies[cluster]);
    if (!m->replies[cluster].head)
        number_set_drop(&m->replying, cluster);
    return request_pool_finish_sector(&m->pool, packet);
}

memory_request *memory_receive(memory_system *m, unsigned sm)
{
    if (!memory_peek(m, sm))
        return NULL;
    number_set_add(&m->handed_over, cluster_of(m, sm));
    atomic_fetch_sub_explicit(&m->pool.outstanding, 1, memory_order_relaxed);
    return take_packet(m, cluster_of(m, sm));
}

// What a cluster does in a core cycle: a packet that does not complete a request goes, one from the network comes.
static void run_clusters(memory_system *m)
{
    const number_set arrived = network_arrived(m->to_sms);
    number_set busy = m->replying;
    number_set_join(&busy, arrived);
    while (number_set_any(&busy)) {
        unsigned cluster = number_set_take_lowest(&busy);
        request_list *replies = &m->replies[cluster];
        if (replies->head && !number_set_has(&m->handed_over, cluster) && more_to_come(replies->head))
            take_packet(m, cluster);
        if (number_set_has(&arrived, cluster) && replies->count < m->response_room) {
            request_list_push(replies, network_pop(m->to_sms, cluster));
            number_set_add(&m->replying, cluster);
        }
    }
}

static void send_replies(memory_system *m)
{
    for (uint64_t slices = m->answering; slices; slices &= slices - 1) {
        unsigned i = (unsigned)__builtin_ctzll(slices);
        memory_request *packet = m->slices[i].to_icnt.head;
        uint32_t bytes = CONTROL_BYTES + (request_is_write(packet) ? 0 : packet->bytes);
        if (!network_has_room(m->to_sms, i, bytes)) {
            m->counters->icnt_reply_stalls++;
            continue;
        }
        request_list_pop(&m->slices[i].to_icnt);
        if (!m->slices[i].to_icnt.head)
            m->answering &= ~(UINT64_C(1) << i);
        m->counters->icnt_reply_flits += network_flits(m->to_sms, bytes);
        network_push(m->to_sms, i, cluster_of(m, packet->sm), packet, bytes);
    }
}

// When a slice wakes has changed.
static inline void note_slice(memory_system *m, unsigned i, uint64_t cycle)
{
    const uint64_t wake = m->slices[i].wake;
    if (wake <= cycle + 1) {
        m->slices_awake |= UINT64_C(1) << i;
        m->slice_wake[i] = UINT64_MAX;
        return;
    }
    m->slices_awake &= ~(UINT64_C(1) << i);
    m->slice_wake[i] = wake;
    m->slices_wake = wake < m->slices_wake ? wake : m->slices_wake;
}

// The slices that wake by now.
static inline uint64_t slices_due(memory_system *m, uint64_t cycle)
{
    if (cycle < m->slices_wake)
        return m->slices_awake;
    for (uint64_t come = times_come(m->slice_wake, m->n_slices, cycle); come; come &= come - 1)
        note_slice(m, (unsigned)__builtin_ctzll(come), cycle);
    m->slices_wake = times_first(m->slice_wake, m->n_slices);
    return m->slices_awake;
}

// A slice has sent something, at this edge of the L2.
static void wake_drams(memory_system *m)
{
    m->drams_wake = 0;
    if (clocks_dram_rests(&m->clocks))
        m->dram_time += clocks_wake_dram(&m->clocks);
}

static void run_l2(memory_system *m, uint64_t cycle)
{
    const uint64_t arrived = network_arrived(m->to_memory).word[0];       // slices are 64 at most
    for (uint64_t due = arrived | slices_due(m, cycle); due; due &= due - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(due);
        l2_slice *slice = &m->slices[i];
        if (arrived >> i & 1 && l2_slice_has_room(slice))
            l2_slice_accept(slice, network_pop(m->to_memory, i), cycle);
        if (slice->wake <= cycle) {
            l2_slice_clock(slice, cycle);
            if (slice->to_dram.head) {
                m->dram_wake[i / m->map.slices_per_controller] = 0;
                wake_drams(m);
            }
            m->answering |= (uint64_t)(slice->to_icnt.head != NULL) << i;
        }
        note_slice(m, i, cycle);
    }
}

// The slice takes what DRAM brings at its next clock, so its time may have changed.
static inline void clock_dram(memory_system *m, unsigned i, uint64_t cycle, unsigned nth)
{
    dram *d = &m->drams[i];
    const memory_request *brought = d->returned.head ? d->returned.head : d->prefetched.head;
    const unsigned slice = brought ? brought->slice : 0;
    dram_clock(d, m->dram_time, cycle, nth);
    if (brought)
        note_slice(m, slice, cycle);
    m->dram_wake[i] = d->wake;
}

static void run_drams(memory_system *m, uint64_t cycle, unsigned nth)
{
    uint64_t due = times_come(m->dram_wake, m->n_drams, cycle);
    m->drams_wake = due ? 0 : times_first(m->dram_wake, m->n_drams);
    for (; due; due &= due - 1)
        clock_dram(m, (unsigned)__builtin_ctzll(due), cycle, nth);
}

// In a cycle that is left out every queue is empty.
static void count_slices(memory_system *m)
{
    for (unsigned i = 0; i < m->n_slices; i++) {
        slice_counters *n = &m->counted->of[i];
        const uint32_t held = m->slices[i].from_icnt.count;
        n->held += held;
        n->full += held == m->slices[i].room_from_icnt;
        n->most = held > n->most ? held : n->most;
    }
}

void memory_count_slices(memory_system *m, slice_profile *profile)
{
    m->counted = profile;
}

void memory_count_links(memory_system *m, link_profile *profile)
{
    m->links = profile;
}

// Before the first edge of the cycle: whoever rests may be due in it.
static inline void begin_cycle(memory_system *m, uint64_t cycle)
{
    if (m->drams_wake <= cycle && clocks_dram_rests(&m->clocks)) {
        m->dram_time += clocks_skip(&m->clocks, cycle - m->origin - 1);
        m->dram_time += clocks_wake_dram(&m->clocks);
    }
}

// The rest of this cycle's edges up to one at which the networks step, if there is one.
static bool run_to_networks(memory_system *m, uint64_t cycle)
{
    for (unsigned due; (due = clocks_next(&m->clocks, cycle - m->origin)) != 0;) {
        if (due & DOMAIN_ICNT)
            send_replies(m);
        if (due & DOMAIN_DRAM) {
            m->dram_clocks++;
            if (m->drams_wake <= cycle)
                run_drams(m, cycle, m->dram_clocks);
            else
                clocks_rest_dram(&m->clocks);
            m->dram_time++;
        }
        if (due & DOMAIN_L2)
            run_l2(m, cycle);
        if (due & DOMAIN_ICNT)
            return true;
    }
    return false;
}

static void step_networks(memory_system *m)
{
    if (m->tells_time)
        m->to_memory->time = m->to_sms->time = m->steps + clocks_passed(&m->clocks, DOMAIN_ICNT) - 1;
    network_step(m->to_memory);
    network_step(m->to_sms);
}

static void run_cycle(memory_system *m, uint64_t cycle)
{
    run_clusters(m);
    if (!m->ahead)
        begin_cycle(m, cycle);
    bool due = m->ahead ? m->networks_due : run_to_networks(m, cycle);
    while (due) {
        step_networks(m);
        due = clocks_due(&m->clocks, cycle - m->origin) && run_to_networks(m, cycle);
    }
    m->ahead = false;
    m->dram_clocks = 0;
    if (m->counted)
        count_slices(m);
}

bool memory_can_run_ahead(const memory_system *m, uint64_t core_cycle)
{
    return m->in_phase && !m->rests && m->next_cycle == core_cycle && m->wake <= core_cycle;
}

void memory_run_ahead(memory_system *m)
{
    begin_cycle(m, m->next_cycle);
    m->networks_due = run_to_networks(m, m->next_cycle);
    m->ahead = true;
}

static inline __attribute__((always_inline)) void advance(memory_system *m, uint64_t core_cycle)
{
    if (!m->in_phase) {
        clocks_restart(&m->clocks);
        m->origin = m->next_cycle = core_cycle;
        m->in_phase = true;
        m->wake = 0;
    }
    if (core_cycle < m->wake) {
        m->next_cycle = core_cycle + 1;
        m->rests = true;
        return;
    }
    pass_rest(m);
    while (m->next_cycle <= core_cycle) {
        uint64_t event = m->next_cycle < core_cycle ? memory_next_event(m, m->next_cycle) : core_cycle;
        if (event > m->next_cycle) {
            m->next_cycle = event < core_cycle ? event : core_cycle;
            m->dram_time += clocks_skip(&m->clocks, m->next_cycle - m->origin - 1);
        }
        run_cycle(m, m->next_cycle++);
    }
    m->handed_over = (number_set){{0}};
    m->wake = memory_next_event(m, m->next_cycle);
}

void memory_advance(memory_system *m, uint64_t core_cycle) { advance(m, core_cycle); }

// Whether an SM may take a reply.
static inline bool answers(const memory_system *m)
{
    for (number_set clusters = m->replying; number_set_any(&clusters);)
        if (!more_to_come(m->replies[number_set_take_lowest(&clusters)].head))
            return true;
    return false;
}

uint64_t memory_run_alone(memory_system *m, uint64_t cycle, uint64_t end)
{
    while (cycle < end && m->wake < end && !answers(m)) {
        cycle = m->wake > cycle ? m->wake : cycle;
        advance(m, cycle++);
    }
    return cycle;
}

bool memory_idle(const memory_system *m)
{
    return !m->pool.outstanding;
}

uint64_t memory_next_event(const memory_system *m, uint64_t core_cycle)
{
    if (m->ahead || number_set_any(&m->replying) || m->answering || m->slices_awake || network_moving(m->to_memory) ||
        network_moving(m->to_sms) || network_any_arrived(m->to_memory) || network_any_arrived(m->to_sms))
        return core_cycle;
    uint64_t event = times_first(m->slice_wake, m->n_slices);
    for (unsigned i = 0; i < m->n_drams; i++) {
        uint64_t wake = dram_wake(&m->drams[i], core_cycle);
        event = wake < event ? wake : event;
    }
    return event > core_cycle ? event : core_cycle;
}

// Only the last bytes of a copy can stay, so many that they bring each set at least as many lines as it has ways. Neighbouring lines of
// a slice lie in different sets, so twice the L2 and four lines a set are enough; many times the L2 where slices are drawn at random, or
// while lines are in flight.
static uint64_t bytes_that_stay(const memory_system *m)
{
    if (m->map.indexing == PARTITION_RANDOM || m->pool.in_use)
        return HOST_COPY_TURNS * m->l2_bytes;
    return 2 * m->l2_bytes + 4 * m->l2_bytes / m->l2_ways;
}

void memory_host_copy(memory_system *m, uint64_t address, uint64_t bytes)
{
    const uint64_t stay = bytes_that_stay(m);
    uint64_t first = bytes > stay ? address + bytes - stay : address;

    if (m->host_copy == HOST_COPY_BYPASSES || !bytes)
        return;
    VERSIONS(first = address;)                   // the ledger is told of each sector
    const uint64_t end = address + bytes, line_bytes = l2_slice_line_bytes(&m->slices[0]);
    for (uint64_t at = first & ~(uint64_t)(HOST_COPY_BYTES - 1), next; at < end; at = next) {
        next = (at & ~(line_bytes - 1)) + line_bytes;
        next = next < end ? next : end;
        dram_location location = dram_map_locate(&m->map, at);
        l2_slice_host_copy(&m->slices[location.slice], location.place, (uint32_t)(next - at));
    }
}

void memory_passed(const memory_system *m, unsigned slice, uint64_t *entered, uint64_t *left)
{
    *entered = m->slices[slice].entered;
    *left = m->slices[slice].left;
}

uint8_t memory_occupancy(const memory_system *m, unsigned slice)
{
    const uint32_t count = m->slices[slice].from_icnt.count;
    return (uint8_t)(count < UINT8_MAX ? count : UINT8_MAX);
}

// What the mesh has counted since the beginning.
static void look_at_links(const memory_system *m)
{
    for (unsigned router = 0; router < m->links->width * m->links->height; router++)
        for (unsigned direction = 0; direction < MESH_DIRECTIONS; direction++) {
            m->links->flits[0][router][direction] = mesh_link_flits(m->to_memory, router, direction);
            m->links->flits[1][router][direction] = mesh_link_flits(m->to_sms, router, direction);
        }
}

void memory_kernel_end(memory_system *m)
{
    pass_all(m);
    const uint64_t clocks = clocks_passed(&m->clocks, DOMAIN_ICNT);
    m->steps += clocks;
    m->counters->icnt_link_cycles += clocks * (m->to_memory->links + m->to_sms->links);
    if (m->links) {
        m->links->clocks += clocks;
        look_at_links(m);
    }
    m->in_phase = m->ahead = false;              // ahead: after a fault
}
