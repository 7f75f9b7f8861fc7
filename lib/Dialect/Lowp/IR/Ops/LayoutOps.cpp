//===- LayoutOps.cpp - Transpose and relayout -----------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScaledType/VerifyTypes.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/Dialect/Lowp/IR/MovedGroups.h"

using namespace mlir;
using namespace mlir::lowp;

//===----------------------------------------------------------------------===//
// TransposeOp
//===----------------------------------------------------------------------===//

LogicalResult TransposeOp::inferReturnTypes(MLIRContext *,
                                            std::optional<Location> loc,
                                            TransposeOp::Adaptor adaptor,
                                            SmallVectorImpl<Type> &inferred) {
  // The parser asks before it verifies the operand.
  auto type = dyn_cast<ScaledType>(adaptor.getInput().getType());
  if (!type)
    return emitOptionalError(loc,
                             "'lowp.transpose' op expected an operand of "
                             "type !lowp.scaled, got ",
                             adaptor.getInput().getType());
  // transpose-C1.
  inferred.push_back(type.getTransposed());
  return success();
}

/// Transposing twice does nothing.
OpFoldResult TransposeOp::fold(FoldAdaptor) {
  auto source = getInput().getDefiningOp<TransposeOp>();
  if (source && source.getInput().getType() == getResult().getType())
    return source.getInput();
  return {};
}

bool TransposeOp::isView() { return true; }

Type TransposeOp::getViewType(Type operand) {
  return cast<ScaledType>(operand).getTransposed();
}

Type TransposeOp::getViewedType(Type view) {
  return cast<ScaledType>(view).getTransposed();
}

OpFoldResult TransposeOp::reifyScaledDim(OpBuilder &builder, Location loc,
                                         unsigned dim) {
  unsigned rows = getType().isBatch() ? 1 : 0;
  unsigned source = dim < rows ? dim : 2 * rows + 1 - dim;
  return getScaledDim(builder, loc, getInput(), source);
}

//===----------------------------------------------------------------------===//
// RelayoutOp
//===----------------------------------------------------------------------===//

/// The groups that a relayout moves the scales of; null for none.
static GroupsAttr getMovedGroups(ScaledType from, ScaledType to) {
  return from.isGrouped() ? from.getGroups() : to.getGroups();
}

LogicalResult RelayoutOp::verify() {
  ScaledType from = getInput().getType(), to = getResult().getType();
  // relayout-C1.
  if (!isRelayoutOf(from, to))
    return emitOpError() << "expected a result that differs from the input in "
                            "'order', 'data', 'packing', 'scales' and the "
                            "places of 'groups' alone, got "
                         << from << " to " << to
                         << "; another recipe, element type, convention or "
                            "division takes lowp.dequantize and lowp.quantize";
  // relayout-C2.
  return verifyEnds(*this, getMovedGroups(from, to), getEnds());
}

/// Whether `op` can read the input of `source`, whose result it reads now.
static bool canSkip(RelayoutOp source, RelayoutOp op) {
  ScaledType from = source.getInput().getType(), to = op.getType();
  if (source.getEnds() && source.getEnds() != op.getEnds())
    return false;
  return isRelayoutOf(from, to) &&
         bool(getMovedGroups(from, to)) == bool(op.getEnds());
}

/// A relayout into the type that is there already does nothing, and of a chain
/// of them only the last one counts.
OpFoldResult RelayoutOp::fold(FoldAdaptor) {
  if (getInput().getType() == getResult().getType())
    return getInput();
  auto source = getInput().getDefiningOp<RelayoutOp>();
  if (!source || !canSkip(source, *this))
    return {};
  getInputMutable().assign(source.getInput());
  return getResult();
}

/// Nothing changes for who asked for the copy: it moves as much.
bool RelayoutOp::canWrite(OpResult, Type type) {
  return getInput().getType().differsOnlyInLayout(cast<ScaledType>(type)) &&
         !getEnds();
}

LayoutDemand RelayoutOp::getLayoutDemand(OpOperand &operand,
                                         const lowp_gpu::KernelTarget &) {
  if (!getEnds())
    return LayoutDemand::any();
  // Places of groups say which ends belong to the scales. Where groups are
  // added the scales move, and data need not.
  ScaledType type = cast<ScaledType>(operand.get().getType());
  if (type.isGrouped())
    return LayoutDemand::require(type);
  return LayoutDemand::require(
      getType().withGroups({}).withScaleLayout(type.getScaleLayout()));
}

OpFoldResult RelayoutOp::reifyScaledDim(OpBuilder &builder, Location loc,
                                        unsigned dim) {
  OpFoldResult size = getScaledDim(builder, loc, getInput(), dim);
  ScaledType from = getInput().getType(), to = getType();
  bool isMoved = movesData(from, to) && to.getGroups().getAxis() == dim;
  return isMoved ? buildPlaces(builder, loc, size, to.getGroups()) : size;
}
