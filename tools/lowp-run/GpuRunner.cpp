//===- GpuRunner.cpp - Calls of a function on the GPU ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompiledCall.h"

#include "lowp/Runtime/DeviceBuffer.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir::lowp;
using namespace mlir::lowp::run;
using runtime::Device;
using runtime::DeviceBuffer;
using runtime::Stream;

/// The chip name of a device; from Hopper on, with the instructions that only
/// this generation has.
static std::string getChip(const runtime::DeviceFacts &facts) {
  return llvm::formatv("sm_{0}{1}{2}", facts.major, facts.minor,
                       facts.major >= 9 ? "a" : "");
}

namespace {

/// A call and the device memory that it works on.
class DeviceCall {
public:
  explicit DeviceCall(CompiledCall call) : compiled(std::move(call)) {}

  llvm::Error upload(Call call);
  /// Finds out how much workspace the call needs and allocates it.
  llvm::Error prepareWorkspace();
  /// Submits the call to `stream`.
  runtime::Expected<void> submit(const Stream &stream);
  llvm::Expected<std::vector<Tensor>> download(Call call);

private:
  llvm::Error add(runtime::Expected<DeviceBuffer> buffer,
                  const TensorSpec &spec);

  CompiledCall compiled;
  std::vector<DeviceBuffer> buffers;
  std::optional<DeviceBuffer> workspace;
};

} // namespace

llvm::Error DeviceCall::add(runtime::Expected<DeviceBuffer> buffer,
                            const TensorSpec &spec) {
  if (!buffer)
    return makeError(buffer.error());
  compiled.add(spec, buffer->data());
  buffers.push_back(std::move(*buffer));
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
  for (const TensorSpec &spec : call.outputs) {
    if (llvm::Error error =
            add(DeviceBuffer::allocate(spec.getNumBytes()), spec))
      return error;
    if (auto filled = buffers.back().fill(0xFF); !filled)
      return makeError(filled.error());
  }
  return llvm::Error::success();
}

llvm::Error DeviceCall::prepareWorkspace() {
  LowpCall call;
  lowpCallInit(&call, /*stream=*/nullptr);
  call.mode = LOWP_MEASURE;
  if (auto measured = compiled.invoke(call); !measured)
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

runtime::Expected<void> DeviceCall::submit(const Stream &stream) {
  LowpCall call;
  lowpCallInit(&call, stream.handle());
  call.workspace = workspace->data();
  call.workspaceBytes = workspace->size();
  return compiled.invoke(call);
}

llvm::Expected<std::vector<Tensor>> DeviceCall::download(Call call) {
  std::vector<Tensor> outputs(call.outputs.begin(), call.outputs.end());
  size_t first = buffers.size() - outputs.size();
  std::vector<const DeviceBuffer *> sources;
  for (size_t number = 0; number < outputs.size(); ++number)
    sources.push_back(&buffers[first + number]);
  // Scalars have no buffer.
  size_t next = 0;
  for (auto [number, input] : llvm::enumerate(call.inputs)) {
    if (input.spec.isScalar)
      continue;
    if (compiled.isWritten(number)) {
      outputs.push_back(input);
      sources.push_back(&buffers[next]);
    }
    ++next;
  }
  for (auto [source, tensor] : llvm::zip_equal(sources, outputs))
    if (auto copied =
            source->copyToHost(tensor.bytes.data(), tensor.bytes.size());
        !copied)
      return makeError(copied.error());
  return outputs;
}

llvm::Expected<std::string> run::getChipOfDevice() {
  auto device = Device::open();
  if (!device)
    return makeError(device.error());
  return getChip(device->facts());
}

llvm::Expected<std::vector<Tensor>>
run::runOnGpu(Call call, const RunOptions &options,
              const runtime::TimingOptions *timing, runtime::Timing *times) {
  auto device = Device::open();
  if (!device)
    return makeError(device.error());
  RunOptions forDevice = options;
  if (forDevice.compile.chip.empty())
    forDevice.compile.chip = getChip(device->facts());
  auto compiled = CompiledCall::compile(call, forDevice, LOWP_DEVICE_CUDA);
  if (!compiled)
    return compiled.takeError();
  auto stream = Stream::create();
  if (!stream)
    return makeError(stream.error());

  DeviceCall deviceCall(std::move(*compiled));
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
