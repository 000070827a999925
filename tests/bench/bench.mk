# SPDX-License-Identifier: BSD-3-Clause
# How fast the simulator is. Part of the Makefile, whose variables it uses.
BENCH_PACKAGES := valgrind
.PHONY: bench
bench: $(BUILD)/warplock $(addprefix $(BUILD)/tests/bench/,bench ratios store) ## simulation speed, peak memory, \
    host instructions per simulated cycle; how these grow with the work, the SMs and the cycles; what lockstep costs, what a second thread \
    gains; what a result store of 100,000 rows costs
	@sh .ci/install $(BENCH_PACKAGES)
	@BUILD=$(BUILD) $(BUILD)/tests/bench/bench
	@BUILD=$(BUILD) $(BUILD)/tests/bench/ratios
	@BUILD=$(BUILD) sh tests/bench/instructions.sh || [ $$? = 77 ]
	@mkdir -p $(BUILD)/store_bench && $(BUILD)/tests/bench/store $(BUILD)/store_bench; rm -rf $(BUILD)/store_bench
.PHONY: bench-peer
bench-peer: $(BUILD)/warplock cudart-shared ## GPGPU-Sim beside warplock: the same program on both, cycles, instructions, time \
    (GPGPUSIM=FOLDER of a built one; CONFIG, MACHINE, POLICY, KERNELS, NVCC, ARCH: tests/bench/peer.sh)
	@BUILD=$(BUILD) sh tests/bench/peer.sh
