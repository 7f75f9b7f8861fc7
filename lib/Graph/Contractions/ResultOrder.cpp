//===- ResultOrder.cpp - The order of a contraction's result --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResultOrder.h"

#include "lowp/Dialect/Common/BuildGeneric.h"
#include "lowp/Graph/Analysis/Contraction.h"
#include "lowp/Graph/Analysis/MappedTensor.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lowp;

/// The loops of each kind.
static SmallVector<ReassociationIndices> listKinds(ArrayRef<AffineMap> maps) {
  SmallVector<ReassociationIndices> kinds;
  FailureOr<linalg::ContractionDimensions> dims =
      linalg::inferContractionDims(maps);
  if (succeeded(dims))
    for (ArrayRef<unsigned> loops :
         {ArrayRef<unsigned>(dims->batch), ArrayRef<unsigned>(dims->m),
          ArrayRef<unsigned>(dims->n), ArrayRef<unsigned>(dims->k)})
      kinds.emplace_back(loops.begin(), loops.end());
  return kinds;
}

SmallVector<ReassociationIndices>
mlir::lowp::findMergeable(ArrayRef<AffineMap> maps) {
  SmallVector<ReassociationIndices> kinds = listKinds(maps);
  llvm::erase_if(kinds, [&](const ReassociationIndices &loops) {
    return loops.size() < 2 || !linalg::areDimSequencesPreserved(maps, loops);
  });
  return kinds;
}

bool mlir::lowp::areMergeable(ArrayRef<AffineMap> maps) {
  SmallVector<ReassociationIndices> kinds = listKinds(maps);
  return !kinds.empty() &&
         llvm::all_of(kinds, [&](const ReassociationIndices &loops) {
           return loops.size() < 2 ||
                  linalg::areDimSequencesPreserved(maps, loops);
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
  return buildZeros(builder, loc, sizes, getElementTypeOrSelf(init));
}

linalg::GenericOp mlir::lowp::buildOrderedSum(OpBuilder &builder,
                                              linalg::LinalgOp op,
                                              ArrayRef<int64_t> order) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps[2] = AffineMap::get(maps[2].getNumDims(), 0,
                           applyPermutation(maps[2].getResults(), order),
                           op.getContext());
  Value init = orderInit(builder, op.getLoc(), op.getDpsInits()[0], order);
  return rebuildSum(builder, op, op.getDpsInputs(), init, maps,
                    op.getIteratorTypesArray());
}

linalg::GenericOp mlir::lowp::orderResult(RewriterBase &rewriter,
                                          linalg::LinalgOp op,
                                          ArrayRef<int64_t> order) {
  rewriter.setInsertionPoint(op);
  linalg::GenericOp ordered = buildOrderedSum(rewriter, op, order);
  Value transposed = transpose(rewriter, op.getLoc(), ordered.getResult(0),
                               invertPermutationVector(order));
  rewriter.replaceOp(op,
                     rewriter.createOrFold<tensor::CastOp>(
                         op.getLoc(), op->getResult(0).getType(), transposed));
  return ordered;
}

linalg::GenericOp mlir::lowp::orderResult(RewriterBase &rewriter,
                                          linalg::GenericOp op) {
  SmallVector<int64_t> order = findOrder(op);
  return order.empty() ? op : orderResult(rewriter, op, order);
}
