//===- MemoryCheck.cpp - Whose memory tensors are in ----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryCheck.h"

#include "TensorView.h"

#include "lowp/Runtime/Call.h"
#include "lowp/Runtime/Memory.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir::lowp::execution;
using namespace mlir::lowp::runtime;

static std::string describe(const MemoryOwner &owner) {
  switch (owner.kind) {
  case MemoryOwner::Host:
    return "memory of the host; copy the data to the GPU";
  case MemoryOwner::Device:
    return llvm::formatv("memory of GPU {0}; pass device={0}, or copy the data",
                         owner.device)
        .str();
  default:
    return "an address that the driver does not know; was the memory freed, or "
           "is it memory of the host?";
  }
}

/// Why a kernel on `device` must not touch `address`; empty when it may.
static Expected<std::string> findFault(const CudaDriver &driver,
                                       uintptr_t address, int32_t device) {
  Expected<MemoryOwner> owner = findMemoryOwner(driver, address);
  if (!owner)
    return owner.error();
  if (owner->kind == MemoryOwner::Managed ||
      (owner->kind == MemoryOwner::Device && owner->device == device))
    return std::string();
  return llvm::formatv("expected memory of GPU {0} at {1:x}, got {2}", device,
                       address, describe(*owner))
      .str();
}

/// Checks one address; false when the call has failed.
static bool check(const CudaDriver &driver, const Function &function,
                  const std::string &name, LowpCall &call, uintptr_t address,
                  int32_t device) {
  Expected<std::string> fault = findFault(driver, address, device);
  if (!fault) {
    failCall(&call, fault.error());
    return false;
  }
  if (fault->empty())
    return true;
  lowpFail(&call, LOWP_ERROR_INVALID_ARGUMENT,
           ("'" + function.name + "', " + name + ": " + *fault).c_str());
  return false;
}

void mlir::lowp::execution::checkMemory(const CudaDriver &driver,
                                        const Function &function,
                                        LowpCall &call,
                                        llvm::ArrayRef<void *> arguments,
                                        int32_t device) {
  for (size_t number = 0; number < arguments.size(); ++number) {
    const Argument &argument = function.describe(number);
    if (argument.isScalar)
      continue;
    TensorView tensor(arguments[number], argument.dimensions.size());
    if (tensor.countElements() == 0)
      continue;
    if (!check(driver, function, argument.name, call,
               tensor.getAddress(getTypeBytes(argument.type)), device))
      return;
  }
  if (call.workspace && call.workspaceBytes)
    check(driver, function, "workspace", call,
          reinterpret_cast<uintptr_t>(call.workspace), device);
}
