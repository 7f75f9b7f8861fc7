//===- SelectRecipes.cpp - Chooses recipes of matmuls ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdaptRecipes.h"
#include "NamePatterns.h"
#include "RecipeCandidates.h"
#include "RecipePlans.h"
#include "RecipeReport.h"
#include "RecipeSearch.h"
#include "ShardedSizes.h"

#include "lowp/Graph/Analysis/Contraction.h"
#include "lowp/Graph/Contractions/GivenOperand.h"
#include "lowp/Kernel/Config/ConfigTable.h"
#include "lowp/Kernel/Gemm/GemmKernel.h"
#include "lowp/Recipes/Passes.h"
#include "lowp/Recipes/RecipeNames.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::lowp_gpu {
#define GEN_PASS_DEF_SELECTRECIPESPASS
#include "lowp/Recipes/Passes.h.inc"
} // namespace mlir::lowp_gpu

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

static constexpr StringLiteral kAuto = "auto";

namespace {
struct SelectRecipes
    : public lowp_gpu::impl::SelectRecipesPassBase<SelectRecipes> {
  using SelectRecipesPassBase::SelectRecipesPassBase;
  SelectRecipes(const SelectRecipesPassOptions &options, std::string *json)
      : SelectRecipesPassBase(options), json(json) {}

  void runOnOperation() override {
    if (failed(select()) ||
        (adapt && failed(adaptRecipes(getOperation(), {chip, part, partFile}))))
      signalPassFailure();
  }

private:
  LogicalResult select();
  bool isAuto() const { return recipe == kAuto; }
  bool isForced() const { return !recipe.empty() && !isAuto(); }
  /// Whether there is anything to do at all.
  bool isAsked() {
    return !recipe.empty() || !allow.empty() || !deny.empty() || explains() ||
           hasOwnRecipes();
  }
  /// Whether operands are quantized already, or layers have families.
  bool hasOwnRecipes();
  /// Whether a table of the choices is wanted.
  bool explains() const { return json || !explainFile.empty(); }

  LogicalResult readOptions();
  LogicalResult readPresets();
  LogicalResult readChip();

  void visit(Operation *op);
  bool mayHaveBatch(Operation *op, const MatmulForm &form, bool isOwn);
  void add(const MatmulForm &form, Attribute own, bool isAllowed);
  bool isAllowed(Operation *op);
  RecipeCandidates getCandidates() {
    return {forced, presets, maxError, allowEmulation, gemms, target, prices};
  }
  /// What sizes that nobody knows count as.
  int64_t getAssumedSize() {
    return expectedM == 0 ? kAssumedSize : int64_t(expectedM);
  }
  void keep(Operation *op, StringRef reason);
  void checkRole(Operation *op);
  void takeOwn(RecipeMatmul &matmul, Attribute own);
  /// Writes the choice down, and tells of it.
  ExplainedMatmul settle(RecipeMatmul &matmul, ArrayRef<RecipeMatmul> matmuls);
  LogicalResult finish();
  void warnOfUnused(const NamePatterns &patterns, StringRef option);
  void warnOfUnknownRoles();

  InFlightDiagnostic emitError() {
    return mlir::emitError(getOperation().getLoc());
  }

  /// Recipes of matmuls, or families.
  Attribute forced;
  SmallVector<Attribute> presets;
  llvm::DenseMap<Operation *, LinearGemm> gemms;
  NamePatterns allowed, denied;
  std::optional<ChipTarget> target;
  std::optional<RecipePrices> prices;
  std::vector<RecipeMatmul> matmuls;
  /// Matmuls of groups, each decided alone.
  std::vector<RecipeMatmul> grouped;
  /// Counts matmuls that keep their types since no recipe of the family is
  /// theirs.
  unsigned numWithoutRole = 0;
  std::optional<std::pair<Location, std::string>> firstWithoutRole;
  bool hasFailed = false;
  /// Where the table goes as JSON, beside the file.
  std::string *json = nullptr;
};
} // namespace

/// What `op` asks for itself, or its layer.
static Attribute getOwnRecipe(Operation *op, const LinearGemm &gemm) {
  Attribute own = getRecipe(op);
  return own ? own : getFamily(gemm);
}

bool SelectRecipes::hasOwnRecipes() {
  auto hasOne = [](Operation *op) {
    return isa<DequantizeOp>(op) ||
                   isa_and_present<TrainingRecipeAttr>(getRecipe(op))
               ? WalkResult::interrupt()
               : WalkResult::advance();
  };
  return getOperation().walk(hasOne).wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

/// The presets among which `auto` chooses, or the one that is forced.
LogicalResult SelectRecipes::readPresets() {
  MLIRContext *context = &getContext();
  auto refuse = [&](StringRef option, StringRef more, StringRef got) {
    return emitError() << "expected option '" << option << "' to be " << more
                       << listRecipes() << ", got '" << got << "'";
  };
  forced = isForced() ? parseRecipe(context, recipe) : Attribute();
  if (isForced() && !forced)
    return refuse("recipe", "auto or one of ", recipe);
  SmallVector<StringRef> names;
  StringRef(candidates).split(names, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  if (names.empty())
    llvm::append_range(names, MatmulRecipeAttr::getPresetNames());
  presets.clear();
  for (StringRef name : names) {
    Attribute preset = parseRecipe(context, name.trim());
    if (!preset)
      return refuse("candidates", "some of ", name);
    presets.push_back(preset);
  }
  return success();
}

/// Prices need a chip, the rest does not.
LogicalResult SelectRecipes::readChip() {
  bool needsPrices = isAuto() || explains();
  prices.reset();
  if (failed(findRecipeChip(getOperation(), {chip, part, partFile}, needsPrices,
                            target)))
    return failure();
  // Others decide and say nothing that needs a price.
  if (target && (needsPrices || getContext().getRemarkEngine()))
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

void SelectRecipes::keep(Operation *op, StringRef reason) {
  op->removeDiscardableAttr(LowpDialect::getRecipeAttrName());
  remark::missed(op->getLoc(), remarkNamed("no-recipe"))
      << remark::add("{0}", reason);
}

static std::string chooseName(Operation *op) {
  SmallVector<std::string> names = getNames(op);
  return names.empty() ? "-" : names.front();
}

/// Whether the batch `op` is to be quantized at all: if it asks itself, or if a
/// recipe for all matmuls finds a weight. Otherwise both operands are
/// activations, as queries and keys are. A gradient is what its forward matmul
/// is.
bool SelectRecipes::mayHaveBatch(Operation *op, const MatmulForm &form,
                                 bool isOwn) {
  if (isOwn)
    return true;
  Operation *first = gemms.lookup(op).first;
  if (readsWeight(form) || readsWeight(*matchMatmulForm(first)))
    return isForced() || isAuto();
  if (isForced() || isAuto())
    keep(op, explainMissingWeight(form));
  return false;
}

constexpr static StringLiteral kByName = "kept by name";

void SelectRecipes::visit(Operation *op) {
  if (isInExternalFunction(op))
    return;
  Attribute own = getOwnRecipe(op, gemms.lookup(op));
  bool isMatmul = isa<linalg::MatmulOp, GroupedMatmulOp>(op);
  auto sum = dyn_cast<linalg::LinalgOp>(op);
  if (!own && !isMatmul && !(sum && isSumOfProducts(sum)))
    return;
  std::string reason;
  std::optional<MatmulForm> form = matchMatmulForm(op, reason);
  if (form && form->isBatch() && !findGivenRecipe(*form) &&
      !mayHaveBatch(op, *form, bool(own)))
    return;
  bool isNamed = own || isMatmul || form;
  bool mayHave = !isNamed || isAllowed(op);
  if (form)
    return add(*form, own, mayHave);
  // One that asks itself is an error of lowp-apply-recipes.
  if (!mayHave || (!own && !recipe.empty()))
    keep(op, mayHave ? reason : kByName.str());
}

/// Takes note of a matmul for which nothing tells which recipe of the family
/// for all is its own.
void SelectRecipes::checkRole(Operation *op) {
  auto family = dyn_cast<TrainingRecipeAttr>(forced);
  LinearGemm gemm = gemms.lookup(op);
  if (!family || !gemm.isUnknownTo(family))
    return;
  std::string reason;
  gemm.choose(family, reason);
  if (numWithoutRole++ == 0)
    firstWithoutRole = {op->getLoc(), reason};
}

/// Takes what `matmul` or its layer asks for. A family may keep the types of a
/// role; any other reason to keep them is an error.
void SelectRecipes::takeOwn(RecipeMatmul &matmul, Attribute own) {
  getCandidates().takeOwn(matmul, own);
  Operation *op = matmul.getOperation();
  bool isForOthers = isa<TrainingRecipeAttr>(own) && gemms.lookup(op).role;
  if (matmul.getChoice().recipe || isForOthers)
    return;
  hasFailed = true;
  op->emitOpError("cannot take its recipe: ") << matmul.reason;
}

/// Takes `form` to those that a recipe is chosen for.
void SelectRecipes::add(const MatmulForm &form, Attribute own, bool mayHave) {
  RecipeMatmul &matmul = (form.grouping ? grouped : matmuls).emplace_back();
  matmul.form = form;
  matmul.name = chooseName(matmul.getOperation());
  matmul.size = getLocalSize(form, getAssumedSize(), matmul.isAssumed);
  matmul.candidates.push_back(
      {MatmulRecipeAttr(), prices ? prices->getDense(matmul) : 0});
  matmul.isFixed = true;
  if (mayHave && !own && getCandidates().takeGiven(matmul))
    return;
  if (form.isBatch() && !mayHaveBatch(form.op, form, bool(own)))
    return matmuls.pop_back();
  // Groups keep what they have.
  bool isForcedHere = mayHave && isForced() && !(own && form.grouping);
  if (isForcedHere) {
    checkRole(matmul.getOperation());
    getCandidates().force(matmul);
  } else if (own)
    takeOwn(matmul, own);
  else if (!mayHave)
    matmul.reason = kByName;
  else if (isAuto())
    getCandidates().addPresets(matmul);
}

//===----------------------------------------------------------------------===//
// Decisions
//===----------------------------------------------------------------------===//

ExplainedMatmul SelectRecipes::settle(RecipeMatmul &matmul,
                                      ArrayRef<RecipeMatmul> matmuls) {
  Operation *op = matmul.getOperation();
  MatmulRecipeAttr chosen = matmul.getChoice().recipe;
  if (chosen)
    op->setDiscardableAttr(LowpDialect::getRecipeAttrName(), chosen);
  else
    op->removeDiscardableAttr(LowpDialect::getRecipeAttrName());
  ExplainedMatmul explained;
  std::string again =
      chosen ? describeRoundedAgain(matmul.form, chosen) : std::string();
  if (!again.empty())
    matmul.reason += (matmul.reason.empty() ? "" : "; ") + again;
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

void SelectRecipes::warnOfUnknownRoles() {
  if (firstWithoutRole)
    emitWarning(firstWithoutRole->first)
        << numWithoutRole
        << (numWithoutRole == 1 ? " matmul keeps its type"
                                : " matmuls keep their types, the first here")
        << " under recipe '" << recipe << "': " << firstWithoutRole->second;
}

LogicalResult SelectRecipes::finish() {
  Explanation explanation;
  for (RecipeMatmul &matmul : matmuls)
    explanation.matmuls.push_back(settle(matmul, matmuls));
  for (RecipeMatmul &matmul : grouped)
    explanation.matmuls.push_back(settle(matmul, matmul));
  explanation.functions = takePlans(getOperation());
  if (json)
    *json = formatJSON(explanation, *target->part);
  if (explainFile.empty())
    return success();
  return writeExplanation(explanation, *target->part, explainFile,
                          getOperation().getLoc());
}

LogicalResult SelectRecipes::select() {
  if (!isAsked())
    return success();
  matmuls.clear();
  grouped.clear();
  firstWithoutRole.reset();
  numWithoutRole = 0;
  hasFailed = false;
  if (failed(readOptions()))
    return failure();
  gemms = findLinearGemms(getOperation());
  getOperation().walk([&](Operation *op) { visit(op); });
  if (hasFailed)
    return failure();
  warnOfUnknownRoles();
  warnOfUnused(allowed, "allow");
  warnOfUnused(denied, "deny");
  if (isAuto()) {
    keepPlannedRecipe(matmuls, getOperation());
    chooseRecipes(matmuls, *prices, minSpeedup);
    obeyPlans(matmuls);
    for (RecipeMatmul &matmul : grouped)
      chooseRecipes(matmul, *prices, minSpeedup);
  }
  return finish();
}

std::unique_ptr<Pass>
lowp_gpu::createSelectRecipesPass(const SelectRecipesPassOptions &options,
                                  std::string *json) {
  return std::make_unique<SelectRecipes>(options, json);
}
