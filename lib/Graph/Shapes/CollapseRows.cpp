//===- CollapseRows.cpp - Batches of rows are rows ------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Front ends compute norms and activations on tensors of sequences by tokens by
// elements, and join the first two before each matmul. A fusion or an
// epilogue has one space, whose rows are those of the matmul. So what is
// elementwise or reduces rows is computed on joined dimensions, wherever a
// reshape before it or after it joins them and all its operands have them
// next to each other. So is a copy that transposes a batch, as a gradient of a
// weight reads it. The patterns are upstream's; what divides a dimension of
// size 1 is left alone.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Graph/Analysis/Contraction.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

/// The reshape of `op` as the type of more dimensions and the groups of them;
/// nothing if it is something else.
static std::optional<
    std::pair<RankedTensorType, SmallVector<ReassociationIndices>>>
matchReshape(Operation *op) {
  if (auto collapse = dyn_cast_or_null<tensor::CollapseShapeOp>(op))
    return std::pair(collapse.getSrcType(), collapse.getReassociationIndices());
  if (auto expand = dyn_cast_or_null<tensor::ExpandShapeOp>(op))
    return std::pair(expand.getResultType(), expand.getReassociationIndices());
  return std::nullopt;
}

namespace {
/// The first two dimensions of batches of rows, where reshapes join them.
class Batches {
public:
  /// Takes note of `op`, if it joins the first two of three dimensions or
  /// divides them again, neither of them of size 1.
  void note(Operation *op) {
    if (auto sizes = match(op, /*rank=*/3))
      known.insert(*sizes);
  }
  bool isEmpty() const { return known.empty(); }
  /// Whether `op` joins rows or divides them again: those of a batch, or the
  /// numbers that each of them has.
  bool joins(Operation *op) const {
    auto numbers = match(op, /*rank=*/2);
    return match(op, /*rank=*/3) || (numbers && known.contains(*numbers)) ||
           joinsTransposed(op);
  }

private:
  using Sizes = std::pair<int64_t, int64_t>;

  /// Whether `op` joins the rows of a batch that is transposed, the columns of
  /// which come first.
  bool joinsTransposed(Operation *op) const {
    auto collapse = dyn_cast_or_null<tensor::CollapseShapeOp>(op);
    if (!collapse || collapse.getSrcType().getRank() != 3 ||
        collapse.getResultType().getRank() != 2 ||
        collapse.getReassociationIndices().back().size() != 2)
      return false;
    ArrayRef<int64_t> shape = collapse.getSrcType().getShape();
    AffineMap source = lowp::getTransposeMap(collapse.getSrc());
    return source && source.getDimPosition(2) == 0 &&
           known.contains(Sizes(shape[1], shape[2]));
  }

  static std::optional<Sizes> match(Operation *op, int64_t rank) {
    auto reshape = matchReshape(op);
    if (!reshape || reshape->first.getRank() != rank ||
        int64_t(reshape->second.size()) != rank - 1 ||
        reshape->second.front().size() != 2)
      return std::nullopt;
    Sizes sizes(reshape->first.getDimSize(0), reshape->first.getDimSize(1));
    if (sizes.first == 1 || sizes.second == 1)
      return std::nullopt;
    return sizes;
  }

  llvm::SmallDenseSet<Sizes> known;
};
} // namespace

/// A reshape that joins the rows of `value`, or of what is computed from it
/// element by element or row by row; null if there is none.
static tensor::CollapseShapeOp
findJoin(Value value, const Batches &batches,
         llvm::SmallPtrSetImpl<Operation *> &seen) {
  auto shape = cast<RankedTensorType>(value.getType()).getShape();
  for (Operation *user : value.getUsers()) {
    if (!seen.insert(user).second)
      continue;
    if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(user)) {
      if (batches.joins(collapse))
        return collapse;
      continue;
    }
    auto generic = dyn_cast<linalg::GenericOp>(user);
    if (!generic || generic->getNumResults() != 1)
      continue;
    auto type = dyn_cast<RankedTensorType>(generic.getResult(0).getType());
    if (type && type.getRank() == int64_t(shape.size()) &&
        type.getShape().drop_back() == shape.drop_back())
      if (auto found = findJoin(generic.getResult(0), batches, seen))
        return found;
  }
  return {};
}

/// Lets all users of an argument see it through the reshape that joins its
/// rows, and back: the patterns then carry the way back through the users.
static void joinArgument(BlockArgument argument, const Batches &batches) {
  auto type = dyn_cast<RankedTensorType>(argument.getType());
  if (!type || type.getRank() < 3)
    return;
  llvm::SmallPtrSet<Operation *, 16> seen;
  tensor::CollapseShapeOp join = findJoin(argument, batches, seen);
  if (!join)
    return;
  OpBuilder builder(argument.getContext());
  builder.setInsertionPointToStart(argument.getOwner());
  Location loc = argument.getLoc();
  SmallVector<ReassociationIndices> groups = join.getReassociationIndices();
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(builder, loc, argument);
  Value joined =
      tensor::CollapseShapeOp::create(builder, loc, argument, groups);
  Value divided =
      tensor::ExpandShapeOp::create(builder, loc, type, joined, groups, sizes);
  argument.replaceUsesWithIf(divided, [&](OpOperand &use) {
    return isa<linalg::GenericOp>(use.getOwner());
  });
}

/// All loops of a generic on a batch of rows: none of them is one that another
/// op would be known by.
static SmallVector<unsigned> getLoopsOfRows(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic || generic.getNumLoops() != 3)
    return {};
  SmallVector<int64_t> sizes = generic.getStaticLoopRanges();
  if (sizes[0] == 1 || sizes[1] == 1)
    return {};
  return {0, 1, 2};
}

/// Statistics of rows have a last dimension of size 1, which the patterns that
/// join dimensions do not understand.
static LogicalResult dropUnits(Operation *op) {
  RewritePatternSet patterns(op->getContext());
  linalg::ControlDropUnitDims control;
  control.controlFn = getLoopsOfRows;
  linalg::populateFoldUnitExtentDimsPatterns(patterns, control);
  return applyPatternsGreedily(op, std::move(patterns));
}

static LogicalResult joinRows(Operation *op, const Batches &batches) {
  RewritePatternSet patterns(op->getContext());
  linalg::populateFoldReshapeOpsByCollapsingPatterns(
      patterns, [&](OpOperand *read) {
        return batches.joins(read->get().getDefiningOp()) ||
               batches.joins(read->getOwner());
      });
  // Folding would undo what joinArgument prepares.
  return applyPatternsGreedily(op, std::move(patterns),
                               GreedyRewriteConfig().enableFolding(false));
}

/// Takes back the reshapes between operations that are on joined rows both.
static LogicalResult foldReshapes(Operation *op) {
  RewritePatternSet patterns(op->getContext());
  tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns,
                                                       op->getContext());
  tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns,
                                                     op->getContext());
  return applyPatternsGreedily(op, std::move(patterns));
}

LogicalResult mlir::lowp::collapseRows(Operation *op) {
  Batches batches;
  op->walk([&](Operation *op) { batches.note(op); });
  if (batches.isEmpty())
    return success();
  if (failed(dropUnits(op)))
    return failure();
  op->walk([&](FunctionOpInterface function) {
    if (!function.isExternal())
      for (BlockArgument argument : function.getArguments())
        joinArgument(argument, batches);
  });
  if (failed(joinRows(op, batches)))
    return failure();
  return foldReshapes(op);
}
