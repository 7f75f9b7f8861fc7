//===- Recipes.cpp - What a recipe means for each matmul ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp-c/Recipes.h"

#include "CompileModule.h"

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Graph/Contractions/MatmulForm.h"
#include "lowp/Recipes/RecipeNames.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/StringExtras.h"

#include <array>
#include <deque>

using namespace mlir::lowp;

using RoleRecipes = std::array<MatmulRecipeAttr, LOWP_NUM_ROLES>;

static constexpr llvm::StringLiteral kNone = "none";

/// Attributes live in a context of their own.
struct LowpRecipe {
  LowpRecipe()
      : context(mlir::MLIRContext::Threading::DISABLED),
        forwarder(context, nullptr, nullptr) {
    context.loadDialect<LowpDialect>();
  }

  /// Takes the recipes of all roles, and describes them.
  void take(const RoleRecipes &recipes);

  mlir::MLIRContext context;
  capi::DiagnosticForwarder forwarder;
  RoleRecipes attributes;
  std::string text;
  std::array<LowpMatmulRecipe, LOWP_NUM_ROLES> matmuls = {};

private:
  const char *keep(std::string word) {
    return words.emplace_back(std::move(word)).c_str();
  }
  LowpQuantize describe(OperandRecipeAttr operand);
  std::string chooseText() const;

  /// What descriptions point to.
  std::deque<std::string> words;
};

LowpQuantize LowpRecipe::describe(OperandRecipeAttr operand) {
  auto scales = mlir::cast<RecipeAttrInterface>(operand.getRecipe());
  llvm::StringRef name = scales.getAbstractAttribute().getName();
  BlockShape block = scales.getBlockShape();
  // As an operation writes it, whose parser knows which attribute it is.
  std::string numerics =
      mlir::debugString(mlir::Attribute(operand.getNumerics()));
  return {keep(numerics.substr(numerics.find('<'))),
          keep(name.rsplit('.').second.str()),
          keep(mlir::debugString(operand.getElementType())),
          keep(mlir::debugString(scales.getScaleType())),
          block.rows,
          block.columns,
          static_cast<int32_t>(scales.getScaleLevels()),
          isStochastic(operand)};
}

std::string LowpRecipe::chooseText() const {
  auto [forward, dgrad, wgrad] = attributes;
  const auto *any = llvm::find_if(
      attributes, [](MatmulRecipeAttr recipe) { return bool(recipe); });
  if (any == attributes.end())
    return kNone.str();
  std::string text = mlir::lowp_gpu::describeRecipe(
      TrainingRecipeAttr::get(any->getContext(), forward, dgrad, wgrad));
  bool isOne = llvm::all_equal(attributes);
  if (isOne && !llvm::is_contained(TrainingRecipeAttr::getPresetNames(), text))
    return mlir::debugString(mlir::Attribute(forward));
  return text;
}

void LowpRecipe::take(const RoleRecipes &recipes) {
  attributes = recipes;
  for (auto [recipe, matmul] : llvm::zip_equal(attributes, matmuls))
    if (recipe)
      matmul = {keep(mlir::debugString(mlir::Attribute(recipe))),
                keep(mlir::lowp_gpu::describeRecipe(recipe)),
                {describe(recipe.getLhs()), describe(recipe.getRhs())},
                recipe.getHadamard().has_value()};
  text = chooseText();
}

static RoleRecipes listRoles(mlir::Attribute recipe) {
  if (auto family = mlir::dyn_cast<TrainingRecipeAttr>(recipe))
    return {family.getForward(), family.getDgrad(), family.getWgrad()};
  auto matmul = mlir::cast<MatmulRecipeAttr>(recipe);
  return {matmul, matmul, matmul};
}

/// Reads `text` into `recipes`.
static LowpStatus parse(LowpRecipe &owner, llvm::StringRef text,
                        RoleRecipes &recipes, LowpError *error) {
  recipes = {};
  if (text == kNone)
    return LOWP_OK;
  if (mlir::Attribute found =
          mlir::lowp_gpu::parseRecipe(&owner.context, text)) {
    recipes = listRoles(found);
    return LOWP_OK;
  }
  std::string reason = owner.forwarder.getFirstError();
  if (reason.empty())
    reason = "families are " +
             llvm::join(TrainingRecipeAttr::getPresetNames(), ", ") +
             "; presets are " +
             llvm::join(MatmulRecipeAttr::getPresetNames(), ", ");
  return capi::fail(
      error, LOWP_ERROR_INVALID_ARGUMENT,
      "expected recipe to be a family, a preset or 'none', got '" + text.str() +
          "'; " + reason);
}

/// Makes the recipe that `read` finds in `given`, a parameter called `name`.
static LowpStatus
make(LowpRecipe **recipe, const char *name, const void *given, LowpError *error,
     llvm::function_ref<LowpStatus(LowpRecipe &, RoleRecipes &)> read) {
  if (LowpStatus status = capi::clear(error, "recipe", recipe))
    return status;
  if (LowpStatus status = capi::require(error, {{name, given}}))
    return status;
  auto made = std::make_unique<LowpRecipe>();
  RoleRecipes recipes;
  if (LowpStatus status = read(*made, recipes))
    return status;
  made->take(recipes);
  *recipe = made.release();
  return LOWP_OK;
}

LowpStatus lowpRecipeParse(const char *text, LowpRecipe **recipe,
                           LowpError *error) {
  return make(recipe, "text", text, error,
              [&](LowpRecipe &owner, RoleRecipes &recipes) {
                return parse(owner, text, recipes, error);
              });
}

LowpStatus lowpRecipeParseRoles(const char *const *texts, LowpRecipe **recipe,
                                LowpError *error) {
  auto read = [&](LowpRecipe &owner, RoleRecipes &recipes) -> LowpStatus {
    for (size_t role = 0; role < recipes.size(); ++role) {
      RoleRecipes own;
      if (LowpStatus status =
              parse(owner, capi::textOr(texts[role], kNone.data()), own, error))
        return status;
      recipes[role] = own[role];
    }
    return LOWP_OK;
  };
  return make(recipe, "texts", texts, error, read);
}

void lowpRecipeDestroy(LowpRecipe *recipe) { delete recipe; }

const char *lowpRecipeText(const LowpRecipe *recipe) {
  return recipe ? recipe->text.c_str() : nullptr;
}

/// Whether there is a matmul with this role, and it has a recipe.
static bool hasMatmul(const LowpRecipe *recipe, LowpRole role) {
  return recipe && role >= 0 && role < LOWP_NUM_ROLES &&
         recipe->attributes[role];
}

const LowpMatmulRecipe *lowpRecipeMatmul(const LowpRecipe *recipe,
                                         LowpRole role) {
  return hasMatmul(recipe, role) ? &recipe->matmuls[role] : nullptr;
}

LowpStatus lowpRecipeType(const LowpRecipe *recipe, LowpRole role,
                          int32_t operand, int64_t rows, int64_t columns,
                          int32_t contractsFirst, LowpBuffer *type,
                          LowpError *error) {
  if (LowpStatus status = capi::clear(error, "type", type))
    return status;
  if (!hasMatmul(recipe, role) || operand < 0 || operand > 1)
    return capi::fail(error, LOWP_ERROR_INVALID_ARGUMENT,
                      "expected operand 0 or 1 of a matmul with a recipe, got "
                      "operand " +
                          std::to_string(operand) + " of role " +
                          std::to_string(role));
  MatmulRecipeAttr matmul = recipe->attributes[role];
  OperandRecipeAttr own = operand ? matmul.getRhs() : matmul.getLhs();
  auto size = [](int64_t extent) {
    return extent < 0 ? mlir::ShapedType::kDynamic : extent;
  };
  std::array shape = {size(rows), size(columns)};
  if (contractsFirst)
    std::swap(shape[0], shape[1]);
  if (!ScaledType::isAddressable(shape))
    return capi::fail(error, LOWP_ERROR_INVALID_ARGUMENT,
                      "expected an operand of at most 2^48 elements, got " +
                          std::to_string(rows) + " x " +
                          std::to_string(columns));
  auto made = ScaledType::get(shape, own.getElementType(),
                              mlir::cast<RecipeAttrInterface>(own.getRecipe()));
  return capi::fill(
      type, mlir::debugString(contractsFirst ? made.getTransposed() : made),
      error);
}
