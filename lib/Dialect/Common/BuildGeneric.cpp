//===- BuildGeneric.cpp - Operations on tensors, by element ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Common/BuildGeneric.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;

Value mlir::lowp::buildGeneric(OpBuilder &builder, Location loc,
                               ValueRange inputs, Value init,
                               ArrayRef<AffineMap> maps, ElementBody body) {
  SmallVector<utils::IteratorType> loops;
  for (unsigned loop : llvm::seq(maps.back().getNumDims()))
    loops.push_back(maps.back().isFunctionOfDim(loop)
                        ? utils::IteratorType::parallel
                        : utils::IteratorType::reduction);
  return linalg::GenericOp::create(
             builder, loc, init.getType(), inputs, init, maps, loops,
             [&](OpBuilder &nested, Location loc, ValueRange elements) {
               ImplicitLocOpBuilder b(loc, nested);
               linalg::YieldOp::create(b, body(b, elements));
             })
      .getResult(0);
}

Value mlir::lowp::buildElements(OpBuilder &builder, Location loc,
                                ArrayRef<OpFoldResult> sizes, Type element,
                                ValueRange inputs, ArrayRef<AffineMap> maps,
                                ElementBody body) {
  Value init = tensor::EmptyOp::create(builder, loc, sizes, element);
  SmallVector<AffineMap> all(maps);
  all.push_back(builder.getMultiDimIdentityMap(sizes.size()));
  return buildGeneric(builder, loc, inputs, init, all, body);
}

Value mlir::lowp::mapElements(OpBuilder &builder, Location loc,
                              ValueRange inputs, Type element,
                              ElementBody body) {
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(builder, loc, inputs.front());
  SmallVector<AffineMap> maps(inputs.size(),
                              builder.getMultiDimIdentityMap(sizes.size()));
  return buildElements(builder, loc, sizes, element, inputs, maps, body);
}

Value mlir::lowp::buildZeros(OpBuilder &builder, Location loc,
                             ArrayRef<OpFoldResult> sizes, Type element) {
  Value empty = tensor::EmptyOp::create(builder, loc, sizes, element);
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(element));
  return linalg::FillOp::create(builder, loc, zero, empty).getResult(0);
}

SmallVector<Value> mlir::lowp::cloneBody(OpBuilder &builder, Block &body,
                                         ValueRange arguments) {
  IRMapping mapping;
  mapping.map(body.getArguments(), arguments);
  for (Operation &op : body.without_terminator())
    builder.clone(op, mapping);
  return llvm::map_to_vector(
      body.getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
}

Value mlir::lowp::cloneValue(OpBuilder &builder, Value value, Block *body,
                             IRMapping &mapping) {
  Operation *op = value.getDefiningOp();
  if (mapping.contains(value) || !op || op->getBlock() != body)
    return mapping.lookupOrDefault(value);
  for (Value operand : op->getOperands())
    cloneValue(builder, operand, body, mapping);
  builder.clone(*op, mapping);
  return mapping.lookup(value);
}
