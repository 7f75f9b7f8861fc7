//===- LowpGPUOps.td - All operations of lowp_gpu ----------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "lowp/Dialect/LowpGPU/IR/KernelOps.td"
include "lowp/Dialect/LowpGPU/IR/PipelineOps.td"
include "lowp/Dialect/LowpGPU/IR/ComputeOps.td"
include "lowp/Dialect/LowpGPU/IR/TensorOps.td"
include "lowp/Dialect/LowpGPU/IR/HostOps.td"
include "lowp/Dialect/LowpGPU/IR/SplitKOps.td"
include "lowp/Dialect/LowpGPU/IR/GroupOps.td"
include "lowp/Dialect/LowpGPU/IR/CTAOps.td"
include "lowp/Dialect/LowpGPU/IR/KGroupOps.td"
include "lowp/Dialect/LowpGPU/IR/ScaleTileOps.td"
