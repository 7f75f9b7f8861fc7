//===- CompiledCall.cpp - A compiled function and its arguments -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompiledCall.h"

#include "lowp-c/Launch.h"

using namespace mlir::lowp;
using namespace mlir::lowp::run;
using execution::Artifact;
using execution::CompileRequest;

llvm::Error run::makeError(const runtime::Error &error) {
  return llvm::createStringError(llvm::Twine(lowpStatusName(error.status)) +
                                 ": " + error.message);
}

/// The number of the function called `name`, which the artifact has.
static size_t getNumber(const Artifact &artifact, llvm::StringRef name) {
  for (auto [number, function] : llvm::enumerate(artifact.functions))
    if (function.name == name)
      return number;
  llvm_unreachable("public functions of a module are in its artifact");
}

llvm::Expected<CompiledCall> CompiledCall::compile(Call call,
                                                   const RunOptions &options,
                                                   LowpDeviceKind device) {
  mlir::OwningOpRef<mlir::ModuleOp> module(call.module.clone());
  CompileRequest request{options.compile, device, /*verifyPasses=*/true};
  if (options.variant == Variant::Unquantized) {
    makeUnquantized(*module);
    request.recipe.clear();
  }
  request.reference = options.variant != Variant::Compiled;
  mlir::FailureOr<Artifact> artifact =
      execution::compileArtifact(*module, request);
  if (mlir::failed(artifact))
    return llvm::createStringError("compilation failed, see above");
  size_t function = getNumber(*artifact, call.function.getName());
  auto program = std::make_unique<execution::Program>(std::move(*artifact));
  if (auto loaded = program->load(); !loaded)
    return makeError(loaded.error());
  return CompiledCall(std::move(program), function);
}

void CompiledCall::add(const TensorSpec &spec, void *data) {
  if (spec.isScalar) {
    arguments.push_back(data);
    return;
  }
  descriptors.push_back(std::make_unique<TensorDescriptor>(spec, data));
  arguments.push_back(descriptors.back()->get());
}

bool CompiledCall::isWritten(size_t number) const {
  return program->getArtifact().functions[function].describe(number).isWritten;
}

runtime::Expected<void> CompiledCall::invoke(LowpCall &call) {
  program->call(function, call, arguments, LOWP_CURRENT_DEVICE);
  return runtime::outcomeOf(call);
}
