//===- QuantizedOperands.cpp - Operands that are quantized already --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "QuantizedOperands.h"

#include "lowp/Graph/Contractions/GivenOperand.h"
#include "lowp/Support/ElementBytes.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::lowp;

/// Whether `scales` are a weight's, or computed of these alone: bytes that are
/// taken for powers of two.
static bool areOfWeight(Value scales) {
  if (isWeight(scales))
    return true;
  auto op = scales.getDefiningOp<linalg::GenericOp>();
  return op && op.getNumReductionLoops() == 0 && op.getNumDpsInputs() == 1 &&
         areOfWeight(op.getDpsInputs().front());
}

/// Whether `value` is a weight that the caller has quantized.
static bool isScaledWeight(Value value) {
  while (auto transpose = value.getDefiningOp<TransposeOp>())
    value = transpose.getInput();
  auto make = value.getDefiningOp<MakeScaledOp>();
  if (make)
    return isWeight(make.getData()) &&
           llvm::all_of(make->getOperands(), areOfWeight);
  return isa<BlockArgument>(value) && isWeight(value);
}

void mlir::lowp::reportDequantizedWeights(linalg::LinalgOp op) {
  for (Value operand : op.getDpsInputs()) {
    std::optional<GivenOperand> given = findGivenOperand(operand);
    if (!given || !isScaledWeight(given->value))
      continue;
    auto wide = cast<RankedTensorType>(operand.getType());
    std::string bytes =
        wide.hasStaticShape()
            ? llvm::itostr(bytesOfBits(wide.getNumElements() *
                                       wide.getElementTypeBitWidth())) +
                  " bytes"
            : "all";
    remark::missed(op.getLoc(), remark::RemarkOpts::name("dequantized-weight")
                                    .category("lowp-apply-recipes"))
        << remark::reason("a weight of {0} is dequantized in each call, which "
                          "writes and reads {1} of {2}; a recipe of that "
                          "format takes it as it is",
                          Type(given->value.getType()), bytes, Type(wide));
  }
}

/// Tells that what is given becomes `type`.
static void reportQuantizedAgain(Location loc, ScaledType given,
                                 ScaledType type) {
  int64_t elements = ShapedType::isDynamicShape(given.getShape())
                         ? 0
                         : ShapedType::getNumElements(given.getShape());
  std::string work = elements ? llvm::itostr(elements) + " elements" : "it";
  remark::missed(loc, remark::RemarkOpts::name("quantized-again")
                          .category("lowp-apply-recipes"))
      << remark::reason("an operand of {0} becomes {1}: it is rounded a second "
                        "time, and each call dequantizes and quantizes {2}; a "
                        "recipe of that format takes it as it is",
                        Type(given), Type(type), work);
}

Value mlir::lowp::takeGivenOperand(OpBuilder &builder, Location loc,
                                   Value matrix, ScaledType type) {
  std::optional<GivenOperand> given = findGivenOperand(matrix);
  if (!given)
    return {};
  if (given->getType().differsOnlyInLayout(type))
    return buildGivenOperand(builder, loc, *given);
  reportQuantizedAgain(loc, given->value.getType(), type);
  return {};
}
