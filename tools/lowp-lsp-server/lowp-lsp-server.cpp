//===- lowp-lsp-server.cpp - Editor support for files with lowp -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/InitAll.h"
#include "lowp/Source/ToolVersion.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int main(int argc, char **argv) {
  mlir::lowp::setToolVersion();
  mlir::DialectRegistry registry;
  mlir::lowp::registerAllDialects(registry);
  mlir::lowp::registerFrontEndDialects(registry);
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}
