//===- PassSteps.h - Passes of several steps --------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_COMMON_PASSSTEPS_H
#define LOWP_DIALECT_COMMON_PASSSTEPS_H

#include "mlir/IR/Operation.h"
#include <functional>
#include <string>

namespace mlir::lowp {

/// A step of a pass: a rewrite that the pass's option `only` may name.
class PassStep {
public:
  PassStep(StringRef name, std::function<LogicalResult(Operation *)> run)
      : name(name), run(std::move(run)) {}

  /// Takes a function of an operation, or of a kind of operation: it runs on
  /// that of the pass, or on all directly in it.
  template <typename Result, typename OpT>
  PassStep(StringRef name, Result (*run)(OpT))
      : PassStep(name, [run](Operation *op) { return runOn(run, op); }) {}

  StringRef name;
  std::function<LogicalResult(Operation *)> run;

private:
  template <typename Result, typename OpT>
  static LogicalResult call(Result (*run)(OpT), OpT op) {
    if constexpr (std::is_void_v<Result>)
      return run(op), success();
    else
      return run(op);
  }

  template <typename Result, typename OpT>
  static LogicalResult runOn(Result (*run)(OpT), Operation *op) {
    if constexpr (std::is_same_v<OpT, Operation *>) {
      return call(run, op);
    } else {
      if (auto self = dyn_cast<OpT>(op))
        return call(run, self);
      for (Region &region : op->getRegions())
        for (OpT inner : region.getOps<OpT>())
          if (failed(call(run, inner)))
            return failure();
      return success();
    }
  }
};

/// Runs `steps` in their order: those that `only` names, all where it is empty.
/// Fails where one fails, and where `only` names none of them.
LogicalResult runSteps(Operation *op, ArrayRef<std::string> only,
                       ArrayRef<PassStep> steps);

/// Merges operations that compute the same, as upstream's pass does.
void mergeEqualOps(Operation *op);

} // namespace mlir::lowp

#endif // LOWP_DIALECT_COMMON_PASSSTEPS_H
