// A report against the golden one, row by row. Only what both have measured is compared: the golden file holds the
// costs of the papers' parameters, a quick run has bits alone. Any difference counts, better or worse.
#include "synth_estimates/overhead.h"

#include <stdlib.h>
#include <string.h>

static void print_value(FILE *out, const json_t *value)
{
    char *text = value ? json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(8)) : NULL;
    fprintf(out, "%s", text ? text : "nothing");
    free(text);
}

// Members of `golden` that are different in `now`, named by their path; "cost" is compared only where both have it.
static unsigned differences(FILE *out, const char *where, const json_t *golden, const json_t *now, bool costs)
{
    unsigned count = 0;
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)golden, key, value)
    {
        const json_t *other = json_object_get(now, key);
        bool cost = strcmp(key, "cost") == 0 || strcmp(key, "critical_ns") == 0 || strcmp(key, "clock") == 0;
        if (json_equal(value, other) || (cost && !costs)) continue;
        char inner[256];
        snprintf(inner, sizeof inner, "%s.%s", where, key);
        if (json_is_object(value) && json_is_object(other)) {
            count += differences(out, inner, value, other, costs);
            continue;
        }
        fprintf(out, "%s: ", inner);
        print_value(out, value);
        fprintf(out, " -> ");
        print_value(out, other);
        fprintf(out, "\n");
        count++;
    }
    return count;
}

unsigned overhead_compare(FILE *out, const json_t *golden, const json_t *report)
{
    unsigned changed = 0;
    size_t i;
    json_t *row, *rows = json_object_get(report, "blocks"), *golden_rows = json_object_get(golden, "blocks");
    json_array_foreach(golden_rows, i, row)
    {
        char name[128];
        snprintf(name, sizeof name, "%s %s", overhead_word(row, "block"), overhead_word(row, "config"));
        const json_t *now = overhead_row(rows, overhead_word(row, "block"), overhead_word(row, "config"));
        if (!now) fprintf(out, "%s: gone\n", name);
        changed += now ? differences(out, name, row, now, json_object_get(now, "cost") != NULL) != 0 : 1;
    }
    json_array_foreach(rows, i,
                       row) if (!overhead_row(golden_rows, overhead_word(row, "block"), overhead_word(row, "config")))
        fprintf(out, "%s %s: new, not in the golden report\n", overhead_word(row, "block"),
                overhead_word(row, "config"));
    return changed;
}
