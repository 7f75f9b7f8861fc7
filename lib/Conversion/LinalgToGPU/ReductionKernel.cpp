//===- ReductionKernel.cpp - Threads that share rows ----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLaunch.h"
#include "LinalgLoops.h"
#include "Payload.h"
#include "ReductionSchedule.h"
#include "UnrollReads.h"

#include "lowp/Dialect/Common/BuildIf.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {
/// Emits the kernel of one operation.
class ReductionKernel {
public:
  ReductionKernel(ImplicitLocOpBuilder &b, linalg::LinalgOp op,
                  const ReductionSchedule &schedule)
      : b(b), op(op), schedule(schedule) {}

  void emit(ArrayRef<Value> initial, KernelName name);

private:
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  Value isBelow(Value value, Value count) {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, value, count);
  }

  /// Counts blocks, and what they share.
  Value divideWork();
  /// Sets what the thread works on.
  void takeShare();
  void takeRows(Value share);
  /// The point of neighbour `element` of the vector at `point`.
  SmallVector<Value> moveTo(ImplicitLocOpBuilder &at, ArrayRef<Value> point,
                            int64_t element) const {
    return moveToElement(at, point, schedule.getVectorLoop(), schedule.width,
                         element);
  }
  /// Columns whose results a thread has.
  int64_t countColumns() const {
    return schedule.columns.empty() ? 1 : schedule.width;
  }
  /// Reduces the thread's rows in registers: all results of its first column,
  /// then those of the next.
  scf::ForOp reduceInThread(Payload &payload);
  /// Reduces `partial` over the groups, by halves; the first group gets the
  /// results.
  SmallVector<Value> reduceOverGroups(ValueRange partial);
  Value combine(size_t result, Value first, Value second);
  /// Combines `values` with what the destinations hold at `point`.
  void store(Payload &payload, ArrayRef<Value> point, ValueRange values);

  ImplicitLocOpBuilder &b;
  linalg::LinalgOp op;
  const ReductionSchedule &schedule;
  gpu::LaunchOp launch;
  LinalgLoops loops;
  /// Vectors of columns, and blocks along them; points of the outer loops, and
  /// shares of the rows of all of these.
  Value vectors, blocksAcross, points, items;

  /// The thread's point of the parallel loops.
  SmallVector<Value> ivs;
  /// Its group, and its rows: first, first + groups, ... below last.
  Value group, first, last;
  /// Whether there are such columns. Threads beyond the last ones repeat those,
  /// since barriers need all threads, and store nothing.
  Value exists;
};
} // namespace

Value ReductionKernel::divideWork() {
  loops = LinalgLoops::get(b, op);
  loops.coarsen(b, schedule.getVectorLoop(), schedule.width);
  vectors = loops.countPoints(b, schedule.columns);
  blocksAcross =
      arith::CeilDivUIOp::create(b, vectors, constant(schedule.lanes));
  points = items = loops.countPoints(b, schedule.outer);
  if (schedule.rowsPerBlock != 0)
    items = arith::MulIOp::create(
        b, points,
        arith::CeilDivUIOp::create(b, loops.countPoints(b, schedule.rows),
                                   constant(schedule.rowsPerBlock)));
  Value along =
      arith::CeilDivUIOp::create(b, items, constant(schedule.getSlots()));
  return arith::MulIOp::create(b, blocksAcross, along);
}

/// Neighbouring threads get neighbouring columns, then neighbouring rows, then
/// neighbouring points of the outer loops.
void ReductionKernel::takeShare() {
  Value thread = launch.getThreadIds().x, block = launch.getBlockIds().x;
  Value lanes = constant(schedule.lanes), groups = constant(schedule.groups);
  Value lane = arith::RemUIOp::create(b, thread, lanes);
  Value rest = arith::DivUIOp::create(b, thread, lanes);
  group = arith::RemUIOp::create(b, rest, groups);
  Value slot = arith::DivUIOp::create(b, rest, groups);
  auto place = [&](Value major, int64_t size, Value minor) -> Value {
    Value begin = arith::MulIOp::create(b, major, constant(size));
    return arith::AddIOp::create(b, begin, minor);
  };
  Value vector = place(arith::RemUIOp::create(b, block, blocksAcross),
                       schedule.lanes, lane);
  Value item = place(arith::DivUIOp::create(b, block, blocksAcross),
                     schedule.getSlots(), slot);
  exists =
      arith::AndIOp::create(b, isBelow(vector, vectors), isBelow(item, items));
  auto clamp = [&](Value value, Value count) -> Value {
    return arith::MinUIOp::create(b, value,
                                  arith::SubIOp::create(b, count, constant(1)));
  };
  vector = clamp(vector, vectors);
  item = clamp(item, items);
  Value share;
  if (schedule.rowsPerBlock != 0) {
    share = arith::DivUIOp::create(b, item, points);
    item = arith::RemUIOp::create(b, item, points);
  }
  ivs.assign(op.getNumLoops(), constant(0));
  loops.delinearize(b, vector, schedule.columns, ivs);
  loops.delinearize(b, item, schedule.outer, ivs);
  takeRows(share);
}

/// Takes the rows of the part at `ivs`, or those of a share.
void ReductionKernel::takeRows(Value share) {
  if (const auto &parts = schedule.parts) {
    bool areVectors =
        schedule.columns.empty() && parts->loop == schedule.getVectorLoop();
    loops.takePart(b, parts->loop, ivs[parts->part],
                   areVectors ? parts->rows / schedule.width : parts->rows);
  }
  first = group;
  last = loops.countPoints(b, schedule.rows);
  if (!share)
    return;
  Value length = constant(schedule.rowsPerBlock);
  Value start = arith::MulIOp::create(b, share, length);
  first = arith::AddIOp::create(b, start, group);
  last =
      arith::MinUIOp::create(b, arith::AddIOp::create(b, start, length), last);
}

scf::ForOp ReductionKernel::reduceInThread(Payload &payload) {
  SmallVector<Value> neutral, start;
  for (Operation *combiner : matchCombiners(op))
    neutral.push_back(
        arith::ConstantOp::create(b, *arith::getNeutralElement(combiner)));
  for (int64_t column = 0; column < countColumns(); ++column)
    llvm::append_range(start, neutral);
  // A count of turns that is the same for all groups is known here.
  bool isEven = schedule.countTurns() && !schedule.parts;
  auto emitTurn = [&](OpBuilder &nested, Location loc, Value turn,
                      ValueRange before) {
    ImplicitLocOpBuilder at(loc, nested);
    if (isEven)
      turn = arith::AddIOp::create(at, turn, group);
    SmallVector<Value> row(ivs), partial(before);
    loops.delinearize(at, turn, schedule.rows, row);
    for (int64_t element = 0; element < schedule.width; ++element) {
      size_t column = schedule.columns.empty() ? 0 : element;
      auto results = MutableArrayRef(partial).slice(column * neutral.size(),
                                                    neutral.size());
      llvm::copy(payload.emit(at, moveTo(at, row, element),
                              SmallVector<Value>(results)),
                 results.begin());
    }
    scf::YieldOp::create(at, partial);
  };
  return scf::ForOp::create(b, isEven ? constant(0) : first,
                            isEven ? constant(*schedule.length) : last,
                            constant(schedule.groups), start, emitTurn);
}

Value ReductionKernel::combine(size_t result, Value first, Value second) {
  Operation *combiner = matchCombiners(op)[result];
  OperationState state(b.getLoc(), combiner->getName(), {first, second},
                       combiner->getResultTypes());
  return b.create(state)->getResult(0);
}

SmallVector<Value> ReductionKernel::reduceOverGroups(ValueRange partial) {
  if (schedule.groups == 1)
    return partial;
  Value thread = launch.getThreadIds().x;
  auto space =
      gpu::AddressSpaceAttr::get(b.getContext(), gpu::AddressSpace::Workgroup);
  SmallVector<Value> shared;
  for (Value value : partial) {
    shared.push_back(launch.addWorkgroupAttribution(
        MemRefType::get({kThreadsPerBlock}, value.getType(),
                        MemRefLayoutAttrInterface(), space),
        b.getLoc()));
    memref::StoreOp::create(b, value, shared.back(), thread);
  }
  for (int64_t half = schedule.groups / 2; half > 0; half /= 2) {
    gpu::BarrierOp::create(b);
    buildIf(b, isBelow(group, constant(half)), [&] {
      Value other =
          arith::AddIOp::create(b, thread, constant(half * schedule.lanes));
      for (auto [index, buffer] : llvm::enumerate(shared)) {
        Value own = memref::LoadOp::create(b, buffer, thread);
        Value its = memref::LoadOp::create(b, buffer, other);
        Value both = combine(index % op.getNumDpsInits(), own, its);
        memref::StoreOp::create(b, both, buffer, thread);
      }
    });
  }
  // The first group reads what its own threads wrote.
  return llvm::map_to_vector(shared, [&](Value buffer) -> Value {
    return memref::LoadOp::create(b, buffer, thread);
  });
}

void ReductionKernel::store(Payload &payload, ArrayRef<Value> point,
                            ValueRange values) {
  if (schedule.rowsPerBlock != 0) {
    OpOperand *init = op.getDpsInitOperand(0);
    memref::AtomicRMWOp::create(b, values[0].getType(), schedule.atomic,
                                values[0], payload.getBuffer(init),
                                payload.getIndices(b, init, point));
    return;
  }
  SmallVector<Value> combined;
  for (auto [index, held] : llvm::enumerate(payload.loadOutputs(b, point)))
    combined.push_back(combine(index, held, values[index]));
  payload.storeOutputs(b, point, combined);
}

void ReductionKernel::emit(ArrayRef<Value> initial, KernelName name) {
  if (schedule.parts)
    combineAllRows(op);
  launch = createLaunch(b, divideWork(), name);
  Payload payload(b, op, initial);
  takeShare();
  scf::ForOp loop = reduceInThread(payload);
  SmallVector<Value> totals = reduceOverGroups(loop.getResults());
  Value isFirst =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, group, constant(0));
  enterIf(b, arith::AndIOp::create(b, isFirst, exists));
  size_t results = op.getNumDpsInits();
  for (int64_t column = 0; column < countColumns(); ++column)
    store(payload, schedule.columns.empty() ? ivs : moveTo(b, ivs, column),
          ArrayRef(totals).slice(column * results, results));
  unrollReads(loop, op, schedule.countTurns());
}

void mlir::lowp::emitReductionKernel(ImplicitLocOpBuilder &b,
                                     linalg::LinalgOp op,
                                     const ReductionSchedule &schedule,
                                     ArrayRef<Value> initial, KernelName name) {
  ReductionKernel(b, op, schedule).emit(initial, name);
}
