//===- GroupOperations.cpp - Memory-bound ops that run as one kernel ------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A `lowp.fusion` takes a quantize, the elementwise ops and the reductions
// along rows that it reads, and other quantizes of the same value; or a chain
// of elementwise ops and reductions without a quantize. A quantize with given
// scales takes the `lowp.compute_scale` that gives them, and a `lowp.amax` what
// it reads: the two phases of a quantize whose blocks no CTA holds. Sums in f32
// over parts of the rows of a matrix that is quantized, or whose rows are
// reduced, as split-reductions leaves those of the gradients of a bias or a
// norm's weight, are outputs of the fusion. Ops are known by their structure
// (IterationSpace.h, PartialSum.h), not by their names. A value that others
// read too is one more output.
//
//===----------------------------------------------------------------------===//

#include "FusionGroup.h"
#include "FusionPlan.h"

#include "lowp/Fusion/FusedKinds.h"
#include "lowp/Graph/Analysis/KeptRows.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::lowp;

/// The parts of what `op` reads, if they are there before it.
static SplitScaledOp findSplit(DequantizeOp op) {
  for (Operation *user : op.getInput().getUsers())
    if (auto split = dyn_cast<SplitScaledOp>(user);
        split && split->getBlock() == op->getBlock() &&
        split->isBeforeInBlock(op))
      return split;
  return {};
}

/// Puts the data and the scales of what `op` reads before it, for it
/// alone: a kernel takes tensors.
static void splitInput(DequantizeOp op) {
  if (classifyForFusion(op) == FusedKind::None)
    return;
  OpBuilder builder(op);
  if (auto made = op.getInput().getDefiningOp<MakeScaledOp>()) {
    if (made->getBlock() != op->getBlock() || !made->hasOneUse())
      op.getInputMutable().assign(
          cast<MakeScaledOp>(builder.clone(*made)).getResult());
    return;
  }
  SplitScaledOp split = findSplit(op);
  if (!split)
    split = SplitScaledOp::create(builder, op.getLoc(), op.getInput());
  op.getInputMutable().assign(MakeScaledOp::create(
      builder, op.getLoc(), op.getInput().getType(), split.getResults()));
}

/// Says `why` no kernel does what `op` does and more.
static void reportAlone(Operation &op, StringRef why) {
  if (!isa<QuantizeOp, DequantizeOp>(op))
    return;
  remark::missed(
      op.getLoc(),
      remark::RemarkOpts::name("not-fused").category("lowp-form-fusions"))
      << remark::reason("a {0} runs alone: {1}",
                        isa<QuantizeOp>(op) ? "quantize" : "dequantize", why);
}

/// Whether a group may begin with `op`. Numbers of matrices are computed with
/// what reads them, or alone.
static bool isRoot(Operation &op) {
  if (isa<ComputeGlobalScaleOp>(op))
    return false;
  std::string why;
  FusedKind kind = classifyForFusion(&op, why);
  if (kind == FusedKind::None)
    reportAlone(op, why);
  return kind == FusedKind::Quantize || kind == FusedKind::Amax ||
         kind == FusedKind::Elementwise || kind == FusedKind::RowReduction ||
         kind == FusedKind::Concat;
}

/// Whether all of `group` is an op that writes some rows of what only it reads,
/// and hands on the others: by itself it runs in place, where these stay as
/// they are.
static bool writesSomeRows(const FusionGroup &group) {
  auto op = dyn_cast<linalg::LinalgOp>(group.getOps().front());
  if (group.getOps().size() > 1 || !op)
    return false;
  std::optional<KeptRows> rows = matchKeptRows(op);
  if (!rows || !op.getDpsInits()[0].getDefiningOp<tensor::EmptyOp>())
    return false;
  Value source = rows->kept->get();
  return source.hasOneUse() && source.getDefiningOp<GemmOp>();
}

/// From the last op to the first, so that a group has what only it reads.
void FusionPlan::form(int64_t maxRow) {
  for (auto op : block.getOps<DequantizeOp>())
    splitInput(op);
  SmallVector<Operation *> ops;
  for (Operation &op : llvm::reverse(block))
    ops.push_back(&op);
  auto addGroup = [&](const FusionGroup &group) {
    SmallVector<Operation *> ops = group.getInOrder();
    add(ops, ops.back()->getLoc());
  };
  for (Operation *op : ops) {
    if (getOwner(op) || !isRoot(*op))
      continue;
    FusionGroup group(*this, op, maxRow);
    std::string why;
    if (!group.isLegal(why)) {
      if (!why.empty())
        reportAlone(*op, why);
      continue;
    }
    group.grow();
    // At once: a group that is formed later must not reach into it.
    if (auto first = group.findRowsFirst()) {
      addGroup(*first);
      FusionGroup second(*this, op, maxRow);
      second.grow();
      if (!writesSomeRows(second))
        addGroup(second);
    } else if (!writesSomeRows(group)) {
      addGroup(group);
    }
  }
}
