//===- FusionReads.cpp - What a fusion reads from memory only -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/ReadScalars.h"
#include "lowp/Fusion/FusedKinds.h"
#include "lowp/Fusion/PartialSum.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::lowp;

static bool isBlockScale(Operation *op) {
  auto scale = dyn_cast_or_null<ComputeScaleOp>(op);
  return scale && getBlockAmax(scale);
}

/// Whether an op reads an amax of the same fusion, which is there when the last
/// tile has taken part, unless each tile has its own.
static bool readsOwnAmax(const llvm::SetVector<Operation *> &ops) {
  return llvm::any_of(ops, [&](Operation *op) {
    return !isBlockScale(op) &&
           llvm::any_of(op->getOperands(), [&](Value operand) {
             auto amax = operand.getDefiningOp<AmaxOp>();
             return amax && ops.contains(amax);
           });
  });
}

/// Whether an op reads sums of rows of the same fusion, which only memory has.
static bool readsOwnSums(const llvm::SetVector<Operation *> &ops) {
  return llvm::any_of(ops, [&](Operation *op) {
    return countSummedRows(op) != 0 &&
           llvm::any_of(op->getUsers(),
                        [&](Operation *user) { return ops.contains(user); });
  });
}

/// Whether scales of blocks, or the amax that they are computed from, are known
/// outside: a tile keeps them to itself.
static bool sharesBlockScales(const llvm::SetVector<Operation *> &ops) {
  auto isRead = [&](Operation *op) {
    return llvm::any_of(op->getUsers(),
                        [&](Operation *user) { return !ops.contains(user); });
  };
  return llvm::any_of(ops, [&](Operation *op) {
    if (!isBlockScale(op))
      return false;
    Operation *amax = getBlockAmax(cast<ComputeScaleOp>(op));
    return !ops.contains(amax) || isRead(amax) || isRead(op);
  });
}

/// Whether a quantize stores scales that another op of the fusion computes than
/// compute_scale from outside: they are written even where the matrix has no
/// elements, and so no tile.
static bool storesComputedScales(const llvm::SetVector<Operation *> &ops) {
  return llvm::any_of(ops, [&](Operation *op) {
    if (auto global = dyn_cast<ComputeGlobalScaleOp>(op))
      return ops.contains(global.getAmax().getDefiningOp());
    auto quantize = dyn_cast<QuantizeOp>(op);
    if (!quantize || !quantize.hasGivenScales())
      return false;
    Operation *source = quantize.getStoredScales().getDefiningOp();
    if (isBlockScale(source))
      return false;
    if (auto made = dyn_cast_or_null<ComputeScaleOp>(source);
        made && ops.contains(source))
      source = made.getAmax().getDefiningOp();
    return ops.contains(source);
  });
}

/// Whether what is decoded is computed in the fusion, and no matrix of
/// elements: scales are entries of blocks, and elements are taken out of bytes
/// and tiles, which are read from memory.
static bool decodesComputedStorage(const llvm::SetVector<Operation *> &ops) {
  auto isComputed = [&](Value value) {
    return value && ops.contains(value.getDefiningOp());
  };
  return llvm::any_of(ops, [&](Operation *op) {
    auto made = dyn_cast<MakeScaledOp>(op);
    return made &&
           (isComputed(made.getScales()) || isComputed(made.getGlobalScale()) ||
            (!isPlainData(made.getType()) && isComputed(made.getData())));
  });
}

/// Whether rows are gathered of a matrix that the fusion computes: they are
/// read from memory.
static bool gathersComputedRows(const llvm::SetVector<Operation *> &ops) {
  return llvm::any_of(ops, [&](Operation *op) {
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(op->getRegions(), captured);
    return llvm::any_of(captured, [&](Value value) {
      return ops.contains(value.getDefiningOp());
    });
  });
}

/// Whether a scalar that an op takes is read from a tensor that another one
/// computes: it would be an element of some tile.
static bool readsComputedScalars(const llvm::SetVector<Operation *> &ops) {
  llvm::SetVector<Operation *> open;
  auto addMakers = [&](ValueRange values) {
    for (Value value : values)
      if (Operation *maker = value.getDefiningOp();
          maker && (computesScalar(maker) ||
                    classifyForFusion(maker) == FusedKind::Source))
        open.insert(maker);
  };
  for (Operation *op : ops) {
    addMakers(op->getOperands());
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(op->getRegions(), captured);
    addMakers(captured.getArrayRef());
  }
  for (size_t next = 0; next < open.size(); ++next) {
    Operation *op = open[next];
    auto read = dyn_cast<tensor::ExtractOp>(op);
    if (read && ops.contains(read.getTensor().getDefiningOp()))
      return true;
    addMakers(op->getOperands());
  }
  return false;
}

bool mlir::lowp::readsOwnMemory(ArrayRef<Operation *> all, Reason why) {
  llvm::SetVector<Operation *> ops(all.begin(), all.end());
  using Reads = bool (*)(const llvm::SetVector<Operation *> &);
  constexpr std::pair<Reads, StringLiteral> kKinds[] = {
      {gathersComputedRows, "rows are gathered of a matrix that it computes"},
      {readsComputedScalars,
       "it reads a number from a tensor that it computes"},
      {sharesBlockScales,
       "scales of its blocks are computed or read outside of it"},
      {readsOwnAmax, "it reads an amax that it computes"},
      {readsOwnSums, "it reads sums of rows that it computes"},
      {storesComputedScales, "it stores scales that it computes"},
      {decodesComputedStorage,
       "it decodes scales, or bytes, that it computes"}};
  for (auto [reads, how] : kKinds)
    if (reads(ops))
      return why.refuse(how, /*answer=*/true);
  return false;
}
