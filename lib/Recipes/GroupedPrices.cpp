//===- GroupedPrices.cpp - What a recipe costs a grouped matmul -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupedPrices.h"

#include "lowp/Dialect/Lowp/IR/GroupedMatmul.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// The sizes of `op`, where those that nobody knows are `assumed`.
static GemmSize getSize(GroupedMatmulOp op, int64_t assumed) {
  ArrayRef<int64_t> lhs =
      cast<RankedTensorType>(op.getLhs().getType()).getShape();
  ArrayRef<int64_t> rhs =
      cast<RankedTensorType>(op.getRhs().getType()).getShape();
  auto known = [&](int64_t size) {
    return ShapedType::isDynamic(size) ? assumed : size;
  };
  GemmSize size{known(lhs.drop_back().back()), known(rhs.drop_back().back()),
                known(rhs.back())};
  int64_t matrices = known(rhs.front());
  if (*getGrouping(op.getLhs().getType(), op.getRhs().getType()) == Grouping::M)
    size.groups = matrices;
  else
    size.batch = matrices;
  return size;
}

GroupedPrices::GroupedPrices(GroupedMatmulOp op, int64_t assumed,
                             const RecipePrices &prices)
    : op(op), size(getSize(op, assumed)), prices(prices) {}

Type GroupedPrices::getOutput() const {
  return getElementTypeOrSelf(GroupedMatmulOp(op).getResult());
}

std::optional<double> GroupedPrices::getDense() const {
  Type element = getElementTypeOrSelf(GroupedMatmulOp(op).getLhs());
  if (element.isF32())
    return std::nullopt;
  std::string reason;
  return predictGemm(describeDense(size, element, /*isLhsMNMajor=*/false,
                                   /*isRhsMNMajor=*/false, getOutput()),
                     prices.getChip(), GroupedMatmulOp(op).getContext(),
                     reason);
}

std::optional<double> GroupedPrices::getScaled(MatmulRecipeAttr recipe,
                                               std::string &reason) const {
  std::optional<GemmProblem> problem =
      describeScaled(size, recipe, getOutput());
  if (!problem) {
    reason = "no gemm has blocks of columns";
    return std::nullopt;
  }
  std::optional<double> gemm = predictGemm(
      *problem, prices.getChip(), GroupedMatmulOp(op).getContext(), reason);
  if (!gemm)
    return std::nullopt;
  auto quantize = [&](Value source, double rows, OperandRecipeAttr operand) {
    OperandDemand demand{/*contractsFirst=*/false, operand};
    return prices.getQuantizes(source, rows * static_cast<double>(size.k),
                               demand, /*isReplaced=*/false);
  };
  auto batch = static_cast<double>(size.batch);
  double groups = std::max(batch, static_cast<double>(size.groups));
  GroupedMatmulOp matmul = op;
  return *gemm +
         quantize(matmul.getLhs(), batch * static_cast<double>(size.m),
                  recipe.getLhs()) +
         quantize(matmul.getRhs(), groups * static_cast<double>(size.n),
                  recipe.getRhs());
}
