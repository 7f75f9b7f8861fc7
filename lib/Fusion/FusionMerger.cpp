//===- FusionMerger.cpp - Two fusions that read the same are one ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionMerger.h"

#include "lowp/Fusion/FusedKinds.h"
#include "lowp/Graph/Analysis/MappedTensor.h"
#include "lowp/Graph/Analysis/TensorBytes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::lowp;

/// Stages of one kernel, at most: each makes its code longer.
static constexpr size_t kMostStages = 4;

/// Tensors of which a kernel of rows holds a row, or one that finds maxima a
/// tile, at most: a thread keeps its part of each in registers.
static constexpr int64_t kMostRows = 3, kMostTiles = 4;

/// Bytes that may be kept until somebody reads them: a cache holds more.
static constexpr int64_t kMostKeptBytes = 1 << 20;

/// Results of a fusion that becomes another's stage without reading the same,
/// at most: an H200 makes them in 8 us, of which a launch is a seventh.
static constexpr int64_t kMostBytesBeside = 16 << 20;

/// Launches for which these are kept, at most.
static constexpr int64_t kMostBetween = 8;

static int64_t countResultBytes(const FusionPlan &plan,
                                const PlannedFusion &fusion) {
  int64_t bytes = 0;
  for (Type type : plan.getResultTypes(fusion))
    bytes += countBytes(type);
  return bytes;
}

/// Whether the results of `fusion` are small.
static bool isSmall(const FusionPlan &plan, const PlannedFusion &fusion) {
  return llvm::all_of(plan.getResultTypes(fusion), [](Type type) {
    auto tensor = cast<RankedTensorType>(type);
    return tensor.hasStaticShape() &&
           tensor.getNumElements() * tensor.getElementTypeBitWidth() <=
               8 * kMostKeptBytes;
  });
}

bool FusionMerger::shareTiles() {
  // What else reads the same may run much later: its results would be kept.
  bool onlyMade = second.getKind() == Kind::Elements && !isSmall(plan, second);
  return llvm::any_of(second.getInputs(), [&](Value input) {
    return second.readsTile(input) &&
           (first.contains(input) || (!onlyMade && first.readsTile(input)));
  });
}

bool FusionMerger::isAllowed() {
  Kind kind = first.getKind(), other = second.getKind();
  bool isOne = kind == Kind::Parts ? other == Kind::Elements
                                   : kind != Kind::None && kind == other;
  return isOne &&
         first.getSpace()->getTiles() == second.getSpace()->getTiles() &&
         plan.countResultsOfStages(first).size() +
                 plan.countResultsOfStages(second).size() <=
             kMostStages;
}

bool FusionMerger::collectMoved(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != &plan.block ||
      op->isBeforeInBlock(first.own.front()) || moved.contains(op))
    return true;
  // What is no fusion would run earlier than it does.
  PlannedFusion *fusion = plan.getOwner(op);
  bool isMovable =
      fusion ? fusion != &first && isNear(*fusion)
             : isa<tensor::EmptyOp, tensor::DimOp, tensor::CollapseShapeOp,
                   tensor::ExpandShapeOp>(op) ||
                   op->hasTrait<OpTrait::ConstantLike>();
  ValueRange sources = op->getOperands();
  if (fusion)
    sources = fusion->getInputs().getArrayRef();
  if (!isMovable || !llvm::all_of(sources, [&](Value source) {
        return collectMoved(source);
      }))
    return false;
  moved.insert_range(fusion ? ArrayRef<Operation *>(fusion->own) : op);
  return true;
}

bool FusionMerger::collectMoved() {
  return llvm::all_of(second.getInputs(), [&](Value input) {
    return first.contains(input) ? first.isPlain(input) : collectMoved(input);
  });
}

/// Whether `second` takes a time that a launch is a part of, and gains what it
/// would by itself: matrices that a stage computes would wait in shared memory,
/// which a kernel of one stage has for more CTAs.
bool FusionMerger::isWorthLaunch() {
  if (first.getKind() != second.getKind() ||
      ShapedType::isDynamicShape(first.getSpace()->sizes) ||
      countResultBytes(plan, second) > kMostBytesBeside)
    return false;
  if (second.getKind() == Kind::Elements)
    return plan.getResults(first).size() + plan.getResults(second).size() <=
           kMostStages;
  return second.getKind() == Kind::Tiles &&
         llvm::none_of(second.getOps(), [&](Operation *op) {
           return isa<QuantizeOp>(op) &&
                  second.contains(skipViews(op->getOperand(0)));
         });
}

/// Whether few launches lie between the first one and `later`, or nobody needs
/// to care: results of the latter would be kept meanwhile.
bool FusionMerger::isNear(const PlannedFusion &later) {
  if (isSmall(plan, later))
    return true;
  int64_t between = 0;
  for (Operation *op = first.own.back()->getNextNode();
       op != later.own.front() && between <= kMostBetween;
       op = op->getNextNode()) {
    PlannedFusion *fusion = plan.getOwner(op);
    between +=
        isa<FusionOp, GemmOp>(op) ||
        (fusion && !fusion->getOps().empty() && fusion->own.back() == op);
  }
  return between <= kMostBetween;
}

/// Whether nobody but `fusion` reads `value`, nor computes in place of it.
static bool isReadBy(const FusionPlan &plan, const PlannedFusion &fusion,
                     Value value) {
  Operation *op = value.getDefiningOp();
  return (!op || (plan.getOwner(op) && !isView(op)) ||
          isa<linalg::LinalgOp, GemmOp, FusionOp>(op)) &&
         llvm::all_of(value.getUsers(), [&](Operation *user) {
           Operation *reader = plan.block.findAncestorOpInBlock(*user);
           ArrayRef<PlannedFusion *> fusions = plan.getFusionsOf(reader);
           return reader && !plan.remains(reader) && llvm::all_equal(fusions) &&
                  llvm::is_contained(fusions, &fusion);
         });
}

/// Whether `reader` of a result of the first one comes after both, or may.
bool FusionMerger::mayReadLater(Operation *reader) {
  if (reader->getBlock() != &plan.block)
    return false;
  auto isLater = [&](Operation *op) {
    return second.own.back()->isBeforeInBlock(op);
  };
  for (PlannedFusion *fusion : plan.getFusionsOf(reader))
    if (fusion != &first && !isLater(fusion->own.front()))
      return false;
  if (isLater(reader) || !plan.remains(reader))
    return true;
  return first.contains(reader) ||
         (isReshape(reader) && delayed.insert(reader));
}

/// Whether the first one may read later, and nothing before the second one
/// reads its results but views, which come after both then.
bool FusionMerger::canWait() {
  if (!isSmall(plan, first) ||
      !llvm::all_of(first.getInputs(),
                    [&](Value input) { return isReadBy(plan, first, input); }))
    return false;
  SmallVector<Operation *> open(first.own);
  while (!open.empty())
    for (Operation *user : open.pop_back_val()->getUsers()) {
      size_t known = delayed.size();
      if (!mayReadLater(user))
        return false;
      if (delayed.size() != known)
        open.push_back(user);
    }
  return true;
}

/// What a kernel that does what both do is told to be for.
static StringRef describeGain(PlannedFusion::Kind kind, bool shares) {
  if (!shares)
    return "one launch makes what several would, of {0} stages";
  if (kind == PlannedFusion::Kind::Rows)
    return "one kernel reduces the rows that both read";
  if (kind == PlannedFusion::Kind::Tiles)
    return "a kernel of {0} stages reads once what several read";
  if (kind == PlannedFusion::Kind::Maxima)
    return "one kernel finds maxima of what several read";
  return "one kernel computes what reads the other's results";
}

bool FusionMerger::merge() {
  if (!isAllowed())
    return false;
  bool shares = shareTiles();
  if (!shares && !isWorthLaunch())
    return false;
  bool isEarly = (shares || isNear(second)) && collectMoved();
  if (!isEarly) {
    moved.clear();
    if (!canWait())
      return false;
  }
  PlannedFusion both(first.joinOps(second), first.loc);
  Kind kind = both.getKind();
  if (kind != first.getKind() ||
      both.getSpace()->getTiles() != first.getSpace()->getTiles() ||
      both.getSpace()->keepsMatricesApart !=
          first.getSpace()->keepsMatricesApart ||
      (kind == Kind::Rows && both.countTiles() > kMostRows) ||
      (kind == Kind::Maxima && both.countTiles() > kMostTiles) ||
      !both.fitsLaunch())
    return false;
  for (Operation *op : moved)
    op->moveBefore(first.own.front());
  // Kernels of rows compute all at once: a row is in registers anyway. So are
  // elements of kernels that have no more.
  plan.join(first, second, /*keepStages=*/kind == Kind::Tiles, !isEarly);
  for (Operation *view : llvm::reverse(delayed))
    view->moveAfter(first.own.back());
  remark::passed(first.loc, remark::RemarkOpts::name("merged").category(
                                "lowp-merge-fusions"))
      << remark::reason(describeGain(kind, shares).str().c_str(),
                        plan.countResultsOfStages(first).size());
  return true;
}
