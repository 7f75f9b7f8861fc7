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
#include "lowp/Kernel/Targets/Common/FittedCosts.h"
#include "lowp/Kernel/Targets/Common/MmaFragment.h"
#include "lowp/Kernel/Targets/Common/ReduceScatter.h"
#include "lowp/Kernel/Targets/Common/RegisterSumTarget.h"
#include "lowp/Kernel/Targets/Common/RegisterSums.h"
#include "lowp/Kernel/Targets/Hopper/Hopper.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"

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

  const lowp::GemmCosts &getGemmCosts() const override { return kFittedCosts; }

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
    populateReduceScatterPatterns(converter, frame, MmaFragment::kLayout,
                                  patterns);
  }

private:
  WgmmaAtom ofHalves{/*takesAnyMajor=*/true};
  WgmmaAtom ofOthers{/*takesAnyMajor=*/false};
};
} // namespace

void HopperTarget::addTypeConversions(LLVMTypeConverter &converter) const {
  addRegisterSumTypes(converter, MmaFragment::kLayout);
  addExchangeTypes(converter);
}

void mlir::lowp_gpu::registerHopperTarget(DialectRegistry &registry) {
  registerTarget<HopperTarget>(registry);
}
