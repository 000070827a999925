// SPDX-License-Identifier: BSD-3-Clause
// What a source with mutants in it includes: all mutants are compiled, MUTANT_IN_FORCE names the one that is in force, none if
// not set. MUTANTS_REACHED is a file of MUTANT_NUMBERS bytes; that of a mutant becomes 1 once a process comes past it and, where
// both values can be had without running anything twice, they differ.
//
// In a header alone, and weak, because any object may be linked with any others. It includes no header: the source that follows
// says which of them it wants. Files are opened by the system's own numbers: sources have functions named open and close.
#pragma once

enum { MUTANT_NUMBERS = 1 << 20 };

extern char *mutant_getenv(const char *name) __asm__("getenv");
extern unsigned long mutant_strtoul(const char *text, char **end, int base) __asm__("strtoul");
extern long mutant_syscall(long number, ...) __asm__("syscall");

__attribute__((weak)) unsigned mutant_in_force;
__attribute__((weak)) unsigned char mutant_unasked[MUTANT_NUMBERS];
__attribute__((weak)) unsigned char *mutant_reached = mutant_unasked;

// Of each object; it does something for the first of them.
__attribute__((weak, constructor)) void mutant_begin(void)
{
    enum { OPEN = 2, CLOSE = 3, MMAP = 9 };                                  // of Linux on x86-64
    enum { READ_AND_WRITE = 2, READABLE_AND_WRITABLE = 3, SHARED = 1 };      // O_RDWR; PROT_READ | PROT_WRITE; MAP_SHARED
    static int begun;
    if (begun++) return;
    const char *number = mutant_getenv("MUTANT_IN_FORCE"), *file = mutant_getenv("MUTANTS_REACHED");
    if (number) mutant_in_force = (unsigned)mutant_strtoul(number, 0, 10);
    const long fd = file ? mutant_syscall(OPEN, file, READ_AND_WRITE) : -1;
    if (fd < 0) return;
    const long bytes = mutant_syscall(MMAP, 0L, (long)MUTANT_NUMBERS, (long)READABLE_AND_WRITABLE, (long)SHARED, fd, 0L);
    if (bytes != -1) mutant_reached = (unsigned char *)bytes;
    mutant_syscall(CLOSE, fd);
}

// Whether mutant NUMBER is in force: 0 or 1.
static inline int mutant_is(unsigned number)
{
    mutant_reached[number] = 1;
    return mutant_in_force == number;
}

// The same of one whose value DIFFERS from the program's own; where it does not, no test can tell.
static inline int mutant_differs(unsigned number, int differs)
{
    if (differs) mutant_reached[number] = 1;
    return mutant_in_force == number;
}

// VALUE, or its lower 32 bits.
static inline unsigned long mutant_half(unsigned number, unsigned long value)
{
    return mutant_differs(number, value >> 32 != 0) ? value & 0xffffffffu : value;
}
