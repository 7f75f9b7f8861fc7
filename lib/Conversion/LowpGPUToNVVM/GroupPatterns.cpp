//===- GroupPatterns.cpp - Tables of groups -------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A table is two vectors in shared memory, each of one number more than there
// are groups: the first virtual row of each group, with the number of all
// after them, and bounds: 0, then the end of each group or its count.

#include "PopulatePatterns.h"
#include "lowp/Dialect/Common/BuildIf.h"
#include "lowp/Kernel/Targets/Common/LoweringPattern.h"
#include "lowp/Support/Warps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

namespace {
/// Addresses in the table of an operation.
struct TablePlace {
  /// Address of the table.
  Value base;
  GroupTableOp op;

  Value getFirst(DeviceBuilder &builder, Value group) {
    return builder.add(base, builder.shiftLeft(group, 2));
  }
  Value getBound(DeviceBuilder &builder, Value group) {
    return builder.add(getFirst(builder, group),
                       4 * (static_cast<int64_t>(op.getMost()) + 1));
  }
};

/// What one warp makes of the numbers of 32 groups at a time, one lane of each.
class TableFiller {
public:
  TableFiller(DeviceBuilder &builder, const KernelFrame &frame,
              GroupTableOp::Adaptor adaptor, TablePlace place)
      : builder(builder), frame(frame), adaptor(adaptor), place(place) {}
  void emit();

private:
  Value load(Value group, Value exists);
  Value clamp(Value number);
  Value shuffle(NVVM::ShflKind kind, Value value, Value by);
  /// `value` joined by `join` with that of all lanes below.
  Value scan(Value value, function_ref<Value(Value, Value)> join);
  /// That of the lane below, and `first` for the first lane.
  Value takeFromBelow(Value value, Value first);
  Value takeFromLast(Value value) {
    return shuffle(NVVM::ShflKind::idx, value,
                   builder.constant(lowp::kWarpSize - 1));
  }
  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpIOp::create(builder, predicate, lhs, rhs);
  }
  /// The bounds and virtual rows up to the last of these groups, from those of
  /// the groups before.
  SmallVector<Value> emitGroups(Value first, Value bound, Value virtualRow);

  DeviceBuilder &builder;
  const KernelFrame &frame;
  GroupTableOp::Adaptor adaptor;
  TablePlace place;
};
} // namespace

/// The number of `group`, 0 where there is no such group.
Value TableFiller::load(Value group, Value exists) {
  auto branch = scf::IfOp::create(builder, builder.getI32Type(), exists,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  Value pointer = LLVM::GEPOp::create(
      builder, adaptor.getNumbers().getType(), builder.getI32Type(),
      adaptor.getNumbers(), ArrayRef<LLVM::GEPArg>{group});
  Value number = LLVM::LoadOp::create(builder, builder.getI32Type(), pointer,
                                      /*alignment=*/4);
  scf::YieldOp::create(builder, number);
  builder.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(builder, builder.constant(0));
  return branch.getResult(0);
}

Value TableFiller::clamp(Value number) {
  Value least = arith::MaxSIOp::create(builder, number, builder.constant(0));
  return arith::MinSIOp::create(builder, least, adaptor.getM());
}

Value TableFiller::shuffle(NVVM::ShflKind kind, Value value, Value by) {
  // The last lane, or for those that take from lanes below the first.
  int64_t bound = kind == NVVM::ShflKind::up ? 0 : lowp::kWarpSize - 1;
  return NVVM::ShflOp::create(builder, builder.getI32Type(),
                              builder.constant(-1), value, by,
                              builder.constant(bound), kind, UnitAttr());
}

Value TableFiller::scan(Value value, function_ref<Value(Value, Value)> join) {
  for (int64_t distance = 1; distance < lowp::kWarpSize; distance *= 2) {
    Value below =
        shuffle(NVVM::ShflKind::up, value, builder.constant(distance));
    Value hasOne = compare(arith::CmpIPredicate::uge, frame.lane,
                           builder.constant(distance));
    value = arith::SelectOp::create(builder, hasOne, join(below, value), value);
  }
  return value;
}

Value TableFiller::takeFromBelow(Value value, Value first) {
  Value below = shuffle(NVVM::ShflKind::up, value, builder.constant(1));
  return arith::SelectOp::create(builder, builder.isEqual(frame.lane, 0), first,
                                 below);
}

SmallVector<Value> TableFiller::emitGroups(Value first, Value bound,
                                           Value virtualRow) {
  Value group = builder.add(first, frame.lane);
  Value exists = compare(arith::CmpIPredicate::ult, group, adaptor.getCount());
  Value own = clamp(load(group, exists));
  Value size = own;
  if (place.op.getKind() == GroupKind::Rows) {
    auto join = [&](Value a, Value b) -> Value {
      return arith::MaxSIOp::create(builder, a, b);
    };
    // A group that ends before another one does is empty.
    own = join(scan(own, join), bound);
    size = arith::SubIOp::create(builder, own, takeFromBelow(own, bound));
  }
  int64_t tileM = place.op.getTileM();
  Value tiles = arith::DivUIOp::create(builder, builder.add(size, tileM - 1),
                                       builder.constant(tileM));
  Value rows = builder.multiply(tiles, tileM);
  Value end = builder.add(
      scan(rows, [&](Value a, Value b) { return builder.add(a, b); }),
      virtualRow);
  lowp::buildIf(builder, exists, [&] {
    builder.storeShared(arith::SubIOp::create(builder, end, rows),
                        place.getFirst(builder, group), 4);
    builder.storeShared(own, place.getBound(builder, builder.add(group, 1)), 4);
  });
  return {takeFromLast(own), takeFromLast(end)};
}

void TableFiller::emit() {
  Value zero = builder.constant(0);
  auto loop = scf::ForOp::create(builder, zero, adaptor.getCount(),
                                 builder.constant(lowp::kWarpSize),
                                 ValueRange{zero, zero});
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    SmallVector<Value> next =
        emitGroups(loop.getInductionVar(), loop.getRegionIterArg(0),
                   loop.getRegionIterArg(1));
    scf::YieldOp::create(builder, next);
  }
  lowp::buildIf(builder, builder.isEqual(frame.lane, 0), [&] {
    builder.storeShared(loop.getResult(1),
                        place.getFirst(builder, adaptor.getCount()), 4);
    builder.storeShared(zero, place.getBound(builder, zero), 4);
  });
}

static SmallVector<Value> lowerGroupTable(LoweringBuilder &builder,
                                          GroupTableOp op,
                                          GroupTableOp::Adaptor adaptor) {
  const KernelFrame &frame = builder.frame;
  TablePlace place{builder.add(frame.sharedBase, *op.getOffset()), op};
  auto fill = scf::IfOp::create(builder, builder.isEqual(frame.warp, 0));
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(fill.thenBlock());
    TableFiller(builder, frame, adaptor, place).emit();
    builder.syncWarp();
  }
  NVVM::Barrier0Op::create(builder);
  Value rows = builder.loadShared(
      builder.getI32Type(), place.getFirst(builder, adaptor.getCount()), 4);
  return {place.base, rows};
}

/// The entry of a table at `address`.
static Value loadEntry(DeviceBuilder &builder, Value address) {
  return builder.loadShared(builder.getI32Type(), address, 4);
}

/// The group of `row`, by a binary search: the last one that begins at the row
/// or before it, so that it has rows.
static Value findGroup(DeviceBuilder &builder, TablePlace place, Value count,
                       Value row) {
  Value group = builder.constant(0);
  int64_t most = place.op.getMost();
  int64_t first = llvm::PowerOf2Ceil(most) / 2;
  for (int64_t step = first; step > 0; step /= 2) {
    // After the last group all virtual rows have been counted.
    Value next =
        arith::MinUIOp::create(builder, builder.add(group, step), count);
    Value begin = loadEntry(builder, place.getFirst(builder, next));
    Value isAt =
        arith::CmpIOp::create(builder, arith::CmpIPredicate::ule, begin, row);
    group = arith::SelectOp::create(builder, isAt, next, group);
  }
  return group;
}

static SmallVector<Value> lowerLocateGroup(LoweringBuilder &builder,
                                           LocateGroupOp op,
                                           LocateGroupOp::Adaptor adaptor) {
  auto table = op.getGroups().getDefiningOp<GroupTableOp>();
  TablePlace place{adaptor.getGroups(), table};
  Value count = builder.remap(table.getCount());
  Value group = findGroup(builder, place, count, adaptor.getRow());
  Value row =
      arith::SubIOp::create(builder, adaptor.getRow(),
                            loadEntry(builder, place.getFirst(builder, group)));
  if (table.getKind() == GroupKind::Rows)
    row = builder.add(row, loadEntry(builder, place.getBound(builder, group)));
  Value end =
      loadEntry(builder, place.getBound(builder, builder.add(group, 1)));
  SmallVector<Value> results{group, row, end};
  if (op.getUniform())
    for (Value &result : results)
      result = builder.takeFromFirst(result);
  return results;
}

/// Matrices have as many rows each: only the K of one is looked up.
static SmallVector<Value> lowerLocateK(LoweringBuilder &builder, LocateKOp op,
                                       LocateKOp::Adaptor adaptor) {
  TablePlace place{adaptor.getGroups(),
                   op.getGroups().getDefiningOp<GroupTableOp>()};
  Value group =
      arith::DivUIOp::create(builder, adaptor.getRow(), adaptor.getRows());
  Value row =
      arith::RemUIOp::create(builder, adaptor.getRow(), adaptor.getRows());
  Value address = place.getBound(builder, group);
  auto load = [&](Value address) -> Value {
    Value bound = loadEntry(builder, address);
    return op.getUniform() ? builder.takeFromFirst(bound) : bound;
  };
  Value first = load(address);
  Value size =
      arith::SubIOp::create(builder, load(builder.add(address, 4)), first);
  if (op.getSpread())
    first = load(place.getFirst(builder, group));
  Value extent = arith::MaxSIOp::create(
      builder, size, builder.constant(static_cast<int64_t>(op.getLeast())));
  return {group, row, first, size, extent};
}

void mlir::lowp_gpu::populateGroupPatterns(const LLVMTypeConverter &converter,
                                           const KernelFrame &frame,
                                           RewritePatternSet &patterns) {
  addLowerings(patterns, converter, frame, lowerGroupTable, lowerLocateGroup,
               lowerLocateK);
}
