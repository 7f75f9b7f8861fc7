//===- ApplyRecipes.cpp - Quantize the operands of matmuls ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NarrowMatmul.h"
#include "QuantizedOperands.h"
#include "SpreadOperand.h"

#include "lowp/Dialect/Lowp/IR/GroupsOfK.h"
#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h"
#include "lowp/Graph/Analysis/Contraction.h"
#include "lowp/Graph/Contractions/GivenOperand.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_APPLYRECIPESPASS
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

namespace {

/// Hands out the seeds of a function's quantizes: each its own, in the order of
/// the matmuls, so that no two round with the same random bits.
class Seeds {
public:
  /// A seed, made from `root`, and the ones after it for the further ones of
  /// `count` matrices.
  Value next(OpBuilder &builder, Location loc, Value root, int64_t count) {
    Value number = arith::ConstantIntOp::create(
        builder, loc, static_cast<int64_t>(used[root]), 64);
    used[root] += count;
    return arith::AddIOp::create(builder, loc, root, number);
  }

private:
  llvm::DenseMap<Value, uint64_t> used;
};

/// How operands of a matmul are quantized.
struct OperandQuantizer {
  OpBuilder &builder;
  Location loc;
  std::optional<uint32_t> hadamard;
  /// Where seeds come from, null when there is none, and who hands them out.
  Value seed;
  Seeds &seeds;

  Value quantize(const MatmulOperand &operand, OperandRecipeAttr recipe);

private:
  Value buildQuantize(ScaledType type, Value matrix, OperandRecipeAttr recipe) {
    if (Value given = takeGivenOperand(builder, loc, matrix, type))
      return given;
    int64_t count = type.isBatch() ? type.getShape()[0] : 1;
    Value own =
        isStochastic(recipe) ? seeds.next(builder, loc, seed, count) : Value();
    return QuantizeOp::create(builder, loc, type, matrix, own,
                              recipe.getNumerics());
  }
};

/// Quantizes `operand` so that its data are contiguous along the contracted
/// dimension; the result has that dimension last.
Value OperandQuantizer::quantize(const MatmulOperand &operand,
                                 OperandRecipeAttr recipe) {
  Value matrix = operand.value;
  if (hadamard)
    matrix = HadamardOp::create(builder, loc, matrix.getType(), matrix,
                                operand.contractsFirst ? 0 : 1, *hadamard);
  auto shape = llvm::to_vector(operand.getType().getShape());
  if (operand.contractsFirst)
    std::swap(shape.back(), shape[shape.size() - 2]);
  auto type = ScaledType::get(shape, recipe.getElementType(),
                              cast<RecipeAttrInterface>(recipe.getRecipe()));
  if (!operand.contractsFirst)
    return buildQuantize(type, matrix, recipe);
  Value quantized = buildQuantize(type.getTransposed(), matrix, recipe);
  return TransposeOp::create(builder, loc, quantized);
}

/// What the product is added to: nothing for a matmul that starts from zero.
Value getAccumulator(linalg::LinalgOp op) {
  Value init = op.getDpsInits()[0];
  if (isZeroFilled(init))
    return {};
  if (auto fill = init.getDefiningOp<linalg::FillOp>())
    init = fill.getInputs()[0];
  if (matchPattern(init, m_AnyZeroFloat()))
    return {};
  return op.getDpsInits()[0];
}

/// Gives `to` the attributes of `from`, but for those that have said how
/// operands are quantized.
void keepAttributes(Operation *from, Operation *to) {
  StringRef done[] = {LowpDialect::getRecipeAttrName(),
                      LowpDialect::getRoleAttrName(),
                      LowpDialect::getExchangedAttrName()};
  for (NamedAttribute attribute : from->getDiscardableAttrs())
    if (!llvm::is_contained(done, attribute.getName().getValue()))
      to->setDiscardableAttr(attribute.getName(), attribute.getValue());
}

/// Groups of rows are quantized as one matrix: blocks of a row lie in one
/// group, and larger ones need no border to be right. Groups of K begin with a
/// block each.
void applyRecipe(const MatmulForm &matmul, MatmulRecipeAttr recipe,
                 Seeds &seeds) {
  Operation *op = matmul.op;
  auto grouped = dyn_cast<GroupedMatmulOp>(op);
  OpBuilder builder(op);
  Location loc = op->getLoc();
  OperandQuantizer quantizer = {builder, loc, recipe.getHadamard(),
                                findSeed(op), seeds};
  auto quantize = [&](unsigned number, OperandRecipeAttr own) {
    return matmul.hasGroupsOfK()
               ? quantizeSpread(builder, grouped, op->getOperand(number), own,
                                getGroupStart(recipe))
               : quantizer.quantize(matmul.get(number), own);
  };
  Value lhs = quantize(0, recipe.getLhs());
  Value rhs = quantize(1, recipe.getRhs());
  Type type = op->getResult(0).getType();
  bool isFast = recipe.getFastAccumulation();
  Value product;
  if (grouped)
    product = GroupedScaledMatmulOp::create(
        builder, loc, type, lhs, rhs, grouped.getEnds(), grouped.getCounts(),
        grouped.getAccumulator(), isFast);
  else
    product = ScaledMatmulOp::create(builder, loc, type, lhs, rhs,
                                     getAccumulator(cast<linalg::LinalgOp>(op)),
                                     isFast);
  keepAttributes(op, product.getDefiningOp());
  op->getResult(0).replaceAllUsesWith(product);
  op->erase();
}

/// Whether seeds of the operands of `form` cannot be told apart.
bool hasUnknownSeeds(const MatmulForm &form, MatmulRecipeAttr recipe) {
  auto isUnknown = [](const MatmulOperand &operand, OperandRecipeAttr recipe) {
    return isStochastic(recipe) && operand.isBatch() &&
           operand.getType().isDynamicDim(0);
  };
  return isUnknown(form.lhs, recipe.getLhs()) ||
         isUnknown(form.rhs, recipe.getRhs());
}

/// Why `form` does not take `recipe`; empty if it takes it. A batch of
/// activations takes one that it asks for itself (`isOwn`).
std::string objectTo(const MatmulForm &form, MatmulRecipeAttr recipe,
                     bool isOwn) {
  for (const MatmulOperand &operand : {form.lhs, form.rhs})
    if (!ScaledType::isAddressable(operand.getType().getShape()))
      return "expected operands of at most 2^48 elements";
  if (form.hasGroupsOfK())
    return objectToGroupsOfK(cast<GroupedMatmulOp>(form.op), recipe);
  if (hasUnknownSeeds(form, recipe))
    return "expected a known number of matrices, which each have a seed";
  if (!form.isBatch() || isOwn || readsWeight(form))
    return "";
  return explainMissingWeight(form).str() +
         "; the attribute 'lowp.recipe' asks for a recipe";
}

struct ApplyRecipesPass : lowp::impl::ApplyRecipesPassBase<ApplyRecipesPass> {
  using Base::Base;

  void runOnOperation() override {
    MatmulRecipeAttr forced;
    if (failed(parseForcedRecipe(forced)))
      return signalPassFailure();
    Seeds seeds;
    Progress progress;
    WalkResult result = getOperation()->walk([&](Operation *op) {
      return failed(visit(op, forced, seeds, progress))
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    });
    if (result.wasInterrupted())
      return signalPassFailure();
    reportForgotten(progress);
  }

private:
  struct KeptMatmul {
    Location loc;
    std::string what;
  };
  /// What became of the matmuls. Matmuls that stay as they are, unless a remark
  /// has told so.
  struct Progress {
    unsigned numQuantized = 0;
    SmallVector<KeptMatmul> kept;
  };

  /// A matmul that stays as it is among others that are quantized may have been
  /// forgotten: that is told without being asked.
  static void reportForgotten(const Progress &progress) {
    if (progress.numQuantized == 0)
      return;
    for (const KeptMatmul &matmul : progress.kept)
      emitRemark(matmul.loc)
          << "matmul " << matmul.what << ", while " << progress.numQuantized
          << (progress.numQuantized == 1 ? " other is" : " others are")
          << " quantized";
  }

  static remark::RemarkOpts remarkNamed(StringRef name) {
    return remark::RemarkOpts::name(name).category("lowp-apply-recipes");
  }

  LogicalResult parseForcedRecipe(MatmulRecipeAttr &forced) {
    if (recipe.empty())
      return success();
    forced = MatmulRecipeAttr::getPreset(&getContext(), recipe);
    if (forced)
      return success();
    return mlir::emitError(getOperation()->getLoc(),
                           "expected option 'recipe' to be one of ")
           << llvm::join(MatmulRecipeAttr::getPresetNames(), ", ") << ", got '"
           << recipe << "'";
  }

  static LogicalResult visit(Operation *op, MatmulRecipeAttr forced,
                             Seeds &seeds, Progress &progress) {
    if (isInExternalFunction(op))
      return success();
    Attribute attribute =
        op->getDiscardableAttr(LowpDialect::getRecipeAttrName());
    if (isa_and_present<TrainingRecipeAttr>(attribute))
      return op->emitOpError("expected a #lowp.matmul_recipe, which "
                             "lowp-select-recipes gives to each matmul, got ")
             << attribute;
    if (attribute && !isa<MatmulRecipeAttr>(attribute))
      return op->emitOpError("expected '")
             << LowpDialect::getRecipeAttrName()
             << "' to be a #lowp.matmul_recipe, got " << attribute;
    auto own = cast_if_present<MatmulRecipeAttr>(attribute);
    auto matmul = dyn_cast<linalg::MatmulOp>(op);
    if (!own && matmul && takeNarrowMatmul(matmul))
      return success();
    auto sum = dyn_cast<linalg::LinalgOp>(op);
    bool isForcedSum =
        forced && (isa<GroupedMatmulOp>(op) || (sum && isSumOfProducts(sum)));
    if (!own && !isa<linalg::MatmulOp>(op) && !isForcedSum) {
      if (sum && isSumOfProducts(sum))
        reportDequantizedWeights(sum);
      return success();
    }
    return rewrite(op, own, forced, seeds, progress);
  }

  static LogicalResult emitMissingSeed(Operation *op) {
    return op->emitOpError("expected a seed for stochastic rounding: an "
                           "argument of the function, i64, with the "
                           "attribute '")
           << LowpDialect::getSeedAttrName() << "', got none";
  }

  /// Tells why `op` stays as it is, which is an error if it has a recipe of its
  /// own.
  static LogicalResult keep(Operation *op, bool isOwn, StringRef reason,
                            Progress &progress) {
    if (isOwn)
      return op->emitOpError("cannot take its recipe: ") << reason;
    if (auto product = dyn_cast<linalg::LinalgOp>(op))
      reportDequantizedWeights(product);
    std::string what = "kept " +
                       debugString(getElementTypeOrSelf(op->getOperand(0))) +
                       ": " + reason.str();
    auto asked = remark::missed(op->getLoc(), remarkNamed("matmul-kept"));
    // A remark replaces the warning where remarks are asked for.
    if (asked)
      asked << remark::add("{0}", what);
    else
      progress.kept.push_back({op->getLoc(), std::move(what)});
    return success();
  }

  static LogicalResult rewrite(Operation *op, MatmulRecipeAttr own,
                               MatmulRecipeAttr forced, Seeds &seeds,
                               Progress &progress) {
    MatmulRecipeAttr recipe = forced ? forced : own;
    std::string reason = recipe ? "" : "no recipe";
    std::optional<MatmulForm> form;
    if (recipe)
      form = matchAnyOrder(op, reason);
    if (form)
      reason = objectTo(*form, recipe, /*isOwn=*/bool(own));
    if (!reason.empty())
      form.reset();
    if (form && isStochastic(recipe) && !findSeed(op))
      return emitMissingSeed(op);
    if (form) {
      remark::passed(op->getLoc(), remarkNamed("recipe-applied"))
          << remark::add("{0}", Attribute(recipe));
      bool isGiven = isGivenAs(form->lhs, recipe.getLhs()) &&
                     isGivenAs(form->rhs, recipe.getRhs());
      applyRecipe(*form, recipe, seeds);
      progress.numQuantized += !isGiven;
      return success();
    }
    return keep(op, bool(own), reason, progress);
  }
};

} // namespace
