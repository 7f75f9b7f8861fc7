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
#include "lowp/Kernel/Targets/Common/MmaFragment.h"
#include "lowp/Kernel/Targets/Common/RegisterSumTarget.h"
#include "lowp/Kernel/Targets/Common/RegisterSums.h"
#include "lowp/Kernel/Targets/MmaSync/MmaSync.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

static constexpr lowp::ChipFacts kSm120a = {"sm_120a",
                                            /*architecture=*/120,
                                            /*minimumPTX=*/87,
                                            /*defaultPTX=*/88,
                                            /*sharedBytes=*/101376,
                                            /*registers=*/65536,
                                            /*maxCluster=*/1,
                                            /*tensorColumns=*/0,
                                            /*family=*/120};
static constexpr lowp::ChipFacts kSm121a = {"sm_121a",
                                            /*architecture=*/121,
                                            /*minimumPTX=*/88,
                                            /*defaultPTX=*/88,
                                            /*sharedBytes=*/101376,
                                            /*registers=*/65536,
                                            /*maxCluster=*/1,
                                            /*tensorColumns=*/0,
                                            /*family=*/120};

namespace {
/// mma.sync: 64 rows a warpgroup, 16 a warp; columns in pairs of chunks of 8,
/// 32 bytes of K from rows of 128 that lanes read.
class MmaSyncAtom : public MmaAtom {
public:
  int64_t getRows() const override { return 64; }
  int64_t getColumnGranularity() const override { return 16; }
  int64_t getMaxColumns() const override { return 256; }
  int64_t getBytesOfK() const override { return 32; }
  ArrayRef<int64_t> getSwizzles() const override {
    static constexpr int64_t kSwizzles[] = {128};
    return kSwizzles;
  }
  bool readsByLanes() const override { return true; }
};

/// The same of elements of 16 bits, in either order.
class HalfAtom : public MmaSyncAtom {
  bool takesMNMajor() const override { return true; }
};

/// The same with scales in atoms of 128 rows.
class ScaledAtom : public MmaSyncAtom {
  int64_t getScaleRows() const override { return 128; }
};
} // namespace

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
class MmaSyncTarget : public RegisterSumTarget {
public:
  ArrayRef<const ChipFacts *> getChips() const override {
    static const ChipFacts *const kChips[] = {&kSm120a, &kSm121a};
    return kChips;
  }

  ArrayRef<lowp::PartFacts> getParts() const override {
    return getMmaSyncParts();
  }

  const MmaAtom *getMmaAtom(Type lhs, Type rhs) const override {
    if (!WarpProduct::get(lhs, rhs))
      return nullptr;
    if (isa<BFloat16Type, Float16Type>(lhs))
      return &ofHalves;
    return &ofOthers;
  }

  const MmaAtom *getScaledMmaAtom(const ScaledFormat &lhs,
                                  const ScaledFormat &rhs) const override {
    return takesScales(lhs, rhs) ? &withScales : nullptr;
  }

  OperandLayout getReadLayout(Type element, lowp::RecipeAttrInterface recipe,
                              const OperandLayout &layout) const override {
    return getMmaSyncReadLayout(element, recipe, layout);
  }

  const lowp::GemmCosts &getGemmCosts() const override { return kGemmCosts; }

  int64_t getMaxPromotedColumns(bool hasSeveralPromotions) const override {
    return hasSeveralPromotions ? 64 : 128;
  }

  void addTypeConversions(LLVMTypeConverter &converter) const override {
    addRegisterSumTypes(converter, MmaFragment::kLayout);
  }

  void populatePatterns(const LLVMTypeConverter &converter,
                        const KernelFrame &frame,
                        RewritePatternSet &patterns) const override {
    populateRegisterSumPatterns(converter, frame, MmaFragment::kLayout,
                                patterns);
    populateMmaSyncPatterns(converter, frame, patterns);
  }

private:
  HalfAtom ofHalves;
  MmaSyncAtom ofOthers;
  ScaledAtom withScales;
};
} // namespace

void mlir::lowp_gpu::registerMmaSyncTarget(DialectRegistry &registry) {
  registerTarget<MmaSyncTarget>(registry);
}
