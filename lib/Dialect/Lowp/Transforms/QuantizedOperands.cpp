//===- QuantizedOperands.cpp - Operands that are quantized already --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "QuantizedOperands.h"

#include "lowp/Graph/Analysis/Contraction.h"
#include "lowp/Graph/Contractions/MatmulForm.h"
#include "lowp/Support/ElementBytes.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::lowp;

/// What `matrix` is dequantized from, in whatever order; null if it is not.
static DequantizeOp findDequantize(Value matrix) {
  while (getTransposeMap(matrix))
    matrix = matrix.getDefiningOp()->getOperand(0);
  return matrix.getDefiningOp<DequantizeOp>();
}

/// Whether `value` is a weight that the caller has quantized.
static bool isScaledWeight(Value value) {
  while (auto transpose = value.getDefiningOp<TransposeOp>())
    value = transpose.getInput();
  auto make = value.getDefiningOp<MakeScaledOp>();
  if (make)
    return llvm::all_of(make->getOperands(), isWeight);
  return isa<BlockArgument>(value) && isWeight(value);
}

void mlir::lowp::reportDequantizedWeights(linalg::LinalgOp op) {
  for (Value operand : op.getDpsInputs()) {
    DequantizeOp dequantize = findDequantize(operand);
    if (!dequantize || !isScaledWeight(dequantize.getInput()))
      continue;
    RankedTensorType wide = dequantize.getType();
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
                          Type(dequantize.getInput().getType()), bytes,
                          Type(wide));
  }
}

void mlir::lowp::reportQuantizedAgain(Location loc, Value matrix,
                                      ScaledType type) {
  DequantizeOp source = findDequantize(matrix);
  if (!source)
    return;
  ScaledType given = source.getInput().getType();
  if (given == type || given.getTransposed() == type)
    return;
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
