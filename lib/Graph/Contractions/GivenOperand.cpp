//===- GivenOperand.cpp - Operands that are quantized already -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Graph/Contractions/GivenOperand.h"

#include "lowp/Graph/Analysis/MappedTensor.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlir::lowp;

/// Whether `map` exchanges the dimensions of matrices; nothing where it moves
/// their batch.
static std::optional<bool> exchangesMatrices(AffineMap map) {
  if (map.isIdentity())
    return false;
  unsigned rank = map.getNumDims();
  if (rank == 3 && map.getDimPosition(0) != 0)
    return std::nullopt;
  return true;
}

std::optional<GivenOperand> mlir::lowp::findGivenOperand(Value matrix) {
  MappedTensor stored = listOrders(MappedTensor::of(matrix)).back();
  std::optional<bool> isTransposed = exchangesMatrices(stored.map);
  auto source = stored.value.getDefiningOp<DequantizeOp>();
  if (!isTransposed || !source || source.getInput().getType().isGrouped())
    return std::nullopt;
  return GivenOperand{source.getInput(), *isTransposed};
}

Value mlir::lowp::buildGivenOperand(OpBuilder &builder, Location loc,
                                    const GivenOperand &given) {
  return given.isTransposed
             ? TransposeOp::create(builder, loc, given.value).getResult()
             : given.value;
}

/// What `operand` is dequantized from, with K last; null if it is not.
static ScaledType findGivenType(const MatmulOperand &operand) {
  std::optional<GivenOperand> given = findGivenOperand(operand.value);
  if (!given || given->getType().getConvention() != ScaleConvention::Decode)
    return {};
  ScaledType type = given->getType();
  return operand.contractsFirst ? type.getTransposed() : type;
}

bool mlir::lowp::isGivenAs(const MatmulOperand &operand,
                           OperandRecipeAttr recipe) {
  ScaledType type = findGivenType(operand);
  return type && type.getElementType() == recipe.getElementType() &&
         type.getRecipe() == recipe.getRecipe();
}

std::string mlir::lowp::describeRoundedAgain(const MatmulForm &form,
                                             MatmulRecipeAttr recipe) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  auto describe = [&](const MatmulOperand &operand, OperandRecipeAttr wanted) {
    std::optional<GivenOperand> given = findGivenOperand(operand.value);
    if (!given || isGivenAs(operand, wanted))
      return;
    stream << (text.empty() ? "" : "; ") << Type(given->value.getType())
           << " is rounded a second time";
  };
  describe(form.lhs, recipe.getLhs());
  describe(form.rhs, recipe.getRhs());
  return text;
}

/// How `operand` is quantized; null if it is not. Numerics are some that the
/// format may have: they are not used again.
static OperandRecipeAttr
findGivenRecipe(const MatmulOperand &operand,
                function_ref<InFlightDiagnostic()> emitError) {
  ScaledType type = findGivenType(operand);
  if (!type)
    return {};
  MLIRContext *context = type.getContext();
  for (StringRef name : NumericsAttr::getPresetNames())
    if (auto recipe = OperandRecipeAttr::getChecked(
            emitError, context, type.getElementType(),
            Attribute(type.getRecipe()),
            NumericsAttr::getPreset(context, name)))
      return recipe;
  return {};
}

MatmulRecipeAttr mlir::lowp::findGivenRecipe(const MatmulForm &form) {
  MLIRContext *context = form.lhs.value.getContext();
  Location loc = form.lhs.value.getLoc();
  // What does not fit is no mistake of the program.
  ScopedDiagnosticHandler quiet(context, [](Diagnostic &) {});
  auto emitError = [&] { return mlir::emitError(loc); };
  OperandRecipeAttr lhs = ::findGivenRecipe(form.lhs, emitError);
  OperandRecipeAttr rhs =
      lhs ? ::findGivenRecipe(form.rhs, emitError) : OperandRecipeAttr();
  if (!rhs)
    return {};
  return MatmulRecipeAttr::getChecked(emitError, context, lhs, rhs,
                                      /*fastAccumulation=*/false,
                                      std::optional<uint32_t>());
}
