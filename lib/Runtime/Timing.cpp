//===- Timing.cpp - How long device work takes ----------------------------===//

#include "lowp/Runtime/Timing.h"

#include "lowp/Runtime/DeviceBuffer.h"

#include <algorithm>
#include <chrono>

using namespace mlir::lowp::runtime;

namespace {

/// Overwrites the L2 cache: a fill of twice its size leaves nothing else in it.
class L2Flush {
public:
  static Expected<L2Flush> create(const Device &device, bool enabled) {
    Expected<const CudaDriver *> driver = CudaDriver::get();
    if (!driver)
      return driver.error();
    Expected<DeviceBuffer> buffer =
        DeviceBuffer::allocate(enabled ? 2 * device.facts().l2CacheBytes : 0);
    if (!buffer)
      return buffer.error();
    return L2Flush(*driver, std::move(*buffer));
  }

  Expected<void> submit(const Stream &stream) const {
    if (buffer.size() == 0)
      return {};
    auto address = reinterpret_cast<uintptr_t>(buffer.data());
    return driver->check(
        driver->memorySetAsync(address, 0, buffer.size(), stream.handle()),
        "cuMemsetD8Async");
  }

private:
  L2Flush(const CudaDriver *driver, DeviceBuffer buffer)
      : driver(driver), buffer(std::move(buffer)) {}

  const CudaDriver *driver;
  DeviceBuffer buffer;
};

Expected<void> runTimes(uint32_t count, const Stream &stream,
                        const Submission &run) {
  for (uint32_t i = 0; i < count; ++i)
    if (Expected<void> ok = run(stream); !ok)
      return ok;
  return {};
}

/// Time of one repeat. The flush comes before the first event: while it runs,
/// the host submits what follows, so that the device does not wait for it.
Expected<double> timeRepeat(const Stream &stream, const Submission &run,
                            const L2Flush &flush, uint32_t runs, Event &start,
                            Event &end) {
  if (Expected<void> ok = flush.submit(stream); !ok)
    return ok.error();
  if (Expected<void> ok = start.record(stream); !ok)
    return ok.error();
  if (Expected<void> ok = runTimes(runs, stream, run); !ok)
    return ok.error();
  if (Expected<void> ok = end.record(stream); !ok)
    return ok.error();
  if (Expected<void> ok = end.synchronize(); !ok)
    return ok.error();
  return end.microsecondsSince(start);
}

Expected<Timing> timeRuns(const Device &device, const Stream &stream,
                          const Submission &run, const TimingOptions &options) {
  Expected<L2Flush> flush = L2Flush::create(device, options.flushL2);
  if (!flush)
    return flush.error();
  Expected<Event> start = Event::create();
  if (!start)
    return start.error();
  Expected<Event> end = Event::create();
  if (!end)
    return end.error();
  if (Expected<void> ok = runTimes(options.warmups, stream, run); !ok)
    return ok.error();

  Timing timing;
  for (uint32_t repeat = 0; repeat < options.repeats; ++repeat) {
    Expected<double> time =
        timeRepeat(stream, run, *flush, options.runsPerRepeat, *start, *end);
    if (!time)
      return time.error();
    timing.microseconds.push_back(*time / options.runsPerRepeat);
  }
  return timing;
}

} // namespace

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

Expected<Timing>
mlir::lowp::runtime::measureTime(const Device &device, const Stream &stream,
                                 const Submission &submit,
                                 const TimingOptions &options) {
  if (options.repeats == 0 || options.runsPerRepeat == 0)
    return makeError(LOWP_ERROR_INVALID_ARGUMENT,
                     "expected at least one repeat and one run per repeat, got "
                     "%u and %u",
                     options.repeats, options.runsPerRepeat);
  if (!options.useGraph)
    return timeRuns(device, stream, submit, options);
  Expected<Graph> graph = Graph::capture(stream, submit);
  if (!graph)
    return graph.error();
  return timeRuns(
      device, stream,
      [&graph](const Stream &target) { return graph->launch(target); },
      options);
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
