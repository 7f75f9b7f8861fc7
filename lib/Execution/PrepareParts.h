//===- PrepareParts.h - Functions that prepare, in parts --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_EXECUTION_PREPAREPARTS_H
#define LOWP_LIB_EXECUTION_PREPAREPARTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <string>

namespace mlir::lowp::execution {

/// The parts of a function that prepares weights, as LowpPreparation has them.
std::string describeParts(func::FuncOp prepare);

} // namespace mlir::lowp::execution

#endif // LOWP_LIB_EXECUTION_PREPAREPARTS_H
