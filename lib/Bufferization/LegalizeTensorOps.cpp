//===- LegalizeTensorOps.cpp - Tensor ops that kernels can be made of -----===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Bufferization/Passes.h"
#include "lowp/Graph/Analysis/MappedTensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_LEGALIZETENSOROPSPASS
#include "lowp/Bufferization/Passes.h.inc"
} // namespace mlir::lowp

using namespace mlir;

static LogicalResult decomposePack(linalg::PackOp op,
                                   PatternRewriter &rewriter) {
  return linalg::lowerPack(rewriter, op, /*lowerPadLikeWithInsertSlice=*/false);
}

static LogicalResult decomposeUnPack(linalg::UnPackOp op,
                                     PatternRewriter &rewriter) {
  return linalg::lowerUnPack(rewriter, op,
                             /*lowerUnpadLikeWithExtractSlice=*/false);
}

namespace {
SmallVector<ReassociationIndices> allDims(int64_t rank) {
  if (rank == 0)
    return {};
  return {llvm::to_vector(llvm::seq<int64_t>(0, rank))};
}

/// The sizes of the result; those of its type where that knows them.
SmallVector<OpFoldResult> getSizes(ImplicitLocOpBuilder &b, Value shape,
                                   RankedTensorType result) {
  SmallVector<OpFoldResult> sizes;
  for (auto [dim, size] : llvm::enumerate(result.getShape())) {
    if (!ShapedType::isDynamic(size)) {
      sizes.push_back(b.getIndexAttr(size));
      continue;
    }
    Value place = arith::ConstantIndexOp::create(b, dim);
    Value given = tensor::ExtractOp::create(b, shape, place);
    if (!given.getType().isIndex())
      given = arith::IndexCastOp::create(b, b.getIndexType(), given);
    sizes.push_back(given);
  }
  return sizes;
}

/// A reshape keeps the number of elements: what follows relies on it. In f64,
/// since a product of sizes that cannot be may wrap around to the right one.
void checkCount(ImplicitLocOpBuilder &b, Value source,
                ArrayRef<OpFoldResult> sizes) {
  auto require = [&](Value condition) {
    cf::AssertOp::create(b, condition,
                         "tensor.reshape: expected a shape of as many elements "
                         "as the source has, got another number");
  };
  auto count = [&](ArrayRef<OpFoldResult> of) {
    FloatType f64 = b.getF64Type();
    Value product = arith::ConstantOp::create(b, b.getF64FloatAttr(1));
    for (OpFoldResult size : of) {
      Value integer = arith::IndexCastOp::create(
          b, b.getI64Type(),
          getValueOrCreateConstantIndexOp(b, b.getLoc(), size));
      Value factor = arith::SIToFPOp::create(b, f64, integer);
      product = arith::MulFOp::create(b, product, factor);
    }
    return product;
  };
  Value zero = arith::ConstantIndexOp::create(b, 0);
  for (OpFoldResult size : sizes)
    if (auto value = dyn_cast<Value>(size))
      require(arith::CmpIOp::create(b, arith::CmpIPredicate::sge, value, zero));
  Value before = count(tensor::getMixedSizes(b, b.getLoc(), source));
  require(arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, before,
                                count(sizes)));
}

/// All elements in one row; a copy where they are not contiguous.
Value flatten(ImplicitLocOpBuilder &b, Value tensor, RankedTensorType type) {
  if (type.getRank() == 1)
    return tensor;
  if (type.getRank() == 0)
    return tensor::ExpandShapeOp::create(
        b, RankedTensorType::get({1}, type.getElementType()), tensor,
        ArrayRef<ReassociationIndices>{});
  return tensor::CollapseShapeOp::create(b, tensor, allDims(type.getRank()));
}

/// The row as static as `result` says, and no more: expand_shape asks for
/// just that.
Value castRow(ImplicitLocOpBuilder &b, Value row, RankedTensorType result) {
  int64_t count =
      result.hasStaticShape() ? result.getNumElements() : ShapedType::kDynamic;
  auto type = RankedTensorType::get({count}, result.getElementType());
  if (row.getType() == type)
    return row;
  return tensor::CastOp::create(b, type, row);
}

Value expand(ImplicitLocOpBuilder &b, Value row, RankedTensorType result,
             ArrayRef<OpFoldResult> sizes) {
  if (result.getRank() == 1)
    return tensor::CastOp::create(b, result, row);
  if (result.getRank() == 0)
    return tensor::CollapseShapeOp::create(b, result, row,
                                           ArrayRef<ReassociationIndices>{});
  return tensor::ExpandShapeOp::create(b, result, row,
                                       allDims(result.getRank()), sizes);
}

/// tensor.reshape to sizes in a tensor: by way of a row of all elements.
LogicalResult expandReshape(tensor::ReshapeOp op, PatternRewriter &rewriter) {
  auto source = dyn_cast<RankedTensorType>(op.getSource().getType());
  auto result = dyn_cast<RankedTensorType>(op.getType());
  if (!source || !result)
    return rewriter.notifyMatchFailure(op, "not of a known rank");
  ImplicitLocOpBuilder b(op.getLoc(), rewriter);
  SmallVector<OpFoldResult> sizes = getSizes(b, op.getShape(), result);
  checkCount(b, op.getSource(), sizes);
  Value row = castRow(b, flatten(b, op.getSource(), source), result);
  rewriter.replaceOp(op, expand(b, row, result, sizes));
  return success();
}

} // namespace

/// Whether `value` is a slice, by way of views.
static bool isViewOfSlice(Value value) {
  value = lowp::skipViews<tensor::CastOp>(value);
  return value.getDefiningOp<tensor::ExtractSliceOp>() != nullptr;
}

/// Copies slices of unknown sizes that `op` hands to another block or function,
/// which takes rows without gaps: bufferization casts a buffer to such rows
/// where its strides may be theirs, and does not ask whether they are.
static void copyHandedOnSlices(Operation *op) {
  if (!isa<RegionBranchOpInterface, RegionBranchTerminatorOpInterface,
           BranchOpInterface, CallOpInterface>(op) &&
      !op->hasTrait<OpTrait::ReturnLike>())
    return;
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type || type.getRank() < 2 ||
        !ShapedType::isDynamicShape(type.getShape().drop_front()) ||
        !isViewOfSlice(operand.get()))
      continue;
    OpBuilder b(op);
    Value empty = tensor::EmptyOp::create(
        b, op->getLoc(), tensor::getMixedSizes(b, op->getLoc(), operand.get()),
        type.getElementType());
    if (empty.getType() != type)
      empty = tensor::CastOp::create(b, op->getLoc(), type, empty);
    operand.set(linalg::CopyOp::create(b, op->getLoc(), operand.get(), empty)
                    .getResult(0));
  }
}

namespace {
struct LegalizeTensorOps
    : lowp::impl::LegalizeTensorOpsPassBase<LegalizeTensorOps> {
  using Base::Base;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add(decomposePack).add(decomposeUnPack).add(expandReshape);
    linalg::populateElementwiseToLinalgConversionPatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      return signalPassFailure();
    getOperation()->walk([](Operation *op) { copyHandedOnSlices(op); });
  }
};

} // namespace
