//===- CompiledCall.cpp - A compiled function and its arguments -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompiledCall.h"

#include "Externals.h"

#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "lowp/Pipelines/Survive.h"
#include "lowp/Runtime/Call.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Support/DebugStringHelper.h"

using namespace mlir::lowp;
using namespace mlir::lowp::run;
using execution::Artifact;
using execution::CompileRequest;

llvm::Error run::makeError(const runtime::Error &error) {
  return llvm::createStringError(llvm::Twine(lowpStatusName(error.status)) +
                                 ": " + error.message);
}

llvm::Expected<CompiledCall> CompiledCall::compile(Call call,
                                                   const RunOptions &options,
                                                   LowpDeviceKind device) {
  mlir::OwningOpRef<mlir::ModuleOp> module(call.module.clone());
  CompileRequest request{options.compile, device};
  if (options.variant == Variant::Unquantized) {
    module->walk([](mlir::linalg::LinalgOp op) {
      op->removeAttr(LowpDialect::getRecipeAttrName());
    });
    request.recipe.clear();
  }
  request.reference = options.variant != Variant::Compiled;
  mlir::FailureOr<Artifact> artifact = mlir::failure();
  auto compile = [&] {
    artifact = execution::compileArtifact(*module, request);
  };
  if (auto crash = runSurviving(
          compile, [&] { return mlir::debugString(call.module); })) {
    (void)module.release();
    return llvm::createStringError(*crash);
  }
  if (mlir::failed(artifact))
    return llvm::createStringError("compilation failed, see above");
  size_t function =
      execution::findFunction(artifact->functions, call.function.getName());
  auto program = std::make_unique<execution::Program>(std::move(*artifact));
  if (llvm::Error error = bindExternals(*program, options.externalLibraries))
    return std::move(error);
  if (auto loaded = program->load(); !loaded)
    return makeError(loaded.error());
  return CompiledCall(std::move(program), call.module.getContext(), function);
}

void CompiledCall::add(const TensorSpec &spec, void *data) {
  shapes[spec.name] = spec.shape;
  if (spec.isScalar) {
    arguments[spec.name] = data;
    return;
  }
  descriptors.push_back(std::make_unique<TensorDescriptor>(spec, data));
  arguments[spec.name] = descriptors.back()->get();
}

std::vector<TensorSpec> CompiledCall::getPrepared() const {
  const execution::Function &taker = describe(function);
  if (taker.prepare.empty())
    return {};
  const execution::Function &maker = describe(
      execution::findFunction(program->getArtifact().functions, taker.prepare));
  std::vector<TensorSpec> specs;
  for (const execution::Argument &result : maker.results) {
    TensorSpec &spec = specs.emplace_back();
    spec.name = result.name;
    spec.elementType =
        mlir::parseType(execution::getTypeName(result.type), context);
    for (const LowpDimension &dimension : result.dimensions) {
      int64_t size = dimension.size;
      if (size < 0 && dimension.argument >= 0)
        size = execution::getFollowing(
            dimension,
            shapes.lookup(
                maker.describe(dimension.argument).name)[dimension.dimension]);
      spec.shape.push_back(size);
    }
  }
  return specs;
}

bool CompiledCall::isWritten(llvm::StringRef name) const {
  return llvm::any_of(describe(function).arguments,
                      [&](const execution::Argument &argument) {
                        return argument.name == name && argument.isWritten;
                      });
}

runtime::Expected<void> CompiledCall::run(size_t number, LowpCall &call) {
  const execution::Function &called = describe(number);
  std::vector<void *> pointers;
  for (size_t i = 0; i < called.arguments.size() + called.results.size(); ++i)
    pointers.push_back(arguments.lookup(called.describe(i).name));
  program->call(number, call, pointers, LOWP_CURRENT_DEVICE);
  return runtime::outcomeOf(call);
}

runtime::Expected<void> CompiledCall::invoke(LowpCall &call) {
  return run(function, call);
}

runtime::Expected<void> CompiledCall::prepare(LowpCall &call) {
  return run(execution::findFunction(program->getArtifact().functions,
                                     describe(function).prepare),
             call);
}
