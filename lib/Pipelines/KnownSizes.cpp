//===- KnownSizes.cpp - Sizes of values, whatever types say ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnownSizes.h"

using namespace mlir;
using namespace mlir::lowp;

SmallVector<int64_t> KnownSizes::get(Value value) const {
  if (auto found = sizes.find(value); found != sizes.end())
    return found->second;
  return llvm::to_vector(cast<ShapedType>(value.getType()).getShape());
}

void KnownSizes::add(Value value, ArrayRef<int64_t> more) {
  SmallVector<int64_t> known = get(value);
  for (auto [size, other] : llvm::zip_equal(known, more))
    if (ShapedType::isDynamic(size))
      size = other;
  if (!llvm::equal(known, cast<ShapedType>(value.getType()).getShape()))
    sizes[value] = std::move(known);
}

LogicalResult KnownSizes::visitCast(tensor::CastOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (!type || !isa<RankedTensorType>(op.getSource().getType()))
    return success();
  SmallVector<int64_t> known = get(op.getSource());
  for (auto [dim, size, other] : llvm::enumerate(known, type.getShape()))
    if (!ShapedType::isDynamic(size) && !ShapedType::isDynamic(other) &&
        size != other)
      return op.emitOpError("expected a cast to the size ")
             << size << " that dimension " << dim << " has, got " << type;
  add(op.getResult(), known);
  return success();
}

LogicalResult KnownSizes::visit(Operation *op) {
  if (auto castOp = dyn_cast<tensor::CastOp>(op))
    return visitCast(castOp);
  if (auto empty = dyn_cast<tensor::EmptyOp>(op)) {
    SmallVector<int64_t> known;
    for (OpFoldResult size : empty.getMixedSizes())
      known.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
    add(empty.getResult(), known);
  }
  return success();
}
