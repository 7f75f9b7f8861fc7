//===- TwoLevel.cpp - A recipe with a scale of the matrix as well ---------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "F32Builders.h"
#include "LowpTestDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::lowp;
using lowp_test::TwoLevelAttr;

BlockShape TwoLevelAttr::getBlockShape() const {
  BlockShape block = {1, getColumns()};
  return getTransposed() ? block.transposed() : block;
}

bool TwoLevelAttr::isLegalElementType(Type elementType) const {
  return isa<Float6E2M3FNType>(elementType);
}

StringRef TwoLevelAttr::describeLegalElementTypes() const { return "f6E2M3FN"; }

Type TwoLevelAttr::getScaleType() const {
  return Float8E5M2Type::get(getContext());
}

unsigned TwoLevelAttr::getScaleLevels() const { return 2; }

Attribute TwoLevelAttr::getTransposedRecipe() const {
  return get(getContext(), getColumns(), !getTransposed());
}

/// `value`, or 1 where it is 0.
static Value replaceZero(OpBuilder &builder, Location loc, Value value) {
  Value isZero =
      arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OEQ, value,
                            lowp_test::buildConstant(builder, loc, 0.0));
  return arith::SelectOp::create(
      builder, loc, isZero, lowp_test::buildConstant(builder, loc, 1.0), value);
}

/// The largest magnitude itself, in either convention.
BlockScale TwoLevelAttr::buildGlobalScale(OpBuilder &builder, Location loc,
                                          Value amax, const FloatFormat &,
                                          const NumericsAttr &,
                                          ScaleConvention) const {
  Value stored = replaceZero(builder, loc, amax);
  return {buildReciprocal(builder, loc, stored), stored};
}

/// e5m2(amax of the block / amax of the matrix / 4), or 1.
BlockScale TwoLevelAttr::buildScale(OpBuilder &builder, Location loc,
                                    Value amax, Value globalEncode,
                                    const FloatFormat &, const NumericsAttr &,
                                    ScaleConvention convention) const {
  Value ratio = arith::MulFOp::create(builder, loc, amax, globalEncode);
  Value quarter = arith::MulFOp::create(builder, loc, ratio,
                                        buildConstant(builder, loc, 0.25));
  Value stored = arith::TruncFOp::create(builder, loc, getScaleType(), quarter);
  Value wide =
      arith::ExtFOp::create(builder, loc, builder.getF32Type(), stored);
  Value relative =
      buildReciprocal(builder, loc, replaceZero(builder, loc, wide));
  return {arith::MulFOp::create(builder, loc, relative, globalEncode), stored};
}

Value TwoLevelAttr::buildDecodeFactor(OpBuilder &builder, Location loc,
                                      Value stored, Value globalStored,
                                      ScaleConvention) const {
  Value wide =
      arith::ExtFOp::create(builder, loc, builder.getF32Type(), stored);
  return arith::MulFOp::create(builder, loc, wide, globalStored);
}
