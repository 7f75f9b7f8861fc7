//===- lowp-test-opt.cpp - lowp-opt with what is from outside -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowpTestDialect.h"
#include "TensorTarget.h"
#include "lowp/InitAll.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::lowp::registerAllDialects(registry);
  mlir::lowp::registerFrontEndDialects(registry);
  mlir::lowp::registerAllPasses();
  registry.insert<lowp_test::LowpTestDialect>();
  lowp_test::registerTensorTarget(registry);
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "lowp test optimizer\n", registry));
}
