//===- RoundMatmuls.cpp - Operands of matmuls as tensor cores take them ---===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensor cores multiply operands of f32 as tf32, or of 16 bits and less; f32
// itself has generic kernels, up to 200 times slower. This step changes each
// contraction of f32 tensors whose result is f32; sums stay f32. It is part of
// pipelines where the option `f32-matmuls` asks for it, on all devices.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Dialect/Common/BuildGeneric.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/Graph/Analysis/Contraction.h"
#include "lowp/Graph/Analysis/MappedTensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::lowp;

static bool isF32Tensor(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getElementType().isF32();
}

/// Whether `op` multiplies f32 matrices into f32.
static bool isF32Matmul(linalg::LinalgOp op) {
  return linalg::isaContractionOpInterface(op) && op->getNumResults() == 1 &&
         op.hasPureTensorSemantics() &&
         llvm::all_of(op->getOperands(), isF32Tensor);
}

/// The type of 16 bits that `value` is a wider form of, maybe reshaped; null if
/// it is not one. Sets `isDirect` to whether one op widens it.
static Type get16BitSource(Value value, bool &isDirect) {
  Type half = get16BitOrigin(value);
  std::optional<MappedTensor> source = lookThroughOne(MappedTensor::of(value));
  isDirect = half && getElementTypeOrSelf(source->value) == half;
  return half;
}

/// Whether both inputs of `op` are wider forms of one type of 16 bits.
static bool multipliesHalves(linalg::LinalgOp op) {
  Type lhs = get16BitOrigin(op.getDpsInputs()[0]);
  return lhs && lhs == get16BitOrigin(op.getDpsInputs()[1]);
}

/// The f32 `value` rounded to tf32, to the nearest.
static Value roundToTF32(OpBuilder &builder, Location loc, Value value) {
  Type tf32 = FloatTF32Type::get(builder.getContext());
  Value rounded = arith::TruncFOp::create(builder, loc, tf32, value);
  return arith::ExtFOp::create(builder, loc, value.getType(), rounded);
}

/// Replaces `op` by one whose body rounds the elements of the inputs to tf32:
/// tensors of tf32 would be no narrower, and what is computed of weights
/// beforehand would hide that they are rounded.
static void multiplyInTF32(linalg::LinalgOp op) {
  if (multipliesHalves(op))
    return;
  auto body = [&](ImplicitLocOpBuilder &b, ValueRange elements) {
    SmallVector<Value> rounded(elements);
    for (Value &element : MutableArrayRef(rounded).drop_back())
      element = roundToTF32(b, b.getLoc(), element);
    return cloneBody(b, *op.getBlock(), rounded).front();
  };
  OpBuilder builder(op);
  op->getResult(0).replaceAllUsesWith(
      buildGeneric(builder, op.getLoc(), op.getDpsInputs(), op.getDpsInits()[0],
                   op.getIndexingMapsArray(), body));
  op->erase();
}

/// Rounds the inputs of `op` that one op does not widen from 16 bits anyway:
/// what is reshaped in between may be no operand of a gemm, and rounding it
/// once more changes nothing.
static void roundInputs(linalg::LinalgOp op) {
  bool isDirect[2];
  Type half;
  for (auto [number, input] : llvm::enumerate(op.getDpsInputOperands()))
    if (Type source = get16BitSource(input->get(), isDirect[number]);
        source && (!half || isDirect[number]))
      half = source;
  OpBuilder builder(op);
  if (!half)
    half = builder.getBF16Type();
  for (auto [number, input] : llvm::enumerate(op.getDpsInputOperands())) {
    if (isDirect[number])
      continue;
    Value rounded = castElements(builder, op.getLoc(), input->get(), half);
    input->set(
        castElements(builder, op.getLoc(), rounded, builder.getF32Type()));
  }
}

/// The same for a grouped matmul: operands of f32 become those of 16 bits.
static void roundInputs(GroupedMatmulOp op) {
  auto isF16 = [](Value operand) {
    return getElementTypeOrSelf(operand).isF16();
  };
  OpBuilder builder(op);
  Type half = isF16(op.getLhs()) || isF16(op.getRhs())
                  ? Type(builder.getF16Type())
                  : builder.getBF16Type();
  for (OpOperand *operand : {&op.getLhsMutable(), &op.getRhsMutable()})
    if (isF32Tensor(operand->get()))
      operand->set(castElements(builder, op.getLoc(), operand->get(), half));
}

void mlir::lowp::roundMatmuls(Operation *op, F32Matmuls to) {
  if (to == F32Matmuls::Exact)
    return;
  SmallVector<linalg::LinalgOp> matmuls;
  op->walk([&](linalg::LinalgOp op) {
    if (isF32Matmul(op))
      matmuls.push_back(op);
  });
  if (to == F32Matmuls::TF32) {
    llvm::for_each(matmuls, multiplyInTF32);
    return;
  }
  for (linalg::LinalgOp matmul : matmuls)
    roundInputs(matmul);
  op->walk([](GroupedMatmulOp op) { roundInputs(op); });
}
