//===- ColumnKernel.cpp - Threads that share rows of columns --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ColumnSchedule.h"
#include "CombineResults.h"
#include "KernelLaunch.h"
#include "LinalgLoops.h"
#include "Payload.h"
#include "UnrollReads.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {
/// Loops of an operation, and how many blocks and items they make.
struct ColumnSpace {
  ColumnSpace(OpBuilder &builder, linalg::LinalgOp op,
              const ColumnSchedule &schedule);

  LinalgLoops loops;
  /// Vectors of columns, and blocks along them.
  Value vectors, blocksAcross;
  /// Points of the outer loops, and parts of rows of all of these.
  Value points, items;
};

/// What one thread works on.
struct ColumnShare {
  /// Its group among those that share the columns.
  Value group;
  /// Rows first, first + groups, ... below last.
  Value first, last, step;
  /// Whether there are such columns. Threads beyond the last ones repeat those,
  /// since barriers need all threads, and store nothing.
  Value exists;
};

/// Emits the kernel of one operation.
class ColumnKernel {
public:
  ColumnKernel(OpBuilder &builder, linalg::LinalgOp op,
               const ColumnSchedule &schedule)
      : builder(builder), loc(op.getLoc()), op(op), schedule(schedule) {}

  void emit(ArrayRef<Value> initial, KernelName name);

private:
  Value constant(int64_t value) { return createConstant(builder, loc, value); }
  ColumnShare computeShare(gpu::LaunchOp launch, ColumnSpace &space,
                           MutableArrayRef<Value> ivs);
  void setRows(ColumnSpace &space, Value part, ColumnShare &share);
  SmallVector<Value> moveToColumn(OpBuilder &nested, ArrayRef<Value> ivs,
                                  int64_t element) const;
  scf::ForOp reduceInThread(const Payload &payload, const ColumnSpace &space,
                            const ColumnShare &share, SmallVector<Value> ivs);
  SmallVector<Value> shareMemory(gpu::LaunchOp launch);
  SmallVector<Value> reduceOverGroups(gpu::LaunchOp launch,
                                      const ColumnShare &share,
                                      ValueRange partial);
  void combinePair(ValueRange shared, Value thread, Value other);

  OpBuilder &builder;
  Location loc;
  linalg::LinalgOp op;
  const ColumnSchedule &schedule;
};
} // namespace

ColumnSpace::ColumnSpace(OpBuilder &builder, linalg::LinalgOp op,
                         const ColumnSchedule &schedule) {
  Location loc = op.getLoc();
  loops = LinalgLoops::get(builder, loc, op);
  if (!schedule.columns.empty())
    loops.coarsen(builder, loc, schedule.columns.back(), schedule.width);
  vectors = loops.countPoints(builder, loc, schedule.columns);
  blocksAcross = arith::CeilDivUIOp::create(
      builder, loc, vectors, createConstant(builder, loc, schedule.lanes));
  points = loops.countPoints(builder, loc, schedule.outer);
  items = points;
  if (schedule.rowsPerBlock == 0)
    return;
  Value rows = loops.countPoints(builder, loc, schedule.loops.rows);
  Value parts = arith::CeilDivUIOp::create(
      builder, loc, rows, createConstant(builder, loc, schedule.rowsPerBlock));
  items = arith::MulIOp::create(builder, loc, points, parts);
}

/// Sets the rows of `share`, in part `part` if several blocks share them.
void ColumnKernel::setRows(ColumnSpace &space, Value part, ColumnShare &share) {
  Value rows = space.loops.countPoints(builder, loc, schedule.loops.rows);
  share.step = constant(schedule.groups);
  share.first = share.group;
  share.last = rows;
  if (!part)
    return;
  Value length = constant(schedule.rowsPerBlock);
  Value start = arith::MulIOp::create(builder, loc, part, length);
  share.first = arith::AddIOp::create(builder, loc, start, share.group);
  share.last = arith::MinUIOp::create(
      builder, loc, arith::AddIOp::create(builder, loc, start, length), rows);
}

/// Neighbouring threads get neighbouring columns, then neighbouring rows, then
/// neighbouring points of the outer loops. Sets the entries of `ivs` of the
/// parallel loops, and leaves `space` the rows of a part.
ColumnShare ColumnKernel::computeShare(gpu::LaunchOp launch, ColumnSpace &space,
                                       MutableArrayRef<Value> ivs) {
  Value thread = launch.getThreadIds().x, block = launch.getBlockIds().x;
  Value lanes = constant(schedule.lanes), groups = constant(schedule.groups);
  Value lane = arith::RemUIOp::create(builder, loc, thread, lanes);
  Value rest = arith::DivUIOp::create(builder, loc, thread, lanes);
  ColumnShare share;
  share.group = arith::RemUIOp::create(builder, loc, rest, groups);
  Value slot = arith::DivUIOp::create(builder, loc, rest, groups);
  auto place = [&](Value major, int64_t size, Value minor) -> Value {
    Value begin = arith::MulIOp::create(builder, loc, major, constant(size));
    return arith::AddIOp::create(builder, loc, begin, minor);
  };
  Value across =
      arith::RemUIOp::create(builder, loc, block, space.blocksAcross);
  Value along = arith::DivUIOp::create(builder, loc, block, space.blocksAcross);
  Value vector = place(across, schedule.lanes, lane);
  Value item = place(along, schedule.getSlots(), slot);
  auto isBelow = [&](Value value, Value count) -> Value {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, value,
                                 count);
  };
  share.exists = arith::AndIOp::create(
      builder, loc, isBelow(vector, space.vectors), isBelow(item, space.items));
  auto clamp = [&](Value value, Value count) -> Value {
    Value last = arith::SubIOp::create(builder, loc, count, constant(1));
    return arith::MinUIOp::create(builder, loc, value, last);
  };
  vector = clamp(vector, space.vectors);
  item = clamp(item, space.items);
  Value part;
  if (schedule.rowsPerBlock != 0) {
    part = arith::DivUIOp::create(builder, loc, item, space.points);
    item = arith::RemUIOp::create(builder, loc, item, space.points);
  }
  space.loops.delinearize(builder, loc, vector, schedule.columns, ivs);
  space.loops.delinearize(builder, loc, item, schedule.outer, ivs);
  if (const auto &parts = schedule.loops.parts)
    space.loops.takePart(builder, loc, parts->loop, ivs[parts->part],
                         parts->rows);
  setRows(space, part, share);
  return share;
}

/// The point of column `element` of the vector at `ivs`.
SmallVector<Value> ColumnKernel::moveToColumn(OpBuilder &nested,
                                              ArrayRef<Value> ivs,
                                              int64_t element) const {
  if (schedule.columns.empty())
    return SmallVector<Value>(ivs);
  return moveToElement(nested, loc, ivs, schedule.columns.back(),
                       schedule.width, element);
}

/// Reduces the rows of `share` in the registers of one thread: all results of
/// its first column, then those of the next.
scf::ForOp ColumnKernel::reduceInThread(const Payload &payload,
                                        const ColumnSpace &space,
                                        const ColumnShare &share,
                                        SmallVector<Value> ivs) {
  SmallVector<Value> start;
  for (Operation *combiner : matchCombiners(op))
    start.push_back(arith::ConstantOp::create(
        builder, loc, *arith::getNeutralElement(combiner)));
  size_t results = start.size();
  for (int64_t element = 1; element < schedule.width; ++element)
    for (size_t index = 0; index < results; ++index)
      start.push_back(start[index]);
  auto emitRow = [&](OpBuilder &nested, Location, Value row,
                     ValueRange partial) {
    space.loops.delinearize(nested, loc, row, schedule.loops.rows, ivs);
    SmallVector<Value> next;
    for (int64_t element = 0; element < schedule.width; ++element)
      llvm::append_range(
          next, payload.emit(nested, moveToColumn(nested, ivs, element),
                             partial.slice(element * results, results)));
    scf::YieldOp::create(nested, loc, next);
  };
  // A count of rounds that is the same for all groups is known here.
  bool isEven = schedule.countRows() && !schedule.loops.parts;
  Value first = isEven ? constant(0) : share.first;
  Value last = isEven ? constant(*schedule.loops.length) : share.last;
  auto emitRound = [&](OpBuilder &nested, Location, Value begin,
                       ValueRange partial) {
    Value row =
        isEven
            ? arith::AddIOp::create(nested, loc, begin, share.group).getResult()
            : begin;
    emitRow(nested, loc, row, partial);
  };
  return scf::ForOp::create(builder, loc, first, last, share.step, start,
                            emitRound);
}

/// Shared memory for a value of each thread, for each result of each column.
SmallVector<Value> ColumnKernel::shareMemory(gpu::LaunchOp launch) {
  auto space = gpu::AddressSpaceAttr::get(builder.getContext(),
                                          gpu::AddressSpace::Workgroup);
  SmallVector<Value> shared;
  for (int64_t element = 0; element < schedule.width; ++element)
    for (Value init : op.getDpsInits())
      shared.push_back(launch.addWorkgroupAttribution(
          MemRefType::get({kThreadsPerBlock},
                          getElementTypeOrSelf(init.getType()),
                          MemRefLayoutAttrInterface(), space),
          loc));
  return shared;
}

/// Combines what `thread` has in shared memory with what `other` has.
void ColumnKernel::combinePair(ValueRange shared, Value thread, Value other) {
  for (auto [index, buffer] : llvm::enumerate(shared)) {
    Value own = memref::LoadOp::create(builder, loc, buffer, thread);
    Value its = memref::LoadOp::create(builder, loc, buffer, other);
    Value both =
        combineResults(builder, op, index % op.getNumDpsInits(), own, its);
    memref::StoreOp::create(builder, loc, both, buffer, thread);
  }
}

/// Reduces `partial` over the groups, by halves; the first group gets the
/// results.
SmallVector<Value> ColumnKernel::reduceOverGroups(gpu::LaunchOp launch,
                                                  const ColumnShare &share,
                                                  ValueRange partial) {
  if (schedule.groups == 1)
    return partial;
  Value thread = launch.getThreadIds().x;
  SmallVector<Value> shared = shareMemory(launch);
  for (auto [buffer, value] : llvm::zip_equal(shared, partial))
    memref::StoreOp::create(builder, loc, value, buffer, thread);
  for (int64_t half = schedule.groups / 2; half > 0; half /= 2) {
    gpu::BarrierOp::create(builder, loc);
    Value isLower = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, share.group, constant(half));
    auto guard = scf::IfOp::create(builder, loc, isLower);
    OpBuilder::InsertionGuard inside(builder);
    builder.setInsertionPoint(guard.thenYield());
    Value other = arith::AddIOp::create(builder, loc, thread,
                                        constant(half * schedule.lanes));
    combinePair(shared, thread, other);
  }
  // The first group reads what its own threads wrote.
  return llvm::map_to_vector(shared, [&](Value buffer) -> Value {
    return memref::LoadOp::create(builder, loc, buffer, thread);
  });
}

void ColumnKernel::emit(ArrayRef<Value> initial, KernelName name) {
  if (schedule.loops.parts)
    combineAllRows(op);
  ColumnSpace outside(builder, op, schedule);
  Value along = arith::CeilDivUIOp::create(builder, loc, outside.items,
                                           constant(schedule.getSlots()));
  Value blocks =
      arith::MulIOp::create(builder, loc, outside.blocksAcross, along);
  gpu::LaunchOp launch = createLaunch(builder, loc, blocks, name);

  Payload payload(builder, op, initial);
  ColumnSpace space(builder, op, schedule);
  SmallVector<Value> ivs(op.getNumLoops(), constant(0));
  ColumnShare share = computeShare(launch, space, ivs);
  scf::ForOp loop = reduceInThread(payload, space, share, ivs);
  SmallVector<Value> totals =
      reduceOverGroups(launch, share, loop.getResults());
  Value isFirst = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        share.group, constant(0));
  Value stores = arith::AndIOp::create(builder, loc, isFirst, share.exists);
  builder.setInsertionPoint(
      scf::IfOp::create(builder, loc, stores).thenYield());
  std::optional<arith::AtomicRMWKind> atomic;
  if (schedule.rowsPerBlock != 0)
    atomic = matchCombiner(op)->atomic;
  size_t results = op.getNumDpsInits();
  for (int64_t element = 0; element < schedule.width; ++element)
    combineIntoOutputs(
        builder, op, payload, moveToColumn(builder, ivs, element),
        ArrayRef(totals).slice(element * results, results), atomic);
  unrollReads(loop, op, schedule.countRows());
}

void mlir::lowp::emitColumnKernel(OpBuilder &builder, linalg::LinalgOp op,
                                  const ColumnSchedule &schedule,
                                  ArrayRef<Value> initial, KernelName name) {
  ColumnKernel(builder, op, schedule).emit(initial, name);
}
