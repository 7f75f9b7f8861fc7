//===- MmaSyncParts.cpp - Products with chips whose warps multiply --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Kernel/Targets/MmaSync/MmaSync.h"

using namespace mlir;
using namespace mlir::lowp;

// Sources. Nothing has been measured: rows are nominal, and want a look at the
// documents by whoever relies on them.
//   rtx5090, rtx5080
//              NVIDIA RTX Blackwell GPU architecture whitepaper, tables of the
//              GeForce RTX 5090 and 5080: sums in f32; the clock is the boost
//              clock. A product of 8 bits with sums in f32 has half the rate of
//              one with sums in f16; one that takes scales has all of it, which
//              no table says and measurements do: 678 TFLOPS of MXFP8
//              (Dao-AILab/quack, pull request 153) and more than 600
//              (NVIDIA/CUDALibrarySamples, issue 283), of 419 that are plain. 6
//              bits have half of that of 8, 230 and 410 TFLOPS of an RTX 5080
//              (NVIDIA/cutlass, issue 2186).
//   rtx-pro-6000
//              NVIDIA RTX PRO 6000 Blackwell data sheet: 1.792 TB/s; 2015
//              TFLOPS of dense FP4, of which 8 bits have half, with scales (802
//              and 1629 TFLOPS measured, NVIDIA/cutlass, pull request 3272) and
//              without, and 16 bits a quarter; 6 bits as a GeForce's.
//   gb10       NVIDIA DGX Spark data sheet: 273 GB/s, 1 PFLOPS of sparse FP4,
//              of which 8 and 16 bits of dense matrices are a quarter and an
//              eighth, as an RTX PRO 6000's are: 92 TFLOPS of bf16 measured
//              (huggingface/kernels, pull request 283, which has the 24 MB of
//              L2 and the 48 multiprocessors, too), and not the 59 that half of
//              the rate would allow.

ArrayRef<PartFacts> mlir::lowp_gpu::getMmaSyncParts() {
  static const PartFacts parts[] = {makePart({"rtx5090",
                                              "sm_120a",
                                              /*multiprocessors=*/170,
                                              /*clusters=*/{},
                                              /*clockGHz=*/2.407,
                                              /*memoryGBPerSecond=*/1792,
                                              /*cacheMegabytes=*/96,
                                              {104.8, 209.5, 419},
                                              {838, 419, 1676}}),
                                    makePart({"rtx5080",
                                              "sm_120a",
                                              84,
                                              {},
                                              2.617,
                                              960,
                                              64,
                                              {56.3, 112.6, 225.1},
                                              {450.2, 225.1, 900.4}}),
                                    makePart({"rtx-pro-6000",
                                              "sm_120a",
                                              188,
                                              {},
                                              2.617,
                                              1792,
                                              128,
                                              {251.9, 503.8, 1007.6},
                                              {1007.6, 503.8, 2015.2}}),
                                    makePart({"gb10",
                                              "sm_121a",
                                              48,
                                              {},
                                              2.418,
                                              273,
                                              24,
                                              {62.5, 125, 250},
                                              {250, 125, 500}})};
  return parts;
}
