//===- EpilogueGain.cpp - What an epilogue should compute -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EpilogueChain.h"

#include "lowp/Cost/GenericCost.h"
#include "lowp/Fusion/FusedKinds.h"
#include "lowp/Graph/Analysis/TensorBytes.h"
#include "lowp/Kernel/Config/PredictGemm.h"
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

bool EpilogueChain::isWritten() const {
  Operation *reader = getOnlyReader(getEnd().value);
  return !reader || !runsInFusion(reader);
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
  return after < before || isWritten();
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

//===----------------------------------------------------------------------===//
// Prices
//===----------------------------------------------------------------------===//

/// What `steps` read besides the sums of their gemm.
static lowp_gpu::GemmEpilogue describe(ArrayRef<EpilogueStep> steps) {
  lowp_gpu::GemmEpilogue epilogue;
  for (const EpilogueStep &step : steps)
    for (const EpilogueInput &input : step.inputs) {
      if (input.number)
        continue;
      AffineMap map = input.tensor.map;
      auto type = cast<RankedTensorType>(input.tensor.value.getType());
      SmallVector<int64_t> shape;
      SmallVector<AffineExpr> places;
      for (auto [size, place] :
           llvm::zip_equal(type.getShape(), map.getResults()))
        if (isa<AffineDimExpr>(place)) {
          shape.push_back(size);
          places.push_back(place);
        }
      epilogue.inputs.push_back(MemRefType::get(shape, type.getElementType()));
      epilogue.maps.push_back(
          AffineMap::get(map.getNumDims(), 0, places, map.getContext()));
    }
  return epilogue;
}

/// Microseconds of the gemm with the steps; nothing where a size is unknown.
std::optional<double>
EpilogueChain::predictGemm(const lowp_gpu::ChipTarget &chip) const {
  FailureOr<GemmProblem> problem = analyzeGemm(gemm);
  if (failed(problem))
    return std::nullopt;
  problem->outputTypes = {getElementTypeOrSelf(getEnd().value)};
  if (std::optional<unsigned> shared = findSharedValue())
    problem->outputTypes.insert(problem->outputTypes.begin(),
                                getElementTypeOrSelf(values[*shared].value));
  return lowp_gpu::predictGemm(*problem, chip, values.front().map.getContext(),
                               {}, describe(steps));
}

/// Whether `reader` of `end` follows another gemm, whose epilogue it may be.
static bool followsGemm(Operation *reader, Value end) {
  SmallVector<Value> open(reader->getOperands());
  while (!open.empty()) {
    Value value = open.pop_back_val();
    Operation *maker = value.getDefiningOp();
    if (value == end || !maker)
      continue;
    if (isa<GemmOp>(maker))
      return true;
    if (value.hasOneUse() && runsInFusion(maker))
      llvm::append_range(open, maker->getOperands());
  }
  return false;
}

/// Microseconds of a kernel for the steps from `first` on or, where a fusion
/// takes them, what they add to it.
double EpilogueChain::predictRest(size_t first,
                                  const lowp_gpu::ChipTarget &chip) const {
  bool isFused =
      llvm::any_of(getOtherReaders(getEnd().value), [&](Operation *reader) {
        return runsInFusion(reader) && !followsGemm(reader, getEnd().value);
      });
  bool isBeside =
      llvm::any_of(getOtherReaders(values[first].value),
                   [&](Operation *reader) { return shareKernel(reader); });
  auto count = [](Value tensor) {
    return static_cast<double>(countBytes(tensor.getType()));
  };
  double end = count(getEnd().value);
  double bytes = (isBeside ? 0 : count(values[first].value)) +
                 (isWritten() ? end : 0) - (isFused ? end : 0);
  for (const EpilogueStep &step : ArrayRef(steps).drop_front(first))
    for (const EpilogueInput &input : step.inputs)
      if (!input.number)
        bytes += count(input.tensor.value);
  const FusionCosts &costs = chip.part->fusions;
  double launch = isFused || isBeside ? 0 : costs.launchMicroseconds;
  return launch + estimateCopy(bytes, chip.part->facts, costs);
}

void EpilogueChain::shorten(const lowp_gpu::ChipTarget &chip) {
  std::optional<double> all = steps.empty() ? std::nullopt : predictGemm(chip);
  if (!all)
    return;
  EpilogueChain whole = *this;
  EpilogueChain shorter = whole;
  double least = *all;
  while (!shorter.steps.empty()) {
    shorter.steps.pop_back();
    shorter.values.pop_back();
    std::optional<double> gemm = shorter.predictGemm(chip);
    double both =
        gemm.value_or(least) + whole.predictRest(shorter.steps.size(), chip);
    if (both >= least || (!shorter.steps.empty() && !shorter.pays()))
      continue;
    steps = shorter.steps;
    values = shorter.values;
    least = both;
  }
  if (steps.size() == whole.steps.size())
    return;
  remark::missed(whole.steps[steps.size()].op.getLoc(),
                 remark::RemarkOpts::name("slower-epilogue")
                     .category("lowp-form-epilogues"))
      << remark::reason(
             "{0:F1} us are predicted of the gemm with it, {1:F1} of "
             "the gemm and of what computes it behind",
             *all, least);
}
