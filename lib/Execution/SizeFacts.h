//===- SizeFacts.h - Which sizes must agree ---------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_EXECUTION_SIZEFACTS_H
#define LOWP_LIB_EXECUTION_SIZEFACTS_H

#include "SizeTracer.h"

#include "lowp/Runtime/lowp_program.h"
#include "mlir/IR/AffineExpr.h"

#include <map>

namespace mlir::lowp::execution {

/// What the body of a function demands of the sizes of its arguments: the
/// operands of a matmul share K, and so on. Code is only right when this holds,
/// and does not check all of it. Leaves operations in the function that compute
/// sizes.
class SizeFacts {
public:
  explicit SizeFacts(func::FuncOp function);

  /// How the sizes of the tensors of `value`, which is an argument or what is
  /// returned, follow from arguments.
  std::vector<std::vector<LowpDimension>> describe(Value value);

  /// The formulas of the sizes of `value`, a tensor that is returned; "" for
  /// those that need none. Empty for a scaled value.
  std::vector<std::string> describeFormulas(Value value);

private:
  using Key = std::pair<unsigned, unsigned>;

  void addEquality(std::optional<Size> lhs, std::optional<Size> rhs);
  void addOperation(Operation *op);
  /// The constant or the first dimension that must be equal to `size`.
  Size getRepresentative(Size size) const;
  LowpDimension describeSize(std::optional<Size> size) const;
  /// A size of the storage of a scaled value, an expression of the dimensions
  /// of its logical shape.
  LowpDimension
  describeStoredSize(AffineExpr stored,
                     llvm::ArrayRef<std::optional<Size>> logical) const;
  std::vector<std::vector<LowpDimension>>
  describeScaled(ScaledType type,
                 llvm::ArrayRef<std::optional<Size>> logical) const;

  SizeTracer tracer;
  std::map<Key, Size> parents;
};

} // namespace mlir::lowp::execution

#endif // LOWP_LIB_EXECUTION_SIZEFACTS_H
