//===- JoinLaunches.cpp - Launches whose CTAs take turns ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GlobalPointer.h"

#include "lowp/Dialect/Common/BuildIf.h"
#include "lowp/Dialect/Lowp/IR/KernelWork.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUDialect.h"
#include "lowp/Dialect/LowpGPU/Transforms/CTA/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::lowp_gpu {
#define GEN_PASS_DEF_JOINLAUNCHESPASS
#include "lowp/Dialect/LowpGPU/Transforms/CTA/Passes.h.inc"
} // namespace mlir::lowp_gpu

using namespace mlir;
using namespace mlir::lowp_gpu;

/// Threads of the chip see what is written before a counter is added to, once
/// they have read that.
static constexpr StringLiteral kScope = "device";

namespace {
/// Makes one launch of two.
class Joint {
public:
  Joint(gpu::LaunchOp first, gpu::LaunchOp second)
      : first(first), second(second), b(second.getLoc(), second) {}

  LogicalResult join();

private:
  LogicalResult countTurns();
  void createCounters();
  void createLaunch();
  /// How many CTAs have begun before.
  Value emitTicket();
  /// Moves what the CTA of `launch` at `x` and `y` does to where `b` is.
  void move(gpu::LaunchOp launch, Value x, Value y);
  void emitFirst(Value turn, Value place);
  void emitSecond(Value turn, Value place);
  void emitDone(Value stripe);
  void emitWait(Value stripe);
  /// Runs `body` in one thread of the CTA.
  void runOnce(function_ref<void()> body);
  /// The stripe that is visited after `before` others.
  Value findStripe(Value before);
  Value getCounter(Value stripe);

  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  Value isBelow(Value value, Value limit) {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, value, limit);
  }
  /// `stripe` times `count` plus `place`.
  Value locate(Value stripe, int64_t count, Value place) {
    return arith::AddIOp::create(
        b, arith::MulIOp::create(b, stripe, index(count)), place);
  }

  gpu::LaunchOp first, second, joint;
  ImplicitLocOpBuilder b;
  /// CTAs of the first launch, and its stripes; the second one has some more
  /// where it writes padding.
  int64_t firstCTAs = 0, firstStripes = 0, stripes = 0;
  /// CTAs of a stripe.
  int64_t firstPart = 0, secondPart = 0;
  /// Stripes between both.
  int64_t ahead = 0;
  /// How many CTAs of the first launch have ended, by stripes, and how many of
  /// both have begun.
  Value counters;
};
} // namespace

LogicalResult Joint::countTurns() {
  std::optional<int64_t> ofFirst = getConstantIntValue(first.getGridSizeX()),
                         across = getConstantIntValue(second.getGridSizeX()),
                         down = getConstantIntValue(second.getGridSizeY());
  if (!ofFirst || !across || !down)
    return first.emitOpError("expected launches of a known number of CTAs to "
                             "join");
  auto getNumber = [](gpu::LaunchOp launch, StringRef name) {
    return launch->getAttrOfType<IntegerAttr>(name).getInt();
  };
  ahead = getNumber(second, LowpGPUDialect::getFollowsAttrName());
  firstPart = getNumber(first, LowpGPUDialect::getLeadsAttrName());
  firstCTAs = *ofFirst;
  firstStripes = llvm::divideCeil(firstCTAs, firstPart);
  secondPart = *across;
  stripes = *down;
  if (stripes < firstStripes)
    return second.emitOpError("expected rows of CTAs for ")
           << firstStripes << " stripes, got " << stripes;
  // Stripes of padding, which come first then, wait for the last rows.
  if (first->hasAttr(LowpGPUDialect::getDescendingAttrName()))
    ahead = std::max(ahead, stripes - firstStripes);
  return success();
}

void Joint::createCounters() {
  counters = memref::AllocOp::create(
      b, MemRefType::get({firstStripes + 1}, b.getI32Type()));
  Value zero = arith::ConstantOp::create(b, b.getI32IntegerAttr(0));
  linalg::FillOp::create(b, zero, counters);
}

/// The larger of two numbers of bytes, of which each may be missing.
static Value getLarger(Value one, Value other) {
  if (!one || !other)
    return one ? one : other;
  return *getConstantIntValue(one) > *getConstantIntValue(other) ? one : other;
}

void Joint::createLaunch() {
  std::string work = (lowp::getKernelWork(first.getLoc()) + "_" +
                      lowp::getKernelWork(second.getLoc()))
                         .str();
  b.setLoc(lowp::addKernelWork(second.getLoc(), work));
  Value ctas = index((stripes + ahead) * (firstPart + secondPart));
  joint = gpu::LaunchOp::create(
      b, ctas, first.getGridSizeY(), first.getGridSizeZ(),
      second.getBlockSizeX(), second.getBlockSizeY(), second.getBlockSizeZ(),
      getLarger(first.getDynamicSharedMemorySize(),
                second.getDynamicSharedMemorySize()),
      Type(), ValueRange(), TypeRange(), TypeRange(), Value(), Value(), Value(),
      second.getModuleAttr(), second.getFunctionAttr());
  b.setInsertionPointToEnd(&joint.getBody().front());
  auto end = gpu::TerminatorOp::create(b);
  b.setInsertionPoint(end);
}

void Joint::move(gpu::LaunchOp launch, Value x, Value y) {
  launch.getBlockIds().x.replaceAllUsesWith(x);
  launch.getBlockIds().y.replaceAllUsesWith(y);
  launch.getBlockIds().z.replaceAllUsesWith(index(0));
  launch.getGridSize().x.replaceAllUsesWith(launch.getGridSizeX());
  launch.getGridSize().y.replaceAllUsesWith(launch.getGridSizeY());
  launch.getGridSize().z.replaceAllUsesWith(launch.getGridSizeZ());
  launch.getThreadIds().x.replaceAllUsesWith(joint.getThreadIds().x);
  launch.getThreadIds().y.replaceAllUsesWith(joint.getThreadIds().y);
  launch.getThreadIds().z.replaceAllUsesWith(joint.getThreadIds().z);
  launch.getBlockSize().x.replaceAllUsesWith(joint.getBlockSize().x);
  launch.getBlockSize().y.replaceAllUsesWith(joint.getBlockSize().y);
  launch.getBlockSize().z.replaceAllUsesWith(joint.getBlockSize().z);
  for (BlockArgument buffer : launch.getWorkgroupAttributions())
    buffer.replaceAllUsesWith(
        joint.addWorkgroupAttribution(buffer.getType(), launch.getLoc()));
  Block &body = launch.getBody().front();
  b.getInsertionBlock()->getOperations().splice(
      b.getInsertionPoint(), body.getOperations(), body.begin(),
      body.getTerminator()->getIterator());
}

Value Joint::findStripe(Value before) {
  if (!first->hasAttr(LowpGPUDialect::getDescendingAttrName()))
    return before;
  return arith::SubIOp::create(b, index(stripes - 1), before);
}

Value Joint::getCounter(Value stripe) {
  constexpr int64_t kBytes = 4;
  return buildGlobalPointer(b, counters,
                            arith::MulIOp::create(b, stripe, index(kBytes)));
}

void Joint::runOnce(function_ref<void()> body) {
  Value isFirst = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                        joint.getThreadIds().x, index(0));
  lowp::buildIf(b, isFirst, body);
}

Value Joint::emitTicket() {
  auto space =
      gpu::AddressSpaceAttr::get(b.getContext(), gpu::AddressSpace::Workgroup);
  auto type = MemRefType::get({1}, b.getI32Type(), AffineMap(), space);
  Value shared = joint.addWorkgroupAttribution(type, b.getLoc()),
        place = index(0);
  runOnce([&] {
    Value one = arith::ConstantOp::create(b, b.getI32IntegerAttr(1));
    Value ticket = LLVM::AtomicRMWOp::create(
        b, LLVM::AtomicBinOp::add, getCounter(index(firstStripes)), one,
        LLVM::AtomicOrdering::monotonic, kScope);
    memref::StoreOp::create(b, ticket, shared, place);
  });
  gpu::BarrierOp::create(b);
  Value ticket = memref::LoadOp::create(b, shared, place);
  return arith::IndexCastUIOp::create(b, b.getIndexType(), ticket);
}

void Joint::emitDone(Value stripe) {
  gpu::BarrierOp::create(b);
  runOnce([&] {
    Value one = arith::ConstantOp::create(b, b.getI32IntegerAttr(1));
    // The backend drops the order of an atomic addition.
    LLVM::FenceOp::create(b, LLVM::AtomicOrdering::release, kScope);
    LLVM::AtomicRMWOp::create(b, LLVM::AtomicBinOp::add, getCounter(stripe),
                              one, LLVM::AtomicOrdering::monotonic, kScope);
  });
}

void Joint::emitWait(Value stripe) {
  // After the last row others are read again.
  stripe = arith::MinUIOp::create(b, stripe, index(firstStripes - 1));
  // The last stripe may have fewer rows.
  Value left = arith::SubIOp::create(b, index(firstCTAs),
                                     locate(stripe, firstPart, index(0)));
  Value all = arith::MinUIOp::create(b, left, index(firstPart));
  runOnce([&] {
    Value pointer = getCounter(stripe);
    Value expected = arith::IndexCastOp::create(b, b.getI32Type(), all);
    auto loop = scf::WhileOp::create(b, TypeRange(), ValueRange());
    OpBuilder::InsertionGuard scope(b);
    b.createBlock(&loop.getBefore());
    constexpr unsigned kAlignment = 4;
    Value done = LLVM::LoadOp::create(
        b, b.getI32Type(), pointer, kAlignment, /*isVolatile=*/false,
        /*isNonTemporal=*/false, /*isInvariant=*/false,
        /*isInvariantGroup=*/false, LLVM::AtomicOrdering::acquire, kScope);
    scf::ConditionOp::create(b, isBelow(done, expected), ValueRange());
    b.createBlock(&loop.getAfter());
    scf::YieldOp::create(b);
  });
  gpu::BarrierOp::create(b);
}

void Joint::emitFirst(Value turn, Value place) {
  Value stripe = findStripe(turn);
  Value number = locate(stripe, firstPart, place);
  OpBuilder::InsertionGuard scope(b);
  lowp::enterIf(b, isBelow(number, index(firstCTAs)));
  move(first, number, index(0));
  emitDone(stripe);
}

/// The buffers that `launch` writes.
static DenseSet<Value> findWritten(gpu::LaunchOp launch) {
  DenseSet<Value> written;
  launch.walk([&](MemoryEffectOpInterface op) {
    SmallVector<MemoryEffects::EffectInstance> effects;
    op.getEffects(effects);
    for (const MemoryEffects::EffectInstance &effect : effects)
      if (auto buffer = dyn_cast_or_null<MemrefValue>(effect.getValue());
          buffer && isa<MemoryEffects::Write>(effect.getEffect()))
        written.insert(memref::skipViewLikeOps(buffer));
  });
  return written;
}

/// The first op of `launch` that touches one of `buffers`.
static Operation *findFirstUse(gpu::LaunchOp launch,
                               const DenseSet<Value> &buffers) {
  for (Operation &op : launch.getBody().front()) {
    WalkResult walk = op.walk([&](Operation *inner) {
      bool touches = llvm::any_of(inner->getOperands(), [&](Value value) {
        auto buffer = dyn_cast<MemrefValue>(value);
        return buffer && buffers.contains(memref::skipViewLikeOps(buffer));
      });
      return touches ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return &op;
  }
  return launch.getBody().front().getTerminator();
}

void Joint::emitSecond(Value turn, Value place) {
  // What needs no waiting for is loaded meanwhile.
  Operation *use = findFirstUse(second, findWritten(first));
  bool waits = use != second.getBody().front().getTerminator();
  OpBuilder::InsertionGuard scope(b);
  lowp::enterIf(b, arith::CmpIOp::create(b, arith::CmpIPredicate::uge, turn,
                                         index(ahead)));
  Value stripe = findStripe(arith::SubIOp::create(b, turn, index(ahead)));
  move(second, place, stripe);
  if (!waits)
    return;
  b.setInsertionPoint(use);
  emitWait(stripe);
}

LogicalResult Joint::join() {
  if (failed(countTurns()))
    return failure();
  createCounters();
  createLaunch();
  // A turn has the CTAs of a stripe of the first launch, and then those of one
  // of the second. They count themselves: chips promise no order of blocks, and
  // who is waited for has to have begun.
  Value number = emitTicket(), size = index(firstPart + secondPart);
  Value turn = arith::DivUIOp::create(b, number, size);
  Value place = arith::RemUIOp::create(b, number, size);
  auto choice = scf::IfOp::create(b, isBelow(place, index(firstPart)),
                                  /*withElseRegion=*/true);
  // The first launch is emptied last: its buffers are asked for.
  b.setInsertionPoint(choice.elseYield());
  emitSecond(turn, arith::SubIOp::create(b, place, index(firstPart)));
  b.setInsertionPoint(choice.thenYield());
  emitFirst(turn, place);
  first.erase();
  second.erase();
  return success();
}

/// The launch after `first` that follows it, or null.
static gpu::LaunchOp findFollower(gpu::LaunchOp first) {
  for (Operation *op = first->getNextNode(); op; op = op->getNextNode())
    if (auto launch = dyn_cast<gpu::LaunchOp>(op))
      return launch->hasAttr(LowpGPUDialect::getFollowsAttrName())
                 ? launch
                 : gpu::LaunchOp();
  return {};
}

namespace {
struct JoinLaunches : mlir::lowp_gpu::impl::JoinLaunchesPassBase<JoinLaunches> {
  void runOnOperation() override {
    SmallVector<gpu::LaunchOp> leaders;
    getOperation().walk([&](gpu::LaunchOp launch) {
      if (launch->hasAttr(LowpGPUDialect::getLeadsAttrName()))
        leaders.push_back(launch);
    });
    for (gpu::LaunchOp launch : leaders) {
      gpu::LaunchOp follower = findFollower(launch);
      if (!follower) {
        launch.emitOpError("expected a launch with ")
            << LowpGPUDialect::getFollowsAttrName() << " after it";
        return signalPassFailure();
      }
      if (failed(Joint(launch, follower).join()))
        return signalPassFailure();
    }
  }
};
} // namespace
