//===- ModuleConstant.cpp - Bytes that a module brings along --------------===//

#include "ModuleConstant.h"
#include "Simulator/Memory/GlobalMemory.h"

#include <cstring>

using namespace lowp::simulator;

ModuleConstant::ModuleConstant(const std::vector<uint8_t> &bytes)
    : address(GlobalMemory::get().allocate(bytes.size())) {
  if (!bytes.empty())
    std::memcpy(reinterpret_cast<void *>(address), bytes.data(), bytes.size());
}

ModuleConstant::~ModuleConstant() { GlobalMemory::get().release(address); }
