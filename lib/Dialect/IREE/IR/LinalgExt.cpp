//===- LinalgExt.cpp - What IREE writes beside linalg ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/IREE/IR/LinalgExt.h"
#include "lowp/Dialect/Common/ClosedRegion.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace mlir::iree_linalg_ext;
using lowp::parseClosedRegion;
using lowp::printClosedRegion;

#include "lowp/Dialect/IREE/IR/LinalgExtDialect.cpp.inc"

void LinalgExtDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "lowp/Dialect/IREE/IR/LinalgExtOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "lowp/Dialect/IREE/IR/LinalgExtOps.cpp.inc"
