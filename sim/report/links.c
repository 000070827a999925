// SPDX-License-Identifier: BSD-3-Clause
// Links of a mesh as a map of each router's output, and as JSON.
#include "sim/report/links.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>

#include "sim/report/fit.h"
#include "sim/report/ratio.h"

static const char *const networks[LINKS_NETWORKS] = { "requests", "replies" };
static const char *const directions[LINKS_DIRECTIONS] = { "east", "west", "south", "north" };

link_profile *links_new(uint32_t width, uint32_t height)
{
    link_profile *p = calloc(1, sizeof *p);

    if (!p)
        abort();
    p->width = width;
    p->height = height;
    return p;
}

static bool is_there(const link_profile *p, unsigned router, unsigned direction)
{
    const unsigned x = router % p->width, y = router / p->width;
    const bool inside[LINKS_DIRECTIONS] = { x + 1 < p->width, x > 0, y + 1 < p->height, y > 0 };

    return inside[direction];
}

void links_print(FILE *file, const link_profile *p)
{
    fprintf(file, "  %8s %6s %6s", "network", "row", "column");
    for (unsigned way = 0; way < LINKS_DIRECTIONS; way++)
        fprintf(file, FIT_RIGHT " %10s", directions[way]);
    fputc('\n', file);
    for (unsigned network = 0; network < LINKS_NETWORKS; network++)
        for (unsigned router = 0; router < p->width * p->height; router++) {
            fprintf(file, "  %8s %6u %6u", networks[network], router / p->width, router % p->width);
            for (unsigned way = 0; way < LINKS_DIRECTIONS; way++)
                if (is_there(p, router, way))
                    fprintf(file, FIT_RIGHT " %10.1f", 100 * report_ratio(p->flits[network][router][way], p->clocks));
                else
                    fprintf(file, FIT_RIGHT " %10s", "-");
            fputc('\n', file);
        }
    fprintf(file, "  of the cycles of the interconnect, %%: a flit on the link that leaves the router that way\n");
}

static json_t *link_json(const char *network, unsigned row, unsigned column, const char *way, uint64_t flits, uint64_t clocks)
{
    return json_pack("{s:s, s:i, s:i, s:s, s:I, s:f}", "network", network, "row", (int)row, "column", (int)column,
                     "direction", way, "flits", (json_int_t)flits, "use", report_ratio(flits, clocks));
}

json_t *links_json(const link_profile *p)
{
    json_t *array = json_array();

    for (unsigned network = 0; network < LINKS_NETWORKS; network++)
        for (unsigned router = 0; router < p->width * p->height; router++)
            for (unsigned way = 0; way < LINKS_DIRECTIONS; way++) {
                const uint64_t flits = p->flits[network][router][way];

                if (is_there(p, router, way))
                    json_array_append_new(array, link_json(networks[network], router / p->width, router % p->width, directions[way], flits,
                                                              p->clocks));
            }
    return array;
}
