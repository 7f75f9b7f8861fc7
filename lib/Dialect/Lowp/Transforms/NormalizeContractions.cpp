//===- NormalizeContractions.cpp - Generics that are matmuls --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Dialect/Lowp/Transforms/Contraction.h"
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_NORMALIZECONTRACTIONSPASS
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

/// Makes one dimension of those that are rows alone, columns alone, summed over
/// or counted alike by all tensors, where they lie in one order everywhere: a
/// matmul on tokens of several sequences has two of rows. Returns the operation
/// that is left in place of `op`.
static linalg::GenericOp mergeDims(IRRewriter &rewriter, linalg::GenericOp op) {
  FailureOr<linalg::ContractionDimensions> dims =
      linalg::inferContractionDims(op);
  if (failed(dims))
    return op;
  SmallVector<ReassociationIndices> sequences;
  for (ArrayRef<unsigned> loops :
       {ArrayRef<unsigned>(dims->batch), ArrayRef<unsigned>(dims->m),
        ArrayRef<unsigned>(dims->n), ArrayRef<unsigned>(dims->k)}) {
    ReassociationIndices sequence(loops.begin(), loops.end());
    if (sequence.size() > 1 && linalg::areDimSequencesPreserved(
                                   op.getIndexingMapsArray(), sequence))
      sequences.push_back(sequence);
  }
  if (sequences.empty())
    return op;
  DictionaryAttr attributes = op->getDiscardableAttrDictionary();
  rewriter.setInsertionPoint(op);
  FailureOr<linalg::CollapseResult> merged =
      linalg::collapseOpIterationDims(op, sequences, rewriter);
  if (failed(merged))
    return op;
  rewriter.replaceOp(op, merged->results);
  auto generic = cast<linalg::GenericOp>(merged->collapsedOp.getOperation());
  generic->setDiscardableAttrs(attributes);
  return generic;
}

/// The maps of `op` as those of a matmul, whose loops are m, n and k; nothing if
/// it is another contraction.
static std::optional<SmallVector<AffineMap>> getMatmulMaps(linalg::GenericOp op) {
  FailureOr<linalg::ContractionDimensions> dims =
      linalg::inferContractionDims(op);
  if (failed(dims) || op.getNumLoops() != 3 || dims->m.size() != 1 ||
      dims->n.size() != 1 || dims->k.size() != 1)
    return std::nullopt;
  MLIRContext *context = op.getContext();
  SmallVector<AffineExpr> loops(3);
  loops[dims->m[0]] = getAffineDimExpr(0, context);
  loops[dims->n[0]] = getAffineDimExpr(1, context);
  loops[dims->k[0]] = getAffineDimExpr(2, context);
  SmallVector<AffineMap> maps;
  for (AffineMap map : op.getIndexingMapsArray())
    maps.push_back(map.replaceDimsAndSymbols(loops, {}, 3, 0));
  // A matmul has rows of the result from its first operand.
  AffineMap result =
      AffineMap::getMultiDimMapWithTargets(3, {0, 1}, context);
  bool isMatmul = maps[2] == result &&
                  llvm::all_of(maps, [](AffineMap map) {
                    return map.getNumResults() == 2 &&
                           map.isProjectedPermutation();
                  });
  return isMatmul ? std::optional(maps) : std::nullopt;
}

static void nameMatmul(IRRewriter &rewriter, linalg::GenericOp op) {
  std::optional<SmallVector<AffineMap>> maps = getMatmulMaps(op);
  if (!maps)
    return;
  rewriter.setInsertionPoint(op);
  auto matmul = linalg::MatmulOp::create(rewriter, op.getLoc(),
                                         op.getResultTypes(), op.getInputs(),
                                         op.getOutputs());
  matmul.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(*maps));
  matmul->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  rewriter.replaceOp(op, matmul);
}

namespace {
struct NormalizeContractionsPass
    : lowp::impl::NormalizeContractionsPassBase<NormalizeContractionsPass> {
  void runOnOperation() override {
    SmallVector<linalg::GenericOp> contractions;
    getOperation()->walk([&](linalg::GenericOp op) {
      if (isSumOfProducts(op))
        contractions.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (linalg::GenericOp op : contractions)
      nameMatmul(rewriter, mergeDims(rewriter, op));
  }
};
} // namespace
