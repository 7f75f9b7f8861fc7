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

/// PTX 8.8 came with driver 575; 9.0 would ask for 580 and has nothing that
/// lowp emits.
static const ChipFacts kChips[] = {
    {"sm_90a", /*architecture=*/90, /*minimumPTX=*/80, /*defaultPTX=*/88,
     /*sharedBytes=*/232448, /*registers=*/65536, /*maxCluster=*/8},
    {"sm_100a", 100, 86, 88},
    {"sm_103a", 103, 88, 88},
    {"sm_120a", 120, 87, 88, /*sharedBytes=*/101376, /*registers=*/65536,
     /*maxCluster=*/1, /*family=*/120},
    {"sm_121a", 121, 88, 88, /*sharedBytes=*/101376, /*registers=*/65536,
     /*maxCluster=*/1, /*family=*/120},
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
