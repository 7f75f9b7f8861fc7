//===- PairLaunches.cpp - Launches that will be one kernel ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionSchedule.h"

#include "lowp/Conversion/FusionToGPU/FusionToGPU.h"
#include "lowp/Cost/FusionCost.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUDialect.h"
#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"
#include "lowp/Fusion/FusedKinds.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_PAIRLAUNCHESPASS
#include "lowp/Conversion/FusionToGPU/FusionToGPU.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;
using lowp_gpu::ChipTarget;
using lowp_gpu::DistributionAttr;
using lowp_gpu::LowpGPUDialect;

/// CTAs of a multiprocessor, at most, that tiles leave room for.
static constexpr int64_t kMostCTAs = 3;

namespace {
/// A launch of a fusion of one matrix, of known sizes.
struct MatrixLaunch {
  LaunchFusionOp op;
  func::FuncOp function;
  IterationSpace space;

  /// That of `op`, or nothing if it is no such launch.
  static std::optional<MatrixLaunch> get(LaunchFusionOp op);

  int64_t getRows() const {
    return IterationSpace::countPoints(space.getRowSizes());
  }
  DistributionAttr getDistribution(bool leads);
  int64_t countCTAs(DistributionAttr distribution) const;
  /// Whether `value` has something for each row.
  bool hasRows(Value value) const {
    SmallVector<SpaceDims> dims = space.dims.lookup(value);
    return !dims.empty() &&
           llvm::equal(dims.front(), llvm::seq<int>(0, space.getColumn()));
  }
};

/// Two launches, the second of which may run right after the first.
class Pair {
public:
  Pair(const MatrixLaunch &first, const MatrixLaunch &second)
      : first(first), second(second) {}

  /// Marks both, if they can be one kernel, and gain by that on `chip`; tells
  /// whether it did.
  bool mark(const ChipTarget &chip);

private:
  bool canTakeTurns();
  bool readsOwnRows();
  bool keepsWhatFirstTouches();
  double countSharedBytes();

  MatrixLaunch first, second;
};
} // namespace

std::optional<MatrixLaunch> MatrixLaunch::get(LaunchFusionOp op) {
  auto function =
      SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(op, op.getCallee());
  if (!function || function.isDeclaration() || !op.hasPureBufferSemantics())
    return std::nullopt;
  auto space = IterationSpace::get(getFusedOps(function.getBody().front()));
  if (!space || space->getColumn() == 0 || space->countBatchDims() != 0 ||
      space->parts != 1 || ShapedType::isDynamicShape(space->sizes) ||
      llvm::is_contained(space->sizes, 0))
    return std::nullopt;
  return MatrixLaunch{op, function, std::move(*space)};
}

DistributionAttr MatrixLaunch::getDistribution(bool leads) {
  FusionShape shape = FusionShape::get(function, space, {space.countColumns()});
  shape.leads = leads;
  return chooseDistribution(op->getContext(), shape);
}

int64_t MatrixLaunch::countCTAs(DistributionAttr distribution) const {
  return llvm::divideCeil(getRows(), distribution.getTileM()) *
         llvm::divideCeil(space.countColumns(), distribution.getTileN());
}

/// The buffer that `value` shows; a number is itself.
static Value getBuffer(Value value) {
  auto buffer = dyn_cast<MemrefValue>(value);
  return buffer ? memref::skipViewLikeOps(buffer) : value;
}

static bool haveBuffer(ValueRange values, Value buffer) {
  return llvm::any_of(values,
                      [&](Value value) { return getBuffer(value) == buffer; });
}

/// Whether a CTA of the second launch reads nothing that the first one writes
/// but in its own rows.
bool Pair::readsOwnRows() {
  Operation *end = first.function.getBody().front().getTerminator();
  bool readsAny = false;
  for (auto [argument, input] :
       llvm::zip_equal(second.function.getArguments(), second.op.getInputs()))
    for (auto [result, output] :
         llvm::zip_equal(end->getOperands(), first.op.getOutputs())) {
      if (getBuffer(input) != getBuffer(output))
        continue;
      readsAny = true;
      if (input != output || !first.hasRows(result) ||
          !second.hasRows(argument) || !isReadByTiles(argument))
        return false;
    }
  return readsAny;
}

/// Whether the second launch writes nothing that the first one, which may still
/// run, reads or writes.
bool Pair::keepsWhatFirstTouches() {
  return llvm::none_of(second.op.getOutputs(), [&](Value output) {
    Value buffer = getBuffer(output);
    return haveBuffer(first.op.getInputs(), buffer) ||
           haveBuffer(first.op.getOutputs(), buffer);
  });
}

/// Whether CTAs of both have the same threads, and some of the first one have
/// the rows of a tile of the second one.
bool Pair::canTakeTurns() {
  // Registers of a kernel for stripes are too few for another one's tiles.
  if (!first.space.reducesRows || first.space.stripeRows != 0 ||
      second.space.reducesRows || first.getRows() != second.getRows())
    return false;
  SmallVector<RowPlan> plans = planRows(first.space.countColumns());
  if (plans.size() != 1 || plans.front().streams)
    return false;
  DistributionAttr rows = first.getDistribution(/*leads=*/true),
                   tiles = second.getDistribution(/*leads=*/false);
  return rows.getThreads() == tiles.getThreads() &&
         tiles.getTileM() % rows.getTileM() == 0 &&
         rows.getTileN() >= first.space.countColumns();
}

/// Bytes of matrices that both touch.
double Pair::countSharedBytes() {
  double bits = 0;
  for (auto [argument, input] :
       llvm::zip_equal(second.function.getArguments(), second.op.getInputs())) {
    Value buffer = getBuffer(input);
    auto type = dyn_cast<ShapedType>(input.getType());
    if (type && type.hasStaticShape() && second.space.dependsOnRow(argument) &&
        second.space.dependsOnColumn(argument) &&
        (haveBuffer(first.op.getInputs(), buffer) ||
         haveBuffer(first.op.getOutputs(), buffer)))
      bits += static_cast<double>(type.getNumElements()) *
              type.getElementTypeBitWidth();
  }
  constexpr double kBits = 8;
  return bits / kBits;
}

/// The part of the cache that holds what was read before.
static constexpr double kCacheShare = 0.5;

/// Microseconds that the second read of `bytes` takes beyond what the cache
/// still has after the first.
static double estimateRead(double bytes, const PartModel &part) {
  FusionWork read;
  read.launches = 0;
  double held = kCacheShare * static_cast<double>(part.facts.cacheBytes);
  read.bytesRead = std::max(0.0, bytes - held);
  return estimateMicroseconds(read, part.facts, part.fusions);
}

bool Pair::mark(const ChipTarget &chip) {
  if (!canTakeTurns() || !readsOwnRows() || !keepsWhatFirstTouches())
    return false;
  double bytes = countSharedBytes();
  // Counters of rows that are done are filled, and waited for.
  if (estimateRead(bytes, *chip.part) <= chip.part->fusions.launchMicroseconds)
    return false;
  DistributionAttr tiles = second.getDistribution(/*leads=*/false);
  int64_t stripes = llvm::divideCeil(second.getRows(), tiles.getTileM());
  int64_t turn =
      llvm::divideCeil(first.countCTAs(first.getDistribution(/*leads=*/true)) +
                           second.countCTAs(tiles),
                       stripes);
  // Between those of the same rows begin as many as run at a time: hardly any
  // waits for long.
  int64_t ahead =
      llvm::divideCeil(kMostCTAs * chip.part->facts.multiprocessors, turn);
  if (static_cast<double>(ahead) * bytes / static_cast<double>(stripes) >
      kCacheShare * static_cast<double>(chip.part->facts.cacheBytes))
    return false;
  Builder b(first.op->getContext());
  first.op->setAttr(LowpGPUDialect::getLeadsAttrName(),
                    b.getI64IntegerAttr(tiles.getTileM()));
  second.op->setAttr(LowpGPUDialect::getFollowsAttrName(),
                     b.getI64IntegerAttr(ahead));
  return true;
}

/// Whether `op` and `before`, which ends sooner, may change places: neither
/// writes what the other touches.
static bool isUnrelated(LaunchFusionOp op, Operation *before) {
  if (isa<memref::AllocOp>(before) || isPure(before))
    return true;
  auto launch = dyn_cast<LaunchFusionOp>(before);
  auto linalgOp = dyn_cast<linalg::LinalgOp>(before);
  if (!launch && (!linalgOp || !linalgOp.hasPureBufferSemantics()))
    return false;
  ValueRange written = launch ? launch.getOutputs() : linalgOp.getDpsInits();
  return llvm::none_of(written,
                       [&](Value buffer) {
                         return haveBuffer(op->getOperands(),
                                           getBuffer(buffer));
                       }) &&
         llvm::none_of(op.getOutputs(), [&](Value buffer) {
           return haveBuffer(before->getOperands(), getBuffer(buffer));
         });
}

/// The launch before `op` that writes what it reads, if nothing between both
/// has to stay there; null for others.
static LaunchFusionOp findPrevious(LaunchFusionOp op) {
  for (Operation *before = op->getPrevNode(); before;
       before = before->getPrevNode()) {
    if (isUnrelated(op, before))
      continue;
    auto launch = dyn_cast<LaunchFusionOp>(before);
    bool isTaken =
        launch && (launch->hasAttr(LowpGPUDialect::getFollowsAttrName()) ||
                   launch->hasAttr(LowpGPUDialect::getLeadsAttrName()));
    // One that follows another waits already.
    return isTaken ? LaunchFusionOp() : launch;
  }
  return {};
}

/// Moves `op` right after `previous`, and what makes its operands before it.
static void moveAfter(LaunchFusionOp op, LaunchFusionOp previous) {
  BackwardSliceOptions options;
  options.filter = [&](Operation *maker) {
    return maker->getBlock() == op->getBlock() &&
           previous->isBeforeInBlock(maker);
  };
  llvm::SetVector<Operation *> makers;
  (void)getBackwardSlice(op.getOperation(), &makers, options);
  for (Operation *maker : makers)
    maker->moveBefore(previous);
  op->moveAfter(previous);
}

namespace {
struct PairLaunches : mlir::lowp::impl::PairLaunchesPassBase<PairLaunches> {
  void runOnOperation() override {
    if (!lowp_gpu::lookupChipTarget(getOperation()))
      return;
    FailureOr<ChipTarget> chip = lowp_gpu::findChipTarget(getOperation());
    if (failed(chip))
      return signalPassFailure();
    SmallVector<LaunchFusionOp> launches;
    getOperation().walk([&](LaunchFusionOp op) { launches.push_back(op); });
    for (LaunchFusionOp op : launches) {
      LaunchFusionOp previous = findPrevious(op);
      std::optional<MatrixLaunch> second =
          previous ? MatrixLaunch::get(op) : std::nullopt;
      if (!second || second->space.reducesRows)
        continue;
      std::optional<MatrixLaunch> first = MatrixLaunch::get(previous);
      if (first && Pair(*first, *second).mark(*chip))
        moveAfter(op, previous);
    }
  }
};
} // namespace
