//===- ProblemKey.h - Tells problems of kernels apart -----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_CONFIG_PROBLEMKEY_H
#define LOWP_KERNEL_CONFIG_PROBLEMKEY_H

#include "lowp/Kernel/Gemm/GemmKernel.h"
#include "lowp/Support/BlockShape.h"
#include "llvm/Support/JSON.h"

#include <string>

namespace mlir::lowp_gpu {

/// What matters of an operand to the speed of a kernel. Two recipes that put
/// scales of the same type on the same blocks are the same here.
struct OperandKey {
  Type elementType;
  /// Null without scales, which have no blocks then.
  Type scaleType;
  lowp::BlockShape block;
  /// Whether neighbours in memory are rows, not elements of K.
  bool mnMajor = false;

  bool operator==(const OperandKey &other) const {
    return elementType == other.elementType && scaleType == other.scaleType &&
           block == other.block && mnMajor == other.mnMajor;
  }
};

/// What decides which config of a gemm is fastest, except for its M,
/// which is often known only at run time.
struct ProblemKey {
  std::string chip;
  /// Dynamic where the gemm's are.
  int64_t n;
  int64_t k;
  /// Matrices of a batch; nothing where there is none.
  std::optional<int64_t> batch;
  /// What is grouped, each group with a matrix of the batch; nothing without.
  std::optional<lowp::Grouping> grouping;
  OperandKey lhs;
  OperandKey rhs;
  SmallVector<Type, 2> outputTypes;
  bool accumulate;
  bool fastAccumulation;

  bool operator==(const ProblemKey &other) const;
};

/// The key of `spec`, whose config does not matter.
ProblemKey getProblemKey(const GemmKernelSpec &spec);

/// `key` and all M from `leastM` to `mostM` as an entry of a file of configs
/// spells them; sizes known only at run time are null.
llvm::json::Object toJSON(const ProblemKey &key, int64_t leastM, int64_t mostM);

/// How the text form calls a block that spans a whole dimension.
inline constexpr StringLiteral kWholeBlockName = "all";

/// How it calls groups of rows, batches of which some rows count, groups of K.
inline constexpr StringLiteral kRowGroupsName = "rows";
inline constexpr StringLiteral kCountsName = "counts";
inline constexpr StringLiteral kKGroupsName = "k";

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_CONFIG_PROBLEMKEY_H
