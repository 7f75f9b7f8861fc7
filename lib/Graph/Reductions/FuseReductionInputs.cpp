//===- FuseReductionInputs.cpp - What a reduction reads -------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The gradient of a norm's weights adds up products of what other kernels have
// at hand. A product that is stored costs a launch, a write and a read.
//
//===----------------------------------------------------------------------===//

#include "FuseReductionInputs.h"
#include "AcrossRows.h"

#include "lowp/Graph/Analysis/Contraction.h"
#include "lowp/Graph/Analysis/ElementwiseOps.h"
#include "lowp/Graph/Analysis/TensorBytes.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

using namespace mlir;
using namespace mlir::lowp;

/// What may be stored beside, as the factors of rows, in parts of a result.
static constexpr int64_t kSmallPart = 8;

/// Whether `op` rounds a matmul that nobody reads otherwise: its kernel writes
/// what is rounded.
static bool roundsMatmul(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 1)
    return false;
  Value sum = op.getDpsInputs().front();
  auto matmul = sum.getDefiningOp<linalg::LinalgOp>();
  return matmul && isSumOfProducts(matmul) && findRounding(sum) == op;
}

static linalg::GenericOp getProducer(Value value) {
  auto producer = value.getDefiningOp<linalg::GenericOp>();
  if (!producer || !lowp::isElementwiseOp(producer) ||
      !producer.hasPureTensorSemantics() || roundsMatmul(producer))
    return {};
  return producer;
}

namespace {
/// The fewest bytes that make values again, from what is stored.
class Bytes {
public:
  int64_t count(Value value);
  /// For what `reader` does not read anyway.
  int64_t countInputs(linalg::GenericOp producer, linalg::GenericOp reader);

private:
  DenseMap<Value, int64_t> counted;
};
} // namespace

int64_t Bytes::count(Value value) {
  if (auto place = counted.find(value); place != counted.end())
    return place->second;
  int64_t bytes = lowp::countBytes(value.getType());
  if (linalg::GenericOp producer = getProducer(value))
    bytes = std::min(bytes, countInputs(producer, {}));
  return counted[value] = bytes;
}

int64_t Bytes::countInputs(linalg::GenericOp producer,
                           linalg::GenericOp reader) {
  int64_t bytes = 0;
  for (Value input : producer.getDpsInputs())
    if (!reader || !llvm::is_contained(reader.getDpsInputs(), input))
      bytes += count(input);
  return bytes;
}

/// Whether `reader` had better compute what it reads from `producer`.
static bool isCheaperAgain(linalg::GenericOp producer,
                           linalg::GenericOp reader) {
  Value result = producer->getResult(0);
  int64_t stored = lowp::countBytes(result.getType());
  return result.hasOneUse() ||
         Bytes().countInputs(producer, reader) <= stored + stored / kSmallPart;
}

/// `op` with what makes `input` in its body; null where it stays outside.
static linalg::GenericOp fuseInput(RewriterBase &rewriter, linalg::GenericOp op,
                                   OpOperand *input) {
  linalg::GenericOp producer = getProducer(input->get());
  // What rows share, as one over a norm, would be computed again in each.
  bool isOfAllPoints =
      hasAllPoints(op.getMatchingIndexingMap(input), op.getStaticLoopRanges());
  if (!producer || !isOfAllPoints || !isCheaperAgain(producer, op) ||
      !linalg::areElementwiseOpsFusable(input))
    return {};
  rewriter.setInsertionPoint(op);
  // What others read stays theirs: fusion would hand it out of the reduction.
  Operation *own = rewriter.clone(*producer);
  rewriter.modifyOpInPlace(op, [&] { input->set(own->getResult(0)); });
  FailureOr<linalg::ElementwiseOpFusionResult> fused =
      linalg::fuseElementwiseOps(rewriter, input);
  if (failed(fused)) {
    rewriter.modifyOpInPlace(op, [&] { input->set(producer->getResult(0)); });
    rewriter.eraseOp(own);
    return {};
  }
  rewriter.replaceAllUsesWith(op->getResult(0),
                              fused->replacements.lookup(op->getResult(0)));
  Operation *read[] = {op, own, producer};
  for (Operation *dead : read)
    if (dead->use_empty())
      rewriter.eraseOp(dead);
  return cast<linalg::GenericOp>(fused->fusedOp);
}

linalg::GenericOp mlir::lowp::fuseReductionInputs(RewriterBase &rewriter,
                                                  linalg::GenericOp op) {
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (OpOperand *input : op.getDpsInputOperands()) {
      linalg::GenericOp fused = fuseInput(rewriter, op, input);
      if (!fused)
        continue;
      op = fused;
      isChanged = true;
      break;
    }
  }
  return op;
}
