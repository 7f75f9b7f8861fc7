//===- StageRules.cpp - The rules of pipelines ----------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StageRules.h"
#include "LoopRules.h"
#include "PipelineArrivals.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

//===----------------------------------------------------------------------===//
// Opened and closed
//===----------------------------------------------------------------------===//

/// Whether `op` lies before `end`, whose block holds it or a region around it.
static bool isBefore(Operation *op, Operation *end) {
  Operation *ancestor = end->getBlock()->findAncestorOpInBlock(*op);
  return ancestor && ancestor->isBeforeInBlock(end);
}

/// The one `CloseOp` of the stage that `open` opens; it must be in the same
/// block, so that every path passes it.
template <typename CloseOp>
static CloseOp findClose(Operation *open) {
  CloseOp close;
  unsigned count = 0;
  for (Operation *user : open->getResult(0).getUsers())
    if (auto candidate = dyn_cast<CloseOp>(user)) {
      close = candidate;
      ++count;
    }
  if (count == 1 && close->getBlock() == open->getBlock())
    return close;
  InFlightDiagnostic diagnostic = open->emitOpError("expected one ")
                                  << CloseOp::getOperationName()
                                  << " of the stage in the same block, got "
                                  << count;
  if (count == 1)
    diagnostic << " elsewhere";
  return {};
}

static LogicalResult verifyUse(Operation *user, Operation *close,
                               StringRef what) {
  if (isBefore(user, close))
    return success();
  InFlightDiagnostic diagnostic = user->emitOpError("expected to ")
                                  << what << " before "
                                  << close->getName().getStringRef();
  diagnostic.attachNote(close->getLoc()) << "the stage is given away here";
  return diagnostic;
}

//===----------------------------------------------------------------------===//
// Filled
//===----------------------------------------------------------------------===//

/// Copies move as many bytes as the barrier expects only if the boxes of all
/// CTAs that share a field add up to it. One that is loaded in M tiles needs no
/// other CTA.
static LogicalResult verifyShare(LoadOp load) {
  if (load.getTileM() && load.getMulticast())
    return load.emitOpError("expected either tile_m or multicast, got both");
  TileType tile = load.getStage().getType().getField(load.getField());
  // Panels are loaded one by one.
  if (load.getTileM() || tile.isMNMajor())
    return success();
  auto kernel = load->getParentOfType<KernelOp>();
  int64_t shares = load.countShares(kernel.getConfig().getClusterSize());
  // A vector's only dimension is its rows, whatever rank its map has.
  TensorMapType map = load.getMap().getType();
  bool isVector = tile.getShape().front() == 1;
  int64_t rows = isVector ? tile.getShape().back() : tile.getShape().front();
  int64_t boxRows = map.getBox()[load.getShareDim()];
  if (boxRows * shares == rows)
    return success();
  return load.emitOpError("expected a box of ")
         << rows << " rows divided by " << shares << " CTAs, got " << boxRows;
}

/// Arrivals are counted per load and per lane that copies.
static LogicalResult verifyLanes(Operation *filler) {
  auto role = filler->getParentOfType<RoleOp>();
  bool oneLane = role.getSingleLane() && role.getWarps() == 1;
  if (isa<LoadOp>(filler) && !oneLane)
    return filler->emitOpError(
               "expected a role of one lane of one warp, got \"")
           << role.getName() << "\": the stage counts each load once";
  if (isa<CopyRowsOp>(filler) && role.getSingleLane())
    return filler->emitOpError("expected a role of all lanes, got \"")
           << role.getName() << "\": the lanes share the copy";
  return success();
}

/// The field that `user` fills, or null if it does not fill one. Products fill
/// what they view.
static StringAttr getFilledField(Operation *user) {
  if (auto view = dyn_cast<ViewOp>(user)) {
    bool isOfSums = !view->use_empty() &&
                    llvm::all_of(view.getTile().getUses(), [](OpOperand &use) {
                      auto mma = dyn_cast<MmaIntoOp>(use.getOwner());
                      return mma && &mma.getSumsMutable() == &use;
                    });
    return isOfSums ? view.getFieldAttr() : StringAttr();
  }
  if (auto load = dyn_cast<LoadOp>(user))
    return load.getFieldAttr();
  if (auto copy = dyn_cast<CopyRowsOp>(user))
    return copy.getFieldAttr();
  return {};
}

static LogicalResult verifyFields(AcquireOp acquire,
                                  ArrayRef<StringAttr> filled) {
  for (StringAttr name : acquire.getStage().getType().getNames())
    if (int64_t count = llvm::count(filled, name); count != 1)
      return acquire.emitOpError("expected field ")
             << name << " to be filled once, got " << count << " copies";
  return success();
}

static LogicalResult verifyAcquire(AcquireOp acquire) {
  auto commit = findClose<CommitOp>(acquire);
  if (!commit)
    return failure();
  SmallVector<StringAttr> filled;
  for (Operation *user : acquire.getStage().getUsers()) {
    if (user == commit)
      continue;
    StringAttr field = getFilledField(user);
    if (!field)
      return user->emitOpError(
          "expected a stage from lowp_gpu.wait of the same "
          "block, got one that is being filled");
    filled.push_back(field);
    if (failed(verifyUse(user, commit, "fill the stage")) ||
        failed(verifyLanes(user)))
      return failure();
    if (isa<ViewOp>(user))
      for (Operation *product : user->getUsers())
        if (failed(verifyUse(product, commit, "fill the stage")))
          return failure();
    if (auto load = dyn_cast<LoadOp>(user); load && failed(verifyShare(load)))
      return failure();
  }
  return verifyFields(acquire, filled);
}

//===----------------------------------------------------------------------===//
// Drained
//===----------------------------------------------------------------------===//

/// Checks a read of a stage whose places share `overlap` columns: it says which
/// of these are among its own, and does not follow `release` if any are.
static LogicalResult verifyOverlapRead(ReadSumsOp read, Operation *release,
                                       int64_t overlap) {
  auto column =
      read.getAt() ? read.getAt().getDefiningOp<OverlapColumnOp>() : nullptr;
  int64_t columns = read.getType().getShape()[1];
  if (!column || static_cast<int64_t>(column.getColumns()) != columns)
    return read.emitOpError("expected a column by lowp_gpu.overlap_column, of "
                            "as many columns, for the places of its stage "
                            "overlap");
  bool isOwn = static_cast<int64_t>(column.getFirst()) >= overlap;
  if (isOwn && read->getBlock() == release->getBlock())
    return success();
  return verifyUse(read, release, "read what the places of the stage share");
}

/// Checks that `tile`, a part of a stage, is read before `release`; a product
/// reads it until it has been waited for. What the places of the stage do not
/// share of `overlap` columns is read whenever the role comes to it: products
/// write there after the next release.
static LogicalResult verifyReads(Value tile, Operation *release,
                                 int64_t overlap) {
  for (Operation *user : tile.getUsers()) {
    auto sums = dyn_cast<ReadSumsOp>(user);
    if (sums && overlap) {
      if (failed(verifyOverlapRead(sums, release, overlap)))
        return failure();
      continue;
    }
    if (failed(verifyUse(user, release, "read the stage")))
      return failure();
    if (sums && sums.getAt())
      return sums.emitOpError("expected a constant column of a stage whose "
                              "places do not overlap");
    if (cast<TileType>(tile.getType()).isInTensorMemory() &&
        !isa<MmaIntoOp, ReadSumsOp>(user))
      return user->emitOpError("expected lowp_gpu.read_sums to read sums in "
                               "tensor memory, got ")
             << tile.getType();
    if (isa<SliceColumnsOp, SkipRowsOp, KeepScalesOp>(user))
      if (failed(verifyReads(user->getResult(0), release, overlap)))
        return failure();
    auto mma = dyn_cast<MmaOp>(user);
    if (mma && llvm::none_of(mma.getResult().getUsers(), [&](Operation *wait) {
          return isa<MmaWaitOp>(wait) && isBefore(wait, release);
        }))
      return mma.emitOpError("expected lowp_gpu.mma_wait on the product before "
                             "its stage is released");
  }
  return success();
}

/// Whether the stage that `wait` opens is released after `op` of its block.
static bool isOpenAt(WaitOp wait, Operation *op) {
  return wait->getBlock() == op->getBlock() && !op->isBeforeInBlock(wait) &&
         llvm::any_of(wait.getStage().getUsers(), [&](Operation *user) {
           return isa<ReleaseOp>(user) && isBefore(op, user);
         });
}

/// A wait for more stages than there are, with none released, never ends.
static LogicalResult verifyOpen(WaitOp wait) {
  int64_t open =
      llvm::count_if(wait.getPipeline().getUsers(), [&](Operation *user) {
        auto other = dyn_cast<WaitOp>(user);
        return other && isOpenAt(other, wait);
      });
  int64_t stages = wait.getPipeline().getType().getStages();
  if (open <= stages)
    return success();
  return wait.emitOpError("expected at most ")
         << stages << " stages of the pipeline to be open at a time, got "
         << open;
}

/// Checks that products alone read `tile`, a part of a stage that they release:
/// what else reads it would be overtaken. Scales are kept, and tails cleared,
/// before them.
static LogicalResult verifyReadByProducts(Value tile) {
  for (Operation *user : tile.getUsers()) {
    if (auto keep = dyn_cast<KeepScalesOp>(user)) {
      if (failed(verifyReadByProducts(keep.getResult())))
        return failure();
    } else if (!isa<MmaIntoOp, ZeroTailOp>(user)) {
      return user->emitOpError("expected nothing but products to read a stage "
                               "that products release; put what lanes read "
                               "into a pipeline of its own");
    }
  }
  return success();
}

static LogicalResult verifyWait(WaitOp wait) {
  auto release = findClose<ReleaseOp>(wait);
  if (!release)
    return failure();
  auto pipeline = wait.getPipeline().getDefiningOp<PipelineOp>();
  if (!pipeline)
    return wait.emitOpError("expected a pipeline that the kernel has, got an "
                            "argument");
  int64_t overlap = pipeline.getOverlap().value_or(0);
  for (Operation *user : wait.getStage().getUsers()) {
    if (user == release || (overlap && isa<OverlapColumnOp>(user)))
      continue;
    auto view = dyn_cast<ViewOp>(user);
    if (!view)
      return user->emitOpError("expected a stage from lowp_gpu.acquire of the "
                               "same block, got one that is being read");
    if (failed(verifyReads(view.getTile(), release, overlap)))
      return failure();
    if (inferArrivals(pipeline).empty == Arrival::Products &&
        failed(verifyReadByProducts(view.getTile())))
      return failure();
  }
  return verifyOpen(wait);
}

//===----------------------------------------------------------------------===//
// Arrivals
//===----------------------------------------------------------------------===//

/// What a closing operation states of its arrivals follows from the operations
/// on its stages, too.
template <typename CloseOp>
static LogicalResult verifyStated(CloseOp close, Arrival inferred) {
  std::optional<Arrival> stated = close.getArrival();
  if (!stated || *stated == inferred)
    return success();
  return close.emitOpError("expected arrivals by ")
         << stringifyArrival(inferred)
         << ", as the operations on the stages of the pipeline tell, got by "
         << stringifyArrival(*stated);
}

/// Checks all that closes stages of `pipeline`.
static LogicalResult verifyArrivals(PipelineOp pipeline) {
  PipelineArrivals arrivals = inferArrivals(pipeline);
  for (Operation *open : pipeline.getPipeline().getUsers()) {
    if (!isa<AcquireOp, WaitOp>(open))
      continue;
    for (Operation *user : open->getResult(0).getUsers()) {
      auto commit = dyn_cast<CommitOp>(user);
      auto release = dyn_cast<ReleaseOp>(user);
      if ((commit && failed(verifyStated(commit, arrivals.full))) ||
          (release && failed(verifyStated(release, arrivals.empty))))
        return failure();
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

LogicalResult mlir::lowp_gpu::verifyStageRules(KernelOp kernel) {
  for (auto pipeline : kernel.getBody().getOps<PipelineOp>())
    if (failed(verifyLoops(pipeline)))
      return failure();
  for (auto pipeline : kernel.getBody().getOps<PipelineOp>())
    if (failed(verifyArrivals(pipeline)))
      return failure();
  WalkResult result = kernel.walk([](Operation *op) {
    LogicalResult legal = success();
    if (auto acquire = dyn_cast<AcquireOp>(op))
      legal = verifyAcquire(acquire);
    else if (auto wait = dyn_cast<WaitOp>(op))
      legal = verifyWait(wait);
    return succeeded(legal) ? WalkResult::advance() : WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}
