//===- OutlineFusions.cpp - Fusions become functions ----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions are in a nested module, `@fusions`: passes on tensors and
// bufferization leave it alone, because it is lowered as values, without
// buffers of its own.
//
//===----------------------------------------------------------------------===//

#include "FusionPlan.h"

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::lowp;

/// A function of the region of `fusion`.
static func::FuncOp buildFunction(FusionOp fusion, StringRef name) {
  OpBuilder builder(fusion.getContext());
  // Shapes of the region may tell more or less than those outside.
  Block &body = fusion.getBody().front();
  Operation *yield = body.getTerminator();
  auto type = builder.getFunctionType(body.getArgumentTypes(),
                                      yield->getOperandTypes());
  auto function = func::FuncOp::create(fusion.getLoc(), name, type);
  StringRef stages = LowpDialect::getStagesAttrName();
  if (Attribute ofFusion = fusion->getAttr(stages))
    function->setAttr(stages, ofFusion);
  function.getBody().takeBody(fusion.getBody());
  builder.setInsertionPoint(yield);
  func::ReturnOp::create(builder, yield->getLoc(), yield->getOperands());
  yield->erase();
  return function;
}

static void outline(FusionOp fusion, ModuleOp nested, SymbolTable &functions) {
  auto caller = fusion->getParentOfType<FunctionOpInterface>();
  std::string name = caller ? caller.getName().str() : "fusion";
  int64_t number = llvm::range_size(nested.getOps());
  func::FuncOp function =
      buildFunction(fusion, name + "_" + std::to_string(number));
  functions.insert(function);
  auto callee = SymbolRefAttr::get(nested.getSymNameAttr(),
                                   FlatSymbolRefAttr::get(function));
  OpBuilder builder(fusion);
  auto launch =
      LaunchFusionOp::create(builder, fusion.getLoc(), fusion.getResultTypes(),
                             callee, fusion.getInputs(), fusion.getOutputs());
  fusion.replaceAllUsesWith(launch);
  fusion.erase();
}

static void outlineIn(ModuleOp module, ArrayRef<FusionOp> fusions) {
  auto nested = ModuleOp::create(module.getLoc(), "fusions");
  SymbolTable(module).insert(nested);
  SymbolTable functions(nested);
  for (FusionOp fusion : fusions)
    outline(fusion, nested, functions);
}

void mlir::lowp::outlineFusions(ModuleOp module) {
  SmallVector<FusionOp> fusions;
  module.walk([&](FusionOp op) { fusions.push_back(op); });
  // A launch names its callee from the module around it.
  llvm::MapVector<Operation *, SmallVector<FusionOp>> fusionsOfModules;
  for (FusionOp fusion : fusions)
    fusionsOfModules[fusion->getParentOfType<ModuleOp>()].push_back(fusion);
  for (auto &[parent, ofModule] : fusionsOfModules)
    outlineIn(cast<ModuleOp>(parent), ofModule);
}
