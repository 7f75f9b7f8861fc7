//===- ConfigVariants.cpp - Configs beside one config ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StageCount.h"
#include "lowp/Kernel/Config/KernelConfig.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallSet.h"

#include <limits>

using namespace mlir;
using namespace mlir::lowp_gpu;

namespace {
/// Collects legal configs that differ from one in a single choice.
class VariantCollector {
public:
  VariantCollector(const GemmKernelSpec &spec, ConfigAttr base)
      : spec(spec), base(base) {
    this->spec.config = base;
  }

  void addTileOrders();
  void addTargetChoices();
  void addClusters();
  void addPdl();
  SmallVector<ConfigAttr> take();

private:
  /// Adds a config; returns whether it is legal.
  bool add(const ConfigChoices &choices);

  GemmKernelSpec spec;
  ConfigAttr base;
  llvm::SetVector<Attribute> found;
};
} // namespace

bool VariantCollector::add(const ConfigChoices &choices) {
  spec.config = choices.get(base.getContext());
  if (!isLegalConfig(spec))
    return false;
  found.insert(spec.config);
  return true;
}

/// Other orders of tiles: rows of clusters that share columns in L2. Groups
/// that are higher than the output are all the same.
void VariantCollector::addTileOrders() {
  int64_t most = std::numeric_limits<int64_t>::max();
  if (!ShapedType::isDynamic(spec.problem.m))
    most = std::max<int64_t>(
        1, llvm::divideCeil(spec.problem.m,
                            spec.getTileM() * base.getCluster()[0]));
  llvm::SmallSet<int64_t, 8> sizes;
  sizes.insert(std::min(base.getGroupM(), most));
  for (int64_t rows : {4, 8, 16, 32}) {
    ConfigChoices choices = base.getChoices();
    choices.groupM = std::max<int64_t>(1, rows / base.getCluster()[0]);
    if (sizes.insert(std::min(choices.groupM, most)).second)
      add(choices);
  }
}

/// Other words of the target's.
void VariantCollector::addTargetChoices() {
  const KernelTarget &target = *spec.chip.target;
  MLIRContext *context = base.getContext();
  spec.config = base;
  for (const ChoiceVariant &variant : target.listVariants(spec)) {
    ConfigChoices choices = base.getChoices();
    choices.target = target.writeChoices(context, variant.choices);
    if (!variant.leavesOtherRoom)
      add(choices);
    else if (ConfigAttr config = withMostStages(spec, choices, context))
      found.insert(config);
  }
}

/// Clusters that share columns or rows.
void VariantCollector::addClusters() {
  if (base.getSplitK() > 1)
    return;
  int64_t groupRows = base.getGroupM() * base.getCluster()[0];
  for (std::array<int64_t, 2> cluster :
       {std::array<int64_t, 2>{1, 1}, {2, 1}, {1, 2}}) {
    ConfigChoices choices = base.getChoices();
    choices.cluster = cluster;
    choices.groupM = std::max<int64_t>(1, groupRows / cluster[0]);
    add(choices);
  }
}

/// The other start of the next kernel.
void VariantCollector::addPdl() {
  ConfigChoices choices = base.getChoices();
  choices.latePdl = !choices.latePdl;
  add(choices);
}

SmallVector<ConfigAttr> VariantCollector::take() {
  found.remove(base);
  return llvm::map_to_vector(found, llvm::CastTo<ConfigAttr>);
}

SmallVector<ConfigAttr>
mlir::lowp_gpu::listConfigVariants(const GemmKernelSpec &spec,
                                   ConfigAttr config) {
  VariantCollector collector(spec, config);
  collector.addTileOrders();
  collector.addTargetChoices();
  collector.addClusters();
  collector.addPdl();
  return collector.take();
}
