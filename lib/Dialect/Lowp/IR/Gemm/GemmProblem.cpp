//===- GemmProblem.cpp - What a gemm asks of a kernel ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/GemmProblem.h"
#include "lowp/Dialect/Lowp/IR/GemmMaps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::lowp;

std::optional<ScaleGranularity> mlir::lowp::classifyScales(BlockShape block) {
  bool wholeK = block.columns == BlockShape::kWhole;
  if (block.rows == BlockShape::kWhole)
    return wholeK ? std::optional(ScaleGranularity::PerTensor) : std::nullopt;
  if (wholeK)
    return block.rows == 1 ? std::optional(ScaleGranularity::PerRow)
                           : std::nullopt;
  return block.rows == 1 ? ScaleGranularity::Block1D
                         : ScaleGranularity::Block2D;
}

static FailureOr<GemmOperand> analyzeOperand(GemmOp gemm, ScaledType type,
                                             StringRef name) {
  std::optional<ScaleGranularity> granularity =
      classifyScales(type.getRecipe().getBlockShape());
  if (!granularity)
    return gemm.emitOpError("expected scales per matrix, per row or per block "
                            "of rows and K on the ")
           << name << ", got " << type.getRecipe();
  GemmOperand operand{type, *granularity, type.getElementType(), {}};
  if (type.isBatch()) {
    operand.dims.push_back(OperandDim::Batch);
    operand.batches.push_back(GemmIndex{/*dim=*/0});
  }
  for (int64_t dim : type.getOrder())
    operand.dims.push_back(dim == 0 ? OperandDim::Row : OperandDim::K);
  return operand;
}

std::optional<Grouping> mlir::lowp::getGrouping(GemmOp gemm) {
  if (!gemm.getGroups())
    return std::nullopt;
  if (gemm.hasRowGroups())
    return Grouping::M;
  bool isBatch = gemm.isScaled() ? gemm.getRhsScaledType().isBatch()
                                 : gemm.getMaps()[0].isFunctionOfDim(0);
  return isBatch ? Grouping::Batch : Grouping::K;
}

/// Matrices of the rhs or, with groups of K, of the destination: one for each
/// group.
static int64_t countGroups(GemmOp gemm) {
  int64_t count = cast<ShapedType>(gemm.getGroups().getType()).getDimSize(0);
  auto rhs = cast<ShapedType>(gemm.getRhsData().getType());
  if (!ShapedType::isDynamic(count) || !gemm.isScaled())
    return count;
  return gemm.getRhsScaledType().isBatch() ? rhs.getDimSize(0) : count;
}

/// The elements of each destination.
static SmallVector<Type, 2> getOutputTypes(GemmOp gemm) {
  SmallVector<Type, 2> types;
  for (Value init : gemm.getInits())
    types.push_back(getElementTypeOrSelf(init.getType()));
  return types;
}

static FailureOr<GemmProblem> analyzeScaled(GemmOp gemm) {
  FailureOr<GemmOperand> lhs =
      analyzeOperand(gemm, gemm.getLhsScaledType(), "lhs");
  FailureOr<GemmOperand> rhs =
      analyzeOperand(gemm, gemm.getRhsScaledType(), "rhs");
  if (failed(lhs) || failed(rhs))
    return failure();
  auto output = cast<ShapedType>(gemm.getInit().getType());
  int64_t lhsK = lhs->type.getShape().back();
  int64_t rhsK = rhs->type.getShape().back();
  unsigned batches = gemm.isBatched() && !gemm.hasRowGroups() ? 1 : 0;
  std::optional<int64_t> matrices;
  if (gemm.getGroups())
    matrices = countGroups(gemm);
  else if (batches)
    matrices = output.getDimSize(0);
  return GemmProblem{*lhs,
                     *rhs,
                     getOutputTypes(gemm),
                     matrices,
                     SmallVector<GemmIndex, 1>(batches, GemmIndex{/*dim=*/0}),
                     /*outputRowDim=*/batches,
                     output.getDimSize(batches),
                     output.getDimSize(batches + 1),
                     ShapedType::isDynamic(lhsK) ? rhsK : lhsK,
                     gemm.getAccumulate(),
                     gemm.getFastAccumulation(),
                     getGrouping(gemm)};
}

/// The operand whose data have dimensions as `map` says; `row` is the number of
/// its own dimension.
static GemmOperand describeOperand(AffineMap map, unsigned row, Type element) {
  GemmOperand operand{ScaledType(), ScaleGranularity::None, element, {}};
  unsigned k = map.getNumDims() - 1;
  SmallVector<GemmIndex> indices = *matchGemmIndices(map);
  for (const GemmIndex &index : indices) {
    operand.dims.push_back(index.dim == k     ? OperandDim::K
                           : index.dim == row ? OperandDim::Row
                                              : OperandDim::Batch);
    if (operand.dims.back() == OperandDim::Batch)
      operand.batches.push_back(index);
    if (operand.dims.back() == OperandDim::K && !index.isWhole())
      operand.partsOfK.push_back(index);
  }
  operand.runOfK = getRunOfK(map);
  return operand;
}

/// The size of K, from the operand that knows it.
static int64_t findK(GemmOp gemm, ArrayRef<AffineMap> maps) {
  Value operands[] = {gemm.getLhsData(), gemm.getRhsData()};
  int64_t size = ShapedType::kDynamic;
  for (auto [operand, map] : llvm::zip_first(operands, maps)) {
    auto k = getAffineDimExpr(map.getNumDims() - 1, map.getContext());
    std::optional<unsigned> place = map.getResultPosition(k);
    if (!place)
      continue;
    int64_t own = cast<ShapedType>(operand.getType()).getDimSize(*place);
    if (!ShapedType::isDynamic(own))
      size = own;
  }
  return size;
}

/// Matrices of a batch whose output has these sizes, but for m and n.
static int64_t countMatrices(ArrayRef<int64_t> sizes) {
  int64_t count = 1;
  for (int64_t size : sizes) {
    if (ShapedType::isDynamic(size))
      return size;
    count *= size;
  }
  return count;
}

static GemmProblem analyzeUnscaled(GemmOp gemm) {
  SmallVector<AffineMap> maps = gemm.getMaps();
  unsigned batches = gemm.isBatched() ? 1 : 0;
  auto output = cast<ShapedType>(gemm.getInit().getType());
  Type element = getElementTypeOrSelf(gemm.getLhsData().getType());
  unsigned rowDim =
      *maps[2].getResultPosition(getAffineDimExpr(batches, gemm.getContext()));
  SmallVector<GemmIndex, 1> outputBatches;
  SmallVector<int64_t> matrices;
  for (auto [dim, index] : llvm::enumerate(*matchGemmIndices(maps[2])))
    if (batches && index.dim == 0) {
      outputBatches.push_back(index);
      matrices.push_back(output.getDimSize(dim));
    }
  std::optional<Grouping> grouping = getGrouping(gemm);
  bool isOfOutput = grouping == Grouping::K &&
                    !ShapedType::isDynamic(countMatrices(matrices));
  if (grouping && !isOfOutput)
    matrices = {countGroups(gemm)};
  return GemmProblem{describeOperand(maps[0], batches, element),
                     describeOperand(maps[1], batches + 1, element),
                     getOutputTypes(gemm),
                     batches ? std::optional(countMatrices(matrices))
                             : std::nullopt,
                     outputBatches,
                     rowDim,
                     output.getDimSize(rowDim),
                     output.getDimSize(output.getRank() - 1),
                     findK(gemm, maps),
                     gemm.getAccumulate(),
                     /*fastAccumulation=*/false,
                     grouping};
}

FailureOr<GemmProblem> mlir::lowp::analyzeGemm(GemmOp gemm) {
  if (gemm.isScaled())
    return analyzeScaled(gemm);
  return analyzeUnscaled(gemm);
}
