//===- OrderRowsOp.cpp - Rows in the order of groups ----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/OrderRowsOp.h"
#include "ReifyShapes.h"
#include "ScaledType/VerifyTypes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <limits>

using namespace mlir;
using namespace mlir::lowp;

#define GET_OP_CLASSES
#include "lowp/Dialect/Lowp/IR/OrderRowsOp.cpp.inc"

LogicalResult OrderRowsOp::verify() {
  // order_rows-C1.
  ArrayRef<int64_t> ids = getIds().getType().getShape();
  if (failed(verifyCompatibleShapes(*this, "the ids", ids, "the rows",
                                    getRows().getType().getShape())) ||
      failed(verifyCompatibleShapes(*this, "the ids", ids, "the places",
                                    getPlaces().getType().getShape())))
    return failure();
  // order_rows-C2.
  constexpr int64_t kMost = std::numeric_limits<int32_t>::max();
  int64_t groups = getEnds().getType().getDimSize(0);
  if (!ShapedType::isDynamic(groups) && groups >= 1 && groups <= kMost)
    return success();
  return emitOpError("expected 'ends' of a static number of groups, 1 to ")
         << kMost << ", got " << getEnds().getType();
}

LogicalResult
OrderRowsOp::reifyResultShapes(OpBuilder &builder,
                               ReifiedRankedShapedTypeDims &shapes) {
  OpFoldResult count =
      tensor::getMixedSize(builder, getLoc(), getIds(), /*dim=*/0);
  for (Value ordered : {getRows(), getPlaces()})
    shapes.push_back(
        reifyAs(builder, getLoc(), cast<ShapedType>(ordered.getType()), count));
  shapes.push_back({builder.getIndexAttr(getEnds().getType().getDimSize(0))});
  return success();
}

/// Whether `type` has one dimension of integers of one of `widths`, with `size`
/// elements as far as both are known.
static bool isVectorOfIntegers(Type type, ArrayRef<unsigned> widths,
                               int64_t size) {
  auto shaped = cast<ShapedType>(type);
  auto element = dyn_cast<IntegerType>(shaped.getElementType());
  return element && llvm::is_contained(widths, element.getWidth()) &&
         shaped.hasRank() && shaped.getRank() == 1 &&
         succeeded(verifyCompatibleShape({size}, shaped.getShape()));
}

LogicalResult LaunchOrderRowsOp::verify() {
  // launch_order_rows-C1.
  constexpr int64_t kAny = ShapedType::kDynamic;
  Type ids = getIds().getType();
  if (!isVectorOfIntegers(ids, {32, 64}, kAny))
    return emitOpError("expected ids of one dimension of i32 or i64, got ")
           << ids;
  // launch_order_rows-C2.
  int64_t size = cast<ShapedType>(ids).getDimSize(0);
  TypeRange outputs = getOutputs().getTypes();
  if (outputs.size() != 3 || !isVectorOfIntegers(outputs[0], {32}, size) ||
      !isVectorOfIntegers(outputs[1], {32}, size) ||
      !isVectorOfIntegers(outputs[2], {32}, kAny) || countGroups() < 1 ||
      countGroups() > kMostGroups)
    return emitOpError("expected outputs for rows and places of one i32 for "
                       "each id, and for ends of a static number of i32, 1 to ")
           << kMostGroups << ", got " << outputs;
  // launch_order_rows-C3.
  bool areTensors = llvm::all_of(outputs, llvm::IsaPred<RankedTensorType>);
  if (areTensors ? getResultTypes() == outputs : getNumResults() == 0)
    return success();
  return emitOpError("expected results of the types of the outputs, if these "
                     "are tensors, got ")
         << getResultTypes();
}

void LaunchOrderRowsOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  if (isa<MemRefType>(getIds().getType()))
    effects.emplace_back(MemoryEffects::Read::get(), &getIdsMutable());
  for (OpOperand &output : getOutputsMutable())
    if (isa<MemRefType>(output.get().getType()))
      effects.emplace_back(MemoryEffects::Write::get(), &output);
}
