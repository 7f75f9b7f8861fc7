//===- Util.cpp - Barriers that IREE writes -------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/FrontEnd/IREE/Util.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace mlir::iree_util;

#include "lowp/FrontEnd/IREE/UtilDialect.cpp.inc"

void UtilDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "lowp/FrontEnd/IREE/UtilOps.cpp.inc"
      >();
}

LogicalResult OptimizationBarrierOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> loc, Adaptor adaptor,
    SmallVectorImpl<Type> &types) {
  llvm::append_range(types, adaptor.getOperands().getTypes());
  return success();
}

#define GET_OP_CLASSES
#include "lowp/FrontEnd/IREE/UtilOps.cpp.inc"
