// SPDX-License-Identifier: BSD-3-Clause
// An inverted index as a map and a sort on the GPU (after Mars): which documents link to a page. iix_count and iix_map give a
// document to a thread, which looks for links byte by byte: nearly every load is a divergent one, at as many places of the
// program as the text that it looks for has letters. Between them a CTA sums the counts up; then entries are sorted by
// their key, the text of the link, in a launch for each step of a bitonic network, and equal keys are grouped.
#include "mapreduce.h"

struct document { int offset, length, id, links; };
struct entry { int key, length, document, place; };             // key: where in the text; length: -1 = behind all others

__device__ static inline bool opens_link(const unsigned char *t)
{
    return t[0] == '<' && t[1] == 'a' && t[2] == ' ' && t[3] == 'h' && t[4] == 'r' && t[5] == 'e' && t[6] == 'f' &&
           t[7] == '=' && t[8] == '"' && t[9] == 'h' && t[10] == 't' && t[11] == 't' && t[12] == 'p' && t[13] == ':' &&
           t[14] == '/' && t[15] == '/';
}

enum { OPENING = 16 };

__global__ void iix_count(const unsigned char *text, document *documents, int *counts, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        int at = documents[i].offset, end = at + documents[i].length - OPENING, links = 0;

        for (; at < end; at++)
            links += opens_link(text + at);
        documents[i].links = links;
        counts[i] = links;
    }
}

__global__ void iix_scan(int *counts, int n)
{
    __shared__ int sums[SCAN_THREADS];

    scan(sums, counts, n);
}

__global__ void iix_map(const unsigned char *text, const document *documents, const int *firsts, entry *entries, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n && documents[i].links > 0) {
        int begin = documents[i].offset, end = begin + documents[i].length - OPENING, at = begin;
        entry *to = entries + firsts[i];

        while (at < end) {
            if (opens_link(text + at)) {
                int key = at + OPENING;

                at = key;
                while (text[at] != '"')
                    at++;
                to->key = key;
                to->length = at - key;
                to->document = documents[i].id;
                to->place = key - begin;
                to++;
                while (text[at] != '<' || text[at + 1] != '/' || text[at + 2] != 'a' || text[at + 3] != '>')
                    at++;
            }
            at++;
        }
    }
}

// By key, letter by letter; equal ones by their place in the text.
__device__ static inline bool goes_before(const unsigned char *text, const entry *a, const entry *b)
{
    int a_length = a->length, b_length = b->length, at = 0;

    if (a_length < 0 || b_length < 0)
        return b_length < 0 && a_length >= 0;
    while (at < a_length && at < b_length && text[a->key + at] == text[b->key + at])
        at++;
    if (at < a_length && at < b_length)
        return text[a->key + at] < text[b->key + at];
    return a_length != b_length ? a_length < b_length : a->key < b->key;
}

__global__ void iix_sort(const unsigned char *text, entry *entries, int stretch, int distance)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int other = i ^ distance;

    if (other > i) {
        bool rising = (i & stretch) == 0;
        entry *low = entries + (rising ? i : other), *high = entries + (rising ? other : i);

        if (goes_before(text, high, low)) {
            entry kept = *low;

            *low = *high;
            *high = kept;
        }
    }
}

__device__ static inline bool same_key(const unsigned char *text, const entry *a, const entry *b)
{
    int at = 0, length = a->length;

    if (b->length != length)
        return false;
    while (at < length && text[a->key + at] == text[b->key + at])
        at++;
    return at >= length;
}

// Where an entry is the first of its key: how many there are; 0 elsewhere.
__global__ void iix_group(const unsigned char *text, const entry *entries, int *postings, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        int count = 0;

        if (i == 0 || !same_key(text, entries + i - 1, entries + i))
            while (i + count < n && same_key(text, entries + i, entries + i + count))
                count++;
        postings[i] = count;
    }
}
