//===- Arguments.h - What a function takes and gives ------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TOOLS_LOWP_RUN_ARGUMENTS_H
#define LOWP_TOOLS_LOWP_RUN_ARGUMENTS_H

#include "Shapes.h"
#include "Tensor.h"

namespace mlir::lowp::run {

/// The tensors of a call: a scaled value is two, data and scales.
struct Arguments {
  std::vector<TensorSpec> inputs, outputs;
};

/// The tensors that `function`, before any lowering, takes and gives.
llvm::Expected<Arguments> getArguments(func::FuncOp function,
                                       const ShapeBindings &bindings);

/// The function called `name`; without a name the only public one.
llvm::Expected<func::FuncOp> findFunction(ModuleOp module,
                                          llvm::StringRef name);

/// Floating-point operations of all matmuls in `function`, dynamic dimensions
/// taken from `bindings`; 0 where that does not say.
double countMatmulFlops(func::FuncOp function, const ShapeBindings &bindings);

} // namespace mlir::lowp::run

#endif // LOWP_TOOLS_LOWP_RUN_ARGUMENTS_H
