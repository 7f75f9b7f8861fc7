//===- RegisterSums.cpp - Sums that threads hold in registers -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Kernel/Targets/Common/RegisterSums.h"
#include "RegisterPatterns.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Kernel/Targets/Common/MmaFragment.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

/// A thread of a warpgroup holds 2 rows x 2 columns of every 16 x 8 block of
/// the warpgroup's 64 rows and its columns; of 16-bit elements the two columns
/// share a register. Other accumulators it cannot hold.
static std::optional<Type> convertAccumulator(AccumulatorType type) {
  MLIRContext *context = type.getContext();
  unsigned bits = type.getElementType().getIntOrFloatBitWidth();
  if (type.getGroupColumns() % MmaFragment::kChunkColumns ||
      (bits != 16 && bits != 32))
    return Type();
  bool is16Bit = bits == 16;
  Type word = is16Bit ? Type(IntegerType::get(context, 32))
                      : Type(Float32Type::get(context));
  SmallVector<Type> registers(type.getGroupColumns() / (is16Bit ? 4 : 2), word);
  return LLVM::LLVMStructType::getLiteral(context, registers);
}

void mlir::lowp_gpu::addRegisterSumTypes(LLVMTypeConverter &converter) {
  converter.addConversion(convertAccumulator);
  converter.addConversion([](RowValuesType type) -> Type {
    Type element = type.getElementType();
    return LLVM::LLVMStructType::getLiteral(type.getContext(),
                                            {element, element});
  });
}

namespace {
struct AccumulatorLowering : public ConvertOpToLLVMPattern<AccumulatorOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(AccumulatorOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = getTypeConverter()->convertType(op.getType());
    if (op.getZero())
      rewriter.replaceOpWithNewOp<LLVM::ZeroOp>(op, type);
    else
      rewriter.replaceOpWithNewOp<LLVM::UndefOp>(op, type);
    return success();
  }
};
} // namespace

void mlir::lowp_gpu::populateRegisterSumPatterns(
    const LLVMTypeConverter &converter, const KernelFrame &frame,
    RewritePatternSet &patterns) {
  patterns.add<AccumulatorLowering>(converter);
  populatePromotionPatterns(converter, frame, patterns);
  populateEpiloguePatterns(converter, frame, patterns);
  populateStoreTilePatterns(converter, frame, patterns);
  populateZeroTailPatterns(converter, frame, patterns);
}
