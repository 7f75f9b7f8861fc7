//===- TensorTarget.cpp - A target of tests, with tensor memory -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorTarget.h"
#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUDialect.h"
#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"
#include "lowp/Kernel/Targets/Common/FactorLayouts.h"
#include "lowp/Kernel/Targets/Common/LaneRowFragment.h"
#include "lowp/Kernel/Targets/Common/RegisterSums.h"
#include "lowp/Kernel/Targets/Common/TensorSumTarget.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// One CTA multiplies alone.
static constexpr ChipFacts kTensor1 = {"tensor_1",
                                       /*architecture=*/1000,
                                       /*minimumPTX=*/88,
                                       /*defaultPTX=*/88,
                                       /*sharedBytes=*/200000,
                                       /*registers=*/65536,
                                       /*maxCluster=*/1,
                                       /*tensorColumns=*/512};

/// CTAs of clusters may multiply in pairs.
static constexpr ChipFacts kTensor2 = {"tensor_2",
                                       /*architecture=*/1001,
                                       /*minimumPTX=*/88,
                                       /*defaultPTX=*/88,
                                       /*sharedBytes=*/200000,
                                       /*registers=*/65536,
                                       /*maxCluster=*/4,
                                       /*tensorColumns=*/512};

/// Code for it has fusions and generic kernels alone.
static constexpr ChipFacts kPlain1 = {"plain_1", /*architecture=*/1002,
                                      /*minimumPTX=*/88, /*defaultPTX=*/88};

//===----------------------------------------------------------------------===//
// Atoms
//===----------------------------------------------------------------------===//

namespace {
/// One lane multiplies 128 rows by up to 256 columns. Elements of 4 bits lie a
/// byte each beside those of 8.
class LaneAtom : public MmaAtom {
public:
  MmaIssuer getIssuer() const override { return MmaIssuer::Lane; }
  SumSpace getSumSpace() const override { return SumSpace::Tensor; }
  int64_t getRows() const override { return 128; }
  int64_t getColumnGranularity() const override { return 16; }
  int64_t getMaxColumns() const override { return 256; }
  int64_t getReadColumns() const override { return 64; }
  int64_t getBytesOfK() const override { return 32; }
  ArrayRef<int64_t> getSwizzles() const override {
    static constexpr int64_t kSwizzles[] = {128, 64};
    return kSwizzles;
  }
  bool multipliesPairs() const override { return true; }
  bool readsSpread() const override { return true; }
  bool hasFullSums() const override { return true; }
};

/// The same with scales in atoms of 128 rows.
class ScaledLaneAtom : public LaneAtom {
public:
  int64_t getScaleRows() const override { return 128; }
};
} // namespace

static bool isFloat8(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(type);
}

static bool isMultiplied(Type type) {
  return isFloat8(type) || isa<Float4E2M1FNType>(type);
}

/// Scales of 32 elements of K, in e8m0.
static bool isMX(const ScaledFormat &format) {
  return isMultiplied(format.element) && isa<Float8E8M0FNUType>(format.scale) &&
         format.block == BlockShape{1, 32};
}

/// What there would be if there were such parts.
static PartFacts describePart(StringRef name, StringRef chip) {
  return {name.str(),
          chip.str(),
          /*multiprocessors=*/100,
          /*clusters=*/{},
          /*clockGHz=*/1.0,
          /*memoryGBPerSecond=*/1000,
          /*memoryBytesPerCycle=*/1000,
          /*cacheBytes=*/32 << 20,
          /*teraflops32=*/100,
          /*teraflops16=*/200,
          /*teraflops8=*/400,
          /*teraflopsScaled8=*/400,
          /*teraflopsScaled6=*/400,
          /*teraflopsScaled4=*/800,
          {/*plain=*/2000, /*scaled8=*/2000, /*scaled6=*/2000,
           /*scaled4=*/4000}};
}

//===----------------------------------------------------------------------===//
// Target
//===----------------------------------------------------------------------===//

namespace {
class TensorTarget : public TensorSumTarget {
public:
  ArrayRef<const ChipFacts *> getChips() const override {
    static const ChipFacts *const kChips[] = {&kTensor1, &kTensor2};
    return kChips;
  }

  ArrayRef<PartFacts> getParts() const override {
    static const PartFacts parts[] = {describePart("tensor-part", "tensor_1"),
                                      describePart("tensor-pairs", "tensor_2")};
    return parts;
  }

  const MmaAtom *getMmaAtom(Type lhs, Type rhs) const override {
    return isMultiplied(lhs) && isMultiplied(rhs) ? &plain : nullptr;
  }

  const MmaAtom *getScaledMmaAtom(const ScaledFormat &lhs,
                                  const ScaledFormat &rhs) const override {
    return isMX(lhs) && isMX(rhs) ? &scaled : nullptr;
  }

  OperandLayout getReadLayout(Type element, RecipeAttrInterface recipe,
                              const OperandLayout &layout) const override {
    OperandLayout read = getFactorReadLayout(recipe, layout);
    // Copies spread elements that share bytes.
    read.isPacked = isa<Float4E2M1FNType>(element);
    if (isMX({element, recipe.getScaleType(), recipe.getBlockShape()}))
      read.scales = SwizzledAttr::getUsual(recipe.getContext());
    return read;
  }

  /// Nothing has been measured, for there is no such chip.
  const GemmCosts &getGemmCosts() const override {
    static const GemmCosts costs = [] {
      GemmCosts some = {};
      some.productShare = 1;
      some.cacheBytesPerCycle = 5000;
      some.loadPerRow = some.loadPerMissingRow = 2;
      some.tileOverhead = 1000;
      some.storePerColumn = 4;
      some.narrowStore = some.addendReads = 1;
      some.exchangeBytesPerCycle = 8;
      some.mostWaitingRows = 32;
      some.loadedClock16 = some.loadedClock8 = 1;
      return some;
    }();
    return costs;
  }

  /// Threads read a row of sums each. What makes sums and reads them has no
  /// patterns: whole kernels end at the level of lowp_gpu.
  void addTypeConversions(LLVMTypeConverter &converter) const override {
    addRegisterSumTypes(converter, LaneRowFragment::kLayout);
  }
  void populatePatterns(const LLVMTypeConverter &converter,
                        const KernelFrame &frame,
                        RewritePatternSet &patterns) const override {
    populateRegisterSumPatterns(converter, frame, LaneRowFragment::kLayout,
                                patterns);
  }

private:
  LaneAtom plain;
  ScaledLaneAtom scaled;
};
} // namespace

void lowp_test::registerTensorTarget(DialectRegistry &registry) {
  registerTarget<TensorTarget>(registry);
  registry.addExtension(+[](MLIRContext *, LowpGPUDialect *dialect) {
    dialect->addChip(&kPlain1);
  });
}
