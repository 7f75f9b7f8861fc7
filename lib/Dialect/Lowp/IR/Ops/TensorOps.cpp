//===- TensorOps.cpp - Data and scales as builtin tensors -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/Support/PackedElements.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::lowp;

/// The number of elements that `bytes` bytes of packed data hold. A size that
/// is unknown until run time is a multiple of what is packed together.
static OpFoldResult getElementCount(OpBuilder &builder, Location loc,
                                    ScaledType type, OpFoldResult bytes) {
  PackedElements packed(type.getElementType().getIntOrFloatBitWidth());
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value groups = arith::DivUIOp::create(builder, loc, cast<Value>(bytes),
                                        constant(packed.bytesOfGroup()));
  return arith::MulIOp::create(builder, loc, groups, constant(packed.group()))
      .getResult();
}

OpFoldResult
mlir::lowp::getSizeInTiles(OpBuilder &builder, Location loc, ScaledType type,
                           unsigned dim,
                           function_ref<OpFoldResult(unsigned)> getStoredSize) {
  int64_t known = type.getMatrixShape()[dim];
  if (!ShapedType::isDynamic(known))
    return builder.getIndexAttr(known);
  // The slowest digit counts tiles.
  StorageDigits digits = type.getDataDigits();
  unsigned index = getSlowestDigit(digits, dim);
  OpFoldResult count = getStoredSize(index);
  if (digits[index].weight == 1)
    return count;
  Value weight =
      arith::ConstantIndexOp::create(builder, loc, digits[index].weight);
  return arith::MulIOp::create(
             builder, loc, getValueOrCreateConstantIndexOp(builder, loc, count),
             weight)
      .getResult();
}

/// The size of dimension `dim`, not static, of a value of `type`, from its data
/// tensor.
static OpFoldResult getDimOfData(OpBuilder &builder, Location loc,
                                 ScaledType type, Value data, unsigned dim) {
  unsigned first = type.getShape().size() - 2;
  if (dim < first)
    return tensor::getMixedSize(builder, loc, data, dim);
  unsigned last = type.getDataType().getRank() - 1;
  auto getStoredSize = [&](unsigned index) {
    OpFoldResult size = tensor::getMixedSize(builder, loc, data, first + index);
    bool isPacked = type.isPacked() && first + index == last;
    return isPacked ? getElementCount(builder, loc, type, size) : size;
  };
  return getSizeInTiles(builder, loc, type, dim - first, getStoredSize);
}

OpFoldResult mlir::lowp::getScaledDim(OpBuilder &builder, Location loc,
                                      Value scaled, unsigned dim) {
  auto type = cast<ScaledType>(scaled.getType());
  if (!type.isDynamicDim(dim))
    return builder.getIndexAttr(type.getShape()[dim]);
  // What a producer works on has the size without the work.
  if (auto producer = scaled.getDefiningOp<ReifyScaledOpInterface>())
    return producer.reifyScaledDim(builder, loc, dim);
  Value data = SplitScaledOp::create(builder, loc, scaled).getData();
  return getDimOfData(builder, loc, type, data, dim);
}

OpFoldResult
mlir::lowp::reifyStoredSize(OpBuilder &builder, Location loc, ScaledType type,
                            unsigned number, unsigned dim,
                            function_ref<OpFoldResult(unsigned)> getSize) {
  auto tensor = cast<RankedTensorType>(type.getStorageTypes()[number]);
  if (!tensor.isDynamicDim(dim))
    return builder.getIndexAttr(tensor.getDimSize(dim));
  AffineExpr size = type.getStorageShapeMaps()[number].getResult(dim);
  if (size.isFunctionOfSymbol(0))
    return {};
  unsigned rank = type.getShape().size();
  SmallVector<OpFoldResult> sizes(rank, builder.getIndexAttr(0));
  for (unsigned index = 0; index < rank; ++index)
    if (size.isFunctionOfDim(index))
      sizes[index] = getSize(index);
  return affine::makeComposedFoldedAffineApply(
      builder, loc, AffineMap::get(rank, /*symbolCount=*/0, size), sizes);
}

//===----------------------------------------------------------------------===//
// MakeScaledOp
//===----------------------------------------------------------------------===//

/// Checks that an operand has the type that `named` keeps it in.
static LogicalResult verifyStoredType(MakeScaledOp op, StringRef what,
                                      Type expected, Type got) {
  if (expected == got)
    return success();
  return op.emitOpError() << "expected " << what << " of type " << expected
                          << ", as the result type stores them, got " << got;
}

LogicalResult MakeScaledOp::verify() {
  ScaledType type = getResult().getType();
  // make_scaled-C1.
  if (failed(verifyStoredType(*this, "data", type.getDataType(),
                              getData().getType())))
    return failure();
  // make_scaled-C2.
  if (failed(verifyStoredType(*this, "scales", type.getScaleStorageType(),
                              getScales().getType())))
    return failure();
  // make_scaled-C3.
  if (type.hasGlobalScale() != bool(getGlobalScale()))
    return emitOpError() << "expected " << (type.hasGlobalScale() ? "a" : "no")
                         << " global scale for recipe " << type.getRecipe()
                         << ", got " << (getGlobalScale() ? "one" : "none");
  if (!type.hasGlobalScale())
    return success();
  return verifyStoredType(*this, "a global scale", type.getGlobalScaleType(),
                          getGlobalScale().getType());
}

/// make_scaled(split_scaled(q)) is q.
OpFoldResult MakeScaledOp::fold(FoldAdaptor) {
  auto split = getData().getDefiningOp<SplitScaledOp>();
  if (split && llvm::equal(split.getResults(), getOperands()) &&
      split.getInput().getType() == getResult().getType())
    return split.getInput();
  return {};
}

OpFoldResult MakeScaledOp::reifyScaledDim(OpBuilder &builder, Location loc,
                                          unsigned dim) {
  return getDimOfData(builder, loc, getResult().getType(), getData(), dim);
}

//===----------------------------------------------------------------------===//
// SplitScaledOp
//===----------------------------------------------------------------------===//

LogicalResult SplitScaledOp::inferReturnTypes(MLIRContext *,
                                              std::optional<Location> loc,
                                              SplitScaledOp::Adaptor adaptor,
                                              SmallVectorImpl<Type> &inferred) {
  // The parser asks before it verifies the operand.
  auto type = dyn_cast<ScaledType>(adaptor.getInput().getType());
  if (!type)
    return emitOptionalError(loc,
                             "'lowp.split_scaled' op expected an operand "
                             "of type !lowp.scaled, got ",
                             adaptor.getInput().getType());
  // split_scaled-C1.
  llvm::append_range(inferred, type.getStorageTypes());
  return success();
}

/// split_scaled(make_scaled(data, scales, ...)) is data, scales, ...
LogicalResult SplitScaledOp::fold(FoldAdaptor,
                                  SmallVectorImpl<OpFoldResult> &results) {
  auto make = getInput().getDefiningOp<MakeScaledOp>();
  if (!make)
    return failure();
  results.append(make->operand_begin(), make->operand_end());
  return success();
}

/// A value whose producer does not know its sizes has nothing else to read
/// them off than the results themselves.
FailureOr<OpFoldResult> SplitScaledOp::reifyDimOfResult(OpBuilder &builder,
                                                        int result, int dim) {
  if (!getInput().getDefiningOp<ReifyScaledOpInterface>())
    return failure();
  auto getSize = [&](unsigned index) {
    return getScaledDim(builder, getLoc(), getInput(), index);
  };
  OpFoldResult size = reifyStoredSize(builder, getLoc(), getInput().getType(),
                                      result, dim, getSize);
  if (!size)
    return failure();
  if (cast<ShapedType>(getResultTypes()[result]).isDynamicDim(dim))
    return OpFoldResult(
        getValueOrCreateConstantIndexOp(builder, getLoc(), size));
  return size;
}

LogicalResult
SplitScaledOp::reifyResultShapes(OpBuilder &builder,
                                 ReifiedRankedShapedTypeDims &shapes) {
  if (!getInput().getDefiningOp<ReifyScaledOpInterface>())
    return failure();
  for (auto [number, type] : llvm::enumerate(getResultTypes())) {
    SmallVector<OpFoldResult> &sizes = shapes.emplace_back();
    for (int64_t dim = 0; dim < cast<ShapedType>(type).getRank(); ++dim)
      sizes.push_back(
          reifyDimOfResult(builder, number, dim).value_or(OpFoldResult()));
  }
  return success();
}
