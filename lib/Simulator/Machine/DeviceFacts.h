//===- DeviceFacts.h - What devices differ in -------------------*- C++ -*-===//

#ifndef LOWP_LIB_SIMULATOR_MACHINE_DEVICEFACTS_H
#define LOWP_LIB_SIMULATOR_MACHINE_DEVICEFACTS_H

#include <cstdint>

namespace lowp::simulator {

/// What the device shown differs in from others.
struct DeviceFacts {
  const char *chip;
  const char *name;
  int32_t major, minor;
  /// What one block may have, static and dynamic together.
  int32_t sharedBytesPerBlock;
  int32_t multiprocessors;
};

} // namespace lowp::simulator

#endif // LOWP_LIB_SIMULATOR_MACHINE_DEVICEFACTS_H
