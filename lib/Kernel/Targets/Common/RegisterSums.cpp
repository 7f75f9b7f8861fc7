//===- RegisterSums.cpp - Sums that threads hold in registers -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Kernel/Targets/Common/RegisterSums.h"
#include "RegisterPatterns.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Kernel/Targets/Common/FragmentLayout.h"
#include "lowp/Kernel/Targets/Common/LoweringPattern.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

/// A thread holds an element in each register; of 16-bit elements two columns
/// share one. Other accumulators it cannot hold.
static Type convertAccumulator(AccumulatorType type, FragmentLayout layout) {
  MLIRContext *context = type.getContext();
  unsigned bits = type.getElementType().getIntOrFloatBitWidth();
  if (type.getGroupColumns() % FragmentLayout::kChunkColumns ||
      (bits != 16 && bits != 32))
    return Type();
  bool is16Bit = bits == 16;
  Type word = is16Bit ? Type(IntegerType::get(context, 32))
                      : Type(Float32Type::get(context));
  int64_t count = layout.countRegisters(type.getGroupColumns());
  SmallVector<Type> registers(is16Bit ? count / 2 : count, word);
  return LLVM::LLVMStructType::getLiteral(context, registers);
}

void mlir::lowp_gpu::addRegisterSumTypes(LLVMTypeConverter &converter,
                                         FragmentLayout layout) {
  converter.addConversion([layout](AccumulatorType type) -> Type {
    return convertAccumulator(type, layout);
  });
  converter.addConversion([layout](RowValuesType type) -> Type {
    SmallVector<Type> values(layout.getRowsPerLane(), type.getElementType());
    return LLVM::LLVMStructType::getLiteral(type.getContext(), values);
  });
}

static Value lowerAccumulator(LoweringBuilder &builder, AccumulatorOp op,
                              AccumulatorOp::Adaptor, FragmentLayout layout) {
  Type type = convertAccumulator(op.getType(), layout);
  if (op.getZero())
    return LLVM::ZeroOp::create(builder, type);
  return LLVM::UndefOp::create(builder, type);
}

void mlir::lowp_gpu::populateRegisterSumPatterns(
    const LLVMTypeConverter &converter, const KernelFrame &frame,
    FragmentLayout layout, RewritePatternSet &patterns) {
  addLowering(patterns, converter, frame, lowerAccumulator, layout);
  populatePromotionPatterns(converter, frame, layout, patterns);
  populateEpiloguePatterns(converter, frame, layout, patterns);
  populateStoreTilePatterns(converter, frame, layout, patterns);
  populateZeroTailPatterns(converter, frame, layout, patterns);
}
