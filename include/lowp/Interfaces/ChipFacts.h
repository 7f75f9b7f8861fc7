//===- ChipFacts.h - What is known of each chip -----------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_INTERFACES_CHIPFACTS_H
#define LOWP_INTERFACES_CHIPFACTS_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::lowp {

/// Numbers of one chip, which all parts with the chip share. Data, not
/// decisions. Families of chips list theirs in Kernel/Targets; who asks for a
/// chip by name asks the context (Dialect/LowpGPU/IR/TargetRegistry.h).
struct ChipFacts {
  /// For example "sm_90a".
  llvm::StringLiteral name;
  /// The number in the name.
  unsigned architecture;
  /// The lowest PTX version that knows the chip. PTX versions are written as
  /// LLVM writes them: 88 is PTX 8.8.
  unsigned minimumPTX;
  /// The version to use unless told otherwise: it has all instructions that
  /// lowp emits for the chip, and the oldest driver that does.
  unsigned defaultPTX;

  // Facts of chips with matmul kernels; 0 for others, of which nobody asks.

  /// Dynamic shared memory that one CTA may use, bytes.
  int64_t sharedBytes = 0;
  /// 32-bit registers of one multiprocessor.
  int64_t registers = 0;
  /// CTAs of the largest cluster that is always schedulable.
  int64_t maxCluster = 0;
  /// Columns of 128 words of tensor memory that one CTA may use; 0 without.
  int64_t tensorColumns = 0;

  /// The number of the first chip of the family that code is made for, whose
  /// other chips run it, too; 0 where code is for the chip alone.
  unsigned family = 0;
};

} // namespace mlir::lowp

#endif // LOWP_INTERFACES_CHIPFACTS_H
