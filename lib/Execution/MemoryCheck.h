//===- MemoryCheck.h - Whose memory tensors are in --------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_EXECUTION_MEMORYCHECK_H
#define LOWP_LIB_EXECUTION_MEMORYCHECK_H

#include "lowp/Execution/Artifact.h"
#include "lowp/Runtime/CudaDriver.h"
#include "llvm/ADT/ArrayRef.h"

namespace mlir::lowp::execution {

/// Checks that data and workspace of a call of a CUDA program are in memory of
/// GPU `device`, or managed memory. What is wrong goes to `call`. Asks the
/// driver once per tensor and call: the memory may have been freed since.
void checkMemory(const runtime::CudaDriver &driver, const Function &function,
                 LowpCall &call, llvm::ArrayRef<void *> arguments,
                 int32_t device);

} // namespace mlir::lowp::execution

#endif // LOWP_LIB_EXECUTION_MEMORYCHECK_H
