//===- VerifyKernel.cpp - Checks what only the kernel level can promise ---===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OverlapRules.h"
#include "PairRules.h"
#include "ProductRules.h"
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

/// The target knows the words of the config that are its own.
static LogicalResult verifyWords(KernelOp kernel, const ChipTarget &chip) {
  auto broken = chip.target->checkWords(kernel.getConfig().getTarget());
  if (!broken)
    return success();
  return kernel.emitOpError("expected ")
         << broken->expected << " for a kernel on " << chip.facts->name
         << ", got " << broken->got;
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
    if (failed(chip) || failed(verifyWords(kernel, *chip)) ||
        failed(verifyNames(kernel)) || failed(verifyWarps(kernel)) ||
        failed(verifyRegisters(kernel, *chip->facts)) ||
        failed(verifyStageRules(kernel)) || failed(verifyPairRules(kernel)) ||
        failed(verifySplitKRules(kernel)) ||
        failed(verifyOverlapRules(kernel, *chip)))
      return failure();
    return verifyProductRules(kernel, *chip);
  }
};
} // namespace
