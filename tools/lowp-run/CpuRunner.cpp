//===- CpuRunner.cpp - Calls of a function on the CPU ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompiledCall.h"

using namespace mlir::lowp::run;

llvm::Expected<std::vector<Tensor>>
mlir::lowp::run::runOnCpu(Call call, const RunOptions &options) {
  auto compiled = CompiledCall::compile(call, options, LOWP_DEVICE_CPU);
  if (!compiled)
    return compiled.takeError();

  std::vector<Tensor> inputs(call.inputs);
  std::vector<Tensor> outputs(call.outputs.begin(), call.outputs.end());
  for (std::vector<Tensor> *tensors : {&inputs, &outputs})
    for (Tensor &tensor : *tensors)
      compiled->add(tensor.spec, tensor.bytes.data());
  std::vector<TensorSpec> specs = compiled->getPrepared();
  std::vector<Tensor> prepared(specs.begin(), specs.end());
  for (Tensor &tensor : prepared)
    compiled->add(tensor.spec, tensor.bytes.data());
  LowpCall lowpCall;
  lowpCallInit(&lowpCall, /*stream=*/nullptr);
  if (!prepared.empty())
    if (auto done = compiled->prepare(lowpCall); !done)
      return makeError(done.error());
  if (auto done = compiled->invoke(lowpCall); !done)
    return makeError(done.error());
  for (Tensor &input : inputs)
    if (compiled->isWritten(input.spec.name))
      outputs.push_back(std::move(input));
  return outputs;
}
