//===- PrepareParts.cpp - Functions that prepare, in parts ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrepareParts.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Support/DebugStringHelper.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SHA256.h"

using namespace mlir;
using namespace mlir::lowp;
using func::FuncOp;

namespace {

/// Results that have weights in common, and all that they are computed of.
struct Part {
  SmallVector<unsigned> arguments, results;
  SetVector<Operation *> ops;
};

} // namespace

/// What `value` is computed of.
static SetVector<Operation *> findOps(Value value) {
  SetVector<Operation *> ops;
  BackwardSliceOptions options;
  options.inclusive = true;
  options.omitUsesFromAbove = false;
  options.omitBlockArguments = true;
  (void)getBackwardSlice(value, &ops, options);
  return ops;
}

/// The arguments of the function that `ops` read.
static SmallVector<unsigned> findArguments(const SetVector<Operation *> &ops,
                                           FuncOp function) {
  llvm::SetVector<Value> read;
  for (Operation *op : ops) {
    read.insert_range(op->getOperands());
    getUsedValuesDefinedAbove(op->getRegions(), read);
  }
  SmallVector<unsigned> arguments;
  for (BlockArgument argument : function.getArguments())
    if (read.contains(argument))
      arguments.push_back(argument.getArgNumber());
  return arguments;
}

static SmallVector<Part> findParts(FuncOp function, OperandRange results) {
  unsigned count = function.getNumArguments();
  llvm::IntEqClasses classes(count + results.size());
  SmallVector<SetVector<Operation *>> ops;
  for (auto [number, value] : llvm::enumerate(results)) {
    ops.push_back(findOps(value));
    for (unsigned argument : findArguments(ops.back(), function))
      classes.join(count + number, argument);
  }
  classes.compress();
  SmallVector<Part> parts(classes.getNumClasses());
  for (unsigned argument = 0; argument < count; ++argument)
    parts[classes[argument]].arguments.push_back(argument);
  for (unsigned number = 0; number < results.size(); ++number) {
    Part &part = parts[classes[count + number]];
    part.results.push_back(number);
    part.ops.insert_range(ops[number]);
  }
  return parts;
}

/// The function of a part alone.
static OwningOpRef<FuncOp> build(FuncOp function, OperandRange results,
                                 const Part &part) {
  SmallVector<Type> inputs, outputs;
  for (unsigned number : part.arguments)
    inputs.push_back(function.getArgumentTypes()[number]);
  for (unsigned number : part.results)
    outputs.push_back(results[number].getType());
  OpBuilder builder(function.getContext());
  OwningOpRef<FuncOp> made(
      FuncOp::create(builder, function.getLoc(), "part",
                     builder.getFunctionType(inputs, outputs)));
  made->setPrivate();
  builder.setInsertionPointToStart(made->addEntryBlock());
  IRMapping mapping;
  for (auto [argument, number] :
       llvm::zip_equal(made->getArguments(), part.arguments))
    mapping.map(function.getArgument(number), argument);
  for (Operation &op : function.front())
    if (part.ops.contains(&op))
      builder.clone(op, mapping);
  SmallVector<Value> returned;
  for (unsigned number : part.results)
    returned.push_back(mapping.lookup(results[number]));
  func::ReturnOp::create(builder, function.getLoc(), returned);
  return made;
}

static std::string print(FuncOp function) {
  std::string text;
  llvm::raw_string_ostream os(text);
  function->print(os, OpPrintingFlags().useLocalScope());
  return text;
}

/// Calls a function by what it computes: equal ones are equally called.
static void nameByContent(FuncOp function) {
  std::string text = print(function);
  auto digest = llvm::SHA256::hash(llvm::arrayRefFromStringRef(text));
  function.setName("part_" + llvm::toHex(ArrayRef(digest).take_front(16),
                                         /*LowerCase=*/true));
}

static llvm::json::Value describeArgument(FuncOp function, unsigned number) {
  Type type = function.getArgumentTypes()[number];
  llvm::json::Object described{{"number", number}, {"type", debugString(type)}};
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    described["shape"] = llvm::json::Array(tensor.getShape());
    described["element"] = debugString(tensor.getElementType());
  }
  return described;
}

static llvm::json::Value describe(FuncOp function, OperandRange results,
                                  const Part &part) {
  llvm::json::Array arguments, returned;
  for (unsigned number : part.arguments)
    arguments.push_back(describeArgument(function, number));
  for (unsigned number : part.results)
    returned.push_back(llvm::json::Object{
        {"number", number}, {"type", debugString(results[number].getType())}});
  OwningOpRef<FuncOp> made = build(function, results, part);
  nameByContent(*made);
  return llvm::json::Object{{"name", made->getName().str()},
                            {"text", print(*made)},
                            {"arguments", std::move(arguments)},
                            {"results", std::move(returned)}};
}

std::string execution::describeParts(FuncOp prepare) {
  OperandRange results = prepare.front().getTerminator()->getOperands();
  llvm::json::Array parts;
  for (const Part &part : findParts(prepare, results))
    parts.push_back(describe(prepare, results, part));
  return debugString(llvm::json::Value(std::move(parts)));
}
