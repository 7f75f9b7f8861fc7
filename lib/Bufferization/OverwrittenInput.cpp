//===- OverwrittenInput.cpp - Results over what is read -------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a kernel of one stage each element of an input that has all dimensions of
// the space belongs to one thread, which loads it before it stores what follows
// from it. Beyond the space threads load elements of others, and may do so
// later: what reductions take of these must be there before a result is. A row
// reduction has met all threads of its row when a result that depends on it is
// stored; blocks that end with the matrix take none.
//
//===----------------------------------------------------------------------===//

#include "OverwrittenInput.h"

#include "lowp/Dialect/LowpGPU/IR/LowpGPUDialect.h"
#include "lowp/Fusion/FusedKinds.h"
#include "lowp/Fusion/IterationSpace.h"
#include "lowp/Fusion/PartialSum.h"
#include "lowp/Fusion/RowGather.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {
/// What follows from an input of a fusion, and from a result back.
class Overwriting {
public:
  Overwriting(func::FuncOp function, const IterationSpace &space, Value result)
      : function(function), space(space), result(result) {}

  bool holds(BlockArgument input);

private:
  bool isElement(Value input) const;
  bool mayRead(OpOperand &use);
  bool hasWholeBlocks(QuantizeOp op) const;
  bool isNeeded(Operation *op);

  func::FuncOp function;
  const IterationSpace &space;
  Value result;
  /// What has an element for each of the input, computed from it.
  llvm::SetVector<Value> elements;
  llvm::SetVector<Operation *> needed;
};
} // namespace

/// The dimensions of the space along which `value` has more than one element.
static SmallVector<int> getSpread(const IterationSpace &space, Value value) {
  SmallVector<int> spread;
  for (ArrayRef<int> dims : space.dims.lookup(value))
    llvm::append_range(spread, dims);
  return spread;
}

/// Whether each element of `input` belongs to one place of the space, and lies
/// where that of the result does.
bool Overwriting::isElement(Value input) const {
  SmallVector<int> dims = getSpread(space, input);
  return dims == getSpread(space, result) && dims.size() == space.sizes.size();
}

/// Whether the blocks of `op` end where the matrix does.
bool Overwriting::hasWholeBlocks(QuantizeOp op) const {
  auto divides = [](int64_t block, int64_t size) {
    return block == 1 ||
           (block != BlockShape::kWhole && ShapedType::isStatic(size) &&
            size > 0 && size % block == 0);
  };
  BlockShape block = space.getBlock(op);
  return divides(block.rows,
                 IterationSpace::countPoints(space.getRowSizes())) &&
         divides(block.columns, space.countColumns());
}

/// Whether the result is computed from what `op` computes.
bool Overwriting::isNeeded(Operation *op) {
  if (needed.empty()) {
    BackwardSliceOptions options;
    options.omitUsesFromAbove = false;
    options.inclusive = true;
    (void)getBackwardSlice(result, &needed, options);
  }
  return needed.contains(op);
}

/// Whether `use` reads an element where it belongs, before the result is there;
/// takes note of what follows from it.
bool Overwriting::mayRead(OpOperand &use) {
  Operation *op = use.getOwner();
  if (isa<func::ReturnOp>(op))
    return !isa<BlockArgument>(use.get());
  // Others read elements of places that they compute.
  auto computed = dyn_cast<linalg::LinalgOp>(op);
  if (op->getBlock() != &function.front() ||
      (computed && computed.isDpsInit(&use)))
    return false;
  if (isView(op)) {
    elements.insert(op->getResult(0));
    return true;
  }
  switch (classifyForFusion(op)) {
  case FusedKind::Elementwise:
    elements.insert(op->result_begin(), op->result_end());
    return computed && !RowGather::match(computed);
  case FusedKind::RowReduction:
    return isNeeded(op);
  case FusedKind::PartialSum:
  case FusedKind::Concat:
    return true;
  case FusedKind::Quantize:
    return hasWholeBlocks(cast<QuantizeOp>(op));
  default:
    return false;
  }
}

bool Overwriting::holds(BlockArgument input) {
  if (!isElement(input))
    return false;
  elements.insert(input);
  // Grows while it is walked.
  for (size_t next = 0; next < elements.size(); ++next)
    for (OpOperand &use : elements[next].getUses())
      if (!mayRead(use))
        return false;
  return elements.contains(result);
}

bool mlir::lowp::mayOverwrite(LaunchFusionOp launch, unsigned input,
                              unsigned output) {
  auto function = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      launch, launch.getCalleeAttr());
  // A later stage reads its inputs again, and what follows another launch runs
  // beside it.
  if (!function || function.isDeclaration() ||
      function->hasAttr(LowpDialect::getStagesAttrName()) ||
      launch->hasAttr(lowp_gpu::LowpGPUDialect::getFollowsAttrName()))
    return false;
  auto space = IterationSpace::get(getFusedOps(function.front()));
  if (!space || space->parts > 1)
    return false;
  Value result = function.front().getTerminator()->getOperand(output);
  return Overwriting(function, *space, result)
      .holds(function.getArgument(input));
}
