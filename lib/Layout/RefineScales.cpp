//===- RefineScales.cpp - Blocks that matrix instructions take ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"
#include "lowp/Kernel/Gemm/RefinedBlocks.h"
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

/// The type of an operand of type `type` with scales of `recipe`; null if they
/// cannot be repeated.
static ScaledType refine(ScaledType type, RecipeAttrInterface recipe) {
  if (type.getRecipe() == recipe)
    return type;
  if (type.getGroups() || type.getConvention() != ScaleConvention::Decode)
    return {};
  return WidenOp::getResultType(type, type.getElementType(), recipe,
                                /*spread=*/std::nullopt);
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

/// Repeats scales of the operands of `op` where `target` has an instruction for
/// finer blocks alone.
template <typename MatmulOp>
static void refineOperands(MatmulOp op, const KernelTarget &target) {
  auto lhs = dyn_cast<ScaledType>(op.getLhs().getType()),
       rhs = dyn_cast<ScaledType>(op.getRhs().getType());
  if (!lhs || !rhs)
    return;
  auto recipes =
      findRefinedRecipes({lhs.getElementType(), lhs.getRecipe()},
                         {rhs.getElementType(), rhs.getRecipe()}, target);
  if (!recipes)
    return;
  ScaledType fineLhs = refine(lhs, recipes->first),
             fineRhs = refine(rhs, recipes->second);
  if (!fineLhs || !fineRhs)
    return;
  refine(op.getLhsMutable(), fineLhs, "lhs");
  refine(op.getRhsMutable(), fineRhs, "rhs");
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
    getOperation().walk(
        [&](ScaledMatmulOp op) { refineOperands(op, *chip->target); });
    getOperation().walk(
        [&](GroupedScaledMatmulOp op) { refineOperands(op, *chip->target); });
  }
};
} // namespace
