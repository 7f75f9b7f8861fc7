//===- Timing.cpp - How long device work takes ----------------------------===//

#include "lowp/Runtime/Timing.h"

#include "lowp/Runtime/DeviceBuffer.h"

#include <algorithm>
#include <chrono>

using namespace mlir::lowp::runtime;

/// Untimed runs before the first time.
static constexpr uint32_t kWarmups = 3;

namespace {
/// Takes times of a graph.
struct Timer {
  const CudaDriver &driver;
  const Stream &stream;
  const Graph &graph;
  /// Twice as large as the L2 cache: a fill of it leaves nothing else in that.
  const DeviceBuffer &cache;
  Event start, end;

  Expected<void> submit();
};
} // namespace

/// Submits one run between the events. The fill comes before the first: while
/// it runs, the host submits what follows, so that the device does not wait.
Expected<void> Timer::submit() {
  if (Expected<void> ok =
          driver.check(driver.memorySetAsync(cache.handle(), 0, cache.size(),
                                             stream.handle()),
                       "cuMemsetD8Async");
      !ok)
    return ok;
  if (Expected<void> ok = start.record(stream); !ok)
    return ok;
  if (Expected<void> ok = graph.launch(stream); !ok)
    return ok;
  if (Expected<void> ok = end.record(stream); !ok)
    return ok;
  return end.synchronize();
}

static Expected<Timing> takeTimes(Timer timer, uint32_t repeats) {
  for (uint32_t i = 0; i < kWarmups; ++i)
    if (Expected<void> ok = timer.graph.launch(timer.stream); !ok)
      return ok.error();
  Timing timing;
  for (uint32_t repeat = 0; repeat < repeats; ++repeat) {
    if (Expected<void> ok = timer.submit(); !ok)
      return ok.error();
    Expected<double> time = timer.end.microsecondsSince(timer.start);
    if (!time)
      return time.error();
    timing.microseconds.push_back(*time);
  }
  return timing;
}

double Timing::median() const {
  if (microseconds.empty())
    return 0;
  std::vector<double> sorted = microseconds;
  std::sort(sorted.begin(), sorted.end());
  size_t middle = sorted.size() / 2;
  if (sorted.size() % 2)
    return sorted[middle];
  return (sorted[middle - 1] + sorted[middle]) / 2;
}

double Timing::minimum() const {
  if (microseconds.empty())
    return 0;
  return *std::min_element(microseconds.begin(), microseconds.end());
}

double Timing::maximum() const {
  if (microseconds.empty())
    return 0;
  return *std::max_element(microseconds.begin(), microseconds.end());
}

Expected<Timing> mlir::lowp::runtime::measureTime(const Device &device,
                                                  const Stream &stream,
                                                  const Submission &submit,
                                                  uint32_t repeats) {
  if (repeats == 0)
    return makeError(LOWP_ERROR_INVALID_ARGUMENT,
                     "expected at least one repeat, got none");
  Expected<const CudaDriver *> driver = CudaDriver::get();
  if (!driver)
    return driver.error();
  Expected<Graph> graph = Graph::capture(stream, submit);
  if (!graph)
    return graph.error();
  Expected<DeviceBuffer> cache =
      DeviceBuffer::allocate(2 * device.facts().l2CacheBytes);
  if (!cache)
    return cache.error();
  Expected<Event> start = Event::create(), end = Event::create();
  if (!start || !end)
    return start ? end.error() : start.error();
  return takeTimes(
      {**driver, stream, *graph, *cache, std::move(*start), std::move(*end)},
      repeats);
}

Expected<Timing> mlir::lowp::runtime::measureHostTime(const Stream &stream,
                                                      const Submission &submit,
                                                      uint32_t repeats) {
  using Clock = std::chrono::steady_clock;
  Timing timing;
  for (uint32_t repeat = 0; repeat < repeats; ++repeat) {
    if (Expected<void> idle = stream.synchronize(); !idle)
      return idle.error();
    Clock::time_point start = Clock::now();
    if (Expected<void> ok = submit(stream); !ok)
      return ok.error();
    std::chrono::duration<double, std::micro> time = Clock::now() - start;
    timing.microseconds.push_back(time.count());
  }
  if (Expected<void> done = stream.synchronize(); !done)
    return done.error();
  return timing;
}
