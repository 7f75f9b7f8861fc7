//===- LinalgExt.cpp - What IREE writes beside linalg ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/FrontEnd/IREE/LinalgExt.h"
#include "lowp/Dialect/Common/ClosedRegion.h"

using namespace mlir;
using namespace mlir::iree_linalg_ext;
using lowp::parseClosedRegion;
using lowp::printClosedRegion;

#include "lowp/FrontEnd/IREE/LinalgExtDialect.cpp.inc"

void LinalgExtDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "lowp/FrontEnd/IREE/LinalgExtOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "lowp/FrontEnd/IREE/LinalgExtOps.cpp.inc"
