//===- MatrixDescriptor.h - Tiles as the tensor core reads them -*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_KERNEL_TARGETS_TCGEN05_MATRIXDESCRIPTOR_H
#define LOWP_LIB_KERNEL_TARGETS_TCGEN05_MATRIXDESCRIPTOR_H

#include "lowp/Dialect/LowpGPU/IR/LowpGPUTypes.h"
#include "lowp/Kernel/Targets/Common/DeviceBuilder.h"

namespace mlir::lowp_gpu {

/// Bytes of a row of a tile, swizzled as wide, and of K that one instruction
/// contracts.
inline constexpr int64_t kRowBytes = 128;
inline constexpr int64_t kBytesOfK = 32;

/// The descriptor of 32 bytes of K of an operand, with index `k`, whose tile
/// begins at `address`. MN-major tiles have elements of 8 or 16 bits.
Value describeOperand(DeviceBuilder &builder, TileType tile, Value address,
                      int64_t k);

/// The descriptor of an atom of scales, 32 rows of 16 bytes.
Value describeScales(DeviceBuilder &builder, Value address);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_KERNEL_TARGETS_TCGEN05_MATRIXDESCRIPTOR_H
