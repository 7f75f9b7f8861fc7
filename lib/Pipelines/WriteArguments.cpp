//===- WriteArguments.cpp - Arguments that a function updates -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Pipelines/Donations.h"
#include "lowp/Pipelines/Passes.h"

#include "lowp/Dialect/Lowp/IR/AliasedResults.h"
#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_WRITEARGUMENTSPASS
#include "lowp/Pipelines/Passes.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;
using bufferization::BufferizationDialect;
using bufferization::MaterializeInDestinationOp;

static bool isWritten(func::FuncOp function, unsigned number) {
  auto writable = function.getArgAttrOfType<BoolAttr>(
      number, BufferizationDialect::kWritableAttrName);
  return writable && writable.getValue() &&
         isa<RankedTensorType>(function.getArgumentTypes()[number]);
}

/// Stores into `buffer` what went into the tensor. That has an effect, so that
/// nobody takes it for dead when its result is not used.
static void storeInto(Value buffer, MaterializeInDestinationOp op) {
  OpBuilder builder(op);
  auto stored = MaterializeInDestinationOp::create(
      builder, op.getLoc(), /*result=*/TypeRange(), op.getSource(), buffer);
  stored.setWritable(true);
  op.getResult().replaceAllUsesWith(op.getSource());
  op.erase();
}

/// Makes a buffer of argument `number`.
static void writeArgument(func::FuncOp function, unsigned number) {
  BlockArgument argument = function.getArgument(number);
  auto type = cast<RankedTensorType>(argument.getType());
  function.removeArgAttr(number, BufferizationDialect::kWritableAttrName);
  argument.setType(MemRefType::get(type.getShape(), type.getElementType()));
  OpBuilder builder = OpBuilder::atBlockBegin(&function.front());
  Value tensor = bufferization::ToTensorOp::create(
      builder, function.getLoc(), type, argument, /*restrict=*/true,
      /*writable=*/true);
  argument.replaceAllUsesExcept(tensor, tensor.getDefiningOp());
  for (Operation *user : llvm::make_early_inc_range(tensor.getUsers()))
    if (auto store = dyn_cast<MaterializeInDestinationOp>(user);
        store && store.getDest() == tensor)
      storeInto(argument, store);
}

/// Stores results that are written in place of arguments into these, at the
/// end, and takes them from what the function returns.
static LogicalResult storeAliased(func::FuncOp function) {
  llvm::BitVector aliased(function.getNumResults());
  for (unsigned number = 0; number < function.getNumArguments(); ++number) {
    std::optional<unsigned> output = getAliasingOutput(function, number);
    if (!output)
      continue;
    if (!isa<RankedTensorType>(function.getArgumentTypes()[number]))
      return function.emitOpError("expected argument ")
             << number << ", in whose place a result is written, to be a "
             << "ranked tensor, got " << function.getArgumentTypes()[number];
    if (!llvm::hasSingleElement(function.getBlocks()))
      return function.emitOpError("expected one block and one return where "
                                  "results are written in place of arguments, "
                                  "got ")
             << function.getBlocks().size() << " blocks; use scf for control "
             << "flow";
    auto exit = cast<func::ReturnOp>(function.front().getTerminator());
    OpBuilder builder(exit);
    Value argument = function.getArgument(number);
    MaterializeInDestinationOp::create(builder, exit.getLoc(),
                                       exit.getOperand(*output), argument);
    aliased.set(*output);
    function.removeArgAttr(number, LowpDialect::getAliasingOutputAttrName());
    function.setArgAttr(number, BufferizationDialect::kWritableAttrName,
                        builder.getBoolAttr(true));
  }
  if (aliased.none())
    return success();
  function.front().getTerminator()->eraseOperands(aliased);
  return function.eraseResults(aliased);
}

namespace {
struct WriteArguments
    : public lowp::impl::WriteArgumentsPassBase<WriteArguments> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(takeDonations(module)))
      return signalPassFailure();
    for (auto function : module.getOps<func::FuncOp>()) {
      if (function.isDeclaration() || !function.isPublic())
        continue;
      if (failed(storeAliased(function)))
        return signalPassFailure();
      bool writes = false;
      for (unsigned number = 0; number < function.getNumArguments(); ++number)
        if (isWritten(function, number)) {
          writes = true;
          if (failed(verifyNotCalled(function, module)))
            return signalPassFailure();
          writeArgument(function, number);
        }
      if (writes)
        function.setType(FunctionType::get(&getContext(),
                                           function.front().getArgumentTypes(),
                                           function.getResultTypes()));
    }
  }

private:
  static LogicalResult verifyNotCalled(func::FuncOp function, ModuleOp module) {
    if (SymbolTable::symbolKnownUseEmpty(function, module))
      return success();
    return function.emitOpError("expected a function that updates its "
                                "arguments to be called from outside alone, "
                                "got a call within the module; let callers "
                                "within pass and get tensors");
  }
};
} // namespace
