//===- RowDivisions.cpp - Rows that are divided by one number -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowDivisions.h"

#include "FusionEmitter.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <limits>

using namespace mlir;
using namespace mlir::lowp;

/// Whether `op` is a division that must not be approximated, of f32 or less.
static bool isExactDivision(arith::DivFOp op) {
  auto flags = op.getFastmath();
  return !arith::bitEnumContainsAny(flags, arith::FastMathFlags::arcp |
                                               arith::FastMathFlags::afn) &&
         isa<Float32Type, Float16Type, BFloat16Type>(op.getType());
}

/// 1 / `value`, or NaN where that or `value` is no normal number.
static Value invert(OpBuilder &builder, Location loc, Value value) {
  Value divisor = toF32(builder, loc, value);
  auto constant = [&](float number) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getF32FloatAttr(number));
  };
  Value magnitude = math::AbsFOp::create(builder, loc, divisor);
  using arith::CmpFPredicate;
  Value isNormal = arith::AndIOp::create(
      builder, loc,
      arith::CmpFOp::create(builder, loc, CmpFPredicate::OGE, magnitude,
                            constant(0x1p-126f)),
      arith::CmpFOp::create(builder, loc, CmpFPredicate::OLE, magnitude,
                            constant(0x1p126f)));
  Value reciprocal = arith::DivFOp::create(builder, loc, constant(1), divisor);
  return arith::SelectOp::create(
      builder, loc, isNormal, reciprocal,
      constant(std::numeric_limits<float>::quiet_NaN()));
}

static Value emitReciprocal(ImplicitLocOpBuilder &b, Value value) {
  if (!isa<VectorType>(value.getType()))
    return invert(b, b.getLoc(), value);
  auto body = [&](OpBuilder &builder, ValueRange elements) {
    return SmallVector<Value>{invert(builder, b.getLoc(), elements.front())};
  };
  return emitMap(b, value, b.getF32Type(), body).front();
}

/// Whether `value` is the same for each row of a tile of `shape`.
static bool isPerRow(Value value, ArrayRef<int64_t> shape) {
  auto vector = dyn_cast<VectorType>(value.getType());
  return !vector || (vector.getDimSize(1) == 1 && shape.back() != 1);
}

RowDivisions::RowDivisions(ImplicitLocOpBuilder &b, Block &body,
                           ArrayRef<Value> inputs, ArrayRef<int64_t> shape,
                           const RowValues &byRow) {
  for (auto op : body.getOps<arith::DivFOp>()) {
    auto divisor = dyn_cast<BlockArgument>(op.getRhs());
    bool isInput = divisor && divisor.getOwner() == &body &&
                   divisor.getArgNumber() < inputs.size();
    if (!isInput || byRow.contains(op) || !isExactDivision(op) ||
        reciprocals.contains(divisor))
      continue;
    Value input = inputs[divisor.getArgNumber()];
    if (isPerRow(input, shape))
      reciprocals[divisor] = emitReciprocal(b, input);
  }
}

bool RowDivisions::emit(OpBuilder &builder, Operation &op, ValueRange elements,
                        IRMapping &mapping) const {
  auto division = dyn_cast<arith::DivFOp>(op);
  const auto *found =
      division ? reciprocals.find(division.getRhs()) : reciprocals.end();
  if (found == reciprocals.end() || !isExactDivision(division))
    return false;
  Location loc = op.getLoc();
  Value quotient = lowp_gpu::DivideOp::create(
      builder, loc,
      toF32(builder, loc, mapping.lookupOrDefault(division.getLhs())),
      toF32(builder, loc, mapping.lookupOrDefault(division.getRhs())),
      elements[found - reciprocals.begin()]);
  if (!division.getType().isF32())
    quotient =
        arith::TruncFOp::create(builder, loc, division.getType(), quotient);
  mapping.map(division.getResult(), quotient);
  return true;
}
