// SPDX-License-Identifier: BSD-3-Clause
// What nvcc takes and clang does not is spelled otherwise, and nothing else is: comments, literals, shifts, templates and operators
// stay. Any bytes are read without harm.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/cli/spelling.h"

// `want` NULL: it stays as it is. The text has no 0 behind it, so that reading on is noticed.
static void expect(const char *text, const char *want)
{
    size_t length = strlen(text), new_length = 0;
    char *exact = malloc(length ? length : 1);

    memcpy(exact, text, length);
    char *seen = spelling_for_clang(exact, length, &new_length);
    free(exact);
    if (!seen != !want || (seen && (strcmp(seen, want) != 0 || new_length != strlen(want))))
        fail_msg("%s\nbecomes\n%s\nexpected\n%s", text, seen ? seen : "(itself)", want ? want : "(itself)");
    free(seen);
}

static void launches_in_pieces(void **state)
{
    (void)state;
    expect("k<< <1, 2>> >(p);", "k<<< 1, 2>>> (p);");
    expect("k << <grid, block, 0, s >> > (p, q);", "k <<< grid, block, 0, s >>>  (p, q);");
    expect("k<float><< <n >> 5, 1 << 5>> >(p);", "k<float><<< n >> 5, 1 << 5>>> (p);");
    expect("k<<<1, 2>> >(p); l<< <1, 2>>>(p);", "k<<<1, 2>>> (p); l<<< 1, 2>>>(p);");
    expect("k<< <1, 2> >>(p);", "k<<< 1, 2>>> (p);");
    expect("k<< <dim3(a<b> >> 1), v<w<int>>()[0]>> >(p);", "k<<< dim3(a<b> >> 1), v<w<int>>()[0]>>> (p);");
    expect("k<< <a<b<c<int>> >::n, a<b<c<int> >>::n>> >(p);", "k<<< a<b<c<int>> >::n, a<b<c<int> >>::n>>> (p);");
    expect("k<<\n<1,\n2>>\n>(p);", "k<<<\n1,\n2>>>\n(p);");
    expect("k<< /* grid */ <1, 2>> // block\n>(p);", "k<<< /* grid */ 1, 2>>> // block\n(p);");
    expect("k<< \\\n<1, 2>> \\\n>(p)", "k<<< \\\n1, 2>>> \\\n(p)");
    expect("{ k<< <1, f([] { a >> b; })>> >(p); }", "{ k<<< 1, f([] { a >> b; })>>> (p); }");
}

static void what_stays(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "", "k<<<1, 2>>>(p);", "a << b < c;", "v<v<v<int>> > x;", "v<v<int> >> x;", "x <<= 1; y >>= 1; z = x <=> y;", "operator<< <int>(s, x);",
        "friend s &operator<< <>(s &, const t &);", "p->q >> r > 1;", "// k<< <1, 2>> >(p)", "/* k<< <1, 2>> >(p) */", "\"k<< <1, 2>> >(p)\"",
        "'<' << '<'", "R\"x(k<< <1)\" k<< <1, 2>> >(p))x\"", "u8R\"(k<< <)\"", "// goes on \\\n k<< <1, 2>> >(p)", "#if 0\ndon't\n#endif\nv<v<v<int>> > x;",
        "1'000 << 2", "\"\\\" k<< <\"", "k<<<a<b<c>> >::d, 2>>>(p);", "k<<<1, 2; a<b<c<int>> > x;", "f(k<<<1) >> >", "alignas(16) __shared__ float x;",
        "struct alignas(16) s;", "__shared__ s x; alignas(8) int y;", "\"__shared__ alignas(8)\"", "__device__ void f(); alignas(4) int x;", "'", "\"", "R\"",
        "R\"(", "/*", "//", "\\", "k<<", "<<", ">>", "#", "#include", "#include <", "operator<< <",
    };
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
        expect(texts[i], NULL);
}

static void alignment_behind_a_qualifier(void **state)
{
    (void)state;
    expect("__shared__ alignas(16) float x[4];", "__shared__ _Alignas(16) float x[4];");
    expect("extern __shared__ alignas(T) unsigned char y[];", "extern __shared__ _Alignas(T) unsigned char y[];");
    expect("__device__ static const alignas(8) int x = 1;", "__device__ static const _Alignas(8) int x = 1;");
    expect("#define SHARED __constant__ \\\n alignas(16)", "#define SHARED __constant__ \\\n _Alignas(16)");
    expect("__managed__ /* 'x */ alignas(16) int x; alignas(16) int y;", "__managed__ /* 'x */ _Alignas(16) int x; alignas(16) int y;");
}

// What the host may set is kept: variables, whatever stands around them; functions, and what has a name outside, are left.
static void variables_without_a_namespace_of_a_name(void **state)
{
    (void)state;
#define USED " __attribute__((used))"
    expect("namespace { __constant__ int c; __managed__ int m; }\n__constant__ int d;",
           "namespace { __constant__" USED " int c; __managed__" USED " int m; }\n__constant__ int d;");
    expect("namespace /* n */\n{ namespace a { __device__ float x[4]; } __device__ int y = f(1); }",
           "namespace /* n */\n{ namespace a { __device__" USED " float x[4]; } __device__" USED " int y = f(1); }");
    expect("namespace a { namespace { void f() { g(); } static __device__ int y{2}; } __device__ int z; }",
           "namespace a { namespace { void f() { g(); } static __device__" USED " int y{2}; } __device__ int z; }");
    expect("namespace { __device__ __align__(16) box<1> a; __device__ alignas(8) int b; __device__ decltype(c) d; }",
           "namespace { __device__" USED " __align__(16) box<1> a; __device__" USED " _Alignas(8) int b; __device__" USED " decltype(c) d; }");
    static const char *const stay[] = {
        "namespace { __device__ int f(int a); __device__ T &operator[](int i) { return x; } __host__ __device__ auto g() -> int { return 1; } }",
        "namespace { __device__ __forceinline__ T f() { } __device__ __host__ void g(); struct s { __device__ s() : a(1) { } }; }",
        "namespace a { __device__ int x; }", "namespace { } __device__ int x;", "namespace a = b; { __constant__ int x; }", "// namespace {\n__constant__ int x;",
        "namespace { __device__", "namespace { __device__ int", "namespace { __device__ __align__(", "f(__device__ int x); }",
    };
    for (unsigned i = 0; i < sizeof stay / sizeof *stay; i++)
        expect(stay[i], NULL);
    // Nothing but variables: the text grows by the most that it can.
    expect("namespace{__device__ a;__device__ b;__device__ c;__device__ d;",
           "namespace{__device__" USED " a;__device__" USED " b;__device__" USED " c;__device__" USED " d;");
}

static void registers_in_assembler(void **state)
{
    (void)state;
    expect("asm(\"mov.u32 %0, %laneid;\" : \"=r\"(x));", "asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(x));");
    expect("__asm__ volatile (\"a %tid.x;\" \"%%b %smid\" MACRO \"%ctaid\" :: \"%r\");",
           "__asm__ volatile (\"a %%tid.x;\" \"%%b %%smid\" MACRO \"%%ctaid\" :: \"%r\");");
    expect("asm(\"%globaltimer\"::); f(\"%globaltimer\");", "asm(\"%%globaltimer\"::); f(\"%globaltimer\");");
    static const char *const stay[] = {
        "asm(\"mov.u32 r, %laneid;\");", "asm(\"%b0 %k1 %[name] %% %%laneid %p1\" : \"=r\"(x));", "asm", "asm(", "asm(\"%la", "asm(\"%\" : )",
        "asm volatile", "asm goto(\"%l\" : )", "printf(\"%laneid\" ? x : y);", "// asm(\"%laneid\" : )", "asm(f(\"%laneid\") : x)",
    };
    for (unsigned i = 0; i < sizeof stay / sizeof *stay; i++)
        expect(stay[i], NULL);
    expect("__asm asm(\"%aa\" __shared__ alignas \"%bb\" : );", "__asm asm(\"%%aa\" __shared__ alignas \"%%bb\" : );");
    // Nothing but names: the text grows by the most that it can.
    expect("asm(\"%aa%aa%aa%aa%aa%aa%aa\":", "asm(\"%%aa%%aa%%aa%%aa%%aa%%aa%%aa\":");
}

// A file of the most launches within each other, and more.
static void many_within_each_other(void **state)
{
    (void)state;
    char text[4096] = "", want[4096] = "";

    for (unsigned i = 0; i < 40; i++)
        strcat(text, "k<< <("), strcat(want, "k<<< (");
    expect(text, want);
}

static void what_is_included(void **state)
{
    (void)state;
    static const char text[] = "#include \"a.h\"\n# include <b/c.cuh> // \"no.h\"\n// #include \"no.h\"\n\"#include\"\n#include MACRO\n#include \"no\n"
                               "#define X #include\n/* */ #include /* */ \"d.h\"\n#include <e";
    static const struct { const char *name; bool quoted; } want[] = { { "a.h", true }, { "b/c.cuh", false }, { "d.h", true } };
    size_t at = 0;
    included_file file;

    for (unsigned i = 0; i < sizeof want / sizeof *want; i++) {
        assert_true(spelling_next_include(text, sizeof text - 1, &at, &file));
        assert_int_equal(file.length, strlen(want[i].name));
        assert_memory_equal(file.name, want[i].name, file.length);
        assert_int_equal(file.quoted, want[i].quoted);
    }
    assert_false(spelling_next_include(text, sizeof text - 1, &at, &file));
}

// Random pieces of what has a meaning here: as many lines stay, and a second reading finds no launch in pieces any more.
static void any_text(void **state)
{
    (void)state;
    static const char *const pieces[] = {
        "<", "<<", "<<<", ">", ">>", ">>>", " ", "\n", "(", ")", "{", "}", ";", "k", "operator", "__shared__ ", "alignas", "(16)", "\"", "'", "R\"x(", ")x\"", "/*",
        "*/", "//", "\\", "\\\n", "#include ", "1'0", "\xc3\xa9", "static ", "=", "-", ",", "asm", "%", "aa", ":", "namespace", "__device__", "__constant__ ",
    };
    uint32_t seed = 3;

    for (unsigned round = 0; round < 20000; round++) {
        char text[400];
        size_t length = 0, new_length = 0, lines = 0, at = 0;
        included_file file;

        for (unsigned n = (seed >> 8) % 30; n; n--) {
            seed = seed * 1664525 + 1013904223;
            const char *piece = pieces[(seed >> 8) % (sizeof pieces / sizeof *pieces)];
            memcpy(text + length, piece, strlen(piece));
            length += strlen(piece);
        }
        seed = seed * 1664525 + 1013904223;
        char *exact = malloc(length + 1);                       // its last byte is not the text's
        memcpy(exact, text, length);
        char *seen = spelling_for_clang(exact, length, &new_length);
        for (size_t i = 0; i < length; i++)
            lines += exact[i] == '\n';
        for (size_t i = 0; seen && i < new_length; i++)
            lines -= seen[i] == '\n';
        assert_true(!seen || lines == 0);
        while (spelling_next_include(exact, length, &at, &file))
            assert_true(file.name + file.length < exact + length);
        free(seen);
        free(exact);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(launches_in_pieces), cmocka_unit_test(what_stays), cmocka_unit_test(alignment_behind_a_qualifier),
        cmocka_unit_test(registers_in_assembler), cmocka_unit_test(variables_without_a_namespace_of_a_name),
        cmocka_unit_test(many_within_each_other), cmocka_unit_test(what_is_included), cmocka_unit_test(any_text),
    };
    return cmocka_run_group_tests_name("spelling", tests, NULL, NULL);
}
