//===- NarrowMatmul.cpp - Matmuls of elements of 8 bits -------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NarrowMatmul.h"

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Graph/Analysis/Contraction.h"
#include "lowp/Graph/Analysis/MappedTensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::lowp;

/// What sizes must be multiples of, so that kernels load rows along K, and
/// store rows of the result.
static constexpr int64_t kKMultiple = 16, kNMultiple = 8;

static bool isFloat8(Value tensor) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(
      getElementTypeOrSelf(tensor.getType()));
}

/// Whether operand `number` of `op` has K, loop 2, first.
static bool contractsFirst(linalg::MatmulOp op, unsigned number) {
  return op.getIndexingMapsArray()[number].isFunctionOfDim(2) &&
         op.getIndexingMapsArray()[number].getDimPosition(0) == 2;
}

/// Whether `op` is the product of two matrices of fp8 that a kernel computes.
static bool isNarrow(linalg::MatmulOp op) {
  auto hasMatrix = [&](unsigned number) {
    AffineMap map = op.getIndexingMapsArray()[number];
    return map.getNumResults() == 2 && map.isProjectedPermutation();
  };
  if (!op.hasPureTensorSemantics() || !isFloat8(op.getInputs()[0]) ||
      !isFloat8(op.getInputs()[1]) || !isSumOfProducts(op) ||
      !llvm::all_of(ArrayRef{0u, 1u, 2u}, hasMatrix) ||
      !isa<Float32Type, BFloat16Type, Float16Type>(
          getElementTypeOrSelf(op.getResult(0))))
    return false;
  SmallVector<int64_t> sizes =
      cast<linalg::LinalgOp>(op.getOperation()).getStaticLoopRanges();
  auto isMultiple = [](int64_t size, int64_t divisor) {
    return !ShapedType::isDynamic(size) && size > 0 && size % divisor == 0;
  };
  return isMultiple(sizes[1], kNMultiple) && isMultiple(sizes[2], kKMultiple);
}

/// Operand `number` with K last, as a matrix with one scale, which is 1.
static Value buildOperand(OpBuilder &builder, linalg::MatmulOp op,
                          unsigned number) {
  Location loc = op.getLoc();
  Value data = op.getInputs()[number];
  if (contractsFirst(op, number))
    data = transpose(builder, loc, data, {1, 0});
  auto matrix = cast<RankedTensorType>(data.getType());
  auto type = ScaledType::get(matrix.getShape(), matrix.getElementType(),
                              TensorwiseAttr::get(builder.getContext()));
  Value one = arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(type.getScaleStorageType(),
                             builder.getF32FloatAttr(1.0f)));
  return MakeScaledOp::create(builder, loc, type, data, one);
}

bool mlir::lowp::takeNarrowMatmul(linalg::MatmulOp op) {
  if (!isNarrow(op))
    return false;
  OpBuilder builder(op);
  Value init = op.getOutputs()[0];
  Value lhs = buildOperand(builder, op, 0), rhs = buildOperand(builder, op, 1);
  auto product = ScaledMatmulOp::create(
      builder, op.getLoc(), op.getResult(0).getType(), lhs, rhs,
      isZeroFilled(init) ? Value() : init, /*fast_accumulation=*/false);
  product->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  op.getResult(0).replaceAllUsesWith(product);
  op.erase();
  return true;
}
