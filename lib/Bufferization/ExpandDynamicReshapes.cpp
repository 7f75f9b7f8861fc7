//===- ExpandDynamicReshapes.cpp - Reshapes of several unknown sizes ------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's expand-strided-metadata crashes on a memref.expand_shape that
// makes two dimensions of unknown size of one.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;

static bool hasSeveralUnknownSizes(memref::ExpandShapeOp op) {
  return llvm::any_of(op.getReassociationIndices(),
                      [&](ArrayRef<int64_t> group) {
                        return llvm::count_if(group, [&](int64_t dim) {
                                 return op.getResultType().isDynamicDim(dim);
                               }) > 1;
                      });
}

/// `value` as an index, or as an attribute where its type says it already.
static OpFoldResult refine(ImplicitLocOpBuilder &b, int64_t known,
                           OpFoldResult value) {
  if (ShapedType::isDynamic(known))
    return getValueOrCreateConstantIndexOp(b, b.getLoc(), value);
  return b.getIndexAttr(known);
}

/// The strides of the result: those of the source, times the sizes of the inner
/// dimensions of the same group.
static SmallVector<OpFoldResult> getStrides(ImplicitLocOpBuilder &b,
                                            memref::ExpandShapeOp op,
                                            ValueRange sourceStrides) {
  SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
  SmallVector<OpFoldResult> strides(sizes.size());
  for (auto [group, stride] :
       llvm::zip_equal(op.getReassociationIndices(), sourceStrides)) {
    Value next = stride;
    for (int64_t dim : llvm::reverse(group)) {
      strides[dim] = next;
      next = arith::MulIOp::create(
          b, next, getValueOrCreateConstantIndexOp(b, b.getLoc(), sizes[dim]));
    }
  }
  return strides;
}

static void expand(memref::ExpandShapeOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  auto source = memref::ExtractStridedMetadataOp::create(b, op.getSrc());
  MemRefType type = op.getResultType();
  auto [knownStrides, knownOffset] = type.getStridesAndOffset();
  SmallVector<OpFoldResult> sizes, strides;
  for (auto [known, size] :
       llvm::zip_equal(type.getShape(), op.getMixedOutputShape()))
    sizes.push_back(refine(b, known, size));
  for (auto [known, stride] :
       llvm::zip_equal(knownStrides, getStrides(b, op, source.getStrides())))
    strides.push_back(refine(b, known, stride));
  OpFoldResult offset = refine(b, knownOffset, source.getOffset());
  Value result = memref::ReinterpretCastOp::create(
      b, type, source.getBaseBuffer(), offset, sizes, strides);
  op.replaceAllUsesWith(result);
  op.erase();
}

void mlir::lowp::expandDynamicReshapes(Operation *op) {
  op->walk([](memref::ExpandShapeOp op) {
    if (hasSeveralUnknownSizes(op))
      expand(op);
  });
}
