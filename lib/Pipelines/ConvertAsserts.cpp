//===- ConvertAsserts.cpp - Checks of host code become branches -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Pipelines/Passes.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/FunctionCallUtils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_CONVERTASSERTSPASS
#include "lowp/Pipelines/Passes.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

namespace {
/// Blocks that end a program, one for each message of a function. The texts of
/// messages are the module's.
class Failures {
public:
  explicit Failures(ModuleOp module) : symbols(module) {}

  /// Declares what the blocks call; fails where a function of the program has
  /// its name.
  LogicalResult declare();
  /// The block of `assertion`'s message in its function.
  Block *get(cf::AssertOp assertion);
  /// The blocks of the next function are its own.
  void leaveFunction() { blocks.clear(); }

private:
  ModuleOp getModule() { return cast<ModuleOp>(symbols.getOp()); }
  LLVM::GlobalOp getText(cf::AssertOp assertion);

  SymbolTable symbols;
  LLVM::LLVMFuncOp puts, abort;
  llvm::DenseMap<StringAttr, LLVM::GlobalOp> texts;
  llvm::DenseMap<StringAttr, Block *> blocks;
};
} // namespace

LogicalResult Failures::declare() {
  OpBuilder builder = OpBuilder::atBlockBegin(getModule().getBody());
  auto foundPuts =
      LLVM::lookupOrCreatePrintStringFn(builder, getModule(), "puts");
  auto foundAbort =
      LLVM::lookupOrCreateFn(builder, getModule(), "abort", {},
                             LLVM::LLVMVoidType::get(getModule().getContext()));
  if (failed(foundPuts) || failed(foundAbort))
    return failure();
  puts = *foundPuts;
  abort = *foundAbort;
  return success();
}

LLVM::GlobalOp Failures::getText(cf::AssertOp assertion) {
  LLVM::GlobalOp &text = texts[assertion.getMsgAttr()];
  if (text)
    return text;
  OpBuilder builder(getModule().getContext());
  std::string value = assertion.getMsg().str();
  value.push_back('\0');
  auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), value.size());
  text = LLVM::GlobalOp::create(builder, assertion.getLoc(), type,
                                /*isConstant=*/true, LLVM::Linkage::Internal,
                                "assert_message", builder.getStringAttr(value));
  symbols.insert(text, getModule().getBody()->begin());
  return text;
}

Block *Failures::get(cf::AssertOp assertion) {
  Block *&block = blocks[assertion.getMsgAttr()];
  if (block)
    return block;
  Location loc = assertion.getLoc();
  OpBuilder builder(assertion.getContext());
  Region *body = assertion->getParentRegion();
  block = builder.createBlock(body, body->end());
  Value text = LLVM::AddressOfOp::create(builder, loc, getText(assertion));
  LLVM::CallOp::create(builder, loc, puts, text);
  LLVM::CallOp::create(builder, loc, abort, ValueRange());
  LLVM::UnreachableOp::create(builder, loc);
  return block;
}

/// Ends the block of `assertion` with a branch.
static void convert(cf::AssertOp assertion, Failures &failures) {
  Block *fails = failures.get(assertion);
  Block *goesOn =
      assertion->getBlock()->splitBlock(std::next(assertion->getIterator()));
  OpBuilder builder(assertion);
  cf::CondBranchOp::create(builder, assertion.getLoc(), assertion.getArg(),
                           goesOn, fails);
  assertion.erase();
}

namespace {
struct ConvertAsserts : lowp::impl::ConvertAssertsPassBase<ConvertAsserts> {
  void runOnOperation() override {
    SmallVector<SmallVector<cf::AssertOp>> functions;
    for (auto function : getOperation().getOps<func::FuncOp>())
      functions.push_back(
          llvm::to_vector(function.getBody().getOps<cf::AssertOp>()));
    if (llvm::all_of(functions, [](auto &list) { return list.empty(); }))
      return markAllAnalysesPreserved();
    Failures failures(getOperation());
    if (failed(failures.declare()))
      return signalPassFailure();
    for (SmallVector<cf::AssertOp> &assertions : functions) {
      // The last one first: what is behind an assertion moves once.
      for (cf::AssertOp assertion : llvm::reverse(assertions))
        convert(assertion, failures);
      failures.leaveFunction();
    }
  }
};
} // namespace
