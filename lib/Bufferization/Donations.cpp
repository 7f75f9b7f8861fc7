//===- Donations.cpp - Arguments that JAX's caller gives away -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Bufferization/Donations.h"

#include "lowp/Dialect/Lowp/IR/AliasedResults.h"
#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::lowp;

static constexpr llvm::StringLiteral kDonated = "iree.abi.output";

static LogicalResult takeDonations(func::FuncOp function) {
  for (unsigned number = 0; number < function.getNumArguments(); ++number) {
    auto output = function.getArgAttrOfType<IntegerAttr>(number, kDonated);
    if (!output)
      continue;
    function.removeArgAttr(number, kDonated);
    function.setArgAttr(number, LowpDialect::getAliasingOutputAttrName(),
                        Builder(function).getI64IntegerAttr(output.getInt()));
  }
  return verifyAliasingOutputs(function);
}

LogicalResult mlir::lowp::takeDonations(ModuleOp module) {
  return success(
      llvm::all_of(module.getOps<func::FuncOp>(), [](func::FuncOp function) {
        return succeeded(::takeDonations(function));
      }));
}
