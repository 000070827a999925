// SPDX-License-Identifier: BSD-3-Clause
// Device malloc and free, and so clang's new and delete (CUDA C++ Programming Guide, "Dynamic Global Memory Allocation"). If a
// program's kernels call them, the runtime allocates a heap of cudaLimitMallocHeapSize bytes before its first launch and puts
// its address in warplock_heap; without a heap, as in a job file, malloc returns NULL. Block sizes are powers of two. A freed
// block is the next of its size to be reused; other blocks come from the end of the used part. No thread waits for another.
#ifndef WARPLOCK_CUDA_HEAP_H
#define WARPLOCK_CUDA_HEAP_H

enum { WARPLOCK_HEAP_SIZES = 40, WARPLOCK_HEAP_LEAST = 32, WARPLOCK_HEAP_HEAD = 16 };   // bytes of the smallest block; before each
// For each size the last freed block: its place in 16 bytes, and above it a count of changes to the list, so that a
// compare-and-swap notices a block that left and returned (ABA). 0: none, as the heap's own words are there.
struct warplock_heap_words { unsigned long long size, used, freed[WARPLOCK_HEAP_SIZES]; };
static __device__ warplock_heap_words *volatile warplock_heap;    // volatile: the runtime writes it, unseen by clang

#define WARPLOCK_HEAP_PLACE(word) ((word) & 0xffffffffffull)
#define WARPLOCK_HEAP_CHANGED(word, place) (((word) >> 40) + 1) << 40 | (place)
// The word before a block: its size's number, and for a freed one the block freed before.
WARPLOCK_DEVICE volatile unsigned long long *warplock_heap_head(unsigned long long place)
{
    return (volatile unsigned long long *)((char *)warplock_heap + place * 16);
}

WARPLOCK_DEVICE void *malloc(size_t bytes)
{
    warplock_heap_words *heap = warplock_heap;
    unsigned number = 0;

    if (!heap || bytes > heap->size)
        return 0;
    while (((unsigned long long)WARPLOCK_HEAP_LEAST << number) < bytes + WARPLOCK_HEAP_HEAD)
        number++;
    for (unsigned long long seen = *(volatile unsigned long long *)&heap->freed[number]; WARPLOCK_HEAP_PLACE(seen);) {
        volatile unsigned long long *head = warplock_heap_head(WARPLOCK_HEAP_PLACE(seen));
        unsigned long long before = atomicCAS(&heap->freed[number], seen, WARPLOCK_HEAP_CHANGED(seen, head[1]));

        if (before == seen)
            return (char *)head + WARPLOCK_HEAP_HEAD;
        seen = before;
    }
    const unsigned long long size = (unsigned long long)WARPLOCK_HEAP_LEAST << number;
    const unsigned long long at = atomicAdd(&heap->used, size);

    if (at + size > heap->size) {
        atomicAdd(&heap->used, 0ull - size);
        return 0;
    }
    volatile unsigned long long *head = warplock_heap_head(at / 16);

    head[0] = number;
    return (char *)head + WARPLOCK_HEAP_HEAD;
}

WARPLOCK_DEVICE void free(void *p)
{
    if (!p)
        return;
    const unsigned long long place = (unsigned long long)((char *)p - WARPLOCK_HEAP_HEAD - (char *)warplock_heap) / 16;
    volatile unsigned long long *head = warplock_heap_head(place);
    unsigned long long *list = &warplock_heap->freed[head[0]], seen = *(volatile unsigned long long *)list, before;

    do {
        before = seen;
        head[1] = WARPLOCK_HEAP_PLACE(before);
        __threadfence();
        seen = atomicCAS(list, before, WARPLOCK_HEAP_CHANGED(before, place));
    } while (seen != before);
}
#undef WARPLOCK_HEAP_CHANGED
#undef WARPLOCK_HEAP_PLACE

#endif
