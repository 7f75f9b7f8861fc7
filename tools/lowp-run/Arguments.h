//===- Arguments.h - What a function takes and gives ------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TOOLS_LOWP_RUN_ARGUMENTS_H
#define LOWP_TOOLS_LOWP_RUN_ARGUMENTS_H

#include "Tensor.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

namespace mlir::lowp::run {

/// Sizes of dynamic dimensions, as `--shape` gives them. A key is `<tensor>.<
/// dimension>` ("argument0.1", "result0.0") or a letter for all dimensions
/// that have no entry of their own.
class ShapeBindings {
public:
  /// Reads entries like "M=4096" and "argument1.0=64".
  static llvm::Expected<ShapeBindings> parse(llvm::ArrayRef<std::string> text);

  /// The size of dimension `dim` of `tensor`, an error if there is none.
  llvm::Expected<int64_t> lookup(llvm::StringRef tensor, unsigned dim) const;

private:
  llvm::StringMap<int64_t> sizes;
};

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
