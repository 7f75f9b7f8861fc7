//===- GuardFloatCasts.cpp - Casts that fold to what they compute ---------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream folds an `arith.truncf` of infinity or NaN to a format that has
// neither to a value that the format does not have, and an `arith.extf` of the
// NaN of f8E8M0FNU to infinity. After this step, the first one of both
// pipelines that could meet a constant, no such cast is left: the operand of
// the first is clamped to the numbers of the format, with its largest one for
// NaN, which is what the cast computes; the second is arithmetic on bits. A
// cast of a tensor becomes a `linalg.generic`.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Dialect/Common/BuildGeneric.h"
#include "lowp/Dialect/Lowp/IR/GuardedCasts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::lowp;

Operation *mlir::lowp::getNamedOp(Operation *op) {
  Operation *parent = op->getParentOp();
  bool isNamed =
      isa_and_present<linalg::LinalgOp>(parent) &&
      !isa<linalg::GenericOp, linalg::MapOp, linalg::ReduceOp>(parent);
  return isNamed ? parent : nullptr;
}

/// Whether `op` is a cast that may be folded to a wrong value. Bodies of named
/// ops are what their names say; their casts are of elements of tensors.
static bool needsGuard(Operation *op) {
  if (getNamedOp(op))
    return false;
  if (auto cast = dyn_cast<arith::TruncFOp>(op))
    return isGuardedTruncF(cast.getType()) ||
           isGuardedExtF(cast.getIn().getType());
  auto cast = dyn_cast<arith::ExtFOp>(op);
  return cast && isGuardedExtF(cast.getIn().getType());
}

/// `value` cast as `op` says, to `type`.
static Value buildCast(OpBuilder &builder, Operation *op, Type type,
                       Value value) {
  Location loc = op->getLoc();
  if (isa<arith::ExtFOp>(op))
    return buildExtF(builder, loc, type, value);
  auto rounded = arith::TruncFOp::create(
      builder, loc, type, buildTruncFOperand(builder, loc, type, value));
  rounded->setAttrs(op->getAttrs());
  return rounded;
}

/// The cast of a tensor, element by element: of unknown sizes there is no
/// constant that it could be compared with.
static Value castTensor(OpBuilder &builder, Operation *op) {
  Location loc = op->getLoc();
  Value from = op->getOperand(0);
  auto type = mlir::cast<RankedTensorType>(op->getResult(0).getType());
  auto cast = [&](ImplicitLocOpBuilder &b, ValueRange elements) {
    return buildCast(b, op, type.getElementType(), elements[0]);
  };
  Value result = mapElements(builder, loc, from, type.getElementType(), cast);
  return builder.createOrFold<tensor::CastOp>(loc, type, result);
}

static void guard(Operation *op) {
  OpBuilder builder(op);
  Type type = op->getResult(0).getType();
  Value value;
  if (isa<RankedTensorType>(type))
    value = castTensor(builder, op);
  else
    value = buildCast(builder, op, type, op->getOperand(0));
  op->getResult(0).replaceAllUsesWith(value);
  op->erase();
}

void mlir::lowp::guardFloatCasts(Operation *op) {
  SmallVector<Operation *> casts;
  op->walk([&](Operation *op) {
    if (needsGuard(op))
      casts.push_back(op);
  });
  for (Operation *op : casts)
    guard(op);
}
