// SPDX-License-Identifier: BSD-3-Clause
// Parboil's Lattice-Boltzmann method, a time step a launch: 19 densities a cell, each stored by itself, cells in rows of 120
// of which the host leaves room for 128. A thread reads its cell's 19 and a flag, relaxes them towards equilibrium and
// writes them to the 19 cells that they move to; at a wall they turn back. Coalesced, and as many stores as loads.
#include "cuda.h"

enum { ROW = 128 };

// Number, weight, the cell that it moves to, and its speed along the velocity of the cell. 2 n - 1 and 2 n are opposite.
#define MOVING(X) \
    X(1, 1 / 18.f, 1, vx)                       X(2, 1 / 18.f, -1, -vx) \
    X(3, 1 / 18.f, ROW, vy)                     X(4, 1 / 18.f, -ROW, -vy) \
    X(5, 1 / 18.f, plane, vz)                   X(6, 1 / 18.f, -plane, -vz) \
    X(7, 1 / 36.f, 1 + ROW, vx + vy)            X(8, 1 / 36.f, -1 - ROW, -vx - vy) \
    X(9, 1 / 36.f, 1 - ROW, vx - vy)            X(10, 1 / 36.f, -1 + ROW, vy - vx) \
    X(11, 1 / 36.f, 1 + plane, vx + vz)         X(12, 1 / 36.f, -1 - plane, -vx - vz) \
    X(13, 1 / 36.f, 1 - plane, vx - vz)         X(14, 1 / 36.f, -1 + plane, vz - vx) \
    X(15, 1 / 36.f, ROW + plane, vy + vz)       X(16, 1 / 36.f, -ROW - plane, -vy - vz) \
    X(17, 1 / 36.f, ROW - plane, vy - vz)       X(18, 1 / 36.f, -ROW + plane, vz - vy)

__global__ void lbm_step(const float *from, const int *wall, float *to, int lines, int margin, int cells)
{
    int plane = ROW * lines;
    int at = margin + threadIdx.x + ROW * blockIdx.x + plane * blockIdx.y;
    float f0 = from[at];
#define LOAD(n, weight, offset, along) float f##n = from[n * cells + at];
    MOVING(LOAD)

    if (wall[at]) {
        to[at] = f0;
#define BOUNCE(n, weight, offset, along) to[n * cells + at + (offset)] = from[(n % 2 ? n + 1 : n - 1) * cells + at];
        MOVING(BOUNCE)
    } else {
        float density = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8 + f9 +
                        f10 + f11 + f12 + f13 + f14 + f15 + f16 + f17 + f18;
        float vx = (f1 - f2 + f7 - f8 + f9 - f10 + f11 - f12 + f13 - f14) / density;
        float vy = (f3 - f4 + f7 - f8 - f9 + f10 + f15 - f16 + f17 - f18) / density;
        float vz = (f5 - f6 + f11 - f12 - f13 + f14 + f15 - f16 - f17 + f18) / density;
        float rest = __builtin_fmaf(-1.5f, __builtin_fmaf(vx, vx, __builtin_fmaf(vy, vy, vz * vz)), 1);

        to[at] = __builtin_fmaf(1.85f, __builtin_fmaf(1 / 3.f * density, rest, -f0), f0);
#define RELAX(n, weight, offset, along) { \
            float v = along, equal = __builtin_fmaf(v, __builtin_fmaf(4.5f, v, 3), rest); \
            float change = __builtin_fmaf((weight) * density, equal, -f##n); \
            to[n * cells + at + (offset)] = __builtin_fmaf(1.85f, change, f##n); \
        }
        MOVING(RELAX)
    }
}
