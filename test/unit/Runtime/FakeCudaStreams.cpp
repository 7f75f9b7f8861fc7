//===- FakeCudaStreams.cpp - Memory, streams and graphs of the fake -------===//

#include "FakeCudaNotes.h"

#include <cstdlib>
#include <cstring>
#include <iterator>

using namespace mlir::lowp::runtime;
using namespace mlir::lowp::runtime::test;

namespace {

template <typename Handle>
CudaResult create(Handle *handle) {
  ++fake.liveHandles;
  *handle = newHandle<Handle>();
  return CudaSuccess;
}

template <typename Handle>
CudaResult destroy(Handle handle) {
  --fake.liveHandles;
  dropHandle(handle);
  return CudaSuccess;
}

void *pointer(CudaDevicePointer address) {
  return reinterpret_cast<void *>(uintptr_t(address));
}

/// The memory that holds `address`; all 0 when there is none.
FakeMemory find(CudaDevicePointer address) {
  auto next = fake.memory.upper_bound(address);
  if (next == fake.memory.begin())
    return {};
  auto [begin, memory] = *std::prev(next);
  return address - begin < memory.bytes ? memory : FakeMemory{};
}

} // namespace

namespace mlir::lowp::runtime {

// Memory.

CudaResult cuMemAlloc_v2(CudaDevicePointer *address, size_t bytes) {
  NOTE();
  if (fake.allocateResult != CudaSuccess)
    return fake.allocateResult;
  ++fake.liveAllocations;
  size_t rounded = (bytes + 255) / 256 * 256;
  *address = reinterpret_cast<uintptr_t>(std::aligned_alloc(256, rounded));
  fake.memory[*address] = {rounded, CudaMemoryDevice, 0, currentDevice()};
  return CudaSuccess;
}

CudaResult cuMemFree_v2(CudaDevicePointer address) {
  NOTE();
  --fake.liveAllocations;
  fake.memory.erase(address);
  std::free(pointer(address));
  return CudaSuccess;
}

CudaResult cuMemcpyHtoD_v2(CudaDevicePointer target, const void *source,
                           size_t bytes) {
  NOTE();
  std::memcpy(pointer(target), source, bytes);
  return CudaSuccess;
}

CudaResult cuMemcpyDtoH_v2(void *target, CudaDevicePointer source,
                           size_t bytes) {
  NOTE();
  std::memcpy(target, pointer(source), bytes);
  return CudaSuccess;
}

CudaResult cuMemsetD8_v2(CudaDevicePointer target, unsigned char value,
                         size_t bytes) {
  NOTE();
  std::memset(pointer(target), value, bytes);
  return CudaSuccess;
}

CudaResult cuMemsetD8Async(CudaDevicePointer target, unsigned char value,
                           size_t bytes, CudaStream) {
  NOTE();
  std::memset(pointer(target), value, bytes);
  return CudaSuccess;
}

CudaResult cuPointerGetAttributes(uint32_t count,
                                  CudaPointerAttribute *attributes,
                                  void **values, CudaDevicePointer address) {
  NOTE();
  FakeMemory known = find(address);
  for (uint32_t i = 0; i < count; ++i) {
    switch (attributes[i]) {
    case CudaPointerMemoryType:
      *static_cast<uint32_t *>(values[i]) = known.memoryType;
      break;
    case CudaPointerIsManaged:
      *static_cast<uint32_t *>(values[i]) = known.isManaged;
      break;
    case CudaPointerDeviceOrdinal:
      *static_cast<int32_t *>(values[i]) = known.device;
      break;
    }
  }
  return CudaSuccess;
}

// Streams, events, graphs.

CudaResult cuStreamCreate(CudaStream *stream, uint32_t) {
  NOTE();
  return create(stream);
}

CudaResult cuStreamDestroy_v2(CudaStream stream) {
  NOTE();
  return destroy(stream);
}

LOWP_FAKE_SUCCESS(cuStreamSynchronize, (CudaStream))

CudaResult cuStreamBeginCapture_v2(CudaStream, CudaStreamCaptureMode) {
  NOTE();
  fake.capturing = true;
  return CudaSuccess;
}

CudaResult cuStreamEndCapture(CudaStream, CudaGraph *graph) {
  NOTE();
  fake.capturing = false;
  return create(graph);
}

CudaResult cuThreadExchangeStreamCaptureMode(CudaStreamCaptureMode *mode) {
  NOTE();
  std::swap(*mode, fake.captureMode);
  return CudaSuccess;
}

CudaResult cuEventCreate(CudaEvent *event, uint32_t) {
  NOTE();
  return create(event);
}

CudaResult cuEventDestroy_v2(CudaEvent event) {
  NOTE();
  return destroy(event);
}

CudaResult cuEventRecord(CudaEvent event, CudaStream stream) {
  NOTE();
  fake.recordings[event] = stream;
  return CudaSuccess;
}

CudaResult cuStreamWaitEvent(CudaStream stream, CudaEvent event, uint32_t) {
  NOTE();
  fake.waits.emplace_back(stream, fake.recordings[event]);
  return CudaSuccess;
}

LOWP_FAKE_SUCCESS(cuEventSynchronize, (CudaEvent))

CudaResult cuEventElapsedTime(float *milliseconds, CudaEvent, CudaEvent) {
  NOTE();
  *milliseconds = 0.5f;
  return CudaSuccess;
}

CudaResult cuGraphInstantiateWithFlags(CudaGraphExec *executable, CudaGraph,
                                       unsigned long long) {
  NOTE();
  return create(executable);
}

LOWP_FAKE_SUCCESS(cuGraphLaunch, (CudaGraphExec, CudaStream))

CudaResult cuGraphDestroy(CudaGraph graph) {
  NOTE();
  return destroy(graph);
}

CudaResult cuGraphExecDestroy(CudaGraphExec executable) {
  NOTE();
  return destroy(executable);
}

} // namespace mlir::lowp::runtime
