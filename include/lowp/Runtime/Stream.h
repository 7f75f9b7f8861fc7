//===- Stream.h - Streams, events and graphs --------------------*- C++ -*-===//

#ifndef LOWP_RUNTIME_STREAM_H
#define LOWP_RUNTIME_STREAM_H

#include "lowp/Runtime/CudaDriver.h"

#include <functional>

namespace mlir::lowp::runtime {

/// Owns one handle of the driver and destroys it with `destroy`. The base of
/// the classes below: movable, not copyable.
template <typename Handle, CudaResult (*CudaDriver::*destroy)(Handle)>
class DriverHandle {
public:
  DriverHandle(const CudaDriver *driver, Handle value)
      : driver(driver), value(value) {}
  DriverHandle(DriverHandle &&other) noexcept
      : driver(other.driver), value(std::exchange(other.value, Handle())) {}
  DriverHandle &operator=(DriverHandle &&other) noexcept {
    std::swap(driver, other.driver);
    std::swap(value, other.value);
    return *this;
  }
  ~DriverHandle() {
    if (value)
      (void)(driver->*destroy)(value);
  }

  /// The driver's handle, valid as long as this object.
  Handle handle() const { return value; }

protected:
  const CudaDriver *driver;

private:
  Handle value;
};

/// A stream of the current context that does not wait for the default stream.
class Stream : public DriverHandle<CudaStream, &CudaDriver::streamDestroy> {
public:
  static Expected<Stream> create();

  /// Waits for the work submitted so far; reports a fault of a kernel in it.
  Expected<void> synchronize() const;

private:
  using DriverHandle::DriverHandle;
};

/// A point in a stream, with its time.
class Event : public DriverHandle<CudaEvent, &CudaDriver::eventDestroy> {
public:
  static Expected<Event> create();

  /// Marks the end of what `stream` has been given so far.
  Expected<void> record(const Stream &stream);

  /// Waits until the recorded point is reached.
  Expected<void> synchronize() const;

  /// Time from `start` to this event, both reached, in microseconds.
  Expected<double> microsecondsSince(const Event &start) const;

private:
  using DriverHandle::DriverHandle;
};

/// Lets what `waiting` is given from now on wait for what `awaited` has been
/// given so far, without the host waiting. Both belong to the current context.
Expected<void> orderStreams(const CudaDriver &driver, CudaStream waiting,
                            CudaStream awaited);

/// Submits work to a stream; what it needs on the host stays alive until the
/// work is done.
using Submission = std::function<Expected<void>(const Stream &)>;

/// Recorded work, ready to be launched any number of times.
class Graph
    : public DriverHandle<CudaGraphExec, &CudaDriver::graphExecDestroy> {
public:
  /// Records what `submit` gives to `stream`, without running it. Load images
  /// before, so that nothing but launches is recorded.
  static Expected<Graph> capture(const Stream &stream,
                                 const Submission &submit);

  /// Submits the recorded work to `stream`.
  Expected<void> launch(const Stream &stream) const;

private:
  using DriverHandle::DriverHandle;
};

} // namespace mlir::lowp::runtime

#endif // LOWP_RUNTIME_STREAM_H
