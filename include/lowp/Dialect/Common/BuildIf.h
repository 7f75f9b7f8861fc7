//===- BuildIf.h - Code that runs under a condition -------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_COMMON_BUILDIF_H
#define LOWP_DIALECT_COMMON_BUILDIF_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::lowp {

/// Builds from here on what runs where `condition` is true; null always is.
inline void enterIf(ImplicitLocOpBuilder &b, Value condition) {
  if (condition)
    b.setInsertionPoint(scf::IfOp::create(b, condition).thenYield());
}

/// Builds what runs where `condition` is true, and `otherwise`, if anything.
inline void buildIf(ImplicitLocOpBuilder &b, Value condition,
                    llvm::function_ref<void()> build,
                    llvm::function_ref<void()> otherwise = {}) {
  auto branch = scf::IfOp::create(b, condition,
                                  /*withElseRegion=*/bool(otherwise));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(branch.thenYield());
  build();
  if (!otherwise)
    return;
  b.setInsertionPoint(branch.elseYield());
  otherwise();
}

} // namespace mlir::lowp

#endif // LOWP_DIALECT_COMMON_BUILDIF_H
