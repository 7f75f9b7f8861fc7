//===- KnownRange.cpp - What the operations say of a number ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/KnownRange.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::lowp;

std::optional<double> mlir::lowp::getKnownConstant(Value value) {
  if (auto broadcast = value.getDefiningOp<vector::BroadcastOp>())
    value = broadcast.getSource();
  APFloat number(0.0f);
  if (!matchPattern(value, m_ConstantFloat(&number)))
    return std::nullopt;
  return number.convertToDouble();
}

/// Whether elements are at least 0 or NaN.
static bool isKnownPositive(Value value) {
  Operation *op = value.getDefiningOp();
  if (isa_and_present<math::ExpOp, math::Exp2Op, math::AbsFOp, math::SqrtOp>(
          op))
    return true;
  if (auto call = dyn_cast_or_null<LLVM::CallIntrinsicOp>(op))
    return call.getIntrin() == "llvm.nvvm.ex2.approx.ftz" ||
           call.getIntrin() == "llvm.fabs";
  if (auto product = dyn_cast_or_null<arith::MulFOp>(op))
    return product.getLhs() == product.getRhs();
  if (auto elements = dyn_cast_or_null<vector::FromElementsOp>(op))
    return llvm::all_of(elements.getElements(), isKnownPositive);
  if (auto element = dyn_cast_or_null<vector::ExtractOp>(op))
    return isKnownPositive(element.getSource());
  std::optional<double> constant = getKnownConstant(value);
  return constant && *constant >= 0;
}

bool mlir::lowp::isKnownAtLeast(Value value, double bound) {
  if (std::optional<double> constant = getKnownConstant(value))
    return *constant >= bound;
  // Sums are rounded, but never below one of two numbers that are not negative.
  auto sum = value.getDefiningOp<arith::AddFOp>();
  if (!sum)
    return false;
  return (isKnownPositive(sum.getLhs()) &&
          isKnownAtLeast(sum.getRhs(), bound)) ||
         (isKnownPositive(sum.getRhs()) && isKnownAtLeast(sum.getLhs(), bound));
}
