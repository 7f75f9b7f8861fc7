//===- Part.h - What is known of each part ----------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_COST_PART_H
#define LOWP_COST_PART_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <array>
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
  /// size. Missing sizes have as many as there are multiprocessors for, and
  /// never more.
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

/// What data sheets say of a part; what follows is not repeated.
struct PartSheet {
  const char *name;
  const char *chip;
  int64_t multiprocessors;
  llvm::ArrayRef<int64_t> clusters;
  double clockGHz;
  double memoryGBPerSecond;
  int64_t cacheMegabytes;
  /// Rates of products of 32, 16 and 8 bits.
  std::array<double, 3> teraflops;
  /// Rates of products of 8, 6 and 4 bits whose scales the instruction takes.
  std::array<double, 3> scaledTeraflops = {};
};

/// The facts of a part by its data sheet.
PartFacts makePart(const PartSheet &sheet);

/// The parts that targets register, in that order; the first of a chip stands
/// for the chip where nobody says which.
class PartTable {
public:
  void add(llvm::ArrayRef<PartFacts> more);
  llvm::ArrayRef<PartFacts> getParts() const { return parts; }

  /// The facts of `name`, or null for a part that no target registers.
  const PartFacts *lookup(llvm::StringRef name) const;

  /// The part that stands for `chip`, or null.
  const PartFacts *getUsual(llvm::StringRef chip) const;

  /// The part that a driver calls `device`, the part's name with other words,
  /// with `chip` and so many multiprocessors; null if there is none.
  const PartFacts *findOfDevice(llvm::StringRef device, llvm::StringRef chip,
                                int64_t multiprocessors) const;

  /// The names of the parts with `chip`, of all if it is empty, for
  /// diagnostics.
  std::string list(llvm::StringRef chip = {}) const;

private:
  const PartFacts *
  find(llvm::function_ref<bool(const PartFacts &)> isWanted) const;

  llvm::SmallVector<PartFacts, 0> parts;
};

} // namespace mlir::lowp

#endif // LOWP_COST_PART_H
