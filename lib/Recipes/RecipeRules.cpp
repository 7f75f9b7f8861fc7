//===- RecipeRules.cpp - Matmuls that no recipe helps ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecipeRules.h"
#include "AdaptRecipes.h"

#include "lowp/Graph/Analysis/Contraction.h"
#include "lowp/Kernel/Gemm/GemmKernel.h"
#include "lowp/Kernel/Gemm/RefinedBlocks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// The rank of an adapter, the experts of a router, a few heads of a slice: so
/// little is computed with each element that reading it is all that counts.
static std::string excludeNarrow(const GemmSize &size) {
  constexpr int64_t kNarrow = 128;
  if (size.n > kNarrow && size.k > kNarrow)
    return "";
  const char *dimension = size.n <= kNarrow ? "N" : "K";
  return llvm::formatv("{0} = {1} is a rank, a router or a slice: recipes are "
                       "for more than {2}",
                       dimension, std::min(size.n, size.k), kNarrow);
}

/// Whether `user` looks up elements of a tensor by positions that are data.
static bool isLookup(Operation *user) {
  if (isa<tensor::GatherOp>(user))
    return true;
  auto extract = dyn_cast<tensor::ExtractOp>(user);
  return extract && isa<linalg::LinalgOp>(extract->getParentOp());
}

/// A weight that other operations look up stays for them, and is the table of
/// what the model reads and writes.
static std::string excludeLookedUp(const RecipeMatmul &matmul) {
  for (unsigned number : {0, 1})
    if (llvm::any_of(listReaders(matmul.getOperand(number)), isLookup))
      return llvm::formatv(
          "operand {0} is a table that is also looked up, a tied embedding",
          number);
  return "";
}

static bool isMatmul(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return linalgOp &&
         (isSumOfProducts(linalgOp) || isa<linalg::ContractionOpInterface>(op));
}

/// Whether another matmul reads something that is computed from `value`.
static bool reachesMatmul(Value value) {
  llvm::SetVector<Operation *> reached(value.getUsers().begin(),
                                       value.getUsers().end());
  for (size_t next = 0; next < reached.size(); ++next) {
    Operation *op = reached[next];
    if (isMatmul(op))
      return true;
    // What leaves a region may go anywhere.
    if (op->hasTrait<OpTrait::IsTerminator>() &&
        !isa<FunctionOpInterface>(op->getParentOp()))
      reached.insert(op->getParentOp());
    for (Value result : op->getResults())
      reached.insert(result.getUsers().begin(), result.getUsers().end());
  }
  return false;
}

/// What gives the scores of a vocabulary: errors there are those of the model,
/// and no later layer evens them out.
static std::string excludeHead(const RecipeMatmul &matmul) {
  constexpr int64_t kLeastWords = 30000, kTimesWider = 4;
  const GemmSize &size = matmul.size;
  if (size.n < kLeastWords || size.n < kTimesWider * size.k ||
      reachesMatmul(matmul.getOperation()->getResult(0)))
    return "";
  return llvm::formatv("the head of a model, scores of {0} words", size.n);
}

std::string mlir::lowp_gpu::excludeByStructure(const RecipeMatmul &matmul) {
  // Groups are experts, which have kernels or cannot be compared.
  if (matmul.form.grouping)
    return matmul.candidates.front().gemm > 0
               ? ""
               : "there is no kernel to compare recipes with";
  std::string reason = excludeNarrow(matmul.size);
  if (reason.empty())
    reason = excludeLookedUp(matmul);
  if (reason.empty())
    reason = excludeHead(matmul);
  return reason;
}

std::string mlir::lowp_gpu::excludeVector(const RecipeMatmul &matmul) {
  const MatmulForm &form = matmul.form;
  bool isRow = form.lhs.getRows() == 1;
  if (form.grouping || form.isBatch() || (!isRow && form.rhs.getRows() != 1) ||
      isParameter(form.get(isRow ? 1 : 0).value))
    return "";
  return "one operand is a vector: reading the matrix once is all the work, "
         "and "
         "to quantize it reads it, too; the attribute 'lowp.recipe' asks for a "
         "recipe";
}

/// Whether `operand` has bits of f32, and is not what a narrower type had.
static bool isPrecise(Value operand) {
  if (!getElementTypeOrSelf(operand).isF32())
    return false;
  Operation *cast = operand.getDefiningOp<arith::ExtFOp>();
  if (linalg::LinalgOp copy = getCopy(operand, Through::Widening))
    cast = copy;
  return !cast || getElementTypeOrSelf(cast->getOperand(0)).isF32();
}

bool mlir::lowp_gpu::isPrecise(const RecipeMatmul &matmul) {
  return ::isPrecise(matmul.getOperand(0)) || ::isPrecise(matmul.getOperand(1));
}

/// Why the chip has no kernel for `matmul` with `recipe`.
static std::string explainMissing(const RecipeMatmul &matmul,
                                  MatmulRecipeAttr recipe,
                                  const ChipTarget &target) {
  Type result =
      getElementTypeOrSelf(matmul.getOperation()->getResult(0).getType());
  recipe = refineRecipe(adaptRecipe(matmul.form, recipe, *target.target),
                        *target.target);
  std::optional<GemmProblem> problem =
      describeScaled(matmul.size, recipe, result);
  if (!problem)
    return "no gemm has blocks of columns";
  if (!matmul.form.lhs.isBatch())
    problem->lhs.batches.clear();
  return explainMissingKernel(*problem, target);
}

/// Why the chip has no kernel for the columns of `matmul`; empty if it has.
static std::string objectToColumns(const RecipeMatmul &matmul,
                                   const ChipTarget &target) {
  int64_t n = matmul.form.rhs.getRows();
  if (ShapedType::isDynamic(n) || n % GemmKernelSpec::kColumns == 0)
    return "";
  return llvm::formatv("{0} has no kernel for N = {1}, no multiple of {2}",
                       target.facts->name, matmul.size.n,
                       GemmKernelSpec::kColumns);
}

std::string mlir::lowp_gpu::excludeByKernels(const RecipeMatmul &matmul,
                                             MatmulRecipeAttr recipe,
                                             const ChipTarget &target,
                                             bool mayEmulate, bool isGiven) {
  // lowp-apply-recipes knows what groups take.
  if (matmul.form.grouping)
    return "";
  std::string reason = objectToColumns(matmul, target);
  bool needsKernel = !mayEmulate && (isGiven || matmul.form.isBatch());
  return reason.empty() && needsKernel ? explainMissing(matmul, recipe, target)
                                       : reason;
}
