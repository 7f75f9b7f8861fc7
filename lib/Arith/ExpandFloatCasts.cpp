//===- ExpandFloatCasts.cpp - Casts of small floats as arithmetic ---------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream leaves `arith.truncf` and `arith.extf` on fp8 types as they are.
// This step writes them with integer and f32 (or f64) arithmetic: round to
// nearest even, subnormals exact, overflow as the format has it (infinity or
// NaN; values that should saturate are clamped before the cast). Casts from f64
// round once, also those to f16 and bf16, which some back ends take by way of
// f32.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Arith/FloatCasts.h"
#include "lowp/Dialect/Lowp/IR/FloatScale.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace mlir::lowp;

/// Back ends take 16 bits and more but tf32; other casts must be gone by now.
static bool isTooNarrow(Type type) {
  Type element = getElementTypeOrSelf(type);
  return element.getIntOrFloatBitWidth() < 16 || isa<FloatTF32Type>(element);
}

/// The place of `op`, or of what is around it: linalg builds the bodies of its
/// named operations without places.
static Location findPlace(Operation *op) {
  while (isa<UnknownLoc>(op->getLoc()) && op->getParentOp())
    op = op->getParentOp();
  return op->getLoc();
}

/// Nothing downstream would complain about a cast that was left: it would be
/// wrong or crash.
static LogicalResult checkNoneLeft(Operation *root) {
  WalkResult result = root->walk([](Operation *op) {
    if (!isa<arith::TruncFOp, arith::ExtFOp>(op) ||
        (!isTooNarrow(op->getOperand(0).getType()) &&
         !isTooNarrow(op->getResult(0).getType())))
      return WalkResult::advance();
    emitError(findPlace(op))
        << "'" << op->getName() << "' op expected a cast to or from one of "
        << describeFloatFormats()
        << ", from at most 64 bits and rounding to nearest even, or from "
           "f8E8M0FNU, got "
        << op->getOperand(0).getType() << " to " << op->getResult(0).getType()
        << "; no other cast of a small float can be lowered";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Whether the patterns may expand `cast`.
static bool mayExpand(Operation *cast, bool include16Bit) {
  unsigned from = getElementTypeOrSelf(cast->getOperand(0).getType())
                      .getIntOrFloatBitWidth();
  unsigned to = getElementTypeOrSelf(cast->getResult(0).getType())
                    .getIntOrFloatBitWidth();
  unsigned narrow = std::min(from, to);
  return isTooNarrow(cast->getOperand(0).getType()) ||
         isTooNarrow(cast->getResult(0).getType()) ||
         (narrow == 16 && (include16Bit || from == 64));
}

static LogicalResult checkNoneInNamedOps(Operation *root, bool include16Bit) {
  WalkResult result = root->walk([&](Operation *op) {
    Operation *named = getNamedOp(op);
    if (!named || !isa<arith::TruncFOp, arith::ExtFOp>(op) ||
        !mayExpand(op, include16Bit))
      return WalkResult::advance();
    named->emitOpError("expected casts in linalg.generic or in loops, got one "
                       "from ")
        << op->getOperand(0).getType() << " to " << op->getResult(0).getType()
        << "; run linalg-generalize-named-ops first";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

LogicalResult mlir::lowp::expandFloatCasts(Operation *op, bool include16Bit) {
  if (failed(checkNoneInNamedOps(op, include16Bit)))
    return failure();
  RewritePatternSet patterns(op->getContext());
  populateExpandFloatCastsPatterns(patterns, include16Bit);
  if (failed(applyPatternsGreedily(op, std::move(patterns))))
    return failure();
  return checkNoneLeft(op);
}
