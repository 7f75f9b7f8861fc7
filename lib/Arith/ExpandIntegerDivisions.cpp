//===- ExpandIntegerDivisions.cpp - Divisions that round up or down -------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `arith.ceildivsi`, `arith.ceildivui` and `arith.floordivsi`, for which LLVM
// has nothing, become divisions that truncate. Upstream's `arith-expand` does
// the same and more: it makes comparisons of `arith.maximumf` and
// `arith.minimumf`, which take -0 for +0.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Arith/KnownDivisors.h"
#include "lowp/Dialect/Common/FloatMath.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace mlir::lowp;

/// Gives `op`, a division, a quotient or remainder where instructions have
/// none: by 0 all bits are set, and what was divided remains; by -1 the
/// smallest number wraps.
static void complete(Operation *op) {
  ImplicitLocOpBuilder b(op->getLoc(), op);
  FloatMath math(b);
  Value dividend = op->getOperand(0), divisor = op->getOperand(1);
  Type type = dividend.getType();
  bool isSigned = isa<arith::DivSIOp, arith::RemSIOp>(op);
  bool isQuotient = isa<arith::DivSIOp, arith::DivUIOp>(op);
  auto equals = [&](int64_t number) {
    return math.compare(arith::CmpIPredicate::eq, divisor, number);
  };
  Value isZero = equals(0), isMinusOne = isSigned ? equals(-1) : Value();
  Value hasNone = isSigned ? math.either(isZero, isMinusOne) : isZero;
  op->setOperand(1, math.select(hasNone, math.integer(1, type), divisor));
  b.setInsertionPointAfter(op);
  Value result = op->getResult(0);
  SmallPtrSet<Operation *, 4> own;
  if (isQuotient && isSigned) {
    Value negated = math.subBits(math.integer(0, type), dividend);
    result = math.select(isMinusOne, negated, result);
    own.insert(result.getDefiningOp());
  }
  Value ofZero = isQuotient ? math.integer(-1, type) : dividend;
  result = math.select(isZero, ofZero, result);
  own.insert(result.getDefiningOp());
  op->getResult(0).replaceAllUsesExcept(result, own);
}

/// Whether `op` divides sizes and places in a kernel: its indices, and whatever
/// kernels of matmuls divide, which are in LLVM's dialect here. None of their
/// divisors is 0, and their elements are floats.
static bool isOfPlaces(Operation *op) {
  if (!op->getParentOfType<gpu::GPUModuleOp>())
    return false;
  return getElementTypeOrSelf(op->getResult(0).getType()).isIndex() ||
         !op->getParentOfType<gpu::GPUFuncOp>();
}

/// Whether `op` may divide by what there is no instruction for.
static bool needsCompletion(Operation *op) {
  if (!isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(op))
    return false;
  if (isOfPlaces(op))
    return false;
  bool isSigned = isa<arith::DivSIOp, arith::RemSIOp>(op);
  Value divisor = op->getOperand(1);
  return !isNever(divisor, 0) || (isSigned && !isNever(divisor, -1));
}

LogicalResult mlir::lowp::expandIntegerDivisions(Operation *op) {
  RewritePatternSet patterns(op->getContext());
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
  if (failed(applyPatternsGreedily(op, std::move(patterns))))
    return failure();
  op->walk([](Operation *op) {
    if (needsCompletion(op))
      complete(op);
  });
  return success();
}
