//===- Coverage.h - Instructions that never ran -----------------*- C++ -*-===//

#ifndef LOWP_LIB_SIMULATOR_MACHINE_COVERAGE_H
#define LOWP_LIB_SIMULATOR_MACHINE_COVERAGE_H

#include "Simulator/PTX/Program.h"

namespace lowp::simulator {

/// Notes which instructions of `kernel` ran in a launch, by their index. When
/// the process ends, the lines of those that never did are printed.
void noteCoverage(const Kernel &kernel, const std::vector<uint8_t> &hasRun);

} // namespace lowp::simulator

#endif // LOWP_LIB_SIMULATOR_MACHINE_COVERAGE_H
