//===- CpuRunner.cpp - Calls of a function on the CPU ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "Runner.h"

#include "lowp/Pipelines/Pipelines.h"
#include "mlir/Pass/PassManager.h"

using namespace lowp::run;

llvm::Expected<std::vector<Tensor>>
lowp::run::runOnCpu(Call call, const RunOptions &options) {
  mlir::OwningOpRef<mlir::ModuleOp> module(call.module.clone());
  if (options.variant == Variant::Unquantized)
    makeUnquantized(*module);
  auto program = Program::compile(*module, [&](mlir::OpPassManager &manager) {
    mlir::lowp::CPUPipelineOptions pipeline;
    if (options.variant != Variant::Unquantized)
      pipeline.recipe = options.recipe;
    mlir::lowp::buildCPUPipeline(manager, pipeline);
  });
  if (!program)
    return program.takeError();

  std::vector<Tensor> outputs(call.outputs.begin(), call.outputs.end());
  std::vector<TensorDescriptor> descriptors;
  for (const Tensor &tensor : call.inputs)
    descriptors.emplace_back(tensor.spec,
                             const_cast<char *>(tensor.bytes.data()));
  for (Tensor &tensor : outputs)
    descriptors.emplace_back(tensor.spec, tensor.bytes.data());
  std::vector<void *> arguments;
  for (TensorDescriptor &descriptor : descriptors)
    arguments.push_back(descriptor.get());
  std::string name = "_mlir_ciface_" + call.function.getName().str();
  if (llvm::Error error = program->call(name, arguments))
    return std::move(error);
  return outputs;
}
