// SPDX-License-Identifier: BSD-3-Clause
// large_page KERNELS SYSTEMS SEEDS FILE: a report of that many kernels and systems whose results are made up by a rule:
// numbers, a time line and hot lines of every run, names and sources that try to be markup, runs that failed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/html/html.h"
#include "tests/sim/campaign/by_hand.h"

static const char *const systems[] = {
    "gto", "lrr", "oaws-static", "oaws-dyn", "ocw", "mascar", "ccws", "swl limit 1", "swl limit 2", "swl limit 3",
    "swl limit 4", "swl limit 5", "swl limit 6", "swl limit 7", "swl limit 8", "swl limit 9", "swl limit 10",
    "swl limit 11", "swl limit 12", "swl limit 13",
};
enum { SYSTEMS = sizeof systems / sizeof systems[0], ROWS = 100, MOST = CAMPAIGN_KERNELS };

static uint32_t state = 1;

static double random_number(double low, double high)
{
    state = state * 1664525 + 1013904223;
    return low + (high - low) * (state >> 8) / (1 << 24);
}

// What would end the data, run, or be drawn as markup if it were not text.
static void name_kernel(unsigned index, char name[static 64])
{
    static const char *const bad[] = {
        "</script><script>document.title='broken'</script>", "<img src=x onerror=document.title='broken'>",
        "a\xe2\x80\xa8" "b \" ' & \xff", "bfs", "atax",
    };

    if (index < sizeof bad / sizeof bad[0])
        snprintf(name, 64, "%s", bad[index]);
    else
        snprintf(name, 64, "kernel_%u", index);
}

static json_t *times_json(const char *system)
{
    json_t *rows = json_array();

    for (int r = 0; r < ROWS; r++)
        json_array_append_new(rows, json_pack("[i, f, f, f]", 64 * (r + 1), random_number(0, 30), random_number(0, 32),
                                              random_number(1, 48)));
    return json_pack("{s:[s, s, s, s], s:o}", "columns", "cycle", "ipc", "mshr.occupancy",
                     strncmp(system, "oaws", 4) == 0 ? "ocw" : "resident", "rows", rows);
}

static json_t *lines_json(void)
{
    json_t *lines = json_array();

    for (int l = 0; l < 12; l++)
        json_array_append_new(lines, json_pack("{s:s, s:i, s:i, s:s, s:s, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i}",
            "kernel", "<b>entry</b>", "line", 26 + l, "pc", 8 * l, "kind", "load", "text", "ld.global <u>%f1</u>",
            "loads", (int)random_number(1, 900), "accesses", (int)random_number(900, 9000), "hits",
            (int)random_number(0, 900),
            "misses", (int)random_number(0, 900), "reservation_fails", (int)random_number(0, 9000), "mshr_entry_cycles",
            (int)random_number(0, 9000), "latency", (int)random_number(0, 90000), "occluded",
            (int)random_number(0, 900)));
    return lines;
}

static json_t *result_of(const char *kernel, const char *system, unsigned at, bool with_details)
{
    double base = 1 + (unsigned char)kernel[strlen(kernel) - 1] % 7, whole = 10000;
    double issued = random_number(1000, 4000), waits = random_number(1000, 3000), pipe = random_number(10, 900);
    json_t *result = json_pack("{s:f, s:{s:i, s:i, s:i, s:i, s:i, s:i}, s:i, s:{s:i}, s:{s:f}, s:s}",
        "ipc", base * (1 + 0.02 * at) * random_number(0.95, 1.05), "stalls", "idle",
        (int)(whole - issued - waits - pipe), "scoreboard", (int)waits, "pipeline", (int)pipe, "ldst_coal",
        (int)random_number(0, 3000), "ldst_mshr",
        (int)random_number(0, 3000), "ldst_icnt", (int)random_number(0, 900), "warp_insns", (int)issued, "sm",
        "active_cycles", (int)whole, "l1d", "hit_rate", random_number(0, 1), "group",
        at % 2 ? "divergent" : "coherent");

    if (with_details) {
        json_object_set_new(result, "per_interval", times_json(system));
        json_object_set_new(result, "per_line", lines_json());
    }
    return result;
}

static void add_run(campaign *c, const char *kernel, unsigned k, unsigned s, unsigned seed)
{
    campaign_run *run = campaign_add_seed(c, kernel, systems[s], seed);

    if (!run)
        exit(2);
    run->planned = true;
    if (k == 5 && s == 3) {
        campaign_take_result(run, &(store_run){ .status = 3, .reason = strdup("<i>it</i> hangs: CTA 3 waits") });
    } else {
        json_t *result = result_of(kernel, systems[s], s, k < 6 && seed == 0);

        campaign_take_result(run, &(store_run){ .result = json_dumps(result, JSON_COMPACT), .reason = strdup("") });
        json_decref(result);
    }
}

int main(int argc, char **argv)
{
    static campaign c;
    static char names[MOST][64];
    unsigned n_kernels, n_systems;
    json_t *data;
    FILE *file;

    if (argc != 5)
        return 2;
    n_kernels = (unsigned)atoi(argv[1]), n_systems = (unsigned)atoi(argv[2]);
    if (n_kernels > MOST || n_systems > SYSTEMS || (unsigned)atoi(argv[3]) > CAMPAIGN_SEEDS)
        return 2;
    by_hand_empty(&c, "papers", NULL, 0);
    c.n_seeds = (unsigned)atoi(argv[3]);
    for (unsigned i = 0; i < c.n_seeds; i++)
        c.seeds[i] = i;
    for (unsigned k = 0; k < n_kernels; k++) {
        name_kernel(k, names[k]);
        campaign_kernel_bundled(&c, names[k]);
    }
    for (unsigned k = 0; k < n_kernels; k++)
        for (unsigned s = 0; s < n_systems; s++)
            for (unsigned seed = 0; seed < c.n_seeds; seed++)
                add_run(&c, names[k], k, s, seed);
    data = html_data(&c, &(html_options){ .title = "Large & <made up>", .command = "warplock campaign '</script>'" });
    file = fopen(argv[4], "w");
    if (!file)
        return 2;
    html_write(data, file);
    return fclose(file) == 0 ? 0 : 2;
}
