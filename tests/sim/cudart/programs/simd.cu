// SPDX-License-Identifier: BSD-3-Clause
// The SIMD intrinsics, each of two halves and of four bytes, beside what their parts come to on the host; and what nvcc takes
// without a word: `register`, and names of headers that are not included.
// options: -std=c++17
// plant: s/clamp(a + b, least, most)/clamp(a + b, least, most - 1)/
#define OF_TWO(X) X(vadd) X(vaddss) X(vaddus) X(vsub) X(vsubss) X(vsubus) X(vabsdiffs) X(vabsdiffu) X(vavgs) X(vavgu) X(vhaddu) X(vmaxs) X(vmaxu) \
    X(vmins) X(vminu) X(vsads) X(vsadu) X(vcmpeq) X(vcmpne) X(vcmpges) X(vcmpgeu) X(vcmpgts) X(vcmpgtu) X(vcmples) X(vcmpleu) X(vcmplts) X(vcmpltu) \
    X(vseteq) X(vsetne) X(vsetges) X(vsetgeu) X(vsetgts) X(vsetgtu) X(vsetles) X(vsetleu) X(vsetlts) X(vsetltu)
#define OF_ONE(X) X(vabs) X(vabsss) X(vneg) X(vnegss)
static const char *const names[] = {
#define NAME(name) #name,
    OF_TWO(NAME) OF_ONE(NAME)
};
enum { FUNCTIONS = sizeof names / sizeof names[0], N = 512 };

__global__ void compute(const unsigned *x, const unsigned *y, unsigned *results)
{
    register unsigned a = x[threadIdx.x], b = y[threadIdx.x];
    unsigned *out = results + threadIdx.x;
#define TWO(name) out[0] = __##name##2(a, b), out[N] = __##name##4(a, b), out += 2 * N;
#define ONE(name) out[0] = __##name##2(a), out[N] = __##name##4(a), out += 2 * N;
    OF_TWO(TWO)
    OF_ONE(ONE)
}

static long clamp(long x, long least, long most) { return x < least ? least : x > most ? most : x; }
static long part(unsigned word, int place, int bits, bool sign)
{
    long x = word >> place & ((1l << bits) - 1);
    return sign && x >> (bits - 1) ? x - (1l << bits) : x;
}
// What a part comes to, by the end of the name: s and ss have a sign, u and us none.
static long value(const char *name, long a, long b, int bits)
{
    size_t length = strlen(name);
    bool sign = name[length - 1] == 's' && name[length - 2] != 'u';
    long least = sign ? -(1l << (bits - 1)) : 0, most = sign ? (1l << (bits - 1)) - 1 : (1l << bits) - 1;
    bool saturates = strstr(name, "ss") || strstr(name, "us");
    if (!strncmp(name, "vadd", 4)) return saturates ? clamp(a + b, least, most) : a + b;
    if (!strncmp(name, "vsub", 4)) return saturates ? clamp(a - b, least, most) : a - b;
    if (!strncmp(name, "vneg", 4)) return saturates ? clamp(-a, least, most) : -a;
    if (!strncmp(name, "vabsdiff", 8) || !strncmp(name, "vsad", 4)) return labs(a - b);
    if (!strncmp(name, "vabs", 4)) return saturates ? clamp(labs(a), least, most) : labs(a);
    if (!strncmp(name, "vavg", 4)) return (long)(a + b < 0 ? floor((a + b) / 2.0) : ceil((a + b) / 2.0));     // away from 0
    if (!strncmp(name, "vhadd", 5)) return (a + b) / 2;
    if (!strncmp(name, "vmax", 4)) return a > b ? a : b;
    if (!strncmp(name, "vmin", 4)) return a < b ? a : b;
    bool is = !strncmp(name + 4, "eq", 2) ? a == b : !strncmp(name + 4, "ne", 2) ? a != b : !strncmp(name + 4, "ge", 2) ? a >= b :
        !strncmp(name + 4, "gt", 2) ? a > b : !strncmp(name + 4, "le", 2) ? a <= b : a < b;
    return !is ? 0 : !strncmp(name, "vcmp", 4) ? -1 : 1;
}

int main()
{
    static unsigned x[N], y[N], got[FUNCTIONS * 2 * N], edges[] = { 0, 0x80808080, 0x80008000, 0x7f7f7f7f, 0x7fff7fff, 0xffffffff, 0x01010101, 0x00010001 };
    unsigned *d_x, *d_y, *d_r, state = 12345;
    int wrong = 0;
    auto next = [&] { state = state * 1664525u + 1013904223u; return state ^ state >> 15; };
    for (int i = 0; i < N; i++) {
        x[i] = i < 64 ? edges[i / 8] : next();
        y[i] = i < 64 ? edges[i % 8] : i % 5 ? next() : x[i] ^ (state & 0xff00);
    }
    cudaMalloc(&d_x, sizeof x), cudaMalloc(&d_y, sizeof y), cudaMalloc(&d_r, sizeof got);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice), cudaMemcpy(d_y, y, sizeof y, cudaMemcpyHostToDevice);
    compute<<<1, N>>>(d_x, d_y, d_r);
    cudaMemcpy(got, d_r, sizeof got, cudaMemcpyDeviceToHost);
    for (int f = 0; f < FUNCTIONS; f++)
        for (int n = 0; n < 2; n++)
            for (int i = 0; i < N; i++) {
                int bits = n ? 8 : 16;
                const char *name = names[f];
                char last = name[strlen(name) - 1];
                bool sign = (last == 's' && name[strlen(name) - 2] != 'u') || !strcmp(name, "vabs") || !strcmp(name, "vneg");
                unsigned want = 0;
                for (int place = 0; place < 32; place += bits) {
                    long v = value(name, part(x[i], place, bits, sign), part(y[i], place, bits, sign), bits);
                    want = !strncmp(name, "vsad", 4) ? want + (unsigned)v : want | ((unsigned)v & ((1u << bits) - 1)) << place;
                }
                unsigned seen = got[(2 * f + n) * N + i];
                if (seen != want && wrong++ < 9) fprintf(stderr, "__%s%d(%08x, %08x): seen %08x, expected %08x\n", name, n ? 4 : 2, x[i], y[i], seen, want);
            }
    printf("%d wrong\n%s\n", wrong, wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}
