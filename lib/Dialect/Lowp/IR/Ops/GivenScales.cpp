//===- GivenScales.cpp - Scales that a quantize is given ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/GivenScales.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::lowp;

void mlir::lowp::buildCheckOfGivenScales(OpBuilder &builder, Location loc,
                                         Value scales,
                                         ArrayRef<OpFoldResult> counts) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, scales);
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    if (getConstantIntValue(size) && getConstantIntValue(counts[dim]))
      continue; // The verifier has compared them.
    Value agrees = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq,
        getValueOrCreateConstantIndexOp(builder, loc, size),
        getValueOrCreateConstantIndexOp(builder, loc, counts[dim]));
    cf::AssertOp::create(
        builder, loc, agrees,
        llvm::formatv("lowp.quantize: expected given scales with an entry per "
                      "block, got another size in dimension {0}",
                      dim)
            .str());
  }
}
