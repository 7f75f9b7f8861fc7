//===- FusedKinds.cpp - What ops do to a row, as far as fusions know it ---===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Fusion/FusedKinds.h"

#include "lowp/Fusion/RowGather.h"

#include "lowp/Dialect/Lowp/IR/ReadScalars.h"
#include "lowp/Dialect/Lowp/IR/RecipeBlock.h"
#include "lowp/Fusion/PartialSum.h"
#include "lowp/Graph/Analysis/ConcatParts.h"
#include "lowp/Graph/Analysis/ElementwiseOps.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::lowp;

/// Whether each index is a loop of its own or 0.
static bool isProjection(AffineMap map) {
  return map.isProjectedPermutation(/*allowZeroInResults=*/true);
}

/// Whether blocks along both dimensions divide a tile or are whole dimensions.
static bool fitTile(BlockShape block, Reason why = {}) {
  constexpr int64_t kTile = 128;
  auto fits = [&](int64_t extent) {
    return extent == BlockShape::kWhole || kTile % extent == 0;
  };
  if (fits(block.rows) && fits(block.columns))
    return true;
  return why.refuse("its blocks do not divide a tile of 128 x 128");
}

static FusedKind classifyLinalg(linalg::LinalgOp op, Reason why) {
  if (!op.hasPureTensorSemantics() || !op->getNumResults())
    return why.refuse("it does not compute tensors", FusedKind::None);
  if (isa<linalg::FillOp>(op.getOperation()))
    return FusedKind::Source;
  if (!llvm::all_of(op.getIndexingMapsArray(), isProjection))
    return why.refuse("it reads at computed positions", FusedKind::None);
  RowGather gather = RowGather::match(op);
  WalkResult body = op.getBlock()->walk([&](Operation *inner) {
    bool isScalar =
        (gather && isa<tensor::ExtractOp>(inner)) ||
        isa<arith::ArithDialect>(inner->getDialect()) ||
        isa<math::MathDialect>(inner->getDialect()) ||
        isa<affine::AffineApplyOp, linalg::IndexOp, linalg::YieldOp>(inner);
    return isScalar ? WalkResult::advance() : WalkResult::interrupt();
  });
  if (body.wasInterrupted())
    return why.refuse("its body does more than arithmetic", FusedKind::None);
  if (op.getNumReductionLoops() == 0)
    return FusedKind::Elementwise;
  if (int64_t rows = countSummedRows(op))
    return fitTile({rows, 1}, why) ? FusedKind::PartialSum : FusedKind::None;
  if (op.getNumReductionLoops() == 1 && op->getNumResults() == 1 &&
      matchRowReduction(op).combiner)
    return FusedKind::RowReduction;
  return why.refuse("it is no reduction along one dimension by one operation",
                    FusedKind::None);
}

bool mlir::lowp::isFusableFormat(ScaledType type, Reason why) {
  BlockShape block = type.getRecipe().getBlockShape();
  if (type.isGrouped())
    return why.refuse(
        "its groups begin and end where numbers on the device say");
  if (!fitTile(block, why))
    return false;
  ScaleLayoutAttrInterface layout = type.getScaleLayout();
  bool isPadded = hasPaddedScales(type);
  if (isPadded && hasWholeExtent(block))
    return why.refuse("scales of whole rows are padded");
  if (isPadded && failed(matchStorageDigits(layout.getStorageMap())))
    return why.refuse("its layout of scales does not say where padding lies");
  return true;
}

/// Whether `op` stores the scales that its input has, several times each.
static bool repeatsScales(WidenOp op) {
  ScaledType from = op.getInput().getType(), to = op.getType().withGroups({});
  return !op.getSpread() && from.getElementType() == to.getElementType() &&
         from.getOrder() == to.getOrder() &&
         from.getPacking() == to.getPacking() &&
         from.getDataLayout() == to.getDataLayout() &&
         from.getConvention() == to.getConvention() &&
         withBlock(from.getRecipe(), to.getRecipe().getBlockShape()) ==
             to.getRecipe() &&
         isFusableFormat(to);
}

WidenOp mlir::lowp::getRepeat(QuantizeOp quantize) {
  Operation *op = quantize;
  if (op->hasOneUse() && isa<TransposeOp>(*op->user_begin()))
    op = *op->user_begin();
  auto widen =
      op->hasOneUse() ? dyn_cast<WidenOp>(*op->user_begin()) : WidenOp();
  return widen && repeatsScales(widen) ? widen : WidenOp();
}

ScaledType mlir::lowp::getStoredType(QuantizeOp op) {
  WidenOp repeat = getRepeat(op);
  if (!repeat)
    return op.getType();
  bool isTurned = repeat.getInput().getDefiningOp<TransposeOp>() != nullptr;
  ScaledType whole = repeat.getType().withGroups({});
  return isTurned ? whole.getTransposed() : whole;
}

static FusedKind classifyQuantize(QuantizeOp op, Reason why) {
  if (!isFusableFormat(op.getType(), why))
    return FusedKind::None;
  if (op.getType().hasGlobalScale() && !op.hasGivenScales())
    return why.refuse(
        "its scales of two levels begin with that of the whole matrix",
        FusedKind::None);
  DataLayoutAttrInterface layout = op.getType().getDataLayout();
  if (op.getType().isPacked() && layout.getPaddingValue() != 0.0)
    return why.refuse(
        "its packed elements are padded with another number than 0",
        FusedKind::None);
  BlockShape block = op.getType().getRecipe().getBlockShape();
  if (!op.hasGivenScales() &&
      block == BlockShape{BlockShape::kWhole, BlockShape::kWhole})
    return why.refuse("its scale is that of the whole matrix", FusedKind::None);
  return FusedKind::Quantize;
}

/// Whether data of `type` tell the sizes of the matrix that its type does not
/// have: bytes do not along the dimension that they pack, nor do tiles.
static bool tellsSizes(ScaledType type) {
  ArrayRef<int64_t> shape = type.getMatrixShape();
  if (!type.hasIdentityDataLayout())
    return !ShapedType::isDynamicShape(shape);
  return !type.isPacked() || !ShapedType::isDynamic(shape[type.getOrder()[1]]);
}

static FusedKind classifyDequantize(DequantizeOp op, Reason why) {
  ScaledType type = op.getInput().getType();
  if (!isFusableFormat(type, why))
    return FusedKind::None;
  if (!tellsSizes(type))
    return why.refuse(
        "its bytes, or tiles, do not tell how many elements a row has",
        FusedKind::None);
  return FusedKind::Elementwise;
}

/// Whether `op` stores scales of `block` that are given, for data of `matrix`.
static bool takesScales(Operation *op, Value matrix, BlockShape block) {
  auto quantize = dyn_cast<QuantizeOp>(op);
  return quantize && quantize.getInput() == matrix &&
         quantize.getType().getRecipe().getBlockShape() == block;
}

AmaxOp mlir::lowp::getBlockAmax(ComputeScaleOp op) {
  auto amax = op.getAmax().getDefiningOp<AmaxOp>();
  BlockShape block = op.getRecipe().getBlockShape();
  bool isInTile = block.rows != BlockShape::kWhole &&
                  block.columns != BlockShape::kWhole && fitTile(block);
  if (!amax || !isInTile || amax.getBlockShape() != block ||
      !llvm::all_of(op->getUsers(), [&](Operation *user) {
        return takesScales(user, amax.getInput(), block);
      }))
    return {};
  return amax;
}

static FusedKind classifyComputeScale(ComputeScaleOp op, Reason why) {
  if (getBlockAmax(op))
    return FusedKind::BlockScale;
  if (op.getGlobalFactor())
    return why.refuse("its scales have two levels", FusedKind::None);
  if (!isBlockOfRows(op.getRecipe().getBlockShape()))
    return why.refuse("its blocks have several elements", FusedKind::None);
  return FusedKind::Elementwise;
}

bool mlir::lowp::isGlobalScale(Value value) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    auto quantize = dyn_cast<QuantizeOp>(user);
    return quantize && quantize.getGlobalScale() == value;
  });
}

static FusedKind classifyAmax(AmaxOp op, Reason why) {
  ArrayRef<int64_t> shape = op.getInput().getType().getShape();
  RankedTensorType whole =
      AmaxOp::getResultType(shape, op.getRecipeAttr(), op.getContext());
  if (op.getType() != whole)
    return why.refuse("its result has sizes that the type does not tell",
                      FusedKind::None);
  return fitTile(op.getBlockShape(), why) ? FusedKind::Amax : FusedKind::None;
}

SmallVector<Operation *> mlir::lowp::getFusedOps(Block &body) {
  SmallVector<Operation *> ops;
  for (Operation &op : body.without_terminator())
    if (!isa<arith::ConstantOp, tensor::DimOp, tensor::EmptyOp, AlignedEmptyOp,
             linalg::FillOp, TransposeOp, WidenOp>(op) &&
        !computesScalar(&op))
      ops.push_back(&op);
  return ops;
}

static FusedKind classifyConcat(tensor::ConcatOp op, Reason why) {
  if (getPartSize(op))
    return FusedKind::Concat;
  return why.refuse("the parts of the concat have no size in common",
                    FusedKind::None);
}

/// Whether kernels of fusions hold `type` in registers.
static bool isOfFusions(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return !shaped || (shaped.getElementType().isIntOrIndexOrFloat() &&
                     !shaped.getElementType().isInteger(0));
}

bool mlir::lowp::isView(Operation *op) {
  return isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp, tensor::CastOp,
             SplitScaledOp, MakeScaledOp>(op);
}

SmallVector<Value> mlir::lowp::listReadValues(Operation *op) {
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  SmallVector<Value> values(op->getOperands());
  llvm::append_range(values, captured);
  return values;
}

bool mlir::lowp::isMadeInside(Value value) {
  Operation *op = value.getDefiningOp();
  // Constants with different elements are in memory.
  Attribute constant;
  bool isConstant =
      matchPattern(value, m_Constant(&constant)) &&
      (!isa<ElementsAttr>(constant) || isa<SplatElementsAttr>(constant));
  return op && (isConstant || classifyForFusion(op) == FusedKind::Source ||
                isReadFromTensor(value));
}

FusedKind mlir::lowp::classifyForFusion(Operation *op, Reason why) {
  if (!llvm::all_of(op->getOperandTypes(), isOfFusions) ||
      !llvm::all_of(op->getResultTypes(), isOfFusions))
    return why.refuse("its elements are no numbers of one word",
                      FusedKind::None);
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return classifyLinalg(linalgOp, why);
  if (auto quantize = dyn_cast<QuantizeOp>(op))
    return classifyQuantize(quantize, why);
  if (auto dequantize = dyn_cast<DequantizeOp>(op))
    return classifyDequantize(dequantize, why);
  if (auto scale = dyn_cast<ComputeScaleOp>(op))
    return classifyComputeScale(scale, why);
  if (isa<ComputeGlobalScaleOp>(op))
    return FusedKind::Elementwise;
  if (auto amax = dyn_cast<AmaxOp>(op))
    return classifyAmax(amax, why);
  if (auto concat = dyn_cast<tensor::ConcatOp>(op))
    return classifyConcat(concat, why);
  if (isView(op))
    return FusedKind::View;
  if (isa<tensor::EmptyOp, AlignedEmptyOp>(op))
    return FusedKind::Source;
  return why.refuse("lowp knows no structure of it", FusedKind::None);
}

SmallVector<int64_t> mlir::lowp::getFusionStages(Operation *op,
                                                 int64_t numResults) {
  auto stages =
      op->getAttrOfType<DenseI64ArrayAttr>(LowpDialect::getStagesAttrName());
  return stages ? SmallVector<int64_t>(stages.asArrayRef())
                : SmallVector<int64_t>{numResults};
}
