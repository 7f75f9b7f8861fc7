//===- CheckAllocations.cpp - No allocation wraps around ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The number of bytes of an allocation is a product of sizes, some of which the
// caller chooses. Each is asserted to be 0 or more, and all of them to give at
// most 2^48 elements. The product is computed in f64, which does not wrap
// around.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "SizeAsserts.h"

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::lowp;

/// Asserts that `op`, which makes a buffer of `type`, makes one that memory can
/// hold: numbers of bytes are computed without a look at overflow.
static void checkAllocation(memref::AllocOp op) {
  if (op.getDynamicSizes().empty())
    return;
  SizeAsserts asserts(op, "an intermediate tensor");
  ImplicitLocOpBuilder &builder = asserts.builder;
  for (Value size : op.getDynamicSizes())
    asserts.requireNotNegative(size, "sizes of 0 or more, got a negative one");
  SmallVector<Value> sizes(op.getDynamicSizes());
  int64_t known = 1;
  for (int64_t size : op.getType().getShape())
    if (!ShapedType::isDynamic(size))
      known *= size;
  sizes.push_back(arith::ConstantIndexOp::create(builder, known));
  Value most = arith::ConstantOp::create(
      builder, builder.getF64FloatAttr(static_cast<double>(kMostElements)));
  asserts.require(arith::CmpFOp::create(builder, arith::CmpFPredicate::OLE,
                                        createProduct(builder, sizes), most),
                  "at most 2^48 elements, got more");
}

void mlir::lowp::checkAllocations(func::FuncOp op) {
  op.walk([](memref::AllocOp op) { checkAllocation(op); });
}
