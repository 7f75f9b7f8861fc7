//===- ChipFacts.cpp - What is known of each chip -------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Interfaces/ChipFacts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::lowp;

/// On an H200, 40 clusters of 3 CTAs run at once and 42 do not, 30 of 4 and not
/// 31, 16 of 6 and not 19, 14 of 8. Those of 5 and 7 are not measured: three
/// and two in each of 8 parts of the chip.
static constexpr int64_t kHopperClusters[] = {132, 66, 40, 30, 24, 16, 16, 14};

/// PTX 8.8 came with driver 575; 9.0 would ask for 580 and has nothing that
/// lowp emits.
static const ChipFacts kChips[] = {
    {"sm_90a", /*architecture=*/90, /*minimumPTX=*/80, /*defaultPTX=*/88,
     /*multiprocessors=*/132, kHopperClusters, /*sharedBytes=*/232448,
     /*registers=*/65536, /*maxCluster=*/8, /*cacheBytes=*/50 << 20},
    {"sm_100a", 100, 86, 88},
    {"sm_103a", 103, 88, 88},
    {"sm_120a", 120, 87, 88},
};

const ChipFacts *mlir::lowp::lookupChip(StringRef name) {
  const auto *chip = llvm::find_if(
      kChips, [&](const ChipFacts &facts) { return facts.name == name; });
  return chip == std::end(kChips) ? nullptr : chip;
}

std::string mlir::lowp::listChips() {
  return llvm::join(
      llvm::map_range(kChips,
                      [](const ChipFacts &facts) { return facts.name.str(); }),
      ", ");
}
