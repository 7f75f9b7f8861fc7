//===- PeerCost.h - What other libraries' layers take --------- -*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The recipes of a linear layer as a library without fusions across matmuls
// runs them, from sizes alone. The rates are few and fitted to published
// tables, so that decisions can be checked where others have measured them.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TEST_UNIT_COST_PEERCOST_H
#define LOWP_TEST_UNIT_COST_PEERCOST_H

#include "lowp/Cost/GemmCost.h"

namespace mlir::lowp {

/// What a library's kernels reach of a part.
struct PeerRates {
  /// "torchao rowwise" for example.
  llvm::StringLiteral name;
  /// The part by its name.
  llvm::StringLiteral part;
  /// Shares of the data sheet's dense products, of 16 and of 8 bits.
  double products16;
  double products8;
  /// Shares of its memory bandwidth: of elementwise kernels, of quantizes with
  /// scales of rows, and of those with scales of columns.
  double stream;
  double quantizeRows;
  double quantizeColumns;
  /// Microseconds of a launch, and of a call of a quantized matmul on top.
  double launch;
  double call;
};

/// All rates; the table in PeerCost.cpp says what each was fitted to.
llvm::ArrayRef<PeerRates> getPeerRates();

/// The rates of `name` on `part`, or null.
const PeerRates *lookupPeerRates(llvm::StringRef name, llvm::StringRef part);

/// A linear layer y = x . w, with x of `tokens` x `inputs`; of several experts,
/// the tokens are divided among them, and each has a w.
struct LinearSize {
  int64_t tokens;
  int64_t inputs;
  int64_t outputs;
  int64_t experts = 1;
};

/// What of a step is counted.
struct LinearStep {
  /// Forward alone, or with both matmuls of the backward.
  bool isTrained = true;
  /// Whether a LayerNorm stands before it and an activation after, whose
  /// backward quantizes its result along rows without another read.
  bool hasNeighbours = false;
};

/// Microseconds of a step, in 16 bits or quantized.
double estimateStep(const LinearSize &size, const LinearStep &step,
                    bool isQuantized, const PeerRates &rates);

/// How many times faster the quantized step is.
double estimateSpeedup(const LinearSize &size, const LinearStep &step,
                       const PeerRates &rates);

} // namespace mlir::lowp

#endif // LOWP_TEST_UNIT_COST_PEERCOST_H
