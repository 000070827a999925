// SPDX-License-Identifier: BSD-3-Clause
#include "tb/prove/rtl_ports.h"

#include <stdio.h>
#include <string.h>

#include "tb/prove/obligations.h"
#include "tb/prove/ports.h"
#include "tb/prove/prove.h"

enum { NAME_ROOM = 512, MOST_BITS = 64 };
typedef enum { ADDRESS, DATA, ENABLE, CLOCK, KINDS } kind;
static const char *const kind_names[] = {[ADDRESS] = "address", [DATA] = "data", [ENABLE] = "enable", [CLOCK] = "clock"};

typedef struct { char name[NAME_ROOM], memory[NAME_ROOM]; bool writes, done; unsigned signals[KINDS][MOST_BITS]; int n[KINDS]; uint64_t named[KINDS]; } port;
static port *ports;
static size_t n_ports;

static port *port_named(const char *name, size_t length)
{
    for (size_t i = 0; i < n_ports; i++) if (strlen(ports[i].name) == length && memcmp(ports[i].name, name, length) == 0) return &ports[i];
    ports = prove_grow(ports, n_ports + 1, sizeof *ports);
    port *p = &ports[n_ports++];
    *p = (port){0};
    snprintf(p->name, sizeof p->name, "%.*s", (int)length, name);
    snprintf(p->memory, sizeof p->memory, "%s", p->name);
    char *reads = strstr(p->memory, "_read_"), *writes = strstr(p->memory, "_write_");
    if (!reads == !writes) prove_refuse("the Verilog's port %s is of no memory", p->name);
    *(reads ? reads : writes) = '\0';
    p->writes = writes;
    return p;
}

bool rtl_port_signal(const char *name, unsigned signal)
{
    const char *dot = strchr(name, '.'), *bracket = strchr(name, '[');
    unsigned bit = 0;
    if (!dot || strchr(name, '$')) return false;         // Yosys's own: a function's variable, `above$func$verilog/warp_arbiter.v:88$1.set`
    if (bracket && sscanf(bracket, "[%u]", &bit) != 1) return false;
    const size_t length = bracket ? (size_t)(bracket - dot - 1) : strlen(dot + 1);
    port *p = port_named(name, (size_t)(dot - name));
    for (kind k = ADDRESS; k < KINDS; k++) {
        if (strlen(kind_names[k]) != length || memcmp(kind_names[k], dot + 1, length) != 0) continue;
        if (bit >= MOST_BITS || p->named[k] >> bit & 1) prove_refuse("%s: a bit too many", name);
        p->signals[k][bit] = signal;
        p->named[k] |= UINT64_C(1) << bit;
        p->n[k]++;
        return true;
    }
    prove_refuse("%s: no part of a port of a memory", name);
}

#define MASK_OF(bits) ((bits) == 64 ? ~UINT64_C(0) : (UINT64_C(1) << (bits)) - 1)

static bool is_known(rtl_functions of, const port *p, kind k)
{
    if (p->named[k] != MASK_OF(p->n[k])) prove_refuse("%s lacks a bit", p->name);
    for (int b = 0; b < p->n[k]; b++) if (!of.known[p->signals[k][b] >> 1]) return false;
    return true;
}

static word word_of_port(rtl_functions of, const port *p, kind k)
{
    if (!is_known(of, p, k)) prove_refuse("%s hangs on itself", p->name);
    word w = word_zero(p->n[k]);
    for (int b = 0; b < w.width; b++) w.bits[b] = of.function[p->signals[k][b] >> 1] ^ (p->signals[k][b] & 1);
    return w;
}

static const ports_contents *memory_of(const port *p, int width)
{
    const ports_contents *memory = ports_named(p->memory);
    if (!memory || ports_width(memory) != width) prove_refuse("the Verilog's %s is no memory of the model's", p->name);
    return memory;
}

// Of an address beyond the memory nobody knows what is read, each time anew.
static void give_data(rtl_functions of, const port *p, bool reset)
{
    char name[NAME_ROOM + 64];
    const word address = word_of_port(of, p, ADDRESS);
    const ports_contents *memory = reset ? NULL : memory_of(p, p->n[DATA]);
    const literal inside = reset ? ZERO : ports_inside(memory, address);
    const word data = reset ? word_zero(p->n[DATA]) : ports_read(memory, address);
    for (int b = 0; b < p->n[DATA]; b++) {
        snprintf(name, sizeof name, "beyond %s[%d]", p->name, b);
        of.function[p->signals[DATA][b] >> 1] = inside == ONE ? data.bits[b] : choose1(inside, data.bits[b], bit_named(name));
        of.known[p->signals[DATA][b] >> 1] = 1;
    }
}

bool rtl_ports_read(rtl_functions of, bool reset)
{
    bool any = false;
    for (size_t i = 0; i < n_ports; i++) {
        port *p = &ports[i];
        if (p->writes || p->done || !is_known(of, p, ADDRESS)) continue;
        give_data(of, p, reset);
        any = p->done = true;
    }
    return any;
}

static const ports_contents *written(rtl_functions of, const port *p, unsigned clock)
{
    const word address = word_of_port(of, p, ADDRESS), data = word_of_port(of, p, DATA), enable = word_of_port(of, p, ENABLE);
    const ports_contents *before = memory_of(p, data.width);
    if (p->n[CLOCK] != 1 || p->signals[CLOCK][0] != clock) prove_refuse("%s has another clock", p->name);
    if (enable.width != data.width) prove_refuse("%s: not an enable for each bit", p->name);
    for (int b = 1; b < enable.width; b++) if (enable.bits[b] != enable.bits[0]) prove_refuse("%s writes a part of a word", p->name);
    return ports_write(before, and2(enable.bits[0], ports_inside(before, address)), address, data);
}

// What has been said of the model's contents, of the Verilog's.
static void compare(const char *memory, const ports_contents *after)
{
    char name[NAME_ROOM + 64];
    const word any = ports_read(after, ports_any(after));
    for (int b = 0; b < any.width; b++) {
        snprintf(name, sizeof name, "%.*s_d[any word][%d]", (int)strlen(memory) - 2, memory, b);
        must_equal(name, ports_resolve_registers(ports_result(after).bits[b]), any.bits[b]);
    }
    for (unsigned k = 0; k < ports_count(after); k++) {
        const word own = ports_read(after, word_number(32, k));
        for (int b = 0; b < own.width; b++) {
            snprintf(name, sizeof name, "%.*s_d[%u][%d]", (int)strlen(memory) - 2, memory, k, b);
            model_result *result = result_named(name);
            if (!result) prove_refuse("the Verilog's %s is not the model's", name);
            result->rtl = own.bits[b];
            result->compared = true;
        }
    }
}

void rtl_ports_compare(rtl_functions of, unsigned clock)
{
    for (size_t i = 0; i < n_ports; i++) {
        if (!ports[i].writes) continue;
        if (ports[i].done) prove_refuse("%s has two write ports", ports[i].memory);
        for (size_t k = i; k < n_ports; k++) if (ports[k].writes && strcmp(ports[k].memory, ports[i].memory) == 0) ports[k].done = true;
        compare(ports[i].memory, written(of, &ports[i], clock));
    }
}
