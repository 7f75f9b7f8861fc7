//===- ResultOrder.cpp - The order of a contraction's result --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Graph/Analysis/ResultOrder.h"

#include "lowp/Graph/Analysis/Contraction.h"
#include "lowp/Graph/Analysis/MappedTensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lowp;

bool mlir::lowp::areMergeable(ArrayRef<AffineMap> maps) {
  FailureOr<linalg::ContractionDimensions> dims =
      linalg::inferContractionDims(maps);
  if (failed(dims))
    return false;
  return llvm::all_of(
      ArrayRef<ArrayRef<unsigned>>{dims->batch, dims->m, dims->n, dims->k},
      [&](ArrayRef<unsigned> loops) {
        ReassociationIndices sequence(loops.begin(), loops.end());
        return sequence.size() < 2 ||
               linalg::areDimSequencesPreserved(maps, sequence);
      });
}

/// Returns the loops of `wanted` that `map` reads, in its order.
static SmallVector<unsigned> inOrderOf(AffineMap map,
                                       ArrayRef<unsigned> wanted) {
  SmallVector<unsigned> loops;
  for (AffineExpr index : map.getResults())
    if (auto loop = dyn_cast<AffineDimExpr>(index);
        loop && llvm::is_contained(wanted, loop.getPosition()))
      loops.push_back(loop.getPosition());
  return loops;
}

/// The loops of the result in the order of the operands: the batch, rows and
/// columns, which the last dimension stays one of.
static SmallVector<unsigned>
listLoops(linalg::GenericOp op, const linalg::ContractionDimensions &dims,
          ArrayRef<AffineMap> maps) {
  ArrayRef<unsigned> rows = dims.m, columns = dims.n;
  AffineMap rowMap = maps[0], columnMap = maps[1];
  if (!llvm::is_contained(
          columns, maps[2].getDimPosition(maps[2].getNumResults() - 1))) {
    std::swap(rows, columns);
    std::swap(rowMap, columnMap);
  }
  SmallVector<unsigned> loops = inOrderOf(rowMap, dims.batch);
  llvm::append_range(loops, inOrderOf(rowMap, rows));
  llvm::append_range(loops, inOrderOf(columnMap, columns));
  return loops;
}

/// The dimensions of the result of `op` in the order to compute them in; empty
/// if there is no better one.
static SmallVector<int64_t> findOrder(linalg::GenericOp op) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  FailureOr<linalg::ContractionDimensions> dims =
      linalg::inferContractionDims(op);
  if (failed(dims) || maps[2].getNumResults() == 0 ||
      !maps[2].isProjectedPermutation() || areMergeable(maps))
    return {};
  SmallVector<unsigned> loops = listLoops(op, *dims, maps);
  AffineMap ordered = AffineMap::getMultiDimMapWithTargets(
      op.getNumLoops(), loops, op.getContext());
  if (loops.size() != maps[2].getNumResults() ||
      !areMergeable({maps[0], maps[1], ordered}))
    return {};
  return llvm::map_to_vector(loops, [&](unsigned loop) -> int64_t {
    return *maps[2].getResultPosition(getAffineDimExpr(loop, op.getContext()));
  });
}

/// What the contraction starts from, its dimension `order[i]` as i.
static Value orderInit(OpBuilder &builder, Location loc, Value init,
                       ArrayRef<int64_t> order) {
  if (!isZeroFilled(init))
    return transpose(builder, loc, init, order);
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, init);
  applyPermutationToVector(sizes, order);
  Type element = getElementTypeOrSelf(init);
  Value empty = tensor::EmptyOp::create(builder, loc, sizes, element);
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(element));
  return linalg::FillOp::create(builder, loc, zero, empty).getResult(0);
}

linalg::GenericOp mlir::lowp::orderResult(RewriterBase &rewriter,
                                          linalg::GenericOp op) {
  SmallVector<int64_t> order = findOrder(op);
  if (order.empty())
    return op;
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps[2] = AffineMap::get(maps[2].getNumDims(), 0,
                           applyPermutation(maps[2].getResults(), order),
                           op.getContext());
  Value init = orderInit(rewriter, loc, op.getOutputs()[0], order);
  auto ordered = linalg::GenericOp::create(
      rewriter, loc, TypeRange{init.getType()}, op.getInputs(),
      ValueRange{init}, maps, op.getIteratorTypesArray());
  rewriter.inlineRegionBefore(op.getRegion(), ordered.getRegion(),
                              ordered.getRegion().end());
  ordered->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  Value transposed = transpose(rewriter, loc, ordered.getResult(0),
                               invertPermutationVector(order));
  if (transposed.getType() != op.getResult(0).getType())
    transposed = tensor::CastOp::create(rewriter, loc,
                                        op.getResult(0).getType(), transposed);
  rewriter.replaceOp(op, transposed);
  return ordered;
}
