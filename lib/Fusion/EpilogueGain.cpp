//===- EpilogueGain.cpp - What an epilogue should compute -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EpilogueChain.h"

#include "lowp/Fusion/FusedKinds.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PointerIntPair.h"

using namespace mlir;
using namespace mlir::lowp;

unsigned EpilogueChain::countBits(Value tensor) const {
  return getElementTypeOrSelf(tensor.getType()).getIntOrFloatBitWidth();
}

bool mlir::lowp::runsInFusion(Operation *op) {
  FusedKind kind = classifyForFusion(op);
  return kind != FusedKind::None && kind != FusedKind::Source;
}

//===----------------------------------------------------------------------===//
// One result
//===----------------------------------------------------------------------===//

/// The only operation that computes with `value` or a view of it; null where
/// there are several.
static Operation *getOnlyReader(Value value) {
  while (value.hasOneUse()) {
    Operation *user = *value.user_begin();
    if (classifyForFusion(user) != FusedKind::View ||
        user->getNumResults() != 1)
      return user;
    value = user->getResult(0);
  }
  return nullptr;
}

/// Whether the epilogue up to the last step saves bytes: its result would be
/// written anyway, or is narrower than that of the gemm. Otherwise the
/// operation is part of the fusion after it, at no cost; so is one that only
/// widens.
bool EpilogueChain::savesBytes() const {
  Value result = getEnd().value;
  unsigned before = countBits(values.front().value), after = countBits(result);
  bool isWider =
      after > std::min(before, countBits(values[values.size() - 2].value));
  if (isWider) {
    // A sum that leaves the program may be wider, as a sum of gradients is. A
    // fusion would read fewer bytes before.
    bool readsOthers =
        llvm::any_of(steps.back().inputs,
                     [](const EpilogueInput &input) { return !input.number; });
    if (!readsOthers || llvm::any_of(getOtherReaders(result), runsInFusion))
      return false;
  }
  if (after < before)
    return true;
  Operation *reader = getOnlyReader(result);
  return !reader || !runsInFusion(reader);
}

//===----------------------------------------------------------------------===//
// A second result
//===----------------------------------------------------------------------===//

/// Whether `to` reads what `from` computes through an operation between them
/// that no fusion takes, so that both run in kernels of their own.
static bool isReadThroughOther(Operation *from, Operation *to) {
  // An operation, and whether another kernel lies before it.
  using State = llvm::PointerIntPair<Operation *, 1, bool>;
  SmallVector<State> open{State(from, false)};
  llvm::DenseSet<State> seen;
  Block *block = from->getBlock();
  while (!open.empty()) {
    State state = open.pop_back_val();
    for (Operation *user : state.getPointer()->getUsers()) {
      Operation *op = block->findAncestorOpInBlock(*user);
      if (!op || to->isBeforeInBlock(op))
        continue;
      if (op == to && state.getInt())
        return true;
      State next(op, state.getInt() || !runsInFusion(op));
      if (op != to && seen.insert(next).second)
        open.push_back(next);
    }
  }
  return false;
}

/// Whether one kernel might compute both the last steps and `reader`, which
/// reads the same value.
bool EpilogueChain::shareKernel(Operation *reader) const {
  Operation *step = steps.back().op;
  Operation *own = step->getBlock()->findAncestorOpInBlock(*reader);
  return own == reader && runsInFusion(step) && runsInFusion(reader) &&
         !isReadThroughOther(step, reader) && !isReadThroughOther(reader, step);
}

/// Whether the gemm, at a place where all is computed that its epilogue reads,
/// comes before all that reads value `shared`.
bool EpilogueChain::mayFollowSources(unsigned shared) const {
  Operation *source = findLastSource();
  Block *block = gemm->getBlock();
  return !source || llvm::all_of(getOtherReaders(values[shared].value),
                                 [&](Operation *reader) {
                                   Operation *own =
                                       block->findAncestorOpInBlock(*reader);
                                   return own && source->isBeforeInBlock(own);
                                 });
}

static void reportNoSecondResult(linalg::LinalgOp op) {
  remark::analysis(op.getLoc(), remark::RemarkOpts::name("no-second-result")
                                    .category("lowp-form-epilogues"))
      << remark::add(
             "it stays behind the gemm: as a second result it would "
             "spare no bytes, since a fusion that it is part of reads or "
             "writes as many anyway");
}

/// Whether fewer bits per element are moved if the gemm computes the end beside
/// value `shared`. Before, a kernel reads the one and writes the other, unless
/// only that kernel reads what it makes; after, what else the kernel did reads
/// either of them.
bool EpilogueChain::paysBeside(unsigned shared) const {
  if (!mayFollowSources(shared))
    return false;
  unsigned sharedBits = countBits(values[shared].value);
  unsigned endBits = countBits(getEnd().value);
  SmallVector<Operation *> readers = getOtherReaders(getEnd().value);
  bool escapes = !llvm::all_of(readers, runsInFusion);
  unsigned before = sharedBits + (escapes ? endBits : 0);
  unsigned after = endBits;
  if (llvm::any_of(getOtherReaders(values[shared].value),
                   [&](Operation *reader) { return shareKernel(reader); }))
    after += sharedBits;
  if (llvm::any_of(readers, runsInFusion))
    after += endBits;
  if (after >= before && steps.size() == shared + 1)
    reportNoSecondResult(steps.back().op);
  return after < before;
}

/// Whether the epilogue up to the last step should be one. A third result would
/// leave no registers.
bool EpilogueChain::pays() const {
  std::optional<unsigned> shared = findSharedValue();
  if (!shared)
    return savesBytes();
  for (unsigned number = *shared + 1; number < steps.size(); ++number)
    if (!getOtherReaders(values[number].value).empty())
      return false;
  return paysBeside(*shared);
}
