//===- StageUses.h - Whose a stage is, and who reads it ---------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_STAGEUSES_H
#define LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_STAGEUSES_H

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::lowp_gpu {

/// The pipeline that a stage belongs to, followed through loops that carry it;
/// null if it cannot be followed.
Value findPipeline(Value stage);

/// Stages of a pipeline, told apart by what they hold.
using StagesReadByLanes = llvm::SmallDenseSet<std::pair<Value, Type>>;

/// The stages of which lanes of `role` read something themselves. Products of
/// chips whose tensor core reads them are waited for.
StagesReadByLanes findStagesReadByLanes(RoleOp role);

/// What reads the stage last, lane by lane, before `release` gives it away, or
/// the operation of its block around that; null if nothing does or a loop
/// carries the stage.
Operation *findLastLaneRead(ReleaseOp release);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_STAGEUSES_H
