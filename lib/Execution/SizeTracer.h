//===- SizeTracer.h - Where dynamic sizes come from -------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_EXECUTION_SIZETRACER_H
#define LOWP_LIB_EXECUTION_SIZETRACER_H

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>
#include <string>

namespace mlir::lowp::execution {

/// A size as far as it is known before a call: a constant, that of a dimension
/// of an argument, or a formula of such sizes (SizeExpression.h). Arguments are
/// numbered as the caller sees them: a scaled value is several.
struct Size {
  /// The constant, or -1.
  int64_t constant = -1;
  unsigned argument = 0;
  unsigned dimension = 0;
  /// Not "" where the size is computed.
  std::string formula = {};

  bool isConstant() const { return constant >= 0; }
  bool isFormula() const { return !formula.empty(); }
  bool operator==(const Size &other) const {
    return constant == other.constant && formula == other.formula &&
           (isConstant() || isFormula() ||
            (argument == other.argument && dimension == other.dimension));
  }
};

/// The tensors that a value of `type` is to the caller; nothing for a type that
/// is neither a ranked tensor nor scaled.
llvm::SmallVector<RankedTensorType, 3> getTensors(Type type);

/// Follows sizes from values back to the arguments of a function. An operation
/// gives the sizes of its results as further operations, which stay in the
/// function.
class SizeTracer {
public:
  explicit SizeTracer(func::FuncOp function);

  /// The size of dimension `dim` of a tensor or scaled value, if it can be
  /// followed.
  std::optional<Size> trace(Value value, unsigned dim);

private:
  std::optional<Size> traceUnknown(Value value, unsigned dim);
  std::optional<Size> traceArgument(Value value, unsigned part, unsigned dim);
  std::optional<Size> traceResult(OpResult value, unsigned dim);
  std::optional<Size> traceElementwise(Operation *op, unsigned dim);
  std::optional<Size> traceBranch(scf::IfOp branch, unsigned number,
                                  unsigned dim);
  std::optional<Size> traceLoop(scf::ForOp loop, unsigned number, unsigned dim);
  std::optional<Size> traceIndex(OpFoldResult size);
  std::optional<Size> traceFormula(Value value);

  /// The block whose arguments are the function's.
  Block *entry;
  /// The number of the first tensor of each of them.
  llvm::SmallVector<unsigned> first;
  /// The sizes that have been followed: each is asked for many times.
  llvm::DenseMap<std::pair<Value, unsigned>, std::optional<Size>> traced;
};

} // namespace mlir::lowp::execution

#endif // LOWP_LIB_EXECUTION_SIZETRACER_H
