// SPDX-License-Identifier: BSD-3-Clause
#include "sim/campaign/engine/memory.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH = 1024 };

// The number after a word at the start of a line; UINT64_MAX when there is none.
static uint64_t number_in(const char *path, const char *word)
{
    char line[256];
    uint64_t number = UINT64_MAX;
    FILE *file = fopen(path, "r");

    if (!file)
        return UINT64_MAX;
    while (number == UINT64_MAX && fgets(line, sizeof line, file)) {
        const char *at = line + strlen(word);

        if (strncmp(line, word, strlen(word)) != 0)
            continue;
        at += strspn(at, ": \t");
        if (isdigit((unsigned char)*at))
            number = strtoull(at, NULL, 10);
    }
    fclose(file);
    return number;
}

// What one control group has left: its limit minus its use, reclaimable file pages not counted. UINT64_MAX: no limit.
static uint64_t left_of_group(const char *folder, const char *limit_name, const char *used_name, const char *file_pages)
{
    char path[PATH];
    uint64_t limit, used, pages;

    snprintf(path, sizeof path, "%.900s/%s", folder, limit_name);
    limit = number_in(path, "");
    snprintf(path, sizeof path, "%.900s/%s", folder, used_name);
    used = number_in(path, "");
    snprintf(path, sizeof path, "%.900s/memory.stat", folder);
    pages = number_in(path, file_pages);
    if (limit == UINT64_MAX || used == UINT64_MAX || limit > (UINT64_C(1) << 60))
        return UINT64_MAX;
    used -= pages != UINT64_MAX && pages < used ? pages : 0;
    return limit > used ? (limit - used) / 1024 : 0;
}

static uint64_t left_of_groups(const char *root, const char *mount, const char *group, const char *limit_name, const char *used_name,
                               const char *file_pages)
{
    const size_t outermost = strlen(root) + strlen(mount);
    char folder[PATH];
    uint64_t least = UINT64_MAX;

    snprintf(folder, sizeof folder, "%s%s%.700s", root, mount, group);
    for (char *end; strlen(folder) >= outermost; *end = 0) {        // and its parents
        uint64_t left = left_of_group(folder, limit_name, used_name, file_pages);

        if (left < least)
            least = left;
        end = strrchr(folder, '/');
    }
    return least;
}

uint64_t memory_available_below(const char *root)
{
    char path[PATH], line[PATH];
    uint64_t least, left;
    FILE *file;

    snprintf(path, sizeof path, "%s/proc/meminfo", root);
    least = number_in(path, "MemAvailable");
    snprintf(path, sizeof path, "%s/proc/self/cgroup", root);
    file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {                    // "0::/GROUP", "7:memory:/GROUP"
        char *controllers = strchr(line, ':'), *group = controllers ? strchr(controllers + 1, ':') : NULL;

        if (!group)
            continue;
        *group++ = 0;
        group[strcspn(group, "\n")] = 0;
        if (!controllers[1])
            left = left_of_groups(root, "/sys/fs/cgroup", group, "memory.max", "memory.current", "inactive_file");
        else if (strcmp(controllers + 1, "memory") == 0)
            left = left_of_groups(root, "/sys/fs/cgroup/memory", group, "memory.limit_in_bytes",
                                  "memory.usage_in_bytes", "total_inactive_file");
        else
            continue;
        if (left < least)
            least = left;
    }
    if (file)
        fclose(file);
    return least;
}

uint64_t memory_available_kb(void) { return memory_available_below(""); }

uint64_t memory_of_process_kb(int pid, const char *what)
{
    char path[64];
    uint64_t kb;

    snprintf(path, sizeof path, "/proc/%d/status", pid);
    kb = number_in(path, what);
    return kb == UINT64_MAX ? 0 : kb;
}

static void take_peak(void *context, const char *kernel, const char *size, uint64_t peak_kb)
{
    campaign *c = context;

    for (unsigned i = 0; i < c->n_kernels; i++)
        if (kernel && size && strcmp(c->kernels[i].word, kernel) == 0 && strcmp(c->kernels[i].size, size) == 0)
            c->peaks[i] = peak_kb;
}

bool memory_learn(campaign *c)
{
    return store_peaks(c->store, take_peak, c, c->error, sizeof c->error);
}

void memory_note(campaign *c, const campaign_run *run, uint64_t peak_kb)
{
    uint64_t *peak = &c->peaks[run->kernel - c->kernels];

    if (peak_kb > *peak)
        *peak = peak_kb;
}

uint64_t memory_needed_kb(const campaign *c, const campaign_run *run)
{
    uint64_t any = 0;

    if (c->peaks[run->kernel - c->kernels])
        return c->peaks[run->kernel - c->kernels];
    for (unsigned i = 0; i < c->n_kernels; i++)
        if (c->peaks[i] > any)
            any = c->peaks[i];
    return any;
}
