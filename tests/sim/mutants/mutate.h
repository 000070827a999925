// SPDX-License-Identifier: BSD-3-Clause
// Where mutants stand: each of these puts those of a piece of the tree into the text (edits.h) and the list (source.h).
#pragma once

#include <clang-c/Index.h>

#include "tests/sim/mutants/edits.h"
#include "tests/sim/mutants/source.h"
#include "tests/sim/mutants/tree.h"

void expression(CXCursor cursor);
void condition(CXCursor cursor);            // what an `if` or a `?:` asks
void loop_condition(CXCursor cursor);
void statement(CXCursor cursor);
void upper_half(enum CXTypeKind kind, CXCursor value);      // of a value that a variable of that type gets
// The operator between two operands, alone there but for blanks; empty for one that a macro or a comment has.
extent operator_between(CXCursor left, CXCursor right);
bool is_assignment(extent at);
