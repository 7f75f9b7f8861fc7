//===- Timing.h - How long device work takes --------------------*- C++ -*-===//

#ifndef LOWP_RUNTIME_TIMING_H
#define LOWP_RUNTIME_TIMING_H

#include "lowp/Runtime/Device.h"
#include "lowp/Runtime/Stream.h"

#include <vector>

namespace mlir::lowp::runtime {

/// Times of one run each, in microseconds, in the order they were taken.
struct Timing {
  std::vector<double> microseconds;

  /// Middle of the sorted times; of an even number, the mean of the middle two.
  double median() const;
  double minimum() const;
  double maximum() const;
};

/// Times what `submit` gives to `stream`, `repeats` times, on the device's own
/// clock. A captured graph is replayed, so that host time between launches is
/// left out, and the L2 cache is overwritten before each time, so that inputs
/// come from device memory as they would in a model.
Expected<Timing> measureTime(const Device &device, const Stream &stream,
                             const Submission &submit, uint32_t repeats = 20);

/// Times in which the host gives `stream` what `submit` does, each while the
/// device has nothing to do: no launch waits for room in the driver's queue.
Expected<Timing> measureHostTime(const Stream &stream, const Submission &submit,
                                 uint32_t repeats = 20);

} // namespace mlir::lowp::runtime

#endif // LOWP_RUNTIME_TIMING_H
