//===- FakeCudaStreams.cpp - Memory, streams and graphs of the fake -------===//

#include "FakeCudaNotes.h"

#include <cstdlib>
#include <cstring>

using namespace lowp::runtime;
using namespace lowp::runtime::test;

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

} // namespace

namespace lowp::runtime {

// Memory.

CudaResult cuMemGetInfo_v2(size_t *freeBytes, size_t *totalBytes) {
  NOTE();
  *freeBytes = size_t(1) << 36;
  *totalBytes = size_t(1) << 37;
  return CudaSuccess;
}

CudaResult cuMemAlloc_v2(CudaDevicePointer *address, size_t bytes) {
  NOTE();
  if (fake.allocateResult != CudaSuccess)
    return fake.allocateResult;
  ++fake.liveAllocations;
  size_t rounded = (bytes + 255) / 256 * 256;
  *address = reinterpret_cast<uintptr_t>(std::aligned_alloc(256, rounded));
  return CudaSuccess;
}

CudaResult cuMemFree_v2(CudaDevicePointer address) {
  NOTE();
  --fake.liveAllocations;
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

CudaResult cuMemcpyDtoD_v2(CudaDevicePointer target, CudaDevicePointer source,
                           size_t bytes) {
  NOTE();
  std::memcpy(pointer(target), pointer(source), bytes);
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

LOWP_FAKE_SUCCESS(cuEventRecord, (CudaEvent, CudaStream))
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

} // namespace lowp::runtime
