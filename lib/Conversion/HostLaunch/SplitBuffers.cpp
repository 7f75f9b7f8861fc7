//===- SplitBuffers.cpp - A buffer for each value -------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Empty tensors of one type are one after a cleanup, and so are the buffers of
// what is written into them, one value after the other. Such a buffer lives
// from the first to the last. Here each value gets a buffer that lives as long
// as it does; the last one in a result stays there.
//
//===----------------------------------------------------------------------===//

#include "BufferUses.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {
/// How an operation of a block, or what is in it, uses a buffer and its views.
struct Access {
  Operation *op;
  SmallVector<OpOperand *> uses;
};
} // namespace

static void collectUses(Value buffer, SmallVectorImpl<OpOperand *> &uses) {
  for (OpOperand &use : buffer.getUses()) {
    Operation *op = use.getOwner();
    if (isa<ViewLikeOpInterface>(op))
      collectUses(op->getResult(0), uses);
    else if (!isa<memref::DimOp>(op))
      uses.push_back(&use);
  }
}

/// The accesses of `buffer` in the order of the block.
static SmallVector<Access> collectAccesses(Value buffer, Block &block) {
  SmallVector<OpOperand *> uses;
  collectUses(buffer, uses);
  llvm::MapVector<Operation *, SmallVector<OpOperand *>> usesOf;
  for (OpOperand *use : uses)
    usesOf[block.findAncestorOpInBlock(*use->getOwner())].push_back(use);
  SmallVector<Access> accesses;
  for (auto &[op, ofOp] : usesOf)
    accesses.push_back({op, std::move(ofOp)});
  llvm::sort(accesses, [](const Access &a, const Access &b) {
    return a.op != b.op && a.op->isBeforeInBlock(b.op);
  });
  return accesses;
}

/// Whether `access` writes all of the buffer and reads nothing of it.
static bool beginsValue(const Access &access) {
  auto launch = dyn_cast<DestinationStyleOpInterface>(access.op);
  OpOperand *use = access.uses.front();
  if (!launch || access.uses.size() != 1 || use->getOwner() != access.op ||
      !launch.isDpsInit(use) || !getWhole(use->get()) || !overwrites(*use))
    return false;
  // Others write all that they have.
  auto computed = dyn_cast<linalg::LinalgOp>(access.op);
  return !computed ||
         computed.getMatchingIndexingMap(use).isProjectedPermutation();
}

/// Lets `use`, of a view of `from`, be one of the same view of `to`.
static void redirect(OpOperand &use, Value from, Value to) {
  SmallVector<Operation *> views;
  for (Value value = use.get(); value != from;
       value = cast<ViewLikeOpInterface>(views.back()).getViewSource())
    views.push_back(value.getDefiningOp());
  OpBuilder builder(use.getOwner());
  IRMapping mapping;
  mapping.map(from, to);
  for (Operation *view : llvm::reverse(views))
    builder.clone(*view, mapping);
  use.set(mapping.lookup(use.get()));
}

/// A buffer like `buffer`, before `op`.
static Value createLike(Value buffer, Operation *op) {
  OpBuilder builder(op);
  if (auto alloc = buffer.getDefiningOp<memref::AllocOp>())
    return cast<memref::AllocOp>(builder.clone(*alloc));
  return memref::AllocOp::create(builder, buffer.getLoc(),
                                 cast<MemRefType>(buffer.getType()));
}

static void split(Value buffer, Block &block) {
  SmallVector<Access> accesses = collectAccesses(buffer, block);
  SmallVector<Operation *> begins;
  for (const Access &access : accesses)
    if (access.op != accesses.front().op && beginsValue(access))
      begins.push_back(access.op);
  if (begins.empty())
    return;
  // What comes before the last one of a result leaves it.
  bool keepsLast = isa<BlockArgument>(buffer);
  Value now = keepsLast ? createLike(buffer, accesses.front().op) : buffer;
  for (const Access &access : accesses) {
    if (llvm::is_contained(begins, access.op))
      now = keepsLast && access.op == begins.back()
                ? buffer
                : createLike(buffer, access.op);
    if (now != buffer)
      for (OpOperand *use : access.uses)
        redirect(*use, buffer, now);
  }
}

void mlir::lowp::splitBuffers(func::FuncOp func) {
  Block &block = func.front();
  SmallVector<Value> buffers(block.getArguments());
  for (auto alloc : block.getOps<memref::AllocOp>())
    buffers.push_back(alloc);
  for (Value buffer : buffers)
    if (isPlanned(func, buffer) && hasViewsAlone(buffer))
      split(buffer, block);
}
