//===- Tcgen05Target.cpp - Chips whose tensor core has its own memory -----===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tcgen05Patterns.h"
#include "TensorProduct.h"
#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"
#include "lowp/Kernel/Gemm/GemmKernel.h"
#include "lowp/Kernel/Targets/Common/AtomLayouts.h"
#include "lowp/Kernel/Targets/Common/FactorLayouts.h"
#include "lowp/Kernel/Targets/Common/FittedCosts.h"
#include "lowp/Kernel/Targets/Common/LaneRowFragment.h"
#include "lowp/Kernel/Targets/Common/RegisterSums.h"
#include "lowp/Kernel/Targets/Common/TensorSumTarget.h"
#include "lowp/Kernel/Targets/Tcgen05/Tcgen05.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

static constexpr lowp::ChipFacts kSm100a = {"sm_100a",
                                            /*architecture=*/100,
                                            /*minimumPTX=*/86,
                                            /*defaultPTX=*/88,
                                            /*sharedBytes=*/232448,
                                            /*registers=*/65536,
                                            /*maxCluster=*/1,
                                            /*tensorColumns=*/512};

namespace {
/// tcgen05.mma: one lane multiplies 128 rows by columns in sixteens, 32 bytes
/// of K from rows of 128.
class TensorAtom : public MmaAtom {
public:
  MmaIssuer getIssuer() const override { return MmaIssuer::Lane; }
  SumSpace getSumSpace() const override { return SumSpace::Tensor; }
  int64_t getRows() const override { return 128; }
  int64_t getColumnGranularity() const override { return 16; }
  int64_t getMaxColumns() const override { return 256; }
  int64_t getReadColumns() const override { return 64; }
  int64_t getBytesOfK() const override { return 32; }
  ArrayRef<int64_t> getSwizzles() const override {
    static constexpr int64_t kSwizzles[] = {128};
    return kSwizzles;
  }
  bool hasFullSums() const override { return true; }
};

/// The same of elements of 16 bits, in either order.
class HalfTensorAtom : public TensorAtom {
  bool takesMNMajor() const override { return true; }
};

/// The same with scales in atoms of 128 rows.
class ScaledTensorAtom : public TensorAtom {
  int64_t getScaleRows() const override { return 128; }
};

/// The same of FP4 beside fp8, which copies spread.
class MixedTensorAtom : public ScaledTensorAtom {
  bool readsSpread() const override { return true; }
};
} // namespace

/// No card has been timed.
static constexpr lowp::GemmCosts kGemmCosts =
    getUntimedCosts(/*productShare=*/0.9);

namespace {
class Tcgen05Target : public TensorSumTarget {
public:
  ArrayRef<const ChipFacts *> getChips() const override {
    static const ChipFacts *const kChips[] = {&kSm100a};
    return kChips;
  }

  ArrayRef<lowp::PartFacts> getParts() const override {
    return getTcgen05Parts();
  }

  const MmaAtom *getMmaAtom(Type lhs, Type rhs) const override {
    if (!TensorProduct::get(lhs, rhs))
      return nullptr;
    if (isa<BFloat16Type, Float16Type>(lhs))
      return &ofHalves;
    return &ofOthers;
  }

  const MmaAtom *getScaledMmaAtom(const ScaledFormat &lhs,
                                  const ScaledFormat &rhs) const override {
    if (!takesScales(lhs, rhs))
      return nullptr;
    if (isa<Float4E2M1FNType>(lhs.element) !=
        isa<Float4E2M1FNType>(rhs.element))
      return &mixed;
    return &withScales;
  }

  OperandLayout getReadLayout(Type element, lowp::RecipeAttrInterface recipe,
                              const OperandLayout &layout) const override {
    ScaledFormat format{element, recipe.getScaleType(), recipe.getBlockShape()};
    return takesScales(format, format) ? getAtomReadLayout(element, layout)
                                       : getFactorReadLayout(recipe, layout);
  }

  const lowp::GemmCosts &getGemmCosts() const override { return kGemmCosts; }

  std::optional<BrokenRule>
  checkConfig(const GemmKernelSpec &spec) const override;

  void addTypeConversions(LLVMTypeConverter &converter) const override {
    addRegisterSumTypes(converter, LaneRowFragment::kLayout);
  }

  void populatePatterns(const LLVMTypeConverter &converter,
                        const KernelFrame &frame,
                        RewritePatternSet &patterns) const override {
    populateRegisterSumPatterns(converter, frame, LaneRowFragment::kLayout,
                                patterns);
    populateTensorMemoryPatterns(converter, frame, patterns);
    populateTensorProductPatterns(converter, frame, patterns);
    populateKeepScalesPatterns(converter, patterns);
  }

private:
  /// Whether the instruction takes the scales of two such operands.
  static bool takesScales(const ScaledFormat &lhs, const ScaledFormat &rhs) {
    return lhs.block.rows == 1 && rhs.block == lhs.block &&
           lhs.scale == rhs.scale &&
           TensorProduct::getScaled(lhs.element, rhs.element, lhs.scale,
                                    lhs.block.columns)
               .has_value();
  }

  HalfTensorAtom ofHalves;
  TensorAtom ofOthers;
  ScaledTensorAtom withScales;
  MixedTensorAtom mixed;
};
} // namespace

/// A thread holds all sums of a row when it has released them.
std::optional<BrokenRule>
Tcgen05Target::checkConfig(const GemmKernelSpec &spec) const {
  constexpr int64_t kMostColumns = 128;
  if (spec.getTileN() > kMostColumns)
    return BrokenRule{"at most " + std::to_string(kMostColumns) +
                          " columns, whose sums a thread holds",
                      std::to_string(spec.getTileN())};
  return TensorSumTarget::checkConfig(spec);
}

void mlir::lowp_gpu::registerTcgen05Target(DialectRegistry &registry) {
  registerTarget<Tcgen05Target>(registry);
}
