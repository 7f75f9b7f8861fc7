//===- UnrollSums.cpp - Sums over a few rows at computed numbers ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reduction over at most 8 steps, whose body reads elements along rows that
// numbers in tensors tell, becomes an elementwise operation: the body once for
// each step, in their order. So the weighted sum of the rows that belong to a
// token in a mixture of experts is part of a fusion, with what rounds it.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lowp;

/// Steps whose operations a fusion holds.
static constexpr int64_t kMostSteps = 8;

/// The steps of the reduction loops together; nothing if they are unknown.
static std::optional<int64_t> countSteps(linalg::GenericOp op) {
  SmallVector<unsigned> loops;
  op.getReductionDims(loops);
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  int64_t steps = 1;
  for (unsigned loop : loops) {
    if (ShapedType::isDynamic(ranges[loop]) || ranges[loop] > kMostSteps)
      return std::nullopt;
    steps *= ranges[loop];
  }
  return steps;
}

/// Whether the body reads along rows, at numbers that it computes.
static bool readsRows(linalg::GenericOp op) {
  return llvm::any_of(
      op.getBody()->getOps<tensor::ExtractOp>(), [&](tensor::ExtractOp read) {
        if (read.getIndices().size() != 2)
          return false;
        auto column = read.getIndices()[1].getDefiningOp<linalg::IndexOp>();
        return column && op.getIteratorTypesArray()[column.getDim()] ==
                             utils::IteratorType::parallel;
      });
}

static bool isShortSum(linalg::GenericOp op) {
  if (!op.hasPureTensorSemantics() || op.getNumReductionLoops() == 0 ||
      !readsRows(op))
    return false;
  std::optional<int64_t> steps = countSteps(op);
  bool areProjections =
      llvm::all_of(op.getIndexingMapsArray(),
                   [](AffineMap map) { return map.isProjectedPermutation(); });
  return steps && *steps >= 1 && *steps <= kMostSteps && areProjections;
}

namespace {
/// Writes the elementwise operation.
class SumUnroller {
public:
  SumUnroller(RewriterBase &rewriter, linalg::GenericOp op)
      : rewriter(rewriter), op(op), ranges(op.getStaticLoopRanges()) {
    unsigned count = 0;
    for (auto [loop, type] : llvm::enumerate(op.getIteratorTypesArray()))
      numbers.push_back(type == utils::IteratorType::parallel
                            ? std::optional(count++)
                            : std::nullopt);
    numLoops = count;
  }

  void run();

private:
  /// Whether the elements of `operand` differ from step to step.
  bool differs(OpOperand &operand) {
    return llvm::any_of(
        op.getMatchingIndexingMap(&operand).getResults(),
        [&](AffineExpr index) {
          return !numbers[cast<AffineDimExpr>(index).getPosition()];
        });
  }
  /// The map of `operand` over the loops that are left.
  AffineMap getMap(OpOperand &operand);
  /// What the sum begins with, in the body, where `argument` stands for the
  /// element of the destination.
  Value getStart(OpOperand &init, Value argument);
  void buildBody(OpBuilder &b, Location loc, ValueRange arguments,
                 ArrayRef<OpOperand *> same);
  /// The body at one step: what it yields, given the sums so far.
  SmallVector<Value> buildStep(OpBuilder &b, IRMapping mapping,
                               ArrayRef<Value> loops, ValueRange sums);

  RewriterBase &rewriter;
  linalg::GenericOp op;
  SmallVector<int64_t> ranges;
  /// The new number of each loop, nothing for one of steps.
  SmallVector<std::optional<unsigned>> numbers;
  unsigned numLoops;
};
} // namespace

AffineMap SumUnroller::getMap(OpOperand &operand) {
  SmallVector<AffineExpr> indices;
  for (AffineExpr index : op.getMatchingIndexingMap(&operand).getResults())
    indices.push_back(rewriter.getAffineDimExpr(
        *numbers[cast<AffineDimExpr>(index).getPosition()]));
  return AffineMap::get(numLoops, 0, indices, op.getContext());
}

Value SumUnroller::getStart(OpOperand &init, Value argument) {
  auto fill = init.get().getDefiningOp<linalg::FillOp>();
  return fill ? fill.getInputs().front() : argument;
}

SmallVector<Value> SumUnroller::buildStep(OpBuilder &b, IRMapping mapping,
                                          ArrayRef<Value> loops,
                                          ValueRange sums) {
  for (OpOperand *input : op.getDpsInputOperands()) {
    if (!differs(*input))
      continue;
    SmallVector<Value> indices;
    for (AffineExpr index : op.getMatchingIndexingMap(input).getResults())
      indices.push_back(loops[cast<AffineDimExpr>(index).getPosition()]);
    mapping.map(
        op.getMatchingBlockArgument(input),
        tensor::ExtractOp::create(b, op.getLoc(), input->get(), indices));
  }
  for (auto [argument, sum] : llvm::zip_equal(op.getRegionOutputArgs(), sums))
    mapping.map(argument, sum);
  for (Operation &inner : op.getBody()->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(inner))
      mapping.map(index.getResult(), loops[index.getDim()]);
    else
      b.clone(inner, mapping);
  }
  return llvm::map_to_vector(
      op.getBody()->getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
}

void SumUnroller::buildBody(OpBuilder &b, Location loc, ValueRange arguments,
                            ArrayRef<OpOperand *> same) {
  IRMapping mapping;
  for (auto [operand, argument] : llvm::zip(same, arguments))
    mapping.map(op.getMatchingBlockArgument(operand), argument);
  SmallVector<Value> loops, sums;
  for (std::optional<unsigned> number : numbers)
    loops.push_back(number
                        ? linalg::IndexOp::create(b, loc, *number).getResult()
                        : Value());
  for (auto [init, argument] :
       llvm::zip(op.getDpsInitsMutable(),
                 arguments.drop_front(same.size() - op.getNumDpsInits())))
    sums.push_back(getStart(init, argument));
  for (int64_t step = 0, count = *countSteps(op); step < count; ++step) {
    int64_t rest = step;
    for (size_t loop = loops.size(); loop-- > 0;) {
      if (numbers[loop])
        continue;
      loops[loop] = arith::ConstantIndexOp::create(b, loc, rest % ranges[loop]);
      rest /= ranges[loop];
    }
    sums = buildStep(b, mapping, loops, sums);
  }
  linalg::YieldOp::create(b, loc, sums);
}

void SumUnroller::run() {
  rewriter.setInsertionPoint(op);
  SmallVector<OpOperand *> same;
  SmallVector<Value> inputs, inits;
  SmallVector<AffineMap> maps;
  auto addInput = [&](OpOperand &operand) {
    same.push_back(&operand);
    inputs.push_back(operand.get());
    maps.push_back(getMap(operand));
  };
  for (OpOperand *input : op.getDpsInputOperands())
    if (!differs(*input))
      addInput(*input);
  // What was added to is read, and the sum is another tensor.
  for (OpOperand &init : op.getDpsInitsMutable())
    addInput(init);
  for (OpOperand &init : op.getDpsInitsMutable()) {
    Value tensor = init.get();
    inits.push_back(tensor::EmptyOp::create(
        rewriter, op.getLoc(),
        tensor::getMixedSizes(rewriter, op.getLoc(), tensor),
        getElementTypeOrSelf(tensor.getType())));
    maps.push_back(getMap(init));
  }
  SmallVector<utils::IteratorType> loops(numLoops,
                                         utils::IteratorType::parallel);
  auto sum = linalg::GenericOp::create(
      rewriter, op.getLoc(), op.getResultTypes(), inputs, inits, maps, loops,
      [&](OpBuilder &b, Location loc, ValueRange arguments) {
        buildBody(b, loc, arguments, same);
      });
  rewriter.replaceOp(op, sum.getResults());
}

void mlir::lowp::unrollSums(Operation *op) {
  SmallVector<linalg::GenericOp> sums;
  op->walk([&](linalg::GenericOp op) {
    if (isShortSum(op))
      sums.push_back(op);
  });
  IRRewriter rewriter(op->getContext());
  for (linalg::GenericOp op : sums)
    SumUnroller(rewriter, op).run();
}
