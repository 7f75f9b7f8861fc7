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
#include "lowp/Kernel/Targets/Common/ReduceScatter.h"
#include "lowp/Kernel/Targets/Common/RegisterSums.h"
#include "lowp/Kernel/Targets/Common/ScaleAtom.h"
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
                                            /*maxCluster=*/8,
                                            /*tensorColumns=*/512,
                                            /*family=*/100};
static constexpr lowp::ChipFacts kSm103a = {"sm_103a",
                                            /*architecture=*/103,
                                            /*minimumPTX=*/88,
                                            /*defaultPTX=*/88,
                                            /*sharedBytes=*/232448,
                                            /*registers=*/65536,
                                            /*maxCluster=*/8,
                                            /*tensorColumns=*/512,
                                            /*family=*/100};

namespace {
/// tcgen05.mma: one lane multiplies 128 rows by columns in sixteens, 32 bytes
/// of K from rows of 128; for a pair of CTAs, 128 rows of each.
class TensorAtom : public MmaAtom {
public:
  MmaIssuer getIssuer() const override { return MmaIssuer::Lane; }
  SumSpace getSumSpace() const override { return SumSpace::Tensor; }
  int64_t getRows() const override { return 128; }
  int64_t getColumnGranularity() const override { return 16; }
  int64_t getMaxColumns() const override { return 256; }
  int64_t getReadColumns() const override { return 64; }
  int64_t getPromotedColumns() const override { return 32; }
  int64_t getBytesOfK() const override { return 32; }
  ArrayRef<int64_t> getSwizzles() const override {
    static constexpr int64_t kSwizzles[] = {128};
    return kSwizzles;
  }
  bool hasFullSums() const override { return true; }
  bool multipliesPairs() const override { return true; }
};

/// The same of elements of 8 or 16 bits, in either order.
class EitherOrderAtom : public TensorAtom {
  bool takesMNMajor() const override { return true; }
};

/// The same with scales in atoms of 128 rows, in which columns of a tile may
/// begin at each quarter: the PTX manual asks for no more, and nobody is known
/// to begin elsewhere than at the half.
class ScaledTensorAtom : public TensorAtom {
  int64_t getScaleRows() const override { return ScaleAtom::kRows; }
  int64_t getScaleRowUnit() const override { return ScaleAtom::kRowsPerColumn; }
};

/// The same of fp8, in either order.
class ScaledByteAtom : public ScaledTensorAtom {
  bool takesMNMajor() const override { return true; }
};

/// The same of FP4 beside fp8, which copies spread.
class MixedTensorAtom : public ScaledTensorAtom {
  bool readsSpread() const override { return true; }
};
} // namespace

/// Fitted to what others have published of B200s, as
/// docs/kernels/TensorMemory.md says, in cycles of 1.965 GHz; lowp has timed no
/// card. The power limit leaves products of 8 and 4 bits 0.69 of the data
/// sheet's rate, those of 16 bits 0.8. One multiprocessor loads 119 bytes a
/// cycle, all 17 to 19.7 TB/s from L2. Tiles follow each other without a gap.
static constexpr lowp::GemmCosts getMeasuredByOthers() {
  lowp::GemmCosts costs = getUntimedCosts(/*productShare=*/0.8);
  costs.cacheBytesPerCycle = 10000;
  costs.loadPerRow = 1.08;
  costs.blockOverhead = 4;
  costs.lateLaunch = 5900;
  costs.earlyLaunch = 4250;
  costs.tileOverhead = 300;
  costs.overlappedStorePerColumn = 0;
  costs.perLastStep = 0;
  costs.narrowColumns = 64;
  costs.loadedClock16 = 1;
  costs.loadedClock8 = 0.865;
  // Each of four warps has a scheduler: an instruction for each column, two
  // with a factor of its own, and waits for stages that are ready.
  costs.promotion.perColumnAlone = 1.1;
  costs.promotion.perBlockAlone = 90;
  costs.columnPromotion.perColumnAlone = 2.3;
  costs.columnPromotion.perBlockAlone = 90;
  return costs;
}
static constexpr lowp::GemmCosts kGemmCosts = getMeasuredByOthers();

namespace {
class Tcgen05Target : public TensorSumTarget {
public:
  ArrayRef<const ChipFacts *> getChips() const override {
    static const ChipFacts *const kChips[] = {&kSm100a, &kSm103a};
    return kChips;
  }

  ArrayRef<lowp::PartFacts> getParts() const override {
    return getTcgen05Parts();
  }

  const MmaAtom *getMmaAtom(Type lhs, Type rhs) const override {
    if (!TensorProduct::get(lhs, rhs))
      return nullptr;
    if (isa<FloatTF32Type>(lhs))
      return &ofWords;
    return &inEitherOrder;
  }

  const MmaAtom *getScaledMmaAtom(const ScaledFormat &lhs,
                                  const ScaledFormat &rhs) const override {
    if (!takesScales<TensorProduct>(lhs, rhs))
      return nullptr;
    if (isa<Float4E2M1FNType>(lhs.element) !=
        isa<Float4E2M1FNType>(rhs.element))
      return &mixed;
    if (isa<Float4E2M1FNType>(lhs.element))
      return &withScales;
    return &ofBytes;
  }

  OperandLayout getReadLayout(Type element, lowp::RecipeAttrInterface recipe,
                              const OperandLayout &layout) const override {
    return getScaledReadLayout(*this, element, recipe, layout);
  }

  const lowp::GemmCosts &getGemmCosts() const override { return kGemmCosts; }

  /// Clusters are pairs, which share columns by their products, or split K.
  std::optional<BrokenRule>
  checkConfig(const GemmKernelSpec &spec) const override {
    int64_t most = spec.getChoices().pair ? PairRankOp::kCTAs : 1;
    if (llvm::product_of(spec.config.getCluster()) > most)
      return BrokenRule{"one CTA, CTAs that split K, or a pair that multiplies "
                        "together",
                        "a cluster of others"};
    return TensorSumTarget::checkConfig(spec);
  }

  void addTypeConversions(LLVMTypeConverter &converter) const override {
    addRegisterSumTypes(converter, LaneRowFragment::kLayout);
    addExchangeTypes(converter);
  }

  void populatePatterns(const LLVMTypeConverter &converter,
                        const KernelFrame &frame,
                        RewritePatternSet &patterns) const override {
    populateRegisterSumPatterns(converter, frame, LaneRowFragment::kLayout,
                                patterns);
    populateReduceScatterPatterns(converter, frame, LaneRowFragment::kLayout,
                                  patterns);
    populateTensorMemoryPatterns(converter, frame, patterns);
    populateTensorProductPatterns(converter, frame, patterns);
    populateKeepScalesPatterns(converter, frame, patterns);
  }

private:
  EitherOrderAtom inEitherOrder;
  TensorAtom ofWords;
  ScaledByteAtom ofBytes;
  ScaledTensorAtom withScales;
  MixedTensorAtom mixed;
};
} // namespace

void mlir::lowp_gpu::registerTcgen05Target(DialectRegistry &registry) {
  registerTarget<Tcgen05Target>(registry);
}
