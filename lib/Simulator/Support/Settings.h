//===- Settings.h - What the environment asks for ---------------*- C++ -*-===//
//
// Reads the variables of docs/Simulator.md. Each function throws a Fault for a
// value that its variable does not take.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_SIMULATOR_SUPPORT_SETTINGS_H
#define LOWP_LIB_SIMULATOR_SUPPORT_SETTINGS_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lowp::simulator::settings {

/// Whether a chip is asked for.
bool asksChip();
/// The place in `known` of the chip that is asked for; 0 if none is.
size_t chip(const std::vector<std::string> &known);
/// 0: warps take turns; any other: they run, and clusters begin, in a random
/// order.
uint64_t seed();
bool checksOrder();
bool isLenient();
bool asksReadFences();
bool wantsCoverage();
/// Multiprocessors of the device, of which the chip has `most`.
int32_t multiprocessors(int32_t most);
/// Clusters that run at a time.
unsigned threads();
/// Instructions of a cluster's warps before it counts as a loop without end.
uint64_t instructionLimit();

/// Throws a Fault for the first variable with a value that it does not take,
/// but the chip, and for one that there is not.
void checkAll();

} // namespace lowp::simulator::settings

#endif // LOWP_LIB_SIMULATOR_SUPPORT_SETTINGS_H
