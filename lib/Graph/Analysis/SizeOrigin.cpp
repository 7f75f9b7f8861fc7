//===- SizeOrigin.cpp - Where a size comes from ---------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Graph/Analysis/SizeOrigin.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace mlir::lowp;

SizeOrigin mlir::lowp::traceSize(OpFoldResult size) {
  if (std::optional<int64_t> known = getConstantIntValue(size))
    return {Value(), *known};
  return traceSize(cast<Value>(size));
}

/// The tensor that has the sizes of `tensor`, if something says so.
static Value getSameShape(Value tensor) {
  if (auto op = tensor.getDefiningOp<DestinationStyleOpInterface>())
    return op.getTiedOpOperand(cast<OpResult>(tensor))->get();
  if (auto cast = tensor.getDefiningOp<tensor::CastOp>())
    return isa<RankedTensorType>(cast.getSource().getType()) ? cast.getSource()
                                                             : Value();
  return {};
}

/// The only dimension of `group` that does not have size 1, if there is one.
static std::optional<int64_t> findOnly(RankedTensorType type,
                                       ArrayRef<int64_t> group) {
  SmallVector<int64_t> large = llvm::filter_to_vector(
      group, [&](int64_t dim) { return type.getDimSize(dim) != 1; });
  return large.size() == 1 ? std::optional(large.front()) : std::nullopt;
}

SizeOrigin mlir::lowp::traceSize(Value tensor, int64_t dim) {
  int64_t known = cast<RankedTensorType>(tensor.getType()).getDimSize(dim);
  if (!ShapedType::isDynamic(known))
    return {Value(), known};
  if (Value same = getSameShape(tensor))
    return traceSize(same, dim);
  if (auto empty = tensor.getDefiningOp<tensor::EmptyOp>())
    return traceSize(empty.getMixedSizes()[dim]);
  if (auto expand = tensor.getDefiningOp<tensor::ExpandShapeOp>())
    return traceSize(expand.getMixedOutputShape()[dim]);
  if (auto concat = tensor.getDefiningOp<tensor::ConcatOp>();
      concat && int64_t(concat.getDim()) != dim)
    return traceSize(concat.getInputs().front(), dim);
  if (auto collapse = tensor.getDefiningOp<tensor::CollapseShapeOp>()) {
    ReassociationIndices group = collapse.getReassociationIndices()[dim];
    if (std::optional<int64_t> only = findOnly(collapse.getSrcType(), group))
      return traceSize(collapse.getSrc(), *only);
  }
  return {tensor, dim};
}

SizeOrigin mlir::lowp::traceSize(Value size) {
  if (std::optional<int64_t> known = getConstantIntValue(size))
    return {Value(), *known};
  // Sizes fit into 64 bits.
  auto cast = size.getDefiningOp<arith::IndexCastOp>();
  if (cast && (cast.getType().isIndex() || cast.getType().isInteger(64)) &&
      (cast.getIn().getType().isIndex() ||
       cast.getIn().getType().isInteger(64)))
    return traceSize(cast.getIn());
  if (auto dim = size.getDefiningOp<tensor::DimOp>())
    if (std::optional<int64_t> index = dim.getConstantIndex();
        index && isa<RankedTensorType>(dim.getSource().getType()))
      return traceSize(dim.getSource(), *index);
  return {size, 0};
}

int64_t mlir::lowp::multiplyKnownSizes(ShapedType type) {
  int64_t product = 1;
  for (int64_t size : type.getShape())
    product *= ShapedType::isDynamic(size) ? 1 : size;
  return product;
}
