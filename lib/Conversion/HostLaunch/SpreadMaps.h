//===- SpreadMaps.h - Tensor maps that spread elements ----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_HOSTLAUNCH_SPREADMAPS_H
#define LOWP_LIB_CONVERSION_HOSTLAUNCH_SPREADMAPS_H

#include "RuntimeABI.h"

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"

namespace mlir::lowp {

/// Checks that TMA can spread the elements of a buffer, by its type.
LogicalResult verifySpreadMap(lowp_gpu::EncodeTensorMapOp op);

/// Emits checks of what the type does not tell: the address, the length of rows
/// and where they begin.
void checkSpreadMap(lowp_gpu::EncodeTensorMapOp op, HostBuilder &b);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_HOSTLAUNCH_SPREADMAPS_H
