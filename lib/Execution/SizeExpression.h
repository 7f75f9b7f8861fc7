//===- SizeExpression.h - Sizes that are computed ---------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What lowpProgramSizeFormula of lowp-c/Program.h describes.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_EXECUTION_SIZEEXPRESSION_H
#define LOWP_LIB_EXECUTION_SIZEEXPRESSION_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <optional>
#include <string>

namespace mlir::lowp::execution {

/// The text of a size, or nothing if it is not known before a call.
using PrintDimension =
    llvm::function_ref<std::optional<std::string>(tensor::DimOp)>;

/// How `value`, an integer, is computed from sizes, if it is by operations of
/// arith and affine on integers of 32 bits and more.
std::optional<std::string> printSizeExpression(Value value,
                                               PrintDimension printDimension);

} // namespace mlir::lowp::execution

#endif // LOWP_LIB_EXECUTION_SIZEEXPRESSION_H
