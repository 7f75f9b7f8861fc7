//===- RefineScales.cpp - Blocks that matrix instructions take ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives operands of a `lowp.scaled_matmul` scales of finer blocks, where the
// matrix instructions of the module's chip take scales of such blocks and none
// of those that the operands have: by `lowp.widen`, which repeats each scale.
// Data and the product stay what they are; a remark for each operand tells the
// blocks. Other matmuls stay as they are.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Dialect/Lowp/IR/GivenOrder.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"
#include "lowp/Kernel/Gemm/RefinedBlocks.h"
#include "mlir/IR/Remarks.h"

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
  GroupsAttr groups = type.getGroups();
  bool hasOwnPlaces =
      groups && (groups.getAxis() != 1 ||
                 !groups.keepsPlaces(type.getRecipe().getBlockShape().columns));
  if (hasOwnPlaces || type.getConvention() != ScaleConvention::Decode)
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
  // What is given stays where it lies.
  auto inOrder = [&](Value operand, ScaledType type) {
    return !type.isGrouped() &&
                   keepsGivenOrder(operand, fineLhs, fineRhs, target)
               ? type.withOrder(getType(operand).getOrder())
               : type;
  };
  refine(op.getLhsMutable(), inOrder(op.getLhs(), fineLhs), "lhs");
  refine(op.getRhsMutable(), inOrder(op.getRhs(), fineRhs), "rhs");
}

LogicalResult mlir::lowp::refineScales(ModuleOp op) {
  auto name = op->getAttrOfType<StringAttr>(LowpGPUDialect::getChipAttrName());
  // What has no kernels for matmuls refuses them later.
  if (name && !lookupChipTarget(op->getContext(), name.getValue()))
    return success();
  FailureOr<ChipTarget> chip = findChipTarget(op);
  if (failed(chip))
    return failure();
  op.walk([&](ScaledMatmulOp op) { refineOperands(op, *chip->target); });
  op.walk([&](GroupedScaledMatmulOp op) { refineOperands(op, *chip->target); });
  return success();
}
