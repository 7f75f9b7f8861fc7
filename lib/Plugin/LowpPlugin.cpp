//===- LowpPlugin.cpp - lowp for tools that load plugins ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Both kinds of plugin in one file, for the options --load-dialect-plugin and
// --load-pass-plugin of mlir-opt; see docs/Embedding.md.
//
//===----------------------------------------------------------------------===//

#include "lowp/InitAll.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

using namespace mlir;

/// Called by --load-dialect-plugin. What the tool has registered before stays.
static void registerDialects(DialectRegistry *registry) {
  lowp::registerAllDialects(*registry);
}

extern "C" LLVM_ATTRIBUTE_WEAK DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "lowp", LOWP_VERSION, registerDialects};
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "lowp", LOWP_VERSION,
          lowp::registerAllPasses};
}
