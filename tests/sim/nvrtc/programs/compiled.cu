// SPDX-License-Identifier: BSD-3-Clause
// In the manner of the NVRTC User Guide's examples: kernels compiled as the program runs, with headers of the program's own, options, a
// template's instance by name, a constant; and every error.
// plant: s/entries\[i % 4\] + 7/entries[i % 4] + 8/
// host plant: program.c s/at += strncmp(at, "generic(", 8) == 0 ? 8 : 0;/;/
// host plant: program.c s/p->tried = true;/;/
// host plant: program.c s/device ? "#pragma clang/false ? "#pragma clang/
// host plant: program.c s/i ? "include" : "source"/"include"/
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <nvrtc.h>
#include <string>
#include <vector>

static int wrong;
#define IS(call, want) is(#call, call, want, __LINE__)
static void is(const char *call, int seen, int want, int line)
{
    if (seen != want) wrong++, printf("%d: %s: seen %d, expected %d\n", line, call, seen, want);
}
static const char source[] =
    "#include \"sizes/offset.h\"\n"
    "namespace mine { template <class T> __global__ void add(T *p, T x) { p[threadIdx.x] += x + OFFSET; } }\n"
    "__constant__ int table[4];\n"
    "extern \"C\" __global__ void look_up(int *p) { p[threadIdx.x] = table[threadIdx.x % 4] + EXTRA; }\n";

static std::string log_of(nvrtcProgram p)
{
    size_t size = 0;
    IS(nvrtcGetProgramLogSize(p, &size), NVRTC_SUCCESS);
    std::vector<char> text(size);
    IS(nvrtcGetProgramLog(p, text.data()), NVRTC_SUCCESS);
    return text.data();
}
static void compiles_and_runs()
{
    const char *header = "#define OFFSET 100\n", *name = "sizes/offset.h", *options[] = { "--gpu-architecture=compute_60", "-DEXTRA=7", "--std=c++14" };
    const char *lowered = NULL;
    nvrtcProgram p;
    IS(nvrtcCreateProgram(&p, source, "folder/mine.cu", 1, &header, &name), NVRTC_SUCCESS);
    IS(nvrtcAddNameExpression(p, "mine::add<float>"), NVRTC_SUCCESS);
    IS(nvrtcAddNameExpression(p, "mine::add<int>"), NVRTC_SUCCESS);
    IS(nvrtcAddNameExpression(p, "&table"), NVRTC_SUCCESS);
    IS(nvrtcAddNameExpression(p, "look_up"), NVRTC_SUCCESS);
    IS(nvrtcGetLoweredName(p, "look_up", &lowered), NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION);
    IS(nvrtcCompileProgram(p, 3, options), NVRTC_SUCCESS);
    if (wrong) puts(log_of(p).c_str());
    IS(nvrtcAddNameExpression(p, "late"), NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION);
    IS(nvrtcGetLoweredName(p, "mine::add<double>", &lowered), NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID);
    size_t size = 0;
    IS(nvrtcGetPTXSize(p, &size), NVRTC_SUCCESS);
    std::vector<char> ptx(size);
    IS(nvrtcGetPTX(p, ptx.data()), NVRTC_SUCCESS);

    CUdevice device;
    CUcontext context;
    CUmodule module;
    CUfunction function;
    CUdeviceptr memory, constant;
    size_t bytes;
    const int n = 32;
    float f[n], x = 0.5f;
    int ints[n], entries[4] = { 3, 1, 4, 1 };
    IS(cuInit(0), CUDA_SUCCESS), IS(cuDeviceGet(&device, 0), CUDA_SUCCESS), IS(cuCtxCreate(&context, 0, device), CUDA_SUCCESS);
    IS(cuModuleLoadData(&module, ptx.data()), CUDA_SUCCESS);
    IS(cuMemAlloc(&memory, sizeof f), CUDA_SUCCESS);
    IS(cuMemsetD32(memory, 0, n), CUDA_SUCCESS);

    IS(nvrtcGetLoweredName(p, "mine::add<float>", &lowered), NVRTC_SUCCESS);
    IS(cuModuleGetFunction(&function, module, lowered), CUDA_SUCCESS);
    void *arguments[] = { &memory, &x };
    IS(cuLaunchKernel(function, 1, 1, 1, n, 1, 1, 0, 0, arguments, NULL), CUDA_SUCCESS);
    IS(cuMemcpyDtoH(f, memory, sizeof f), CUDA_SUCCESS);
    for (int i = 0; i < n; i++) wrong += f[i] != 100.5f;

    IS(nvrtcGetLoweredName(p, "&table", &lowered), NVRTC_SUCCESS);
    IS(cuModuleGetGlobal(&constant, &bytes, module, lowered), CUDA_SUCCESS);
    IS(bytes, sizeof entries);
    IS(cuMemcpyHtoD(constant, entries, sizeof entries), CUDA_SUCCESS);
    IS(nvrtcGetLoweredName(p, "look_up", &lowered), NVRTC_SUCCESS);
    IS(cuModuleGetFunction(&function, module, lowered), CUDA_SUCCESS);
    IS(cuLaunchKernel(function, 1, 1, 1, n, 1, 1, 0, 0, arguments, NULL), CUDA_SUCCESS);
    IS(cuMemcpyDtoH(ints, memory, sizeof ints), CUDA_SUCCESS);
    for (int i = 0; i < n; i++) wrong += ints[i] != entries[i % 4] + 7;

    IS(nvrtcGetLoweredName(p, "mine::add<int>", &lowered), NVRTC_SUCCESS);
    IS(cuModuleGetFunction(&function, module, lowered), CUDA_SUCCESS);
    IS(nvrtcDestroyProgram(&p), NVRTC_SUCCESS);
    wrong += p != NULL;
    IS(nvrtcDestroyProgram(&p), NVRTC_ERROR_INVALID_PROGRAM);
}
static void says_what_is_wrong()
{
    nvrtcProgram p, closed;
    size_t size;
    const char *header = "", *out = "../out.h", *option = "--no-such-option", *none = NULL;
    IS(nvrtcCreateProgram(&p, "__global__ void k() { no_such_thing(); }\n", NULL, 0, NULL, NULL), NVRTC_SUCCESS);
    IS(nvrtcGetPTXSize(p, &size), NVRTC_ERROR_INVALID_PROGRAM);
    IS(nvrtcCompileProgram(p, 0, NULL), NVRTC_ERROR_COMPILATION);
    std::string log = log_of(p);
    if (log.compare(0, 19, "default_program:1:2") != 0 || log.find("no_such_thing") == std::string::npos) wrong++, printf("log: %s\n", log.c_str());
    IS(nvrtcGetPTXSize(p, &size), NVRTC_ERROR_INVALID_PROGRAM);
    IS(nvrtcCompileProgram(p, 1, &option), NVRTC_ERROR_INVALID_OPTION);
    if (log_of(p).find(option) == std::string::npos) wrong++, printf("log: %s\n", log_of(p).c_str());
    IS(nvrtcCompileProgram(p, 1, &none), NVRTC_ERROR_INVALID_INPUT);
    IS(nvrtcCompileProgram(p, -1, &option), NVRTC_ERROR_INVALID_INPUT);
    IS(nvrtcGetPTX(p, NULL), NVRTC_ERROR_INVALID_INPUT);
    closed = p;
    IS(nvrtcDestroyProgram(&p), NVRTC_SUCCESS);
    IS(nvrtcDestroyProgram(&closed), NVRTC_ERROR_INVALID_PROGRAM);
    IS(nvrtcCompileProgram(closed, 0, NULL), NVRTC_ERROR_INVALID_PROGRAM);
    IS(nvrtcGetProgramLogSize(closed, &size), NVRTC_ERROR_INVALID_PROGRAM);
    IS(nvrtcCreateProgram(&p, "", NULL, 1, &header, &out), NVRTC_ERROR_INVALID_INPUT);
    IS(nvrtcCreateProgram(&p, NULL, NULL, 0, NULL, NULL), NVRTC_ERROR_INVALID_INPUT);
    IS(nvrtcCreateProgram(&p, "", NULL, -1, NULL, NULL), NVRTC_ERROR_INVALID_INPUT);
    IS(strcmp(nvrtcGetErrorString(NVRTC_ERROR_COMPILATION), "NVRTC_ERROR_COMPILATION"), 0);
}
// Functions that say not where they run are the device's; and without a compiler there is an error of its own.
static void more()
{
    nvrtcProgram p;
    const char *device = "-default-device";
    IS(nvrtcCreateProgram(&p, "int twice(int x) { return 2 * x; }\nextern \"C\" __global__ void k(int *p) { *p = twice(*p); }\n", "d.cu", 0, NULL, NULL), NVRTC_SUCCESS);
    IS(nvrtcCompileProgram(p, 0, NULL), NVRTC_ERROR_COMPILATION);
    IS(nvrtcCompileProgram(p, 1, &device), NVRTC_SUCCESS);
    setenv("WARPLOCK_COMMAND", "/no/such/warplock", 1);
    IS(nvrtcCompileProgram(p, 1, &device), NVRTC_ERROR_BUILTIN_OPERATION_FAILURE);
    if (log_of(p).find("no `warplock`") == std::string::npos) wrong++, printf("log: %s\n", log_of(p).c_str());
    IS(nvrtcDestroyProgram(&p), NVRTC_SUCCESS);
}

int main()
{
    compiles_and_runs();
    says_what_is_wrong();
    more();
    printf("%d wrong\n%s\n", wrong, wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}
