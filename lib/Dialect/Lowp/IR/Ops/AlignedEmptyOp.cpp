//===- AlignedEmptyOp.cpp - Tensors whose rows TMA can address ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/Support/ElementBytes.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::lowp;

/// What TMA demands of the addresses of rows, in bytes.
static constexpr int64_t kRowAlignment = 16;

/// Whether elements of `type` divide 16 bytes into whole ones.
static bool isAddressable(Type type) {
  unsigned bits = type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 0;
  // Floats of 6 bits have a byte each; i0 has none.
  int64_t stored = isa<FloatType>(type) && bits != 0 ? storedBits(bits) : bits;
  return stored != 0 && stored % kBitsPerByte == 0 &&
         kBitsPerByte * kRowAlignment % stored == 0;
}

int64_t AlignedEmptyOp::getAlignment(Type elementType) {
  return elementsIn(kRowAlignment, elementType.getIntOrFloatBitWidth());
}

void AlignedEmptyOp::build(OpBuilder &builder, OperationState &state,
                           ArrayRef<OpFoldResult> sizes, Type elementType) {
  SmallVector<int64_t> shape;
  SmallVector<Value> dynamicSizes;
  dispatchIndexOpFoldResults(sizes, dynamicSizes, shape);
  build(builder, state, RankedTensorType::get(shape, elementType),
        dynamicSizes);
}

LogicalResult AlignedEmptyOp::verify() {
  auto type = cast<RankedTensorType>(getType());
  // aligned_empty-C1.
  if (type.getRank() == 0 || type.getEncoding() ||
      !isAddressable(type.getElementType()))
    return emitOpError("expected rows of elements that take 8, 16, 32, 64 or "
                       "128 bits, without an encoding, got ")
           << type;
  // aligned_empty-C2.
  int64_t expected = type.getNumDynamicDims();
  int64_t got = getDynamicSizes().size();
  if (got != expected)
    return emitOpError("expected ") << expected << " sizes, one for each that "
                                    << type << " does not know, got " << got;
  return success();
}

SmallVector<OpFoldResult> AlignedEmptyOp::getMixedSizes() {
  return mlir::getMixedValues(cast<RankedTensorType>(getType()).getShape(),
                              getDynamicSizes(), getContext());
}

LogicalResult
AlignedEmptyOp::reifyResultShapes(OpBuilder &,
                                  ReifiedRankedShapedTypeDims &shapes) {
  shapes.push_back(getMixedSizes());
  return success();
}
