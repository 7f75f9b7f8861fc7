//===- my-opt.cpp - An mlir-opt of one's own, with lowp in it -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/InitAll.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::lowp::registerAllDialects(registry);
  mlir::lowp::registerAllPasses();
  return failed(mlir::MlirOptMain(argc, argv, "my-opt", registry));
}
