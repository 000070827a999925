// SPDX-License-Identifier: BSD-3-Clause
#include "tests/sim/random/shrink_steps.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 512 };

unsigned ptx_line_count(const char *text)
{
    ptx_lines l = ptx_split(text);
    unsigned n = l.count;
    ptx_forget(&l);
    return n;
}

bool shrink_moves_lines(unsigned which) { return which == SHRINK_JUMP || which == SHRINK_LAYOUT || which == SHRINK_MOVE; }

void shrink_unwatch(interpreter_watch *watch)
{
    free(watch->first);
    free(watch->most);
    free(watch->seen);
}

void shrink_watch(const random_kernel *kernel, interpreter_watch *watch)
{
    uint8_t *data[RANDOM_BUFFERS];
    char error[256];
    shrink_unwatch(watch);
    *watch = (interpreter_watch){.lines = ptx_line_count(kernel->ptx) + 2};
    watch->first = calloc(watch->lines, sizeof *watch->first);
    watch->most = calloc(watch->lines, sizeof *watch->most);
    watch->seen = calloc(watch->lines, sizeof *watch->seen);
    if (!watch->first || !watch->most || !watch->seen) abort();
    random_kernel_watched(kernel, RANDOM_FORWARD, watch, data, error, sizeof error);
    random_kernel_forget(data);
}

static bool is_branch(const ptx_words *w) { return strncmp(w->opcode, "bra", 3) == 0 && w->opcode[3] != 'k' && w->operands == 1; }

// "L:" in front of "bra M;": M where L was named.
static bool skip_jump(ptx_lines *l, unsigned at, unsigned choice)
{
    ptx_words w;
    ptx_part function;
    char label[PTX_WORD], line[LINE];
    size_t length = strlen(l->line[at]);
    if (choice > 0 || l->line[at][length - 1] != ':' || length >= sizeof label) return false;
    snprintf(label, sizeof label, "%.*s", (int)length - 1, l->line[at]);
    unsigned next = at + 1;
    while (next < l->count && l->line[next][strlen(l->line[next]) - 1] == ':') next++;
    if (next == l->count || !ptx_read(l->line[next], &w) || !is_branch(&w) || w.guard[0]) return false;
    ptx_function_of(l, at, &function);
    for (unsigned i = function.first; i <= function.last; i++)
        if (i != at && ptx_replace(l->line[i], label, w.operand[0], line, sizeof line)) ptx_set(l, i, line);
    ptx_set(l, at, NULL);
    return true;
}

static bool ends_block(const char *line)
{
    ptx_words w;
    return ptx_read(line, &w) && !w.guard[0] && (is_branch(&w) || strcmp(w.opcode, "ret") == 0 || strcmp(w.opcode, "exit") == 0);
}

// "bra L;": the block of L, which nothing else runs into, stands there instead; or its only instruction, if it ends there.
static bool follow_jump(ptx_lines *l, unsigned at, unsigned choice, bool *skipped)
{
    ptx_words w;
    ptx_part function;
    char label[PTX_WORD];
    if (choice > 1 || !ptx_read(l->line[at], &w) || !is_branch(&w) || w.guard[0]) return false;
    snprintf(label, sizeof label, "%.90s:", w.operand[0]);
    ptx_function_of(l, at, &function);
    unsigned first = function.first;
    while (first < function.last && strcmp(l->line[first], label) != 0) first++;
    unsigned last = first;
    while (last < function.last && !ends_block(l->line[last])) last++;
    *skipped = last == function.last || (choice == 0 && (!ends_block(l->line[first - 1]) || (at >= first && at <= last))) ||
               (choice == 1 && (last != first + 1 || strncmp(l->line[last], "\tbra", 4) == 0));
    if (*skipped) return true;
    if (choice == 1) {
        ptx_set(l, at, l->line[last]);
        return true;
    }
    size_t size = 1;
    for (unsigned i = first; i <= last; i++) size += strlen(l->line[i]) + 1;
    char *block = calloc(size, 1);
    if (!block) abort();
    for (unsigned i = first; i <= last; i++) {
        sprintf(block + strlen(block), i < last ? "%s\n" : "%s", l->line[i]);
        ptx_set(l, i, NULL);
    }
    ptx_set(l, at, block);
    free(block);
    return true;
}

static bool drop_guard(ptx_lines *l, unsigned at, unsigned choice)
{
    char line[LINE];
    ptx_words w;
    if (choice > 0 || !ptx_read(l->line[at], &w) || !w.guard[0]) return false;
    w.guard[0] = 0;
    ptx_write(&w, line, sizeof line);
    ptx_set(l, at, line);
    return true;
}

// A vector of so many elements: its text without braces, cut into them.
static unsigned elements_of(const char *vector, char each[4][PTX_WORD])
{
    unsigned n = 0;
    for (const char *at = vector + 1; *at && *at != '}' && n < 4; at += strspn(at, ", ")) {
        size_t length = strcspn(at, ", }");
        snprintf(each[n++], PTX_WORD, "%.*s", (int)length, at);
        at += length;
    }
    return n;
}

// "[%own+160]", so many bytes further.
static void move_address(char *address, unsigned bytes)
{
    char *plus = strrchr(address, '+'), moved[PTX_WORD];
    int length = (int)(plus ? (size_t)(plus - address) : strlen(address) - 1);
    snprintf(moved, sizeof moved, "%.*s+%lu]", length, address, (plus ? strtoul(plus + 1, NULL, 10) : 0) + bytes);
    strcpy(address, moved);
}

// Choice 4: a vector of which one element alone is left is no vector.
static bool drop_element(ptx_lines *l, unsigned at, unsigned choice, bool *skipped)
{
    char each[4][PTX_WORD], line[LINE], opcode[PTX_WORD];
    ptx_words w;
    unsigned v = 0;
    if (choice > 4 || !ptx_read(l->line[at], &w) || (strncmp(w.opcode, "st", 2) != 0 && strncmp(w.opcode, "ld", 2) != 0)) return false;
    while (v < w.operands && w.operand[v][0] != '{') v++;
    if (v == w.operands || w.operands != 2) return false;
    unsigned n = elements_of(w.operand[v], each), kept = 0, one = 0;
    char *suffix = strstr(w.opcode, n == 4 ? ".v4" : ".v2");
    for (unsigned i = 0; i < n; i++)
        if (strcmp(each[i], "_") != 0) kept++, one = i;
    if (choice == 4) {
        *skipped = kept != 1 || !suffix || strchr(w.operand[1 - v], '-');
        if (*skipped) return true;
        snprintf(w.operand[v], PTX_WORD, "%s", each[one]);
        move_address(w.operand[1 - v], one * (unsigned)strtoul(strrchr(w.opcode, '.') + 2, NULL, 10) / 8);
        snprintf(opcode, sizeof opcode, "%s", suffix + 3);
        strcpy(suffix, opcode);
    } else {
        *skipped = choice >= n || strcmp(each[choice], "_") == 0;
        if (*skipped) return true;
        strcpy(each[choice], "_");
        size_t length = 0;
        for (unsigned i = 0; i < n; i++)
            length += (size_t)snprintf(w.operand[v] + length, PTX_WORD - length, "%s%.20s", i ? ", " : "{", each[i]);
        snprintf(w.operand[v] + length, PTX_WORD - length, "}");
    }
    ptx_write(&w, line, sizeof line);
    ptx_set(l, at, line);
    return true;
}

static const char *move_type(const char *type)
{
    return strcmp(type, "b32") == 0 ? "u32" : strcmp(type, "b64") == 0 ? "u64" : strcmp(type, "b16") == 0 ? "u16" : type;
}

static bool is_store(const ptx_words *w)
{
    return strncmp(w->opcode, "st.", 3) == 0 || strncmp(w->opcode, "red.", 4) == 0 || strncmp(w->opcode, "bar", 3) == 0 ||
           strncmp(w->opcode, "prefetch", 8) == 0 || is_branch(w);
}

static bool is_plain_move(const ptx_words *w) { return strncmp(w->opcode, "mov.", 4) == 0 && w->operands == 2; }
static bool is_number(const char *text) { return (text[0] >= '0' && text[0] <= '9') || text[0] == '-'; }

// The register that the line writes first, and its type; NULL when it writes none.
static const char *destination(const ptx_lines *l, unsigned at, ptx_words *w, ptx_part *function)
{
    if (!ptx_read(l->line[at], w) || w->operands == 0 || is_store(w)) return NULL;
    ptx_function_of(l, at, function);
    return ptx_type(l, function, w->operand[0]);
}

static void move_into(ptx_lines *l, unsigned at, const ptx_words *w, const char *type, const char *value)
{
    char line[LINE];
    snprintf(line, sizeof line, "\tmov.%s %s, %s;", move_type(type), w->operand[0], value);
    ptx_set(l, at, line);
}

// 1, which no memory holds by itself, the first value that was seen, the largest one, which is of another thread, or the
// number of the thread.
static bool take_seen(ptx_lines *l, unsigned at, unsigned choice, const interpreter_watch *watch, bool *skipped)
{
    ptx_words w;
    ptx_part function;
    const char *type = destination(l, at, &w, &function);
    char value[40];
    if (choice > 3 || !type || strcmp(type, "pred") == 0 || at + 1 >= watch->lines || !watch->seen[at + 1]) return false;
    if (is_plain_move(&w) && is_number(w.operand[1])) return false;
    if (choice == 3) {
        *skipped = strcmp(type, "b32") != 0 || is_plain_move(&w);
        if (!*skipped) move_into(l, at, &w, type, "%tid.x");
        return true;
    }
    uint64_t bits = choice == 0 ? 1 : choice == 1 ? watch->first[at + 1] : watch->most[at + 1];
    if (strcmp(type, "f32") == 0) snprintf(value, sizeof value, "0f%08" PRIX64, bits);
    else if (strcmp(type, "f64") == 0) snprintf(value, sizeof value, "0d%016" PRIX64, bits);
    else snprintf(value, sizeof value, bits >> 63 ? "0x%" PRIx64 : "%" PRIu64, bits);
    move_into(l, at, &w, type, value);
    return true;
}

// Sources of a register's own type.
static bool take_source(ptx_lines *l, unsigned at, unsigned choice, bool *skipped)
{
    ptx_words w;
    ptx_part function;
    char type[8];
    const char *found = destination(l, at, &w, &function);
    if (!found || strcmp(found, "pred") == 0 || is_plain_move(&w) || choice + 1 >= w.operands) return false;
    snprintf(type, sizeof type, "%s", found);
    const char *source = w.operand[choice + 1], *other = ptx_type(l, &function, source);
    *skipped = !other || strcmp(other, type) != 0;
    if (!*skipped) move_into(l, at, &w, type, source);
    return true;
}

// A special register that an earlier line has moved: the register that has it instead.
static bool moved_before(const ptx_lines *l, const ptx_part *function, unsigned at, char *special)
{
    ptx_words w;
    for (unsigned i = function->first; i < at; i++) {
        if (!ptx_read(l->line[i], &w) || !is_plain_move(&w) || strcmp(w.operand[1], special) != 0) continue;
        strcpy(special, w.operand[0]);
        return true;
    }
    return false;
}

// Where the line's register is read behind it, up to the next line that writes it, stands what was moved into it.
static bool fold_move(ptx_lines *l, unsigned at, unsigned choice, bool *skipped)
{
    ptx_words w, other;
    ptx_part function;
    char line[LINE];
    if (choice > 0 || !destination(l, at, &w, &function) || !is_plain_move(&w) || w.guard[0]) return false;
    if (strcmp(w.operand[1], "%tid.x") == 0 && !moved_before(l, &function, at, w.operand[1])) *skipped = true;
    if (*skipped || (w.operand[1][0] == '%' && strchr(w.operand[1], '.'))) {
        *skipped = true;                           // %tid.x is moved, and nothing else
        return true;
    }
    for (unsigned i = at + 1; i < function.last; i++) {
        if (!ptx_replace(l->line[i], w.operand[0], w.operand[1], line, sizeof line)) continue;
        if (ptx_read(l->line[i], &other) && !is_store(&other) && strcmp(other.operand[0], w.operand[0]) == 0) {
            ptx_words changed;
            ptx_read(line, &changed);
            strcpy(changed.operand[0], w.operand[0]);
            ptx_write(&changed, line, sizeof line);
            ptx_set(l, i, line);
            if (!other.guard[0]) break;
            continue;
        }
        ptx_set(l, i, line);
    }
    ptx_set(l, at, NULL);
    return true;
}

bool shrink_step(const char *ptx, unsigned which, unsigned at, unsigned choice, const interpreter_watch *watch, char **made)
{
    ptx_lines l = ptx_split(ptx);
    bool there = false, skipped = false;
    *made = NULL;
    if (at < l.count) {
        switch (which) {
        case SHRINK_JUMP: there = skip_jump(&l, at, choice); break;
        case SHRINK_LAYOUT: there = follow_jump(&l, at, choice, &skipped); break;
        case SHRINK_GUARD: there = drop_guard(&l, at, choice); break;
        case SHRINK_ELEMENT: there = drop_element(&l, at, choice, &skipped); break;
        case SHRINK_SEEN: there = take_seen(&l, at, choice, watch, &skipped); break;
        case SHRINK_SOURCE: there = take_source(&l, at, choice, &skipped); break;
        default: there = fold_move(&l, at, choice, &skipped); break;
        }
    }
    if (there && !skipped) *made = ptx_join(&l);
    ptx_forget(&l);
    return there;
}

static void drop_argument(random_launch *l, uint32_t number)
{
    memmove(&l->args[number], &l->args[number + 1], (--l->arg_count - number) * sizeof *l->args);
    l->params_bytes = 0;
    for (uint32_t i = 0; i < l->arg_count; i++) {
        random_arg *a = &l->args[i];
        a->offset = (l->params_bytes + a->bytes - 1) / a->bytes * a->bytes;
        l->params_bytes = a->offset + a->bytes;
    }
}

bool shrink_parameter(random_kernel *kernel, const char *entry, uint32_t number)
{
    char name[64], heading[64];
    ptx_lines l = ptx_split(kernel->ptx);
    unsigned at = 0, parameters = 0, last = 0;
    snprintf(name, sizeof name, "%s", entry);
    snprintf(heading, sizeof heading, ".visible .entry %s(", entry);
    while (at < l.count && strcmp(l.line[at], heading) != 0) at++;
    for (unsigned i = at + 1; i < l.count && l.line[i][0] != ')'; i++) parameters++, last = i;
    bool good = parameters > 1 && number < parameters;
    if (good) {
        if (at + 1 + number == last) l.line[last - 1][strlen(l.line[last - 1]) - 1] = 0;       // its comma
        ptx_set(&l, at + 1 + number, NULL);
        free(kernel->ptx);
        kernel->ptx = ptx_join(&l);
        for (uint32_t i = 0; i < kernel->launch_count; i++)
            if (strcmp(kernel->launches[i].entry, name) == 0) drop_argument(&kernel->launches[i], number);
    }
    ptx_forget(&l);
    return good;
}
