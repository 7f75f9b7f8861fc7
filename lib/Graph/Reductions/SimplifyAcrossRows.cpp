//===- SimplifyAcrossRows.cpp - Reductions across rows --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions along rows belong to fusions. Reductions across rows, as gradients
// of biases and of repeated heads are, become what fusions and generic kernels
// run
// well.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "AcrossRows.h"
#include "FuseReductionInputs.h"

#include "lowp/Dialect/Common/BuildGeneric.h"
#include "lowp/Graph/Analysis/JoinLoops.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lowp;

/// Longer reductions are loops.
static constexpr int64_t kMostPoints = 8;

// Tests of all elements
//===----------------------------------------------------------------------===//

/// Whether `op` combines elements of i1 by "and" or "or", from a constant on.
static bool isTest(linalg::GenericOp op) {
  if (!op.hasPureTensorSemantics() || op->getNumResults() != 1 ||
      op.getNumReductionLoops() == 0 ||
      !getElementTypeOrSelf(op->getResult(0).getType()).isInteger(1) ||
      !op.getDpsInits().front().getDefiningOp<linalg::FillOp>())
    return false;
  SmallVector<Operation *, 2> combiners;
  return matchReduction(op.getRegionOutputArgs(), 0, combiners) &&
         combiners.size() == 1 &&
         isa<arith::AndIOp, arith::OrIOp>(combiners.front()) &&
         op.getBody()->getTerminator()->getOperand(0) ==
             combiners.front()->getResult(0);
}

/// 1.0 for true and 0.0 for false.
static Value toFloat(OpBuilder &builder, Location loc, Value bit) {
  return arith::UIToFPOp::create(builder, loc, builder.getF32Type(), bit);
}

/// "All" is the least, "any" the largest of numbers that are 0 or 1: reductions
/// that fusions know.
static void testByNumbers(RewriterBase &rewriter, linalg::GenericOp op) {
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  auto fill = op.getDpsInits().front().getDefiningOp<linalg::FillOp>();
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(rewriter, loc, fill.getResult(0));
  Value floats =
      tensor::EmptyOp::create(rewriter, loc, sizes, rewriter.getF32Type());
  Value init = linalg::FillOp::create(
                   rewriter, loc,
                   toFloat(rewriter, loc, fill.getInputs().front()), floats)
                   .getResult(0);
  Operation *combiner =
      op.getBody()->getTerminator()->getOperand(0).getDefiningOp();
  auto body = [&](ImplicitLocOpBuilder &b, ValueRange arguments) -> Value {
    IRMapping mapping;
    mapping.map(op.getBody()->getArguments(), arguments);
    for (Operation &inner : op.getBody()->without_terminator())
      if (&inner != combiner)
        b.clone(inner, mapping);
    Value total = op.getRegionOutputArgs().front();
    Value bit = combiner->getOperand(combiner->getOperand(0) == total ? 1 : 0);
    Value number = toFloat(b, loc, mapping.lookupOrDefault(bit));
    if (isa<arith::AndIOp>(combiner))
      return arith::MinimumFOp::create(b, number, arguments.back());
    return arith::MaximumFOp::create(b, number, arguments.back());
  };
  Value number = buildGeneric(rewriter, loc, op.getInputs(), init,
                              op.getIndexingMapsArray(), body);
  auto compare = [](ImplicitLocOpBuilder &b, ValueRange elements) -> Value {
    Value zero = arith::ConstantOp::create(b, b.getF32FloatAttr(0));
    return arith::CmpFOp::create(b, arith::CmpFPredicate::UNE, elements.front(),
                                 zero);
  };
  rewriter.replaceOp(
      op,
      buildElements(rewriter, loc, sizes, rewriter.getI1Type(), number,
                    rewriter.getMultiDimIdentityMap(sizes.size()), compare));
}

//===----------------------------------------------------------------------===//
// Few points
//===----------------------------------------------------------------------===//

/// How many points `op` reduces to each result; 0 where these are not a few.
static int64_t countFewPoints(linalg::GenericOp op) {
  int64_t count = 1;
  for (auto [size, kind] :
       llvm::zip_equal(op.getStaticLoopRanges(), op.getIteratorTypesArray())) {
    if (!linalg::isReductionIterator(kind))
      continue;
    if (ShapedType::isDynamic(size) || size > kMostPoints)
      return 0;
    count *= size;
  }
  return count <= kMostPoints ? count : 0;
}

namespace {
/// Builds the elementwise operation that `op`, a reduction over few points, is.
class Unroller {
public:
  Unroller(RewriterBase &rewriter, linalg::GenericOp op)
      : rewriter(rewriter), op(op), sizes(op.getStaticLoopRanges()) {
    op.getReductionDims(loops);
  }

  void unroll(int64_t count);

private:
  void addInput(OpOperand *input, ArrayRef<int64_t> point);
  SmallVector<int64_t> getPoint(int64_t number) const;
  AffineMap dropLoops(AffineMap map) const;

  RewriterBase &rewriter;
  linalg::GenericOp op;
  SmallVector<int64_t> sizes;
  SmallVector<unsigned> loops;
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
};
} // namespace

/// Where point `number` is along each loop; 0 for those that are no reductions.
SmallVector<int64_t> Unroller::getPoint(int64_t number) const {
  SmallVector<int64_t> point(sizes.size(), 0);
  for (unsigned loop : llvm::reverse(loops)) {
    point[loop] = number % sizes[loop];
    number /= sizes[loop];
  }
  return point;
}

/// `map` of the other loops, without results that reductions count.
AffineMap Unroller::dropLoops(AffineMap map) const {
  SmallVector<AffineExpr> results;
  for (AffineExpr expr : map.getResults()) {
    auto loop = dyn_cast<AffineDimExpr>(expr);
    if (!loop || !llvm::is_contained(loops, loop.getPosition()))
      results.push_back(expr);
  }
  llvm::SmallBitVector unused(map.getNumDims());
  for (unsigned loop : loops)
    unused.set(loop);
  return compressDims(
      AffineMap::get(map.getNumDims(), 0, results, map.getContext()), unused);
}

/// Adds the slice of `input` that `point` reads.
void Unroller::addInput(OpOperand *input, ArrayRef<int64_t> point) {
  AffineMap map = op.getMatchingIndexingMap(input);
  Value tensor = input->get();
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  maps.push_back(dropLoops(map));
  if (!type || maps.back().getNumResults() == map.getNumResults()) {
    inputs.push_back(tensor);
    return;
  }
  SmallVector<OpFoldResult> offsets(type.getRank(), rewriter.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(type.getRank(), rewriter.getIndexAttr(1));
  SmallVector<OpFoldResult> extents =
      tensor::getMixedSizes(rewriter, op.getLoc(), tensor);
  SmallVector<int64_t> shape;
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    auto loop = dyn_cast<AffineDimExpr>(expr);
    if (!loop || !llvm::is_contained(loops, loop.getPosition())) {
      shape.push_back(type.getDimSize(dim));
      continue;
    }
    offsets[dim] = rewriter.getIndexAttr(point[loop.getPosition()]);
    extents[dim] = rewriter.getIndexAttr(1);
  }
  inputs.push_back(tensor::ExtractSliceOp::create(rewriter, op.getLoc(),
                                                  type.clone(shape), tensor,
                                                  offsets, extents, strides));
}

void Unroller::unroll(int64_t count) {
  rewriter.setInsertionPoint(op);
  OpOperand *init = op.getDpsInitOperand(0);
  size_t perPoint = op.getNumDpsInputs();
  for (int64_t number = 0; number < count; ++number)
    for (OpOperand *input : op.getDpsInputOperands())
      addInput(input, getPoint(number));
  // What the reduction begins with is read, too.
  auto fill = init->get().getDefiningOp<linalg::FillOp>();
  AffineMap result = dropLoops(op.getMatchingIndexingMap(init));
  inputs.push_back(fill ? fill.getInputs().front() : init->get());
  maps.push_back(fill ? AffineMap::get(result.getNumDims(), 0, op.getContext())
                      : result);
  maps.push_back(result);
  Value empty = tensor::EmptyOp::create(
      rewriter, op.getLoc(),
      tensor::getMixedSizes(rewriter, op.getLoc(), init->get()),
      getElementTypeOrSelf(init->get().getType()));
  auto body = [&](ImplicitLocOpBuilder &b, ValueRange arguments) {
    Value sum = arguments[count * perPoint];
    for (int64_t number = 0; number < count; ++number) {
      SmallVector<Value> own(arguments.slice(number * perPoint, perPoint));
      own.push_back(sum);
      sum = cloneBody(b, *op.getBody(), own).front();
    }
    return sum;
  };
  rewriter.replaceOp(
      op, buildGeneric(rewriter, op.getLoc(), inputs, empty, maps, body));
}

static void simplify(RewriterBase &rewriter, linalg::GenericOp op) {
  int64_t points = countFewPoints(op);
  if (points == 0)
    op = fuseReductionInputs(rewriter, op);
  op = dropUnitLoops(rewriter, op,
                     llvm::to_vector(llvm::seq<unsigned>(op.getNumLoops())));
  // Loops of size 1 may have been all that was reduced.
  if (op.getNumReductionLoops() == 0)
    return;
  AffineMap result = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (points != 0 && result.isProjectedPermutation())
    Unroller(rewriter, op).unroll(points);
}

void mlir::lowp::simplifyAcrossRows(Operation *op) {
  SmallVector<linalg::GenericOp> candidates, tests;
  op->walk([&](linalg::GenericOp op) {
    if (isTest(op))
      tests.push_back(op);
    else if (op->getNumResults() == 1 && !op.hasIndexSemantics() &&
             reducesAcrossRows(op))
      candidates.push_back(op);
  });
  IRRewriter rewriter(op->getContext());
  for (linalg::GenericOp op : tests)
    testByNumbers(rewriter, op);
  for (linalg::GenericOp op : candidates)
    simplify(rewriter, op);
}
