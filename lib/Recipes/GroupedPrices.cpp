//===- GroupedPrices.cpp - What a recipe costs a grouped matmul -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupedPrices.h"

#include "lowp/Dialect/Lowp/IR/GroupedMatmul.h"
#include "lowp/Dialect/Lowp/IR/GroupsOfK.h"
#include "lowp/Graph/Contractions/MatmulForm.h"
#include "lowp/Kernel/Gemm/RefinedBlocks.h"
#include "lowp/Support/ElementBytes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

bool mlir::lowp_gpu::hasGroupsOfK(GroupedMatmulOp op) {
  return *getGrouping(op.getLhs().getType(), op.getRhs().getType()) ==
         Grouping::K;
}

/// Groups of K are as large as their mean; unknown ones are one of all K.
static void divideK(GroupedMatmulOp op, GemmSize &size) {
  int64_t groups = cast<RankedTensorType>(op.getEnds().getType()).getDimSize(0);
  size.batch = ShapedType::isDynamic(groups) ? 1 : groups;
  if (size.batch > 0)
    size.k = llvm::divideCeil(size.k, size.batch);
}

/// The sizes of `op`, where those that nobody knows are `assumed`.
static GemmSize findSize(GroupedMatmulOp op, int64_t assumed) {
  ArrayRef<int64_t> lhs =
      cast<RankedTensorType>(op.getLhs().getType()).getShape();
  ArrayRef<int64_t> rhs =
      cast<RankedTensorType>(op.getRhs().getType()).getShape();
  auto known = [&](int64_t size) {
    return ShapedType::isDynamic(size) ? assumed : size;
  };
  GemmSize size{known(lhs.drop_back().back()), known(rhs.drop_back().back()),
                known(rhs.back())};
  if (hasGroupsOfK(op)) {
    divideK(op, size);
    return size;
  }
  int64_t matrices = known(rhs.front());
  if (*getGrouping(op.getLhs().getType(), op.getRhs().getType()) == Grouping::M)
    size.groups = matrices;
  else
    size.batch = matrices;
  return size;
}

GroupedPrices::GroupedPrices(GroupedMatmulOp op, int64_t assumed,
                             const RecipePrices &prices)
    : op(op), size(findSize(op, assumed)), prices(prices) {}

Type GroupedPrices::getOutput() const {
  return getElementTypeOrSelf(GroupedMatmulOp(op).getResult());
}

GemmSize GroupedPrices::getMatrixSize() const {
  GemmSize result = size;
  if (hasGroupsOfK(op)) {
    result.k = size.k * size.batch;
    result.batch = 1;
  }
  return result;
}

GemmProblem GroupedPrices::divide(GemmProblem problem) const {
  return hasGroupsOfK(op) ? divideAlongK(std::move(problem), size.batch)
                          : problem;
}

std::optional<double> GroupedPrices::getDense() const {
  Type element = getElementTypeOrSelf(GroupedMatmulOp(op).getLhs());
  if (element.isF32())
    return std::nullopt;
  // Kernels of groups of K read tokens x features.
  bool isMNMajor = hasGroupsOfK(op);
  return predictGemm(divide(describeDense(getMatrixSize(), element, isMNMajor,
                                          isMNMajor, getOutput())),
                     prices.getChip(), GroupedMatmulOp(op).getContext());
}

std::optional<double> GroupedPrices::getScaled(MatmulRecipeAttr recipe,
                                               Reason reason) const {
  std::optional<GemmProblem> problem = describeScaled(
      getMatrixSize(), refineRecipe(recipe, *prices.getChip().target),
      getOutput());
  if (!problem)
    return reason.refuse("no gemm has blocks of columns", std::nullopt);
  return predictGemm(divide(*problem), prices.getChip(),
                     GroupedMatmulOp(op).getContext(), reason);
}

/// Matrices of the rhs.
static double countMatrices(const GemmSize &size) {
  return static_cast<double>(std::max(size.batch, size.groups));
}

double GroupedPrices::getQuantizes(MatmulRecipeAttr recipe) const {
  // Groups of K begin where blocks do, with zeros before the next.
  auto k = static_cast<double>(
      hasGroupsOfK(op) ? llvm::alignTo(size.k, getGroupStart(recipe)) : size.k);
  auto quantize = [&](Value source, double rows, OperandRecipeAttr operand) {
    // A matrix that is read turned is quantized as it is stored, down its
    // columns.
    MatmulOperand stored = findStoredOperand(source);
    OperandDemand demand{stored.contractsFirst, operand};
    return prices.getQuantizes(stored.value, rows * k, demand,
                               /*isReplaced=*/false);
  };
  GroupedMatmulOp matmul = op;
  double rows = static_cast<double>(size.batch) * static_cast<double>(size.m);
  double columns = countMatrices(size) * static_cast<double>(size.n);
  return quantize(matmul.getLhs(), rows, recipe.getLhs()) +
         quantize(matmul.getRhs(), columns, recipe.getRhs());
}

double GroupedPrices::countBytes(MatmulRecipeAttr recipe) const {
  auto bytes = [&](Type element) {
    return meanBytes(element.getIntOrFloatBitWidth());
  };
  GroupedMatmulOp matmul = op;
  Type lhs = recipe ? recipe.getLhs().getElementType()
                    : getElementTypeOrSelf(matmul.getLhs());
  Type rhs = recipe ? recipe.getRhs().getElementType()
                    : getElementTypeOrSelf(matmul.getRhs());
  auto m = static_cast<double>(size.m), n = static_cast<double>(size.n),
       k = static_cast<double>(size.k), batch = static_cast<double>(size.batch);
  // A group without rows reads nothing.
  double read =
      size.groups > 0 ? std::min(countMatrices(size), m) : countMatrices(size);
  return batch * m * k * bytes(lhs) + read * n * k * bytes(rhs) +
         batch * m * n * bytes(getOutput());
}

bool GroupedPrices::isAssumed() const {
  GroupedMatmulOp matmul = op;
  if (hasGroupsOfK(op) &&
      !cast<ShapedType>(matmul.getEnds().getType()).hasStaticShape())
    return true;
  return !cast<ShapedType>(matmul.getLhs().getType()).hasStaticShape() ||
         !cast<ShapedType>(matmul.getRhs().getType()).hasStaticShape();
}
