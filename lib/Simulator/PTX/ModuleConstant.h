//===- ModuleConstant.h - Bytes that a module brings along ------*- C++ -*-===//

#ifndef LOWP_LIB_SIMULATOR_PTX_MODULECONSTANT_H
#define LOWP_LIB_SIMULATOR_PTX_MODULECONSTANT_H

#include <cstdint>
#include <vector>

namespace lowp::simulator {

/// A variable of a module with a value that no kernel changes, in global
/// memory for as long as a kernel is loaded that may read it.
class ModuleConstant {
public:
  explicit ModuleConstant(const std::vector<uint8_t> &bytes);
  ~ModuleConstant();
  ModuleConstant(const ModuleConstant &) = delete;
  ModuleConstant &operator=(const ModuleConstant &) = delete;

  uint64_t getAddress() const { return address; }

private:
  uint64_t address;
};

} // namespace lowp::simulator

#endif // LOWP_LIB_SIMULATOR_PTX_MODULECONSTANT_H
