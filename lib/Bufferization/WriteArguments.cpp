//===- WriteArguments.cpp - Arguments that a function updates -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Bufferization/Donations.h"
#include "lowp/Bufferization/Passes.h"

#include "lowp/Dialect/Lowp/IR/AliasedResults.h"
#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_WRITEARGUMENTSPASS
#include "lowp/Bufferization/Passes.h.inc"
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

static LogicalResult verifyOneBlock(func::FuncOp function) {
  if (llvm::hasSingleElement(function.getBlocks()))
    return success();
  return function.emitOpError("expected one block and one return where results "
                              "are written in place of arguments, got ")
         << function.getBlocks().size() << " blocks; use scf for control flow";
}

/// The stores into the argument that `tensor` is read from, in the order of the
/// program. A store into what another store returns is one.
static FailureOr<SmallVector<MaterializeInDestinationOp>>
findStores(func::FuncOp function, Value tensor) {
  SmallVector<MaterializeInDestinationOp> stores;
  SmallVector<Value> values = {tensor};
  while (!values.empty())
    for (OpOperand &use : values.pop_back_val().getUses()) {
      auto store = dyn_cast<MaterializeInDestinationOp>(use.getOwner());
      if (!store || &use != &store.getDestMutable())
        continue;
      if (store->getBlock() != &function.front())
        return store.emitOpError("expected an update of an argument outside of "
                                 "loops and branches, got one in ")
               << store->getParentOp()->getName()
               << "; let that return the new value, and store it behind";
      stores.push_back(store);
      values.push_back(store.getResult());
    }
  llvm::sort(stores,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return stores;
}

/// Lets the value that was stored stand for what `store` returns.
static void forward(MaterializeInDestinationOp store) {
  Value value = store.getSource();
  OpBuilder builder(store);
  if (value.getType() != store.getResult().getType())
    value = tensor::CastOp::create(builder, store.getLoc(),
                                   store.getResult().getType(), value);
  store.getResult().replaceAllUsesWith(value);
  store.erase();
}

/// Replaces stores into the tensor by one into `buffer`, of the last value and
/// at the end: until then tensors read the old one. It has an effect, so that
/// nobody takes it for dead.
static void storeInto(Value buffer,
                      ArrayRef<MaterializeInDestinationOp> stores) {
  MaterializeInDestinationOp last = stores.back();
  OpBuilder builder(last->getBlock()->getTerminator());
  auto stored = MaterializeInDestinationOp::create(
      builder, last.getLoc(), /*result=*/TypeRange(), last.getSource(), buffer);
  stored.setWritable(true);
  llvm::for_each(stores, forward);
}

/// Makes a buffer of argument `number`.
static LogicalResult writeArgument(func::FuncOp function, unsigned number) {
  if (failed(verifyOneBlock(function)))
    return failure();
  BlockArgument argument = function.getArgument(number);
  auto type = cast<RankedTensorType>(argument.getType());
  function.removeArgAttr(number, BufferizationDialect::kWritableAttrName);
  argument.setType(MemRefType::get(type.getShape(), type.getElementType()));
  OpBuilder builder = OpBuilder::atBlockBegin(&function.front());
  Value tensor = bufferization::ToTensorOp::create(
      builder, function.getLoc(), type, argument, /*restrict=*/true,
      /*writable=*/true);
  argument.replaceAllUsesExcept(tensor, tensor.getDefiningOp());
  auto stores = findStores(function, tensor);
  if (failed(stores))
    return failure();
  if (!stores->empty())
    storeInto(argument, *stores);
  return success();
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
    if (failed(verifyOneBlock(function)))
      return failure();
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
          if (failed(verifyNotCalled(function, module)) ||
              failed(writeArgument(function, number)))
            return signalPassFailure();
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
