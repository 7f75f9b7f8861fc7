//===- Stream.cpp - Streams, events and graphs ----------------------------===//

#include "lowp/Runtime/Stream.h"

#include "lowp/Runtime/CurrentContext.h"

using namespace mlir::lowp::runtime;

Expected<Stream> Stream::create() {
  Expected<const CudaDriver *> driver = driverWithContext();
  if (!driver)
    return driver.error();
  CudaStream stream = nullptr;
  if (CudaResult result =
          (*driver)->streamCreate(&stream, CudaStreamNonBlocking))
    return (*driver)->failure(result, "cuStreamCreate");
  return Stream(*driver, stream);
}

Expected<void> Stream::synchronize() const {
  return driver->check(driver->streamSynchronize(handle()),
                       "cuStreamSynchronize");
}

Expected<Event> Event::create() {
  Expected<const CudaDriver *> driver = driverWithContext();
  if (!driver)
    return driver.error();
  CudaEvent event = nullptr;
  if (CudaResult result = (*driver)->eventCreate(&event, 0))
    return (*driver)->failure(result, "cuEventCreate");
  return Event(*driver, event);
}

Expected<void> Event::record(const Stream &stream) {
  return driver->check(driver->eventRecord(handle(), stream.handle()),
                       "cuEventRecord");
}

Expected<void> Event::synchronize() const {
  return driver->check(driver->eventSynchronize(handle()),
                       "cuEventSynchronize");
}

Expected<double> Event::microsecondsSince(const Event &start) const {
  float milliseconds = 0;
  if (CudaResult result =
          driver->eventElapsedTime(&milliseconds, start.handle(), handle()))
    return driver->failure(result, "cuEventElapsedTime");
  return double(milliseconds) * 1e3;
}

Expected<void> mlir::lowp::runtime::orderStreams(const CudaDriver &driver,
                                                 CudaStream waiting,
                                                 CudaStream awaited) {
  CudaEvent event = nullptr;
  if (CudaResult result = driver.eventCreate(&event, CudaEventDisableTiming))
    return driver.failure(result, "cuEventCreate");
  Expected<void> outcome =
      driver.check(driver.eventRecord(event, awaited), "cuEventRecord");
  if (outcome)
    outcome = driver.check(driver.streamWaitEvent(waiting, event, 0),
                           "cuStreamWaitEvent");
  // The driver keeps what it needs until the wait is over.
  (void)driver.eventDestroy(event);
  return outcome;
}

/// Records into a graph that the caller destroys. Capture always ends here,
/// whatever became of it, or else the stream could not be used again.
static Expected<CudaGraph> record(const CudaDriver &driver,
                                  const Stream &stream,
                                  const Submission &submit) {
  if (CudaResult result = driver.streamBeginCapture(
          stream.handle(), CudaStreamCaptureThreadLocal))
    return driver.failure(result, "cuStreamBeginCapture");
  Expected<void> submitted = submit(stream);
  CudaGraph graph = nullptr;
  CudaResult result = driver.streamEndCapture(stream.handle(), &graph);
  if (submitted && result == CudaSuccess)
    return graph;
  if (graph)
    (void)driver.graphDestroy(graph);
  if (!submitted)
    return submitted.error();
  return driver.failure(result, "cuStreamEndCapture");
}

Expected<Graph> Graph::capture(const Stream &stream, const Submission &submit) {
  Expected<const CudaDriver *> driver = CudaDriver::get();
  if (!driver)
    return driver.error();
  Expected<CudaGraph> graph = record(**driver, stream, submit);
  if (!graph)
    return graph.error();
  CudaGraphExec executable = nullptr;
  CudaResult result = (*driver)->graphInstantiate(&executable, *graph, 0);
  (void)(*driver)->graphDestroy(*graph);
  if (result != CudaSuccess)
    return (*driver)->failure(result, "cuGraphInstantiate");
  return Graph(*driver, executable);
}

Expected<void> Graph::launch(const Stream &stream) const {
  return driver->check(driver->graphLaunch(handle(), stream.handle()),
                       "cuGraphLaunch");
}
