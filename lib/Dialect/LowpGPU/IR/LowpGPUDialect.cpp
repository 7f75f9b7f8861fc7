//===- LowpGPUDialect.cpp - The lowp_gpu dialect --------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/LowpGPU/IR/LowpGPUDialect.h"
#include "RenamedWords.h"
#include "lowp/Dialect/Lowp/IR/AttributeNames.h"
#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Dialect/LowpGPU/IR/KGroupOps.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Dialect/LowpGPU/IR/PartAttr.h"
#include "lowp/Dialect/LowpGPU/IR/ScaleTileOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

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

/// Checks a discardable attribute whose name starts with "lowp_gpu.".
LogicalResult
LowpGPUDialect::verifyOperationAttribute(Operation *op,
                                         NamedAttribute attribute) {
  StringRef name = attribute.getName();
  if (failed(lowp::verifyAttributeName(op, name, AttributePlace::Operation,
                                       kAttributeNames)))
    return failure();
  if (name == getConfigAttrName() &&
      !isa<ConfigAttr, ConfigTableAttr>(attribute.getValue()))
    return op->emitOpError("expected '")
           << name
           << "' to be a #lowp_gpu.config or a #lowp_gpu.config_table, got "
           << attribute.getValue();
  if (name == getGemmsAttrName() &&
      !isa<DenseI64ArrayAttr>(attribute.getValue()))
    return op->emitOpError("expected '")
           << name << "' to be an array of i64, got " << attribute.getValue();
  if ((name == getModelConfigsAttrName() ||
       name == getDroppedConfigsAttrName()) &&
      !isConfigList(attribute.getValue()))
    return op->emitOpError("expected '")
           << name << "' to be an array of #lowp_gpu.config, got "
           << attribute.getValue();
  if (name == getChipAttrName() && !isa<StringAttr>(attribute.getValue()))
    return op->emitOpError("expected '")
           << name << "' to be a string, got " << attribute.getValue();
  auto planned = dyn_cast<DenseF64ArrayAttr>(attribute.getValue());
  if (name == getPlannedAttrName() && (!planned || planned.size() != 2))
    return op->emitOpError("expected '")
           << name << "' to be an array of two f64, got "
           << attribute.getValue();
  if (name == getPlannedRecipeAttrName() &&
      !isa<lowp::MatmulRecipeAttr>(attribute.getValue()))
    return op->emitOpError("expected '")
           << name << "' to be a #lowp.matmul_recipe, got "
           << attribute.getValue();
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

static ParseResult refuseOperation(OpAsmParser &parser, OperationState &state) {
  StringRef name = state.name.stripDialect();
  refuseOldName(parser, parser.getNameLoc(), WordPlace::Operation, name);
  return failure();
}

std::optional<Dialect::ParseOpHook>
LowpGPUDialect::getParseOperationHook(StringRef name) const {
  StringRef word = name.split('.').second;
  if (findNewName(WordPlace::Operation, word).empty())
    return Dialect::getParseOperationHook(name);
  return refuseOperation;
}

void LowpGPUDialect::initialize() {
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "lowp/Dialect/LowpGPU/IR/KGroupOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "lowp/Dialect/LowpGPU/IR/ScaleTileOps.cpp.inc"
      >();
}
