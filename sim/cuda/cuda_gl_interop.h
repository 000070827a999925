// SPDX-License-Identifier: BSD-3-Clause
// <cuda_gl_interop.h>: sharing with OpenGL (CUDA Runtime API, "OpenGL Interoperability"). The simulated machine has no display:
// a program builds, and its calls say so. The functions stand in cuda_runtime_api.h, with GLuint and GLenum as unsigned
// integers.
#ifndef WARPLOCK_CUDA_GL_INTEROP_H
#define WARPLOCK_CUDA_GL_INTEROP_H

#include "cuda_runtime_api.h"
#if defined(__has_include)
#if __has_include(<GL/gl.h>)
#include <GL/gl.h>
#endif
#endif

enum cudaGLDeviceList { cudaGLDeviceListAll = 1, cudaGLDeviceListCurrentFrame = 2, cudaGLDeviceListNextFrame = 3 };
enum cudaGLMapFlags { cudaGLMapFlagsNone = 0, cudaGLMapFlagsReadOnly = 1, cudaGLMapFlagsWriteDiscard = 2 };

#endif
