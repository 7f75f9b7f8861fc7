//===- HopperTarget.cpp - The Hopper family of chips ----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HopperPatterns.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUTypes.h"
#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"
#include "lowp/Kernel/Targets/Common/FactorLayouts.h"
#include "lowp/Kernel/Targets/Common/MmaFragment.h"
#include "lowp/Kernel/Targets/Common/RegisterSumTarget.h"
#include "lowp/Kernel/Targets/Common/RegisterSums.h"
#include "lowp/Kernel/Targets/Hopper/Hopper.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

/// PTX 8.8 came with driver 575; 9.0 would ask for 580 and has nothing that
/// lowp emits.
static constexpr lowp::ChipFacts kSm90a = {"sm_90a",
                                           /*architecture=*/90,
                                           /*minimumPTX=*/80,
                                           /*defaultPTX=*/88,
                                           /*sharedBytes=*/232448,
                                           /*registers=*/65536,
                                           /*maxCluster=*/8};

namespace {
/// wgmma: 64 rows a warpgroup, 8 to 256 columns, 32 bytes of K from rows of
/// 128.
class WgmmaAtom : public MmaAtom {
public:
  explicit WgmmaAtom(bool takesAnyMajor) : takesAnyMajor(takesAnyMajor) {}
  int64_t getRows() const override { return 64; }
  int64_t getColumnGranularity() const override { return 8; }
  int64_t getMaxColumns() const override { return 256; }
  int64_t getBytesOfK() const override { return 32; }
  ArrayRef<int64_t> getSwizzles() const override {
    static constexpr int64_t kSwizzles[] = {128};
    return kSwizzles;
  }
  bool takesMNMajor() const override { return takesAnyMajor; }

private:
  bool takesAnyMajor;
};
} // namespace

/// Fitted to kernels of all kinds and many tiles, measured on an H200
/// (docs/PerformanceNotes.md).
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
    /*loadedClock16=*/0.94,
    /*loadedClock8=*/0.89};

static bool isFloat8(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(type);
}

namespace {
class HopperTarget : public RegisterSumTarget {
public:
  ArrayRef<const ChipFacts *> getChips() const override {
    static const ChipFacts *const kChips[] = {&kSm90a};
    return kChips;
  }

  ArrayRef<lowp::PartFacts> getParts() const override {
    return getHopperParts();
  }

  /// fp8 in any mix; bf16, f16 and tf32 not mixed.
  const MmaAtom *getMmaAtom(Type lhs, Type rhs) const override {
    if (lhs == rhs && isa<BFloat16Type, Float16Type>(lhs))
      return &ofHalves;
    if ((isFloat8(lhs) && isFloat8(rhs)) ||
        (lhs == rhs && isa<FloatTF32Type>(lhs)))
      return &ofOthers;
    return nullptr;
  }

  OperandLayout getReadLayout(Type, lowp::RecipeAttrInterface recipe,
                              const OperandLayout &layout) const override {
    return getFactorReadLayout(recipe, layout);
  }

  const lowp::GemmCosts &getGemmCosts() const override { return kGemmCosts; }

  int64_t getMaxPromotedColumns(bool hasSeveralPromotions) const override {
    return hasSeveralPromotions ? 128 : 192;
  }

  void addTypeConversions(LLVMTypeConverter &converter) const override;

  void populatePatterns(const LLVMTypeConverter &converter,
                        const KernelFrame &frame,
                        RewritePatternSet &patterns) const override {
    populateRegisterSumPatterns(converter, frame, MmaFragment::kLayout,
                                patterns);
    populateWgmmaPatterns(converter, frame, patterns);
    populateReduceScatterPatterns(converter, frame, patterns);
  }

private:
  WgmmaAtom ofHalves{/*takesAnyMajor=*/true};
  WgmmaAtom ofOthers{/*takesAnyMajor=*/false};
};
} // namespace

void HopperTarget::addTypeConversions(LLVMTypeConverter &converter) const {
  addRegisterSumTypes(converter, MmaFragment::kLayout);
  // The address of the sums that arrive.
  converter.addConversion([](ExchangeType type) -> Type {
    return IntegerType::get(type.getContext(), 32);
  });
}

void mlir::lowp_gpu::registerHopperTarget(DialectRegistry &registry) {
  registerTarget<HopperTarget>(registry);
}
