//===- SignatureAttributes.h - What a signature says of parts ---*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWP_TRANSFORMS_SIGNATUREATTRIBUTES_H
#define LOWP_LIB_DIALECT_LOWP_TRANSFORMS_SIGNATUREATTRIBUTES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::lowp {

/// The attributes of arguments and results of functions while scaled values
/// become their parts: upstream's conversion of signatures leaves them at the
/// numbers that they had.
class SignatureAttributes {
public:
  /// Reads those of all functions in `root` whose signatures have scaled
  /// values.
  explicit SignatureAttributes(Operation *root);

  /// Gives each part what its value had. A number of a result becomes that of
  /// its part.
  void restore() const;

private:
  struct Signature {
    func::FuncOp function;
    SmallVector<DictionaryAttr> arguments, results;
  };

  SmallVector<Signature> signatures;
};

} // namespace mlir::lowp

#endif // LOWP_LIB_DIALECT_LOWP_TRANSFORMS_SIGNATUREATTRIBUTES_H
