//===- SpecializeWarps.cpp - Roles become one dispatch on the warp --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Common/BuildIf.h"
#include "lowp/Dialect/LowpGPU/IR/Constants.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"
#include "lowp/Dialect/LowpGPU/Transforms/Kernel/Passes.h"
#include "lowp/Support/Warps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::lowp_gpu {
#define GEN_PASS_DEF_SPECIALIZEWARPSPASS
#include "lowp/Dialect/LowpGPU/Transforms/Kernel/Passes.h.inc"
} // namespace mlir::lowp_gpu

using namespace mlir;
using namespace mlir::lowp_gpu;

namespace {
/// Roles in the order of their warps: those of whole warpgroups first, because
/// wgmma-like instructions want aligned groups of four, then the others, which
/// share the last warpgroup.
struct WarpAssignment {
  SmallVector<RoleOp> wide;
  SmallVector<RoleOp> narrow;

  explicit WarpAssignment(KernelOp kernel) {
    for (auto role : kernel.getBody().getOps<RoleOp>())
      (role.getWarps() % lowp::kWarpsPerWarpgroup == 0 ? wide : narrow)
          .push_back(role);
  }
};

/// Emits the dispatch that replaces the roles of one kernel.
class WarpDispatch {
public:
  explicit WarpDispatch(KernelOp kernel)
      : kernel(kernel), builder(kernel.getLoc(), kernel->getContext()) {}
  LogicalResult run();

private:
  void initializeBarriers();
  void releaseColumns();
  void emitNarrow(ArrayRef<RoleOp> roles, int64_t firstWarp);
  void emitWide(ArrayRef<RoleOp> roles, int64_t atLaunch);
  void moveBody(RoleOp role);
  void setRegisters(RoleOp role, bool grow);
  Value compareWarp(arith::CmpIPredicate predicate, int64_t index);
  /// Whether the warp is one of the role's, which begin at `firstWarp`.
  Value isWarpOf(RoleOp role, int64_t firstWarp);

  KernelOp kernel;
  ImplicitLocOpBuilder builder;
  Value warp;
};
} // namespace

Value WarpDispatch::compareWarp(arith::CmpIPredicate predicate, int64_t index) {
  return arith::CmpIOp::create(builder, predicate, warp,
                               constantI32(builder, index));
}

Value WarpDispatch::isWarpOf(RoleOp role, int64_t firstWarp) {
  int64_t warps = role.getWarps();
  if (warps == 1)
    return compareWarp(arith::CmpIPredicate::eq, firstWarp);
  return arith::AndIOp::create(
      builder, compareWarp(arith::CmpIPredicate::uge, firstWarp),
      compareWarp(arith::CmpIPredicate::ult, firstWarp + warps));
}

/// Whether CTAs work in pairs.
static bool hasPairs(KernelOp kernel) {
  return llvm::any_of(kernel.getBody().getOps<RoleOp>(),
                      [](RoleOp role) { return role.getLeader(); });
}

/// One warp takes columns of tensor memory and gives them back, in a pair
/// together with that of the other CTA, which has begun by then.
void WarpDispatch::initializeBarriers() {
  if (kernel.getTensorColumns() && hasPairs(kernel))
    SyncClusterOp::create(builder);
  lowp::buildIf(builder, compareWarp(arith::CmpIPredicate::eq, 0), [&] {
    if (kernel.getTensorColumns())
      AllocateColumnsOp::create(builder, *kernel.getTensorColumns());
    lowp::buildIf(builder, ElectOp::create(builder), [&] {
      for (auto pipeline : kernel.getBody().getOps<PipelineOp>())
        BarrierInitOp::create(builder, pipeline);
      for (auto exchange : kernel.getBody().getOps<ExchangeOp>())
        ExchangeInitOp::create(builder, exchange, exchange.countWarpgroups());
    });
  });
  SyncClusterOp::create(builder);
}

void WarpDispatch::releaseColumns() {
  if (!kernel.getTensorColumns())
    return;
  lowp::buildIf(builder, compareWarp(arith::CmpIPredicate::eq, 0), [&] {
    ReleaseColumnsOp::create(builder, *kernel.getTensorColumns());
  });
}

void WarpDispatch::setRegisters(RoleOp role, bool grow) {
  if (role.getRegisters())
    SetRegistersOp::create(builder, role.getRegisters(), grow);
}

/// Lets one lane of the warp that runs `role`, the same each time, start
/// products into tensor memory and say that they are done. The others meet it
/// there, so that none waits for a barrier that is a lap further.
static void electIssuer(RoleOp role) {
  SmallVector<Operation *> issued;
  role.walk([&](Operation *op) {
    auto arrive = dyn_cast<BarrierArriveOp>(op);
    if (isa<MmaIntoOp>(op) || (arrive && arrive.getByProducts()))
      issued.push_back(op);
  });
  for (Operation *op : issued) {
    ImplicitLocOpBuilder builder(op->getLoc(), op);
    auto branch = scf::IfOp::create(builder, ElectOp::create(builder));
    op->moveBefore(branch.thenBlock()->getTerminator());
  }
}

/// Moves the role's operations to the insertion point, for one lane of each
/// warp and for the leader of each pair of CTAs if the role says so.
void WarpDispatch::moveBody(RoleOp role) {
  auto move = [&] {
    builder.getInsertionBlock()->getOperations().splice(
        builder.getInsertionPoint(), role.getBody().front().getOperations());
  };
  // Lanes that run alike find the same group.
  if (!role.getSingleLane()) {
    role.walk([](LocateGroupOp locate) { locate.setUniform(true); });
    role.walk([](LocateKOp locate) { locate.setUniform(true); });
    electIssuer(role);
  }
  auto moveForLanes = [&] {
    if (role.getSingleLane())
      lowp::buildIf(builder, ElectOp::create(builder), move);
    else
      move();
  };
  if (!role.getLeader())
    return moveForLanes();
  Value place = PairRankOp::create(builder);
  Value leads = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, place,
                                      constantI32(builder, 0));
  lowp::buildIf(builder, leads, moveForLanes);
}

void WarpDispatch::emitNarrow(ArrayRef<RoleOp> roles, int64_t firstWarp) {
  setRegisters(roles.front(), /*grow=*/false);
  for (RoleOp role : roles) {
    lowp::buildIf(builder, isWarpOf(role, firstWarp), [&] { moveBody(role); });
    firstWarp += role.getWarps();
  }
}

/// One role needs no question, and gets registers of those that load. Several
/// roles have `atLaunch` registers a thread, to which each adds or of which it
/// gives some up.
void WarpDispatch::emitWide(ArrayRef<RoleOp> roles, int64_t atLaunch) {
  if (roles.size() == 1) {
    setRegisters(roles.front(), /*grow=*/true);
    return moveBody(roles.front());
  }
  int64_t firstWarp = 0;
  for (RoleOp role : roles) {
    auto registers = static_cast<int64_t>(role.getRegisters());
    lowp::buildIf(builder, isWarpOf(role, firstWarp), [&] {
      if (registers != atLaunch)
        setRegisters(role, /*grow=*/registers > atLaunch);
      moveBody(role);
    });
    firstWarp += role.getWarps();
  }
}

/// Whether a role says itself when dependent kernels may start.
static bool launchesDependents(KernelOp kernel) {
  return kernel.walk([](LaunchDependentsOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// Registers move between all roles or none, so that those who ask for more
/// find what others have given up.
static LogicalResult verifyRegisters(KernelOp kernel, ArrayRef<RoleOp> wide) {
  if (wide.size() == 1)
    return success();
  RoleOp first = wide.front();
  bool moves = first.getRegisters() != 0;
  for (auto role : kernel.getBody().getOps<RoleOp>())
    if ((role.getRegisters() != 0) != moves)
      return role.emitOpError("expected registers in each role or, with 0, in "
                              "none, where several are of whole warpgroups, "
                              "got ")
             << static_cast<int64_t>(role.getRegisters()) << " beside "
             << static_cast<int64_t>(first.getRegisters()) << " in role \""
             << first.getName() << "\"";
  return success();
}

/// Warpgroups that share a tile are told apart by their numbers in the CTA, so
/// that those of the first role alone begin at 0.
static LogicalResult verifyShares(ArrayRef<RoleOp> wide) {
  RoleOp first = wide.front();
  for (RoleOp role : wide.drop_front()) {
    WalkResult result = role.walk([&](Operation *op) {
      if (!isa<EpilogueOp, MmaOp, PromoteOp, ReadRowsOp, ReadSumsOp,
               ReduceScatterOp, StoreTileOp>(op))
        return WalkResult::advance();
      op->emitOpError("expected to be in role \"")
          << first.getName()
          << "\", the first of whole warpgroups, for those that share a tile "
             "are counted from the start of the CTA, got \""
          << role.getName() << "\"";
      return WalkResult::interrupt();
    });
    if (result.wasInterrupted())
      return failure();
  }
  return success();
}

/// Registers of a thread at the start of `kernel`: as many as all of its warps
/// have room for, in the eights in which they are handed out.
static int64_t countRegistersAtLaunch(KernelOp kernel, const ChipFacts &facts) {
  constexpr int64_t kUnit = 8, kMost = 255;
  int64_t threads = kernel.countRoleWarps() * lowp::kWarpSize;
  return std::min(facts.registers / threads, kMost) / kUnit * kUnit;
}

/// CTAs of a pair follow each other in their cluster.
static void lowerPairRanks(KernelOp kernel) {
  kernel.walk([](PairRankOp place) {
    ImplicitLocOpBuilder builder(place.getLoc(), place);
    Value rank = ClusterRankOp::create(builder);
    Value inPair = arith::RemUIOp::create(
        builder, rank, constantI32(builder, PairRankOp::kCTAs));
    place.replaceAllUsesWith(inPair);
    place.erase();
  });
}

LogicalResult WarpDispatch::run() {
  WarpAssignment assignment(kernel);
  if (assignment.wide.empty() || assignment.narrow.empty())
    return kernel.emitOpError("expected a role of whole warpgroups and at "
                              "least one of single warps");
  FailureOr<ChipTarget> chip = findChipTarget(kernel);
  if (failed(chip) || failed(verifyRegisters(kernel, assignment.wide)) ||
      failed(verifyShares(assignment.wide)))
    return failure();
  int64_t wideWarps = 0;
  for (RoleOp role : assignment.wide)
    wideWarps += role.getWarps();
  builder.setInsertionPoint(kernel.getBody().front().getTerminator());
  warp = WarpIndexOp::create(builder);
  initializeBarriers();
  // Up to here nothing has touched global memory.
  if (!launchesDependents(kernel))
    LaunchDependentsOp::create(builder);
  GridDependencyWaitOp::create(builder);
  // Numbers of groups may come from the kernel before.
  auto tables = llvm::to_vector(kernel.getBody().getOps<GroupTableOp>());
  for (GroupTableOp table : tables)
    table->moveBefore(builder.getInsertionBlock(), builder.getInsertionPoint());
  Value isNarrow = compareWarp(arith::CmpIPredicate::uge, wideWarps);
  auto branch = scf::IfOp::create(builder, isNarrow, /*withElseRegion=*/true);
  SyncClusterOp::create(builder);
  releaseColumns();
  builder.setInsertionPointToStart(branch.thenBlock());
  emitNarrow(assignment.narrow, wideWarps);
  builder.setInsertionPointToStart(branch.elseBlock());
  emitWide(assignment.wide, countRegistersAtLaunch(kernel, *chip->facts));
  for (auto role :
       llvm::make_early_inc_range(kernel.getBody().getOps<RoleOp>()))
    role.erase();
  lowerPairRanks(kernel);
  return success();
}

namespace {
struct SpecializeWarps
    : public lowp_gpu::impl::SpecializeWarpsPassBase<SpecializeWarps> {
  void runOnOperation() override {
    KernelOp kernel = getOperation();
    kernel.setWarps(kernel.countRoleWarps());
    if (failed(WarpDispatch(kernel).run()))
      signalPassFailure();
  }
};
} // namespace
