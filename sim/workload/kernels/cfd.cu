// SPDX-License-Identifier: BSD-3-Clause
// Rodinia's CFD solver: the Euler equations of a gas in 3 dimensions on an unstructured mesh of elements with 4
// faces. A step is a launch that finds how far each element may go, then three stages of a Runge-Kutta method,
// each a launch for the flux through the faces and one that applies it. Of an element 5 variables are kept,
// each in an array of its own as the neighbours and the normals are, so that a thread's own data are coalesced;
// those of its neighbours are gathered, which lie where the mesh's numbering has put them.
#include "cuda.h"

enum { DENSITY, MOMENTUM_X, MOMENTUM_Y, MOMENTUM_Z, ENERGY, VARIABLES };
enum { FACES = 4, WALL = -1, FAR = -2 };

struct gas {
    float density, x, y, z, energy;             // x, y, z: the momentum
    float vx, vy, vz, pressure, enthalpy, speed, sound;     // enthalpy: energy and pressure
};

__device__ static inline float mad(float a, float b, float c)
{
    return __builtin_fmaf(a, b, c);
}

__device__ static inline gas gas_at(const float *variables, int i, int n)
{
    gas g;

    g.density = variables[DENSITY * n + i];
    g.x = variables[MOMENTUM_X * n + i];
    g.y = variables[MOMENTUM_Y * n + i];
    g.z = variables[MOMENTUM_Z * n + i];
    g.energy = variables[ENERGY * n + i];
    g.vx = g.x / g.density;
    g.vy = g.y / g.density;
    g.vz = g.z / g.density;

    float square = mad(g.vx, g.vx, mad(g.vy, g.vy, g.vz * g.vz));
    float inner = mad(-0.5f * g.density, square, g.energy);

    g.pressure = 0.4f * inner;
    g.enthalpy = mad(0.4f, inner, g.energy);
    g.speed = __nvvm_sqrt_rn_f(square);
    g.sound = __nvvm_sqrt_rn_f(1.4f * g.pressure / g.density);
    return g;
}

// How long a step an element may take, and the variables as they are before it.
__global__ void cfd_step_factor(const float *variables, const float *areas, float *factors, float *before, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        for (int v = 0; v < VARIABLES; v++)
            before[v * n + i] = variables[v * n + i];

        gas g = gas_at(variables, i, n);

        factors[i] = 0.5f / (__nvvm_sqrt_rn_f(areas[i]) * (g.speed + g.sound));
    }
}

struct flux { float density, x, y, z, energy; };

// What flows through a face between two gases, by its normal.
__device__ static inline void through(flux *f, const gas *a, const gas *b, float nx, float ny, float nz)
{
    float x = 0.5f * nx, y = 0.5f * ny, z = 0.5f * nz;
    float xy = mad(b->vx, b->y, a->vx * a->y), xz = mad(b->vx, b->z, a->vx * a->z);
    float yz = mad(b->vy, b->z, a->vy * a->z);

    f->density = mad(z, b->z + a->z, mad(y, b->y + a->y, mad(x, b->x + a->x, f->density)));
    f->energy = mad(x, mad(b->vx, b->enthalpy, a->vx * a->enthalpy), f->energy);
    f->energy = mad(y, mad(b->vy, b->enthalpy, a->vy * a->enthalpy), f->energy);
    f->energy = mad(z, mad(b->vz, b->enthalpy, a->vz * a->enthalpy), f->energy);
    f->x = mad(z, xz, mad(y, xy, mad(x, mad(b->vx, b->x, b->pressure) + mad(a->vx, a->x, a->pressure), f->x)));
    f->y = mad(z, yz, mad(y, mad(b->vy, b->y, b->pressure) + mad(a->vy, a->y, a->pressure), mad(x, xy, f->y)));
    f->z = mad(z, mad(b->vz, b->z, b->pressure) + mad(a->vz, a->z, a->pressure), mad(y, yz, mad(x, xz, f->z)));
}

// Beyond faces FAR there is the undisturbed gas, element 0 of `far`; nothing flows through a WALL, but it is
// pressed on.
__global__ void cfd_flux(const int *neighbours, const float *normals, const float *variables, const float *far,
                         float *fluxes, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        gas own = gas_at(variables, i, n);
        flux f = { 0, 0, 0, 0, 0 };

        for (int face = 0; face < FACES; face++) {
            int other = neighbours[face * n + i];
            float nx = normals[(3 * face + 0) * n + i];
            float ny = normals[(3 * face + 1) * n + i];
            float nz = normals[(3 * face + 2) * n + i];

            if (other >= 0) {
                gas there = gas_at(variables, other, n);
                float length = __nvvm_sqrt_rn_f(mad(nx, nx, mad(ny, ny, nz * nz)));
                float viscous = -0.1f * length * ((own.speed + there.speed) + (own.sound + there.sound));

                f.density = mad(viscous, own.density - there.density, f.density);
                f.energy = mad(viscous, own.energy - there.energy, f.energy);
                f.x = mad(viscous, own.x - there.x, f.x);
                f.y = mad(viscous, own.y - there.y, f.y);
                f.z = mad(viscous, own.z - there.z, f.z);
                through(&f, &own, &there, nx, ny, nz);
            } else if (other == FAR) {
                gas there = gas_at(far, 0, 1);

                through(&f, &own, &there, nx, ny, nz);
            } else {
                f.x = mad(nx, own.pressure, f.x);
                f.y = mad(ny, own.pressure, f.y);
                f.z = mad(nz, own.pressure, f.z);
            }
        }
        fluxes[DENSITY * n + i] = f.density;
        fluxes[MOMENTUM_X * n + i] = f.x;
        fluxes[MOMENTUM_Y * n + i] = f.y;
        fluxes[MOMENTUM_Z * n + i] = f.z;
        fluxes[ENERGY * n + i] = f.energy;
    }
}

__global__ void cfd_time_step(const float *before, float *variables, const float *factors, const float *fluxes, int n,
                              int parts)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        float factor = factors[i] / (float)parts;

        for (int v = 0; v < VARIABLES; v++)
            variables[v * n + i] = mad(-factor, fluxes[v * n + i], before[v * n + i]);
    }
}
