//===- ScatterOp.cpp - Writes to positions that data tell -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/ScatterOp.h"
#include "lowp/Dialect/Common/BuildGeneric.h"
#include "lowp/Dialect/Common/ClosedRegion.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::lowp;

#define GET_OP_CLASSES
#include "lowp/Dialect/Lowp/IR/ScatterOp.cpp.inc"

SmallVector<int64_t> ScatterOp::getRowDims() {
  SmallVector<int64_t> dims;
  for (int64_t dim = 0; dim < getInitType().getRank(); ++dim)
    if (!llvm::is_contained(getDimensions(), dim))
      dims.push_back(dim);
  return dims;
}

bool ScatterOp::readsElements() {
  Block &body = getCombiner().front();
  SmallVector<Value> values = {body.getArgument(1)};
  SmallPtrSet<Operation *, 8> seen;
  while (!values.empty())
    for (Operation *user : values.pop_back_val().getUsers()) {
      Operation *reader = body.findAncestorOpInBlock(*user);
      if (reader == body.getTerminator())
        return true;
      if (seen.insert(reader).second)
        llvm::append_range(values, reader->getResults());
    }
  return false;
}

Value ScatterOp::combine(OpBuilder &builder, Value update, Value element) {
  return cloneBody(builder, getCombiner().front(), {update, element}).front();
}

std::pair<SmallVector<Value>, Value>
ScatterOp::locate(OpBuilder &b, Value position, ArrayRef<Value> sizes) {
  Location loc = getLoc();
  Value number = arith::IndexCastOp::create(b, loc, b.getIndexType(), position);
  Value count = sizes.front();
  for (Value size : sizes.drop_front())
    count = arith::MulIOp::create(b, loc, count, size);
  Value isPlace =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, number, count);
  SmallVector<Value> place(sizes.size());
  for (size_t dim = sizes.size() - 1; dim > 0; --dim) {
    place[dim] = arith::RemUIOp::create(b, loc, number, sizes[dim]);
    number = arith::DivUIOp::create(b, loc, number, sizes[dim]);
  }
  place.front() = number;
  return {place, isPlace};
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// Whether `dims` are different dimensions of `rank`.
static bool areDimensions(ArrayRef<int64_t> dims, int64_t rank) {
  llvm::SmallDenseSet<int64_t> seen;
  return llvm::all_of(dims, [&](int64_t dim) {
    return dim >= 0 && dim < rank && seen.insert(dim).second;
  });
}

static LogicalResult verifyIndices(ScatterOp op, Value numbers,
                                   StringRef name) {
  auto updates = cast<ShapedType>(op.getUpdates().getType());
  auto type = cast<ShapedType>(numbers.getType());
  if (updates.hasRank() && updates.getRank() > 0 && type.hasRank() &&
      type.getRank() == 1 && type.getElementType().isInteger(64) &&
      succeeded(
          verifyCompatibleShape({updates.getDimSize(0)}, type.getShape())))
    return success();
  return op.emitOpError("expected ")
         << name << " of one i64 for each update, got " << type << " for "
         << updates;
}

static LogicalResult verifyUpdates(ScatterOp op) {
  auto updates = cast<ShapedType>(op.getUpdates().getType());
  SmallVector<int64_t> shape = {ShapedType::kDynamic};
  for (int64_t dim : op.getRowDims())
    shape.push_back(op.getInitType().getDimSize(dim));
  if (updates.hasRank() &&
      updates.getElementType() == op.getInitType().getElementType() &&
      succeeded(verifyCompatibleShape(updates.getShape(), shape)))
    return success();
  return op.emitOpError("expected updates of ")
         << op.getInitType().getElementType()
         << ", each a row of the destination, got " << updates << " for "
         << op.getInitType();
}

static LogicalResult verifyWindow(ScatterOp op) {
  std::optional<ArrayRef<int64_t>> window = op.getWindow();
  if (!window || (!op.getUnique() && window->size() == 2 && (*window)[0] >= 1 &&
                  (*window)[1] >= 0))
    return success();
  return op.emitOpError(
             "expected a window of a stride of 1 or more and a count "
             "of 0 or more, where updates are not unique, got ")
         << op.getWindowAttr();
}

static LogicalResult verifyRegion(ScatterOp op) {
  Type element = op.getInitType().getElementType();
  Block &body = op.getCombiner().front();
  auto yield =
      body.empty() ? ScatterYieldOp() : dyn_cast<ScatterYieldOp>(body.back());
  if (body.getArgumentTypes() == TypeRange{element, element} && yield &&
      yield.getValue().getType() == element)
    return success();
  return op.emitOpError("expected a region that makes one ")
         << element << " of two";
}

LogicalResult ScatterOp::verify() {
  // scatter-C1.
  if (!getInitType().hasRank() || getDimensions().empty() ||
      !areDimensions(getDimensions(), getInitType().getRank()))
    return emitOpError("expected one or several dimensions of the "
                       "destination, each once, got ")
           << getDimensionsAttr() << " for " << getInitType();
  // scatter-C2.
  if (failed(verifyUpdates(*this)))
    return failure();
  // scatter-C3.
  if (failed(verifyIndices(*this, getPositions(), "positions")) ||
      (getLinks() && failed(verifyIndices(*this, getLinks(), "links"))))
    return failure();
  // scatter-C4.
  if (failed(verifyWindow(*this)))
    return failure();
  // scatter-C5.
  bool isTensor = isa<RankedTensorType>(getInitType());
  if (getNumResults() != size_t(isTensor) ||
      (isTensor && getResultTypes().front() != getInitType()))
    return emitOpError("expected a result of the type of the destination, if "
                       "that is a tensor, got ")
           << getResultTypes();
  // scatter-C6.
  return verifyRegion(*this);
}

void ScatterOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  for (OpOperand &operand : (*this)->getOpOperands())
    if (isa<MemRefType>(operand.get().getType()))
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
  if (isa<MemRefType>(getInit().getType()))
    effects.emplace_back(MemoryEffects::Write::get(), &getInitMutable());
}
