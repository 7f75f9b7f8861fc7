//===- BodyTrial.h - Bodies of operations on constants ----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_GRAPH_ANALYSIS_BODYTRIAL_H
#define LOWP_GRAPH_ANALYSIS_BODYTRIAL_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::lowp {

/// Runs the body of a `linalg.generic` with one result on constants, by the
/// folders of its operations.
class BodyTrial {
public:
  /// `op` stays as it is: folders may change operations.
  explicit BodyTrial(linalg::GenericOp op);
  ~BodyTrial();
  BodyTrial(const BodyTrial &) = delete;

  /// The element for these inputs at `position` of the loops; null where an
  /// operation does not fold, or an index counts that is kDynamic there.
  Attribute run(ArrayRef<Attribute> inputs, ArrayRef<int64_t> position);

private:
  Attribute fold(Operation *op, ArrayRef<int64_t> position);

  linalg::GenericOp copy;
  llvm::DenseMap<Value, Attribute> known;
};

} // namespace mlir::lowp

#endif // LOWP_GRAPH_ANALYSIS_BODYTRIAL_H
