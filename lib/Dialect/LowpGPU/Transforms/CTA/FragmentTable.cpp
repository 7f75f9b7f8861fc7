//===- FragmentTable.cpp - What threads have of a launch's values ---------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FragmentTable.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

/// Bytes that a thread has asked for beyond those that it computes with: enough
/// to hide their way, few enough to leave registers for what is computed.
static constexpr int64_t kBytesAhead = 64;

/// Whether a map takes an instruction at most, which is cheaper than registers
/// from one reader to the next.
static bool isCheap(Operation *op) {
  auto map = dyn_cast<CTAMapOp>(op);
  return map && llvm::all_of(
                    map.getBody().front().without_terminator(),
                    llvm::IsaPred<math::AbsFOp, arith::NegFOp, arith::ExtFOp>);
}

/// Makes LLVM take `piece` for another value than before, which is computed
/// here: it neither moves what `piece` depends on after this place nor keeps
/// for later readers what was computed of it before.
static Value pin(ImplicitLocOpBuilder &b, Value piece) {
  return hide(b, piece, /*hasSideEffects=*/true);
}

bool FragmentTable::Deferred::isComplete() const {
  return llvm::all_of(pieces, [](ArrayRef<Value> ofResult) {
    return llvm::all_of(ofResult, [](Value piece) { return bool(piece); });
  });
}

void FragmentTable::set(Value value, Fragment fragment) {
  std::unique_ptr<Fragment> &place = fragments[value];
  if (place)
    *place = std::move(fragment);
  else
    place = std::make_unique<Fragment>(std::move(fragment));
}

bool FragmentTable::canRead(Value input) const {
  if (!isa<VectorType>(input.getType()) ||
      deferred.contains(input.getDefiningOp()))
    return true;
  auto found = fragments.find(input);
  return found != fragments.end() && found->second->share == Share::Elements &&
         !found->second->byColumn;
}

bool FragmentTable::defer(Operation *op) {
  auto isTile = [&](Type type) {
    auto vector = dyn_cast<VectorType>(type);
    return vector && place.tileN > 1 &&
           vector.getShape() == ArrayRef{place.tileM, place.tileN};
  };
  if (!llvm::all_of(op->getResultTypes(), isTile))
    return false;
  if (auto load = dyn_cast<CTALoadOp>(op)) {
    ImplicitLocOpBuilder b(op->getLoc(), op);
    if (!readsPieces(b, place, load))
      return false;
  } else if (auto map = dyn_cast<CTAMapOp>(op)) {
    if (!llvm::any_of(map.getInputs().getTypes(), isTile) ||
        !llvm::all_of(map.getInputs(), [&](Value v) { return canRead(v); }))
      return false;
  } else {
    return false;
  }
  deferred[op].pieces.assign(op->getNumResults(),
                             SmallVector<Value>(countPieces()));
  return true;
}

FragmentTable::Sources FragmentTable::findSources(ValueRange values) const {
  Sources sources;
  // Each value once: rounds of a hash double the ways to the first of them.
  llvm::SmallDenseSet<Value> seen;
  // The first one's sources come first.
  SmallVector<Value> open = llvm::to_vector(llvm::reverse(values));
  while (!open.empty()) {
    Value next = open.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    Operation *op = next.getDefiningOp();
    if (!deferred.contains(op)) {
      if (fragments.contains(next))
        sources.lowered.insert(next);
    } else if (auto map = dyn_cast<CTAMapOp>(op)) {
      llvm::append_range(open, llvm::reverse(map.getInputs()));
      sources.branch |= mayBranch(map);
    } else {
      sources.loads.insert(next);
    }
  }
  return sources;
}

int64_t FragmentTable::countAhead(const Leaves &loads) const {
  int64_t bytes = 0;
  for (Value load : loads)
    bytes += place.width * countBytes(getElementTypeOrSelf(load.getType()));
  return bytes ? kBytesAhead / bytes : 0;
}

Value FragmentTable::computePiece(ImplicitLocOpBuilder &b, Value value,
                                  int64_t piece) {
  Operation *op = value.getDefiningOp();
  auto waits = deferred.find(op);
  if (waits == deferred.end()) {
    auto found = fragments.find(value);
    return found == fragments.end() ? value : found->second->pieces[piece];
  }
  auto &pieces = waits->second.pieces;
  unsigned number = cast<OpResult>(value).getResultNumber();
  if (pieces[number][piece])
    return pieces[number][piece];
  b.setLoc(op->getLoc());
  if (auto load = dyn_cast<CTALoadOp>(op))
    return pieces[0][piece] = loadPiece(b, place, load, piece);
  auto map = cast<CTAMapOp>(op);
  SmallVector<Value> inputs;
  for (Value input : map.getInputs())
    inputs.push_back(computePiece(b, input, piece));
  b.setLoc(op->getLoc());
  SmallVector<Value> results = mapPiece(b, place, map, inputs);
  for (auto [ofResult, result] : llvm::zip_equal(pieces, results))
    ofResult[piece] = result;
  return results[number];
}

void FragmentTable::pinAll(Fragment &fragment, Operation *reader) {
  // A loop must not leave others with what belongs to one of its rounds.
  if (fragment.share != Share::Elements ||
      fragment.pieces.front().getParentBlock() != reader->getBlock())
    return;
  ImplicitLocOpBuilder b(reader->getLoc(), reader);
  // What follows from a number that elements share is computed once, if LLVM
  // sees that they share it.
  for (Value &part : fragment.pieces)
    if (!part.getDefiningOp<vector::BroadcastOp>())
      part = pin(b, part);
}

/// 16-bit floats are wide in each computation, and take half the registers in
/// between.
void FragmentTable::renew(Value value, Operation *reader) {
  Fragment &fragment = *fragments[value];
  unsigned &renewed = renewedAt.try_emplace(value, barriers).first->second;
  if (renewed == barriers)
    return;
  renewed = barriers;
  Type element = fragment.type.getElementType();
  if (element.isBF16() || element.isF16())
    pinAll(fragment, reader);
}

void FragmentTable::computeInputs(CTAMapOp cheap, Operation *reader) {
  for (Value input : cheap.getInputs()) {
    auto map = input.getDefiningOp<CTAMapOp>();
    if (map && isCheap(map))
      computeInputs(map, reader);
    else if (map)
      (void)find(input, reader);
  }
}

LoadsAhead FragmentTable::planCopies(const Leaves &loads) const {
  SmallVector<CTALoadOp> all;
  for (Value load : loads) {
    // What was read for others is not copied again.
    if (deferred.lookup(load.getDefiningOp()).pieces[0].front())
      return LoadsAhead::plan(launch, place, {});
    all.push_back(load.getDefiningOp<CTALoadOp>());
  }
  return LoadsAhead::plan(launch, place, all);
}

void FragmentTable::compute(Value value, Operation *reader) {
  // What is cheap follows from what stays in registers: computed vector by
  // vector with that, it would be there for all elements too.
  if (auto map = value.getDefiningOp<CTAMapOp>(); map && isCheap(map))
    computeInputs(map, reader);
  // What is kept is computed with the first value that is read: both come from
  // the same loads.
  SmallVector<CTAKeepOp> keeps = findPendingKeeps();
  SmallVector<Value> values = {value};
  for (CTAKeepOp keep : keeps)
    values.push_back(keep.getValue());
  Sources sources = findSources(values);
  for (Value input : sources.lowered)
    if (sources.branch)
      pinAll(*fragments[input], reader);
    else
      renew(input, reader);
  Operation *op = value.getDefiningOp();
  ImplicitLocOpBuilder b(op->getLoc(), reader);
  LoadsAhead copied = planCopies(sources.loads);
  copied.start(b);
  int64_t ahead = countAhead(sources.loads), loaded = 0;
  Fragment result = {Share::Elements, cast<VectorType>(value.getType()), {}};
  // After a branch LLVM would put loads, which then are late, and what follows
  // it, for which all that is computed before it stays in registers.
  auto keepHere = [&](Value piece) {
    return sources.branch ? pin(b, piece) : piece;
  };
  for (int64_t piece = 0; piece < countPieces(); ++piece) {
    for (; loaded < std::min(piece + ahead + 1, countPieces()); ++loaded)
      for (Value load : sources.loads) {
        Value &part = deferred[load.getDefiningOp()].pieces[0][loaded];
        if (!part && loaded < copied.getCount())
          part = copied.read(b, load.getDefiningOp<CTALoadOp>(), loaded);
        part = keepHere(computePiece(b, load, loaded));
      }
    result.pieces.push_back(keepHere(computePiece(b, value, piece)));
    for (CTAKeepOp keep : keeps)
      storeKept(b, keep, piece, computePiece(b, keep.getValue(), piece));
  }
  set(value, std::move(result));
  renewedAt[value] = barriers;
  settle();
}

void FragmentTable::settle() {
  deferred.remove_if([&](auto &entry) {
    auto &[op, waits] = entry;
    if (isCheap(op)) {
      for (auto &ofResult : waits.pieces)
        ofResult.assign(countPieces(), Value());
      return false;
    }
    if (!waits.isComplete())
      return false;
    for (auto [value, pieces] :
         llvm::zip_equal(op->getResults(), waits.pieces)) {
      set(value, {Share::Elements, cast<VectorType>(value.getType()), pieces});
      renewedAt[value] = barriers;
    }
    return true;
  });
}

const Fragment *FragmentTable::find(Value value, Operation *reader) {
  auto keep = value.getDefiningOp<CTAKeepOp>();
  if (keep && !fragments.contains(value))
    readKept(keep, reader);
  if (deferred.contains(value.getDefiningOp()))
    compute(value, reader);
  else if (fragments.contains(value))
    renew(value, reader);
  else
    return nullptr;
  return fragments[value].get();
}

void FragmentTable::computeAll(Operation *reader) {
  SmallVector<Value> values;
  for (auto &[op, waits] : deferred)
    llvm::append_range(values, op->getResults());
  for (Value value : values)
    find(value, reader);
}
