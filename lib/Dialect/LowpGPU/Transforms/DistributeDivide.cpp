//===- DistributeDivide.cpp - Quotients by known reciprocals --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fragments.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <limits>

using namespace mlir;
using namespace mlir::lowp_gpu;

/// Whether all elements of `reciprocal` are numbers.
static Value isNumber(ImplicitLocOpBuilder &b, Value reciprocal) {
  Value is = arith::CmpFOp::create(b, arith::CmpFPredicate::ORD, reciprocal,
                                   reciprocal);
  return isa<VectorType>(reciprocal.getType())
             ? vector::ReductionOp::create(b, vector::CombiningKind::AND, is)
             : is;
}

static Value constantLike(ImplicitLocOpBuilder &b, Value value, float number) {
  TypedAttr attribute = b.getF32FloatAttr(number);
  if (auto vector = dyn_cast<VectorType>(value.getType()))
    attribute = DenseElementsAttr::get(vector, attribute);
  return arith::ConstantOp::create(b, attribute);
}

/// x times the reciprocal, corrected by what remains of x.
static Value multiply(ImplicitLocOpBuilder &b, Value x, Value divisor,
                      Value reciprocal) {
  Value product = arith::MulFOp::create(b, x, reciprocal);
  Value rest =
      math::FmaOp::create(b, arith::NegFOp::create(b, product), divisor, x);
  Value quotient = math::FmaOp::create(b, rest, reciprocal, product);
  // An infinite product has no remainder, and that of a -0 would lose the sign.
  using arith::CmpFPredicate;
  Value infinity = constantLike(b, x, std::numeric_limits<float>::infinity());
  Value corrects = arith::AndIOp::create(
      b,
      arith::CmpFOp::create(b, CmpFPredicate::ONE, rest, constantLike(b, x, 0)),
      arith::CmpFOp::create(b, CmpFPredicate::OLT,
                            math::AbsFOp::create(b, rest), infinity));
  return arith::SelectOp::create(b, corrects, quotient, product);
}

Value mlir::lowp_gpu::distributeDivide(ImplicitLocOpBuilder &b, Value x,
                                       Value divisor, Value reciprocal) {
  auto choice = scf::IfOp::create(b, x.getType(), isNumber(b, reciprocal),
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard scope(b);
  b.setInsertionPointToEnd(&choice.getThenRegion().front());
  scf::YieldOp::create(b, multiply(b, x, divisor, reciprocal));
  b.setInsertionPointToEnd(&choice.getElseRegion().front());
  scf::YieldOp::create(b, arith::DivFOp::create(b, x, divisor).getResult());
  return choice.getResult(0);
}
