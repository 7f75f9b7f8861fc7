//===- FormKernels.cpp - Group what runs in one launch --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_FORMKERNELSPASS
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

namespace {

/// What the kernel writes to, of exactly the result's type.
Value buildDestination(OpBuilder &builder, ScaledMatmulOp op) {
  if (op.getAccumulator())
    return op.getAccumulator();
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getType());
  SmallVector<Value> sizes;
  Value operands[] = {op.getLhs(), op.getRhs()};
  for (auto [dim, operand] : llvm::enumerate(operands))
    if (type.isDynamicDim(dim))
      sizes.push_back(getValueOrCreateConstantIndexOp(
          builder, loc, getScaledDim(builder, loc, operand, 0)));
  return tensor::EmptyOp::create(builder, loc, type, sizes);
}

void formGemm(ScaledMatmulOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto lhs = SplitScaledOp::create(builder, loc, op.getLhs());
  auto rhs = SplitScaledOp::create(builder, loc, op.getRhs());
  Value init = buildDestination(builder, op);
  auto gemm = GemmOp::create(
      builder, loc, TypeRange{op.getType()}, lhs.getData(), lhs.getScales(),
      lhs.getGlobalScale(), rhs.getData(), rhs.getScales(),
      rhs.getGlobalScale(), init, TypeAttr::get(op.getLhs().getType()),
      TypeAttr::get(op.getRhs().getType()), /*indexing_maps=*/ArrayAttr(),
      /*accumulate=*/bool(op.getAccumulator()), op.getFastAccumulation());
  gemm->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  op.getResult().replaceAllUsesWith(gemm->getResult(0));
  op.erase();
}

/// Says that no chip has a kernel for `op` yet, rather than leave the product
/// to plain loops on the chip.
WalkResult refuse(Operation *op) {
  op->emitOpError("expected a matmul that there is a kernel for, got a grouped "
                  "one; the pipeline lowp-to-cpu runs it");
  return WalkResult::interrupt();
}

struct FormKernelsPass : lowp::impl::FormKernelsPassBase<FormKernelsPass> {
  void runOnOperation() override {
    WalkResult result = getOperation()->walk([](Operation *op) {
      bool isGrouped = isa<GroupedMatmulOp, GroupedScaledMatmulOp>(op);
      return isGrouped ? refuse(op) : WalkResult::advance();
    });
    if (result.wasInterrupted())
      return signalPassFailure();
    getOperation()->walk([](ScaledMatmulOp op) { formGemm(op); });
  }
};

} // namespace
