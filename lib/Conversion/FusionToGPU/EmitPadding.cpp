//===- EmitPadding.cpp - Where what a quantize stores ends ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionEmitter.h"

#include "lowp/Fusion/FusedKinds.h"
#include "lowp/Support/PackedElements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// `value` times `factor`, a constant where `value` is.
static Value multiply(ImplicitLocOpBuilder &b, Value value, int64_t factor) {
  if (std::optional<int64_t> known = getConstantIntValue(value))
    return arith::ConstantIndexOp::create(b, *known * factor);
  return arith::MulIOp::create(b, value,
                               arith::ConstantIndexOp::create(b, factor));
}

static std::optional<PackedElements> getPacking(ScaledType type) {
  if (!type.isPacked())
    return std::nullopt;
  return PackedElements(type.getElementType().getIntOrFloatBitWidth());
}

/// The elements that `bytes` bytes hold, a constant where they are.
static Value countElements(ImplicitLocOpBuilder &b, Value bytes,
                           PackedElements packed) {
  if (std::optional<int64_t> known = getConstantIntValue(bytes))
    return arith::ConstantIndexOp::create(b, packed.elementsIn(*known));
  Value groups = arith::DivUIOp::create(
      b, bytes, arith::ConstantIndexOp::create(b, packed.bytesOfGroup()));
  return multiply(b, groups, packed.group());
}

/// How many positions of what it stores, along each dimension, `buffer` has:
/// digits fill up their slowest one. The last index of `packed` elements counts
/// bytes.
static SmallVector<Value>
emitStoredSizes(ImplicitLocOpBuilder &b, AffineMap storageMap, Value buffer,
                unsigned batchDims,
                std::optional<PackedElements> packed = std::nullopt) {
  FailureOr<StorageDigits> digits = matchStorageDigits(storageMap);
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<Value> ends;
  for (unsigned dim : {0u, 1u}) {
    unsigned index = getSlowestDigit(*digits, dim);
    Value count;
    if (type.isDynamicDim(index + batchDims))
      count = memref::DimOp::create(b, buffer, index + batchDims);
    else
      count =
          arith::ConstantIndexOp::create(b, type.getDimSize(index + batchDims));
    if (packed && index + 1 == digits->size())
      count = countElements(b, count, *packed);
    ends.push_back(multiply(b, count, (*digits)[index].weight));
  }
  return ends;
}

SmallVector<Value> FusionEmitter::emitScalesEnd(QuantizeOp op, Value buffer) {
  ScaledType type = getStoredType(op);
  ScaleLayoutAttrInterface layout = type.getScaleLayout();
  if (!hasPaddedScales(type))
    return {};
  SmallVector<Value> ends = emitStoredSizes(b, layout.getStorageMap(), buffer,
                                            type.getShape().size() - 2);
  BlockShape block = type.getRecipe().getBlockShape();
  for (unsigned dim : {0u, 1u})
    if (block.extent(dim) != BlockShape::kWhole)
      ends[dim] = multiply(b, ends[dim], block.extent(dim));
  // What is read part by part is not padded along the parts.
  unsigned batchDims = type.getShape().size() - 2;
  for (unsigned dim : {0u, 1u})
    if (space.hasAllParts(op.getInput(), batchDims + dim))
      ends[dim] = arith::ConstantIndexOp::create(
          b, space.getSize(op.getInput(), batchDims + dim));
  if (space.isTransposed(op.getInput()))
    std::swap(ends[0], ends[1]);
  return ends;
}

SmallVector<Value> FusionEmitter::emitDataEnd(QuantizeOp op, Value buffer) {
  ScaledType type = op.getType();
  if (type.hasIdentityDataLayout())
    return {};
  SmallVector<Value> ends =
      emitStoredSizes(b, type.getDataStorageMap(), buffer,
                      type.getShape().size() - 2, getPacking(type));
  if (space.isTransposed(op.getInput()))
    std::swap(ends[0], ends[1]);
  return ends;
}

SmallVector<Value> FusionEmitter::emitPackedEnd(QuantizeOp op) {
  std::optional<PackedElements> packed = getPacking(op.getType());
  if (!packed)
    return {};
  int64_t group = packed->group();
  SmallVector<Value> ends = {rows, columns};
  Value &end = ends[space.isPackedAlongRows(op) ? 0 : 1];
  std::optional<int64_t> known = getConstantIntValue(end);
  if (known && *known % group == 0)
    return {};
  Value size = arith::ConstantIndexOp::create(b, group);
  end = multiply(b, arith::CeilDivUIOp::create(b, end, size), group);
  return ends;
}

static Value buildMax(ImplicitLocOpBuilder &b, Value x, Value y) {
  std::optional<int64_t> first = getConstantIntValue(x);
  std::optional<int64_t> second = getConstantIntValue(y);
  if (first && second)
    return *first >= *second ? x : y;
  return arith::MaxSIOp::create(b, x, y);
}

void FusionEmitter::extendToPadding(QuantizeOp op,
                                    SmallVectorImpl<Value> &ends) {
  SplitScaledOp split = getSplit(op);
  for (const SmallVector<Value> &padded :
       {emitScalesEnd(op, findOutput(split.getScales())),
        emitDataEnd(op, findOutput(split.getData()))})
    for (auto [end, further] : llvm::zip(ends, padded))
      end = buildMax(b, end, further);
}
