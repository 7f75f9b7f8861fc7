//===- OrderRowsKernel.cpp - Rows in the order of groups, by one CTA ------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stable counting sort. Each warp has a share of neighbouring ids, and goes
// through it twice: it counts the ids of each group, and once the counts of all
// warps are added up, it gives each row its place. Lanes of one group find each
// other by ballots. Nothing depends on which warp is first.
//
//===----------------------------------------------------------------------===//

#include "KernelLaunch.h"

#include "lowp/Dialect/Common/BuildIf.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::lowp;

/// Lanes of a warp.
static constexpr int64_t kLanes = 32;

// As many as have room for their counts in shared memory, beside the sums of
// all.
int64_t mlir::lowp::countOrderWarps(int64_t groups) {
  constexpr int64_t kMostCounts = 48 * 1024 / sizeof(int32_t);
  int64_t warps = 32;
  while (warps > 1 && (warps + 1) * (groups + 1) > kMostCounts)
    warps /= 2;
  return warps;
}

namespace {
/// Writes the kernel's body.
class OrderRowsEmitter {
public:
  OrderRowsEmitter(ImplicitLocOpBuilder &b, LaunchOrderRowsOp op,
                   gpu::LaunchOp launch);

  void emit();

private:
  /// An id that a lane has in hand.
  struct Row {
    Value number, exists, group;
  };

  using Body = function_ref<void(Value)>;

  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  Value i32(int64_t value) {
    return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
  }
  Value add(Value lhs, Value rhs) { return arith::AddIOp::create(b, lhs, rhs); }
  Value isLess(Value lhs, Value rhs) {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, lhs, rhs);
  }
  Value load(Value buffer, ValueRange place) {
    return memref::LoadOp::create(b, buffer, place);
  }
  void store(Value value, Value buffer, ValueRange place) {
    memref::StoreOp::create(b, value, buffer, place);
  }
  Value share(ArrayRef<int64_t> shape);
  void loop(Value first, Value last, int64_t step, Body body);

  void clearCounts();
  /// Makes of the counts of a group in each warp those in all warps before, and
  /// of `starts` the counts in all warps.
  void addUpWarps();
  /// Makes of `starts` where the groups begin, and stores where they end.
  void addUpGroups();
  /// The sum of `value` of this lane and those before it.
  Value addUpLanes(Value value);

  /// Calls `visit` for each id of the warp's share, in order.
  void forEachRow(function_ref<void(const Row &)> visit);
  Row loadRow(Value number);
  /// The lanes whose ids are of the group of `row`, as bits.
  Value findPeers(const Row &row);
  Value ballot(Value condition);
  /// Counts `row`, of which as many as the result were before in this warp.
  Value count(const Row &row);

  ImplicitLocOpBuilder &b;
  LaunchOrderRowsOp op;
  int64_t groups, warps;
  /// How many ids there are; the thread's number, that of its lane and warp.
  Value size, thread, lane, warp;
  /// In shared memory: warps x (groups + 1), and groups + 1; the last is for
  /// rows in no group.
  Value counts, starts;
  gpu::LaunchOp launch;
};
} // namespace

OrderRowsEmitter::OrderRowsEmitter(ImplicitLocOpBuilder &b,
                                   LaunchOrderRowsOp op, gpu::LaunchOp launch)
    : b(b), op(op), groups(op.countGroups()), warps(countOrderWarps(groups)),
      launch(launch) {
  size = memref::DimOp::create(b, op.getIds(), 0);
  thread = launch.getThreadIds().x;
  lane = arith::RemUIOp::create(b, thread, index(kLanes));
  warp = arith::DivUIOp::create(b, thread, index(kLanes));
  counts = share({warps, groups + 1});
  starts = share({groups + 1});
}

Value OrderRowsEmitter::share(ArrayRef<int64_t> shape) {
  auto space =
      gpu::AddressSpaceAttr::get(b.getContext(), gpu::AddressSpace::Workgroup);
  return launch.addWorkgroupAttribution(
      MemRefType::get(shape, b.getI32Type(), AffineMap(), space), b.getLoc());
}

void OrderRowsEmitter::loop(Value first, Value last, int64_t step, Body body) {
  auto loop = scf::ForOp::create(b, first, last, index(step));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

void OrderRowsEmitter::clearCounts() {
  Value groupCount = index(groups + 1);
  loop(thread, index(warps * (groups + 1)), warps * kLanes, [&](Value number) {
    store(i32(0), counts,
          {arith::DivUIOp::create(b, number, groupCount).getResult(),
           arith::RemUIOp::create(b, number, groupCount).getResult()});
  });
}

void OrderRowsEmitter::addUpWarps() {
  loop(thread, index(groups + 1), warps * kLanes, [&](Value group) {
    auto sum = scf::ForOp::create(b, index(0), index(warps), index(1),
                                  ValueRange{i32(0)});
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(sum.getBody());
      Value place[] = {sum.getInductionVar(), group};
      Value before = sum.getRegionIterArg(0);
      Value here = load(counts, place);
      store(before, counts, place);
      scf::YieldOp::create(b, add(before, here));
    }
    store(sum.getResult(0), starts, group);
  });
}

Value OrderRowsEmitter::addUpLanes(Value value) {
  for (int64_t distance = 1; distance < kLanes; distance *= 2) {
    auto shuffle = gpu::ShuffleOp::create(b, value, i32(distance), i32(kLanes),
                                          gpu::ShuffleMode::UP);
    value =
        add(value, arith::SelectOp::create(b, shuffle.getValid(),
                                           shuffle.getShuffleResult(), i32(0)));
  }
  return value;
}

void OrderRowsEmitter::addUpGroups() {
  Value isFirstWarp =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, warp, index(0));
  buildIf(b, isFirstWarp, [&] {
    auto sum = scf::ForOp::create(b, index(0), index(groups + 1), index(kLanes),
                                  ValueRange{i32(0)});
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(sum.getBody());
    Value group = add(sum.getInductionVar(), lane);
    Value exists = isLess(group, index(groups + 1));
    // Lanes without a group repeat the last one and add nothing.
    Value read = arith::MinUIOp::create(b, group, index(groups));
    Value here = arith::SelectOp::create(b, exists, load(starts, read), i32(0));
    // Nobody writes before all have read.
    NVVM::SyncWarpOp::create(b, i32(-1));
    Value end = add(sum.getRegionIterArg(0), addUpLanes(here));
    buildIf(b, exists,
            [&] { store(arith::SubIOp::create(b, end, here), starts, group); });
    buildIf(b, isLess(group, index(groups)),
            [&] { store(end, op.getOutputs()[2], group); });
    auto last = gpu::ShuffleOp::create(b, end, i32(kLanes - 1), i32(kLanes),
                                       gpu::ShuffleMode::IDX);
    scf::YieldOp::create(b, last.getShuffleResult());
  });
}

OrderRowsEmitter::Row OrderRowsEmitter::loadRow(Value number) {
  Value exists = isLess(number, size);
  // Row 0 is there: nobody is in this loop otherwise.
  Value read = arith::SelectOp::create(b, exists, number, index(0));
  Value id = load(op.getIds(), read);
  Value limit =
      arith::ConstantOp::create(b, b.getIntegerAttr(id.getType(), groups));
  Value group = arith::SelectOp::create(b, isLess(id, limit), id, limit);
  if (!group.getType().isInteger(32))
    group = arith::TruncIOp::create(b, b.getI32Type(), group);
  return {number, exists, group};
}

void OrderRowsEmitter::forEachRow(function_ref<void(const Row &)> visit) {
  constexpr int64_t kStep = kLanes * kOrderTurns;
  Value steps =
      arith::CeilDivUIOp::create(b, size, index(warps * kStep)).getResult();
  Value length = arith::MulIOp::create(b, steps, index(kStep));
  Value first = arith::MulIOp::create(b, warp, length);
  Value last = arith::MinUIOp::create(b, add(first, length), size);
  loop(first, last, kStep, [&](Value begin) {
    SmallVector<Row> rows;
    for (int64_t turn = 0; turn < kOrderTurns; ++turn)
      rows.push_back(loadRow(add(add(begin, index(turn * kLanes)), lane)));
    llvm::for_each(rows, visit);
  });
}

Value OrderRowsEmitter::ballot(Value condition) {
  return NVVM::VoteSyncOp::create(b, b.getI32Type(), i32(-1), condition,
                                  NVVM::VoteSyncKind::ballot);
}

Value OrderRowsEmitter::findPeers(const Row &row) {
  Value peers = ballot(row.exists);
  for (int64_t bit = 1; bit <= groups; bit *= 2) {
    Value masked = arith::AndIOp::create(b, row.group, i32(bit));
    Value isSet =
        arith::CmpIOp::create(b, arith::CmpIPredicate::ne, masked, i32(0));
    Value those = ballot(isSet);
    Value others = arith::XOrIOp::create(b, those, i32(-1));
    peers = arith::AndIOp::create(
        b, peers, arith::SelectOp::create(b, isSet, those, others));
  }
  return peers;
}

Value OrderRowsEmitter::count(const Row &row) {
  Value peers = findPeers(row);
  Value laneNumber = arith::IndexCastOp::create(b, b.getI32Type(), lane);
  Value bit = arith::ShLIOp::create(b, i32(1), laneNumber);
  Value lower = arith::SubIOp::create(b, bit, i32(1));
  auto countLanes = [&](Value lanes) -> Value {
    return LLVM::CtPopOp::create(b, b.getI32Type(), lanes);
  };
  Value before = countLanes(arith::AndIOp::create(b, peers, lower));
  Value all = countLanes(peers);
  Value place[] = {
      warp, arith::IndexCastUIOp::create(b, b.getIndexType(), row.group)};
  Value earlier = load(counts, place);
  // Nobody writes before all have read, and nobody reads before that.
  NVVM::SyncWarpOp::create(b, i32(-1));
  Value isLast = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                       add(before, i32(1)), all);
  buildIf(b, arith::AndIOp::create(b, row.exists, isLast),
          [&] { store(add(earlier, all), counts, place); });
  NVVM::SyncWarpOp::create(b, i32(-1));
  return add(earlier, before);
}

void OrderRowsEmitter::emit() {
  clearCounts();
  gpu::BarrierOp::create(b);
  forEachRow([&](const Row &row) { count(row); });
  gpu::BarrierOp::create(b);
  addUpWarps();
  gpu::BarrierOp::create(b);
  addUpGroups();
  gpu::BarrierOp::create(b);
  forEachRow([&](const Row &row) {
    Value rank = count(row);
    Value group = arith::IndexCastUIOp::create(b, b.getIndexType(), row.group);
    Value place = add(load(starts, group), rank);
    buildIf(b, row.exists, [&] {
      store(place, op.getOutputs()[1], row.number);
      store(
          arith::IndexCastOp::create(b, b.getI32Type(), row.number),
          op.getOutputs()[0],
          arith::IndexCastUIOp::create(b, b.getIndexType(), place).getResult());
    });
  });
}

void mlir::lowp::emitOrderRowsKernel(ImplicitLocOpBuilder &b,
                                     LaunchOrderRowsOp op, KernelName name) {
  Value one = arith::ConstantIndexOp::create(b, 1);
  gpu::LaunchOp launch =
      createLaunch(b, one, name, countOrderWarps(op.countGroups()) * kLanes);
  OrderRowsEmitter(b, op, launch).emit();
}
