//===- LowpGPUDialect.cpp - The lowp_gpu dialect --------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/LowpGPU/IR/LowpGPUDialect.h"
#include "lowp/Dialect/Lowp/IR/AttributeNames.h"
#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Dialect/LowpGPU/IR/PartAttr.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <functional>

using namespace mlir;
using namespace mlir::lowp_gpu;

#include "lowp/Dialect/LowpGPU/IR/LowpGPUDialect.cpp.inc"

using lowp::AttributePlace;

static constexpr lowp::AttributeName kAttributeNames[] = {
#define LOWP_ATTRIBUTE_NAME(getter, name, place) {name, AttributePlace::place},
#include "lowp/Dialect/LowpGPU/IR/LowpGPUAttributeNames.def"
};

static bool isConfigList(Attribute attribute) {
  auto list = dyn_cast<ArrayAttr>(attribute);
  return list && llvm::all_of(list, llvm::IsaPred<ConfigAttr>);
}

static bool isPair(Attribute attribute) {
  auto list = dyn_cast<DenseF64ArrayAttr>(attribute);
  return list && list.size() == 2;
}

/// Checks a discardable attribute whose name starts with "lowp_gpu.".
LogicalResult
LowpGPUDialect::verifyOperationAttribute(Operation *op,
                                         NamedAttribute attribute) {
  StringRef name = attribute.getName();
  if (failed(lowp::verifyAttributeName(op, name, AttributePlace::Operation,
                                       kAttributeNames)))
    return failure();
  static const std::tuple<StringRef, StringRef, std::function<bool(Attribute)>>
      kContents[] = {{getConfigAttrName(),
                      "a #lowp_gpu.config or a #lowp_gpu.config_table",
                      llvm::IsaPred<ConfigAttr, ConfigTableAttr>},
                     {getGemmsAttrName(), "an array of i64",
                      llvm::IsaPred<DenseI64ArrayAttr>},
                     {getModelConfigsAttrName(), "an array of #lowp_gpu.config",
                      isConfigList},
                     {getDroppedConfigsAttrName(),
                      "an array of #lowp_gpu.config", isConfigList},
                     {getChipAttrName(), "a string", llvm::IsaPred<StringAttr>},
                     {getPlannedAttrName(), "an array of two f64", isPair},
                     {getPlannedRecipeAttrName(), "a #lowp.matmul_recipe",
                      llvm::IsaPred<lowp::MatmulRecipeAttr>}};
  for (const auto &[known, content, fits] : kContents)
    if (name == known && !fits(attribute.getValue()))
      return op->emitOpError("expected '") << name << "' to be " << content
                                           << ", got " << attribute.getValue();
  if (name == getPartAttrName())
    if (auto part = readPartAttr(attribute.getValue()); !part)
      return op->emitOpError("attribute '")
             << name << "': " << llvm::toString(part.takeError());
  return success();
}

LogicalResult
LowpGPUDialect::verifyRegionArgAttribute(Operation *op, unsigned region,
                                         unsigned argument,
                                         NamedAttribute attribute) {
  return lowp::verifyAttributeName(op, attribute.getName(),
                                   AttributePlace::Argument, kAttributeNames);
}

LogicalResult LowpGPUDialect::verifyRegionResultAttribute(
    Operation *op, unsigned region, unsigned result, NamedAttribute attribute) {
  return lowp::verifyAttributeName(op, attribute.getName(),
                                   AttributePlace::Result, kAttributeNames);
}

void LowpGPUDialect::initialize() {
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.cpp.inc"
      >();
}
