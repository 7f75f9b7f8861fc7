//===- LowpDialect.cpp - The lowp dialect ---------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "lowp/Dialect/Lowp/IR/AliasedResults.h"
#include "lowp/Dialect/Lowp/IR/AssertOp.h"
#include "lowp/Dialect/Lowp/IR/AttributeNames.h"
#include "lowp/Dialect/Lowp/IR/ExternalFunction.h"
#include "lowp/Dialect/Lowp/IR/LowpBytecode.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/Dialect/Lowp/IR/MXScale.h"
#include "lowp/Dialect/Lowp/IR/MatmulRole.h"
#include "lowp/Dialect/Lowp/IR/OrderRowsOp.h"
#include "lowp/Dialect/Lowp/IR/RepeatRowsOp.h"
#include "lowp/Dialect/Lowp/IR/ScatterOp.h"
#include "lowp/Dialect/Lowp/IR/SpreadRowsOp.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;
using namespace mlir::lowp;

#include "lowp/Dialect/Lowp/IR/LowpDialect.cpp.inc"

namespace {
/// Every op may move into another function: none of them looks around.
struct LowpInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

static constexpr AttributeName kAttributeNames[] = {
#define LOWP_ATTRIBUTE_NAME(getter, name, place) {name, AttributePlace::place},
#include "lowp/Dialect/Lowp/IR/LowpAttributeNames.def"
    {kMXRoundUpAttrName, AttributePlace::Operation},
};

/// An external function, which passes may have lowered further.
static LogicalResult verifyExternal(Operation *op) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return op->emitOpError("expected '")
           << LowpDialect::getExternalAttrName() << "' on a function";
  bool isOnTensors = op->getName().getDialectNamespace() == "func";
  return isOnTensors ? ExternalFunction(function).verify() : success();
}

/// Checks a discardable attribute whose name starts with "lowp.".
static LogicalResult verifyStages(Operation *op, Attribute value) {
  // stages-C1.
  size_t results = op->getNumResults();
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    results = function.getNumResults();
  auto stages = dyn_cast<DenseI64ArrayAttr>(value);
  bool arePositive = stages && llvm::all_of(stages.asArrayRef(),
                                            [](int64_t n) { return n > 0; });
  if (arePositive &&
      llvm::sum_of(stages.asArrayRef(), int64_t(0)) == int64_t(results))
    return success();
  return op->emitOpError() << "expected '" << LowpDialect::getStagesAttrName()
                           << "' to be an array of i64 that divides " << results
                           << " results into stages with one at least, got "
                           << value;
}

LogicalResult LowpDialect::verifyOperationAttribute(Operation *op,
                                                    NamedAttribute attribute) {
  if (failed(verifyAttributeName(op, attribute.getName(),
                                 AttributePlace::Operation, kAttributeNames)))
    return failure();
  // name-C1.
  if (attribute.getName() == getNameAttrName() &&
      !isa<StringAttr>(attribute.getValue()))
    return op->emitOpError()
           << "expected '" << getNameAttrName() << "' to be a string, got "
           << attribute.getValue();
  if (attribute.getName() == getRoleAttrName())
    return verifyRole(op, attribute.getValue());
  if (attribute.getName() == getStagesAttrName())
    return verifyStages(op, attribute.getValue());
  if (attribute.getName() == getExternalAttrName())
    return verifyExternal(op);
  if (attribute.getName() != getRecipeAttrName())
    return success();
  // recipe-C1.
  if (isa<MatmulRecipeAttr, TrainingRecipeAttr>(attribute.getValue()))
    return success();
  return op->emitOpError() << "expected '" << getRecipeAttrName()
                           << "' to be a #lowp.matmul_recipe or "
                              "#lowp.training_recipe, got "
                           << attribute.getValue();
}

static LogicalResult verifySeed(Operation *op, unsigned argument,
                                Attribute value) {
  // seed-C1.
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (function && isa<UnitAttr>(value) &&
      function.getArgumentTypes()[argument].isInteger(64))
    return success();
  return op->emitOpError() << "expected '" << LowpDialect::getSeedAttrName()
                           << "' to be a unit attribute on an argument of type "
                              "i64, got it on argument "
                           << argument;
}

static LogicalResult verifyParameter(Operation *op, unsigned argument,
                                     Attribute value) {
  StringRef name = LowpDialect::getParameterAttrName();
  auto function = dyn_cast<FunctionOpInterface>(op);
  // parameter-C1.
  auto calls = dyn_cast<IntegerAttr>(value);
  bool isCount =
      calls && calls.getType().isSignlessInteger(64) && calls.getInt() > 0;
  bool isKnown = isa<UnitAttr>(value) || isCount;
  if (!function || !isKnown ||
      !isa<RankedTensorType, ScaledType>(function.getArgumentTypes()[argument]))
    return op->emitOpError()
           << "expected '" << name
           << "' to be a unit attribute, or a positive count of calls, on a "
              "function's argument that is a ranked tensor or a scaled value, "
              "got it on argument "
           << argument;
  // parameter-C2.
  auto writable =
      function.getArgAttrOfType<BoolAttr>(argument, "bufferization.writable");
  bool isWritable = writable && writable.getValue();
  if (!isWritable && !getAliasingOutput(function, argument))
    return success();
  return op->emitOpError() << "expected argument " << argument << " with '"
                           << name
                           << "' to be one that the function reads alone, got '"
                           << (isWritable
                                   ? "bufferization.writable = true"
                                   : LowpDialect::getAliasingOutputAttrName())
                           << "'; update weights in a function of their own";
}

/// A result in place of an argument. What calls of external functions need is
/// verified with these.
static LogicalResult verifyAliasing(Operation *op) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  StringRef name = LowpDialect::getAliasingOutputAttrName();
  if (function && function->hasAttr(LowpDialect::getExternalAttrName()))
    return success();
  // alias-C2.
  if (!function || !function.isPublic())
    return op->emitOpError("expected '")
           << name << "' on an argument of a public function, whose callers "
           << "have the memory, or of one with '"
           << LowpDialect::getExternalAttrName() << "'";
  return verifyAliasingOutputs(function);
}

/// Checks a discardable attribute of an argument, for example of a function.
LogicalResult LowpDialect::verifyRegionArgAttribute(Operation *op,
                                                    unsigned region,
                                                    unsigned argument,
                                                    NamedAttribute attribute) {
  if (failed(verifyAttributeName(op, attribute.getName(),
                                 AttributePlace::Argument, kAttributeNames)))
    return failure();
  if (attribute.getName() == getSeedAttrName())
    return verifySeed(op, argument, attribute.getValue());
  if (attribute.getName() == getParameterAttrName())
    return verifyParameter(op, argument, attribute.getValue());
  if (attribute.getName() == getAliasingOutputAttrName())
    return verifyAliasing(op);
  return success();
}

LogicalResult LowpDialect::verifyRegionResultAttribute(
    Operation *op, unsigned region, unsigned result, NamedAttribute attribute) {
  return verifyAttributeName(op, attribute.getName(), AttributePlace::Result,
                             kAttributeNames);
}

void LowpDialect::initialize() {
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "lowp/Dialect/Lowp/IR/LowpOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "lowp/Dialect/Lowp/IR/AssertOp.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "lowp/Dialect/Lowp/IR/ScatterOp.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "lowp/Dialect/Lowp/IR/OrderRowsOp.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "lowp/Dialect/Lowp/IR/RepeatRowsOp.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "lowp/Dialect/Lowp/IR/SpreadRowsOp.cpp.inc"
      >();
  addInterfaces<LowpInlinerInterface>();
  addBytecodeInterface(*this);
}
