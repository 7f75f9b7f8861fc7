//===- MmaSyncTarget.cpp - Chips whose warps multiply ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MmaSyncLayouts.h"
#include "MmaSyncPatterns.h"
#include "WarpProduct.h"
#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"
#include "lowp/Kernel/Targets/Common/RegisterSums.h"
#include "lowp/Kernel/Targets/MmaSync/MmaSync.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

/// 64 rows a warpgroup, 16 a warp; columns in pairs of chunks of 8, 32 bytes of
/// K from rows of 128.
static constexpr MmaAtom kWarpProduct = {64,
                                         16,
                                         256,
                                         32,
                                         128,
                                         /*takesMNMajor=*/false,
                                         /*readsByLanes=*/true};
/// The same of elements of 16 bits, in either order.
static constexpr MmaAtom kHalfProduct = {64,
                                         16,
                                         256,
                                         32,
                                         128,
                                         /*takesMNMajor=*/true,
                                         /*readsByLanes=*/true};
/// The same with scales in atoms of 128 rows.
static constexpr MmaAtom kScaledProduct = {64,
                                           16,
                                           256,
                                           32,
                                           128,
                                           /*takesMNMajor=*/false,
                                           /*readsByLanes=*/true,
                                           /*scaleRows=*/128};

/// No card has been timed. The share of a part's rates and what else kernels
/// take in cycles are those of an H200.
static constexpr lowp::GemmCosts kGemmCosts = {
    /*productShare=*/0.97483,
    /*cacheBytesPerCycle=*/13950.0,
    /*loadPerRow=*/1.78,
    /*unalignedLoad=*/0.49,
    /*loadPerMissingRow=*/4.0,
    /*blockOverhead=*/80.0,
    /*lateLaunch=*/2300.0,
    /*earlyLaunch=*/650.0,
    /*tileOverhead=*/1580.0,
    /*storePerColumn=*/4.05,
    /*overlappedStorePerColumn=*/0.25,
    /*narrowStore=*/3.0,
    /*exchangeBytesPerCycle=*/6.3,
    /*perLastStep=*/30.0,
    /*addendReads=*/1.3,
    /*rhsMisses=*/0.032,
    /*unalignedWait=*/0.263,
    /*mostWaitingRows=*/32,
    /*unalignedLhs=*/1.82,
    /*unalignedRhs=*/0.95,
    /*promotion=*/{0, 40, 95, 0.44, 104},
    /*columnPromotion=*/{0.213, 187, 0, 1.2, 137},
    /*loadedClock16=*/1.0,
    /*loadedClock8=*/1.0};

namespace {
class MmaSyncTarget : public KernelTarget {
public:
  ArrayRef<const ChipFacts *> getChips() const override {
    static const ChipFacts *const kChips[] = {lowp::lookupChip("sm_120a"),
                                              lowp::lookupChip("sm_121a")};
    return kChips;
  }

  std::optional<MmaAtom> getMmaAtom(Type lhs, Type rhs) const override {
    if (!WarpProduct::get(lhs, rhs))
      return std::nullopt;
    return isa<BFloat16Type, Float16Type>(lhs) ? kHalfProduct : kWarpProduct;
  }

  std::optional<MmaAtom>
  getScaledMmaAtom(const ScaledFormat &lhs,
                   const ScaledFormat &rhs) const override {
    return takesScales(lhs, rhs) ? std::optional(kScaledProduct) : std::nullopt;
  }

  OperandLayout getReadLayout(Type element, lowp::RecipeAttrInterface recipe,
                              const OperandLayout &layout) const override {
    return getMmaSyncReadLayout(element, recipe, layout);
  }

  const lowp::GemmCosts &getGemmCosts() const override { return kGemmCosts; }

  int64_t getMaxWarpgroups() const override { return 2; }

  int64_t getMaxPromotedColumns(bool hasSeveralPromotions) const override {
    return hasSeveralPromotions ? 64 : 128;
  }

  RoleRegisters getRoleRegisters(int64_t mmaWarps) const override {
    // One warpgroup that multiplies and one that loads leave 255 registers a
    // thread: nothing to reallocate.
    if (mmaWarps <= 4)
      return {0, 0};
    // 128 * 40 + 256 * 232 registers fill the multiprocessor.
    return {40, 232};
  }

  void addTypeConversions(LLVMTypeConverter &converter) const override {
    addRegisterSumTypes(converter);
  }

  void populatePatterns(const LLVMTypeConverter &converter,
                        const KernelFrame &frame,
                        RewritePatternSet &patterns) const override {
    populateRegisterSumPatterns(converter, frame, patterns);
    populateMmaSyncPatterns(converter, frame, patterns);
  }
};
} // namespace

void mlir::lowp_gpu::registerMmaSyncTarget(DialectRegistry &registry) {
  registerTarget<MmaSyncTarget>(registry);
}
