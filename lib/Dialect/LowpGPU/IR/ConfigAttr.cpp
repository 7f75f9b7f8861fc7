//===- ConfigAttr.cpp - The choices of a kernel ---------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Limits.h"
#include "RenamedWords.h"
#include "TableRows.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUTypes.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

static constexpr StringLiteral kGroupM = "group_m";
static constexpr StringLiteral kEpilogueStages = "epilogue_stages";
static constexpr StringLiteral kSplitK = "split_k";
static constexpr StringLiteral kWarpgroups = "warpgroups";
static constexpr StringLiteral kOverlapStore = "overlap_store";
static constexpr StringLiteral kPdl = "pdl";
static constexpr StringLiteral kTarget = "target";

/// Parses `group_m = 8, epilogue_stages = 1`.
static ParseResult parseSharing(AsmParser &parser, int64_t &groupM,
                                int64_t &epilogueStages) {
  return failure(
      parseRenamedKeyword(parser, WordPlace::Config, kGroupM) ||
      parser.parseEqual() || parser.parseInteger(groupM) ||
      parser.parseComma() ||
      parseRenamedKeyword(parser, WordPlace::Config, kEpilogueStages) ||
      parser.parseEqual() || parser.parseInteger(epilogueStages));
}

static void printSharing(AsmPrinter &printer, int64_t groupM,
                         int64_t epilogueStages) {
  printer << kGroupM << " = " << groupM << ", " << kEpilogueStages << " = "
          << epilogueStages;
}

/// Warpgroups that share the rows of a tile.
static int64_t countWarpgroupsM(ArrayRef<int64_t> tile) {
  constexpr int64_t kWarpgroupRows = 64;
  return tile.empty() ? 1 : std::max<int64_t>(1, tile[0] / kWarpgroupRows);
}

/// Parses `[1, 2]`; the first follows from the tile, and must agree.
static ParseResult parseWarpgroups(AsmParser &parser, ArrayRef<int64_t> tile,
                                   int64_t &warpgroupsN) {
  int64_t along = 0, expected = countWarpgroupsM(tile);
  SMLoc loc;
  if (parser.parseLSquare() || parser.getCurrentLocation(&loc) ||
      parser.parseInteger(along) || parser.parseComma() ||
      parser.parseInteger(warpgroupsN) || parser.parseRSquare())
    return failure();
  if (along == expected)
    return success();
  return parser.emitError(loc, "expected ")
         << expected << " warpgroups along M for tiles of " << tile[0]
         << " rows, got " << along;
}

static ParseResult parsePdl(AsmParser &parser, bool &latePdl) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef start;
  if (parser.parseOptionalKeyword(&start, {"early", "late"}))
    return parser.emitError(loc, "expected 'early' or 'late'");
  latePdl = start == "late";
  return success();
}

/// Parses what most configs do not have:
/// `, split_k = 2, warpgroups = [1, 2], overlap_store, pdl = late, target =
/// {}`.
static ParseResult parseRareChoices(AsmParser &parser, int64_t &splitK,
                                    int64_t &warpgroupsN, bool &overlapStore,
                                    bool &latePdl, DictionaryAttr &target,
                                    ArrayRef<int64_t> tile) {
  splitK = warpgroupsN = 1;
  latePdl = false;
  llvm::SmallDenseSet<StringRef> given;
  while (succeeded(parser.parseOptionalComma())) {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseOptionalKeyword(
            &name, {kSplitK, kWarpgroups, kOverlapStore, kPdl, kTarget})) {
      if (succeeded(parser.parseOptionalKeyword(&name)) &&
          refuseOldName(parser, loc, WordPlace::Config, name))
        return failure();
      return parser.emitError(loc, "expected '")
             << kSplitK << "', '" << kWarpgroups << "', '" << kOverlapStore
             << "', '" << kPdl << "' or '" << kTarget << "'";
    }
    if (!given.insert(name).second)
      return parser.emitError(loc, "expected '") << name << "' once";
    if (name != kOverlapStore && parser.parseEqual())
      return failure();
    if ((name == kSplitK && parser.parseInteger(splitK)) ||
        (name == kWarpgroups && parseWarpgroups(parser, tile, warpgroupsN)) ||
        (name == kPdl && parsePdl(parser, latePdl)) ||
        (name == kTarget && parser.parseAttribute(target)))
      return failure();
  }
  overlapStore = given.contains(kOverlapStore);
  return success();
}

static void printRareChoices(AsmPrinter &printer, int64_t splitK,
                             int64_t warpgroupsN, bool overlapStore,
                             bool latePdl, DictionaryAttr target,
                             ArrayRef<int64_t> tile) {
  if (splitK != 1)
    printer << ", " << kSplitK << " = " << splitK;
  if (warpgroupsN != 1)
    printer << ", " << kWarpgroups << " = [" << countWarpgroupsM(tile) << ", "
            << warpgroupsN << "]";
  if (overlapStore)
    printer << ", " << kOverlapStore;
  if (latePdl)
    printer << ", " << kPdl << " = late";
  if (target)
    printer << ", " << kTarget << " = " << target;
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
                         latePdl, target);
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
          getLatePdl(),
          getTarget()};
}

LogicalResult ConfigAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<int64_t> tile,
                                 ArrayRef<int64_t> cluster, int64_t stages,
                                 int64_t unroll, int64_t groupM,
                                 int64_t epilogueStages, int64_t splitK,
                                 int64_t warpgroupsN, bool /*overlapStore*/,
                                 bool /*latePdl*/, DictionaryAttr /*target*/) {
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
        {kGroupM, groupM, kMaxSize},
        {kEpilogueStages, epilogueStages, kMaxCount},
        {kSplitK, splitK, kMaxCount},
        {kWarpgroups, warpgroupsN, kMaxCount}}) {
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
