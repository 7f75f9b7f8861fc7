//===- DescribeFunctions.cpp - What a module's functions take -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DescribeFunctions.h"

#include "PrepareParts.h"
#include "SizeFacts.h"

#include "lowp/Dialect/Lowp/IR/AliasedResults.h"
#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace mlir::lowp::execution;
namespace LLVM = mlir::LLVM;
using mlir::FailureOr;
using mlir::func::FuncOp;
using mlir::lowp::getTensors;
using mlir::lowp::LowpDialect;
using mlir::lowp::SizeTracer;

/// The LowpType of `type`, or nothing.
static std::optional<LowpType> getElementType(mlir::Type type) {
  if (type.isInteger())
    type =
        mlir::IntegerType::get(type.getContext(), type.getIntOrFloatBitWidth());
  return findType(mlir::debugString(type));
}

/// Whether the ABI has scalars of this type.
static bool isScalar(mlir::Type type) {
  return type.isIntOrIndexOrFloat() && getElementType(type);
}

/// Whether the function may write to its argument `number`: a buffer, or a
/// tensor that says so, or in whose place a result is written.
static bool isWritten(FuncOp function, unsigned number) {
  if (mlir::isa<mlir::MemRefType>(function.getArgumentTypes()[number]) ||
      mlir::lowp::getAliasingOutput(function, number))
    return true;
  auto writable = function.getArgAttrOfType<mlir::BoolAttr>(
      number, mlir::bufferization::BufferizationDialect::kWritableAttrName);
  return writable && writable.getValue();
}

/// ".scales" and so on, by the number of a scaled value's tensor.
static llvm::StringRef getSuffix(unsigned tensor) {
  constexpr llvm::StringLiteral kSuffixes[] = {"", ".scales", ".global_scale"};
  return kSuffixes[tensor];
}

/// Adds the tensors of a value of `type` with the sizes that are known.
static mlir::LogicalResult addTensors(FuncOp function, llvm::StringRef name,
                                      mlir::Type type,
                                      llvm::ArrayRef<SizeDescription> sizes,
                                      std::vector<Argument> &arguments) {
  llvm::SmallVector<mlir::RankedTensorType, 3> tensors = getTensors(type);
  if (tensors.empty())
    return function.emitOpError("expected ")
           << name << " to be a ranked tensor, a scaled value, a buffer with "
           << "contiguous rows or a number, got " << type;
  for (auto [number, tensor] : llvm::enumerate(tensors)) {
    std::optional<LowpType> element = getElementType(tensor.getElementType());
    if (!element)
      return function.emitOpError("expected ")
             << name << " to have elements of whole bytes that callers have "
             << "too, got " << tensor.getElementType();
    Argument &argument = arguments.emplace_back();
    argument.name = (name + getSuffix(number)).str();
    argument.type = *element;
    argument.dimensions = sizes[number].dimensions;
    argument.formulas = sizes[number].formulas;
  }
  return mlir::success();
}

/// Arguments are called by the numbers that they have in the program. After
/// them come values that another function prepares.
static std::string nameArgument(FuncOp function, unsigned number) {
  auto sources = function->getAttrOfType<mlir::DenseI64ArrayAttr>(
      LowpDialect::getSourcesAttrName());
  if (!sources)
    return llvm::formatv("argument{0}", number);
  if (number < sources.size())
    return llvm::formatv("argument{0}", sources[number]);
  return llvm::formatv("prepared{0}", number - sources.size());
}

/// Whether `function` prepares weights for another.
static bool isPrepare(FuncOp function) {
  return function->hasAttr(LowpDialect::getFingerprintAttrName()) &&
         !function->hasAttr(LowpDialect::getPrepareAttrName());
}

static mlir::LogicalResult addArguments(FuncOp function, SizeTracer &tracer,
                                        std::vector<Argument> &arguments) {
  for (auto [number, type] : llvm::enumerate(function.getArgumentTypes())) {
    std::string name = nameArgument(function, number);
    if (isScalar(type)) {
      Argument &scalar = arguments.emplace_back();
      scalar.name = name;
      scalar.type = *getElementType(type);
      scalar.isScalar = true;
      continue;
    }
    size_t first = arguments.size();
    if (mlir::failed(addTensors(
            function, name, type,
            describeSizes(mlir::Value(function.getArgument(number)), tracer),
            arguments)))
      return mlir::failure();
    for (Argument &argument : llvm::drop_begin(arguments, first))
      argument.isWritten = isWritten(function, number);
  }
  return mlir::success();
}

/// What `function` returns; of several places where it may return, one of them.
static mlir::ValueRange getReturned(FuncOp function) {
  for (auto exit : function.getOps<mlir::func::ReturnOp>())
    return exit.getOperands();
  return {};
}

static mlir::LogicalResult addResults(FuncOp function, SizeTracer &tracer,
                                      std::vector<Argument> &results) {
  for (auto [number, value] : llvm::enumerate(getReturned(function))) {
    if (mlir::lowp::getAliasedArgument(function, number))
      continue;
    std::string name = llvm::formatv(
        isPrepare(function) ? "prepared{0}" : "result{0}", number);
    llvm::SmallVector<mlir::Value> returned;
    for (auto exit : function.getOps<mlir::func::ReturnOp>())
      returned.push_back(exit.getOperand(number));
    if (mlir::failed(addTensors(function, name, value.getType(),
                                describeSizes(returned, tracer), results)))
      return mlir::failure();
  }
  return mlir::success();
}

/// What the function says of prepared weights.
static void addPreparation(FuncOp function, Function &description) {
  auto fingerprint = function->getAttrOfType<mlir::StringAttr>(
      LowpDialect::getFingerprintAttrName());
  auto prepare = function->getAttrOfType<mlir::FlatSymbolRefAttr>(
      LowpDialect::getPrepareAttrName());
  if (fingerprint)
    description.fingerprint = fingerprint.str();
  if (!prepare)
    return;
  description.prepare = prepare.getValue().str();
  auto sources = function->getAttrOfType<mlir::DenseI64ArrayAttr>(
      LowpDialect::getSourcesAttrName());
  for (mlir::Type type :
       function.getArgumentTypes().drop_front(sources ? sources.size() : 0))
    description.numPrepared += getTensors(type).size();
}

static bool isDescribed(FuncOp function) {
  return !function.isDeclaration() && function.isPublic();
}

/// Hosts look functions up by names, and show them.
static mlir::LogicalResult verifyName(FuncOp function) {
  if (llvm::json::isUTF8(function.getName()))
    return mlir::success();
  return function.emitOpError("expected the name of a function that hosts call "
                              "to be UTF-8, got '")
         << llvm::json::fixUTF8(function.getName()) << "'; rename it";
}

static FailureOr<Function> describe(FuncOp function) {
  if (mlir::failed(verifyName(function)))
    return mlir::failure();
  SizeTracer tracer(function, /*mayBuild=*/true);
  learnSizes(function, tracer);
  Function description;
  description.name = function.getName().str();
  if (mlir::failed(addArguments(function, tracer, description.arguments)) ||
      mlir::failed(addResults(function, tracer, description.results)))
    return mlir::failure();
  addPreparation(function, description);
  return description;
}

FailureOr<std::vector<Function>>
mlir::lowp::execution::describeFunctions(mlir::ModuleOp module) {
  std::vector<Function> functions;
  for (auto function : module.getOps<FuncOp>()) {
    if (!isDescribed(function))
      continue;
    FailureOr<Function> description = describe(function);
    if (mlir::failed(description))
      return mlir::failure();
    functions.push_back(std::move(*description));
  }
  if (functions.empty())
    return module.emitError("expected a public function with a body, got none");
  return functions;
}

/// Describes again, with `describeAgain`, the functions of which that makes
/// something; the others are among `functions`.
static mlir::LogicalResult describeChanged(
    mlir::ModuleOp module, std::vector<Function> &functions,
    llvm::function_ref<mlir::OwningOpRef<FuncOp>(FuncOp)> describeAgain) {
  std::vector<Function> all;
  for (auto function : module.getOps<FuncOp>()) {
    if (!isDescribed(function))
      continue;
    mlir::OwningOpRef<FuncOp> changed = describeAgain(function);
    if (!changed) {
      size_t known = findFunction(functions, function.getName());
      assert(known < functions.size() && "passes add no other functions");
      all.push_back(std::move(functions[known]));
      continue;
    }
    FailureOr<Function> description = describe(*changed);
    if (mlir::failed(description))
      return mlir::failure();
    all.push_back(std::move(*description));
  }
  functions = std::move(all);
  return mlir::success();
}

mlir::LogicalResult
mlir::lowp::execution::describePrepared(mlir::ModuleOp module,
                                        std::vector<Function> &functions) {
  auto describeAgain = [](FuncOp function) {
    bool isChanged = function->hasAttr(LowpDialect::getFingerprintAttrName());
    return mlir::OwningOpRef<FuncOp>(isChanged ? function.clone() : FuncOp());
  };
  if (mlir::failed(describeChanged(module, functions, describeAgain)))
    return mlir::failure();
  for (Function &description : functions)
    if (auto function = module.lookupSymbol<FuncOp>(description.name);
        function && isPrepare(function))
      description.parts = describeParts(function);
  return mlir::success();
}

/// The function on tensors that a stage was; null of what is no stage. Sizes
/// are known.
static mlir::OwningOpRef<FuncOp> getStageOnTensors(FuncOp function) {
  auto reads = function->getAttrOfType<mlir::DenseI64ArrayAttr>(
      LowpDialect::getStageReadsAttrName());
  auto types = function->getAttrOfType<mlir::ArrayAttr>(
      LowpDialect::getStageTypesAttrName());
  if (!reads || !types)
    return nullptr;
  mlir::OpBuilder builder(function.getContext());
  llvm::SmallVector<mlir::Type> arguments, results;
  for (mlir::Type type : function.getArgumentTypes().take_front(reads.size())) {
    auto buffer = mlir::cast<mlir::MemRefType>(type);
    arguments.push_back(mlir::RankedTensorType::get(buffer.getShape(),
                                                    buffer.getElementType()));
  }
  for (mlir::Type type : types.getAsValueRange<mlir::TypeAttr>())
    results.push_back(type);
  auto made = FuncOp::create(builder, function.getLoc(), function.getName(),
                             builder.getFunctionType(arguments, results));
  builder.setInsertionPointToEnd(made.addEntryBlock());
  llvm::SmallVector<mlir::Value> values;
  for (mlir::Type type : results)
    values.push_back(mlir::tensor::EmptyOp::create(builder, function.getLoc(),
                                                   type, mlir::ValueRange()));
  mlir::func::ReturnOp::create(builder, function.getLoc(), values);
  return made;
}

mlir::LogicalResult
mlir::lowp::execution::describeStages(mlir::ModuleOp module,
                                      std::vector<Function> &functions) {
  return describeChanged(module, functions, getStageOnTensors);
}

/// Adds what an external function takes, or gives, of `types`.
static mlir::LogicalResult
addExternalArguments(LLVM::LLVMFuncOp function, mlir::TypeRange types,
                     llvm::StringRef what, std::vector<Argument> &arguments) {
  for (auto [number, type] : llvm::enumerate(types)) {
    auto buffer = mlir::dyn_cast<mlir::MemRefType>(type);
    std::optional<LowpType> element =
        getElementType(mlir::getElementTypeOrSelf(type));
    if (!element)
      return function.emitError("expected external function '")
             << function.getSymName()
             << "' to take elements of whole bytes that hosts have too, got "
             << type;
    Argument &argument = arguments.emplace_back();
    argument.name = llvm::formatv("{0}{1}", what, number);
    argument.type = *element;
    argument.isScalar = !buffer;
    if (!buffer)
      continue;
    for (int64_t size : buffer.getShape())
      argument.dimensions.push_back(
          {mlir::ShapedType::isDynamic(size) ? -1 : size, -1, -1, 1, 1});
  }
  return mlir::success();
}

FailureOr<std::vector<Function>>
mlir::lowp::execution::describeExternals(mlir::ModuleOp lowered) {
  std::vector<Function> externals;
  for (auto function : lowered.getOps<LLVM::LLVMFuncOp>()) {
    auto signature = function->getAttrOfType<mlir::TypeAttr>(
        LowpDialect::getSignatureAttrName());
    if (!function.isExternal() || !signature)
      continue;
    auto type = mlir::cast<mlir::FunctionType>(signature.getValue());
    Function &external = externals.emplace_back();
    external.name = function.getSymName().str();
    if (mlir::failed(addExternalArguments(function, type.getInputs(),
                                          "argument", external.arguments)) ||
        mlir::failed(addExternalArguments(function, type.getResults(), "result",
                                          external.results)))
      return mlir::failure();
  }
  return externals;
}
