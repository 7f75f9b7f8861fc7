//===- CodeTarget.h - The chips that PTX is for -----------------*- C++ -*-===//

#ifndef LOWP_LIB_SIMULATOR_PTX_CODETARGET_H
#define LOWP_LIB_SIMULATOR_PTX_CODETARGET_H

#include <string>

namespace lowp::simulator {

/// What the directive ".target" names.
struct CodeTarget {
  /// For example "sm_120f".
  std::string name;
  int major, minor;
  /// 'a' for the chip alone, 'f' for its family, NUL for all later chips.
  char suffix;
};

/// The target of a module; a Fault where it has none.
CodeTarget readCodeTarget(const std::string &ptx);

} // namespace lowp::simulator

#endif // LOWP_LIB_SIMULATOR_PTX_CODETARGET_H
