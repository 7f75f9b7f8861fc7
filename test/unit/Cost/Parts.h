//===- Parts.h - The parts of all targets, for tests ------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TEST_UNIT_COST_PARTS_H
#define LOWP_TEST_UNIT_COST_PARTS_H

#include "lowp/Kernel/Targets/Hopper/Hopper.h"
#include "lowp/Kernel/Targets/MmaSync/MmaSync.h"
#include "lowp/Kernel/Targets/Tcgen05/Tcgen05.h"

namespace mlir::lowp {

/// The table that a context of all targets has.
inline const PartTable &getPartTable() {
  static const PartTable *table = [] {
    auto *parts = new PartTable;
    parts->add(lowp_gpu::getHopperParts());
    parts->add(lowp_gpu::getTcgen05Parts());
    parts->add(lowp_gpu::getMmaSyncParts());
    return parts;
  }();
  return *table;
}

} // namespace mlir::lowp

#endif // LOWP_TEST_UNIT_COST_PARTS_H
