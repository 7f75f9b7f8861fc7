//===- StagePlan.cpp - Where a function is divided ------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StagePlan.h"

#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "lowp/Graph/Analysis/MappedTensor.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::lowp;

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
    memories.push_back({dies ? *bytes : 0, -1, -1, false});
  }
  return true;
}

/// Lets the launch at `index` keep what it reads.
void StagedFunction::use(Operation *launch, int64_t index) {
  for (Value value : getValuesRead(launch))
    if (auto found = memoryOf.find(getStagedRoot(value));
        found != memoryOf.end())
      memories[found->second].last = index;
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
      memoryOf[result] = memories.size();
      memories.push_back({*bytes, index, index, false});
      continue;
    }
    unsigned memory = found->second;
    memoryOf[result] = memory;
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
    // Launches of later stages read results, not what these are views of.
    if (root != value)
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
/// arguments, its results and what later stages read while it runs; the
/// workspace lies in results until they are written.
int64_t StagedFunction::getPeak(int64_t begin, int64_t end) const {
  int64_t held = 0;
  for (const StagedMemory &memory : memories) {
    bool isBorn = memory.first < end;
    bool isInside = memory.first >= begin && memory.last < end;
    if (isBorn && !isInside && (memory.isResult || memory.last >= begin))
      held += memory.bytes;
  }
  int64_t workspace = 0;
  for (int64_t index = begin; index != end; ++index) {
    int64_t bytes = 0;
    for (const StagedMemory &memory : memories) {
      bool isInside = memory.first >= begin && memory.last < end;
      if (isInside && memory.first <= index && index <= memory.last)
        bytes += memory.bytes;
      if (!isInside && memory.first > index && memory.first < end)
        bytes -= memory.bytes;
    }
    workspace = std::max(workspace, bytes);
  }
  return held + workspace;
}

int64_t StagedFunction::getPeak(ArrayRef<int64_t> cuts) const {
  int64_t peak = 0, begin = 0;
  for (int64_t cut : cuts) {
    peak = std::max(peak, getPeak(begin, cut));
    begin = cut;
  }
  return std::max(peak, getPeak(begin, launches.size()));
}

SmallVector<int64_t> StagedFunction::plan(int64_t leastBytes,
                                          double leastShare) const {
  SmallVector<int64_t> cuts;
  for (int64_t cut = 1; cut < int64_t(launches.size()); ++cut)
    if (isAllowed(cut))
      cuts.push_back(cut);
  int64_t whole = getPeak({}), finest = getPeak(cuts);
  int64_t tolerance = std::max<int64_t>(leastBytes, leastShare * whole);
  if (whole - finest < tolerance)
    return {};
  while (!cuts.empty()) {
    // The cut without which least is lost.
    SmallVector<int64_t> fewest;
    int64_t least = finest + tolerance;
    for (int64_t dropped : cuts) {
      SmallVector<int64_t> others;
      llvm::copy_if(cuts, std::back_inserter(others),
                    [&](int64_t cut) { return cut != dropped; });
      if (int64_t peak = getPeak(others); peak < least) {
        least = peak;
        fewest = others;
      }
    }
    if (least == finest + tolerance)
      break;
    cuts = fewest;
  }
  return cuts;
}
