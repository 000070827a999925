// SPDX-License-Identifier: BSD-3-Clause
// MemorySanitizer in a program with Verilog in it, which is g++'s C++ and not looked into: the memory that it asks for is taken for written.
const char *__msan_default_options(void);
const char *__msan_default_options(void) { return "poison_in_malloc=0:poison_in_free=0"; }
