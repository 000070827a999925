// SPDX-License-Identifier: BSD-3-Clause
// One network of the interconnect, for requests or replies. It carries packets of flits from input ports to output ports.
// Packets from one input to one output arrive in the order pushed. icnt.kind selects a crossbar (sim/memory/crossbar.h), a
// mesh of routers (sim/memory/mesh.h) or GPGPU-Sim's own crossbar of packets (sim/memory/local_crossbar.h). A kind's
// struct begins with a `network`.
#ifndef WARPLOCK_SIM_MEMORY_NETWORK_H
#define WARPLOCK_SIM_MEMORY_NETWORK_H

#include "sim/machine/machine.h"
#include "sim/memory/request.h"
#include "sim/report/counters.h"
#include "tb/number_set.h"

enum {
    NETWORK_PORTS = NUMBER_SET_MAX,    // at most, on each side
    NETWORK_ONE_UNIT = 1 << 20         // flit_bytes of a kind whose packets are one unit: larger than any packet
};

typedef struct network network;

typedef struct {
    void            (*close)(network *);
    bool            (*has_room)(const network *, unsigned input, uint32_t flits);
    void            (*push)(network *, unsigned input, unsigned output, memory_request *, uint32_t flits);
    memory_request *(*pop)(network *, unsigned output);
    void            (*step)(network *);
} network_kind;

struct network {
    const network_kind *kind;
    uint32_t flit_bytes;
    uint32_t moving;                   // packets not fully arrived, and anything else in flight
    number_set arrived;                // outputs that hold a whole packet
    uint32_t links;                    // between routers; only in a mesh
    uint64_t time;                     // number of the next step, idle ones included; set if icnt.arbiter is round
};

static inline void network_free(network *net)
{
    if (net)
        net->kind->close(net);
}

static inline uint32_t network_flits(const network *net, uint32_t bytes)
{
    return (bytes + net->flit_bytes - 1) / net->flit_bytes;
}

// In the injection queue of the input.
static inline bool network_has_room(const network *net, unsigned input, uint32_t bytes)
{
    return net->kind->has_room(net, input, network_flits(net, bytes));
}

// Only when there is room.
static inline void network_push(network *net, unsigned input, unsigned output, memory_request *request, uint32_t bytes)
{
    net->kind->push(net, input, output, request, network_flits(net, bytes));
}

static inline number_set network_arrived(const network *net) { return net->arrived; }
static inline bool network_any_arrived(const network *net) { return number_set_any(&net->arrived); }
static inline bool network_has_arrived(const network *net, unsigned output) { return number_set_has(&net->arrived, output); }
static inline bool network_moving(const network *net) { return net->moving != 0; }

// The oldest packet of the output; NULL: none.
static inline memory_request *network_pop(network *net, unsigned output) { return net->kind->pop(net, output); }

// One cycle.
static inline void network_step(network *net)
{
    if (net->moving)
        net->kind->step(net);
}

#endif
