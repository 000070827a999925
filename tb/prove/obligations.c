#include "tb/prove/obligations.h"

#include <stdlib.h>
#include <string.h>

#include "tb/prove/prove.h"

// Names to numbers of an array: open addressing, grown by doubling.
typedef struct { const char **names; uint32_t *numbers; size_t room, used; } index_of_names;

static size_t place_of(const index_of_names *index, const char *name)
{
    uint64_t hash = 14695981039346656037u;
    for (const char *c = name; *c; c++) hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    size_t at = hash & (index->room - 1);
    while (index->names[at] && strcmp(index->names[at], name) != 0) at = (at + 1) & (index->room - 1);
    return at;
}

static void make_room(index_of_names *index)
{
    if (2 * (index->used + 1) < index->room) return;
    const index_of_names old = *index;
    index->room = old.room ? 2 * old.room : 1 << 10;
    index->names = prove_zeros(index->room, sizeof *index->names);
    index->numbers = prove_zeros(index->room, sizeof *index->numbers);
    for (size_t i = 0; i < old.room; i++)
        if (old.names[i]) {
            const size_t at = place_of(index, old.names[i]);
            index->names[at] = old.names[i];
            index->numbers[at] = old.numbers[i];
        }
}

// The number of a name; `number`, and *fresh, when it had none.
static uint32_t number_of(index_of_names *index, const char *name, uint32_t number, bool *fresh)
{
    make_room(index);
    const size_t at = place_of(index, name);
    *fresh = !index->names[at];
    if (*fresh) {
        index->names[at] = prove_copy(name);
        index->numbers[at] = number;
        index->used++;
    }
    return index->numbers[at];
}

static bool look_up(const index_of_names *index, const char *name, uint32_t *number)
{
    if (!index->room) return false;
    const size_t at = place_of(index, name);
    if (index->names[at]) *number = index->numbers[at];
    return index->names[at];
}

static index_of_names bits;

literal bit_named(const char *name)
{
    literal known;
    bool fresh;
    if (look_up(&bits, name, &known)) return known;
    return number_of(&bits, name, graph_input(name), &fresh);
}

bool bit_is_known(const char *name)
{
    literal known;
    return look_up(&bits, name, &known);
}

void bit_is_zero(const char *name)
{
    bool fresh;
    if (number_of(&bits, name, ZERO, &fresh) != ZERO) prove_refuse("%s exists and does not", name);
}

static index_of_names result_names;
static model_result  *results;
static size_t         count;

void result_is(const char *name, literal value)
{
    bool fresh;
    const uint32_t at = number_of(&result_names, name, (uint32_t)count, &fresh);
    if (!fresh) prove_refuse("%s is given twice", name);
    results = prove_grow(results, count + 1, sizeof *results);
    results[at] = (model_result){prove_copy(name), value, false};
    count++;
}

model_result *result_named(const char *name)
{
    uint32_t at;
    return look_up(&result_names, name, &at) ? &results[at] : NULL;
}

size_t n_results(void) { return count; }
const model_result *result_at(size_t index) { return &results[index]; }

static literal facts = ONE;
static struct { const char *name; literal wrong; } *obligations;
static size_t n_made, room;

void    assume(literal fact) { facts = and2(facts, fact); }
literal assumed(void) { return facts; }

void must_hold(const char *name, literal holds, literal where)
{
    if (n_made == room) {
        room = room ? 2 * room : 1 << 10;
        obligations = prove_grow(obligations, room, sizeof *obligations);
    }
    obligations[n_made].name = prove_copy(name);
    obligations[n_made++].wrong = and2(where, not1(holds));
}

size_t n_obligations(void) { return n_made; }

// Each literal that is left once, under the assumptions; those of one literal share the name of the first.
static size_t list_left(literal *wrong, const char **names)
{
    size_t left = 0;
    for (size_t i = 0; i < n_made; i++) obligations[i].wrong = and2(facts, obligations[i].wrong);
    uint8_t *seen = prove_grow(NULL, 2 * (size_t)graph_size(), 1);
    memset(seen, 0, 2 * (size_t)graph_size());
    for (size_t i = 0; i < n_made; i++) {
        const literal x = obligations[i].wrong;
        if (x == ZERO || seen[x]) continue;
        seen[x] = 1;
        if (wrong) wrong[left] = x, names[left] = obligations[i].name;
        left++;
    }
    free(seen);
    return left;
}

size_t obligations_left(void) { return list_left(NULL, NULL); }

static void put_delta(FILE *file, uint32_t delta)
{
    for (; delta > 127; delta >>= 7) fputc((int)(delta & 127) | 128, file);
    fputc((int)delta, file);
}

bool obligations_write(const char *path)
{
    literal     *outputs = prove_grow(NULL, n_made, sizeof *outputs);
    const char **names = prove_grow(NULL, n_made, sizeof *names);
    const size_t n_outputs = list_left(outputs, names);
    const uint32_t size = graph_size();
    uint32_t *number = prove_grow(NULL, size, sizeof *number);
    uint8_t  *used = prove_grow(NULL, size, 1);
    uint32_t  n_inputs = 0, n_ands = 0, next = 1;
    memset(number, 0, size * sizeof *number);
    memset(used, 0, size);
    for (size_t i = 0; i < n_outputs; i++) used[outputs[i] >> 1] = 1;
    for (uint32_t i = size - 1; i > 0; i--) {
        literal a, b;
        if (!used[i] || !graph_is_and(i)) continue;
        graph_operands(i, &a, &b);
        used[a >> 1] = used[b >> 1] = 1;
    }
    for (uint32_t i = 1; i < size; i++) if (graph_input_name(i)) number[i] = next++, n_inputs++;
    for (uint32_t i = 1; i < size; i++) if (graph_is_and(i) && used[i]) number[i] = next++, n_ands++;
    FILE *file = fopen(path, "w");
    if (!file) return false;
#define NUMBERED(x) (number[(x) >> 1] << 1 | ((x) & 1))
    fprintf(file, "aig %u %u 0 %zu %u\n", n_inputs + n_ands, n_inputs, n_outputs, n_ands);
    for (size_t i = 0; i < n_outputs; i++) fprintf(file, "%u\n", NUMBERED(outputs[i]));
    for (uint32_t i = 1; i < size; i++) {
        literal a, b;
        if (!graph_is_and(i) || !used[i]) continue;
        graph_operands(i, &a, &b);
        const uint32_t x = NUMBERED(a), y = NUMBERED(b);
        put_delta(file, (number[i] << 1) - (x > y ? x : y));
        put_delta(file, x > y ? x - y : y - x);
    }
    uint32_t input = 0;
    for (uint32_t i = 1; i < size; i++) if (graph_input_name(i)) fprintf(file, "i%u %s\n", input++, graph_input_name(i));
    for (size_t i = 0; i < n_outputs; i++) fprintf(file, "o%zu %s\n", i, names[i]);
    free(outputs), free(names), free(number), free(used);
    const bool good = !ferror(file);
    return fclose(file) == 0 && good;
}
