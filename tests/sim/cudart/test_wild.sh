#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# `make wild`: programs of our own in the layouts of five suites, with build files written as theirs, build and run as they are. Shown to
# fail: a program with a wrong result, one that asks for a library that is not there, one that runs too long, one whose kernel is
# refused, one without a check of its own.
# needs: warplock cuda/ready
set -u
. tests/sim/cuda/common.sh
begin cudart_wild
root=$(pwd)
programs=$root/tests/sim/cudart/programs
unset WARPLOCK_CUDA MAKEFLAGS MFLAGS MAKELEVEL CUDACXX CUDA_PATH
cd "$work" || exit 1

# --- the layouts
rodinia() { # NAME PROGRAM
    mkdir -p rodinia/common rodinia/cuda/"$1"
    printf 'CUDA_DIR = /usr/local/cuda\nCUDA_LIB_DIR := $(CUDA_DIR)/lib64\nCUDA_INC_DIR := $(CUDA_DIR)/include\n' >rodinia/common/make.config
    cp "$programs/$2.cu" rodinia/cuda/"$1"/"$1".cu
    cat >rodinia/cuda/"$1"/Makefile <<MAKE
include ../../common/make.config

# CUDA
CC := \$(CUDA_DIR)/bin/nvcc
INCLUDE := \$(CUDA_DIR)/include

all: $1

$1: $1.cu
	\$(CC) \$(KERNEL_DIM) $1.cu -o $1 -I\$(INCLUDE) -L\$(CUDA_LIB_DIR)

clean: ; rm -f $1
MAKE
    echo "./$1" >rodinia/cuda/"$1"/run
}
polybench() { # FOLDER NAME PROGRAM
    mkdir -p polybench/CUDA/"$1"/"$2"
    cp "$programs/$3.cu" polybench/CUDA/"$1"/"$2"/"$2".cu
    printf 'EXECUTABLE := %s.exe\nCUFILES := %s.cu\nPATH_TO_UTILS := .\n\nall:\n\tnvcc -O3 ${CUFILES} -I${PATH_TO_UTILS} -o ${EXECUTABLE}\nclean:\n\trm -f *~ *.exe\n' "$2" "$2" >polybench/CUDA/"$1"/"$2"/Makefile
}
hecbench() { # NAME PROGRAM
    mkdir -p hecbench/src/"$1"-cuda
    cp "$programs/$2.cu" hecbench/src/"$1"-cuda/main.cu
    cat >hecbench/src/"$1"-cuda/Makefile <<'MAKE'
CC        = nvcc
OPTIMIZE  = yes
DEBUG     = no
ARCH      = sm_60
LAUNCHER  =
program = main
source = main.cu
obj = $(source:.cu=.o)
CFLAGS := $(EXTRA_CFLAGS) -std=c++14 -Xcompiler -Wall -arch=$(ARCH)
LDFLAGS =
ifeq ($(DEBUG),yes)
  CFLAGS += -g
endif
ifeq ($(OPTIMIZE),yes)
  CFLAGS  += -O3
endif

$(program): $(obj) Makefile
	$(CC) $(CFLAGS) $(obj) -o $@ $(LDFLAGS)

%.o: %.cu Makefile
	$(CC) $(CFLAGS) -c $< -o $@

run: $(program)
	$(LAUNCHER) ./$(program)
MAKE
}
shoc() { # NAME PROGRAM
    mkdir -p shoc/src/cuda/level1/"$1"
    cp "$programs/$2.cu" shoc/src/cuda/level1/"$1"/"$1".cu
    printf 'include ../../../../config/config.mk\nall: %s\n%s: %s.o\n\t$(NVCC) -o $@ $< $(CUDA_LIBS)\n.SUFFIXES: .cu\n.cu.o:\n\t$(NVCC) $(CUDA_CXXFLAGS) -c $< -o $@\n' "$1" "$1" "$1" >shoc/src/cuda/level1/"$1"/Makefile
    cat >shoc/configure <<'SH'
#!/bin/sh
nvcc=$(command -v nvcc) || { echo 'configure: error: no nvcc on the PATH'; exit 1; }
mkdir -p config
printf 'NVCC = %s\nCUDA_CXXFLAGS = -gencode=arch=compute_35,code=sm_35\nCUDA_LIBS = -lcudart\n' "$nvcc" >config/config.mk
SH
    printf 'all:\n\tfor d in src/cuda/level1/*/; do $(MAKE) -C $$d || exit 1; done\n' >shoc/Makefile
}
sample() { # FOLDER NAME PROGRAM
    mkdir -p samples/Samples/"$1"/"$2"
    cp "$programs/$3.cu" samples/Samples/"$1"/"$2"/"$2".cu
    cat >samples/Samples/"$1"/"$2"/Makefile <<MAKE
CUDA_PATH ?= /usr/local/cuda
HOST_COMPILER ?= g++
NVCC := \$(CUDA_PATH)/bin/nvcc -ccbin \$(HOST_COMPILER)
SMS ?= 50 60 70
GENCODE_FLAGS := \$(foreach sm,\$(SMS),-gencode arch=compute_\$(sm),code=sm_\$(sm))

all: build
build: $2
$2.o: $2.cu
	\$(NVCC) -m64 --threads 0 --std=c++14 \$(GENCODE_FLAGS) -o \$@ -c \$<
$2: $2.o
	\$(NVCC) -m64 \$(GENCODE_FLAGS) -o \$@ \$+
MAKE
}
rodinia bfs bfs; rodinia gaussian gaussian; rodinia hotspot hotspot; rodinia kmeans kmeans; rodinia nw needleman; rodinia pathfinder pathfinder
polybench linear-algebra ATAX atax; polybench datamining CORR correlation; polybench stencils FDTD-2D fdtd; polybench linear-algebra GEMM matrix_mul
hecbench histogram histogram; hecbench nbody nbody; hecbench classes classes; hecbench calls calls; hecbench simd simd; hecbench heap heap
shoc Reduction reduction; shoc Spmv spmv; shoc Triad streams; shoc Transpose transpose; shoc Half half
sample 0_Introduction simpleTexture textures; sample 0_Introduction simpleSurfaceWrite surfaces; sample 2_Concepts_and_Techniques shfl warps
sample 0_Introduction UnifiedMemoryStreams managed; sample 0_Introduction simpleLayeredTexture volumes

# suite FOLDER PROGRAMS: all of them are there and right
wild() { make --no-print-directory -C "$root" BUILD="$(cd "$root" && cd "$BUILD" && pwd)" wild SUITE="$work/$1" >out 2>err; }
for suite in 'rodinia 6' 'polybench 4' 'hecbench 6' 'shoc 5' 'samples 5'; do
    set -- $suite
    wild "$1" || { complain "$1: status $?"; cat out err; }
    grep -q "^$2 programs: $2 built, $2 ran, $2 found their results right, 0 wrong" out || { complain "$1"; cat out err; }
done

# --- what goes wrong has its line
mkdir -p odd/wrong odd/lacking odd/slow odd/refused odd/silent 'odd/with blanks'
printf '#include <cstdio>\n__global__ void k() {}\nint main() { k<<<1, 1>>>(); printf("Test FAILED\\n"); }\n' >odd/wrong/wrong.cu
printf '#include <cusparse.h>\nint main() {}\n' >odd/lacking/lacking.cu
printf '__global__ void k(volatile int *a) { while (!*a) ; }\nint main() { int *d; cudaMalloc(&d, 4); k<<<1, 1>>>(d); cudaDeviceSynchronize(); }\n' >odd/slow/slow.cu
printf '#include <cstdio>\n__global__ void k() { asm("griddepcontrol.wait;"); }\nint main() { k<<<1, 1>>>(); if (cudaGetLastError()) return 3; printf("PASSED\\n"); }\n' >odd/refused/refused.cu
printf '#include <cstdio>\nint main() { cudaDeviceSynchronize(); if (FILE *f = fopen("written", "w")) fclose(f); }\n' >odd/silent/silent.cu
mkdir -p odd/counts/src && printf '#include <cstdio>\nint main() { cudaDeviceSynchronize(); printf("10 passed, 0 failed\\n"); }\n' >odd/counts/src/counts.cu
cp odd/silent/silent.cu 'odd/with blanks/two words.cu'
TIME=4 WARPLOCK_MAX_CYCLES=0 wild odd && complain 'a suite with failures ends well'
expect() { grep -qE "^$1" out || { complain "nothing of $1"; cat out err; }; }
expect 'wrong +yes +yes +no '
expect 'lacking +no +no +- +- .*cusparse.h'
expect 'slow +yes +no +none +[0-9]+ +it ran for more than 4 s'
expect 'refused +yes +no +none .*griddepcontrol'
expect 'silent +yes +yes +none '
expect 'with blanks +yes +yes +none '
expect 'counts +yes +yes +yes '
expect '7 programs: 6 built, 4 ran, 1 found their results right, 1 wrong'
[ "$(wc -l <"$root/$BUILD/wild/table.csv")" = 8 ] || complain 'table.csv has not a row each'
ONLY='silent|blanks' wild odd || { complain 'ONLY'; cat out err; }
ln -s odd linked
chmod a-w odd/silent
ONLY=silent wild linked || { complain 'a link to a suite that cannot be written'; cat out err; }
chmod u+w odd/silent
[ -e odd/silent/written ] && complain 'a program has written into the suite itself'
cp -r odd "it's a suite" && ONLY=silent wild "it's a suite" || { complain 'a name with a quote'; cat out err; }
make --no-print-directory -C "$root" BUILD="$(cd "$root" && cd "$BUILD" && pwd)" wild SUITE="$(cd "$root" && cd "$BUILD" && pwd)/wild/suite" >out 2>err && complain 'its own copy is a suite'
grep -q 'which is made anew' err && [ -d "$root/$BUILD/wild/suite/silent" ] || { complain 'its own copy is gone'; cat err; }
wild none && complain 'no suite is one'
grep -q 'none: no such folder' err || complain 'no word about a folder that is not there'
mkdir -p empty && wild empty && complain 'an empty suite is one'
make --no-print-directory -C "$root" wild >out 2>&1 && complain 'without SUITE it runs'
grep -q 'SUITE=folder is missing' out || complain 'no word about SUITE'
[ "$failures" = 0 ]
