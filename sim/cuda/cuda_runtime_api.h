// SPDX-License-Identifier: BSD-3-Clause
// Functions of the CUDA runtime that host code calls (Runtime API reference), for C and C++: the rows of the runtime's table.
#ifndef __CUDA_RUNTIME_API_H__
#define __CUDA_RUNTIME_API_H__

#include "driver_types.h"
#include "surface_types.h"
#include "texture_types.h"

#define CUDART_VERSION 11000

#ifdef __cplusplus
extern "C" {
#define WARPLOCK_DEFAULT(value) = value
#else
#define WARPLOCK_DEFAULT(value)
#endif
#pragma push_macro("GROUP")
#pragma push_macro("DEFAULT")
#pragma push_macro("RUNTIME")
#pragma push_macro("DRIVER")
#pragma push_macro("UNSUPPORTED")
#pragma push_macro("UNSUPPORTED_DRIVER")
#undef GROUP
#undef DEFAULT
#undef RUNTIME
#undef DRIVER
#undef UNSUPPORTED
#undef UNSUPPORTED_DRIVER
#define GROUP(title)
#define DEFAULT WARPLOCK_DEFAULT
#define RUNTIME(type, name, parameters, note) extern type name parameters;
#define DRIVER(type, name, parameters, note)
#define UNSUPPORTED(type, name, parameters, note) extern type name parameters;
#define UNSUPPORTED_DRIVER(type, name, parameters, note)
#include "../cudart/tables/api.def"
#undef GROUP
#undef DEFAULT
#undef RUNTIME
#undef DRIVER
#undef UNSUPPORTED
#undef UNSUPPORTED_DRIVER
#undef WARPLOCK_DEFAULT
#pragma pop_macro("GROUP")
#pragma pop_macro("DEFAULT")
#pragma pop_macro("RUNTIME")
#pragma pop_macro("DRIVER")
#pragma pop_macro("UNSUPPORTED")
#pragma pop_macro("UNSUPPORTED_DRIVER")
#ifdef __cplusplus
}
#endif

#endif
