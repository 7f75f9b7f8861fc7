//===- RefineScales.cpp - Blocks that matrix instructions take ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/Dialect/Lowp/IR/ReadType.h"
#include "lowp/Dialect/Lowp/IR/RecipeBlock.h"
#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"
#include "lowp/Layout/Passes.h"
#include "mlir/IR/Remarks.h"

namespace mlir::lowp_gpu {
#define GEN_PASS_DEF_REFINESCALESPASS
#include "lowp/Layout/Passes.h.inc"
} // namespace mlir::lowp_gpu

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

static ScaledType getType(Value operand) {
  return cast<ScaledType>(operand.getType());
}

/// The type of an operand of type `type` whose scales are those of `block`;
/// null if its blocks are not made of such.
static ScaledType refine(ScaledType type, BlockShape block) {
  BlockShape from = type.getRecipe().getBlockShape();
  RecipeAttrInterface recipe = withBlock(type.getRecipe(), block);
  if (from == block)
    return type;
  if (!recipe || from.columns % block.columns || type.isBatch() ||
      type.getGroups() || type.getConvention() != ScaleConvention::Decode)
    return {};
  return WidenOp::getResultType(type, type.getElementType(), recipe,
                                /*spread=*/std::nullopt);
}

namespace {
/// The types of both operands.
using OperandTypes = std::pair<ScaledType, ScaledType>;
} // namespace

/// The coarsest blocks of a row for which `target` has an instruction, if it
/// has none for the operands as they are.
static std::optional<OperandTypes> findRefined(ScaledMatmulOp op,
                                               const KernelTarget &target) {
  ScaledType lhs = getType(op.getLhs()), rhs = getType(op.getRhs());
  ScaledFormat lhsFormat = getScaledFormat(lhs),
               rhsFormat = getScaledFormat(rhs);
  if (target.getScaledMmaAtom(lhsFormat, rhsFormat))
    return std::nullopt;
  int64_t columns = std::min(lhsFormat.block.columns, rhsFormat.block.columns);
  for (; columns > 1; columns /= 2) {
    BlockShape block{/*rows=*/1, columns};
    ScaledType fineLhs = refine(lhs, block), fineRhs = refine(rhs, block);
    if (fineLhs && fineRhs &&
        target.getScaledMmaAtom(getScaledFormat(fineLhs),
                                getScaledFormat(fineRhs)))
      return OperandTypes(fineLhs, fineRhs);
  }
  return std::nullopt;
}

static void refine(OpOperand &operand, ScaledType type, StringRef name) {
  ScaledType from = getType(operand.get());
  if (from.getRecipe() == type.getRecipe())
    return;
  Operation *op = operand.getOwner();
  OpBuilder builder(op);
  operand.set(WidenOp::create(builder, op->getLoc(), type, operand.get(),
                              /*spread=*/IntegerAttr()));
  remark::passed(
      op->getLoc(),
      remark::RemarkOpts::name("scales-refined").category("lowp-refine-scales"))
      << remark::add("{0} scales of {1} are repeated for {2}", name,
                     Attribute(from.getRecipe()), Attribute(type.getRecipe()));
}

namespace {
struct RefineScales
    : public lowp_gpu::impl::RefineScalesPassBase<RefineScales> {
  void runOnOperation() override {
    auto name = getOperation()->getAttrOfType<StringAttr>(
        LowpGPUDialect::getChipAttrName());
    // What has no kernels for matmuls refuses them later.
    if (name && !lookupChipTarget(&getContext(), name.getValue()))
      return;
    FailureOr<ChipTarget> chip = findChipTarget(getOperation());
    if (failed(chip))
      return signalPassFailure();
    getOperation().walk([&](ScaledMatmulOp op) {
      std::optional<OperandTypes> types = findRefined(op, *chip->target);
      if (!types)
        return;
      refine(op.getLhsMutable(), types->first, "lhs");
      refine(op.getRhsMutable(), types->second, "rhs");
    });
  }
};
} // namespace
