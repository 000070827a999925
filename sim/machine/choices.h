// The words that CHOICE keys take, and the value of each: word in the INI, member of the enum. Lists are X(VALUE, word).
#ifndef WARPLOCK_SIM_MACHINE_CHOICES_H
#define WARPLOCK_SIM_MACHINE_CHOICES_H

#define COLLECTOR_READS_WORDS(X) X(COLLECTOR_READS_ONE, one) X(COLLECTOR_READS_SEVERAL, several)      // core.collector_reads
#define INDEX_WORDS(X) X(INDEX_LINEAR, linear) X(INDEX_HASH, hash) X(INDEX_XOR, xor)                  // l1d.index, l2.index
#define ALLOCATE_WORDS(X) X(ALLOCATE_ON_MISS, miss) X(ALLOCATE_ON_FILL, fill)                         // l1d.allocate
#define WRITE_WORDS(X) X(WRITE_EVICT, evict) X(WRITE_THROUGH, through) X(WRITE_BACK, back)            // l1d.global_write
#define WRITE_MISS_WORDS(X) X(WRITE_MISS_LAZY, lazy) X(WRITE_MISS_FETCH, fetch)                       // l2.write_miss
#define HOST_COPY_WORDS(X) X(HOST_COPY_FILLS, fill) X(HOST_COPY_BYPASSES, bypass)                     // l2.host_copy

#define CHOICE_VALUE(value, word) value,
enum { COLLECTOR_READS_WORDS(CHOICE_VALUE) };
enum { INDEX_WORDS(CHOICE_VALUE) };
enum { ALLOCATE_WORDS(CHOICE_VALUE) };
enum { WRITE_WORDS(CHOICE_VALUE) };
enum { WRITE_MISS_WORDS(CHOICE_VALUE) };
enum { HOST_COPY_WORDS(CHOICE_VALUE) };
#undef CHOICE_VALUE

#endif
