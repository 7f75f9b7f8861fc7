//===- DropBatches.cpp - Batches of one matrix, and repeated operands -----===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exporters write a linear layer on several sequences as a batch of matmuls by
// a weight that is repeated for each sequence, and einsums as batches of one
// matrix. A contraction that reads a repeated tensor reads the tensor itself,
// in whatever order it is stored, if that makes it one matmul, and has no loop
// for a batch of one: `lowp-normalize-contractions` then finds one matmul, with
// the rows of all sequences, which takes recipes.
//
//===----------------------------------------------------------------------===//

#include "ResultOrder.h"
#include "Steps.h"

#include "lowp/Graph/Analysis/Contraction.h"
#include "lowp/Graph/Analysis/JoinLoops.h"
#include "lowp/Graph/Analysis/MappedTensor.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lowp;

static unsigned countLoops(AffineMap map) {
  return llvm::count_if(llvm::seq(map.getNumDims()), [&](unsigned loop) {
    return map.isFunctionOfDim(loop);
  });
}

/// What `operand`, indexed by `map`, repeats along some loops, if that is all
/// that makes it another tensor but for its order.
static std::optional<MappedTensor> findRepeated(Value operand, AffineMap map) {
  std::optional<MappedTensor> found;
  for (const MappedTensor &source : listSources({operand, map}))
    if (getElementTypeOrSelf(source.value) == getElementTypeOrSelf(operand) &&
        source.map.isProjectedPermutation() &&
        countLoops(source.map) < countLoops(map))
      found = source;
  return found;
}

/// Whether no input, indexed by `maps`, the last of which is the result's, has
/// loop `loop`.
static bool isOfNoInput(ArrayRef<AffineMap> maps, unsigned loop) {
  return llvm::none_of(maps.drop_back(), [&](AffineMap map) {
    return map.isFunctionOfDim(loop);
  });
}

/// Whether a contraction with `maps` is one matmul: all its rows, columns and
/// products, of whatever loops, lie in one order in all tensors. Other loops
/// have size 1.
static bool isOneMatmul(ArrayRef<AffineMap> maps, ArrayRef<int64_t> sizes) {
  for (auto [loop, size] : llvm::enumerate(sizes))
    if (size != 1 && isOfNoInput(maps, loop))
      return false;
  FailureOr<linalg::ContractionDimensions> dims =
      linalg::inferContractionDims(maps);
  return succeeded(dims) && !dims->m.empty() && !dims->n.empty() &&
         !dims->k.empty() && dims->batch.empty() && areMergeable(maps);
}

/// `op` on the tensors that its operands repeat; `op` where that makes it no
/// matmul: kernels read what batches share without copies.
static linalg::LinalgOp dropRepeats(RewriterBase &rewriter,
                                    linalg::LinalgOp op) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  SmallVector<Value> inputs(op.getDpsInputs());
  bool found = false;
  for (auto [input, map] : llvm::zip_first(inputs, maps))
    if (std::optional<MappedTensor> source = findRepeated(input, map)) {
      input = source->value;
      map = source->map;
      found = true;
    }
  if (!found || !isOneMatmul(maps, op.getStaticLoopRanges()))
    return op;
  rewriter.setInsertionPoint(op);
  linalg::GenericOp sum = rebuildSum(rewriter, op, inputs, op.getDpsInits()[0],
                                     maps, op.getIteratorTypesArray());
  rewriter.replaceOp(op, sum);
  return sum;
}

/// The loops of one point that are no rows, columns or products of both inputs:
/// over batches of one matrix, which inputs may have no more, and over what one
/// input adds up alone.
static SmallVector<unsigned> getUnitBatches(linalg::LinalgOp op) {
  FailureOr<linalg::ContractionDimensions> dims =
      linalg::inferContractionDims(op);
  SmallVector<unsigned> units;
  if (failed(dims))
    return units;
  for (auto [loop, size] : llvm::enumerate(op.getStaticLoopRanges()))
    if (size == 1 && !llvm::is_contained(dims->m, loop) &&
        !llvm::is_contained(dims->n, loop) &&
        !llvm::is_contained(dims->k, loop))
      units.push_back(loop);
  return units;
}

static void dropUnits(RewriterBase &rewriter, linalg::LinalgOp op) {
  SmallVector<unsigned> units = getUnitBatches(op);
  if (units.empty())
    return;
  DictionaryAttr attributes = op->getDiscardableAttrDictionary();
  rewriter.setInsertionPoint(op);
  auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
  if (!generic)
    generic = *linalg::generalizeNamedOp(rewriter, op);
  generic->setDiscardableAttrs(attributes);
  dropUnitLoops(rewriter, generic, units);
}

void mlir::lowp::dropBatches(Operation *op) {
  IRRewriter rewriter(op->getContext());
  for (linalg::LinalgOp op : listSumsOfProducts(op))
    dropUnits(rewriter, dropRepeats(rewriter, op));
}
