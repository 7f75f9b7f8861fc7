//===- Tcgen05Parts.cpp - Products with chips of tcgen05 ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Kernel/Targets/Tcgen05/Tcgen05.h"

using namespace mlir;
using namespace mlir::lowp;

// Sources. Nothing has been measured: rows are nominal, and want a look at the
// documents by whoever relies on them.
//   b200       NVIDIA DGX B200 data sheet, an eighth: 8 TB/s, 2.25, 4.5 and 9
//              PFLOPS dense, 148 multiprocessors; L2 as the driver reports it.
//              tf32 is half of 16 bits in NVIDIA's table of the HGX B200, and 6
//              bits are as fast as 8.
//   b300       NVIDIA DGX B300 data sheet, an eighth: 13.5 PFLOPS dense of 4
//              bits; the rest as b200.

static constexpr std::array<double, 3> kTeraflops = {1125, 2250, 4500};

ArrayRef<PartFacts> mlir::lowp_gpu::getTcgen05Parts() {
  static const PartFacts parts[] = {makePart({"b200",
                                              "sm_100a",
                                              /*multiprocessors=*/148,
                                              /*clusters=*/{},
                                              /*clockGHz=*/1.965,
                                              /*memoryGBPerSecond=*/8000,
                                              /*cacheMegabytes=*/126,
                                              kTeraflops,
                                              {4500, 4500, 9000}})};
  return parts;
}

ArrayRef<PartFacts> mlir::lowp_gpu::getGenericTcgen05Parts() {
  static const PartFacts parts[] = {makePart({"b300",
                                              "sm_103a",
                                              148,
                                              {},
                                              1.965,
                                              8000,
                                              126,
                                              kTeraflops,
                                              {4500, 4500, 13500}})};
  return parts;
}
