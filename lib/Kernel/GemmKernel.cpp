//===- GemmKernel.cpp - Builds the kernel level of one gemm ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelParts.h"

#include <numeric>

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

int64_t GemmKernelSpec::getNSubtileColumns() const {
  // Several promotions per stage keep more scales in registers.
  const int64_t most = getPromotionsPerStage() > 1 ? 128 : 192;
  bool halve =
      problem.isPromoted() && getTileN() / config.getWarpgroupsN() > most;
  return halve ? getTileN() / 2 : getTileN();
}

int64_t GemmKernelSpec::getScaleGroupColumns() const {
  return std::gcd(getGroupColumns(),
                  problem.rhs.type.getRecipe().getBlockShape().rows);
}

int64_t GemmKernelSpec::getScalesPerStage(const GemmOperand &operand) const {
  return std::max<int64_t>(1, getTileK() / operand.getScaleK());
}
int64_t GemmKernelSpec::getStagesPerScale(const GemmOperand &operand) const {
  return std::max<int64_t>(1, operand.getScaleK() / getTileK());
}

int64_t GemmKernelSpec::getPromotionsPerStage() const {
  if (!problem.isBlockScaled())
    return 1;
  return std::max(getScalesPerStage(problem.lhs),
                  getScalesPerStage(problem.rhs));
}

Value mlir::lowp_gpu::viewField(ImplicitLocOpBuilder &builder, Value stage,
                                StringRef name) {
  TileType tile = cast<StageType>(stage.getType()).getField(name);
  return ViewOp::create(builder, tile, stage, name, /*row=*/0);
}

static int64_t getProblemSize(const GemmProblem &problem,
                              KernelArgument argument) {
  switch (argument) {
  case KernelArgument::M:
    return problem.m;
  case KernelArgument::N:
    return problem.n;
  case KernelArgument::K:
    return problem.k;
  default:
    return ShapedType::kDynamic;
  }
}

Value KernelParts::getSize(ImplicitLocOpBuilder &builder,
                           KernelArgument argument) const {
  // Where sums are added in place divisions are hidden anyway, and LLVM would
  // unroll the loop; with scales of all columns, or few rows, ptxas runs out
  // of registers.
  bool helps = spec.problem.isPromoted() &&
               spec.problem.rhs.granularity == ScaleGranularity::Block2D &&
               spec.getMTiles() > 1 && spec.config.getSplitK() == 1;
  int64_t size = getProblemSize(spec.problem, argument);
  return helps && !ShapedType::isDynamic(size) ? constantI32(builder, size)
                                               : getArgument(argument);
}

/// The tensor map by which an operand's share of a tile is loaded.
static Type getOperandMap(const GemmOperand &operand, int64_t tileRows,
                          int64_t tileK, int64_t shares) {
  Type element = operand.getElementType();
  int64_t rowBytes = tileK * element.getIntOrFloatBitWidth() / 8;
  return TensorMapType::get(element.getContext(), {tileRows / shares, tileK},
                            element, rowBytes);
}

/// How an operand's scales reach the kernel.
static Type getScaleArgument(const GemmKernelSpec &spec,
                             const GemmOperand &operand, MemRefType buffer,
                             int64_t tileRows) {
  MLIRContext *context = buffer.getContext();
  Type element = buffer.getElementType();
  switch (operand.granularity) {
  case ScaleGranularity::PerRow:
    return TensorMapType::get(context, {tileRows}, element, /*swizzle=*/0);
  case ScaleGranularity::Block1D:
    return TensorMapType::get(context,
                              {spec.getScalesPerStage(operand), tileRows},
                              element, /*swizzle=*/0);
  case ScaleGranularity::PerTensor:
  case ScaleGranularity::Block2D:
    break;
  }
  return buffer;
}

TensorMapType mlir::lowp_gpu::getOutputMap(const GemmKernelSpec &spec) {
  Type element = spec.problem.outputType;
  int64_t bytes = element.getIntOrFloatBitWidth() / 8;
  int64_t rowBytes = 128;
  while (rowBytes > 32 && spec.getGroupStoredColumns() * bytes % rowBytes)
    rowBytes /= 2;
  return TensorMapType::get(element.getContext(),
                            {spec.atom.rows, rowBytes / bytes}, element,
                            rowBytes);
}

int64_t mlir::lowp_gpu::countStoreSubtiles(const GemmKernelSpec &spec) {
  int64_t columns = spec.getNumNSubtiles() * spec.getGroupStoredColumns();
  return columns / getOutputMap(spec).getBox()[1];
}

SmallVector<Type>
mlir::lowp_gpu::getKernelArgumentTypes(const GemmKernelSpec &spec,
                                       MLIRContext *context) {
  const GemmProblem &problem = spec.problem;
  ArrayRef<int64_t> cluster = spec.config.getCluster();
  Type i32 = IntegerType::get(context, 32);
  int64_t lhsShares = spec.hasDynamicTileM() ? spec.getMTiles() : cluster[1];
  int64_t scaleColumns = problem.rhs.granularity == ScaleGranularity::PerRow
                              ? spec.getScaleColumns()
                              : spec.getTileN();
  SmallVector<Type> types{
      getOperandMap(problem.lhs, spec.getTileM(), spec.getTileK(), lhsShares),
      getOperandMap(problem.rhs, spec.getTileN(), spec.getTileK(), cluster[0]),
      getOutputMap(spec),
      getScaleArgument(spec, problem.lhs, spec.lhsScales, spec.getTileM()),
      getScaleArgument(spec, problem.rhs, spec.rhsScales, scaleColumns),
      i32,
      i32,
      i32};
  if (spec.hasDynamicTileM())
    types.push_back(i32);
  return types;
}

/// Names the arguments as matmul libraries do.
static void nameArguments(KernelOp kernel) {
  // In the order of KernelArgument.
  static constexpr StringLiteral kNames[] = {"A", "B", "D", "SA",    "SB",
                                             "M", "N", "K", "tile_m"};
  for (auto [argument, name] :
       llvm::zip_first(kernel.getBody().getArguments(), kNames))
    argument.setLoc(NameLoc::get(StringAttr::get(kernel.getContext(), name),
                                 argument.getLoc()));
}

KernelOp mlir::lowp_gpu::buildGemmKernel(OpBuilder &builder, Location loc,
                                         StringRef name,
                                         const GemmKernelSpec &spec) {
  auto kernel = KernelOp::create(
      builder, loc, name, getKernelArgumentTypes(spec, builder.getContext()),
      spec.chip.facts->chip, spec.config);
  nameArguments(kernel);
  ImplicitLocOpBuilder body(loc, builder);
  body.setInsertionPoint(kernel.getBody().front().getTerminator());
  KernelParts parts{spec, kernel, {}, {}, {}, {}};
  buildPipelines(body, parts);
  parts.exchange = buildExchange(body, parts);
  buildLoadRoles(body, parts);
  buildMultiplyRole(body, parts);
  return kernel;
}
