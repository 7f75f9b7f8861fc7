//===- TMTensor.cpp - What torch-mlir writes beside linalg ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/FrontEnd/TMTensor/TMTensor.h"
#include "lowp/Dialect/Common/ClosedRegion.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::tm_tensor;
using lowp::parseClosedRegion;
using lowp::printClosedRegion;

#include "lowp/FrontEnd/TMTensor/TMTensorDialect.cpp.inc"

void TMTensorDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "lowp/FrontEnd/TMTensor/TMTensorOps.cpp.inc"
      >();
}

LogicalResult ScanOp::verify() {
  if (getInputs().size() != 1 || getOutputs().size() != 2 ||
      getNumResults() != 2)
    return emitOpError("expected one input, two outputs and two results, got ")
           << getInputs().size() << ", " << getOutputs().size() << " and "
           << getNumResults();
  auto input = cast<RankedTensorType>(getInputs()[0].getType());
  auto last = cast<RankedTensorType>(getResult(1).getType());
  int64_t dim = getDimension();
  if (dim < 0 || dim >= input.getRank())
    return emitOpError("expected a dimension of the input, 0 to ")
           << input.getRank() - 1 << ", got " << dim;
  SmallVector<int64_t> rest(input.getShape());
  rest.erase(rest.begin() + dim);
  if (getResult(0).getType() != input || getOutputs()[0].getType() != input ||
      getOutputs()[1].getType() != last ||
      last != RankedTensorType::get(rest, input.getElementType()))
    return emitOpError("expected outputs and results of ")
           << input << " and "
           << RankedTensorType::get(rest, input.getElementType())
           << ", as the input and without its dimension " << dim << ", got "
           << getOutputs().getTypes() << " and " << getResultTypes();
  Block &body = getRegion().front();
  Type element = input.getElementType();
  if (body.getNumArguments() != 2 ||
      !llvm::all_of(body.getArgumentTypes(),
                    [&](Type type) { return type == element; }) ||
      body.getTerminator()->getOperandTypes() != TypeRange{element})
    return emitOpError("expected a region that makes one ")
           << element << " of two";
  return success();
}

#define GET_OP_CLASSES
#include "lowp/FrontEnd/TMTensor/TMTensorOps.cpp.inc"
