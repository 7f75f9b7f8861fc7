//===- ProtectArguments.cpp - Callers keep their tensors ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Marks the tensor arguments of a public function as read-only, so that an
// operation which updates one, such as a matmul that accumulates, gets a copy.
// Without it one-shot bufferization would update the caller's buffer.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::lowp;

void mlir::lowp::protectArguments(func::FuncOp function) {
  if (!function.isPublic() || function.isDeclaration())
    return;
  StringRef name = bufferization::BufferizationDialect::kWritableAttrName;
  for (BlockArgument argument : function.getArguments())
    if (isa<TensorType>(argument.getType()))
      function.setArgAttr(argument.getArgNumber(), name,
                          BoolAttr::get(function->getContext(), false));
}
