// SPDX-License-Identifier: BSD-3-Clause
#include "sim/workload/suffixtree.h"

#include <stdlib.h>
#include <string.h>

static const uint8_t *sorted_text;
static int32_t sorted_length;

static int compare(const void *left, const void *right)
{
    const int32_t a = *(const int32_t *)left, b = *(const int32_t *)right;

    return memcmp(sorted_text + a, sorted_text + b, (size_t)(sorted_length - (a > b ? a : b)) + 1);
}

int32_t *suffix_array(const uint8_t *text, uint32_t n)
{
    int32_t *suffixes = malloc(n * sizeof *suffixes);

    if (!suffixes)
        abort();
    for (uint32_t i = 0; i < n; i++)
        suffixes[i] = (int32_t)i;
    sorted_text = text;
    sorted_length = (int32_t)n;
    qsort(suffixes, n, sizeof *suffixes, compare);
    return suffixes;
}

static void attach(const uint8_t *text, tree_node *nodes, int32_t above, int32_t below)
{
    const uint8_t letter = text[nodes[below].start + nodes[above].depth];

    if (letter < SUFFIX_LETTERS)
        nodes[above].child[letter] = below;
}

static int32_t common(const uint8_t *text, int32_t a, int32_t b)
{
    int32_t length = 0;

    while (text[a + length] == text[b + length])
        length++;
    return length;
}

// The node whose path has this many letters from `start` on.
static int32_t find(const uint8_t *text, const tree_node *nodes, int32_t start, int32_t depth)
{
    int32_t at = 0;

    while (nodes[at].depth < depth)
        at = nodes[at].child[text[start + nodes[at].depth]];
    return at;
}

// Suffix by suffix: `open` are the inner nodes above the last one, from the root down.
void suffix_tree(const uint8_t *text, uint32_t n, const int32_t *suffixes, tree_node *nodes)
{
    int32_t *open = malloc((n + 1) * sizeof *open), last = 0, used = 1;
    uint32_t top = 0;

    if (!open)
        abort();
    memset(nodes, 0, 2 * n * sizeof *nodes);
    open[0] = 0;
    nodes[0].start = suffixes[0];
    for (uint32_t i = 0; i <= n; i++) {
        const int32_t shared = i > 0 && i < n ? common(text, suffixes[i - 1], suffixes[i]) : 0;

        for (; nodes[open[top]].depth > shared; last = open[top--])
            attach(text, nodes, open[top], last);
        if (nodes[open[top]].depth < shared) {
            open[++top] = used;
            nodes[used++] = (tree_node){ .start = nodes[last].start, .depth = shared };
        }
        if (last)
            attach(text, nodes, open[top], last);
        if (i < n) {
            last = used;
            nodes[used++] = (tree_node){ .start = suffixes[i], .depth = (int32_t)n - suffixes[i] + 1 };
        }
    }
    for (int32_t i = 1; i < used; i++)
        if (nodes[i].start + nodes[i].depth <= (int32_t)n)
            nodes[i].link = find(text, nodes, nodes[i].start + 1, nodes[i].depth - 1);
    free(open);
}
