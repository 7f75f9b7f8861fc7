//===- StagePlan.cpp - Where a function is divided ------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StagePlan.h"

#include "LaunchOrder.h"
#include "StageWorkspace.h"

#include "lowp/Conversion/HostLaunch/HostLaunch.h"
#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "lowp/Graph/Analysis/MappedTensor.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

#include "llvm/ADT/Sequence.h"

#include <algorithm>
#include <limits>
#include <tuple>

using namespace mlir;
using namespace mlir::lowp;

/// Stages that need too much before longer ones are not tried: a function of
/// any length takes a time that is hardly more than linear in it.
static constexpr size_t kMostTooMuch = 128;

/// Whether `op` fills what others write alone: each of them clears its own.
static bool isStageFill(Operation *op) {
  auto fill = dyn_cast<linalg::FillOp>(op);
  return fill && fill.getNumResults() == 1 &&
         fill.getOutputs()[0].getDefiningOp<tensor::EmptyOp>() &&
         llvm::all_of(fill->getUses(), [](OpOperand &use) {
           auto user = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
           return user && user.isDpsInit(&use);
         });
}

/// Whether `op` launches nothing and reads no tensor: each stage has its own.
static bool isStageConstant(Operation *op) {
  return isStageFill(op) ||
         (op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
          llvm::none_of(op->getOperandTypes(), llvm::IsaPred<TensorType>));
}

/// Whether `op` is a view of one tensor.
static bool isStageView(Operation *op) {
  return isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::CastOp,
             tensor::ExtractSliceOp>(op);
}

Value mlir::lowp::getStagedRoot(Value value) {
  return skipViews<tensor::CastOp, tensor::ExtractSliceOp>(value);
}

/// Whether `value` has the elements of `root` in their order.
static bool isReshapeOf(Value value, Value root) {
  return skipViews<>(value) == root;
}

Value mlir::lowp::undoReshapes(OpBuilder &builder, Value value,
                               Value argument) {
  Operation *op = value.getDefiningOp();
  if (!op || !isReshape(op))
    return argument;
  Value source = op->getOperand(0), made;
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    made = tensor::CollapseShapeOp::create(builder, op->getLoc(),
                                           source.getType(), argument,
                                           expand.getReassociationIndices());
  else
    made = tensor::ExpandShapeOp::create(
        builder, op->getLoc(), source.getType(), argument,
        cast<tensor::CollapseShapeOp>(op).getReassociationIndices());
  return undoReshapes(builder, source, made);
}

SetVector<Value> mlir::lowp::getValuesRead(Operation *launch) {
  SetVector<Value> read(launch->operand_begin(), launch->operand_end());
  getUsedValuesDefinedAbove(launch->getRegions(), read);
  return read;
}

/// Bytes of a tensor of known sizes and whole bytes.
static std::optional<int64_t> countBytes(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape() ||
      !tensor.getElementType().isIntOrFloat())
    return std::nullopt;
  unsigned bits = tensor.getElementTypeBitWidth();
  if (bits != 1 && bits % 8 != 0)
    return std::nullopt;
  return tensor.getNumElements() * llvm::divideCeil(bits, 8);
}

bool StagedFunction::collectArguments() {
  for (BlockArgument argument : func.getArguments()) {
    auto bytes = countBytes(argument.getType());
    if (!bytes)
      return false;
    memoryOf[argument] = memories.size();
    bool dies = func.getArgAttr(argument.getArgNumber(),
                                LowpDialect::getDiesAttrName()) != nullptr;
    memories.push_back({dies ? *bytes : 0, -1, -1, false, {}, 0, {}});
  }
  return true;
}

void StagedFunction::touch(unsigned memory, int64_t launch) {
  SmallVector<int64_t> &touches = memories[memory].touches;
  if (touches.empty() || touches.back() != launch)
    touches.push_back(launch);
  memories[memory].last = launch;
}

/// Lets the launch at `index` keep what it reads.
void StagedFunction::use(Operation *launch, int64_t index) {
  for (Value value : getValuesRead(launch))
    if (auto found = memoryOf.find(getStagedRoot(value));
        found != memoryOf.end())
      touch(found->second, index);
}

/// What a launch reads that its result in `destination` may lie over.
SmallVector<unsigned>
StagedFunction::findOverwritten(OpOperand &destination) const {
  SmallVector<unsigned> found;
  if (!destination.get().getDefiningOp<tensor::EmptyOp>())
    return found;
  for (OpOperand &operand : destination.getOwner()->getOpOperands()) {
    Value root = getStagedRoot(operand.get());
    auto memory = memoryOf.find(root);
    if (memory == memoryOf.end() || isa<BlockArgument>(root) ||
        !isReshapeOf(operand.get(), root))
      continue;
    auto isRead = [&](Value value) {
      auto other = memoryOf.find(getStagedRoot(value));
      return other != memoryOf.end() && other->second == memory->second;
    };
    if (mayLieOver(destination, isRead))
      found.push_back(memory->second);
  }
  return found;
}

/// Gives the results of the launch at `index` memory, new or its destination's.
bool StagedFunction::define(Operation *launch, int64_t index) {
  auto destinations = dyn_cast<DestinationStyleOpInterface>(launch);
  if (!destinations)
    return false;
  for (OpResult result : launch->getResults()) {
    OpOperand *destination = destinations.getTiedOpOperand(result);
    if (!destination)
      return false;
    Value root = getStagedRoot(destination->get());
    auto bytes = countBytes(result.getType());
    if (!bytes || isa<BlockArgument>(root))
      return false;
    auto found = memoryOf.find(root);
    if (found == memoryOf.end()) {
      SmallVector<unsigned> overwritten = findOverwritten(*destination);
      memoryOf[result] = memories.size();
      memories.push_back(
          {*bytes, index, index, false, {index}, 1, std::move(overwritten)});
      continue;
    }
    unsigned memory = found->second;
    memoryOf[result] = memory;
    ++memories[memory].writes;
    ties.push_back({memories[memory].first, index});
  }
  return true;
}

bool StagedFunction::collectLaunches() {
  for (Operation &op : func.getBody().front().without_terminator()) {
    if (isStageConstant(&op) || isStageView(&op))
      continue;
    int64_t index = launches.size();
    launches.push_back(&op);
    indices[&op] = index;
    use(&op, index);
    if (!define(&op, index))
      return false;
  }
  return true;
}

bool StagedFunction::collectResults() {
  int64_t count = launches.size();
  for (Value value : func.getBody().front().getTerminator()->getOperands()) {
    Value root = getStagedRoot(value);
    auto found = memoryOf.find(root);
    if (found == memoryOf.end() || isa<BlockArgument>(root) ||
        !countBytes(value.getType()))
      return false;
    StagedMemory &memory = memories[found->second];
    if (memory.isResult)
      return false;
    // Launches of later stages read results, not what these are parts of.
    if (isReshapeOf(value, root))
      reshapes[root] = value;
    else
      ties.push_back({indices.lookup(root.getDefiningOp()), memory.last});
    memory.isResult = true;
    memory.last = count;
  }
  return true;
}

std::optional<StagedFunction> StagedFunction::analyze(func::FuncOp func) {
  StagedFunction staged(func);
  if (!func.getBody().hasOneBlock() || !staged.collectArguments() ||
      !staged.collectLaunches() || !staged.collectResults())
    return std::nullopt;
  return staged;
}

Value StagedFunction::getStored(Value root) const {
  auto found = reshapes.find(root);
  return found == reshapes.end() ? root : found->second;
}

int64_t StagedFunction::getLaunch(Value value) const {
  Operation *op = getStagedRoot(value).getDefiningOp();
  auto found = indices.find(op);
  return found == indices.end() ? -1 : found->second;
}

/// Whether no launches before and after `cut` belong together.
bool StagedFunction::isAllowed(int64_t cut) const {
  return llvm::none_of(ties, [&](const std::pair<int64_t, int64_t> &tie) {
    return tie.first < cut && cut <= tie.second;
  });
}

/// Bytes of the stage of launches from `begin` to `end`: the caller has its
/// arguments, its results and what later stages read while it runs.
int64_t StagedFunction::getPeak(int64_t begin, int64_t end) const {
  int64_t held = 0;
  for (const StagedMemory &memory : memories)
    if (memory.first < end && !memory.isInside(begin, end) &&
        (memory.isResult || memory.last >= begin))
      held += memory.bytes;
  return held + getStageWorkspace(memories, begin, end);
}

namespace {
/// The fewest stages up to a launch; among as few, what needs least.
struct Stages {
  int64_t count = std::numeric_limits<int64_t>::max();
  int64_t peak = 0;
  /// Where the last one begins.
  size_t previous = 0;

  bool operator<(const Stages &other) const {
    return std::tie(count, peak) < std::tie(other.count, other.peak);
  }
};
} // namespace

SmallVector<int64_t> StagedFunction::plan(int64_t leastBytes,
                                          double leastShare) const {
  SmallVector<int64_t> bounds = {0};
  int64_t count = launches.size(), finest = 0;
  for (int64_t cut = 1; cut <= count; ++cut)
    if (cut == count || isAllowed(cut)) {
      finest = std::max(finest, getPeak(bounds.back(), cut));
      bounds.push_back(cut);
    }
  int64_t whole = getPeak(0, count);
  int64_t tolerance = std::max<int64_t>(leastBytes, leastShare * whole);
  if (whole - finest < tolerance)
    return {};
  SmallVector<Stages> best(bounds.size());
  best[0].count = 0;
  for (size_t end = 1; end < bounds.size(); ++end)
    for (size_t begin = end, tooMuch = 0; begin-- && tooMuch < kMostTooMuch;) {
      int64_t peak = getPeak(bounds[begin], bounds[end]);
      if (peak >= finest + tolerance) {
        ++tooMuch;
        continue;
      }
      Stages stages = {best[begin].count + 1, std::max(best[begin].peak, peak),
                       begin};
      // The longest one among equal ones.
      if (!(best[end] < stages))
        best[end] = stages;
    }
  SmallVector<int64_t> cuts;
  for (size_t end = best.back().previous; end != 0; end = best[end].previous)
    cuts.push_back(bounds[end]);
  std::reverse(cuts.begin(), cuts.end());
  return cuts;
}

SmallVector<int64_t> StagedFunction::order(int64_t leastBytes) const {
  SmallVector<SmallVector<int64_t>> firsts(launches.size());
  for (auto [index, launch] : llvm::enumerate(launches))
    for (Value value : getValuesRead(launch))
      if (int64_t first = getLaunch(value); first >= 0)
        firsts[index].push_back(first);
  SmallVector<TouchedMemory> touched;
  for (const StagedMemory &memory : memories) {
    touched.push_back({memory.bytes, memory.touches, memory.first < 0,
                       memory.isResult, memory.mayLieOver});
    // What reads memory before it is written again stays before that.
    if (memory.writes > 1)
      for (auto [first, next] :
           llvm::zip(memory.touches, ArrayRef(memory.touches).drop_front()))
        firsts[next].push_back(first);
  }
  LaunchOrder order(firsts, touched);
  auto now = llvm::to_vector(llvm::seq<int64_t>(0, launches.size()));
  SmallVector<int64_t> best = order.find(std::max<int64_t>(leastBytes / 16, 1));
  return order.getPeak(best) + leastBytes <= order.getPeak(now) ? best : now;
}
