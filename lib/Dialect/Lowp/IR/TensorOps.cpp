//===- TensorOps.cpp - Data and scales as builtin tensors -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/Support/PackedElements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::lowp;

/// The number of dimensions that come before those of a matrix.
static unsigned getBatchDims(ScaledType type) {
  return type.getShape().size() - 2;
}

/// Whether the result of `op` has as many rows (dim 0) or columns (dim 1) as
/// its operand, or as many of the others if it transposes.
static bool keepsSize(Operation *op, unsigned dim) {
  if (auto widen = dyn_cast<WidenOp>(op))
    return dim == 0 || !widen.getSpread();
  return isa<TransposeOp, RelayoutOp>(op);
}

/// Goes back, as far as sizes go, to the value that `scaled` is a layout, a
/// transpose or a wider format of; `dim` follows.
static Value traceLayoutOps(Value scaled, unsigned &dim) {
  while (Operation *producer = scaled.getDefiningOp()) {
    if (!keepsSize(producer, dim))
      break;
    unsigned first = getBatchDims(cast<ScaledType>(scaled.getType()));
    if (isa<TransposeOp>(producer) && dim >= first)
      dim = 2 * first + 1 - dim;
    scaled = producer->getOperand(0);
  }
  return scaled;
}

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

/// The size of dimension `dim` of the matrix, rows first, behind `data`, the
/// data tensor of a value of `type`. It is unknown until run time, and so a
/// multiple of what the slowest digit counts.
static OpFoldResult getSizeInTiles(OpBuilder &builder, Location loc,
                                   ScaledType type, Value data, unsigned dim) {
  StorageDigits digits = type.getDataDigits();
  unsigned index = getSlowestDigit(digits, dim);
  OpFoldResult count =
      tensor::getMixedSize(builder, loc, data, getBatchDims(type) + index);
  if (type.isPacked() && index + 1 == digits.size())
    count = getElementCount(builder, loc, type, count);
  if (digits[index].weight == 1)
    return count;
  Value weight =
      arith::ConstantIndexOp::create(builder, loc, digits[index].weight);
  return arith::MulIOp::create(builder, loc, cast<Value>(count), weight)
      .getResult();
}

OpFoldResult mlir::lowp::getScaledDim(OpBuilder &builder, Location loc,
                                      Value scaled, unsigned dim) {
  auto type = cast<ScaledType>(scaled.getType());
  if (!type.isDynamicDim(dim))
    return builder.getIndexAttr(type.getShape()[dim]);
  // A producer's operand has the size without the work of the producer.
  Value source = traceLayoutOps(scaled, dim);
  type = cast<ScaledType>(source.getType());
  if (auto quantize = source.getDefiningOp<QuantizeOp>())
    return tensor::getMixedSize(builder, loc, quantize.getInput(), dim);
  Value data;
  if (auto make = source.getDefiningOp<MakeScaledOp>())
    data = make.getData();
  else
    data = SplitScaledOp::create(builder, loc, source).getData();
  unsigned first = getBatchDims(type);
  if (dim < first)
    return tensor::getMixedSize(builder, loc, data, dim);
  return getSizeInTiles(builder, loc, type, data, dim - first);
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
