//===- GpuRunner.cpp - Calls of a function on the GPU ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompiledCall.h"

#include "lowp/InitAll.h"
#include "lowp/Runtime/DeviceBuffer.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir::lowp;
using namespace mlir::lowp::run;
using runtime::Device;
using runtime::DeviceBuffer;
using runtime::Stream;

namespace {

/// A call and the device memory that it works on.
class DeviceCall {
public:
  explicit DeviceCall(CompiledCall call) : compiled(std::move(call)) {}

  llvm::Error upload(Call call);
  /// Computes on `stream` what follows from weights alone.
  llvm::Error prepareWeights(const Stream &stream);

  /// Makes one call: of the function, or of that which prepares weights.
  using Step = runtime::Expected<void> (CompiledCall::*)(LowpCall &call);
  /// Finds out how much workspace `step` needs and allocates it.
  llvm::Error prepareWorkspace(Step step = &CompiledCall::invoke);
  /// Submits `step` to `stream`.
  runtime::Expected<void> submit(const Stream &stream,
                                 Step step = &CompiledCall::invoke);

  llvm::Expected<std::vector<Tensor>> download(Call call);

private:
  llvm::Error add(runtime::Expected<DeviceBuffer> buffer,
                  const TensorSpec &spec);
  llvm::Error addOutputs(llvm::ArrayRef<TensorSpec> specs);

  CompiledCall compiled;
  /// By the names of tensors: arguments, results and prepared weights.
  llvm::StringMap<DeviceBuffer> buffers;
  std::optional<DeviceBuffer> workspace;
};

} // namespace

llvm::Error DeviceCall::add(runtime::Expected<DeviceBuffer> buffer,
                            const TensorSpec &spec) {
  if (!buffer)
    return makeError(buffer.error());
  compiled.add(spec, buffer->data());
  buffers.try_emplace(spec.name, std::move(*buffer));
  return llvm::Error::success();
}

llvm::Error DeviceCall::upload(Call call) {
  for (const Tensor &tensor : call.inputs) {
    const char *data = tensor.bytes.data();
    if (tensor.spec.isScalar)
      compiled.add(tensor.spec, const_cast<char *>(data));
    else if (llvm::Error error = add(
                 DeviceBuffer::copyOf(data, tensor.bytes.size()), tensor.spec))
      return error;
  }
  return addOutputs(call.outputs);
}

/// Adds tensors that start as NaN.
llvm::Error DeviceCall::addOutputs(llvm::ArrayRef<TensorSpec> specs) {
  for (const TensorSpec &spec : specs) {
    if (llvm::Error error =
            add(DeviceBuffer::allocate(spec.getNumBytes()), spec))
      return error;
    if (auto filled = buffers.find(spec.name)->second.fill(0xFF); !filled)
      return makeError(filled.error());
  }
  return llvm::Error::success();
}

llvm::Error DeviceCall::prepareWorkspace(Step step) {
  LowpCall call;
  lowpCallInit(&call, /*stream=*/nullptr);
  call.mode = LOWP_MEASURE;
  if (auto measured = (compiled.*step)(call); !measured)
    return makeError(measured.error());
  auto buffer = DeviceBuffer::allocate(call.workspaceUsed);
  if (!buffer)
    return makeError(buffer.error());
  // NaN everywhere: a kernel that reads what nobody wrote shows.
  if (auto filled = buffer->fill(0xFF); !filled)
    return makeError(filled.error());
  workspace = std::move(*buffer);
  return llvm::Error::success();
}

runtime::Expected<void> DeviceCall::submit(const Stream &stream, Step step) {
  LowpCall call;
  lowpCallInit(&call, stream.handle());
  call.workspace = workspace->data();
  call.workspaceBytes = workspace->size();
  return (compiled.*step)(call);
}

llvm::Error DeviceCall::prepareWeights(const Stream &stream) {
  std::vector<TensorSpec> specs = compiled.getPrepared();
  if (specs.empty())
    return llvm::Error::success();
  if (llvm::Error error = addOutputs(specs))
    return error;
  if (llvm::Error error = prepareWorkspace(&CompiledCall::prepare))
    return error;
  if (auto submitted = submit(stream, &CompiledCall::prepare); !submitted)
    return makeError(submitted.error());
  // The workspace is given back now.
  if (auto done = stream.synchronize(); !done)
    return makeError(done.error());
  return llvm::Error::success();
}

llvm::Expected<std::vector<Tensor>> DeviceCall::download(Call call) {
  std::vector<Tensor> outputs(call.outputs.begin(), call.outputs.end());
  for (const Tensor &input : call.inputs)
    if (!input.spec.isScalar && compiled.isWritten(input.spec.name))
      outputs.push_back(input);
  for (Tensor &tensor : outputs)
    if (auto copied =
            buffers.at(tensor.spec.name).copyToHost(tensor.bytes.data());
        !copied)
      return makeError(copied.error());
  return outputs;
}

/// Compiles for the device, and lets cost models think of it, where the user
/// says nothing else.
static void setDevice(CompileOptions &compile,
                      const runtime::DeviceFacts &facts) {
  if (!compile.chip.empty())
    return;
  compile.chip = facts.getChip();
  if (!compile.part.empty() || !compile.partFile.empty())
    return;
  compile.part =
      findPartOfDevice(facts.name, compile.chip, facts.multiprocessorCount);
}

llvm::Expected<std::vector<Tensor>> run::runOnGpu(Call call,
                                                  const RunOptions &options,
                                                  uint32_t repeats,
                                                  Times *times) {
  auto device = Device::open();
  if (!device)
    return makeError(device.error());
  RunOptions forDevice = options;
  setDevice(forDevice.compile, device->facts());
  auto compiled = CompiledCall::compile(call, forDevice, LOWP_DEVICE_CUDA);
  if (!compiled)
    return compiled.takeError();
  auto stream = Stream::create();
  if (!stream)
    return makeError(stream.error());

  DeviceCall deviceCall(std::move(*compiled));
  if (llvm::Error error = deviceCall.upload(call))
    return std::move(error);
  if (llvm::Error error = deviceCall.prepareWeights(*stream))
    return std::move(error);
  if (llvm::Error error = deviceCall.prepareWorkspace())
    return std::move(error);
  if (auto submitted = deviceCall.submit(*stream); !submitted)
    return makeError(submitted.error());
  if (auto done = stream->synchronize(); !done)
    return makeError(done.error());
  auto outputs = deviceCall.download(call);
  if (!outputs || repeats == 0)
    return outputs;

  auto submit = [&](const Stream &on) { return deviceCall.submit(on); };
  auto measured = runtime::measureTime(*device, *stream, submit, repeats);
  if (!measured)
    return makeError(measured.error());
  auto host = runtime::measureHostTime(*stream, submit, repeats);
  if (!host)
    return makeError(host.error());
  *times = {std::move(*measured), std::move(*host)};
  return outputs;
}
