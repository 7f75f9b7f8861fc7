//===- ConvertAsserts.cpp - Checks of host code become branches -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A `cf.assert` or `lowp.assert` that is not within another operation of a
// function becomes a branch to a block that prints its message, with its
// numbers, and ends the program. Checks of one message share the block in a
// function, and the text in the module. Upstream's conversion makes both for
// each check, and looks for a free name among all that it has made: that took
// an eighth of a compilation for the CPU.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Dialect/Lowp/IR/AssertOp.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/FunctionCallUtils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace mlir::lowp;

/// So many bytes has a message with its numbers.
static constexpr int64_t kMostBytes = 1024;

namespace {
/// A check: a condition, and what is said with which numbers unless it holds.
struct Check {
  static std::optional<Check> get(Operation *op);

  Operation *op;
  Value condition;
  StringAttr message;
  ValueRange numbers;
};

/// Blocks that end a program, one for each message of a function. The texts of
/// messages are the module's.
class Failures {
public:
  explicit Failures(ModuleOp module) : symbols(module) {}

  /// Declares what the blocks call; fails where a function of the program has
  /// its name.
  LogicalResult declare(bool withNumbers);
  /// The block of the message of `check` in its function, with its numbers as
  /// arguments.
  Block *get(const Check &check);
  /// The blocks of the next function are its own.
  void leaveFunction() { blocks.clear(); }

private:
  ModuleOp getModule() { return cast<ModuleOp>(symbols.getOp()); }
  LLVM::GlobalOp getText(const Check &check);
  /// `text` with `numbers` in it.
  Value buildNumbers(OpBuilder &builder, Location loc, Value text,
                     ValueRange numbers);

  SymbolTable symbols;
  LLVM::LLVMFuncOp puts, abort, snprintf;
  llvm::DenseMap<StringAttr, LLVM::GlobalOp> texts;
  llvm::DenseMap<StringAttr, Block *> blocks;
};
} // namespace

std::optional<Check> Check::get(Operation *op) {
  if (auto check = dyn_cast<cf::AssertOp>(op))
    return Check{op, check.getArg(), check.getMsgAttr(), {}};
  if (auto check = dyn_cast<AssertOp>(op))
    return Check{op, check.getCondition(), check.getMessageAttr(),
                 check.getNumbers()};
  return std::nullopt;
}

LogicalResult Failures::declare(bool withNumbers) {
  ModuleOp module = getModule();
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  MLIRContext *context = module.getContext();
  auto foundPuts = LLVM::lookupOrCreatePrintStringFn(builder, module, "puts");
  auto foundAbort = LLVM::lookupOrCreateFn(builder, module, "abort", {},
                                           LLVM::LLVMVoidType::get(context));
  if (failed(foundPuts) || failed(foundAbort))
    return failure();
  puts = *foundPuts;
  abort = *foundAbort;
  if (!withNumbers)
    return success();
  auto pointer = LLVM::LLVMPointerType::get(context);
  auto foundPrint = LLVM::lookupOrCreateFn(
      builder, module, "snprintf", {pointer, builder.getI64Type(), pointer},
      builder.getI32Type(), /*isVarArg=*/true);
  if (failed(foundPrint))
    return failure();
  snprintf = *foundPrint;
  return success();
}

/// `message` as a format of the C library: number n is its argument n.
static std::string makeFormat(StringRef message, unsigned numbers) {
  std::string format;
  for (char character : message)
    format.append(character == '%' ? 2 : 1, character);
  for (unsigned number = 0; number < numbers; ++number) {
    std::string place = "{" + std::to_string(number) + "}";
    for (size_t at; (at = format.find(place)) != std::string::npos;)
      format.replace(at, place.size(),
                     "%" + std::to_string(number + 1) + "$lld");
  }
  return format;
}

LLVM::GlobalOp Failures::getText(const Check &check) {
  LLVM::GlobalOp &text = texts[check.message];
  if (text)
    return text;
  OpBuilder builder(getModule().getContext());
  std::string value = check.message.getValue().str();
  if (!check.numbers.empty())
    value = makeFormat(value, check.numbers.size());
  value.push_back('\0');
  auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), value.size());
  text = LLVM::GlobalOp::create(builder, check.op->getLoc(), type,
                                /*isConstant=*/true, LLVM::Linkage::Internal,
                                "assert_message", builder.getStringAttr(value));
  symbols.insert(text, getModule().getBody()->begin());
  return text;
}

Value Failures::buildNumbers(OpBuilder &builder, Location loc, Value text,
                             ValueRange numbers) {
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value bytes = LLVM::ConstantOp::create(builder, loc,
                                         builder.getI64IntegerAttr(kMostBytes));
  Value buffer =
      LLVM::AllocaOp::create(builder, loc, pointer, builder.getI8Type(), bytes);
  SmallVector<Value> arguments = {buffer, bytes, text};
  for (Value number : numbers)
    arguments.push_back(
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), number));
  LLVM::CallOp::create(builder, loc, snprintf, arguments);
  return buffer;
}

Block *Failures::get(const Check &check) {
  Block *&block = blocks[check.message];
  if (block)
    return block;
  Location loc = check.op->getLoc();
  OpBuilder builder(loc.getContext());
  Region *body = check.op->getParentRegion();
  SmallVector<Location> locations(check.numbers.size(), loc);
  block = builder.createBlock(body, body->end(), check.numbers.getTypes(),
                              locations);
  Value text = LLVM::AddressOfOp::create(builder, loc, getText(check));
  if (!check.numbers.empty())
    text = buildNumbers(builder, loc, text, block->getArguments());
  LLVM::CallOp::create(builder, loc, puts, text);
  LLVM::CallOp::create(builder, loc, abort, ValueRange());
  LLVM::UnreachableOp::create(builder, loc);
  return block;
}

/// Ends the block of `check` with a branch.
static void convert(const Check &check, Failures &failures) {
  Block *fails = failures.get(check);
  Block *goesOn =
      check.op->getBlock()->splitBlock(std::next(check.op->getIterator()));
  OpBuilder builder(check.op);
  cf::CondBranchOp::create(builder, check.op->getLoc(), check.condition, goesOn,
                           ValueRange(), fails, check.numbers);
  check.op->erase();
}

/// The checks of `function` that are not within another operation.
static SmallVector<Check> findChecks(func::FuncOp function) {
  SmallVector<Check> checks;
  for (Operation &op : function.getBody().getOps())
    if (std::optional<Check> check = Check::get(&op))
      checks.push_back(*check);
  return checks;
}

LogicalResult mlir::lowp::convertAsserts(ModuleOp op) {
  SmallVector<SmallVector<Check>> functions;
  for (auto function : op.getOps<func::FuncOp>())
    functions.push_back(findChecks(function));
  if (llvm::all_of(functions, [](auto &list) { return list.empty(); }))
    return success();
  auto hasNumbers = [](const Check &check) { return !check.numbers.empty(); };
  bool withNumbers = llvm::any_of(
      functions, [&](auto &list) { return llvm::any_of(list, hasNumbers); });
  Failures failures(op);
  if (failed(failures.declare(withNumbers)))
    return failure();
  for (SmallVector<Check> &checks : functions) {
    // The last one first: what is after a check moves once.
    for (const Check &check : llvm::reverse(checks))
      convert(check, failures);
    failures.leaveFunction();
  }
  return success();
}
