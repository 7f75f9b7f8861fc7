//===- CheckNumbers.cpp - Numbers that a call gives -----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes and other numbers outside of tensors are divided on the host, whose
// processor ends the process at a division by 0. This step puts an assertion
// before such a division where the divisor follows from scalar arguments and
// sizes, so that the call fails with the operation's name. Divisions of
// elements are left to `expand-integer-divisions`. The step of an `scf.for` is
// 1 or more: a loop with another one does not end.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Arith/KnownDivisors.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::lowp;

/// Operations that a number may be computed by, more than any program needs.
static constexpr unsigned kMostDepth = 64;

/// Whether `value` follows from arguments and sizes, and from no element of a
/// tensor, which a GPU may have.
static bool isOfCall(Value value, unsigned depth = 0) {
  if (depth > kMostDepth)
    return false;
  if (auto argument = dyn_cast<BlockArgument>(value))
    return isa<func::FuncOp>(argument.getOwner()->getParentOp());
  Operation *op = value.getDefiningOp();
  if (isa<tensor::DimOp>(op))
    return true;
  return isa<arith::ArithDialect>(op->getDialect()) &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return isOfCall(operand, depth + 1);
         });
}

/// Whether `op` divides numbers that the host knows.
static bool isOfHost(Operation *op) {
  return isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
             arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(op) &&
         op->getResult(0).getType().isIntOrIndex() &&
         !op->getParentOfType<linalg::LinalgOp>() &&
         !op->getParentOfType<tensor::GenerateOp>();
}

/// Asserts before `op` that `number` is in `relation` to 0.
static void addCheck(Operation *op, Value number, arith::CmpIPredicate relation,
                     StringRef demand) {
  ImplicitLocOpBuilder b(op->getLoc(), op);
  Value zero =
      arith::ConstantOp::create(b, b.getIntegerAttr(number.getType(), 0));
  Value holds = arith::CmpIOp::create(b, relation, number, zero);
  cf::AssertOp::create(b, holds,
                       (op->getName().getStringRef() + ": expected " + demand +
                        "; pass sizes and numbers that give another")
                           .str());
}

static void check(Operation *op) {
  if (isOfHost(op) && !isNever(op->getOperand(1), 0) &&
      isOfCall(op->getOperand(1)))
    addCheck(op, op->getOperand(1), arith::CmpIPredicate::ne,
             "a divisor other than 0, got 0");
  auto loop = dyn_cast<scf::ForOp>(op);
  if (loop && !getConstantIntValue(loop.getStep()) && isOfCall(loop.getStep()))
    addCheck(op, loop.getStep(), arith::CmpIPredicate::sgt,
             "a step of 1 or more, got less");
}

void mlir::lowp::checkNumbers(func::FuncOp op) { op->walk(check); }
