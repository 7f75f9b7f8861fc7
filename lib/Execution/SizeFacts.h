//===- SizeFacts.h - Which sizes must agree ---------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_EXECUTION_SIZEFACTS_H
#define LOWP_LIB_EXECUTION_SIZEFACTS_H

#include "lowp/Graph/Analysis/SizeTracer.h"
#include "lowp/Runtime/lowp_program.h"

namespace mlir::lowp::execution {

/// Sizes of a tensor as the caller sees them; see Argument.
struct SizeDescription {
  std::vector<LowpDimension> dimensions;
  std::vector<std::string> formulas;
};

/// Finds what the body of a function demands of the sizes of its arguments: the
/// operands of a matmul share K, and so on. Code is only right when this holds,
/// and does not check all of it. Leaves operations in the function that compute
/// sizes.
void learnSizes(func::FuncOp function, SizeTracer &tracer);

/// How the sizes of the tensors of `values` follow from arguments: of an
/// argument, or of what is returned in several places, as far as these agree.
SmallVector<SizeDescription, 3> describeSizes(ArrayRef<Value> values,
                                              SizeTracer &tracer);

} // namespace mlir::lowp::execution

#endif // LOWP_LIB_EXECUTION_SIZEFACTS_H
