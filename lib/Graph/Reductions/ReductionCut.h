//===- ReductionCut.h - Where a reduction is cut into parts -----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_GRAPH_REDUCTIONS_REDUCTIONCUT_H
#define LOWP_LIB_GRAPH_REDUCTIONS_REDUCTIONCUT_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::lowp {

/// Which reduction loops of an operation become parallel, each point a part.
struct ReductionCut {
  /// Loops all of whose points are parts.
  SmallVector<unsigned> outer;
  /// A loop of which `rows` points are a part.
  std::optional<unsigned> loop;
  int64_t rows = 0;
  /// Whether `rows` divide that loop.
  bool isEven = false;
  /// Whether what is left of a part lies together, as one CTA writes it.
  bool keepsPartsTogether = false;
};

/// Where to cut `op`, or nothing where one kernel has enough blocks for it, or
/// where a fusion had better have all of it.
std::optional<ReductionCut> chooseReductionCut(linalg::GenericOp op);

} // namespace mlir::lowp

#endif // LOWP_LIB_GRAPH_REDUCTIONS_REDUCTIONCUT_H
