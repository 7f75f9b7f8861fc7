//===- FusionPlan.cpp - The fusions of a block before they are ops --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionPlan.h"

#include "lowp/Fusion/FusedKinds.h"

using namespace mlir;
using namespace mlir::lowp;

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

SmallVector<PlannedFusion *> FusionPlan::getFusions() const {
  SmallVector<PlannedFusion *> all;
  for (const auto &fusion : fusions)
    if (!fusion->getOps().empty())
      all.push_back(fusion.get());
  llvm::sort(all, [](PlannedFusion *a, PlannedFusion *b) {
    return a->own.front()->isBeforeInBlock(b->own.front());
  });
  return all;
}

ArrayRef<PlannedFusion *> FusionPlan::getFusionsOf(Operation *op) const {
  auto place = fusionsOf.find(op);
  return place == fusionsOf.end() ? ArrayRef<PlannedFusion *>()
                                  : ArrayRef(place->second);
}

bool FusionPlan::remains(Operation *op) const {
  if (!getOwner(op) && getFusionsOf(op).empty())
    return true;
  return isView(op) && llvm::any_of(op->getResults(), [&](Value value) {
           return isReadElsewhere(value);
         });
}

bool FusionPlan::isReadElsewhere(Value value) const {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    Operation *reader = block.findAncestorOpInBlock(*user);
    if (!reader || remains(reader))
      return true;
    return llvm::any_of(getFusionsOf(reader), [&](PlannedFusion *fusion) {
      return !fusion->contains(value);
    });
  });
}

bool FusionPlan::isResult(const PlannedFusion &fusion, Value value) const {
  Operation *op = value.getDefiningOp();
  // Data and scales are put together outside.
  return getOwner(op) == &fusion && !isView(op) &&
         (isReadElsewhere(value) || isGlobalScale(value));
}

SmallVector<OpResult>
FusionPlan::getResults(const PlannedFusion &fusion) const {
  SmallVector<OpResult> results;
  for (Operation *op : fusion.getOps())
    for (OpResult result : op->getResults())
      if (isResult(fusion, result))
        results.push_back(result);
  return results;
}

SmallVector<Type>
FusionPlan::getResultTypes(const PlannedFusion &fusion) const {
  SmallVector<Type> types;
  for (OpResult result : getResults(fusion))
    if (auto scaled = dyn_cast<ScaledType>(result.getType()))
      llvm::append_range(types,
                         ArrayRef(scaled.getStorageTypes()).take_front(2));
    else
      types.push_back(result.getType());
  return types;
}

SmallVector<int64_t>
FusionPlan::countResultsOfStages(const PlannedFusion &fusion) const {
  SmallVector<int64_t> counts;
  size_t begin = 0;
  for (size_t end : fusion.ends) {
    int64_t count = 0;
    for (Operation *op : fusion.getOps().slice(begin, end - begin))
      for (Value value : op->getResults())
        if (isResult(fusion, value))
          count += isa<QuantizeOp>(op) ? 2 : 1;
    // What a stage computes for others alone, these compute.
    if (count)
      counts.push_back(count);
    begin = end;
  }
  return counts;
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

/// Whether `op`, or what is in its regions, reads what one of `makers` makes.
static bool reads(Operation *op,
                  const llvm::SmallPtrSetImpl<Operation *> &makers) {
  return llvm::any_of(listReadValues(op), [&](Value value) {
    return makers.contains(value.getDefiningOp());
  });
}

/// Puts `own` where the last of them is, and what else reads them after it.
void FusionPlan::gather(ArrayRef<Operation *> own) {
  llvm::SmallPtrSet<Operation *, 16> makers(own.begin(), own.end());
  SmallVector<SmallVector<Operation *>> between;
  for (Operation *op = own.front(); op != own.back(); op = op->getNextNode()) {
    if (makers.contains(op))
      continue;
    // Fusions move as a whole.
    PlannedFusion *fusion = getOwner(op);
    if (fusion && !between.empty() && getOwner(between.back().back()) == fusion)
      between.back().push_back(op);
    else
      between.push_back({op});
  }
  Operation *last = own.back();
  for (Operation *op : own.drop_back())
    op->moveBefore(last);
  for (ArrayRef<Operation *> ops : between) {
    if (llvm::none_of(ops, [&](Operation *op) { return reads(op, makers); }))
      continue;
    for (Operation *op : ops) {
      op->moveAfter(last);
      last = op;
      makers.insert(op);
    }
  }
}

/// What a fusion of `ops` replaces: views of what it reads stay for others.
static SmallVector<Operation *> listOwn(ArrayRef<Operation *> ops) {
  llvm::SetVector<Operation *> own;
  for (Operation *op : ops)
    if (!isView(op) || llvm::any_of(op->getOperands(), [&](Value value) {
          return own.contains(value.getDefiningOp());
        }))
      own.insert(op);
  return own.takeVector();
}

PlannedFusion &FusionPlan::add(ArrayRef<Operation *> ops, Location loc) {
  PlannedFusion &fusion =
      *fusions.emplace_back(std::make_unique<PlannedFusion>(ops, loc));
  fusion.own = listOwn(ops);
  gather(fusion.own);
  for (Operation *op : fusion.own)
    owners[op] = &fusion;
  for (Operation *op : ops)
    fusionsOf[op].push_back(&fusion);
  return fusion;
}

void FusionPlan::setOps(PlannedFusion &fusion, ArrayRef<Operation *> ops) {
  for (Operation *op : fusion.ops)
    llvm::erase(fusionsOf[op], &fusion);
  for (Operation *op : ops)
    fusionsOf[op].push_back(&fusion);
  fusion.setOps(ops);
}

/// Adds to `ends` where stages of `own`, which end at `ownEnds`, end in `ops`.
static void addEnds(ArrayRef<Operation *> own, ArrayRef<size_t> ownEnds,
                    ArrayRef<Operation *> ops, SmallVectorImpl<size_t> &ends) {
  for (size_t ownEnd : ownEnds) {
    size_t end = ends.empty() ? 0 : ends.back();
    for (Operation *op : own.take_front(ownEnd))
      end = std::max<size_t>(end, llvm::find(ops, op) - ops.begin() + 1);
    ends.push_back(end);
  }
}

void FusionPlan::join(PlannedFusion &first, PlannedFusion &second,
                      bool keepStages, bool isLate) {
  SmallVector<Operation *> ops = first.joinOps(second);
  SmallVector<size_t> ends;
  addEnds(first.getOps(), first.ends, ops, ends);
  addEnds(second.getOps(), second.ends, ops, ends);
  setOps(first, ops);
  if (keepStages)
    first.ends = ends;
  setOps(second, {});
  first.loc = FusedLoc::get(first.loc.getContext(), {first.loc, second.loc});
  if (isLate)
    for (Operation *op : first.own)
      op->moveBefore(second.own.front());
  else
    for (Operation *op : llvm::reverse(second.own))
      op->moveAfter(first.own.back());
  for (Operation *op : second.own)
    owners[op] = &first;
  llvm::append_range(first.own, second.own);
}

bool FusionPlan::isNeeded(const PlannedFusion &fusion, Operation *op,
                          const llvm::SetVector<Value> &read) const {
  return llvm::any_of(op->getResults(), [&](Value value) {
    return read.contains(value) || isResult(fusion, value);
  });
}

void FusionPlan::dropUnread() {
  // What a later one drops, an earlier one need not write.
  SmallVector<PlannedFusion *> all = getFusions();
  for (PlannedFusion *fusion : llvm::reverse(all)) {
    llvm::SetVector<Value> read;
    SmallVector<Operation *> needed;
    for (Operation *op : llvm::reverse(fusion->getOps()))
      if (isNeeded(*fusion, op, read)) {
        needed.push_back(op);
        read.insert_range(listReadValues(op));
      }
    std::reverse(needed.begin(), needed.end());
    if (needed.size() != fusion->getOps().size() &&
        (needed.empty() || PlannedFusion(needed, fusion->loc).getSpace()))
      setOps(*fusion, needed);
  }
}

//===----------------------------------------------------------------------===//
// Fusions that are ops already
//===----------------------------------------------------------------------===//

/// Whether the ops of `fusion` may stand where it is: the same types are inside
/// as outside, scales are not repeated yet, and a kernel can do what it says.
static bool mayStandOutside(FusionOp fusion) {
  Block &body = fusion.getBody().front();
  return body.getArgumentTypes() == fusion.getInputs().getTypes() &&
         body.getTerminator()->getOperandTypes() == fusion.getResultTypes() &&
         body.getOps<WidenOp>().empty() &&
         IterationSpace::get(getFusedOps(body));
}

/// The ops of `body` that a plan has: parts of what is quantized are taken
/// outside.
static SmallVector<Operation *> listPlanned(Block &body) {
  SmallVector<Operation *> ops = getFusedOps(body);
  llvm::erase_if(ops, llvm::IsaPred<SplitScaledOp>);
  return ops;
}

/// Where each stage of `fusion`, of `ops`, ends among these.
static SmallVector<size_t> findEnds(FusionOp fusion,
                                    ArrayRef<Operation *> ops) {
  ValueRange yielded = fusion.getBody().front().getTerminator()->getOperands();
  SmallVector<size_t> ends;
  for (int64_t count : getFusionStages(fusion, yielded.size())) {
    size_t end = ends.empty() ? 0 : ends.back();
    for (Value value : yielded.take_front(count)) {
      if (auto split = value.getDefiningOp<SplitScaledOp>())
        value = split.getInput();
      size_t place = llvm::find(ops, value.getDefiningOp()) - ops.begin();
      end = std::max(end, std::min(place + 1, ops.size()));
    }
    ends.push_back(end);
    yielded = yielded.drop_front(count);
  }
  ends.back() = ops.size();
  return ends;
}

void FusionPlan::readFusion(FusionOp op) {
  Block &body = op.getBody().front();
  SmallVector<Operation *> ops = listPlanned(body);
  SmallVector<size_t> ends = findEnds(op, ops);
  Operation *yield = body.getTerminator();
  for (auto [argument, input] :
       llvm::zip_equal(body.getArguments(), op.getInputs()))
    argument.replaceAllUsesWith(input);
  op.replaceAllUsesWith(yield->getOperands());
  yield->erase();
  block.getOperations().splice(op->getIterator(), body.getOperations());
  if (!ops.empty())
    add(ops, op.getLoc()).ends = ends;
  op.erase();
}

void FusionPlan::readFusions() {
  for (auto fusion : llvm::make_early_inc_range(block.getOps<FusionOp>()))
    if (mayStandOutside(fusion))
      readFusion(fusion);
}
