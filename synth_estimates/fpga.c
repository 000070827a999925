// SPDX-License-Identifier: BSD-3-Clause
// What fpga.sh measured: per block a file row.txt, whose first line holds LUT4, flip-flops and block RAMs of the block
// alone, or nothing when it could not be mapped, and whose next lines hold MHz, one per seed, or a remark.
#include "synth_estimates/overhead.h"

#include <stdlib.h>
#include <string.h>

enum { PATH_LENGTH = 512 };

static json_t *fpga_row(FILE *file, const char *block, const char *config)
{
    json_t *mhz = json_array();
    json_t *row = json_pack("{s:s,s:s,s:o,s:s}", "block", block, "config", config, "mhz", mhz, "remark", "");
    char line[256];
    unsigned luts, flops, rams;
    for (unsigned number = 0; fgets(line, sizeof line, file); number++) {
        line[strcspn(line, "\n")] = '\0';
        char *end;
        char family[16];
        double value = strtod(line, &end);
        if (number == 0 && sscanf(line, "%u %u %u", &luts, &flops, &rams) == 3) {
            json_object_set_new(row, "lut4", json_integer(luts));
            json_object_set_new(row, "flip_flops", json_integer(flops));
            json_object_set_new(row, "block_rams", json_integer(rams));
        } else if (sscanf(line, "%15[a-z0-9] %u %u", family, &luts, &flops) == 3) {
            char key[32];
            snprintf(key, sizeof key, "%s_luts", family);
            json_object_set_new(row, key, json_integer(luts));
            snprintf(key, sizeof key, "%s_flip_flops", family);
            json_object_set_new(row, key, json_integer(flops));
        } else if (end != line && *end == '\0')
            json_array_append_new(mhz, json_real(value));
        else if (*line)
            json_object_set_new(row, "remark", json_string(line));
    }
    return row;
}

json_t *overhead_fpga(const json_t *rows, const char *folder)
{
    json_t *list = json_array(), *row;
    size_t i;
    json_array_foreach((json_t *)rows, i, row)
    {
        const char *block = overhead_word(row, "block"), *config = overhead_word(row, "config");
        char at[PATH_LENGTH / 2], path[PATH_LENGTH];
        snprintf(at, sizeof at, "%s/fpga/%s_%s", folder, block, config);
        snprintf(path, sizeof path, "%s/fpga.key", at);
        if (!overhead_exists(path) || !overhead_same_verilog(block, at)) continue;
        snprintf(path, sizeof path, "%s/row.txt", at);
        FILE *file = fopen(path, "r");
        if (file) json_array_append_new(list, fpga_row(file, block, config));
        if (file) fclose(file);
    }
    if (json_array_size(list)) return list;
    json_decref(list);
    return NULL;
}
