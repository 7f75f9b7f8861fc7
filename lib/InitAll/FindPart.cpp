//===- FindPart.cpp - The part that a device is ---------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"
#include "lowp/InitAll.h"

using namespace mlir;

/// The parts of all targets. Processes ask for those of many devices.
static const lowp::PartTable &getAllParts() {
  static const lowp::PartTable *parts = [] {
    DialectRegistry registry;
    lowp::registerAllDialects(registry);
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    return new lowp::PartTable(lowp_gpu::getParts(&context));
  }();
  return *parts;
}

const char *lowp::getPartName(size_t index) {
  ArrayRef<PartFacts> parts = getAllParts().getParts();
  return index < parts.size() ? parts[index].name.c_str() : nullptr;
}

std::string lowp::findPartOfDevice(const std::string &device,
                                   const std::string &chip,
                                   int64_t multiprocessors) {
  const PartFacts *part =
      getAllParts().findOfDevice(device, chip, multiprocessors);
  return part ? part->name : "";
}
