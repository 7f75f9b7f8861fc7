//===- Fault.h - What stops a program under the simulator -------*- C++ -*-===//

#ifndef LOWP_LIB_SIMULATOR_SUPPORT_FAULT_H
#define LOWP_LIB_SIMULATOR_SUPPORT_FAULT_H

#include <string>

namespace lowp::simulator {

/// Kinds of errors, as the driver tells them apart.
enum class FaultKind {
  Image,     // PTX that cannot be loaded
  Chip,      // PTX for other chips
  Launch,    // a launch that the device refuses
  Address,   // memory that the kernel must not touch
  Alignment, // an address that is not a multiple of what the access needs
  Program,   // any other misuse of an instruction
  Assertion, // one of the kernel itself
  Deadlock,  // no warp can go on
};

/// Thrown by whatever finds an error and caught where the driver was entered.
struct Fault {
  FaultKind kind;
  std::string message;
};

/// Throws a Fault with a message made as by printf.
[[noreturn]] __attribute__((format(printf, 2, 3))) void
fail(FaultKind kind, const char *format, ...);

/// What is being handled: a Fault, or one with the words of another exception.
Fault currentFault();

/// A string made as by printf.
__attribute__((format(printf, 1, 2))) std::string print(const char *format,
                                                        ...);

} // namespace lowp::simulator

#endif // LOWP_LIB_SIMULATOR_SUPPORT_FAULT_H
