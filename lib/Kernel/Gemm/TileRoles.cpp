//===- TileRoles.cpp - The roles that the target plans --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Kernel/Gemm/KernelParts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

//===----------------------------------------------------------------------===//
// Multiply
//===----------------------------------------------------------------------===//

/// Sums up one tile in registers. Scales of columns along K are taken from
/// their pipeline.
static SmallVector<Value> buildTileSums(ImplicitLocOpBuilder &builder,
                                        const KernelParts &parts,
                                        ForEachTileOp tile) {
  const GemmProblem &problem = parts.spec.problem;
  TilePlace place;
  Value rowOffset;
  if (problem.hasKGroups())
    place = locateTile(builder, parts, tile);
  if (problem.countsRows() &&
      problem.lhs.granularity == ScaleGranularity::Block1D)
    rowOffset =
        getRowScaleOffset(builder, parts, locateTile(builder, parts, tile).row);
  if (!copiesColumnScales(parts.spec))
    return buildMainloop(builder, parts, place, /*scaleStage=*/Value(),
                         rowOffset);
  Value scaleStage = WaitOp::create(builder, parts.scales);
  SmallVector<Value> sums =
      buildMainloop(builder, parts, place, scaleStage, rowOffset);
  ReleaseOp::create(builder, scaleStage);
  return sums;
}

//===----------------------------------------------------------------------===//
// Store
//===----------------------------------------------------------------------===//

/// Whether each matrix of a batch, or each group of K, has a scale.
static bool hasScalePerMatrix(const GemmOperand &operand) {
  return (operand.granularity == ScaleGranularity::PerTensor ||
          hasGlobalScale(operand)) &&
         (operand.isBatch() || operand.type.isGrouped());
}

/// The product of the operands' whole-matrix scales, those of matrix `batch`
/// where there is one for each; null if there is none.
static Value buildAlpha(ImplicitLocOpBuilder &builder, const KernelParts &parts,
                        Value batch) {
  Value alpha;
  auto multiply = [&](const GemmOperand &operand, KernelArgument argument,
                      KernelArgument global) {
    if (hasGlobalScale(operand))
      argument = global;
    else if (operand.granularity != ScaleGranularity::PerTensor)
      return;
    Value scale = LoadScalarOp::create(
        builder, builder.getF32Type(), parts.getArgument(argument),
        hasScalePerMatrix(operand) ? batch : Value());
    alpha = alpha ? arith::MulFOp::create(builder, alpha, scale).getResult()
                  : scale;
  };
  multiply(parts.spec.problem.lhs, KernelArgument::LhsScales,
           KernelArgument::LhsGlobalScale);
  multiply(parts.spec.problem.rhs, KernelArgument::RhsScales,
           KernelArgument::RhsGlobalScale);
  return alpha;
}

namespace {
/// Builds what a role that stores does around and in its loop over tiles.
class StoreBuilder {
public:
  StoreBuilder(ImplicitLocOpBuilder &builder, const KernelParts &parts)
      : builder(builder), parts(parts) {
    const GemmProblem &problem = parts.spec.problem;
    alphaChanges =
        hasScalePerMatrix(problem.lhs) || hasScalePerMatrix(problem.rhs);
  }

  /// Ahead of the loop, after it, at the start of its body, and after the
  /// products of a tile, whose sums are `sums` unless tensor memory has all.
  void buildBefore();
  void buildBehind();
  void begin(ForEachTileOp tile);
  void finish(ForEachTileOp tile, SmallVector<Value> sums);

private:
  ImplicitLocOpBuilder &builder;
  const KernelParts &parts;
  bool alphaChanges;
  Value alpha;
};
} // namespace

void StoreBuilder::buildBefore() {
  if (!alphaChanges)
    alpha = buildAlpha(builder, parts, /*batch=*/Value());
}

void StoreBuilder::buildBehind() {
  // This late all CTAs of a dependent kernel find free multiprocessors, so that
  // neighbours among them become neighbours on the chip.
  if (parts.spec.config.getLatePdl())
    LaunchDependentsOp::create(builder);
  DrainStoresOp::create(builder);
}

void StoreBuilder::begin(ForEachTileOp tile) {
  // Ahead of the products, which hide the loads.
  if (alphaChanges)
    alpha = buildAlpha(builder, parts, locateTile(builder, parts, tile).batch);
}

void StoreBuilder::finish(ForEachTileOp tile, SmallVector<Value> sums) {
  if (parts.sums)
    return buildTensorEpilogue(builder, parts, tile, sums, alpha);
  sums = buildReduceScatter(builder, parts, sums);
  buildEpilogue(builder, parts, tile, sums, alpha);
}

//===----------------------------------------------------------------------===//
// Roles
//===----------------------------------------------------------------------===//

/// Builds the loop of a role that multiplies, stores, or does both.
static void buildTileLoop(ImplicitLocOpBuilder &builder,
                          const KernelParts &parts, const RolePlan &plan) {
  StoreBuilder store(builder, parts);
  bool stores = plan.does(RoleTask::Store);
  if (stores)
    store.buildBefore();
  auto tile = ForEachTileOp::create(builder, parts.tiles);
  if (stores)
    store.buildBehind();
  builder.setInsertionPointToStart(&tile.getBody().front());
  if (stores)
    store.begin(tile);
  if (plan.does(RoleTask::Multiply) && parts.sums)
    buildTensorProduct(builder, parts, tile);
  if (!stores)
    return;
  SmallVector<Value> sums;
  if (!parts.sums || parts.spec.promotesApart())
    sums = buildTileSums(builder, parts, tile);
  store.finish(tile, sums);
}

void mlir::lowp_gpu::buildRoles(ImplicitLocOpBuilder &builder,
                                const KernelParts &parts) {
  const GemmKernelSpec &spec = parts.spec;
  RoleNeeds needs{spec.getTileWarps(), copiesColumnScales(spec),
                  spec.getChoices().pair};
  for (const RolePlan &plan : spec.chip.target->planRoles(needs)) {
    // All lanes clear what one of them multiplies.
    bool isSingleLane = plan.isSingleLane &&
                        !(plan.does(RoleTask::Multiply) && clearsTails(spec));
    auto role = RoleOp::create(builder, plan.name, plan.warps, isSingleLane,
                               plan.registers, plan.leadsPair);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(&role.getBody().emplaceBlock());
    if (plan.does(RoleTask::Load))
      buildLoads(builder, parts);
    else if (plan.does(RoleTask::CopyScales))
      buildScaleCopies(builder, parts);
    else
      buildTileLoop(builder, parts, plan);
  }
}
