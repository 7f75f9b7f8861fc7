//===- ConfigAttr.cpp - The choices of a kernel ---------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Limits.h"
#include "TableRows.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUTypes.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

static constexpr StringLiteral kGroupM = "group_m";
static constexpr StringLiteral kSplitK = "split_k";
static constexpr StringLiteral kPdl = "pdl";
static constexpr StringLiteral kTarget = "target";

// Words of targets that stand beside the others in files of users. They are
// words of the dictionary all the same, whose numbers are of type i64.
static constexpr StringLiteral kUnroll = "unroll";
static constexpr StringLiteral kEpilogueStages = "epilogue_stages";
static constexpr StringLiteral kWarpgroups = "warpgroups";
static constexpr StringLiteral kOverlapStore = "overlap_store";

static bool isCountOfTarget(StringRef word) {
  return word == kUnroll || word == kEpilogueStages || word == kWarpgroups;
}

static bool isShortWord(StringRef word) {
  return isCountOfTarget(word) || word == kOverlapStore;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

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

namespace {
/// Reads the words of a config after its stages, in any order.
class WordParser {
public:
  WordParser(AsmParser &parser, ArrayRef<int64_t> tile)
      : parser(parser), tile(tile) {}

  ParseResult parse();

  int64_t groupM = 1;
  int64_t splitK = 1;
  bool latePdl = false;
  NamedAttrList target;

private:
  FailureOr<StringRef> parseName();
  ParseResult parseValue(StringRef name);
  ParseResult parseCount(StringRef name);
  ParseResult parseTarget();
  ParseResult markGiven(SMLoc loc, StringRef name);

  AsmParser &parser;
  ArrayRef<int64_t> tile;
  llvm::SmallDenseSet<StringRef> given;
};
} // namespace

FailureOr<StringRef> WordParser::parseName() {
  SMLoc loc = parser.getCurrentLocation();
  static constexpr StringRef kWords[] = {kUnroll, kGroupM,     kEpilogueStages,
                                         kSplitK, kWarpgroups, kOverlapStore,
                                         kPdl,    kTarget};
  StringRef name;
  if (succeeded(parser.parseOptionalKeyword(&name, kWords)))
    return failed(markGiven(loc, name)) ? FailureOr<StringRef>() : name;
  InFlightDiagnostic diagnostic = parser.emitError(loc, "expected ");
  llvm::interleave(
      ArrayRef(kWords).drop_back(),
      [&](StringRef word) { diagnostic << '\'' << word << '\''; },
      [&] { diagnostic << ", "; });
  return diagnostic << " or '" << kTarget << "'";
}

ParseResult WordParser::markGiven(SMLoc loc, StringRef name) {
  if (given.insert(name).second)
    return success();
  return parser.emitError(loc, "expected '") << name << "' once";
}

/// Parses the number of a word of the target's.
ParseResult WordParser::parseCount(StringRef name) {
  int64_t count = 0;
  if (name == kWarpgroups ? parseWarpgroups(parser, tile, count)
                          : parser.parseInteger(count))
    return failure();
  // Configs are the same whether or not they say that one warpgroup divides no
  // columns.
  if (name != kWarpgroups || count != 1)
    target.set(name, parser.getBuilder().getI64IntegerAttr(count));
  return success();
}

ParseResult WordParser::parseTarget() {
  SMLoc loc = parser.getCurrentLocation();
  DictionaryAttr words;
  if (parser.parseAttribute(words))
    return failure();
  for (NamedAttribute word : words) {
    if (isShortWord(word.getName()) && markGiven(loc, word.getName()))
      return failure();
    target.push_back(word);
  }
  return success();
}

ParseResult WordParser::parseValue(StringRef name) {
  if (name == kOverlapStore) {
    target.set(name, parser.getBuilder().getUnitAttr());
    return success();
  }
  if (parser.parseEqual())
    return failure();
  if (isCountOfTarget(name))
    return parseCount(name);
  if (name == kPdl)
    return parsePdl(parser, latePdl);
  if (name == kTarget)
    return parseTarget();
  return parser.parseInteger(name == kGroupM ? groupM : splitK);
}

ParseResult WordParser::parse() {
  while (succeeded(parser.parseOptionalComma())) {
    FailureOr<StringRef> name = parseName();
    if (failed(name) || parseValue(*name))
      return failure();
  }
  if (given.contains(kGroupM))
    return success();
  return parser.emitError(parser.getCurrentLocation(), "expected '")
         << kGroupM << "'";
}

/// Parses `, unroll = 4, group_m = 8, epilogue_stages = 1, split_k = 2,
/// warpgroups = [1, 2], overlap_store, pdl = late, target = {}`, of which only
/// `group_m` must be there.
static ParseResult parseWords(AsmParser &parser, int64_t &groupM,
                              int64_t &splitK, bool &latePdl,
                              DictionaryAttr &target, ArrayRef<int64_t> tile) {
  WordParser words(parser, tile);
  if (words.parse())
    return failure();
  groupM = words.groupM;
  splitK = words.splitK;
  latePdl = words.latePdl;
  target = words.target.empty()
               ? DictionaryAttr()
               : words.target.getDictionary(parser.getContext());
  return success();
}

/// Prints `, unroll = 4` if the target says it.
static void printCount(AsmPrinter &printer, DictionaryAttr target,
                       StringRef word) {
  if (auto count = target ? target.getAs<IntegerAttr>(word) : IntegerAttr())
    printer << ", " << word << " = " << count.getInt();
}

/// What has no place of its own in the text.
static void printTarget(AsmPrinter &printer, DictionaryAttr target) {
  if (!target)
    return;
  auto rest = llvm::make_filter_range(
      target, [](NamedAttribute word) { return !isShortWord(word.getName()); });
  if (!rest.empty())
    printer << ", " << kTarget << " = "
            << DictionaryAttr::get(target.getContext(), llvm::to_vector(rest));
}

static void printWords(AsmPrinter &printer, int64_t groupM, int64_t splitK,
                       bool latePdl, DictionaryAttr target,
                       ArrayRef<int64_t> tile) {
  printCount(printer, target, kUnroll);
  printer << ", " << kGroupM << " = " << groupM;
  printCount(printer, target, kEpilogueStages);
  if (splitK != 1)
    printer << ", " << kSplitK << " = " << splitK;
  if (auto along =
          target ? target.getAs<IntegerAttr>(kWarpgroups) : IntegerAttr())
    printer << ", " << kWarpgroups << " = [" << countWarpgroupsM(tile) << ", "
            << along.getInt() << "]";
  if (target && target.contains(kOverlapStore))
    printer << ", " << kOverlapStore;
  if (latePdl)
    printer << ", " << kPdl << " = late";
  printTarget(printer, target);
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
  return ConfigAttr::get(context, tile, cluster, stages, groupM, splitK,
                         latePdl, target);
}

ConfigChoices ConfigAttr::getChoices() const {
  return {{getTile()[0], getTile()[1], getTile()[2]},
          {getCluster()[0], getCluster()[1]},
          getStages(),
          getGroupM(),
          getSplitK(),
          getLatePdl(),
          getTarget()};
}

//===----------------------------------------------------------------------===//
// Verifier
//===----------------------------------------------------------------------===//

static LogicalResult verifyCount(function_ref<InFlightDiagnostic()> emitError,
                                 StringRef name, int64_t value,
                                 int64_t largest = kMaxCount) {
  if (value < 1)
    return emitError() << "expected '" << name << "' to be positive, got "
                       << value;
  if (value > largest)
    return emitError() << "expected '" << name << "' to be at most " << largest
                       << ", got " << value;
  return success();
}

/// Words that may stand beside the others have a type whatever the target.
static LogicalResult verifyTarget(function_ref<InFlightDiagnostic()> emitError,
                                  DictionaryAttr target) {
  if (!target)
    return success();
  for (NamedAttribute word : target) {
    StringRef name = word.getName();
    Attribute value = word.getValue();
    auto count = dyn_cast<IntegerAttr>(value);
    if (isCountOfTarget(name) && (!count || !count.getType().isInteger(64)))
      return emitError() << "expected '" << name << "' to be of type i64, got "
                         << value;
    if (isCountOfTarget(name) &&
        failed(verifyCount(emitError, name, count.getInt())))
      return failure();
    if (name == kOverlapStore && !isa<UnitAttr>(value))
      return emitError() << "expected '" << name << "' without a value, got "
                         << value;
  }
  return success();
}

LogicalResult ConfigAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<int64_t> tile,
                                 ArrayRef<int64_t> cluster, int64_t stages,
                                 int64_t groupM, int64_t splitK,
                                 bool /*latePdl*/, DictionaryAttr target) {
  auto positive = [](int64_t value) { return value > 0; };
  if (tile.size() != 3 || !llvm::all_of(tile, positive))
    return emitError() << "expected 'tile' to be three positive sizes, "
                          "[M, N, K]";
  if (cluster.size() != 2 || !llvm::all_of(cluster, positive))
    return emitError() << "expected 'cluster' to be two positive sizes, "
                          "[along M, along N]";
  return success(succeeded(verifyCount(emitError, "stages", stages)) &&
                 succeeded(verifyCount(emitError, kGroupM, groupM, kMaxSize)) &&
                 succeeded(verifyCount(emitError, kSplitK, splitK)) &&
                 succeeded(verifyTarget(emitError, target)) &&
                 succeeded(verifyMaxSize(emitError, tile)) &&
                 succeeded(verifyMaxSize(emitError, cluster)));
}
