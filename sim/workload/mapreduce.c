// SPDX-License-Identifier: BSD-3-Clause
#include "sim/workload/mapreduce.h"

#include <stdio.h>

enum { CHUNK = 512, NAME = 32 };                // the first as in kernels/sort.h

size_t mapreduce_page(char *to, uint32_t page)
{
    uint32_t letters = page / 24 + 1;
    char site[16], folder[32];

    for (uint32_t i = 0; i < sizeof site; i++)
        site[i] = (char)('a' + job_lcg(&letters) % 26);
    for (uint32_t i = 0; i < sizeof folder; i++)
        folder[i] = (char)('a' + job_lcg(&letters) % 26);
    return (size_t)sprintf(to, "http://www.%.*s.org/%.*s/%u.html", 4 + (int)(page / 24 % 9), site, 4 + (int)(page % 24),
                           folder, page);
}

uint32_t mapreduce_room(uint32_t records)
{
    uint32_t room = CHUNK;

    while (room < records)
        room *= 2;
    return room;
}

void mapreduce_records(job *j, const char *name, uint32_t room)
{
    uint64_t *records = workload_data(j, name, SCALAR_U64, room);

    for (uint32_t i = 0; i < room; i++)
        records[i] = MAPREDUCE_NONE;
}

void mapreduce_sort(job *j, const char *system, const char *records, uint32_t room)
{
    const workload_extent block = { CHUNK / 2, 1 }, grid = { room / CHUNK, 1 };
    char chunk[NAME], step[NAME];

    snprintf(chunk, NAME, "%s_sort_chunk", system);
    snprintf(step, NAME, "%s_sort_step", system);
    workload_launch(j, &j->steps, chunk, grid, block, "bii", records, 2, CHUNK);
    for (uint32_t stretch = 2 * CHUNK; stretch <= room; stretch *= 2) {
        for (uint32_t distance = stretch / 2; distance >= CHUNK; distance /= 2)
            workload_launch(j, &j->steps, step, grid, block, "bii", records, (int)stretch, (int)distance);
        workload_launch(j, &j->steps, chunk, grid, block, "bii", records, (int)stretch, (int)stretch);
    }
}
