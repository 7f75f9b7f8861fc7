//===- GpuRunner.cpp - Calls of a function on the GPU ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "Runner.h"

#include "lowp/Pipelines/Pipelines.h"
#include "lowp/Runtime/DeviceBuffer.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/FormatVariadic.h"

using namespace lowp::run;
using lowp::runtime::Device;
using lowp::runtime::DeviceBuffer;
using lowp::runtime::Stream;

static llvm::Error makeError(const lowp::runtime::Error &error) {
  return llvm::createStringError(llvm::Twine(lowpStatusName(error.status)) +
                                 ": " + error.message);
}

/// The chip name of a device; from Hopper on, with the instructions that only
/// this generation has.
static std::string getChip(const lowp::runtime::DeviceFacts &facts) {
  return llvm::formatv("sm_{0}{1}{2}", facts.major, facts.minor,
                       facts.major >= 9 ? "a" : "");
}

static llvm::Expected<Program>
compileForGpu(Call call, const RunOptions &options, const std::string &chip) {
  mlir::OwningOpRef<mlir::ModuleOp> module(call.module.clone());
  if (options.variant == Variant::Unquantized)
    makeUnquantized(*module);
  return Program::compile(*module, [&](mlir::OpPassManager &manager) {
    mlir::lowp::LowpToNVVMOptions pipeline;
    pipeline.chip = chip;
    pipeline.ptxas = options.ptxas;
    pipeline.configFile = options.configFile;
    pipeline.allowEmulation = options.allowEmulation;
    pipeline.reference = options.variant != Variant::Compiled;
    if (options.variant != Variant::Unquantized)
      pipeline.recipe = options.recipe;
    mlir::lowp::buildLowpToNVVMPipeline(manager, pipeline);
  });
}

namespace {

/// The buffers of one call and the function they go to.
class DeviceCall {
public:
  DeviceCall(Program program, std::string function)
      : program(std::move(program)), function(std::move(function)) {}

  llvm::Error upload(Call call);
  /// Finds out how much workspace the call needs and allocates it.
  llvm::Error prepareWorkspace();
  /// Submits the call to `stream`.
  lowp::runtime::Expected<void> submit(const Stream &stream);
  llvm::Expected<std::vector<Tensor>> download(Call call);

private:
  llvm::Error add(lowp::runtime::Expected<DeviceBuffer> buffer,
                  const TensorSpec &spec);
  lowp::runtime::Expected<void> invoke(LowpCall &call);

  Program program;
  std::string function;
  std::vector<DeviceBuffer> buffers;
  std::vector<TensorDescriptor> descriptors;
  std::optional<DeviceBuffer> workspace;
};

} // namespace

llvm::Error DeviceCall::add(lowp::runtime::Expected<DeviceBuffer> buffer,
                            const TensorSpec &spec) {
  if (!buffer)
    return makeError(buffer.error());
  descriptors.emplace_back(spec, buffer->data());
  buffers.push_back(std::move(*buffer));
  return llvm::Error::success();
}

llvm::Error DeviceCall::upload(Call call) {
  for (const Tensor &tensor : call.inputs)
    if (llvm::Error error =
            add(DeviceBuffer::copyOf(tensor.bytes.data(), tensor.bytes.size()),
                tensor.spec))
      return error;
  for (const TensorSpec &spec : call.outputs) {
    if (llvm::Error error =
            add(DeviceBuffer::allocate(spec.getNumBytes()), spec))
      return error;
    if (auto filled = buffers.back().fill(0xFF); !filled)
      return makeError(filled.error());
  }
  return llvm::Error::success();
}

lowp::runtime::Expected<void> DeviceCall::invoke(LowpCall &call) {
  std::vector<void *> arguments = {&call};
  for (TensorDescriptor &descriptor : descriptors)
    arguments.push_back(descriptor.get());
  if (llvm::Error error = program.call(function, arguments))
    return lowp::runtime::Error{LOWP_ERROR_INVALID_ARGUMENT,
                                llvm::toString(std::move(error))};
  if (call.status != LOWP_OK)
    return lowp::runtime::Error{call.status, call.message};
  return {};
}

llvm::Error DeviceCall::prepareWorkspace() {
  LowpCall call;
  lowpCallInit(&call, /*stream=*/nullptr);
  call.mode = LOWP_MEASURE;
  if (auto measured = invoke(call); !measured)
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

lowp::runtime::Expected<void> DeviceCall::submit(const Stream &stream) {
  LowpCall call;
  lowpCallInit(&call, stream.handle());
  call.workspace = workspace->data();
  call.workspaceBytes = workspace->size();
  return invoke(call);
}

llvm::Expected<std::vector<Tensor>> DeviceCall::download(Call call) {
  std::vector<Tensor> outputs(call.outputs.begin(), call.outputs.end());
  size_t first = buffers.size() - outputs.size();
  for (auto [number, tensor] : llvm::enumerate(outputs))
    if (auto copied = buffers[first + number].copyToHost(tensor.bytes.data(),
                                                         tensor.bytes.size());
        !copied)
      return makeError(copied.error());
  return outputs;
}

llvm::Expected<std::vector<Tensor>>
lowp::run::runOnGpu(Call call, const RunOptions &options,
                    const runtime::TimingOptions *timing,
                    runtime::Timing *times) {
  auto device = Device::open();
  if (!device)
    return makeError(device.error());
  std::string chip =
      options.chip.empty() ? getChip(device->facts()) : options.chip;
  auto program = compileForGpu(call, options, chip);
  if (!program)
    return program.takeError();
  auto stream = Stream::create();
  if (!stream)
    return makeError(stream.error());

  DeviceCall deviceCall(std::move(*program), call.function.getName().str());
  if (llvm::Error error = deviceCall.upload(call))
    return std::move(error);
  if (llvm::Error error = deviceCall.prepareWorkspace())
    return std::move(error);
  if (auto submitted = deviceCall.submit(*stream); !submitted)
    return makeError(submitted.error());
  if (auto done = stream->synchronize(); !done)
    return makeError(done.error());
  auto outputs = deviceCall.download(call);
  if (!outputs || !timing)
    return outputs;

  auto submit = [&](const Stream &on) { return deviceCall.submit(on); };
  auto measured = runtime::measureTime(*device, *stream, submit, *timing);
  if (!measured)
    return makeError(measured.error());
  *times = std::move(*measured);
  return outputs;
}
