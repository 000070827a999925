// SPDX-License-Identifier: BSD-3-Clause
// cfd: the Euler equations of a gas on an unstructured mesh (Rodinia), 7 launches a step. The mesh is a sheet of
// cells with 4 faces, left and right open to the gas far away, walls above and below; its numbers are shuffled
// within windows of 64 cells, as meshes are numbered so that neighbours lie near. The reference sums by the same
// fused multiply-adds, axis by axis: results are equal.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/workload/workload.h"

// As in kernels/cfd.cu.
enum { DENSITY, MOMENTUM, ENERGY = 4, VARIABLES };
enum { FACES = 4, WALL = -1, FAR = -2, THREADS = 192, STAGES = 3, WINDOW = 64 };

// Rodinia's sign: what a flux adds is what flows in, its normals point inwards.
typedef struct { float density, momentum[3], energy, velocity[3], pressure, enthalpy, speed, sound; } gas;

typedef struct {
    uint32_t       n, width;
    const int32_t *neighbours;
    const float   *normals, *areas, *far;
} mesh;

// Where the cells of the sheet, row by row, have their data.
static uint32_t *number_cells(uint32_t n, uint32_t *state)
{
    uint32_t *number = malloc(n * sizeof *number);

    if (!number)
        abort();
    for (uint32_t i = 0; i < n; i++)
        number[i] = i;
    for (uint32_t first = 0; first < n; first += WINDOW) {
        const uint32_t count = n - first < WINDOW ? n - first : WINDOW;

        for (uint32_t i = count; i > 1; i--) {
            uint32_t *a = &number[first + i - 1], *b = &number[first + job_lcg(state) % i], kept = *a;

            *a = *b;
            *b = kept;
        }
    }
    return number;
}

// Faces: left, right, above, below. Opposite faces have opposite normals, so that no element gains in a steady
// stream.
static void make_mesh(mesh *m, int32_t *neighbours, float *normals, uint32_t *state)
{
    const uint32_t n = m->n, width = m->width, *number = number_cells(n, state);

    for (uint32_t cell = 0; cell < n; cell++) {
        const uint32_t x = cell % width, y = cell / width, at = number[cell];
        const float tilt_x = 0.01f * (float)(y % 16), tilt_y = 0.01f * (float)(x % 16);
        const float normal[FACES][3] = { { 1, 0, tilt_x }, { -1, 0, -tilt_x }, { 0, 1, tilt_y }, { 0, -1, -tilt_y } };
        const int32_t other[FACES] = {
            x > 0 ? (int32_t)number[cell - 1] : FAR,
            x + 1 < width && cell + 1 < n ? (int32_t)number[cell + 1] : FAR,
            y > 0 ? (int32_t)number[cell - width] : WALL,
            cell + width < n ? (int32_t)number[cell + width] : WALL,
        };

        for (uint32_t face = 0; face < FACES; face++) {
            neighbours[face * n + at] = other[face];
            for (uint32_t axis = 0; axis < 3; axis++)
                normals[(3 * face + axis) * n + at] = normal[face][axis];
        }
    }
    free((void *)number);
}

static gas gas_at(const float *variables, uint32_t i, uint32_t n)
{
    gas g = { .density = variables[i], .energy = variables[(uint64_t)ENERGY * n + i] };
    float square = 0, inner;

    for (uint32_t axis = 3; axis-- > 0;) {
        g.momentum[axis] = variables[(uint64_t)(MOMENTUM + axis) * n + i];
        g.velocity[axis] = g.momentum[axis] / g.density;
        square = fmaf(g.velocity[axis], g.velocity[axis], square);
    }
    inner = fmaf(-0.5f * g.density, square, g.energy);
    g.pressure = 0.4f * inner;
    g.enthalpy = fmaf(0.4f, inner, g.energy);
    g.speed = sqrtf(square);
    g.sound = sqrtf(1.4f * g.pressure / g.density);
    return g;
}

// What of the momentum along one axis two gases carry along another.
static float carried(const gas *a, const gas *b, uint32_t axis, uint32_t along)
{
    const uint32_t low = axis < along ? axis : along, high = axis < along ? along : axis;

    if (low == high)
        return fmaf(b->velocity[axis], b->momentum[axis], b->pressure) +
               fmaf(a->velocity[axis], a->momentum[axis], a->pressure);
    return fmaf(b->velocity[low], b->momentum[high], a->velocity[low] * a->momentum[high]);
}

static void through(float *flux, const gas *a, const gas *b, const float *normal)
{
    for (uint32_t along = 0; along < 3; along++) {
        const float half = 0.5f * normal[along];
        const float energy = fmaf(b->velocity[along], b->enthalpy,
                                  a->velocity[along] * a->enthalpy);

        flux[DENSITY] = fmaf(half, b->momentum[along] + a->momentum[along], flux[DENSITY]);
        flux[ENERGY] = fmaf(half, energy, flux[ENERGY]);
        for (uint32_t axis = 0; axis < 3; axis++)
            flux[MOMENTUM + axis] = fmaf(half, carried(a, b, axis, along), flux[MOMENTUM + axis]);
    }
}

static void resist(float *flux, const gas *own, const gas *there, const float *normal)
{
    const float length = sqrtf(fmaf(normal[0], normal[0], fmaf(normal[1], normal[1], normal[2] * normal[2])));
    const float viscous = -0.1f * length * ((own->speed + there->speed) + (own->sound + there->sound));

    flux[DENSITY] = fmaf(viscous, own->density - there->density, flux[DENSITY]);
    flux[ENERGY] = fmaf(viscous, own->energy - there->energy, flux[ENERGY]);
    for (uint32_t axis = 0; axis < 3; axis++)
        flux[MOMENTUM + axis] = fmaf(viscous, own->momentum[axis] - there->momentum[axis], flux[MOMENTUM + axis]);
}

static void find_flux(const mesh *m, const float *variables, uint32_t i, float *flux)
{
    const gas own = gas_at(variables, i, m->n), far = gas_at(m->far, 0, 1);

    for (uint32_t face = 0; face < FACES; face++) {
        const int32_t other = m->neighbours[face * m->n + i];
        float normal[3];

        for (uint32_t axis = 0; axis < 3; axis++)
            normal[axis] = m->normals[(3 * face + axis) * m->n + i];
        if (other >= 0) {
            const gas there = gas_at(variables, (uint32_t)other, m->n);

            resist(flux, &own, &there, normal);
            through(flux, &own, &there, normal);
        } else if (other == FAR) {
            through(flux, &own, &far, normal);
        } else {
            for (uint32_t axis = 0; axis < 3; axis++)
                flux[MOMENTUM + axis] = fmaf(normal[axis], own.pressure, flux[MOMENTUM + axis]);
        }
    }
}

static void reference(job *j, const mesh *m, uint32_t steps, const float *given)
{
    const uint32_t n = m->n;
    float *variables = memcpy(workload_want(j, "variables", 0, 0), given, VARIABLES * sizeof *given * n);
    float *fluxes = workload_want(j, "fluxes", 0, 0), *factors = workload_want(j, "factors", 0, 0);
    float *before = workload_want(j, "before", 0, 0);

    for (uint32_t step = 0; step < steps; step++) {
        memcpy(before, variables, VARIABLES * sizeof *variables * n);
        for (uint32_t i = 0; i < n; i++) {
            const gas g = gas_at(variables, i, n);

            factors[i] = 0.5f / (sqrtf(m->areas[i]) * (g.speed + g.sound));
        }
        for (uint32_t parts = STAGES; parts > 0; parts--) {
            for (uint32_t i = 0; i < n; i++) {
                float flux[VARIABLES] = { 0 };

                find_flux(m, variables, i, flux);
                for (uint32_t v = 0; v < VARIABLES; v++)
                    fluxes[v * n + i] = flux[v];
            }
            for (uint32_t i = 0; i < VARIABLES * n; i++)
                variables[i] = fmaf(-(factors[i % n] / (float)parts), fluxes[i], before[i]);
        }
    }
}

static void launch_step(job *j, uint32_t n)
{
    const workload_extent grid = workload_ctas(n, THREADS), block = { THREADS, 1 };

    workload_launch(j, &j->steps, "cfd_step_factor", grid, block, "bbbbi", "variables", "areas", "factors", "before",
                    (int)n);
    for (int parts = STAGES; parts > 0; parts--) {
        workload_launch(j, &j->steps, "cfd_flux", grid, block, "bbbbbi", "neighbours", "normals", "variables", "far",
                        "fluxes", (int)n);
        workload_launch(j, &j->steps, "cfd_time_step", grid, block, "bbbbii", "before", "variables", "factors",
                        "fluxes", (int)n, parts);
    }
}

static void build(job *j, workload_size size)
{
    static const float stream[VARIABLES] = { 1.4f, 1.68f, 0, 0, 3.508f };      // Mach 1.2 along x, pressure 1
    const uint32_t n = size.rows;
    mesh m = { .n = n, .width = (uint32_t)ceil(sqrt(n)) };
    uint32_t state = workload_stream(j, 1), drawn = workload_stream(j, 2);
    int32_t *neighbours = workload_data(j, "neighbours", SCALAR_S32, (uint64_t)FACES * n);
    float *normals = workload_data(j, "normals", SCALAR_F32, (uint64_t)3 * FACES * n);
    float *variables = workload_data(j, "variables", SCALAR_F32, (uint64_t)VARIABLES * n);

    make_mesh(&m, neighbours, normals, &state);
    m.neighbours = neighbours;
    m.normals = normals;
    m.areas = workload_reals(j, "areas", SCALAR_F32, n, 3, 16, 32);
    m.far = memcpy(workload_data(j, "far", SCALAR_F32, VARIABLES), stream, sizeof stream);
    for (uint32_t i = 0; i < VARIABLES * n; i++)
        variables[i] = stream[i / n] + 0.1f * (float)job_lcg(&drawn) / (1 << 24);
    workload_none(j, "factors", SCALAR_F32, n);
    workload_none(j, "before", SCALAR_F32, (uint64_t)VARIABLES * n);
    workload_none(j, "fluxes", SCALAR_F32, (uint64_t)VARIABLES * n);
    for (uint32_t step = 0; step < size.columns; step++)
        launch_step(j, n);
    reference(j, &m, size.columns, variables);
}

const workload workload_cfd = {
    .name = "cfd", .help = "a gas on an unstructured mesh, Rodinia: neighbours gathered, divisions, 7 launches a step",
    .size_help = "elements x steps", .size = { 320, 2 }, .low = { 1, 1 }, .high = { 1 << 20, 16 },
    .most = 1 << 24, .paper_size = { 97046, 1 },
    .shapes = { { "owl", { 32256, 1 } } },
    .bound = "equal", .build = build,
};
