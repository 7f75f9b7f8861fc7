//===- LoweringRules.h - What can be lowered to NVVM ------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPGPUTONVVM_LOWERINGRULES_H
#define LOWP_LIB_CONVERSION_LOWPGPUTONVVM_LOWERINGRULES_H

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"

namespace mlir::lowp_gpu {

/// Checks that passes before have given everything in `kernel` its place, and
/// that the chip, whose types `converter` knows, can hold its values. What a
/// pattern refuses would end as "failed to legalize".
LogicalResult verifyLowerable(KernelOp kernel,
                              const LLVMTypeConverter &converter);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_CONVERSION_LOWPGPUTONVVM_LOWERINGRULES_H
