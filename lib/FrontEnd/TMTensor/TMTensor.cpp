//===- TMTensor.cpp - What torch-mlir writes beside linalg ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/FrontEnd/TMTensor/TMTensor.h"
#include "lowp/Dialect/Common/ClosedRegion.h"

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

#define GET_OP_CLASSES
#include "lowp/FrontEnd/TMTensor/TMTensorOps.cpp.inc"
