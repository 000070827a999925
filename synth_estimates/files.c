// SPDX-License-Identifier: BSD-3-Clause
// Files of the report: read as JSON, written whole or not at all.
#include "synth_estimates/overhead.h"

#include <stdlib.h>
#include <string.h>

enum { PATH_LENGTH = 512, USER_MISTAKE = 2 };

json_t *overhead_load(const char *path)
{
    json_error_t error;
    json_t *file = json_load_file(path, 0, &error);
    if (file) return file;
    fprintf(stderr, "%s:%d: %s, expected JSON\n", path, error.line, error.text);
    exit(USER_MISTAKE);
}

double overhead_number(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

const char *overhead_word(const json_t *object, const char *key)
{
    const char *word = json_string_value(json_object_get(object, key));
    return word ? word : "";
}

static void fail(const char *path)
{
    fprintf(stderr, "%s: cannot be written, expected a folder that can\n", path);
    exit(USER_MISTAKE);
}

FILE *overhead_create(const char *folder, const char *name)
{
    char path[PATH_LENGTH];
    snprintf(path, sizeof path, "%s/%s.new", folder, name);
    FILE *file = fopen(path, "w");
    if (!file) fail(path);
    return file;
}

void overhead_close(FILE *file, const char *folder, const char *name)
{
    char path[PATH_LENGTH], whole[PATH_LENGTH];
    snprintf(whole, sizeof whole, "%s/%s", folder, name);
    snprintf(path, sizeof path, "%s/%s.new", folder, name);
    bool bad = ferror(file);
    if (fclose(file) != 0 || bad || rename(path, whole) != 0) {
        remove(path);
        fail(whole);
    }
}

void overhead_store(const json_t *object, const char *folder, const char *name)
{
    FILE *file = overhead_create(folder, name);
    json_dumpf(object, file, JSON_INDENT(1) | JSON_REAL_PRECISION(8));
    fputc('\n', file);
    overhead_close(file, folder, name);
}

bool overhead_exists(const char *path)
{
    FILE *file = fopen(path, "r");
    if (file) fclose(file);
    return file != NULL;
}

bool overhead_same_verilog(const char *block, const char *folder)
{
    const char *verilog = getenv("VERILOG");
    char path[PATH_LENGTH], copy[PATH_LENGTH];
    snprintf(path, sizeof path, "%s/%s.v", verilog ? verilog : "verilog", block);
    snprintf(copy, sizeof copy, "%s/verilog.v", folder);
    FILE *today = fopen(path, "r"), *measured = fopen(copy, "r");
    bool same = today && measured;
    for (int seen = 0; same && seen != EOF;) same = (seen = getc(today)) == getc(measured);
    if (today) fclose(today);
    if (measured) fclose(measured);
    return same;
}
