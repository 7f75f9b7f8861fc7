//===- HopperParts.cpp - Products with chips of Hopper --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Kernel/Targets/Hopper/Hopper.h"

using namespace mlir;
using namespace mlir::lowp;

// Sources:
//   h200       NVIDIA H200 data sheet: SXM, 4.8 TB/s; 989 (of tf32), 1979 and
//              3958 TFLOPS with sparsity, half of that of dense matrices. The
//              clock and the bytes per cycle are fitted to measured kernels
//              (docs/Performance.md, "Predicted times").
//   h100       NVIDIA H100 data sheet: SXM5, 3.35 TB/s.
//   h100-2400  an H100 of 500 W with HBM2e, 2.4 TB/s: the card of torchao's
//              published tables (torchao/float8/README.md).
// Nothing has been measured with lowp but on an H200; the 2.4 TB/s card's table
// is torchao's.

/// On an H200, 40 clusters of 3 CTAs run at once and 42 do not, 30 of 4 and not
/// 31, 16 of 6 and not 19, 14 of 8. Clusters of 5 and 7 are not measured: three
/// and two in each of 8 parts of the chip. The H100s have the same die.
static constexpr int64_t kClusters[] = {132, 66, 40, 30, 24, 16, 16, 14};

static constexpr std::array<double, 3> kTeraflops = {494.5, 989, 1979};

ArrayRef<PartFacts> mlir::lowp_gpu::getHopperParts() {
  static const PartFacts parts[] = {
      makePart({"h200", "sm_90a", /*multiprocessors=*/132, kClusters,
                /*clockGHz=*/1.85, /*memoryGBPerSecond=*/4800,
                /*cacheMegabytes=*/50, kTeraflops}),
      makePart({"h100", "sm_90a", 132, kClusters, 1.85, 3350, 50, kTeraflops}),
      makePart(
          {"h100-2400", "sm_90a", 132, kClusters, 1.85, 2400, 50, kTeraflops})};
  return parts;
}
