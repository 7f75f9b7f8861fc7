//===- SumOrder.cpp - The order in which products are added up ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SumOrder.h"

#include "lowp/Graph/Analysis/TensorBytes.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::lowp;

MappedTensor mlir::lowp::putSideBySide(OpBuilder &builder, Location loc,
                                       MappedTensor tensor,
                                       ArrayRef<unsigned> loops) {
  AffineMap map = tensor.map;
  auto places = llvm::map_to_vector(loops, [&](unsigned loop) -> int64_t {
    return *map.getResultPosition(getAffineDimExpr(loop, builder.getContext()));
  });
  int64_t last = *llvm::max_element(places);
  SmallVector<int64_t> order;
  for (int64_t dim : llvm::seq<int64_t>(0, map.getNumResults())) {
    if (dim == last)
      order.append(places);
    else if (!llvm::is_contained(places, dim))
      order.push_back(dim);
  }
  if (llvm::is_sorted(order))
    return tensor;
  return {transpose(builder, loc, tensor.value, order),
          AffineMap::get(map.getNumDims(), 0,
                         applyPermutation(map.getResults(), order),
                         builder.getContext())};
}

/// The loops of the sum of `op` where they cannot be one: in the order of its
/// largest operand. Empty for others.
static SmallVector<unsigned> findLoops(linalg::GenericOp op) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  FailureOr<linalg::ContractionDimensions> dims =
      linalg::inferContractionDims(op);
  if (failed(dims) || dims->k.size() < 2 ||
      !llvm::all_of(maps,
                    [](AffineMap map) { return map.isProjectedPermutation(); }))
    return {};
  ReassociationIndices loops(dims->k.begin(), dims->k.end());
  if (linalg::areDimSequencesPreserved(maps, loops))
    return {};
  bool isFirst = countBytes(op.getInputs()[0].getType()) >=
                 countBytes(op.getInputs()[1].getType());
  SmallVector<unsigned> ordered(dims->k.begin(), dims->k.end());
  llvm::sort(ordered, [&](unsigned one, unsigned other) {
    auto place = [&](unsigned loop) {
      return *maps[isFirst ? 0 : 1].getResultPosition(
          getAffineDimExpr(loop, op.getContext()));
    };
    return place(one) < place(other);
  });
  return ordered;
}

void mlir::lowp::orderSum(RewriterBase &rewriter, linalg::GenericOp op) {
  SmallVector<unsigned> loops = findLoops(op);
  if (loops.empty())
    return;
  rewriter.setInsertionPoint(op);
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  for (unsigned index : {0, 1}) {
    MappedTensor ordered = putSideBySide(
        rewriter, op.getLoc(), {op.getInputs()[index], maps[index]}, loops);
    op->setOperand(index, ordered.value);
    maps[index] = ordered.map;
  }
  op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
}
