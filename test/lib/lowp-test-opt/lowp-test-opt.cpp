//===- lowp-test-opt.cpp - lowp-opt with dialects from outside ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowpTestDialect.h"
#include "lowp/InitAll.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::lowp::registerAllDialects(registry);
  mlir::lowp::registerFrontEndDialects(registry);
  mlir::lowp::registerAllPasses();
  registry.insert<lowp_test::LowpTestDialect>();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "lowp test optimizer\n", registry));
}
