//===- MatmulForm.cpp - Matmuls that can take a recipe --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/Transforms/MatmulForm.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::lowp;

/// Whether `map` reads dimension `first`, then `second`, of the loops (m, n,
/// k).
static bool reads(AffineMap map, unsigned first, unsigned second) {
  return map == AffineMap::getMultiDimMapWithTargets(3, {first, second},
                                                     map.getContext());
}

/// Which of an operand's orders its map is: nothing if it is neither.
static std::optional<bool> contractsFirst(AffineMap map, unsigned freeLoop) {
  constexpr unsigned contractedLoop = 2;
  if (reads(map, freeLoop, contractedLoop))
    return false;
  if (reads(map, contractedLoop, freeLoop))
    return true;
  return std::nullopt;
}

static bool isHighPrecisionMatrix(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getRank() == 2 &&
         isa<Float32Type, BFloat16Type, Float16Type>(tensor.getElementType());
}

std::optional<MatmulForm> mlir::lowp::matchMatmulForm(Operation *op,
                                                      std::string &reason) {
  auto matmul = dyn_cast<linalg::MatmulOp>(op);
  if (!matmul) {
    reason =
        "expected linalg.matmul, got " + op->getName().getStringRef().str();
    return std::nullopt;
  }
  for (Type type : op->getOperandTypes()) {
    if (!isHighPrecisionMatrix(type)) {
      reason = "expected tensors of f32, bf16 or f16, got ";
      llvm::raw_string_ostream(reason) << type;
      return std::nullopt;
    }
    if (!ScaledType::isAddressable(cast<ShapedType>(type).getShape())) {
      reason = "expected tensors of at most 2^48 elements, got ";
      llvm::raw_string_ostream(reason) << type;
      return std::nullopt;
    }
  }
  SmallVector<AffineMap> maps = matmul.getIndexingMapsArray();
  std::optional<bool> lhs = contractsFirst(maps[0], /*freeLoop=*/0);
  std::optional<bool> rhs = contractsFirst(maps[1], /*freeLoop=*/1);
  if (!lhs || !rhs || !reads(maps[2], 0, 1)) {
    reason = "expected indexing maps of a plain or transposed matmul, without "
             "broadcast";
    return std::nullopt;
  }
  return MatmulForm{matmul, *lhs, *rhs};
}

bool mlir::lowp::isInExternalFunction(Operation *op) {
  auto func = op->getParentOfType<FunctionOpInterface>();
  return func && func->hasAttr(LowpDialect::getExternalAttrName());
}

Value mlir::lowp::findSeed(Operation *op) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  if (!function || function.isExternal())
    return {};
  for (BlockArgument argument : function.getArguments())
    if (function.getArgAttr(argument.getArgNumber(),
                            LowpDialect::getSeedAttrName()))
      return argument;
  return {};
}

bool mlir::lowp::isStochastic(OperandRecipeAttr recipe) {
  return recipe.getNumerics().getRounding() == Rounding::Stochastic;
}

bool mlir::lowp::isStochastic(MatmulRecipeAttr recipe) {
  return isStochastic(recipe.getLhs()) || isStochastic(recipe.getRhs());
}
