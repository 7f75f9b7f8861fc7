//===- DistributeCTAOps.cpp - What a CTA does becomes what threads do -----===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FragmentTable.h"
#include "TileAccess.h"

#include "lowp/Dialect/LowpGPU/Transforms/CTA/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::lowp_gpu {
#define GEN_PASS_DEF_DISTRIBUTECTAOPSPASS
#include "lowp/Dialect/LowpGPU/Transforms/CTA/Passes.h.inc"
} // namespace mlir::lowp_gpu

using namespace mlir;
using namespace mlir::lowp_gpu;

/// Whether all vectors of `op` divide the tile into blocks that threads,
/// lanes and warps can share.
static LogicalResult verifyShapes(Operation *op, const ThreadPlace &place) {
  auto fits = [&](Type type) {
    auto vector = dyn_cast<VectorType>(type);
    if (!vector || vector.getRank() != 2)
      return !vector;
    int64_t rows = vector.getDimSize(0), columns = vector.getDimSize(1);
    if (place.tileM % rows != 0 || place.tileN % columns != 0)
      return false;
    int64_t height = place.tileM / rows, width = place.tileN / columns;
    bool isTall = height % place.rows == 0 || place.rows % height == 0;
    return isTall && (width == 1 || width % place.width == 0);
  };
  if (llvm::all_of(op->getOperandTypes(), fits) &&
      llvm::all_of(op->getResultTypes(), fits))
    return success();
  return op->emitOpError("expected vectors that divide the tile of ")
         << place.tileM << " x " << place.tileN
         << " into blocks of whole threads, as the launch's distribution says";
}

/// Whether the fragments are shared out alike.
static LogicalResult verifyShares(Operation *op,
                                  ArrayRef<const Fragment *> inputs) {
  const Fragment *first = nullptr;
  for (const Fragment *fragment : inputs) {
    if (first && fragment && first->share != fragment->share)
      return op->emitOpError("expected operands that belong to rows, to "
                             "columns or to elements, not to several of them; "
                             "use lowp_gpu.cta_broadcast");
    first = fragment ? fragment : first;
  }
  return success();
}

/// What a thread loads at once, at most: a third of its registers where two
/// CTAs of 256 threads share a multiprocessor.
static constexpr int64_t kMostLoadedBytes = 160;

namespace {

/// Lowers the cta ops of one launch in their order, but those that
/// `FragmentTable` defers.
class Distributor {
public:
  Distributor(gpu::LaunchOp launch, DistributionAttr distribution)
      : launch(launch), place(launch, distribution), fragments(launch, place) {}

  LogicalResult run();

private:
  LogicalResult distribute(Block &block);
  LogicalResult distribute(Operation &op);
  LogicalResult distribute(CTAMapOp op, ImplicitLocOpBuilder &b);
  /// Lets `loop` carry what each thread has of the vectors.
  LogicalResult distribute(scf::ForOp loop);
  LogicalResult closeLoop(scf::ForOp loop, ArrayRef<Fragment> carried);
  /// The fragment of an operand of `op`, or an error.
  const Fragment *find(Operation *op, Value value);
  /// Whether the rows of a thread's column are neighbours where `op` writes.
  bool writesColumns(CTAStoreOp op);
  bool isWrittenByColumns(CTAMapOp op);
  /// Whether `op` is lowered later, where its results are read.
  bool isDeferred(Operation &op);

  gpu::LaunchOp launch;
  ThreadPlace place;
  FragmentTable fragments;
  /// Whether a thread has no room for all that it loads of the tile.
  bool loadsMuch = false;
  /// What is lowered, each after what it reads.
  SmallVector<Operation *> done;
};

} // namespace

const Fragment *Distributor::find(Operation *op, Value value) {
  if (const Fragment *fragment = fragments.find(value, op))
    return fragment;
  op->emitOpError("expected vectors that other lowp_gpu.cta ops of the launch "
                  "compute, got ")
      << value;
  return nullptr;
}

bool Distributor::writesColumns(CTAStoreOp op) {
  TileAccess access = TileAccess::get(op);
  VectorType type = op.getValue().getType();
  if (type.getDimSize(0) != place.tileM || type.getDimSize(1) != place.tileN ||
      place.rows == 1)
    return false;
  if (access.packed)
    return access.isPackedAlong(0);
  if (access.isContiguous(1, 1))
    return false;
  std::optional<int64_t> rows = access.getSize(0);
  return access.writesStagedColumns(place, type.getElementType()) ||
         (rows && *rows % place.rows == 0 &&
          access.isContiguous(0, place.rows));
}

bool Distributor::isWrittenByColumns(CTAMapOp op) {
  return llvm::all_of(op->getUsers(), [&](Operation *user) {
    auto store = dyn_cast<CTAStoreOp>(user);
    return store && writesColumns(store);
  });
}

bool Distributor::isDeferred(Operation &op) {
  if (isa<CTALoadOp>(op) && !loadsMuch)
    return false;
  auto map = dyn_cast<CTAMapOp>(op);
  return !(map && isWrittenByColumns(map)) && fragments.defer(&op);
}

LogicalResult Distributor::distribute(CTAMapOp op, ImplicitLocOpBuilder &b) {
  SmallVector<Fragment> turned;
  SmallVector<const Fragment *> inputs;
  bool byColumns = isWrittenByColumns(op);
  turned.reserve(op.getInputs().size());
  for (Value input : op.getInputs()) {
    if (!isa<VectorType>(input.getType())) {
      inputs.push_back(nullptr);
      continue;
    }
    const Fragment *fragment = find(op, input);
    if (!fragment)
      return failure();
    if (byColumns && fragment->share == Share::Elements &&
        !fragment->byColumn) {
      turned.push_back(turnToColumns(b, place, *fragment));
      fragment = &turned.back();
    }
    inputs.push_back(fragment);
  }
  if (failed(verifyShares(op, inputs)))
    return failure();
  SmallVector<Fragment> results = distributeMap(b, place, op, inputs);
  for (auto [result, fragment] : llvm::zip_equal(op.getResults(), results))
    fragments.set(result, fragment);
  return success();
}

LogicalResult Distributor::distribute(Operation &op) {
  ImplicitLocOpBuilder b(op.getLoc(), &op);
  if (failed(verifyShapes(&op, place)))
    return failure();
  if (isDeferred(op))
    return success();
  if (auto load = dyn_cast<CTALoadOp>(op)) {
    const Fragment *rowsAt = nullptr;
    if (Value numbers = load.getRowsAt()) {
      rowsAt = find(&op, numbers);
      if (!rowsAt)
        return failure();
    }
    fragments.set(load.getResult(),
                  distributeLoad(b, launch, place, load, rowsAt));
  } else if (auto index = dyn_cast<CTAIndexOp>(op)) {
    FailureOr<Fragment> positions = distributeIndex(b, place, index);
    if (failed(positions))
      return failure();
    fragments.set(index.getResult(), std::move(*positions));
  } else if (auto map = dyn_cast<CTAMapOp>(op)) {
    return distribute(map, b);
  } else if (auto keep = dyn_cast<CTAKeepOp>(op)) {
    if (!fragments.canKeep(keep.getValue()))
      return op.emitOpError("expected elements of the tile to keep");
    fragments.keep(keep);
  } else if (auto reduce = dyn_cast<CTAReduceOp>(op)) {
    const Fragment *value = find(&op, reduce.getValue());
    if (!value)
      return failure();
    if (value->share != Share::Elements || value->byColumn)
      return op.emitOpError("expected elements of the tile to reduce");
    fragments.set(reduce.getResult(),
                  distributeReduce(b, launch, place, reduce, *value));
    fragments.passBarrier();
  } else if (auto broadcast = dyn_cast<CTABroadcastOp>(op)) {
    const Fragment *value = find(&op, broadcast.getValue());
    if (!value)
      return failure();
    VectorType to = broadcast.getResult().getType();
    bool isWhole =
        to.getDimSize(0) == place.tileM && to.getDimSize(1) == place.tileN;
    if (value->share == Share::Elements ||
        (value->share == Share::Columns && !isWhole))
      return op.emitOpError("expected entries to broadcast, or a row to "
                            "broadcast to the whole tile");
    fragments.set(broadcast.getResult(),
                  distributeBroadcast(b, launch, place, broadcast, *value));
    fragments.passBarrier();
  } else if (auto store = dyn_cast<CTAStoreOp>(op)) {
    const Fragment *value = find(&op, store.getValue());
    if (!value)
      return failure();
    Fragment written = *value;
    if (written.share == Share::Elements && !written.byColumn &&
        writesColumns(store))
      written = turnToColumns(b, place, written);
    if (TileAccess::get(store).packed)
      return distributePackedStore(b, place, store, written);
    distributeStore(b, launch, place, store, written);
  }
  return success();
}

/// `like` with the next of `values` as its pieces.
static Fragment takePieces(const Fragment &like, ValueRange &values) {
  Fragment fragment = like;
  fragment.pieces =
      llvm::to_vector_of<Value>(values.take_front(like.pieces.size()));
  values = values.drop_front(like.pieces.size());
  return fragment;
}

/// Ends the body of a loop with the pieces of what it yields.
LogicalResult Distributor::closeLoop(scf::ForOp loop,
                                     ArrayRef<Fragment> carried) {
  auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
  SmallVector<Value> pieces;
  for (auto [value, begin] : llvm::zip_equal(yield.getOperands(), carried)) {
    const Fragment *fragment = find(yield, value);
    if (!fragment)
      return failure();
    if (fragment->share != begin.share || fragment->type != begin.type)
      return yield.emitOpError(
          "expected vectors that are divided among threads "
          "like those that the loop begins with");
    llvm::append_range(pieces, fragment->pieces);
  }
  // The next round writes to the same shared memory.
  ImplicitLocOpBuilder b(yield.getLoc(), yield);
  gpu::BarrierOp::create(b);
  scf::YieldOp::create(b, pieces);
  yield.erase();
  return success();
}

LogicalResult Distributor::distribute(scf::ForOp loop) {
  done.push_back(loop);
  // What a loop reads is computed once, not in each round.
  fragments.computeAll(loop);
  SmallVector<Fragment> carried;
  SmallVector<Value> inits;
  for (Value init : loop.getInitArgs()) {
    const Fragment *fragment = find(loop, init);
    if (!fragment)
      return failure();
    carried.push_back(*fragment);
    llvm::append_range(inits, fragment->pieces);
  }
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  auto shared = scf::ForOp::create(b, loop.getLowerBound(),
                                   loop.getUpperBound(), loop.getStep(), inits);
  Block &body = *shared.getBody();
  body.clear();
  body.getOperations().splice(body.end(), loop.getBody()->getOperations());
  loop.getInductionVar().replaceAllUsesWith(shared.getInductionVar());
  ValueRange arguments = shared.getRegionIterArgs(),
             results = shared.getResults();
  for (auto [argument, result, fragment] :
       llvm::zip_equal(loop.getRegionIterArgs(), loop.getResults(), carried)) {
    fragments.set(argument, takePieces(fragment, arguments));
    fragments.set(result, takePieces(fragment, results));
  }
  if (failed(distribute(body)) || failed(closeLoop(shared, carried)))
    return failure();
  fragments.forgetDeferred();
  return success();
}

LogicalResult Distributor::distribute(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      if (failed(distribute(loop)))
        return failure();
    } else if (isa<CTALoadOp, CTAIndexOp, CTAMapOp, CTAKeepOp, CTAReduceOp,
                   CTABroadcastOp, CTAStoreOp>(op)) {
      done.push_back(&op);
      if (failed(distribute(op)))
        return failure();
    }
  }
  return success();
}

/// Bytes of the tile that a thread loads.
static int64_t countLoadedBytes(gpu::LaunchOp launch,
                                const ThreadPlace &place) {
  int64_t bytes = 0;
  launch.walk([&](CTALoadOp load) {
    VectorType type = load.getResult().getType();
    bytes += llvm::divideCeil(type.getNumElements(), place.threads) *
             countBytes(type.getElementType());
  });
  return bytes;
}

LogicalResult Distributor::run() {
  loadsMuch = countLoadedBytes(launch, place) > kMostLoadedBytes;
  if (failed(distribute(launch.getBody().front())))
    return failure();
  for (Operation *op : llvm::reverse(done))
    op->erase();
  return success();
}

namespace {
struct DistributeCTAOpsPass
    : mlir::lowp_gpu::impl::DistributeCTAOpsPassBase<DistributeCTAOpsPass> {
  void runOnOperation() override {
    WalkResult result = getOperation()->walk([](gpu::LaunchOp launch) {
      auto distribution = launch->getAttrOfType<DistributionAttr>(
          LowpGPUDialect::getDistributionAttrName());
      if (!distribution)
        return WalkResult::advance();
      if (failed(Distributor(launch, distribution).run()))
        return WalkResult::interrupt();
      launch->removeAttr(LowpGPUDialect::getDistributionAttrName());
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
