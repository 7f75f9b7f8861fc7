//===- AssertOp.cpp - Checks whose messages name numbers ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/AssertOp.h"

using namespace mlir;
using namespace mlir::lowp;

#define GET_OP_CLASSES
#include "lowp/Dialect/Lowp/IR/AssertOp.cpp.inc"

LogicalResult AssertOp::verify() {
  // assert-C1.
  for (unsigned number = 0; number < getNumbers().size(); ++number) {
    std::string place = "{" + std::to_string(number) + "}";
    if (!getMessage().contains(place))
      return emitOpError("expected a message with ")
             << place << " for number " << number << ", got \"" << getMessage()
             << '"';
  }
  return success();
}
