//===- RecipePrices.h - What a recipe costs a matmul ---------- -*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_RECIPES_RECIPEPRICES_H
#define LOWP_LIB_RECIPES_RECIPEPRICES_H

#include "ShardedSizes.h"

#include "lowp/Dialect/Common/Reason.h"
#include "lowp/Graph/Contractions/MatmulForm.h"
#include "lowp/Kernel/Config/PredictGemm.h"

namespace mlir::lowp_gpu {

/// A recipe that a matmul may get, or none: then it keeps its types.
struct RecipeCandidate {
  lowp::MatmulRecipeAttr recipe;
  /// Microseconds of the matmul's own kernel; 0 where nobody knows.
  double gemm = 0;
};

/// A recipe that a matmul may not get.
struct RejectedRecipe {
  lowp::MatmulRecipeAttr recipe;
  std::string reason;
};

/// A matmul for which recipes are compared.
struct RecipeMatmul {
  lowp::MatmulForm form;
  std::string name;
  lowp::GemmSize size;
  /// Whether sizes that nobody knows yet, of what one device computes, were
  /// taken for granted.
  bool isAssumed = false;
  /// The first candidate is no recipe.
  SmallVector<RecipeCandidate> candidates;
  SmallVector<RejectedRecipe> rejected;
  /// The number of the candidate that it gets, and why no other one was
  /// compared, if so.
  size_t choice = 0;
  std::string reason;
  /// Whether the choice is not the search's.
  bool isFixed = false;

  Operation *getOperation() const { return form.op; }
  Value getOperand(unsigned number) const {
    return skipAnnotations(form.get(number).value);
  }
  bool contractsFirst(unsigned number) const {
    return form.get(number).contractsFirst;
  }
  const RecipeCandidate &getChoice() const { return candidates[choice]; }
};

/// How a matmul wants one of its operands.
struct OperandDemand {
  bool contractsFirst;
  lowp::OperandRecipeAttr recipe;
  /// Groups of K, each with scales of its own; 0 without groups.
  int64_t groups = 0;

  bool operator==(const OperandDemand &other) const {
    return contractsFirst == other.contractsFirst && recipe == other.recipe &&
           groups == other.groups;
  }
};

/// Prices kernels for one part. Remembers what it has been asked.
class RecipePrices {
public:
  RecipePrices(const ChipTarget &chip, MLIRContext *context)
      : chip(chip), context(context) {}

  /// The time of `matmul` as it is; 0 for groups that no kernel multiplies.
  double getDense(const RecipeMatmul &matmul);
  /// The time of its kernel with `recipe`, without quantizes; nothing where
  /// there is none, and `reason` tells why.
  std::optional<double> getScaled(const RecipeMatmul &matmul,
                                  lowp::MatmulRecipeAttr recipe,
                                  lowp::Reason reason);
  /// What it takes to have `source`, a matrix of `elements` elements, quantized
  /// as all of `demands` say. Less than 0 where nobody needs it as it was
  /// (`isReplaced`) and what computes it writes fewer bytes.
  double getQuantizes(Value source, double elements,
                      ArrayRef<OperandDemand> demands, bool isReplaced) const;

private:
  ChipTarget chip;
  MLIRContext *context;
  struct Known {
    std::optional<double> microseconds;
    std::string reason;
  };
  llvm::StringMap<Known> known;

  const Known &predict(const std::string &key, function_ref<Known()> compute);
};

/// Bytes of the operands and the result of a matmul as its kernel with `recipe`
/// reads and writes them; without a recipe if it is null.
double countBytes(const RecipeMatmul &matmul, lowp::MatmulRecipeAttr recipe);

/// The error that a recipe adds to a product of random normal numbers, relative
/// to the product: that of rounding both operands.
double estimateError(lowp::MatmulRecipeAttr recipe);
/// Why a recipe that adds `error` is no candidate where `most` is allowed.
std::string explainError(double error, double most);

/// Whether the elements of `recipe` are rounded less than those of `other`, or
/// as much and over more binades.
bool isMorePrecise(lowp::MatmulRecipeAttr recipe, lowp::MatmulRecipeAttr other);

/// Elements of the lhs that share a scale; the finer, the less an outlier
/// matters. Unknown extents count as `size` says.
double countElementsPerScale(lowp::MatmulRecipeAttr recipe,
                             const lowp::GemmSize &size);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_RECIPES_RECIPEPRICES_H
