//===- StageWorkspace.h - Memory between launches of a stage ----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_TRAFFIC_STAGEWORKSPACE_H
#define LOWP_LIB_TRAFFIC_STAGEWORKSPACE_H

#include "StagePlan.h"

namespace mlir::lowp {

/// Bytes that lowp-plan-workspace will take for the launches from `begin` to
/// `end`: none in what they write for others until it is written.
int64_t getStageWorkspace(ArrayRef<StagedMemory> memories, int64_t begin,
                          int64_t end);

} // namespace mlir::lowp

#endif // LOWP_LIB_TRAFFIC_STAGEWORKSPACE_H
