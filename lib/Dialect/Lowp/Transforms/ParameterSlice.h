//===- ParameterSlice.h - What follows from weights alone -------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWP_TRANSFORMS_PARAMETERSLICE_H
#define LOWP_LIB_DIALECT_LOWP_TRANSFORMS_PARAMETERSLICE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::lowp {

/// The largest part of a function that is computed from some of its arguments
/// and from constants, without effects and at any time.
class ParameterSlice {
public:
  ParameterSlice(func::FuncOp function, ArrayRef<BlockArgument> parameters);

  ArrayRef<BlockArgument> getParameters() const { return parameters; }
  /// The operations, each after those that it reads.
  ArrayRef<Operation *> getOps() const { return ops.getArrayRef(); }

  /// Whether `value` is an argument of the slice, or computed from such.
  bool dependsOnParameter(Value value) const {
    return dependent.contains(value);
  }
  /// Whether an operation outside of the slice reads `value`.
  bool isReadOutside(Value value) const;

  /// What `op` reads, in its regions too.
  static SmallVector<Value> getInputs(Operation *op);

private:
  bool takes(Operation *op) const;
  void add(Operation *op);

  SmallVector<BlockArgument> parameters;
  llvm::SetVector<Operation *> ops;
  /// All values of the slice, constants included.
  DenseSet<Value> known;
  DenseSet<Value> dependent;
};

/// What `value` is before reshapes, slices and copies that transpose, broadcast
/// or widen: whoever reads `value` can read that instead.
Value getViewed(Value value);

/// The values of `slice` that are computed ahead, and handed to the rest: each
/// scaled value that the rest reads, since a kernel reads it as it is, and for
/// everything else the fewest bytes. Where bytes are equal, the values that
/// leave the rest less to do. In the order of the operations that compute them.
SmallVector<Value> chooseHandedValues(const ParameterSlice &slice);

/// Bytes of `value`; nothing for one of unknown size.
std::optional<int64_t> getNumBytes(Value value);

} // namespace mlir::lowp

#endif // LOWP_LIB_DIALECT_LOWP_TRANSFORMS_PARAMETERSLICE_H
