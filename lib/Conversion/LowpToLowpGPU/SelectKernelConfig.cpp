//===- SelectKernelConfig.cpp - Chooses the config of each gemm -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmptySums.h"
#include "RankingFile.h"

#include "lowp/Conversion/LowpToLowpGPU/LowpToLowpGPU.h"
#include "lowp/Kernel/Config/ConfigTable.h"
#include "lowp/Kernel/Config/KernelConfig.h"
#include "lowp/Kernel/Config/TunedConfigs.h"
#include "mlir/IR/Remarks.h"
#include "llvm/Support/FormatVariadic.h"

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
  LogicalResult readOptions();
  /// A config of the user's file, for a problem with M = `m`; null if it has
  /// none.
  FailureOr<ConfigAttr> selectTuned(GemmOp gemm, const GemmKernelSpec &spec,
                                    int64_t m);
  FailureOr<ConfigAttr> selectByCost(GemmOp gemm, const GemmKernelSpec &spec,
                                     ArrayRef<ConfigCost> ranked);
  /// The config for one M.
  FailureOr<Attribute> selectOne(GemmOp gemm, const GemmKernelSpec &spec,
                                 int64_t m);

  /// The rows that the user's file has for the gemm.
  FailureOr<SmallVector<ConfigRow>> listTuned(GemmOp gemm,
                                              const GemmKernelSpec &spec);
  /// The rows of the gemm, of the file and the cost model.
  FailureOr<const ConfigRows *> findRows(GemmOp gemm,
                                         const GemmKernelSpec &spec);
  /// The table for any M.
  FailureOr<Attribute> selectTable(GemmOp gemm, const GemmKernelSpec &spec);
  LogicalResult select(GemmOp gemm);
  void reviveDropped(GemmKernelSpec &spec, int64_t m);
  void noteModelConfigs(GemmOp gemm, const GemmKernelSpec &spec);

  void rank(const GemmKernelSpec &spec, ArrayRef<ConfigRow> rows);

  FailureOr<ConfigAttr> checkTuned(GemmOp gemm, const GemmKernelSpec &spec,
                                   const TunedConfig &entry, StringRef rows);
  std::string describeMissing() const;

  std::optional<TunedConfigs> tuned;
  std::optional<RankingFile> ranking;
  /// What equal gemms have got.
  llvm::DenseMap<Attribute, ConfigRows> known;
};
} // namespace

/// Tells the user of a choice.
static remark::detail::InFlightRemark report(GemmOp gemm) {
  return remark::passed(gemm.getLoc(),
                        remark::RemarkOpts::name("config-selected")
                            .category("lowp-select-kernel-config"));
}

static InFlightDiagnostic refuse(GemmOp gemm, const GemmKernelSpec &spec) {
  return gemm->emitOpError("expected a config that fits ")
         << spec.chip.facts->name << ", found none";
}

/// What a remark says of a choice that the user's file could have made.
std::string SelectKernelConfig::describeMissing() const {
  return tuned ? "; no entry in '" + tuned->getPath().str() + "'" : "";
}

/// The config of `entry`, if it fits, and a remark that it was taken for
/// `rows`.
FailureOr<ConfigAttr> SelectKernelConfig::checkTuned(GemmOp gemm,
                                                     const GemmKernelSpec &spec,
                                                     const TunedConfig &entry,
                                                     StringRef rows) {
  GemmKernelSpec chosen = spec;
  chosen.config = entry.config;
  if (failed(verifyConfig(gemm, chosen, tuned->describe(entry))))
    return failure();
  report(gemm) << remark::add("{0}: {1}{2}", Attribute(entry.config),
                              tuned->describe(entry), rows);
  return entry.config;
}

FailureOr<ConfigAttr>
SelectKernelConfig::selectTuned(GemmOp gemm, const GemmKernelSpec &spec,
                                int64_t m) {
  const TunedConfig *entry =
      tuned ? tuned->find(getProblemKey(spec), m) : nullptr;
  return entry ? checkTuned(gemm, spec, *entry, "") : ConfigAttr();
}

FailureOr<ConfigAttr>
SelectKernelConfig::selectByCost(GemmOp gemm, const GemmKernelSpec &spec,
                                 ArrayRef<ConfigCost> ranked) {
  if (ranked.empty())
    return refuse(gemm, spec);
  const ConfigCost &best = ranked.front();
  report(gemm) << remark::add(
      "{0}: about {1} cycles{2}", Attribute(best.config),
      static_cast<int64_t>(best.cycles), describeMissing());
  return best.config;
}

FailureOr<Attribute> SelectKernelConfig::selectOne(GemmOp gemm,
                                                   const GemmKernelSpec &spec,
                                                   int64_t m) {
  FailureOr<ConfigAttr> config = selectTuned(gemm, spec, m);
  if (failed(config))
    return failure();
  SmallVector<ConfigCost> ranked;
  if (!*config || ranking)
    ranked = rankConfigs(spec, &getContext(), m);
  if (!*config)
    config = selectByCost(gemm, spec, ranked);
  if (failed(config))
    return failure();
  if (ranking)
    ranking->add(spec, m, m, ranked, *config);
  return Attribute(*config);
}

FailureOr<SmallVector<ConfigRow>>
SelectKernelConfig::listTuned(GemmOp gemm, const GemmKernelSpec &spec) {
  SmallVector<ConfigRow> rows;
  if (!tuned)
    return rows;
  for (const TunedConfig *entry : tuned->findAll(getProblemKey(spec))) {
    std::string range = ", for M from " + std::to_string(entry->leastM) +
                        " to " + std::to_string(entry->mostM);
    FailureOr<ConfigAttr> config = checkTuned(gemm, spec, *entry, range);
    if (failed(config))
      return failure();
    rows.push_back({entry->leastM, entry->mostM, *config});
  }
  return rows;
}

FailureOr<const ConfigRows *>
SelectKernelConfig::findRows(GemmOp gemm, const GemmKernelSpec &spec) {
  FailureOr<SmallVector<ConfigRow>> fixed = listTuned(gemm, spec);
  if (failed(fixed))
    return failure();
  Builder builder(&getContext());
  SmallVector<Type> operands(gemm->getOperandTypes());
  SmallVector<Attribute> dropped(spec.dropped.begin(), spec.dropped.end());
  auto key = builder.getArrayAttr({gemm->getPropertiesAsAttribute(),
                                   builder.getTypeArrayAttr(operands),
                                   builder.getStringAttr(spec.chip.facts->name),
                                   builder.getArrayAttr(dropped)});
  auto [found, isNew] = known.try_emplace(key);
  if (isNew)
    found->second = chooseConfigRows(spec, &getContext(), kAssumedSize, *fixed);
  if (found->second.rows.empty())
    return refuse(gemm, spec);
  return &found->second;
}

FailureOr<Attribute>
SelectKernelConfig::selectTable(GemmOp gemm, const GemmKernelSpec &spec) {
  FailureOr<const ConfigRows *> chosen = findRows(gemm, spec);
  if (failed(chosen))
    return failure();
  const ConfigRows &choice = **chosen;
  constexpr size_t kMost = ConfigTableAttr::kMaxConfigs;
  size_t count = countConfigs(choice.rows);
  // The model's alone are fewer.
  if (count > kMost)
    return gemm->emitOpError("expected at most ")
           << kMost << " configs for any M, got " << count
           << " with the entries of config file '" << tuned->getPath()
           << "'; leave entries out, or choose one M by the option "
              "'expected-m'";
  Attribute table = makeConfigTable(choice.rows, &getContext());
  std::string loss = llvm::formatv("{0:F1}", 100 * choice.meanLoss);
  bool isTuned = tuned && !tuned->findAll(getProblemKey(spec)).empty();
  report(gemm) << remark::add("{0}: by the model about {1} % slower than the "
                              "best config of each M{2}",
                              table, loss, isTuned ? "" : describeMissing());
  if (ranking)
    rank(spec, choice.rows);
  return table;
}

/// Writes each row down, with the ranking for its largest M.
void SelectKernelConfig::rank(const GemmKernelSpec &spec,
                              ArrayRef<ConfigRow> rows) {
  for (const ConfigRow &row : rows)
    ranking->add(spec, row.least, row.most,
                 rankConfigs(spec, &getContext(),
                             std::min(row.most, kMostTableM), kAssumedSize),
                 row.config);
}

/// Lets dropped configs count again where there are no others.
void SelectKernelConfig::reviveDropped(GemmKernelSpec &spec, int64_t m) {
  if (!spec.dropped.empty() &&
      rankConfigs(spec, &getContext(), m, kAssumedSize).empty())
    spec.dropped.clear();
}

/// Writes down which configs of a gemm can be dropped: no file has them, and
/// there are others.
void SelectKernelConfig::noteModelConfigs(GemmOp gemm,
                                          const GemmKernelSpec &spec) {
  bool hasDropped = gemm->hasAttr(LowpGPUDialect::getDroppedConfigsAttrName());
  if (!gemm->hasAttr(LowpGPUDialect::getGemmsAttrName()) ||
      hasDropped == spec.dropped.empty())
    return;
  SmallVector<Attribute> ofModel = llvm::to_vector_of<Attribute>(
      listConfigs(gemm->getAttr(LowpGPUDialect::getConfigAttrName())));
  if (tuned)
    for (const TunedConfig *entry : tuned->findAll(getProblemKey(spec)))
      llvm::erase(ofModel, entry->config);
  gemm->setAttr(LowpGPUDialect::getModelConfigsAttrName(),
                ArrayAttr::get(&getContext(), ofModel));
}

LogicalResult SelectKernelConfig::select(GemmOp gemm) {
  StringRef name = LowpGPUDialect::getConfigAttrName();
  if (gemm->hasAttr(name) || !isa<MemRefType>(gemm.getInit().getType()) ||
      addsNothing(gemm))
    return success();
  FailureOr<GemmKernelSpec> spec = analyzeGemmKernel(gemm, ConfigAttr());
  if (failed(spec))
    return failure();
  bool isDynamic = ShapedType::isDynamic(spec->problem.m);
  bool isTable = isDynamic && expectedM == kAnyM;
  int64_t m = isTable     ? kMostTableM
              : isDynamic ? expectedM.getValue()
                          : spec->problem.m;
  reviveDropped(*spec, m);
  FailureOr<Attribute> choice =
      isTable ? selectTable(gemm, *spec) : selectOne(gemm, *spec, m);
  if (failed(choice))
    return failure();
  gemm->setAttr(name, *choice);
  noteModelConfigs(gemm, *spec);
  return success();
}

LogicalResult SelectKernelConfig::readOptions() {
  auto emitError = [&] { return mlir::emitError(getOperation().getLoc()); };
  tuned.reset();
  ranking.reset();
  known.clear();
  constexpr int64_t kMaxM = GemmKernelSpec::kMaxSize;
  if (expectedM < kAnyM || expectedM > kMaxM)
    return emitError() << "expected option 'expected-m' to be 1 to " << kMaxM
                       << ", or " << kAnyM << " for any M, got "
                       << expectedM.getValue();
  if (!configFile.empty()) {
    auto read = TunedConfigs::read(configFile, &getContext(), emitError);
    if (failed(read))
      return failure();
    tuned = std::move(*read);
  }
  if (!rankingFile.empty())
    ranking.emplace(rankingVariants);
  return success();
}

/// Checks what a choice must respect, whoever made it.
static LogicalResult verify(GemmOp gemm) {
  bool isChosen =
      gemm->hasAttr(LowpGPUDialect::getConfigAttrName()) && !addsNothing(gemm);
  return success(!isChosen || succeeded(analyzeGemmKernels(gemm)));
}

void SelectKernelConfig::runOnOperation() {
  if (failed(readOptions()))
    return signalPassFailure();
  WalkResult result = getOperation().walk([&](GemmOp gemm) {
    return succeeded(select(gemm)) && succeeded(verify(gemm))
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  if (result.wasInterrupted() ||
      (ranking &&
       failed(ranking->write(rankingFile, getOperation()->getLoc()))))
    signalPassFailure();
}
