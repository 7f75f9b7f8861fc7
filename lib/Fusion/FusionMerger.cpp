//===- FusionMerger.cpp - Two fusions that read the same are one ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionMerger.h"

#include "FusionOutputs.h"

#include "lowp/Graph/Analysis/MappedTensor.h"
#include "lowp/Graph/Analysis/TensorBytes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::lowp;

/// Stages of one kernel, at most: each makes its code longer.
static constexpr size_t kMostStages = 4;

/// Tensors of which a kernel of rows holds a row, at most: a thread keeps its
/// part of each in registers.
static constexpr int64_t kMostRows = 3;

/// Bytes that may be kept until somebody reads them: a cache holds more.
static constexpr int64_t kMostKeptBytes = 1 << 20;

/// Results of a fusion that becomes another's stage without reading the same,
/// at most: an H200 makes them in 8 us, of which a launch is a seventh.
static constexpr int64_t kMostBytesBeside = 16 << 20;

/// Launches for which these are kept, at most.
static constexpr int64_t kMostBetween = 8;

static int64_t countResultBytes(FusionOp fusion) {
  int64_t bytes = 0;
  for (Type type : fusion->getResultTypes())
    bytes += countBytes(type);
  return bytes;
}

/// Whether the results of `fusion` are small.
static bool isSmall(FusionOp fusion) {
  return llvm::all_of(fusion->getResultTypes(), [](Type type) {
    auto tensor = cast<RankedTensorType>(type);
    return tensor.hasStaticShape() &&
           tensor.getNumElements() * tensor.getElementTypeBitWidth() <=
               8 * kMostKeptBytes;
  });
}

bool FusionMerger::shareTiles() {
  // What else reads the same may run much later: its results would be kept.
  bool onlyMade = second.getKind() == FusionMember::Kind::Elements &&
                  !isSmall(second.fusion);
  return llvm::any_of(second.fusion.getInputs(), [&](Value input) {
    bool isMade = input.getDefiningOp() == first.fusion.getOperation();
    return second.readsTile(input) &&
           (isMade || (!onlyMade && first.readsTile(input)));
  });
}

bool FusionMerger::isAllowed() {
  FusionMember::Kind kind = first.getKind(), other = second.getKind();
  bool isOne = kind == FusionMember::Kind::Parts
                   ? other == FusionMember::Kind::Elements
                   : kind != FusionMember::Kind::None && kind == other;
  return isOne &&
         first.getStages().size() + second.getStages().size() <= kMostStages &&
         first.space->sizes == second.space->sizes;
}

bool FusionMerger::collectMoved(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != first.fusion->getBlock() ||
      op->isBeforeInBlock(first.fusion) || moved.contains(op))
    return true;
  // Others would run earlier than they do, or need the first fusion.
  if (!isa<tensor::EmptyOp, tensor::DimOp, tensor::CollapseShapeOp,
           tensor::ExpandShapeOp>(op) &&
      !op->hasTrait<OpTrait::ConstantLike>())
    return false;
  for (Value operand : op->getOperands())
    if (operand.getDefiningOp() == first.fusion.getOperation() ||
        !collectMoved(operand))
      return false;
  moved.insert(op);
  return true;
}

bool FusionMerger::collectMoved() {
  return llvm::all_of(second.fusion->getOperands(), [&](Value operand) {
    if (operand.getDefiningOp() == first.fusion.getOperation())
      return first.isPlain(cast<OpResult>(operand));
    return collectMoved(operand);
  });
}

/// `first` with what `second` computes after it; both stay.
FusionOp FusionMerger::build() {
  SmallVector<Value> inputs(first.fusion.getInputs()),
      outputs(first.fusion.getOutputs());
  llvm::append_range(outputs, second.fusion.getOutputs());
  OpBuilder builder(place);
  Location loc =
      builder.getFusedLoc({first.fusion.getLoc(), second.fusion.getLoc()});
  auto merged = FusionOp::create(builder, loc, ValueRange(outputs).getTypes(),
                                 inputs, outputs);
  IRMapping mapping;
  first.fusion.getBody().cloneInto(&merged.getBody(), mapping);
  Block &body = merged.getBody().front();
  auto yield = cast<FusionYieldOp>(body.getTerminator());
  SmallVector<Value> yielded(yield.getValues());
  for (auto [input, argument] : llvm::zip_equal(second.fusion.getInputs(),
                                                second.body().getArguments())) {
    auto known = llvm::find(inputs, input);
    auto result = dyn_cast<OpResult>(input);
    if (result && result.getOwner() == first.fusion.getOperation()) {
      mapping.map(argument, yielded[result.getResultNumber()]);
    } else if (known != inputs.end()) {
      mapping.map(argument, body.getArgument(known - inputs.begin()));
    } else {
      inputs.push_back(input);
      mapping.map(argument,
                  body.addArgument(argument.getType(), argument.getLoc()));
    }
  }
  merged.getInputsMutable().assign(inputs);
  builder.setInsertionPoint(yield);
  for (Operation &op : second.body().without_terminator())
    builder.clone(op, mapping);
  for (Value value : second.body().getTerminator()->getOperands())
    yielded.push_back(mapping.lookup(value));
  yield.getValuesMutable().assign(yielded);
  // Kernels of rows compute all at once: a row is in registers anyway. So are
  // elements of kernels that have no more.
  if (first.getKind() != FusionMember::Kind::Tiles)
    return merged;
  SmallVector<int64_t> stages = first.getStages();
  llvm::append_range(stages, second.getStages());
  merged->setAttr(LowpDialect::getStagesAttrName(),
                  builder.getDenseI64ArrayAttr(stages));
  return merged;
}

std::optional<FusionMember> FusionMerger::merge() {
  if (!isPossible())
    return std::nullopt;
  switch (first.getKind()) {
  case FusionMember::Kind::Rows:
    return replaceBoth("one kernel reduces the rows that both read");
  case FusionMember::Kind::Tiles:
    return replaceBoth("a kernel of {0} stages reads once what several read");
  default:
    return replaceBoth("one kernel computes what reads the other's results");
  }
}

/// Whether `second` takes a time that a launch is a part of, and gains what it
/// would by itself: matrices that a stage computes would wait in shared memory,
/// which a kernel of one stage has for more CTAs.
bool FusionMerger::isWorthLaunch() {
  if (first.getKind() != second.getKind() ||
      ShapedType::isDynamicShape(first.space->sizes) ||
      countResultBytes(second.fusion) > kMostBytesBeside)
    return false;
  if (second.getKind() == FusionMember::Kind::Elements)
    return first.fusion.getNumResults() + second.fusion.getNumResults() <=
           kMostStages;
  return second.getKind() == FusionMember::Kind::Tiles &&
         llvm::all_of(second.body().getOps<QuantizeOp>(), [](QuantizeOp op) {
           return isa<BlockArgument>(skipViews(op.getInput()));
         });
}

/// Whether few launches lie between the two, or nobody needs to care: results
/// of the second one would be kept meanwhile.
bool FusionMerger::isNear() {
  if (isSmall(second.fusion))
    return true;
  int64_t between = 0;
  for (Operation *op = first.fusion->getNextNode();
       op != second.fusion && between <= kMostBetween; op = op->getNextNode())
    between += isa<FusionOp, GemmOp>(op);
  return between <= kMostBetween;
}

/// Whether nobody but one op reads `value`, nor computes in place of it.
static bool isOfOneReader(Value value) {
  Operation *op = value.getDefiningOp();
  return value.hasOneUse() &&
         (!op || isa<linalg::LinalgOp, GemmOp, FusionOp>(op));
}

/// Whether the first one may read later, and nothing before the second one
/// reads its results but views, which come after both then.
bool FusionMerger::canWait() {
  if (!isSmall(first.fusion) ||
      !llvm::all_of(first.fusion.getInputs(), isOfOneReader))
    return false;
  SmallVector<Operation *> open = {first.fusion};
  while (!open.empty())
    for (Operation *user : open.pop_back_val()->getUsers()) {
      if (user->getBlock() != second.fusion->getBlock())
        return false;
      if (second.fusion->isBeforeInBlock(user))
        continue;
      if (!isReshape(user))
        return false;
      delayed.insert(user);
      open.push_back(user);
    }
  return true;
}

std::optional<FusionMember> FusionMerger::mergeBeside() {
  if (!isAllowed() || !isWorthLaunch())
    return std::nullopt;
  if (!(isNear() && collectMoved())) {
    moved.clear();
    if (!canWait())
      return std::nullopt;
    place = second.fusion;
  }
  return replaceBoth("one launch makes what several would, of {0} stages");
}

std::optional<FusionMember> FusionMerger::replaceBoth(StringRef gain) {
  for (Operation *op : moved)
    op->moveBefore(place);
  FusionOp merged = build();
  FusionMember both(merged);
  FusionMember::Kind kind = both.getKind();
  if (kind != first.getKind() || both.space->sizes != first.space->sizes ||
      both.space->keepsMatricesApart != first.space->keepsMatricesApart ||
      (kind == FusionMember::Kind::Rows && both.countTiles() > kMostRows)) {
    merged.erase();
    return std::nullopt;
  }
  remark::passed(merged.getLoc(), remark::RemarkOpts::name("merged").category(
                                      "lowp-merge-fusions"))
      << remark::reason(gain.str().c_str(), both.getStages().size());
  Operation *last = second.fusion;
  for (Operation *view : delayed) {
    view->moveAfter(last);
    last = view;
  }
  unsigned count = first.fusion.getNumResults();
  first.fusion.replaceAllUsesWith(merged.getResults().take_front(count));
  second.fusion.replaceAllUsesWith(merged.getResults().drop_front(count));
  second.fusion.erase();
  first.fusion.erase();
  // What the second one alone read of the first one need not be written.
  if (!merged.use_empty())
    both = FusionMember(dropUnused(merged));
  return both;
}
