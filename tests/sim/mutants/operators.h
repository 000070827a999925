// SPDX-License-Identifier: BSD-3-Clause
// Mutants of operators, for expression().
#pragma once

#include <clang-c/Index.h>

#include <stdbool.h>

// CONDITION: of what is asked as a whole, and so turned round as a whole, the opposite would be the same mutant again.
void binary(CXCursor cursor, bool condition);
void unary(CXCursor cursor, bool condition);
void compound(CXCursor cursor);             // `a += b` and the like
void expressions_in(CXCursor cursor);       // those of its children
