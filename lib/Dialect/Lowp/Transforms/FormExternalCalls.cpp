//===- FormExternalCalls.cpp - Calls of functions of the user's -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Common/BuildGeneric.h"
#include "lowp/Dialect/Lowp/IR/ExternalFunction.h"
#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_FORMEXTERNALCALLSPASS
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

namespace {
/// Makes the operation of one call.
class CallBuilder {
public:
  CallBuilder(func::CallOp call, ExternalFunction callee)
      : call(call), callee(callee), builder(call) {}

  void build();

private:
  /// The tensor that result `number` is written to.
  Value createOutput(unsigned number);

  func::CallOp call;
  ExternalFunction callee;
  OpBuilder builder;
  /// What the body returns; empty until somebody asks for its sizes, for which
  /// alone it is copied, so that nothing of it remains.
  SmallVector<Value> computed;
};
} // namespace

Value CallBuilder::createOutput(unsigned number) {
  if (std::optional<unsigned> argument = callee.getAliased(number))
    return call.getOperand(*argument);
  auto type = cast<RankedTensorType>(call.getResultTypes()[number]);
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (!type.isDynamicDim(dim))
      continue;
    if (computed.empty())
      computed =
          cloneBody(builder, callee.getFunction().front(), call.getOperands());
    sizes.push_back(
        tensor::DimOp::create(builder, call.getLoc(), computed[number], dim));
  }
  return tensor::EmptyOp::create(builder, call.getLoc(), type, sizes);
}

void CallBuilder::build() {
  SmallVector<Value> inputs, outputs;
  SmallVector<int64_t> strided, updated;
  for (auto [number, operand] : llvm::enumerate(call.getOperands())) {
    if (callee.isAliased(number))
      continue;
    if (callee.isStrided(number))
      strided.push_back(inputs.size());
    inputs.push_back(operand);
  }
  for (unsigned number = 0; number < call.getNumResults(); ++number) {
    if (callee.getAliased(number))
      updated.push_back(number);
    outputs.push_back(createOutput(number));
  }
  auto formed = CallExternalOp::create(
      builder, call.getLoc(), call.getResultTypes(), callee.getSymbol(), inputs,
      outputs, strided, updated);
  call.replaceAllUsesWith(formed);
  call.erase();
}

/// "(types) -> (types)" as C has them.
static FunctionType getInterface(CallExternalOp call) {
  return FunctionType::get(call.getContext(), call.getInputs().getTypes(),
                           call.getOutputs().getTypes());
}

/// Fails where the C function `symbol`, which `told` names, is one of the
/// module that others call.
static LogicalResult verifyOwner(Operation *told, StringRef symbol) {
  auto own =
      told->getParentOfType<ModuleOp>().lookupSymbol<func::FuncOp>(symbol);
  if (!own || !own.isPublic())
    return success();
  return told->emitOpError("expected a C function that is not in this module, "
                           "got '")
         << symbol << "', which is; call it itself";
}

/// Fails where calls of one C function contradict each other.
static LogicalResult verifyCalls(ModuleOp module) {
  llvm::StringMap<CallExternalOp> bySymbol;
  WalkResult result = module.walk([&](CallExternalOp call) -> WalkResult {
    StringRef symbol = call.getSymbol();
    CallExternalOp known = bySymbol.try_emplace(symbol, call).first->second;
    if (!haveOneInterface(call, known))
      return call.emitOpError("expected calls of one C function, '")
             << symbol
             << "', to take and give the same ranks and element types, got "
             << getInterface(call) << " and " << getInterface(known)
             << "; name a function for each";
    if (failed(verifyOwner(call, symbol)))
      return failure();
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

namespace {
struct FormExternalCalls
    : lowp::impl::FormExternalCallsPassBase<FormExternalCalls> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<ExternalFunction> functions;
    if (failed(find(functions)))
      return signalPassFailure();
    if (!functions.empty())
      form(functions);
    else
      markAllAnalysesPreserved();
    if (failed(verifyCalls(getOperation())))
      signalPassFailure();
  }

private:
  /// Makes operations of the calls of `functions`.
  void form(MutableArrayRef<ExternalFunction> functions) {
    SymbolTable symbols(getOperation());
    getOperation().walk([&](func::CallOp call) {
      auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
      if (callee && callee->hasAttr(LowpDialect::getExternalAttrName()) &&
          !(useBodies && !callee.isDeclaration()))
        CallBuilder(call, ExternalFunction(callee)).build();
    });
    for (ExternalFunction &function : functions)
      if (SymbolTable::symbolKnownUseEmpty(function.getFunction(),
                                           getOperation()))
        symbols.erase(function.getFunction());
    resolveSizes();
  }

  /// The external functions of the module, which do not contradict each other.
  LogicalResult find(SmallVector<ExternalFunction> &found) {
    llvm::StringMap<ExternalFunction> bySymbol;
    for (auto func : getOperation().getOps<func::FuncOp>()) {
      if (!func->hasAttr(LowpDialect::getExternalAttrName()))
        continue;
      for (Type type : func.getResultTypes())
        if (!isa<RankedTensorType>(type))
          return func.emitOpError("expected results that are tensors, got ")
                 << type
                 << "; declare the function as the program calls it before "
                    "bufferization";
      ExternalFunction &function = found.emplace_back(func);
      StringRef symbol = function.getSymbol();
      ExternalFunction &known =
          bySymbol.try_emplace(symbol, function).first->second;
      if (!function.hasInterfaceOf(known))
        return func.emitOpError("expected functions of one C function, '")
               << symbol
               << "', to take and give the same ranks and element types, got "
               << func.getFunctionType() << " and "
               << cast<func::FuncOp>(*known.getFunction()).getFunctionType();
      if (failed(verifyOwner(func, symbol)))
        return failure();
    }
    return success();
  }

  /// Sizes of what bodies compute, without the bodies.
  void resolveSizes() {
    RewritePatternSet patterns(&getContext());
    memref::populateResolveRankedShapedTypeResultDimsPatterns(patterns);
    memref::populateResolveShapedTypeResultDimsPatterns(patterns);
    tensor::DimOp::getCanonicalizationPatterns(patterns, &getContext());
    // Whether it converges matters to the speed of the program only.
    (void)applyPatternsGreedily(getOperation(), std::move(patterns));
  }
};
} // namespace
