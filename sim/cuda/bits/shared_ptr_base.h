// SPDX-License-Identifier: BSD-3-Clause
// libstdc++'s header without the qualifier __noinline__, which it takes for the attribute's name.
#pragma push_macro("__noinline__")
#undef __noinline__
#include_next <bits/shared_ptr_base.h>
#pragma pop_macro("__noinline__")
