//===- DriverStream.cpp - Streams, events and graphs ----------------------===//

#include "Driver.h"

#include <chrono>
#include <memory>
#include <vector>

using namespace lowp::simulator;
using namespace mlir::lowp::runtime;

namespace {

using Work = std::function<void()>;
using Graph = std::vector<Work>;

struct Stream {
  /// Where it is captured into, together with the streams that joined it.
  std::shared_ptr<Graph> capture;
  bool isOrigin = false;
};

struct Event {
  std::chrono::steady_clock::time_point time;
  std::shared_ptr<Graph> capture;
};

/// The default streams have small numbers as handles.
Stream &unwrap(CudaStream stream) {
  static Stream defaults[3];
  auto number = reinterpret_cast<uintptr_t>(stream);
  return number < 3 ? defaults[number] : *reinterpret_cast<Stream *>(stream);
}
Event *unwrap(CudaEvent event) { return reinterpret_cast<Event *>(event); }
Graph *unwrap(CudaGraph graph) { return reinterpret_cast<Graph *>(graph); }
Graph *unwrap(CudaGraphExec graph) { return reinterpret_cast<Graph *>(graph); }

} // namespace

CudaResult lowp::simulator::submit(CudaStream stream,
                                   std::function<void()> work) {
  if (auto capture = unwrap(stream).capture) {
    capture->push_back(std::move(work));
    return CudaSuccess;
  }
  return guard(work);
}

namespace mlir::lowp::runtime {

CudaResult cuStreamCreate(CudaStream *stream, uint32_t) {
  *stream = reinterpret_cast<CudaStream>(new Stream);
  return CudaSuccess;
}

CudaResult cuStreamDestroy_v2(CudaStream stream) {
  delete reinterpret_cast<Stream *>(stream);
  return CudaSuccess;
}

CudaResult cuStreamSynchronize(CudaStream) { return CudaSuccess; }

CudaResult cuStreamWaitEvent(CudaStream stream, CudaEvent event, uint32_t) {
  // Work has an order already; a captured event makes the stream join.
  if (auto capture = unwrap(event)->capture)
    unwrap(stream).capture = capture;
  return CudaSuccess;
}

CudaResult cuStreamBeginCapture_v2(CudaStream stream, CudaStreamCaptureMode) {
  Stream &captured = unwrap(stream);
  if (captured.capture || !stream)
    return CudaErrorInvalidValue;
  captured.capture = std::make_shared<Graph>();
  captured.isOrigin = true;
  return CudaSuccess;
}

CudaResult cuStreamEndCapture(CudaStream stream, CudaGraph *graph) {
  Stream &captured = unwrap(stream);
  if (!captured.capture || !captured.isOrigin)
    return CudaErrorInvalidValue;
  *graph = reinterpret_cast<CudaGraph>(new Graph(*captured.capture));
  captured.capture = nullptr;
  captured.isOrigin = false;
  return CudaSuccess;
}

CudaResult cuThreadExchangeStreamCaptureMode(CudaStreamCaptureMode *mode) {
  static thread_local CudaStreamCaptureMode current{};
  std::swap(*mode, current);
  return CudaSuccess;
}

CudaResult cuEventCreate(CudaEvent *event, uint32_t) {
  *event = reinterpret_cast<CudaEvent>(new Event);
  return CudaSuccess;
}

CudaResult cuEventDestroy_v2(CudaEvent event) {
  delete unwrap(event);
  return CudaSuccess;
}

CudaResult cuEventRecord(CudaEvent event, CudaStream stream) {
  unwrap(event)->time = std::chrono::steady_clock::now();
  unwrap(event)->capture = unwrap(stream).capture;
  return CudaSuccess;
}

CudaResult cuEventSynchronize(CudaEvent) { return CudaSuccess; }

CudaResult cuEventElapsedTime(float *milliseconds, CudaEvent start,
                              CudaEvent end) {
  std::chrono::duration<float, std::milli> time =
      unwrap(end)->time - unwrap(start)->time;
  *milliseconds = time.count();
  return CudaSuccess;
}

CudaResult cuGraphInstantiateWithFlags(CudaGraphExec *executable,
                                       CudaGraph graph, unsigned long long) {
  *executable = reinterpret_cast<CudaGraphExec>(new Graph(*unwrap(graph)));
  return CudaSuccess;
}

CudaResult cuGraphLaunch(CudaGraphExec executable, CudaStream stream) {
  return submit(stream, [graph = *unwrap(executable)] {
    for (const Work &work : graph)
      work();
  });
}

CudaResult cuGraphDestroy(CudaGraph graph) {
  delete unwrap(graph);
  return CudaSuccess;
}

CudaResult cuGraphExecDestroy(CudaGraphExec executable) {
  delete unwrap(executable);
  return CudaSuccess;
}

} // namespace mlir::lowp::runtime
