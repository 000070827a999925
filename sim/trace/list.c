// SPDX-License-Identifier: BSD-3-Clause
// kernelslist.g: a line for each copy to the GPU, MemcpyHtoD,ADDRESS,BYTES, and for each kernel, the name of its file in
// the list's folder; in program order.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/trace/lines.h"
#include "sim/trace/trace.h"

enum { MAX_COMMANDS = 1 << 20, MAX_NAME = 255 };
#define MAX_COPY (UINT64_C(1) << 48)             // what a GPU can address

struct trace_list {
    trace_command *rows;
    size_t         count, room;
};

void trace_list_free(trace_list *list)
{
    if (!list)
        return;
    for (size_t i = 0; i < list->count; i++)
        free((char *)list->rows[i].path);
    free(list->rows);
    free(list);
}

size_t trace_list_length(const trace_list *list) { return list->count; }
const trace_command *trace_list_at(const trace_list *list, size_t index) { return &list->rows[index]; }

static bool add(lines *l, trace_list *list, trace_command command)
{
    if (list->count == MAX_COMMANDS)
        return lines_fault(l, l->at, "more than %d lines, expected a list of kernels", MAX_COMMANDS);
    if (list->count == list->room) {
        list->room = list->room ? 2 * list->room : 64;
        list->rows = realloc(list->rows, list->room * sizeof *list->rows);
    }
    list->rows[list->count++] = command;
    return true;
}

// A number up to a comma or the end of the line.
static bool take_part(const char **at, unsigned base, uint64_t *number)
{
    size_t length = 0;
    char word[32];
    const char *p = word;

    while ((*at)[length] != ',' && !is_word_end((*at)[length]) && length < sizeof word - 1) {
        word[length] = (*at)[length];
        length++;
    }
    word[length] = '\n';
    if (!(base == 16 ? take_hex(&p, 16, number) : take_decimal(&p, UINT64_MAX, number)))
        return false;
    *at += length;
    return true;
}

static bool copy_line(lines *l, trace_list *list, const char *at)
{
    const char *bytes;
    trace_command c = { .kind = TRACE_COPY, .line = (uint32_t)l->line };

    if (*at != ',')
        return lines_mistake(l, at, "MemcpyHtoD,ADDRESS,BYTES");
    at++;
    if (!take_part(&at, 16, &c.address))
        return lines_mistake(l, at, "the address of the copy, hexadecimal");
    if (*at != ',')
        return lines_mistake(l, at, "a comma and the bytes of the copy");
    at++;
    bytes = at;
    if (!take_part(&at, 10, &c.bytes))
        return lines_mistake(l, at, "the bytes of the copy");
    if (c.bytes > MAX_COPY || c.bytes > UINT64_MAX - c.address)
        return lines_mistake(l, bytes, "at most 2^48 bytes, which end within 64 bits");
    if (*skip_blanks(at) != '\n')
        return lines_mistake(l, at, "the end of the line");
    return add(l, list, c);
}

// The name of a file beside the list: no path leads out of its folder.
static bool kernel_line(lines *l, trace_list *list)
{
    const char *slash = strrchr(l->path, '/'), *end = l->end;
    size_t folder = slash ? (size_t)(slash - l->path) + 1 : 0, length;
    trace_command c = { .kind = TRACE_KERNEL, .line = (uint32_t)l->line };
    char *path;

    while (is_blank(end[-1]))
        end--;
    length = (size_t)(end - l->at);
    if (length > MAX_NAME || memchr(l->at, '/', length) || memchr(l->at, '\0', length))
        return lines_mistake(l, l->at, "the name of a file in the list's folder");
    path = malloc(folder + length + 1);
    memcpy(path, l->path, folder);
    memcpy(path + folder, l->at, length);
    path[folder + length] = '\0';
    c.path = path;
    return add(l, list, c) || (free(path), false);
}

static bool list_read(lines *l, trace_list *list)
{
    for (bool first = true; lines_next(l); first = false) {
        const char *at = l->at;

        if (first && (*at == '-' || *at == '#'))
            return add(l, list, (trace_command){ .kind = TRACE_KERNEL, .path = strdup(l->path) });
        if (strncmp(at, "MemcpyHtoD", 10) == 0) {
            if (!copy_line(l, list, at + 10))
                return false;
        } else if (strncmp(at, "kernel", 6) == 0) {
            if (!kernel_line(l, list))
                return false;
        } else if (*at != '#' && strncmp(at, "Memcpy", 6) != 0)              // copies to the host need no GPU
            return lines_mistake(l, at, "MemcpyHtoD,ADDRESS,BYTES or the file of a kernel, kernel-..., or a trace itself");
    }
    return !l->failed && (list->count || lines_refuse(l, "the file is empty, expected a list of kernels or a kernel's trace"));
}

trace_list *trace_list_open(const char *path, trace_error *error)
{
    trace_list *list = calloc(1, sizeof *list);
    lines *l = malloc(sizeof *l);
    bool good = lines_open(l, path, error) && list_read(l, list);

    lines_close(l);
    free(l);
    if (good)
        return list;
    trace_list_free(list);
    return NULL;
}
