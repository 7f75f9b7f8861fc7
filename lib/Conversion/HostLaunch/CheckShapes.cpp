//===- CheckShapes.cpp - Do operands agree in their sizes -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Conversion/HostLaunch/HostLaunch.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_CHECKSHAPESPASS
#include "lowp/Conversion/HostLaunch/HostLaunch.h.inc"
} // namespace mlir::lowp

using namespace mlir;

namespace {
/// A dimension of an operand.
struct OperandDim {
  OpOperand *operand;
  int64_t dim;
};
} // namespace

/// The dimensions that run with `loop`.
static SmallVector<OperandDim> getDimsOfLoop(linalg::LinalgOp op,
                                             unsigned loop) {
  SmallVector<OperandDim> dims;
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [dim, result] : llvm::enumerate(map.getResults()))
      if (auto expr = dyn_cast<AffineDimExpr>(result))
        if (expr.getPosition() == loop)
          dims.push_back({&operand, static_cast<int64_t>(dim)});
  }
  return dims;
}

static bool isStatic(OperandDim dim) {
  auto type = cast<RankedTensorType>(dim.operand->get().getType());
  return !type.isDynamicDim(dim.dim);
}

static void assertEqual(OpBuilder &builder, linalg::LinalgOp op,
                        OperandDim first, OperandDim other) {
  // The verifier has compared static sizes.
  if (isStatic(first) && isStatic(other))
    return;
  Location loc = op.getLoc();
  Value same = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::eq,
      tensor::DimOp::create(builder, loc, first.operand->get(), first.dim),
      tensor::DimOp::create(builder, loc, other.operand->get(), other.dim));
  cf::AssertOp::create(
      builder, loc, same,
      llvm::formatv("{0}: expected dimension {1} of operand {2} to equal "
                    "dimension {3} of operand {4}, got another size; pass "
                    "tensors that fit",
                    op->getName(), other.dim, other.operand->getOperandNumber(),
                    first.dim, first.operand->getOperandNumber())
          .str());
}

namespace {
struct CheckShapes : lowp::impl::CheckShapesPassBase<CheckShapes> {
  void runOnOperation() override {
    getOperation().walk([](linalg::LinalgOp op) {
      if (!op.hasPureTensorSemantics())
        return;
      OpBuilder builder(op);
      for (unsigned loop = 0; loop < op.getNumLoops(); ++loop) {
        SmallVector<OperandDim> dims = getDimsOfLoop(op, loop);
        for (OperandDim other : llvm::drop_begin(dims))
          assertEqual(builder, op, dims.front(), other);
      }
    });
  }
};
} // namespace
