//===- ListChips.cpp - The chips of all targets ---------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"
#include "lowp/InitAll.h"

using namespace mlir;

std::string lowp::listChips() {
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  return lowp_gpu::listChips(&context);
}
