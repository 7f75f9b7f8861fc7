//===- Timing.h - How long device work takes --------------------*- C++ -*-===//

#ifndef LOWP_RUNTIME_TIMING_H
#define LOWP_RUNTIME_TIMING_H

#include "lowp/Runtime/Device.h"
#include "lowp/Runtime/Stream.h"

#include <vector>

namespace mlir::lowp::runtime {

/// How to time. The defaults give a run with cold caches by itself.
struct TimingOptions {
  /// Untimed runs before the first repeat.
  uint32_t warmups = 3;
  /// Number of times taken; at least 1.
  uint32_t repeats = 20;
  /// Runs per repeat; a repeat's time is divided by it. More than one hides the
  /// cost of the events, but only the first run sees a flushed L2 cache.
  uint32_t runsPerRepeat = 1;
  /// Replay a captured graph, so that host time between launches is left out.
  bool useGraph = true;
  /// Overwrite the L2 cache before each repeat, so that inputs come from device
  /// memory as they would in a model.
  bool flushL2 = true;
};

/// Times of one run each, in microseconds, in the order they were taken.
struct Timing {
  std::vector<double> microseconds;

  /// Middle of the sorted times; of an even number, the mean of the middle two.
  double median() const;
  double minimum() const;
  double maximum() const;
};

/// Times what `submit` gives to `stream`, on the device's own clock. `submit`
/// is called once when a graph is used, else once per run.
Expected<Timing> measureTime(const Device &device, const Stream &stream,
                             const Submission &submit,
                             const TimingOptions &options = {});

/// Times in which the host gives `stream` what `submit` does, each while the
/// device has nothing to do: no launch waits for room in the driver's queue.
Expected<Timing> measureHostTime(const Stream &stream, const Submission &submit,
                                 uint32_t repeats = 20);

} // namespace mlir::lowp::runtime

#endif // LOWP_RUNTIME_TIMING_H
