//===- Part.h - What is known of each part --------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_COST_PART_H
#define LOWP_COST_PART_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::lowp {

/// Numbers of one product with a chip, for cost models only: a kernel for the
/// chip runs on all of them. Data, not decisions. Rates are those of data
/// sheets, of dense matrices.
struct PartFacts {
  /// For example "h200".
  std::string name;
  /// The chip that code is compiled for: "sm_90a".
  std::string chip;
  /// Streaming multiprocessors.
  int64_t multiprocessors;
  /// Clusters that run at the same time, by their CTAs less one: those of a
  /// cluster must lie in one part of the chip, and these parts are not of equal
  /// size. Of sizes that are missing, as many as there are multiprocessors for,
  /// and never more.
  llvm::ArrayRef<int64_t> clusters;
  /// The clock that cycles of the cost model are counted in.
  double clockGHz;
  double memoryGBPerSecond;
  /// Bytes that all multiprocessors together read from memory per cycle.
  double memoryBytesPerCycle;
  /// Bytes of L2.
  int64_t cacheBytes;
  /// Dense products, of tf32, of 16 and of 8 bits; with sums in f32.
  double teraflops32;
  double teraflops16;
  double teraflops8;

  /// Clusters of `ctas` CTAs that run at the same time.
  int64_t countClusterSlots(int64_t ctas) const;
  /// Dense products of elements of `bits` bits, of which 32 are those of tf32.
  /// Fewer bits than 8 count as 8: nothing here prices kernels for them yet.
  double getTeraflops(unsigned bits) const {
    if (bits > 16)
      return teraflops32;
    return bits > 8 ? teraflops16 : teraflops8;
  }
};

/// All parts; the first of a chip stands for the chip where nobody says which.
llvm::ArrayRef<PartFacts> getParts();

/// The facts of `name`, or null for a part that lowp does not know.
const PartFacts *lookupPart(llvm::StringRef name);

/// The part that stands for `chip`, or null.
const PartFacts *getUsualPart(llvm::StringRef chip);

/// The part that a driver calls `device` ("NVIDIA H100 80GB HBM3"), with `chip`
/// and so many multiprocessors; null if lowp does not know it.
const PartFacts *findPartOfDevice(llvm::StringRef device, llvm::StringRef chip,
                                  int64_t multiprocessors);

/// The names of the parts with `chip`, of all if it is empty, for diagnostics:
/// "h200, h100".
std::string listParts(llvm::StringRef chip = {});

} // namespace mlir::lowp

#endif // LOWP_COST_PART_H
