// vadd: c = a + b. The reference adds in fp32, as the kernel does: results are equal.
#include "sim/workload/workload.h"

static void build(job *j, uint32_t size)
{
    const float *a = workload_reals(j, "a", SCALAR_F32, size, 1, 0, 1);
    const float *b = workload_reals(j, "b", SCALAR_F32, size, 2, 0, 1);
    float *want;

    workload_none(j, "c", SCALAR_F32, size);
    workload_launch(j, &j->steps, "vadd", (workload_extent){ (size + 255) / 256, 1 }, (workload_extent){ 256, 1 },
                    "bbbi", "a", "b", "c", (int)size);
    want = workload_want(j, "c", 0, 0);
    for (uint32_t i = 0; i < size; i++)
        want[i] = a[i] + b[i];
}

const workload workload_vadd = {
    "vadd", "c = a + b: streaming, coalesced", "elements", 8192, 1, 1 << 26, "equal", build,
};
