// SPDX-License-Identifier: BSD-3-Clause
#include "tests/sim/matrix.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "tests/sim/command.h"

// Whether the file is younger than the program whose result it holds.
static bool is_fresh(const char *path, const char *build)
{
    char        program[256];
    struct stat file, made_by;
    snprintf(program, sizeof program, "%s/warplock", build);
    if (stat(path, &file) || stat(program, &made_by)) return false;
    if (file.st_mtim.tv_sec != made_by.st_mtim.tv_sec) return file.st_mtim.tv_sec > made_by.st_mtim.tv_sec;
    return file.st_mtim.tv_nsec > made_by.st_mtim.tv_nsec;
}

json_t *matrix_run(const char *machine, const char *policy, const char *kernel)
{
    const char *build = getenv("BUILD") ? getenv("BUILD") : "build";
    char        path[512], made[560];
    snprintf(path, sizeof path, "%s/matrix", build);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/matrix/%s_%s_%s.json", build, machine, policy, kernel);
    json_t *run = is_fresh(path, build) ? json_load_file(path, 0, NULL) : NULL;
    if (run) return run;
    json_t *array = command_json(0, "--machine %s --policy %s --blocks c %s", machine, policy, kernel);
    run = json_incref(json_array_get(array, 0));
    json_decref(array);
    snprintf(made, sizeof made, "%s.%ld", path, (long)getpid());     // a test beside this one may make the same
    assert_int_equal(json_dump_file(run, made, JSON_INDENT(1)), 0);
    assert_int_equal(rename(made, path), 0);
    return run;
}
