// SPDX-License-Identifier: BSD-3-Clause
// What clang has read.
#pragma once

#include <clang-c/Index.h>

#include <stdbool.h>

typedef struct { CXCursor *of; int count; } cursors;        // `of` is the caller's to free

cursors children_of(CXCursor cursor);
bool is_expression(CXCursor cursor);
// Of an expression or a variable, without the names that typedefs give.
enum CXTypeKind type_of(CXCursor cursor);
bool is_integer(enum CXTypeKind kind);          // _Bool and enumerations too
bool is_number(enum CXTypeKind kind);
bool is_constant(CXCursor cursor, unsigned long long most);     // an integer from 0 to `most`, known when it is compiled
bool calls(CXCursor cursor, const char *function);              // of a call
