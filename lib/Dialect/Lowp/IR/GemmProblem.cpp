//===- GemmProblem.cpp - What a gemm asks of a kernel ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/GemmProblem.h"

using namespace mlir;
using namespace mlir::lowp;

std::optional<ScaleGranularity> mlir::lowp::classifyScales(BlockShape block) {
  bool wholeK = block.columns == BlockShape::kWhole;
  if (block.rows == BlockShape::kWhole)
    return wholeK ? std::optional(ScaleGranularity::PerTensor) : std::nullopt;
  if (wholeK)
    return block.rows == 1 ? std::optional(ScaleGranularity::PerRow)
                           : std::nullopt;
  return block.rows == 1 ? ScaleGranularity::Block1D
                         : ScaleGranularity::Block2D;
}

static FailureOr<GemmOperand> analyzeOperand(GemmOp gemm, ScaledType type,
                                             StringRef name) {
  if (std::optional<ScaleGranularity> granularity =
          classifyScales(type.getRecipe().getBlockShape()))
    return GemmOperand{type, *granularity};
  return gemm.emitOpError("expected scales per matrix, per row or per block of "
                          "rows and K on the ")
         << name << ", got " << type.getRecipe();
}

FailureOr<GemmProblem> mlir::lowp::analyzeGemm(GemmOp gemm) {
  FailureOr<GemmOperand> lhs =
      analyzeOperand(gemm, gemm.getLhsScaledType(), "lhs");
  FailureOr<GemmOperand> rhs =
      analyzeOperand(gemm, gemm.getRhsScaledType(), "rhs");
  if (failed(lhs) || failed(rhs))
    return failure();
  auto output = cast<ShapedType>(gemm.getInit().getType());
  ArrayRef<int64_t> lhsShape = lhs->type.getShape();
  ArrayRef<int64_t> rhsShape = rhs->type.getShape();
  int64_t k = ShapedType::isDynamic(lhsShape[1]) ? rhsShape[1] : lhsShape[1];
  return GemmProblem{*lhs,
                     *rhs,
                     output.getElementType(),
                     output.getDimSize(0),
                     output.getDimSize(1),
                     k,
                     gemm.getAccumulate(),
                     gemm.getFastAccumulation()};
}
