//===- BodyTrial.h - Bodies of operations on constants ----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_FRONTEND_TOLINALG_BODYTRIAL_H
#define LOWP_LIB_FRONTEND_TOLINALG_BODYTRIAL_H

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

  /// The element for these inputs, with `index` as the last loop; null where an
  /// operation does not fold, or another loop counts.
  Attribute run(ArrayRef<Attribute> inputs, int64_t index);

private:
  Attribute fold(Operation *op);

  linalg::GenericOp copy;
  llvm::DenseMap<Value, Attribute> known;
  int64_t index = 0;
};

} // namespace mlir::lowp

#endif // LOWP_LIB_FRONTEND_TOLINALG_BODYTRIAL_H
