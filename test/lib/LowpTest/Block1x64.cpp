//===- Block1x64.cpp - A recipe with a formula of its own -----------------===//
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
using lowp_test::Block1x64Attr;

BlockShape Block1x64Attr::getBlockShape() const {
  BlockShape block = {1, 64};
  return getTransposed() ? block.transposed() : block;
}

bool Block1x64Attr::isLegalElementType(Type elementType) const {
  return isa<Float8E5M2Type, Float8E3M4Type>(elementType);
}

StringRef Block1x64Attr::describeLegalElementTypes() const {
  return "f8E5M2 or f8E3M4";
}

Type Block1x64Attr::getScaleType() const {
  return BFloat16Type::get(getContext());
}

Attribute Block1x64Attr::getTransposedRecipe() const {
  return get(getContext(), !getTransposed());
}

/// The data are scaled by the rounded scale, so that nothing is lost when they
/// are decoded with it.
BlockScale Block1x64Attr::buildScale(OpBuilder &builder, Location loc,
                                     Value amax, Value, const FloatFormat &,
                                     const NumericsAttr &,
                                     ScaleConvention convention) const {
  Value decode = arith::MulFOp::create(
      builder, loc, amax, buildConstant(builder, loc, 1.0 / 16384.0));
  Value isZero =
      arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OEQ, decode,
                            buildConstant(builder, loc, 0.0));
  decode = arith::SelectOp::create(builder, loc, isZero,
                                   buildConstant(builder, loc, 1.0), decode);
  if (convention == ScaleConvention::Encode)
    decode = buildReciprocal(builder, loc, decode);
  Value stored = arith::TruncFOp::create(builder, loc, getScaleType(), decode);
  Value factor =
      buildDecodeFactor(builder, loc, stored, /*globalStored=*/{}, convention);
  return {buildReciprocal(builder, loc, factor), stored};
}

Value Block1x64Attr::buildDecodeFactor(OpBuilder &builder, Location loc,
                                       Value stored, Value,
                                       ScaleConvention convention) const {
  Value wide =
      arith::ExtFOp::create(builder, loc, builder.getF32Type(), stored);
  return convention == ScaleConvention::Decode
             ? wide
             : buildReciprocal(builder, loc, wide);
}
