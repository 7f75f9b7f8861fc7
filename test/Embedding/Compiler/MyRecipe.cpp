//===- MyRecipe.cpp - A recipe of one's own, whole ------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MyRecipe.h"

#include "lowp/Dialect/Lowp/IR/LaneArithmetic.h"
#include "lowp/Support/FloatFormat.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include "MyDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "MyAttrs.cpp.inc"

using namespace mlir;
using namespace mlir::lowp;
using mine::RowsAttr;

void mine::MineDialect::initialize() { addAttributes<RowsAttr>(); }

BlockShape RowsAttr::getBlockShape() const {
  BlockShape row = {1, BlockShape::kWhole};
  return getTransposed() ? row.transposed() : row;
}

bool RowsAttr::isLegalElementType(Type type) const {
  return isa<Float8E4M3FNType>(type);
}

StringRef RowsAttr::describeLegalElementTypes() const { return "f8E4M3FN"; }

Type RowsAttr::getScaleType() const { return BFloat16Type::get(getContext()); }

Attribute RowsAttr::getTransposedRecipe() const {
  return get(getContext(), !getTransposed());
}

/// Data are divided by the scale as it is stored, after its rounding.
BlockScale RowsAttr::buildScale(OpBuilder &builder, Location loc, Value amax,
                                Value, const FloatFormat &format,
                                const NumericsAttr &,
                                ScaleConvention convention) const {
  LaneArithmetic a(builder, loc, amax.getType());
  Value scale = a.quotient(amax, a.number(format.maxFinite()));
  Value isZero = a.compare(arith::CmpFPredicate::OEQ, scale, a.number(0.0));
  scale = a.select(isZero, a.number(1.0), scale);
  if (convention == ScaleConvention::Encode)
    scale = a.reciprocal(scale);
  Value stored = a.narrow(getScaleType(), scale);
  Value decode = buildDecodeFactor(builder, loc, stored, {}, convention);
  return {a.reciprocal(decode), stored};
}

Value RowsAttr::buildDecodeFactor(OpBuilder &builder, Location loc,
                                  Value stored, Value,
                                  ScaleConvention convention) const {
  LaneArithmetic a(builder, loc, stored.getType());
  Value wide = a.widen(builder.getF32Type(), stored);
  return convention == ScaleConvention::Decode ? wide : a.reciprocal(wide);
}
