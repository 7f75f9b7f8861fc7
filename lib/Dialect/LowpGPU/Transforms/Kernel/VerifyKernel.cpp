//===- VerifyKernel.cpp - Checks what only the kernel level can promise ---===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OverlapRules.h"
#include "Products.h"
#include "SplitKRules.h"
#include "StageRules.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"
#include "lowp/Dialect/LowpGPU/Transforms/Kernel/Passes.h"
#include "lowp/Support/Warps.h"

namespace mlir::lowp_gpu {
#define GEN_PASS_DEF_VERIFYKERNELPASS
#include "lowp/Dialect/LowpGPU/Transforms/Kernel/Passes.h.inc"
} // namespace mlir::lowp_gpu

using namespace mlir;
using namespace mlir::lowp_gpu;

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

static LogicalResult verifyGroups(MmaOp mma) {
  int64_t expected =
      mma->getParentOfType<KernelOp>().getConfig().getWarpgroupsN();
  int64_t groups = mma.getType().getWarpgroupsN();
  if (groups == expected)
    return success();
  return mma.emitOpError("expected sums in ")
         << expected << " warpgroups along N, as the config says, got "
         << groups;
}

/// Rows or columns are divided between the role's warpgroups.
static LogicalResult verifyRows(MmaOp mma, const MmaAtom &atom) {
  auto role = mma->getParentOfType<RoleOp>();
  if (!role || role.getSingleLane())
    return mma.emitOpError("expected to be run by all lanes of a role");
  int64_t rows = mma.getLhs().getType().getRows();
  int64_t warps = role.getWarps();
  int64_t groups = mma.getType().getWarpgroupsN();
  if (warps % lowp::kWarpsPerWarpgroup == 0 &&
      rows * groups == warps / lowp::kWarpsPerWarpgroup * atom.rows)
    return success();
  return mma.emitOpError("expected ")
         << atom.rows << " lhs rows for each warpgroup of role \""
         << role.getName() << "\", got " << rows << " rows for " << warps
         << " warps in " << groups << " warpgroups along N";
}

static LogicalResult verifyColumns(MmaOp mma, const MmaAtom &atom) {
  int64_t columns = mma.getRhs().getType().getRows();
  int64_t groups = mma.getType().getWarpgroupsN();
  int64_t unit = atom.columnGranularity * groups;
  int64_t most = atom.maxColumns * groups;
  if (columns % unit == 0 && columns <= most)
    return success();
  return mma.emitOpError("expected rhs rows to be a multiple of ")
         << unit << ", " << most << " at most, got " << columns;
}

/// Rows of both tiles are as wide as the swizzle that the atom reads.
static LogicalResult verifyK(MmaOp mma, const MmaAtom &atom) {
  for (TileType tile : {mma.getLhs().getType(), mma.getRhs().getType()})
    if (tile.getSwizzle() != atom.rowBytes)
      return mma.emitOpError("expected tiles with rows of ")
             << atom.rowBytes << " swizzled bytes, got " << tile;
    else if (tile.isMNMajor() && !atom.takesMNMajor)
      return mma.emitOpError("expected K-major tiles, which this chip "
                             "multiplies, got ")
             << tile;
  return success();
}

/// Sums are in flight until they have been waited for.
static LogicalResult verifySums(MmaOp mma) {
  for (Operation *user : mma.getResult().getUsers())
    if (!isa<MmaOp, MmaWaitOp>(user))
      return user->emitOpError("expected finished sums, got those of "
                               "lowp_gpu.mma; wait for them with "
                               "lowp_gpu.mma_wait");
  return success();
}

/// A product is finished when no more than those behind it are pending.
static LogicalResult verifyPending(MmaWaitOp wait) {
  int64_t later = 0;
  auto product = wait.getAccumulator().getDefiningOp<MmaOp>();
  if (product && product->getBlock() == wait->getBlock())
    for (auto other : wait->getBlock()->getOps<MmaOp>())
      later += product->isBeforeInBlock(other) && other->isBeforeInBlock(wait);
  int64_t pending = wait.getPending();
  if (pending >= 0 && pending <= later)
    return success();
  return wait.emitOpError("expected 'pending' from 0 to ")
         << later << ", the products issued behind the one it waits for, got "
         << pending;
}

static LogicalResult verifyProduct(MmaOp mma, const ChipTarget &chip) {
  std::optional<MmaAtom> atom = findAtom(mma, *chip.target);
  if (!atom) {
    InFlightDiagnostic diagnostic =
        mma.emitOpError("expected element types that ")
        << chip.facts->name << " multiplies, got "
        << mma.getLhs().getType().getElementType() << " and "
        << mma.getRhs().getType().getElementType();
    if (!mma.getScales().empty())
      diagnostic << " with scales " << mma.getScales().getTypes();
    return diagnostic;
  }
  if (failed(verifyGroups(mma)) || failed(verifyRows(mma, *atom)) ||
      failed(verifyColumns(mma, *atom)) || failed(verifySums(mma)))
    return failure();
  return verifyK(mma, *atom);
}

//===----------------------------------------------------------------------===//
// Roles
//===----------------------------------------------------------------------===//

static LogicalResult verifyNames(KernelOp kernel) {
  llvm::SmallDenseSet<StringRef> names;
  for (auto role : kernel.getBody().getOps<RoleOp>())
    if (!names.insert(role.getName()).second)
      return role.emitOpError("expected roles with distinct names, got \"")
             << role.getName() << "\" twice";
  return success();
}

/// Registers are handed out in eights, to a warpgroup at a time.
static LogicalResult verifyCount(RoleOp role) {
  constexpr int64_t kUnit = 8, kFewest = 24, kMost = 256;
  int64_t count = role.getRegisters();
  if (count == 0 || (count % kUnit == 0 && count >= kFewest && count <= kMost))
    return success();
  return role.emitOpError("expected 0 or a multiple of ")
         << kUnit << " registers from " << kFewest << " to " << kMost
         << ", got " << count;
}

static LogicalResult verifyRegisters(KernelOp kernel, const ChipFacts &facts) {
  int64_t total = 0, sharingWarps = 0;
  RoleOp sharing;
  for (auto role : kernel.getBody().getOps<RoleOp>()) {
    if (failed(verifyCount(role)))
      return failure();
    int64_t warps = role.getWarps();
    if (warps % lowp::kWarpsPerWarpgroup == 0) {
      total += warps * lowp::kWarpSize * role.getRegisters();
      continue;
    }
    if (sharing && sharing.getRegisters() != role.getRegisters())
      return role.emitOpError("expected ")
             << static_cast<int64_t>(sharing.getRegisters())
             << " registers as in role \"" << sharing.getName()
             << "\" of the same warpgroup, got "
             << static_cast<int64_t>(role.getRegisters());
    sharing = role;
    sharingWarps += warps;
  }
  if (sharing)
    total += llvm::alignTo(sharingWarps, lowp::kWarpsPerWarpgroup) *
             lowp::kWarpSize * sharing.getRegisters();
  if (total <= facts.registers)
    return success();
  return kernel.emitOpError("expected at most ")
         << facts.registers << " registers in all roles together on "
         << facts.name << ", got " << total;
}

static LogicalResult verifyWarps(KernelOp kernel) {
  int64_t warps = kernel.countRoleWarps();
  if (warps <= lowp::kMaxWarps)
    return success();
  return kernel.emitOpError("expected at most ")
         << lowp::kMaxWarps << " warps in all roles together, got " << warps;
}

namespace {
struct VerifyKernel
    : public lowp_gpu::impl::VerifyKernelPassBase<VerifyKernel> {
  void runOnOperation() override {
    if (failed(verify(getOperation())))
      signalPassFailure();
    markAllAnalysesPreserved();
  }

  static LogicalResult verify(KernelOp kernel) {
    FailureOr<ChipTarget> chip = findChipTarget(kernel);
    if (failed(chip) || failed(verifyNames(kernel)) ||
        failed(verifyWarps(kernel)) ||
        failed(verifyRegisters(kernel, *chip->facts)) ||
        failed(verifyStageRules(kernel)) || failed(verifySplitKRules(kernel)) ||
        failed(verifyOverlapRules(kernel)))
      return failure();
    WalkResult result = kernel.walk([&](Operation *op) -> WalkResult {
      if (auto mma = dyn_cast<MmaOp>(op))
        return verifyProduct(mma, *chip);
      if (auto wait = dyn_cast<MmaWaitOp>(op))
        return verifyPending(wait);
      return WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }
};
} // namespace
