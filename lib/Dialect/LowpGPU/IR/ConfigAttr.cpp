//===- ConfigAttr.cpp - The choices of a kernel ---------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Limits.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUTypes.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

static constexpr StringLiteral kSplitK = "split_k";
static constexpr StringLiteral kWarpgroupsN = "column_groups";
static constexpr StringLiteral kOverlapStore = "overlap_store";
static constexpr StringLiteral kPdl = "pdl = late";

/// Parses what most configs do not have:
/// `, split_k = 2, column_groups = 2, overlap_store, pdl = late`.
static ParseResult parseRareChoices(AsmParser &parser, int64_t &splitK,
                                    int64_t &warpgroupsN, bool &overlapStore,
                                    bool &latePdl) {
  splitK = warpgroupsN = 1;
  llvm::SmallDenseSet<StringRef> given;
  while (succeeded(parser.parseOptionalComma())) {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseOptionalKeyword(
            &name, {kSplitK, kWarpgroupsN, kOverlapStore, kPdl}))
      return parser.emitError(loc, "expected '")
             << kSplitK << "', '" << kWarpgroupsN << "', '" << kOverlapStore
             << "' or '" << kPdl << "'";
    if (!given.insert(name).second)
      return parser.emitError(loc, "expected '") << name << "' once";
    bool isFlag = name == kOverlapStore || name == kPdl;
    if (!isFlag &&
        (parser.parseEqual() ||
         parser.parseInteger(name == kSplitK ? splitK : warpgroupsN)))
      return failure();
  }
  overlapStore = given.contains(kOverlapStore);
  latePdl = given.contains(kPdl);
  return success();
}

static void printRareChoices(AsmPrinter &printer, int64_t splitK,
                             int64_t warpgroupsN, bool overlapStore,
                             bool latePdl) {
  if (splitK != 1)
    printer << ", " << kSplitK << " = " << splitK;
  if (warpgroupsN != 1)
    printer << ", " << kWarpgroupsN << " = " << warpgroupsN;
  if (overlapStore)
    printer << ", " << kOverlapStore;
  if (latePdl)
    printer << ", " << kPdl;
}

#include "lowp/Dialect/LowpGPU/IR/LowpGPUEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "lowp/Dialect/LowpGPU/IR/LowpGPUAttrs.cpp.inc"

void LowpGPUDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "lowp/Dialect/LowpGPU/IR/LowpGPUAttrs.cpp.inc"
      >();
}

ConfigAttr ConfigChoices::get(MLIRContext *context) const {
  return ConfigAttr::get(context, tile, cluster, stages, unroll, groupM,
                         epilogueStages, splitK, warpgroupsN, overlapStore,
                         latePdl);
}

ConfigChoices ConfigAttr::getChoices() const {
  return {{getTile()[0], getTile()[1], getTile()[2]},
          {getCluster()[0], getCluster()[1]},
          getStages(),
          getUnroll(),
          getGroupM(),
          getEpilogueStages(),
          getSplitK(),
          getWarpgroupsN(),
          getOverlapStore(),
          getLatePdl()};
}

LogicalResult ConfigAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<int64_t> tile,
                                 ArrayRef<int64_t> cluster, int64_t stages,
                                 int64_t unroll, int64_t groupM,
                                 int64_t epilogueStages, int64_t splitK,
                                 int64_t warpgroupsN, bool /*overlapStore*/,
                                 bool /*latePdl*/) {
  auto positive = [](int64_t value) { return value > 0; };
  if (tile.size() != 3 || !llvm::all_of(tile, positive))
    return emitError() << "expected 'tile' to be three positive sizes, "
                          "[M, N, K]";
  if (cluster.size() != 2 || !llvm::all_of(cluster, positive))
    return emitError() << "expected 'cluster' to be two positive sizes, "
                          "[along M, along N]";
  struct Count {
    StringRef name;
    int64_t value;
    int64_t largest;
  };
  for (auto [name, value, largest] :
       {Count{"stages", stages, kMaxCount},
        {"unroll", unroll, kMaxCount},
        {"group_m", groupM, kMaxSize},
        {"epilogue_stages", epilogueStages, kMaxCount},
        {"split_k", splitK, kMaxCount},
        {"column_groups", warpgroupsN, kMaxCount}}) {
    if (value < 1)
      return emitError() << "expected '" << name << "' to be positive, got "
                         << value;
    if (value > largest)
      return emitError() << "expected '" << name << "' to be at most "
                         << largest << ", got " << value;
  }
  return success(succeeded(verifyMaxSize(emitError, tile)) &&
                 succeeded(verifyMaxSize(emitError, cluster)));
}
