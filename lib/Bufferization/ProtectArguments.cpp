//===- ProtectArguments.cpp - Callers keep their tensors ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Bufferization/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_PROTECTARGUMENTSPASS
#include "lowp/Bufferization/Passes.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

namespace {
struct ProtectArguments
    : lowp::impl::ProtectArgumentsPassBase<ProtectArguments> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (!function.isPublic() || function.isDeclaration())
      return;
    StringRef name = bufferization::BufferizationDialect::kWritableAttrName;
    for (BlockArgument argument : function.getArguments())
      if (isa<TensorType>(argument.getType()))
        function.setArgAttr(argument.getArgNumber(), name,
                            BoolAttr::get(&getContext(), false));
  }
};
} // namespace
