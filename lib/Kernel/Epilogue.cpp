//===- Epilogue.cpp - From accumulators to the output ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelParts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// Whether the epilogue multiplies with a scale of the operand's rows.
static bool hasTileScale(const GemmOperand &operand) {
  return operand.granularity == ScaleGranularity::PerRow;
}

/// Fills the epilogue's body: all scales, then the conversion.
static void buildBody(ImplicitLocOpBuilder &builder, EpilogueOp epilogue,
                      Value alpha, Type output) {
  Block &block = epilogue.getBody().emplaceBlock();
  Type f32 = builder.getF32Type();
  Value value = block.addArgument(f32, builder.getLoc());
  SmallVector<Value> scales;
  if (epilogue.getRows())
    scales.push_back(block.addArgument(f32, builder.getLoc()));
  if (epilogue.getColumns())
    scales.push_back(block.addArgument(f32, builder.getLoc()));
  if (alpha)
    scales.push_back(alpha);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&block);
  for (Value scale : scales)
    value = arith::MulFOp::create(builder, value, scale);
  if (output != f32)
    value = arith::TruncFOp::create(builder, output, value);
  YieldOp::create(builder, value);
}

/// Columns of the output between those of two warpgroups, if what CTAs that
/// split K store lies between them.
static IntegerAttr getGroupStride(Builder &builder, const KernelParts &parts) {
  if (!parts.exchange || parts.spec.config.getWarpgroupsN() == 1)
    return {};
  return builder.getI64IntegerAttr(parts.spec.getGroupColumns());
}

/// The types of the output's N subtiles.
static SmallVector<Type> getOutputTypes(ValueRange sums, Type element) {
  return llvm::map_to_vector(sums.getTypes(), [&](Type type) -> Type {
    auto sum = cast<AccumulatorType>(type);
    return AccumulatorType::get(sum.getContext(), sum.getShape(), element,
                                sum.getWarpgroupsN());
  });
}

void mlir::lowp_gpu::buildEpilogue(ImplicitLocOpBuilder &builder,
                                   const KernelParts &parts, ForEachTileOp tile,
                                   ValueRange sums, Value alpha) {
  const GemmProblem &problem = parts.spec.problem;
  Value scaleStage, rows, columns;
  if (loadsTileScales(parts.spec))
    scaleStage = WaitOp::create(builder, parts.scales);
  if (hasTileScale(problem.lhs)) {
    auto type = RowsType::get(builder.getContext(), parts.spec.getTileM(),
                              builder.getF32Type());
    rows = ReadRowsOp::create(builder, type,
                              viewField(builder, scaleStage, field::kLhsScales),
                              parts.getTileM());
  }
  if (hasTileScale(problem.rhs))
    columns = viewField(builder, scaleStage, field::kRhsScales);
  IntegerAttr groupStride = getGroupStride(builder, parts);
  auto epilogue =
      EpilogueOp::create(builder, getOutputTypes(sums, problem.outputType),
                         sums, rows, columns, groupStride);
  buildBody(builder, epilogue, alpha, problem.outputType);
  if (scaleStage)
    ReleaseOp::create(builder, scaleStage);
  TilePlace place = locateTile(builder, parts, tile);
  StoreTileOp::create(
      builder, epilogue.getResults(), parts.getArgument(KernelArgument::Output),
      place.row, buildStoredColumn(builder, parts, tile), place.batch,
      parts.getTileM(), groupStride,
      builder.getI64IntegerAttr(parts.spec.config.getEpilogueStages()),
      problem.accumulate ? builder.getUnitAttr() : UnitAttr(),
      /*step=*/IntegerAttr(), /*stagingOffset=*/IntegerAttr());
}
