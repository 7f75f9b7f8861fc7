//===- SelectRecipes.cpp - Chooses recipes of matmuls ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NamePatterns.h"
#include "RecipeReport.h"
#include "RecipeRules.h"
#include "RecipeSearch.h"
#include "ShardedSizes.h"

#include "lowp/Conversion/LowpToLowpGPU/LowpToLowpGPU.h"
#include "lowp/Dialect/Lowp/Transforms/Contraction.h"
#include "lowp/Kernel/ConfigTable.h"
#include "lowp/Kernel/GemmKernel.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::lowp_gpu {
#define GEN_PASS_DEF_SELECTRECIPESPASS
#include "lowp/Conversion/LowpToLowpGPU/LowpToLowpGPU.h.inc"
} // namespace mlir::lowp_gpu

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

static constexpr StringLiteral kAuto = "auto";

namespace {
struct SelectRecipes
    : public lowp_gpu::impl::SelectRecipesPassBase<SelectRecipes> {
  using SelectRecipesPassBase::SelectRecipesPassBase;

  void runOnOperation() override;

private:
  bool isAuto() const { return recipe == kAuto; }
  bool isForced() const { return !recipe.empty() && !isAuto(); }
  /// Whether there is anything to do at all.
  bool isAsked() const {
    return !recipe.empty() || !allow.empty() || !deny.empty() ||
           !explainFile.empty();
  }

  LogicalResult readOptions();
  LogicalResult readPresets();
  std::string getModuleText(StringRef attribute);
  std::string findChip();
  LogicalResult readChip();
  LogicalResult choosePart(StringRef name);

  void visit(Operation *op);
  bool isAllowed(Operation *op);
  /// Gives `matmul` the preset of the option.
  void force(RecipeMatmul &matmul);
  void addCandidates(RecipeMatmul &matmul);
  void addOwn(RecipeMatmul &matmul, MatmulRecipeAttr own);
  void keep(Operation *op, const std::string &reason);
  /// Writes the choice down, and tells of it.
  ExplainedMatmul settle(RecipeMatmul &matmul);
  LogicalResult finish();
  void warnOfUnused(const NamePatterns &patterns, StringRef option);

  InFlightDiagnostic emitError() { return getOperation().emitError(); }

  MatmulRecipeAttr forced;
  SmallVector<MatmulRecipeAttr> presets;
  NamePatterns allowed, denied;
  std::optional<ChipTarget> target;
  std::optional<RecipePrices> prices;
  std::vector<RecipeMatmul> matmuls;
};
} // namespace

static remark::RemarkOpts remarkNamed(StringRef name) {
  return remark::RemarkOpts::name(name).category("lowp-select-recipes");
}

static MatmulRecipeAttr getOwnRecipe(Operation *op) {
  return dyn_cast_if_present<MatmulRecipeAttr>(
      op->getDiscardableAttr(LowpDialect::getRecipeAttrName()));
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

/// The presets among which `auto` chooses, or the one that is forced.
LogicalResult SelectRecipes::readPresets() {
  MLIRContext *context = &getContext();
  auto refuse = [&](StringRef option, StringRef more, StringRef got) {
    return emitError() << "expected option '" << option << "' to be " << more
                       << llvm::join(MatmulRecipeAttr::getPresetNames(), ", ")
                       << ", got '" << got << "'";
  };
  forced = isForced() ? MatmulRecipeAttr::getPreset(context, recipe)
                      : MatmulRecipeAttr();
  if (isForced() && !forced)
    return refuse("recipe", "auto or one of ", recipe);
  SmallVector<StringRef> names;
  StringRef(candidates).split(names, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  if (names.empty())
    llvm::append_range(names, MatmulRecipeAttr::getPresetNames());
  presets.clear();
  for (StringRef name : names) {
    auto preset = MatmulRecipeAttr::getPreset(context, name.trim());
    if (!preset)
      return refuse("candidates", "some of ", name);
    presets.push_back(preset);
  }
  return success();
}

LogicalResult SelectRecipes::choosePart(StringRef name) {
  if (name.empty())
    return success();
  const PartFacts *found = lookupPart(name);
  if (!found || found->chip != target->facts->name)
    return emitError() << "expected a part with " << target->facts->name << " ("
                       << listParts(target->facts->name) << "), got '" << name
                       << "'";
  target->part = found;
  return success();
}

/// A string that the module carries, empty if it does not.
std::string SelectRecipes::getModuleText(StringRef attribute) {
  auto text = getOperation()->getAttrOfType<StringAttr>(attribute);
  return text ? text.str() : "";
}

/// The chip to choose for, empty if none is said.
std::string SelectRecipes::findChip() {
  if (!chip.empty())
    return chip;
  if (const PartFacts *found = lookupPart(part))
    return found->chip.str();
  return getModuleText(LowpGPUDialect::getChipAttrName());
}

/// Prices need a chip, the rest does not.
LogicalResult SelectRecipes::readChip() {
  bool needsPrices = isAuto() || !explainFile.empty();
  prices.reset();
  std::string name = findChip();
  target = lookupChipTarget(&getContext(), name);
  if (!target && !needsPrices)
    return success();
  if (!target)
    return emitError() << "expected a chip with gemm kernels to choose recipes "
                          "for, by option 'chip' or 'part' or the module "
                          "attribute '"
                       << LowpGPUDialect::getChipAttrName() << "', got '"
                       << name
                       << "'; known chips: " << listChipTargets(&getContext());
  if (failed(choosePart(part.empty()
                            ? getModuleText(LowpGPUDialect::getPartAttrName())
                            : part.getValue())))
    return failure();
  // Others decide and say nothing that needs a price.
  if (needsPrices || getContext().getRemarkEngine())
    prices.emplace(*target, &getContext());
  return success();
}

LogicalResult SelectRecipes::readOptions() {
  auto emit = [&] { return emitError(); };
  auto allowList = NamePatterns::parse(allow, "allow", emit);
  auto denyList = NamePatterns::parse(deny, "deny", emit);
  if (failed(allowList) || failed(denyList) || failed(readPresets()))
    return failure();
  allowed = std::move(*allowList);
  denied = std::move(*denyList);
  if (!(maxError >= 0))
    return emitError() << "expected option 'max-error' to be 0 or more, got "
                       << llvm::formatv("{0}", maxError.getValue()).str();
  if (!(minSpeedup >= 1))
    return emitError() << "expected option 'min-speedup' to be 1 or more, got "
                       << llvm::formatv("{0}", minSpeedup.getValue()).str();
  if (expectedM < 0 || expectedM > GemmKernelSpec::kMaxSize)
    return emitError() << "expected option 'expected-m' to be 0 to "
                       << GemmKernelSpec::kMaxSize << ", got "
                       << expectedM.getValue();
  return readChip();
}

//===----------------------------------------------------------------------===//
// Matmuls
//===----------------------------------------------------------------------===//

/// Both lists are asked, so that each pattern knows whether it is of use.
bool SelectRecipes::isAllowed(Operation *op) {
  bool isListed = allowed.match(op) || allowed.empty();
  return !denied.match(op) && isListed;
}

void SelectRecipes::keep(Operation *op, const std::string &reason) {
  op->removeDiscardableAttr(LowpDialect::getRecipeAttrName());
  remark::missed(op->getLoc(), remarkNamed("no-recipe"))
      << remark::add("{0}", reason);
}

/// Whether kernels can store what the matmul gives.
static bool hasLegalColumns(const RecipeMatmul &matmul) {
  linalg::MatmulOp op = matmul.form.op;
  int64_t n = cast<ShapedType>(op->getResult(0).getType()).getDimSize(1);
  return ShapedType::isDynamic(n) || n % GemmKernelSpec::kColumns == 0;
}

/// The number that K must be a multiple of for kernels to load operands by
/// `recipe`.
static int64_t getDepthUnit(MatmulRecipeAttr recipe) {
  return std::max(getCopyAlignment(recipe.getLhs().getElementType()),
                  getCopyAlignment(recipe.getRhs().getElementType()));
}

void SelectRecipes::force(RecipeMatmul &matmul) {
  if (target && matmul.size.k % getDepthUnit(forced) != 0) {
    matmul.reason =
        llvm::formatv("{0} has no kernel for K = {1}, no multiple "
                      "of {2}",
                      target->facts->name, matmul.size.k, getDepthUnit(forced));
    return;
  }
  if (target && !hasLegalColumns(matmul)) {
    matmul.reason = llvm::formatv("{0} has no kernel for N = {1}, no multiple "
                                  "of {2}",
                                  target->facts->name, matmul.size.n,
                                  GemmKernelSpec::kColumns);
    return;
  }
  addOwn(matmul, forced);
}

/// Takes `own` without a comparison.
void SelectRecipes::addOwn(RecipeMatmul &matmul, MatmulRecipeAttr own) {
  matmul.choice = matmul.candidates.size();
  std::string reason;
  double gemm = 0;
  if (prices)
    gemm = prices->getScaled(matmul, own, reason).value_or(0);
  matmul.candidates.push_back({own, gemm});
  matmul.reason = isForced() ? "the recipe of all" : "its own recipe";
  if (!reason.empty())
    matmul.reason += "; " + reason;
}

/// The presets that `matmul` may have.
void SelectRecipes::addCandidates(RecipeMatmul &matmul) {
  matmul.reason = excludeByStructure(matmul);
  if (!matmul.reason.empty())
    return;
  matmul.isFixed = false;
  for (MatmulRecipeAttr preset : presets) {
    std::string reason;
    double error = estimateError(preset);
    std::optional<double> gemm;
    if (isStochastic(preset) && !findSeed(matmul.form.op))
      reason = "no seed";
    else if (error > maxError)
      reason = llvm::formatv("adds an error of {0:F3}", error);
    else
      gemm = prices->getScaled(matmul, preset, reason);
    if (gemm)
      matmul.candidates.push_back({preset, *gemm});
    else
      matmul.rejected.push_back({preset, reason});
  }
}

static std::string chooseName(Operation *op) {
  SmallVector<std::string> names = getNames(op);
  return names.empty() ? "-" : names.front();
}

void SelectRecipes::visit(Operation *op) {
  if (isInExternalFunction(op))
    return;
  MatmulRecipeAttr own = getOwnRecipe(op);
  if (!own && !isa<linalg::MatmulOp>(op)) {
    auto sum = dyn_cast<linalg::LinalgOp>(op);
    if (sum && isSumOfProducts(sum) && (isForced() || isAuto()))
      keep(op, "expected a matmul of two matrices, got one of a batch, or of "
               "more dimensions");
    return;
  }
  constexpr StringLiteral kByName = "kept by name";
  bool mayHave = isAllowed(op);
  std::string reason;
  std::optional<MatmulForm> form = matchMatmulForm(op, reason);
  if (!form) {
    // One that asks itself is an error of lowp-apply-recipes.
    if (!mayHave || (!own && !recipe.empty()))
      keep(op, mayHave ? reason : kByName.str());
    return;
  }
  RecipeMatmul &matmul = matmuls.emplace_back();
  matmul.form = *form;
  matmul.name = chooseName(op);
  int64_t assumed = expectedM == 0 ? kAssumedSize : expectedM;
  matmul.size = getLocalSize(*form, assumed, matmul.isAssumed);
  matmul.candidates.push_back(
      {MatmulRecipeAttr(), prices ? prices->getDense(matmul) : 0});
  matmul.isFixed = true;
  if (!mayHave)
    matmul.reason = kByName;
  else if (isForced())
    force(matmul);
  else if (own)
    addOwn(matmul, own);
  else if (isAuto())
    addCandidates(matmul);
}

//===----------------------------------------------------------------------===//
// Decisions
//===----------------------------------------------------------------------===//

ExplainedMatmul SelectRecipes::settle(RecipeMatmul &matmul) {
  Operation *op = matmul.form.op;
  MatmulRecipeAttr chosen = matmul.getChoice().recipe;
  if (chosen)
    op->setDiscardableAttr(LowpDialect::getRecipeAttrName(), chosen);
  else
    op->removeDiscardableAttr(LowpDialect::getRecipeAttrName());
  ExplainedMatmul explained(op->getLoc());
  std::string text = matmul.reason;
  if (prices) {
    if (!chosen && matmul.reason.empty() && isAuto())
      matmul.reason = llvm::formatv("no recipe makes it {0} times as fast",
                                    minSpeedup.getValue());
    explained = explainMatmul(matmul, matmuls, *prices);
    text = explained.describe();
  } else if (chosen) {
    text = describeRecipe(chosen) + ": " + text;
  }
  auto options = remarkNamed(chosen ? "recipe-chosen" : "no-recipe");
  if (chosen)
    remark::passed(op->getLoc(), options) << remark::add("{0}", text);
  else
    remark::missed(op->getLoc(), options) << remark::add("{0}", text);
  return explained;
}

void SelectRecipes::warnOfUnused(const NamePatterns &patterns,
                                 StringRef option) {
  for (const std::string &pattern : patterns.listUnused())
    getOperation().emitWarning("expected a matmul whose name matches '")
        << pattern << "' of option '" << option
        << "', got none; names are the attribute '"
        << LowpDialect::getNameAttrName()
        << "', those of locations, and places";
}

LogicalResult SelectRecipes::finish() {
  std::vector<ExplainedMatmul> explained;
  for (RecipeMatmul &matmul : matmuls)
    explained.push_back(settle(matmul));
  if (explainFile.empty())
    return success();
  return writeExplanation(explained, target->part->name, explainFile,
                          [&] { return emitError(); });
}

void SelectRecipes::runOnOperation() {
  if (!isAsked())
    return;
  matmuls.clear();
  if (failed(readOptions()))
    return signalPassFailure();
  getOperation().walk([&](Operation *op) { visit(op); });
  warnOfUnused(allowed, "allow");
  warnOfUnused(denied, "deny");
  if (isAuto())
    chooseRecipes(matmuls, *prices, minSpeedup);
  if (failed(finish()))
    signalPassFailure();
}
