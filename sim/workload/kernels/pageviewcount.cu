// SPDX-License-Identifier: BSD-3-Clause
// A page-view count as two rounds of map and reduce on the GPU (after Mars): how many different entries of a web
// server's log ask for each page. An entry is a line, page, address and cookie with tabs between. The first round
// removes entries that are there twice: a thread walks its line byte by byte, counts its fields in pvc_count
// and sums up its hash in pvc_map, so that the lanes of a warp read as many lines of memory in turn as it has
// entries, each again for as many bytes as a line has. A CTA sums up how much each thread emits; entries are
// sorted by their hash, and where several of a hash stand together pvc_unique compares their bytes. The second
// round hashes the pages of what is left, sorts by that and counts. The sort is a bitonic network, whose stretches
// that fit run in shared memory, as in Mars.
#include "mapreduce.h"
#include "sort.h"

__device__ static inline unsigned mix(unsigned hash, unsigned char letter)
{
    return (hash << 5 | hash >> 27) + letter;
}

__global__ void pvc_count(const unsigned char *log, const int *lines, int *counts, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        const unsigned char *at = log + lines[i], *end = log + lines[i + 1];
        int tabs = 0;

        for (; at < end; at++)
            tabs += *at == '\t';
        counts[i] = tabs == 2;                  // lines of another form are not entries
    }
}

__global__ void pvc_scan(int *counts, int n)
{
    __shared__ int sums[SCAN_THREADS];

    scan(sums, counts, n);
}

// counts, which are sums by now, have one more behind the last.
__global__ void pvc_map(const unsigned char *log, const int *lines, const int *counts, record *records, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n && counts[i + 1] > counts[i]) {
        int end = lines[i + 1];
        unsigned hash = 0;

        for (int at = lines[i]; at < end; at++)
            hash = mix(hash, log[at]);
        records[counts[i]] = make_record(hash, i);
    }
}

// Steps of the network between records that a CTA holds in shared memory, for stretches from `first` to `last`.
__global__ void pvc_sort_chunk(record *records, int first, int last)
{
    __shared__ record chunk[CHUNK];

    sort_chunk(chunk, records, first, last);
}

__global__ void pvc_sort_step(record *records, int stretch, int distance)
{
    sort_step(records, stretch, distance);
}

// Up to their first `end` both lines have the same letters.
__device__ static inline bool same_text(const unsigned char *log, const int *lines, record a, record b, char end)
{
    const unsigned char *one = log + lines[(int)a], *other = log + lines[(int)b];

    while (*one == *other && *one != end) {
        one++;
        other++;
    }
    return *one == *other;
}

__device__ static inline bool is_first(const unsigned char *log, const int *lines, const record *records, int i,
                                          char end)
{
    for (int before = i - 1; before >= 0 && records[before] >> 32 == records[i] >> 32; before--)
        if (same_text(log, lines, records[before], records[i], end))
            return false;
    return true;
}

// 1 for an entry that none before it equals, 0 for others and for what is no entry.
__global__ void pvc_unique(const unsigned char *log, const int *lines, const record *records, int *counts, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        counts[i] = records[i] != NONE && is_first(log, lines, records, i, '\n');
}

// The second round: the page is the text before the first tab.
__global__ void pvc_map_page(const unsigned char *log, const int *lines, const record *entries, const int *counts,
                             record *records, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n && counts[i + 1] > counts[i]) {
        int line = (int)entries[i];
        unsigned hash = 0;

        for (int at = lines[line]; log[at] != '\t'; at++)
            hash = mix(hash, log[at]);
        records[counts[i]] = make_record(hash, line);
    }
}

// Where a record is the first of its page: how many there are; 0 elsewhere.
__global__ void pvc_views(const unsigned char *log, const int *lines, const record *records, int *views, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        int count = 0;

        if (records[i] != NONE && is_first(log, lines, records, i, '\t'))
            for (int at = i; at < n && records[at] != NONE && records[at] >> 32 == records[i] >> 32; at++)
                count += same_text(log, lines, records[at], records[i], '\t');
        views[i] = count;
    }
}
