// SPDX-License-Identifier: BSD-3-Clause
// Flits that each link from router to router of a mesh has carried (--per-link), of both networks. sim/memory fills
// it in as launches end.
#ifndef WARPLOCK_SIM_REPORT_LINKS_H
#define WARPLOCK_SIM_REPORT_LINKS_H

#include <stdint.h>
#include <stdio.h>

#include <jansson.h>

enum { LINKS_NETWORKS = 2, LINKS_ROUTERS = 64, LINKS_DIRECTIONS = 4 };        // requests, replies; east, west, south, north

typedef struct {
    uint32_t width, height;                     // routers; 0: the machine has no mesh
    uint64_t clocks;                            // of the interconnect, in launches
    uint64_t flits[LINKS_NETWORKS][LINKS_ROUTERS][LINKS_DIRECTIONS];
} link_profile;

link_profile *links_new(uint32_t width, uint32_t height);
void    links_print(FILE *, const link_profile *);
json_t *links_json(const link_profile *);

#endif
