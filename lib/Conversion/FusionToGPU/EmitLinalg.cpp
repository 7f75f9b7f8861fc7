//===- EmitLinalg.cpp - Structured ops in the kernel of a fusion ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionEmitter.h"
#include "RowDivisions.h"
#include "RowValues.h"

#include "lowp/Graph/Analysis/ElementwiseOps.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

SmallVector<Value> mlir::lowp::emitMap(
    ImplicitLocOpBuilder &b, ValueRange inputs, TypeRange elements,
    function_ref<SmallVector<Value>(OpBuilder &, ValueRange)> body) {
  auto vector = *llvm::find_if(inputs.getTypes(), llvm::IsaPred<VectorType>);
  ArrayRef<int64_t> shape = cast<VectorType>(vector).getShape();
  SmallVector<Type> types = llvm::map_to_vector(
      elements, [&](Type type) { return Type(VectorType::get(shape, type)); });
  auto map = CTAMapOp::create(b, types, inputs);
  OpBuilder::InsertionGuard scope(b);
  Block *block = b.createBlock(&map.getBody());
  for (Value input : inputs)
    block->addArgument(getElementTypeOrSelf(input.getType()), b.getLoc());
  lowp_gpu::YieldOp::create(b, body(b, block->getArguments()));
  return llvm::to_vector_of<Value>(map.getResults());
}

/// An affine function of positions, as arithmetic: tiling leaves them in
/// bodies.
static void emitApply(OpBuilder &builder, affine::AffineApplyOp op,
                      IRMapping &mapping) {
  SmallVector<Value> operands =
      llvm::map_to_vector(op.getMapOperands(), [&](Value operand) {
        return mapping.lookupOrDefault(operand);
      });
  auto results = affine::expandAffineMap(builder, op.getLoc(),
                                         op.getAffineMap(), operands);
  mapping.map(op.getResult(), results->front());
}

SmallVector<Value> FusionEmitter::emitBody(linalg::LinalgOp op, Block &body,
                                           ArrayRef<Value> given,
                                           ArrayRef<Value> results,
                                           ArrayRef<int64_t> shape) {
  IRMapping mapping;
  SmallVector<Value> inputs(given);
  // Scalars of the fusion that the body uses, or gives as they are.
  auto mapScalars = [&](ValueRange used) {
    for (Value value : used)
      if (values.contains(value) || isInputScalar(value))
        mapping.map(value, get(value));
  };
  for (Operation &op : body.without_terminator())
    mapScalars(op.getOperands());
  mapScalars(results);
  RowValues rowValues(b, body, inputs, shape, mapping, results);
  RowDivisions divisions(b, body,
                         shape.empty() ? ArrayRef<Value>() : ArrayRef(inputs),
                         shape, rowValues);
  auto cloneTo = [&](OpBuilder &builder, ValueRange reciprocals) {
    for (Operation &inner : body.without_terminator()) {
      if (isa<linalg::IndexOp>(inner) || rowValues.contains(&inner) ||
          divisions.emit(builder, inner, reciprocals, mapping))
        continue;
      if (auto apply = dyn_cast<affine::AffineApplyOp>(inner)) {
        emitApply(builder, apply, mapping);
        continue;
      }
      Operation *clone = builder.clone(inner, mapping);
      // Bodies of named operations have no place of their own.
      if (isa<UnknownLoc>(clone->getLoc()))
        clone->setLoc(b.getLoc());
    }
    return llvm::map_to_vector(
        results, [&](Value value) { return mapping.lookupOrDefault(value); });
  };
  SmallVector<Value> loops, positions;
  for (auto index : body.getOps<linalg::IndexOp>()) {
    loops.push_back(index);
    positions.push_back(emitIndex(space.getDims(op, index.getDim()), shape));
  }
  bool isUniform = shape.empty();
  if (isUniform) {
    mapping.map(body.getArguments().take_front(inputs.size()), inputs);
    mapping.map(loops, positions);
    return cloneTo(b, {});
  }
  SmallVector<Value> operands;
  SmallVector<Value> reciprocals = divisions.getReciprocals();
  for (Value input : llvm::concat<const Value>(
           inputs, positions, rowValues.getEntries(), reciprocals))
    operands.push_back(broadcastTo(input, shape));
  SmallVector<Type> types;
  for (Value value : results)
    types.push_back(VectorType::get(shape, value.getType()));
  auto map = CTAMapOp::create(b, types, operands);
  OpBuilder::InsertionGuard scope(b);
  Block *block = b.createBlock(&map.getBody());
  for (Value operand : operands)
    block->addArgument(getElementTypeOrSelf(operand.getType()), b.getLoc());
  ValueRange elements = block->getArguments();
  mapping.map(body.getArguments().take_front(inputs.size()),
              elements.take_front(inputs.size()));
  mapping.map(loops, elements.slice(inputs.size(), loops.size()));
  rowValues.mapTo(elements.drop_front(inputs.size() + loops.size())
                      .drop_back(reciprocals.size()),
                  mapping);
  SmallVector<Value> yielded =
      cloneTo(b, elements.take_back(reciprocals.size()));
  lowp_gpu::YieldOp::create(b, yielded);
  return llvm::to_vector_of<Value>(map.getResults());
}

/// What the elements that an op adds to are before it, as a value per element.
Value FusionEmitter::getInitialValue(linalg::LinalgOp op) {
  return get(op.getDpsInits().front());
}

SmallVector<Value> FusionEmitter::getInputs(linalg::LinalgOp op,
                                            ValueRange used) {
  SmallVector<Value> inputs;
  for (auto [operand, argument] : llvm::zip(op->getOpOperands(), used)) {
    if (argument.use_empty()) {
      // Nothing is read.
      inputs.push_back(emitAnyScalar(argument.getType()));
      continue;
    }
    inputs.push_back(get(operand.get()));
  }
  return inputs;
}

void FusionEmitter::emitElementwise(linalg::LinalgOp op) {
  SmallVector<int64_t> shape;
  for (OpResult result : op->getResults())
    if (!isScalar(result))
      shape.assign(getTileType(result, b.getF32Type()).getShape());
  SmallVector<Value> inputs = getInputs(op, op.getBlock()->getArguments());
  // What is dequantized fills the tile, even where the matrix has one row, and
  // what a row is reduced to is a column, even of the only row.
  for (Value input : inputs)
    if (auto type = dyn_cast<VectorType>(input.getType())) {
      shape.resize(type.getRank(), 1);
      for (auto [size, given] : llvm::zip_equal(shape, type.getShape()))
        size = std::max(size, given);
    }
  SmallVector<Value> results = emitBody(
      op, *op.getBlock(), inputs,
      llvm::to_vector_of<Value>(op.getBlock()->getTerminator()->getOperands()),
      shape);
  for (auto [result, value] : llvm::zip_equal(op->getResults(), results))
    values[result] = value;
}

static Combiner getCombiner(Operation *op) {
  return llvm::TypeSwitch<Operation *, Combiner>(op)
      .Case([](arith::AddFOp) { return Combiner::AddF; })
      .Case([](arith::MulFOp) { return Combiner::MulF; })
      .Case([](arith::MaximumFOp) { return Combiner::MaximumF; })
      .Case([](arith::MinimumFOp) { return Combiner::MinimumF; })
      .Case([](arith::MaxNumFOp) { return Combiner::MaxNumF; })
      .Case([](arith::MinNumFOp) { return Combiner::MinNumF; });
}

void FusionEmitter::emitReduction(linalg::LinalgOp op) {
  Value result = op->getResult(0);
  Value begin = getInitialValue(op);
  if (!plan.isEmpty) {
    values[result] = combine(op, {begin, reduceTile(op)});
    return;
  }
  values[result] =
      toEntries(begin, VectorType::get({tileM, 1},
                                       getElementTypeOrSelf(begin.getType())));
}

/// `vector` with elements of `type`.
static Value castTile(ImplicitLocOpBuilder &b, Value vector, Type type) {
  auto from = cast<VectorType>(vector.getType());
  unsigned bits = from.getElementTypeBitWidth();
  unsigned wanted = type.getIntOrFloatBitWidth();
  if (bits == wanted)
    return vector;
  auto convert = [&](OpBuilder &inner, ValueRange x) -> SmallVector<Value> {
    if (bits < wanted)
      return {arith::ExtFOp::create(inner, b.getLoc(), type, x[0])};
    return {arith::TruncFOp::create(inner, b.getLoc(), type, x[0])};
  };
  return emitMap(b, vector, type, convert).front();
}

SmallVector<Value> FusionEmitter::emitReduced(linalg::LinalgOp op) {
  SmallVector<RowReduction> reductions = matchRowReductions(op);
  SmallVector<Value> inputs;
  for (OpOperand *operand : op.getDpsInputOperands())
    inputs.push_back(get(operand->get()));
  int64_t whole[] = {tileM, tileN};
  // The body without its combiners gives the elements.
  Block elements;
  IRMapping mapping;
  for (Value argument : op.getRegionInputArgs())
    mapping.map(argument,
                elements.addArgument(argument.getType(), argument.getLoc()));
  OpBuilder inner(op.getContext());
  inner.setInsertionPointToEnd(&elements);
  for (Operation &nested : op.getBlock()->without_terminator())
    if (llvm::none_of(reductions, [&](const RowReduction &reduction) {
          return reduction.combiner == &nested;
        }))
      inner.clone(nested, mapping);
  // emitBody leaves out what ends a block.
  lowp_gpu::YieldOp::create(inner, op.getLoc(), ValueRange());
  return emitBody(op, elements, inputs,
                  llvm::map_to_vector(reductions,
                                      [&](const RowReduction &reduction) {
                                        return mapping.lookupOrDefault(
                                            reduction.element);
                                      }),
                  whole);
}

Value FusionEmitter::reduceTile(linalg::LinalgOp op) {
  Value element = emitReduced(op).front();
  Combiner kind = getCombiner(matchRowReduction(op).combiner);
  bool repeats = kind != Combiner::AddF && kind != Combiner::MulF;
  // Lanes exchange no less than 16 bits.
  Type given = getElementTypeOrSelf(element.getType());
  Type wide = given.getIntOrFloatBitWidth() < 16 ? b.getF32Type() : given;
  // The tile's columns before the end of the row take part.
  Value taking = plan.streams
                     ? arith::SubIOp::create(b, columns, column).getResult()
                     : columns;
  Value reduced = CTAReduceOp::create(b, VectorType::get({tileM, 1}, wide),
                                      kind, castTile(b, element, wide),
                                      repeats ? Value() : taking);
  return castTile(b, reduced, given);
}

Value FusionEmitter::combine(linalg::LinalgOp op, ArrayRef<Value> both) {
  RowReduction reduction = matchRowReduction(op);
  Type scalar = getElementTypeOrSelf(both.back().getType());
  Block last;
  last.addArguments({scalar, scalar}, {op.getLoc(), op.getLoc()});
  OpBuilder inner(op.getContext());
  inner.setInsertionPointToEnd(&last);
  Operation *combine = inner.clone(*reduction.combiner);
  combine->setOperands(last.getArguments());
  lowp_gpu::YieldOp::create(inner, op.getLoc(), ValueRange());
  return emitBody(op, last, both, {combine->getResult(0)},
                  cast<VectorType>(both.back().getType()).getShape())
      .front();
}
