//===- ConfigVariants.cpp - Configs beside one config ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Kernel/KernelConfig.h"
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

  void addRasters();
  void addStoreSlots();
  void addUnrolls();
  void addTurnedCluster();
  SmallVector<ConfigAttr> take();

private:
  /// Adds `base` with other choices; returns whether that is legal.
  bool add(ArrayRef<int64_t> cluster, int64_t stages, int64_t unroll,
           int64_t raster, int64_t slots);

  GemmKernelSpec spec;
  ConfigAttr base;
  llvm::SetVector<Attribute> found;
};
} // namespace

bool VariantCollector::add(ArrayRef<int64_t> cluster, int64_t stages,
                           int64_t unroll, int64_t raster, int64_t slots) {
  spec.config =
      ConfigAttr::get(base.getContext(), base.getTile(), cluster, stages,
                      unroll, raster, slots, base.getSplitK());
  if (!isLegalConfig(spec))
    return false;
  found.insert(spec.config);
  return true;
}

/// Other orders of tiles: rows of clusters that share columns in L2. Strips
/// that are higher than the output are all the same.
void VariantCollector::addRasters() {
  int64_t most = std::numeric_limits<int64_t>::max();
  if (!ShapedType::isDynamic(spec.problem.rows))
    most = std::max<int64_t>(
        1, llvm::divideCeil(spec.problem.rows,
                            spec.getTileRows() * base.getCluster()[0]));
  llvm::SmallSet<int64_t, 8> strips;
  strips.insert(std::min(base.getRaster(), most));
  for (int64_t rows : {4, 8, 16, 32}) {
    int64_t raster = std::max<int64_t>(1, rows / base.getCluster()[0]);
    if (strips.insert(std::min(raster, most)).second)
      add(base.getCluster(), base.getStages(), base.getUnroll(), raster,
          base.getStoreSlots());
  }
}

/// Other shares of pipeline and store in shared memory.
void VariantCollector::addStoreSlots() {
  constexpr int64_t kMostStages = 24;
  int64_t all = spec.getNumPieces() * spec.getStoredColumns() /
                getOutputMap(spec).getBox()[1];
  for (int64_t slots = 1; slots <= all; slots *= 2) {
    int64_t stages = kMostStages;
    while (stages >= 2 && !add(base.getCluster(), stages, base.getUnroll(),
                               base.getRaster(), slots))
      --stages;
  }
}

/// Other lengths of the main loop, which only promoted products look at.
void VariantCollector::addUnrolls() {
  if (spec.problem.isPromoted())
    for (int64_t unroll : {1, 2, 4, 8})
      add(base.getCluster(), base.getStages(), unroll, base.getRaster(),
          base.getStoreSlots());
}

/// Clusters that share the other operand.
void VariantCollector::addTurnedCluster() {
  int64_t turned[] = {base.getCluster()[1], base.getCluster()[0]};
  add(turned, base.getStages(), base.getUnroll(), base.getRaster(),
      base.getStoreSlots());
}

SmallVector<ConfigAttr> VariantCollector::take() {
  found.remove(base);
  return llvm::map_to_vector(found, llvm::CastTo<ConfigAttr>);
}

SmallVector<ConfigAttr>
mlir::lowp_gpu::listConfigVariants(const GemmKernelSpec &spec,
                                   ConfigAttr config) {
  VariantCollector collector(spec, config);
  collector.addRasters();
  collector.addStoreSlots();
  collector.addUnrolls();
  collector.addTurnedCluster();
  return collector.take();
}
