//===- SmallOperands.cpp - Operands narrower than their partner -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SmallOperands.h"

#include "lowp/Graph/Analysis/Contraction.h"
#include "lowp/Support/ElementBytes.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

bool lowp_gpu::hasSmallElements(Value tensor) {
  return isa<Float8E4M3FNType, Float8E5M2Type, Float6E2M3FNType,
             Float6E3M2FNType, Float4E2M1FNType>(getElementTypeOrSelf(tensor));
}

static void report(Location loc, StringRef name, RankedTensorType type,
                   Type element) {
  std::string bytes = "all";
  if (type.hasStaticShape())
    bytes = std::to_string(bytesOfBits(type.getNumElements() *
                                       element.getIntOrFloatBitWidth())) +
            " bytes";
  remark::passed(
      loc,
      remark::RemarkOpts::name("widened-operand").category("lowp-form-gemms"))
      << remark::add("writes {0} of the {1}, {2}, as {3} in front of the "
                     "kernel, which multiplies operands of one type",
                     bytes, name, Type(type), element);
}

Value SmallOperands::widen(Location loc, Value tensor, Type element,
                           StringRef name) {
  report(loc, name, cast<RankedTensorType>(tensor.getType()), element);
  Value &widened = known[{tensor, element}];
  if (!widened) {
    OpBuilder builder(tensor.getContext());
    // Before all that read it.
    builder.setInsertionPointAfterValue(tensor);
    widened = castElements(builder, loc, tensor, element);
  }
  return widened;
}
