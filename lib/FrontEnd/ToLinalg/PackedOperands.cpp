//===- PackedOperands.cpp - Bytes of two small floats ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Front ends have no type for two elements in a byte: they write shifts, masks
// and a table of 16, and a power of two, in many ways. What an operation
// computes is found by trying it on all bytes.
//
//===----------------------------------------------------------------------===//

#include "PackedOperands.h"

#include "lowp/Dialect/Common/BuildGeneric.h"
#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Graph/Analysis/BodyTrial.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

#include <cmath>

using namespace mlir;
using namespace mlir::lowp;

static constexpr int64_t kElementsOfByte = 2, kBlockOfMX = 32;

namespace {
/// The numbers of the inputs of an operation that are data and exponents.
struct PackedInputs {
  unsigned data, exponents;
};
} // namespace

/// Whether `map` reads the loops in their order, the last one divided by
/// `divisor`.
static bool dividesLast(AffineMap map, int64_t divisor) {
  unsigned last = map.getNumDims() - 1;
  SmallVector<AffineExpr> indices;
  for (unsigned dim = 0; dim < last; ++dim)
    indices.push_back(getAffineDimExpr(dim, map.getContext()));
  indices.push_back(getAffineDimExpr(last, map.getContext()).floorDiv(divisor));
  return map == AffineMap::get(map.getNumDims(), 0, indices, map.getContext());
}

/// The inputs of `op` that lie as bytes of such elements; nothing if it is
/// another operation.
static std::optional<PackedInputs> findInputs(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1 ||
      !op.hasPureTensorSemantics() ||
      op.getNumParallelLoops() != op.getNumLoops() ||
      (op.getNumLoops() != 2 && op.getNumLoops() != 3) ||
      !op.getIndexingMapsArray().back().isIdentity())
    return std::nullopt;
  for (Value input : op.getDpsInputs())
    if (!getElementTypeOrSelf(input).isInteger(8))
      return std::nullopt;
  for (unsigned data : {0u, 1u})
    if (dividesLast(op.getIndexingMapsArray()[data], kElementsOfByte) &&
        dividesLast(op.getIndexingMapsArray()[1 - data], kBlockOfMX))
      return PackedInputs{data, 1 - data};
  return std::nullopt;
}

/// What e2m1 means by the half `half` of `byte`.
static APFloat decode(uint8_t byte, int64_t half) {
  APInt bits(4, byte >> (4 * half) & 15);
  return APFloat(APFloat::Float4E2M1FN(), bits);
}

/// Whether `result` is `value` times two to the power of `exponent`, minus 127.
static bool isScaled(Attribute result, const APFloat &value, int exponent) {
  auto found = dyn_cast_or_null<FloatAttr>(result);
  if (!found)
    return false;
  APFloat exact = value;
  bool losesInfo;
  exact.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  return found.getValueAsDouble() ==
         exact.convertToDouble() * std::ldexp(1.0, exponent - 127);
}

/// Whether `op` computes elements of MXFP4: all bytes are tried in both halves,
/// and all exponents that are powers of two in every type.
static bool unpacks(linalg::GenericOp op, PackedInputs inputs) {
  BodyTrial trial(op);
  Type byteType = IntegerType::get(op.getContext(), 8);
  SmallVector<int64_t> position(op.getNumLoops(), ShapedType::kDynamic);
  auto agrees = [&](int byte, int exponent, int64_t index) {
    SmallVector<Attribute> values(2);
    values[inputs.data] = IntegerAttr::get(byteType, APInt(8, byte));
    values[inputs.exponents] = IntegerAttr::get(byteType, APInt(8, exponent));
    position.back() = index;
    return isScaled(trial.run(values, position),
                    decode(byte, index % kElementsOfByte), exponent);
  };
  constexpr int kOne = 0x22, kBias = 127;
  for (int byte = 0; byte < 256; ++byte)
    // Places that differ in all but their half.
    for (int64_t index : {byte % 2 * 38, 1 + byte % 2 * 4096})
      if (!agrees(byte, kBias, index))
        return false;
  // 0 is less than the least normal number of f32, and 255 is NaN.
  for (int exponent = 1; exponent < 255; ++exponent)
    if (!agrees(kOne, exponent, /*index=*/0))
      return false;
  return true;
}

Value mlir::lowp::buildPackedOperand(OpBuilder &builder, Value tensor) {
  auto op = tensor.getDefiningOp<linalg::GenericOp>();
  std::optional<PackedInputs> inputs =
      op ? findInputs(op) : std::optional<PackedInputs>();
  auto type = cast<RankedTensorType>(tensor.getType());
  int64_t k = type.getShape().back();
  if (!inputs || ShapedType::isDynamic(k) || k % kBlockOfMX != 0 ||
      !ScaledType::isAddressable(type.getShape()) || !unpacks(op, *inputs))
    return {};
  MLIRContext *context = builder.getContext();
  auto plain = ScaledType::get(type.getShape(), Float4E2M1FNType::get(context),
                               MXAttr::get(context, 1, kBlockOfMX));
  Location loc = op.getLoc();
  Type e8m0 = Float8E8M0FNUType::get(context);
  Value exponents =
      mapElements(builder, loc, op.getDpsInputs()[inputs->exponents], e8m0,
                  [&](ImplicitLocOpBuilder &b, ValueRange bytes) {
                    return arith::BitcastOp::create(b, e8m0, bytes[0]);
                  });
  return MakeScaledOp::create(builder, loc, plain.withPacking(Packing::Dense),
                              op.getDpsInputs()[inputs->data], exponents);
}
