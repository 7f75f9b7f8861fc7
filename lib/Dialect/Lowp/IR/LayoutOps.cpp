//===- LayoutOps.cpp - Transpose and relayout -----------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpOps.h"

using namespace mlir;
using namespace mlir::lowp;

//===----------------------------------------------------------------------===//
// TransposeOp
//===----------------------------------------------------------------------===//

LogicalResult TransposeOp::inferReturnTypes(MLIRContext *,
                                            std::optional<Location>,
                                            TransposeOp::Adaptor adaptor,
                                            SmallVectorImpl<Type> &inferred) {
  // transpose-C1.
  inferred.push_back(
      cast<ScaledType>(adaptor.getInput().getType()).getTransposed());
  return success();
}

/// Transposing twice does nothing.
OpFoldResult TransposeOp::fold(FoldAdaptor) {
  auto source = getInput().getDefiningOp<TransposeOp>();
  if (source && source.getInput().getType() == getResult().getType())
    return source.getInput();
  return {};
}

//===----------------------------------------------------------------------===//
// RelayoutOp
//===----------------------------------------------------------------------===//

LogicalResult RelayoutOp::verify() {
  // relayout-C2: how much room a matrix of a stack takes is known.
  ScaledType input = getInput().getType();
  if (input.isStack() && ShapedType::isDynamicShape(input.getMatrixShape()))
    return emitOpError() << "expected a stack of matrices of known sizes, got "
                         << input << "; only their number may be unknown";
  // relayout-C1.
  if (getInput().getType().differsOnlyInLayout(getResult().getType()))
    return success();
  return emitOpError() << "expected a result that differs from the input in "
                          "'order', 'panel', 'packing' and 'scales' alone, got "
                       << getInput().getType() << " to "
                       << getResult().getType()
                       << "; another recipe, element type or convention takes "
                          "lowp.dequantize and lowp.quantize";
}

/// A relayout into the type that is there already does nothing, and of a chain
/// of them only the last one counts.
OpFoldResult RelayoutOp::fold(FoldAdaptor) {
  if (getInput().getType() == getResult().getType())
    return getInput();
  auto source = getInput().getDefiningOp<RelayoutOp>();
  if (!source)
    return {};
  getInputMutable().assign(source.getInput());
  return getResult();
}
