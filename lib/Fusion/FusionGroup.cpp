//===- FusionGroup.cpp - Ops that become one fusion -----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionGroup.h"

#include "lowp/Fusion/PartialSum.h"

#include "lowp/Fusion/FusedKinds.h"
#include "lowp/Graph/Analysis/Contraction.h"
#include "lowp/Graph/Analysis/MappedTensor.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::lowp;

/// Ops before a reduction that are looked at: the chains of norms and of
/// softmax are shorter.
static constexpr size_t kMostProducers = 8;

/// Whether somebody who is no member reads what `makers`, members, compute, and
/// members read what follows from that.
bool FusionGroup::returnsToGroup(
    ArrayRef<Operation *> makers,
    function_ref<bool(Operation *)> isMember) const {
  SmallVector<Operation *> open(makers);
  llvm::SmallPtrSet<Operation *, 32> seen;
  // What comes after the last of them is not read by them.
  Operation *last = ops.front();
  for (Operation *op : llvm::concat<Operation *const>(ops, makers))
    if (last->isBeforeInBlock(op))
      last = op;
  auto visit = [&](Operation *op) {
    if (op->isBeforeInBlock(last) && seen.insert(op).second)
      open.push_back(op);
  };
  while (!open.empty()) {
    Operation *op = open.pop_back_val();
    for (Operation *user : op->getUsers()) {
      Operation *reader = plan.block.findAncestorOpInBlock(*user);
      if (!reader)
        continue;
      if (isMember(reader)) {
        if (!isMember(op))
          return true;
        continue;
      }
      // A fusion reads all that its ops read.
      if (PlannedFusion *fusion = plan.getOwner(reader))
        llvm::for_each(fusion->own, visit);
      else
        visit(reader);
    }
  }
  return false;
}

/// A row stays in registers between its reduction and what follows, or is read
/// once more for each reduction: that is so for plain ops alone. A long vector
/// they reduce in many CTAs.
bool FusionGroup::canReduceRows(const IterationSpace &space,
                                ArrayRef<Operation *> candidates) const {
  int64_t columns = space.countColumns();
  bool rowFits = !ShapedType::isDynamic(columns) && columns <= maxRow;
  bool isPlain = llvm::all_of(candidates, [](Operation *op) {
    return isa<linalg::LinalgOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp,
               tensor::CastOp>(op);
  });
  bool isVector = space.getColumn() == 0;
  return !space.keepsMatricesApart && (rowFits || (isPlain && !isVector));
}

/// What makes the scaled value that `op` reads: a kernel takes tensors.
static Operation *getMakerOfScaled(Operation *op) {
  auto dequantize = dyn_cast<DequantizeOp>(op);
  return dequantize ? dequantize.getInput().getDefiningOp() : nullptr;
}

FusionGroup::FusionGroup(const FusionPlan &plan, Operation *root,
                         int64_t maxRow)
    : plan(plan), maxRow(maxRow) {
  ops.insert(root);
  if (Operation *made = getMakerOfScaled(root))
    ops.insert(made);
}

bool FusionGroup::isLegal(ArrayRef<Operation *> candidates, Reason why) const {
  if (keepsShape && llvm::any_of(candidates, [](Operation *op) {
        return isReshape(op) && !changesUnitDims(op);
      }))
    return false;
  bool readsScaled = llvm::any_of(candidates, [&](Operation *op) {
    return isa<DequantizeOp>(op) &&
           !llvm::is_contained(candidates, getMakerOfScaled(op));
  });
  if (readsScaled)
    return false;
  // In the order of the program, in which the fusion will have them: of values
  // of equal size the first one gives the space its orientation.
  SmallVector<Operation *> sorted(candidates);
  llvm::sort(sorted,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  auto space = IterationSpace::get(sorted, why);
  if (!space)
    return false;
  // Nobody would write what belongs to rows without elements.
  if (llvm::is_contained(space->sizes, 0))
    return false;
  if (space->reducesRows && !canReduceRows(*space, candidates))
    return false;
  PlannedFusion fusion(sorted, sorted.back()->getLoc());
  return fusion.fitsLaunch() && !returnsToGroup(sorted, [&](Operation *op) {
           return fusion.contains(op);
         });
}

void FusionGroup::addConcatsBeside(SmallVectorImpl<Operation *> &candidates,
                                   tensor::ConcatOp concat) const {
  llvm::SetVector<Operation *> nest;
  nest.insert(concat);
  for (size_t next = 0; next < nest.size(); ++next) {
    Operation *op = nest[next];
    auto add = [&](Operation *other) {
      if (isa_and_present<tensor::ConcatOp>(other) && isFree(other))
        nest.insert(other);
    };
    llvm::for_each(op->getUsers(), add);
    for (Value part : op->getOperands())
      add(part.getDefiningOp());
  }
  for (Operation *op : nest.getArrayRef().drop_front())
    if (cast<tensor::ConcatOp>(op).getDim() == concat.getDim() &&
        !contains(op) && classifyForFusion(op) == FusedKind::Concat &&
        !op->use_empty() && llvm::all_of(op->getUsers(), [&](Operation *user) {
          return nest.contains(user);
        }))
      candidates.push_back(op);
}

/// Whether an element of what `op` computes takes tens of instructions: angles
/// are reduced to a quarter of a turn.
static bool isCostly(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        return isa<math::SinOp, math::CosOp, math::TanOp>(inner)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Elements for which a fusion may compute again what is costly: for more a
/// launch takes less time.
static constexpr int64_t kMostRepeated = 1 << 21;

/// Whether `op` would be computed again for that many elements of what some op
/// of `ops` computes.
static bool isRepeated(Operation *op, ArrayRef<Operation *> ops) {
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  return type && type.hasStaticShape() &&
         llvm::any_of(ops, [&](Operation *member) {
           auto other =
               dyn_cast<RankedTensorType>(member->getResult(0).getType());
           return other && other.hasStaticShape() &&
                  other.getNumElements() - type.getNumElements() >
                      kMostRepeated;
         });
}

bool FusionGroup::tryToAdd(Operation *op) {
  FusedKind kind = classifyForFusion(op);
  bool isSibling =
      kind == FusedKind::Amax && llvm::any_of(ops, [&](Operation *member) {
        return isa<QuantizeOp, AmaxOp>(member) &&
               member->getOperand(0) == op->getOperand(0);
      });
  if (kind == FusedKind::PartialSum ||
      (kind == FusedKind::Amax && !isSibling) || isa<SplitScaledOp>(op))
    return false;
  if (kind == FusedKind::Elementwise && isCostly(op) &&
      isRepeated(op, ops.getArrayRef()))
    return false;
  // A fusion of no tiles would not write scales, which need no elements.
  if (isa<ComputeScaleOp>(op) &&
      !llvm::all_of(op->getUsers(), [&](auto *user) { return contains(user); }))
    return false;
  SmallVector<Operation *> candidates(ops.getArrayRef());
  candidates.push_back(op);
  // The parts of a concat have parts of one size, or none has.
  if (kind == FusedKind::Concat)
    addConcatsBeside(candidates, cast<tensor::ConcatOp>(op));
  // A reduction and what it reduces may belong to the space only together with
  // what computes it from a value that the group reads, too.
  // Scales of blocks belong to it together with their amax, and what decodes
  // together with what makes the scaled value.
  size_t most = candidates.size();
  if (kind == FusedKind::RowReduction)
    most += kMostProducers;
  else if (kind == FusedKind::BlockScale || isa<DequantizeOp>(op))
    ++most;
  bool isAdded = isLegal(candidates);
  for (size_t next = candidates.size() - 1;
       !isAdded && next < candidates.size(); ++next) {
    addProducers(candidates, candidates[next], most);
    isAdded = isLegal(candidates);
  }
  if (isAdded)
    ops.insert(candidates.begin(), candidates.end());
  else
    refused[op] = ops.size();
  return isAdded;
}

void FusionGroup::addProducers(SmallVectorImpl<Operation *> &candidates,
                               Operation *op, size_t most) const {
  for (Value operand : op->getOperands()) {
    Operation *producer = operand.getDefiningOp();
    if (!producer || candidates.size() >= most || !isFree(producer) ||
        llvm::is_contained(candidates, producer))
      continue;
    // A kernel takes the parts of a scaled value, as tensors.
    if (isa<SplitScaledOp>(producer))
      continue;
    FusedKind kind = classifyForFusion(producer);
    // The mean that a variance is taken from is a reduction, too.
    if (kind == FusedKind::Elementwise || kind == FusedKind::View ||
        kind == FusedKind::RowReduction ||
        (kind == FusedKind::Amax && isa<ComputeScaleOp>(op)))
      candidates.push_back(producer);
  }
}

/// Whether `op` hands on what it reads in another order or shape.
static bool isReordered(Operation *op) {
  return isReshape(op) ||
         (op->getNumResults() == 1 && getTransposeMap(op->getResult(0)));
}

/// Calls `handle` with each quantize, amax or sum of parts of `value`,
/// reordered or not, and the ops that reorder, the first one first.
static void
forEachQuantize(Value value, SmallVectorImpl<Operation *> &chain,
                llvm::function_ref<void(ArrayRef<Operation *>)> handle) {
  for (Operation *user : value.getUsers()) {
    if (user->getOperand(0) != value)
      continue;
    chain.push_back(user);
    if (isa<QuantizeOp, AmaxOp>(user) || countSummedRows(user))
      handle(chain);
    else if (isReordered(user))
      forEachQuantize(user->getResult(0), chain, handle);
    chain.pop_back();
  }
}

bool FusionGroup::tryToAddAll(ArrayRef<Operation *> chain) {
  SmallVector<Operation *> candidates(ops.getArrayRef());
  for (Operation *op : chain) {
    if (contains(op))
      continue;
    if (!isFree(op) || classifyForFusion(op) == FusedKind::None)
      return false;
    candidates.push_back(op);
  }
  if (!isLegal(candidates))
    return false;
  ops.insert(candidates.begin(), candidates.end());
  return true;
}

void FusionGroup::addSiblings(Operation *op) {
  // As it was before the group reordered it.
  Value source = op->getOperand(0);
  for (Operation *maker = source.getDefiningOp();
       maker && contains(maker) && isReordered(maker);
       maker = source.getDefiningOp())
    source = maker->getOperand(0);
  // An amax would keep out a quantize whose scales follow from it.
  SmallVector<SmallVector<Operation *>> quantizes, others;
  SmallVector<Operation *> chain;
  forEachQuantize(source, chain, [&](ArrayRef<Operation *> found) {
    (isa<QuantizeOp>(found.back()) ? quantizes : others).emplace_back(found);
  });
  for (ArrayRef<Operation *> sibling :
       llvm::concat<SmallVector<Operation *>>(quantizes, others))
    tryToAddAll(sibling);
}

void FusionGroup::addSumsBeside() {
  bool reducesRows = llvm::any_of(ops, [](Operation *op) {
    return classifyForFusion(op) == FusedKind::RowReduction;
  });
  if (!reducesRows)
    return;
  llvm::SetVector<Operation *> sums;
  for (Operation *op : ops)
    for (Value operand : op->getOperands())
      for (Value value : listReshapes(operand))
        for (Operation *user : value.getUsers())
          if (countSummedRows(user) && isFree(user))
            sums.insert(user);
  for (Operation *sum : sums) {
    llvm::SetVector<Operation *> chain;
    for (Value operand : sum->getOperands())
      for (Value value = operand; Operation *maker = value.getDefiningOp();
           value = maker->getOperand(0)) {
        if (!isReshape(maker) || contains(maker))
          break;
        chain.insert(maker);
      }
    chain.insert(sum);
    tryToAddAll(chain.getArrayRef());
  }
}

/// Whether the group may have `op` for what it is by itself, not for what else
/// it comes with.
bool FusionGroup::isPlainProducer(Operation *op, FusedKind kind) const {
  if (isa<SplitScaledOp, ComputeScaleOp, DequantizeOp>(op))
    return false;
  return kind == FusedKind::View || kind == FusedKind::RowReduction ||
         (kind == FusedKind::Elementwise && !isCostly(op));
}

/// Ops of a group up to which each reader of an op asks for it.
static constexpr size_t kFewOps = 64;

/// Whether the group is not much larger than it was when it could not have
/// `op`.
bool FusionGroup::isRefused(Operation *op) const {
  return ops.size() > kFewOps && ops.size() < 2 * refused.lookup(op);
}

/// What the group's ops read, and what that is computed from, up to `most` that
/// are plain, or one that is not; from operand `operand` of op `reader` on,
/// which become the first that is found.
SmallVector<Operation *> FusionGroup::listProducers(size_t &reader,
                                                    unsigned &operand,
                                                    size_t most) const {
  llvm::SetVector<Operation *> found;
  for (size_t at = reader; at < ops.size() + found.size(); ++at) {
    Operation *op = at < ops.size() ? ops[at] : found[at - ops.size()];
    for (unsigned i = at == reader ? operand : 0; i < op->getNumOperands();
         ++i) {
      Operation *producer = op->getOperand(i).getDefiningOp();
      if (!producer || !isFree(producer) || contains(producer) ||
          found.contains(producer) || isRefused(producer))
        continue;
      FusedKind kind = classifyForFusion(producer);
      if (kind == FusedKind::None || kind == FusedKind::Source)
        continue;
      // What else reads it may join later, and then it may.
      if (kind != FusedKind::Concat &&
          returnsToGroup(producer, [&](Operation *member) {
            return contains(member) || found.contains(member) ||
                   member == producer;
          }))
        continue;
      bool isPlain = isPlainProducer(producer, kind);
      if (found.empty()) {
        reader = at;
        operand = i;
      }
      if (found.empty() || isPlain)
        found.insert(producer);
      if (!isPlain || found.size() == most)
        return found.takeVector();
    }
  }
  return found.takeVector();
}

/// Adds what the group's ops read, from op `reader` on. As many are added at
/// once as were before, so that a chain of any length asks little more often
/// than its length doubles.
void FusionGroup::addAllProducers(size_t reader) {
  size_t most = 1;
  unsigned operand = 0;
  while (true) {
    SmallVector<Operation *> next = listProducers(reader, operand, most);
    if (next.empty())
      return;
    bool isAdded =
        next.size() == 1 ? tryToAdd(next.front()) : tryToAddAll(next);
    if (!isAdded && next.size() == 1)
      ++operand;
    most = isAdded ? 2 * most : 1;
  }
}

bool FusionGroup::partsReducedRows() const {
  auto space = IterationSpace::get(getInOrder());
  if (!space || space->columnDims == 1)
    return false;
  llvm::SetVector<Operation *> open(ops.begin(), ops.end());
  for (size_t next = 0; next < open.size(); ++next)
    for (Value value : open[next]->getOperands()) {
      Operation *maker = value.getDefiningOp();
      if (!maker || contains(maker) || !isFree(maker))
        continue;
      FusedKind kind = classifyForFusion(maker);
      if (kind == FusedKind::RowReduction)
        return true;
      if (isPlainProducer(maker, kind))
        open.insert(maker);
    }
  return false;
}

void FusionGroup::grow() {
  SmallVector<Operation *> roots(ops.getArrayRef());
  growOnce();
  if (partsReducedRows()) {
    keepsShape = true;
    ops = {roots.begin(), roots.end()};
    refused.clear();
    growOnce();
  } else {
    dropFirstViews();
  }
  addSumsBeside();
}

void FusionGroup::growOnce() {
  // The set grows while it is walked.
  size_t grown = 0;
  for (size_t paired = 0; paired < ops.size(); ++paired) {
    if (grown < ops.size())
      addAllProducers(grown);
    grown = ops.size();
    // Later: what computes a value is worth more than a second reader of it.
    Operation *op = ops[paired];
    if (isa<QuantizeOp, AmaxOp>(op))
      addSiblings(op);
  }
}

/// Whether `op`, a reshape, shows all of what another op has computed: it is
/// there as it lies, but for parts of a tensor, which a reshape would copy. Two
/// views of a tensor belong together.
bool FusionGroup::isFirstView(Operation *op) const {
  Value source = op->getOperand(0);
  return isReshape(op) && !changesUnitDims(op) &&
         !contains(source.getDefiningOp()) &&
         !skipViews(source).getDefiningOp<tensor::ExtractSliceOp>() &&
         llvm::none_of(source.getUsers(), [&](Operation *user) {
           return user != op && contains(user);
         });
}

void FusionGroup::dropFirstViews() {
  for (Operation *op : getInOrder()) {
    SmallVector<Operation *> others(ops.getArrayRef());
    llvm::erase(others, op);
    if (isFirstView(op) && isLegal(others))
      ops.remove(op);
  }
}

SmallVector<Operation *> FusionGroup::getInOrder() const {
  SmallVector<Operation *> sorted(ops.getArrayRef());
  llvm::sort(sorted, [](Operation *first, Operation *second) {
    return first->isBeforeInBlock(second);
  });
  return sorted;
}
