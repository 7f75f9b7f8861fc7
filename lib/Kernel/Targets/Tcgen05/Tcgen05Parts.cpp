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
//   b300       NVIDIA DGX B300 data sheet, an eighth: as b200. Its 13.5 PFLOPS
//              dense of 4 bits are those of products of a K of 96, which
//              kernels do not use.

static constexpr std::array<double, 3> kTeraflops = {1125, 2250, 4500};

/// The row of a part with `chip`.
static PartFacts makeBlackwell(const char *name, const char *chip) {
  return makePart({name,
                   chip,
                   /*multiprocessors=*/148,
                   /*clusters=*/{},
                   /*clockGHz=*/1.965,
                   /*memoryGBPerSecond=*/8000,
                   /*cacheMegabytes=*/126,
                   kTeraflops,
                   {4500, 4500, 9000}});
}

ArrayRef<PartFacts> mlir::lowp_gpu::getTcgen05Parts() {
  static const PartFacts parts[] = {makeBlackwell("b200", "sm_100a"),
                                    makeBlackwell("b300", "sm_103a")};
  return parts;
}
