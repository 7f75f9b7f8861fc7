//===- MmaSyncTarget.cpp - Chips whose warps multiply ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MmaSyncPatterns.h"
#include "WarpProduct.h"
#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"
#include "lowp/Kernel/Targets/Common/AtomLayouts.h"
#include "lowp/Kernel/Targets/Common/FactorLayouts.h"
#include "lowp/Kernel/Targets/Common/FittedCosts.h"
#include "lowp/Kernel/Targets/Common/MmaFragment.h"
#include "lowp/Kernel/Targets/Common/RegisterSumTarget.h"
#include "lowp/Kernel/Targets/Common/RegisterSums.h"
#include "lowp/Kernel/Targets/Common/ScaleAtom.h"
#include "lowp/Kernel/Targets/MmaSync/MmaSync.h"

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
  int64_t getScaleRows() const override { return ScaleAtom::kRows; }
};
} // namespace

/// No card has been timed.
static constexpr lowp::GemmCosts kGemmCosts =
    getUntimedCosts(kFittedCosts.productShare);

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
    return takesScales<WarpProduct>(lhs, rhs) ? &withScales : nullptr;
  }

  OperandLayout getReadLayout(Type element, lowp::RecipeAttrInterface recipe,
                              const OperandLayout &layout) const override {
    return getScaledReadLayout(*this, element, recipe, layout);
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
