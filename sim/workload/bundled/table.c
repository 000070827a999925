// SPDX-License-Identifier: BSD-3-Clause
// The list of bundled kernels. A further one changes no result of the others, so a store's sum of the program omits
// this file (sim/campaign/program_sums.sh).
#include "sim/workload/workload.h"

extern const workload workload_vadd, workload_conv2d, workload_atax, workload_bicg, workload_mvt, workload_gesummv,
    workload_syrk, workload_syr2k, workload_bfs, workload_spmv, workload_kmeans, workload_streamcluster,
    workload_pathfinder, workload_conv3d, workload_2mm, workload_3mm, workload_fdtd, workload_srad, workload_srad2,
    workload_lbm, workload_particlefilter, workload_invertedindex, workload_memcached, workload_gcmark,
    workload_gaussian, workload_sssp, workload_needleman, workload_myocyte, workload_backprop, workload_reduce,
    workload_histogram, workload_jacobi64, workload_gcd, workload_maze, workload_hotspot, workload_quasirandom,
    workload_btree, workload_resnet, workload_mriq, workload_scalarprod, workload_walsh, workload_fft,
    workload_blackscholes, workload_matmul, workload_pageviewcount, workload_similarity, workload_sad,
    workload_cfd, workload_lud, workload_jpeg, workload_pageviewrank, workload_bfslevel, workload_mummer, workload_weather;

const workload *const workload_table[] = {
    &workload_vadd, &workload_conv2d, &workload_atax, &workload_bicg, &workload_mvt, &workload_gesummv, &workload_syrk,
    &workload_syr2k, &workload_particlefilter, &workload_bfs, &workload_streamcluster, &workload_kmeans, &workload_spmv,
    &workload_invertedindex, &workload_memcached, &workload_gcmark, &workload_gaussian, &workload_sssp,
    &workload_conv3d, &workload_2mm, &workload_srad, &workload_srad2, &workload_backprop, &workload_fdtd, &workload_3mm,
    &workload_lbm, &workload_pathfinder, &workload_needleman, &workload_myocyte, &workload_reduce, &workload_histogram,
    &workload_jacobi64, &workload_gcd, &workload_maze, &workload_hotspot, &workload_quasirandom, &workload_btree,
    &workload_resnet, &workload_mriq, &workload_scalarprod, &workload_walsh, &workload_fft, &workload_blackscholes,
    &workload_matmul, &workload_pageviewcount, &workload_similarity, &workload_sad, &workload_cfd, &workload_lud, &workload_jpeg,
    &workload_pageviewrank, &workload_bfslevel, &workload_mummer, &workload_weather, NULL,
};
