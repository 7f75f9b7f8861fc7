//===- SelectKernelConfig.cpp - Chooses the config of each gemm -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RankingFile.h"

#include "lowp/Conversion/LowpToLowpGPU/LowpToLowpGPU.h"
#include "lowp/Kernel/KernelConfig.h"
#include "lowp/Kernel/TunedConfigs.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Remarks.h"

#include <limits>

namespace mlir::lowp_gpu {
#define GEN_PASS_DEF_SELECTKERNELCONFIGPASS
#include "lowp/Conversion/LowpToLowpGPU/LowpToLowpGPU.h.inc"
} // namespace mlir::lowp_gpu

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

namespace {
struct SelectKernelConfig
    : public lowp_gpu::impl::SelectKernelConfigPassBase<SelectKernelConfig> {
  using SelectKernelConfigPassBase::SelectKernelConfigPassBase;

  void runOnOperation() override;

private:
  LogicalResult select(GemmOp gemm);
  /// The config of the file's entry for a problem with M = `m`; null if it
  /// has none.
  FailureOr<ConfigAttr> selectTuned(GemmOp gemm, const GemmKernelSpec &spec,
                                    int64_t m);
  FailureOr<ConfigAttr> selectByCost(GemmOp gemm, const GemmKernelSpec &spec,
                                     ArrayRef<ConfigCost> ranked);

  std::optional<TunedConfigs> tuned;
  std::optional<RankingFile> ranking;
};
} // namespace

/// Tells the user of a choice.
static remark::detail::InFlightRemark report(GemmOp gemm) {
  return remark::passed(gemm.getLoc(),
                        remark::RemarkOpts::name("config-selected")
                            .category("lowp-select-kernel-config"));
}

FailureOr<ConfigAttr>
SelectKernelConfig::selectTuned(GemmOp gemm, const GemmKernelSpec &spec,
                                int64_t m) {
  const TunedConfig *entry =
      tuned ? tuned->find(getProblemKey(spec), m) : nullptr;
  if (!entry)
    return ConfigAttr();
  GemmKernelSpec chosen = spec;
  chosen.config = entry->config;
  if (failed(verifyConfig(gemm, chosen, tuned->describe(*entry))))
    return failure();
  report(gemm) << remark::add("{0}: {1}", Attribute(entry->config),
                              tuned->describe(*entry));
  return entry->config;
}

FailureOr<ConfigAttr>
SelectKernelConfig::selectByCost(GemmOp gemm, const GemmKernelSpec &spec,
                                 ArrayRef<ConfigCost> ranked) {
  if (ranked.empty())
    return gemm.emitOpError("expected a config that fits ")
           << spec.chip.facts->name << ", found none";
  const ConfigCost &best = ranked.front();
  std::string origin =
      tuned ? "; no entry in '" + tuned->getPath().str() + "'" : "";
  report(gemm) << remark::add("{0}: about {1} cycles{2}",
                              Attribute(best.config),
                              static_cast<int64_t>(best.cycles), origin);
  return best.config;
}

LogicalResult SelectKernelConfig::select(GemmOp gemm) {
  StringRef name = LowpGPUDialect::getConfigAttrName();
  if (gemm->hasAttr(name) || !isa<MemRefType>(gemm.getInit().getType()))
    return success();
  FailureOr<GemmKernelSpec> spec = analyzeGemmKernel(gemm, ConfigAttr());
  if (failed(spec))
    return failure();
  int64_t m = ShapedType::isDynamic(spec->problem.m) ? expectedM.getValue()
                                                     : spec->problem.m;
  FailureOr<ConfigAttr> config = selectTuned(gemm, *spec, m);
  if (failed(config))
    return failure();
  SmallVector<ConfigCost> ranked;
  if (!*config || ranking)
    ranked = rankConfigs(*spec, &getContext(), m);
  if (!*config)
    config = selectByCost(gemm, *spec, ranked);
  if (failed(config))
    return failure();
  gemm->setAttr(name, *config);
  if (ranking)
    ranking->add(*spec, m, ranked, *config);
  return success();
}

void SelectKernelConfig::runOnOperation() {
  auto emitError = [&] { return getOperation().emitError(); };
  tuned.reset();
  ranking.reset();
  constexpr int64_t kMaxM = GemmKernelSpec::kMaxSize;
  if (expectedM < 1 || expectedM > kMaxM) {
    emitError() << "expected option 'expected-m' to be 1 to " << kMaxM
                << ", got " << expectedM.getValue();
    return signalPassFailure();
  }
  if (!configFile.empty()) {
    auto read = TunedConfigs::read(configFile, &getContext(), emitError);
    if (failed(read))
      return signalPassFailure();
    tuned = std::move(*read);
  }
  if (!rankingFile.empty())
    ranking.emplace(rankingVariants);
  WalkResult result = getOperation().walk([&](GemmOp gemm) {
    return succeeded(select(gemm)) ? WalkResult::advance()
                                   : WalkResult::interrupt();
  });
  if (result.wasInterrupted() ||
      (ranking && failed(ranking->write(rankingFile, emitError))))
    signalPassFailure();
}
