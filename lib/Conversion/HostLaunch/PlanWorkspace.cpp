//===- PlanWorkspace.cpp - Buffers share memory by lifetime ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Conversion/HostLaunch/HostLaunch.h"

#include "WorkspacePlanner.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_PLANWORKSPACEPASS
#include "lowp/Conversion/HostLaunch/HostLaunch.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

/// The largest of the members' sizes; of those that depend on the same dynamic
/// sizes only the largest is computed.
static Value emitBytes(ImplicitLocOpBuilder &builder,
                       const WorkspaceSlot &slot) {
  SmallVector<ByteCount> terms;
  for (const PlannedBuffer *member : slot.members) {
    auto *same = llvm::find_if(terms, [&](const ByteCount &term) {
      return term.isComparable(member->bytes);
    });
    if (same == terms.end())
      terms.push_back(member->bytes);
    else
      same->factor = std::max(same->factor, member->bytes.factor);
  }
  Value largest;
  for (const ByteCount &term : terms) {
    Value bytes = arith::ConstantIndexOp::create(builder, term.factor);
    for (Value size : term.sizes)
      bytes = arith::MulIOp::create(builder, bytes, size);
    largest = largest ? arith::MaxUIOp::create(builder, largest, bytes) : bytes;
  }
  return largest;
}

static void moveBefore(Value value, Operation *point) {
  Operation *op = value.getDefiningOp();
  if (!op || op->isBeforeInBlock(point))
    return;
  for (Value operand : op->getOperands())
    moveBefore(operand, point);
  op->moveBefore(point);
}

/// The workspace is the caller's; nothing in it is freed.
static void eraseDeallocs(Value buffer) {
  for (Operation *user : llvm::make_early_inc_range(buffer.getUsers()))
    if (isa<memref::DeallocOp>(user))
      user->erase();
}

/// Makes `alloc` a view of `memory`, which is bytes, where its lifetime begins:
/// it may have been allocated before the memory is there.
static void replace(memref::AllocOp alloc, Value memory, int64_t offset,
                    Operation *begin) {
  ImplicitLocOpBuilder builder(alloc.getLoc(), begin);
  Value start = arith::ConstantIndexOp::create(builder, offset);
  Value view = memref::ViewOp::create(builder, alloc.getType(), memory, start,
                                      alloc.getDynamicSizes());
  eraseDeallocs(alloc);
  alloc.replaceAllUsesWith(view);
  alloc.erase();
}

static void emit(const WorkspaceSlot &slot, const Lifetimes &lifetimes) {
  Operation *point = lifetimes.getOp(slot.first);
  for (const PlannedBuffer *member : slot.members)
    for (Value size : member->bytes.sizes)
      moveBefore(size, point);
  ImplicitLocOpBuilder builder(point->getLoc(), point);
  Value bytes = emitBytes(builder, slot);
  Type byte = builder.getI8Type();
  std::optional<int64_t> known = getConstantIntValue(bytes);
  auto type = MemRefType::get({known.value_or(ShapedType::kDynamic)}, byte);
  Value memory = memref::AllocOp::create(
      builder, type, known ? ValueRange() : ValueRange(bytes));
  for (const PlannedBuffer *member : slot.members)
    replace(member->alloc, memory, /*offset=*/0,
            lifetimes.getOp(member->lifetime.first));
}

static void emit(ArrayRef<PlacedBuffer> members, Value memory,
                 const Lifetimes &lifetimes) {
  for (const PlacedBuffer &member : members)
    replace(member.alloc, memory, member.offset,
            lifetimes.getOp(member.lifetime.first));
}

static void emit(const ResultMemory &result, const Lifetimes &lifetimes) {
  BlockArgument argument = result.getResult();
  OpBuilder builder = OpBuilder::atBlockBegin(argument.getOwner());
  auto bytes = MemRefType::get({result.getBytes()}, builder.getI8Type());
  // lowp-host-launch knows addresses, which buffers of other types may share.
  Value memory = UnrealizedConversionCastOp::create(builder, argument.getLoc(),
                                                    bytes, argument)
                     .getResult(0);
  emit(result.getMembers(), memory, lifetimes);
}

/// Lets all buffers of known size lie in one allocation.
static void emitPlaced(func::FuncOp func, const WorkspacePlanner &planner) {
  OpBuilder builder = OpBuilder::atBlockBegin(&func.front());
  auto type = MemRefType::get({planner.getPlacedBytes()}, builder.getI8Type());
  Value memory = memref::AllocOp::create(builder, func.getLoc(), type);
  emit(planner.getPlaced(), memory, planner.getLifetimes());
}

namespace {
struct PlanWorkspace : lowp::impl::PlanWorkspacePassBase<PlanWorkspace> {
  void runOnOperation() override {
    func::FuncOp func = getOperation();
    // Program order is the order of the stream only without branches.
    if (func.isDeclaration() || func.getBlocks().size() != 1)
      return;
    WorkspacePlanner planner(func);
    planner.run();
    for (const ResultMemory &result : planner.getResults())
      if (!result.getMembers().empty())
        emit(result, planner.getLifetimes());
    if (!planner.getPlaced().empty())
      emitPlaced(func, planner);
    for (const WorkspaceSlot &slot : planner.getSlots())
      if (slot.members.size() > 1)
        emit(slot, planner.getLifetimes());
  }
};
} // namespace
