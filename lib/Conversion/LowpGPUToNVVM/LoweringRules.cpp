//===- LoweringRules.cpp - What can be lowered to NVVM --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoweringRules.h"
#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

/// What passes before should have decided and have not; empty if nothing.
static StringRef findUndecided(Operation *op) {
  if (auto pipeline = dyn_cast<PipelineOp>(op);
      pipeline && !pipeline.isPlaced())
    return "a place in shared memory and arrival counts; run "
           "lowp-gpu-plan-shared-memory and lowp-gpu-materialize-pipelines "
           "first";
  if (auto pipeline = dyn_cast<PipelineOp>(op);
      pipeline && !pipeline.getTensorColumn() &&
      pipeline.getPipeline().getType().getStage().countTensorColumns() > 0)
    return "a place in tensor memory; run lowp-gpu-plan-tensor-memory first";
  if (auto store = dyn_cast<StoreTileOp>(op);
      store && !store.getStagingOffset())
    return "a place in shared memory; run lowp-gpu-plan-shared-memory first";
  if (auto exchange = dyn_cast<ExchangeOp>(op);
      exchange && !exchange.getOffset())
    return "a place in shared memory; run lowp-gpu-plan-shared-memory first";
  if (auto table = dyn_cast<GroupTableOp>(op); table && !table.getOffset())
    return "a place in shared memory; run lowp-gpu-plan-shared-memory first";
  if (auto reduce = dyn_cast<ReduceScatterOp>(op); reduce && !reduce.getPhase())
    return "a phase; run lowp-gpu-materialize-pipelines first";
  return {};
}

/// Whether `op` signals, or multiplies with, the other CTA of a pair.
static bool isOfPair(Operation *op) {
  if (auto load = dyn_cast<LoadOp>(op))
    return load.getPair();
  if (auto mma = dyn_cast<MmaIntoOp>(op))
    return mma.getPair();
  auto arrive = dyn_cast<BarrierArriveOp>(op);
  return arrive && arrive.getPlace() != ArrivalPlace::Own;
}

/// Whether the CTAs of `kernel` multiply in pairs.
static bool hasPairs(KernelOp kernel) {
  std::optional<ChipTarget> chip =
      lookupChipTarget(kernel.getContext(), kernel.getChip());
  return chip && chip->target->readChoices(kernel.getConfig().getTarget()).pair;
}

/// Addresses of a pipeline's stages are worked out where it is made.
static LogicalResult verifyPipelineUses(Operation *op) {
  for (Value operand : op->getOperands())
    if (isa<PipelineType>(operand.getType()) &&
        !operand.getDefiningOp<PipelineOp>())
      return op->emitOpError(
          "expected a pipeline straight from lowp_gpu.pipeline");
  return success();
}

static LogicalResult verifyTypes(Operation *op, TypeRange types,
                                 const LLVMTypeConverter &converter) {
  for (Type type : types)
    if (!converter.convertType(type))
      return op->emitOpError("expected values that the chip holds in "
                             "registers, got ")
             << type;
  return success();
}

static LogicalResult verifyValues(Operation *op,
                                  const LLVMTypeConverter &converter) {
  if (failed(verifyTypes(op, op->getResultTypes(), converter)))
    return failure();
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (failed(verifyTypes(op, block.getArgumentTypes(), converter)))
        return failure();
  return success();
}

LogicalResult
mlir::lowp_gpu::verifyLowerable(KernelOp kernel,
                                const LLVMTypeConverter &converter) {
  WalkResult result =
      kernel.walk<WalkOrder::PreOrder>([&](Operation *op) -> WalkResult {
        if (StringRef missing = findUndecided(op); !missing.empty())
          return op->emitOpError("expected ") << missing;
        if (isOfPair(op) && !hasPairs(kernel))
          return op->emitOpError("expected a CTA that works alone, as the "
                                 "config of the kernel says");
        if (failed(verifyPipelineUses(op)))
          return WalkResult::interrupt();
        return verifyValues(op, converter);
      });
  return failure(result.wasInterrupted());
}
