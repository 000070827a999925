// SPDX-License-Identifier: BSD-3-Clause
// invertedindex: which documents link to a page, as a map and a sort (after Mars' Inverted Index): 3 launches, one for each
// step of a bitonic network over as many entries as there are links, rounded up to a power of two, and one that groups.
// The reference looks for links with the C library's functions and sorts with qsort: results are equal.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/workload/workload.h"

enum { THREADS = 128, SCAN_THREADS = 512, PIECE_MAX = 128 };

// As in kernels/invertedindex.cu.
typedef struct { int32_t offset, length, id, links; } document;
typedef struct { int32_t key, length, document, place; } entry;

typedef struct {
    uint8_t  *text;
    size_t    length, room;
    document *documents;
    uint32_t  n_documents;
} library;

static void append(library *l, const char *piece)
{
    size_t length = strlen(piece);

    if (l->length + length > l->room) {
        l->room = 2 * (l->room + PIECE_MAX);
        l->text = realloc(l->text, l->room);
        if (!l->text)
            abort();
    }
    memcpy(l->text + l->length, piece, length);
    l->length += length;
}

static void write_word(char *to, uint32_t length, uint32_t *state)
{
    for (uint32_t i = 0; i < length; i++)
        to[i] = (char)('a' + job_lcg(state) % 26);
    to[length] = '\0';
}

// The name of a page follows from its number: a site in letters, and a page of it.
static void append_link(library *l, uint32_t page, bool is_other, uint32_t *state)
{
    uint32_t letters = page / 12 + 1;
    char site[16], anchor[16], piece[PIECE_MAX];

    write_word(site, 4 + page / 12 % 9, &letters);
    write_word(anchor, 2 + job_lcg(state) % 8, state);
    snprintf(piece, sizeof piece, "<a href=\"%s://www.%s.org/%u\">%s</a> ", is_other ? "ftp" : "http", site, page % 12,
             anchor);
    append(l, piece);
}

// A link, as pages have one to their home first, then words, now and then another link, and tags that only begin as a link
// does. Links go to one of a quarter as many pages as there are documents.
static void write_document(library *l, uint32_t index, uint32_t length, uint32_t *state)
{
    document *d = &l->documents[index];
    const uint32_t most = length / 2 + job_lcg(state) % (length + 1);
    char word[16];

    d->id = (int32_t)(index * 7 + 1);
    d->offset = (int32_t)l->length;
    append_link(l, job_lcg(state) % (l->n_documents / 4 + 1), false, state);
    while (l->length - (size_t)d->offset < most) {
        uint32_t kind = job_lcg(state) % length;

        if (kind < 4) {
            append_link(l, job_lcg(state) % (l->n_documents / 4 + 1), kind == 3, state);
        } else if (kind < 6) {
            append(l, "<a name=\"top\"></a> ");
        } else {
            write_word(word, 2 + job_lcg(state) % 8, state);
            append(l, word);
            append(l, " ");
        }
    }
    d->length = (int32_t)(l->length - (size_t)d->offset);
}

// The next link from `at` on; where its key begins, and NULL or where it ends.
static const uint8_t *next_link(const uint8_t *at, const uint8_t *end, const uint8_t **key)
{
    static const char opening[] = "<a href=\"http://";
    const size_t length = strlen(opening);

    while ((at = memchr(at, '<', (size_t)(end - at))) && (size_t)(end - at) > length && memcmp(at, opening, length) != 0)
        at++;
    if (!at || (size_t)(end - at) <= length)
        return NULL;
    *key = at + length;
    return memchr(*key, '"', (size_t)(end - *key));
}

// Counts the links of every document; the entries are added when there is room for them. Returns how many there are.
static uint32_t find_links(const uint8_t *text, document *documents, uint32_t n, int32_t *firsts, entry *entries)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < n; i++) {
        const uint8_t *begin = text + documents[i].offset, *end = begin + documents[i].length, *at = begin, *key, *behind;

        documents[i].links = 0;
        if (firsts)
            firsts[i] = (int32_t)count;
        while ((behind = next_link(at, end, &key))) {
            if (entries)
                entries[count] = (entry){ (int32_t)(key - text), (int32_t)(behind - key), documents[i].id,
                                          (int32_t)(key - begin) };
            documents[i].links++;
            count++;
            at = behind;
        }
    }
    return count;
}

static const uint8_t *sorted_text;

static int compare_keys(const entry *a, const entry *b)
{
    int32_t shorter = a->length < b->length ? a->length : b->length;
    int order = memcmp(sorted_text + a->key, sorted_text + b->key, (size_t)shorter);

    return order ? order : a->length - b->length;
}

static int compare(const void *left, const void *right)
{
    const entry *a = left, *b = right;
    int order = compare_keys(a, b);

    return order ? order : a->key - b->key;
}

static void group(const entry *entries, uint32_t n, int32_t *postings)
{
    for (uint32_t i = 0, first = 0; i < n; i++) {
        if (i > 0 && compare_keys(&entries[i - 1], &entries[i]) != 0)
            first = i;
        postings[first]++;
    }
}

static void launch_all(job *j, uint32_t documents, uint32_t entries, uint32_t room)
{
    workload_extent block = { THREADS, 1 }, one = { 1, 1 };
    workload_extent all = workload_ctas(documents, THREADS), sorted = workload_ctas(room, room < THREADS ? room : THREADS);

    workload_launch(j, &j->steps, "iix_count", all, block, "bbbi", "text", "documents", "counts", (int)documents);
    workload_launch(j, &j->steps, "iix_scan", one, (workload_extent){ SCAN_THREADS, 1 }, "bi", "counts", (int)documents);
    workload_launch(j, &j->steps, "iix_map", all, block, "bbbbi", "text", "documents", "counts", "entries", (int)documents);
    for (uint32_t stretch = 2; stretch <= room; stretch *= 2)
        for (uint32_t distance = stretch / 2; distance > 0; distance /= 2)
            workload_launch(j, &j->steps, "iix_sort", sorted, (workload_extent){ room < THREADS ? room : THREADS, 1 },
                            "bbii", "text", "entries", (int)stretch, (int)distance);
    workload_launch(j, &j->steps, "iix_group", workload_ctas(entries, THREADS), block, "bbbi", "text", "entries",
                    "postings", (int)entries);
}

static void reference(job *j, const uint8_t *text, uint32_t n, uint32_t links, uint32_t room)
{
    const job_buffer *given = &j->buffers[job_find_buffer(j, "documents")];
    document *documents = memcpy(workload_want(j, "documents", 0, 0), given->data, n * sizeof *documents);
    int32_t *firsts = workload_want(j, "counts", 0, 0), *postings = workload_want(j, "postings", 0, 0);
    entry *entries = workload_want(j, "entries", 0, 0);

    for (uint32_t i = links; i < room; i++)
        entries[i].length = -1;
    find_links(text, documents, n, firsts, entries);
    sorted_text = text;
    qsort(entries, links, sizeof *entries, compare);
    group(entries, links, postings);
}

static void build(job *j, workload_size size)
{
    library l = { .n_documents = size.rows };
    uint32_t state = workload_stream(j, 1), links, room = 1;
    uint8_t *text;
    entry *entries;

    l.documents = workload_data(j, "documents", SCALAR_S32, (uint64_t)size.rows * (sizeof *l.documents / 4));
    for (uint32_t i = 0; i < size.rows; i++)
        write_document(&l, i, size.columns, &state);
    text = workload_data(j, "text", SCALAR_U8, l.length);
    memcpy(text, l.text, l.length);
    free(l.text);
    links = find_links(text, l.documents, size.rows, NULL, NULL);
    for (uint32_t i = 0; i < size.rows; i++)
        l.documents[i].links = 0;
    while (room < links)
        room *= 2;
    workload_none(j, "counts", SCALAR_S32, size.rows);
    entries = workload_data(j, "entries", SCALAR_S32, (uint64_t)room * (sizeof *entries / 4));
    for (uint32_t i = 0; i < room; i++)
        entries[i].length = -1;
    workload_zero(j, "postings", SCALAR_S32, room);
    launch_all(j, size.rows, links ? links : 1, room);
    reference(j, text, size.rows, links, room);
}

const workload workload_invertedindex = {
    .name = "invertedindex", .help = "inverted index after Mars: byte by byte through documents, a bitonic sort of strings",
    .size_help = "documents x letters of each on average", .size = { 16, 16 }, .low = { 1, 16 }, .high = { 1 << 18, 4096 },
    .most = 1 << 26, .paper_size = { 3072, 256 },
    .shapes = { { "owl", { 14336, 64 } } },
    .bound = "equal", .build = build,
};
