//===- Part.h - What is known of each part ----------------------*- C++ -*-===//
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

/// Rates of products by what is multiplied: of elements whose scales are
/// factors of sums, if they have any, and of those whose scales the instruction
/// takes, by their bits. 0 where a chip has no such instruction.
struct ProductRates {
  double plain = 0;
  double scaled8 = 0;
  double scaled6 = 0;
  double scaled4 = 0;

  /// The rate of products of elements of `bits` bits: those of the wider
  /// operand.
  double get(unsigned bits, bool takesScales) const {
    if (!takesScales)
      return plain;
    return bits > 6 ? scaled8 : bits > 4 ? scaled6 : scaled4;
  }
};

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
  /// The same of instructions that take scales, of 8, 6 and 4 bits; 0 without.
  double teraflopsScaled8;
  double teraflopsScaled6;
  double teraflopsScaled4;
  /// Products of bytes that a multiprocessor adds up per cycle at most: of a
  /// row of the lhs, a row of the rhs and a byte of K as it lies in shared
  /// memory.
  ProductRates productsPerCycle;

  /// Clusters of `ctas` CTAs that run at the same time.
  int64_t countClusterSlots(int64_t ctas) const;
  /// Dense products of elements of `bits` bits whose scales, if any, are
  /// factors of sums; 32 bits are those of tf32.
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
