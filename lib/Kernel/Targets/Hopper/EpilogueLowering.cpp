//===- EpilogueLowering.cpp - From sums to the elements of the output -----===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fragment.h"
#include "HopperPatterns.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Kernel/Targets/Common/FramePattern.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

namespace {
/// Evaluates the body of an epilogue for each register of a thread.
class Epilogue {
public:
  Epilogue(DeviceBuilder &builder, const KernelFrame &frame, EpilogueOp op,
           EpilogueOp::Adaptor adaptor);
  /// The registers of each result.
  SmallVector<SmallVector<Value>> emit();

private:
  void loadColumns(Value scales);
  Value evaluate(Value sum, int64_t reg);
  Value packHalves(Value low, Value high);

  int64_t groupColumns();
  Value columnScale(int64_t reg);

  DeviceBuilder &builder;
  const KernelFrame &frame;
  EpilogueOp op;
  EpilogueOp::Adaptor adaptor;
  SmallVector<Value> rows;
  /// The thread's two column scales of each chunk, if there are any.
  SmallVector<Value> columns;
};
} // namespace

Epilogue::Epilogue(DeviceBuilder &builder, const KernelFrame &frame,
                   EpilogueOp op, EpilogueOp::Adaptor adaptor)
    : builder(builder), frame(frame), op(op), adaptor(adaptor) {
  if (adaptor.getRows())
    rows = builder.unpack(adaptor.getRows());
  if (adaptor.getColumns())
    loadColumns(adaptor.getColumns());
}

/// Columns of one warpgroup in all N subtiles.
int64_t Epilogue::groupColumns() {
  int64_t columns = 0;
  for (Value nSubtile : op.getNSubtiles())
    columns += cast<AccumulatorType>(nSubtile.getType()).getGroupColumns();
  return columns;
}

/// Loads all column scales at once: one after the other their latencies would
/// add up.
void Epilogue::loadColumns(Value scales) {
  Value address = Fragment::columnAddress(
      builder, frame, scales, op.getGroupStride().value_or(groupColumns()));
  int64_t chunks = groupColumns() / Fragment::kChunkColumns;
  for (int64_t chunk = 0; chunk < chunks; ++chunk)
    columns.push_back(Fragment::loadColumnPair(builder, address, chunk));
}

/// The scale of the column of register `reg` of all N subtiles.
Value Epilogue::columnScale(int64_t reg) {
  return LLVM::ExtractElementOp::create(
      builder, columns[Fragment::chunk(reg)],
      builder.constant(Fragment::columnInPair(reg)));
}

/// The output element of register `reg` of all N subtiles, which holds `sum`.
Value Epilogue::evaluate(Value sum, int64_t reg) {
  Block &body = op.getBody().front();
  IRMapping mapping;
  unsigned argument = 0;
  mapping.map(body.getArgument(argument++), sum);
  if (!rows.empty())
    mapping.map(body.getArgument(argument++), rows[Fragment::rowHalf(reg)]);
  if (!columns.empty())
    mapping.map(body.getArgument(argument++), columnScale(reg));
  for (Operation &inner : body.without_terminator())
    builder.clone(inner, mapping);
  auto yield = cast<YieldOp>(body.getTerminator());
  return mapping.lookupOrDefault(yield.getValues()[0]);
}

/// The f32 that `half` was rounded from, or null.
static Value getRounded(Value half) {
  auto cast = half.getDefiningOp<arith::TruncFOp>();
  return cast && cast.getIn().getType().isF32() ? cast.getIn() : Value();
}

/// Two 16-bit elements in a register. A final conversion from f32 is merged
/// into the two-element instruction, which rounds alike.
Value Epilogue::packHalves(Value low, Value high) {
  Type half = low.getType();
  Type pair = VectorType::get({2}, half);
  Value packed, lowIn = getRounded(low), highIn = getRounded(high);
  if (lowIn && highIn) {
    auto nearest = NVVM::FPRoundingMode::RN;
    if (half.isBF16())
      packed = NVVM::ConvertF32x2ToBF16x2Op::create(builder, pair, highIn,
                                                    lowIn, Value(), nearest);
    else
      packed = NVVM::ConvertF32x2ToF16x2Op::create(builder, pair, highIn, lowIn,
                                                   Value(), nearest);
  } else {
    packed = LLVM::UndefOp::create(builder, pair);
    packed = LLVM::InsertElementOp::create(builder, packed, low,
                                           builder.constant(0));
    packed = LLVM::InsertElementOp::create(builder, packed, high,
                                           builder.constant(1));
  }
  return LLVM::BitcastOp::create(builder, builder.getI32Type(), packed);
}

SmallVector<SmallVector<Value>> Epilogue::emit() {
  SmallVector<SmallVector<Value>> results;
  int64_t reg = 0;
  for (Value nSubtile : adaptor.getNSubtiles()) {
    SmallVector<Value> elements;
    for (Value sum : builder.unpack(nSubtile))
      elements.push_back(evaluate(sum, reg++));
    SmallVector<Value> &registers = results.emplace_back();
    if (elements.front().getType().getIntOrFloatBitWidth() != 16)
      registers = elements;
    else
      for (size_t i = 0; i < elements.size(); i += 2)
        registers.push_back(packHalves(elements[i], elements[i + 1]));
  }
  return results;
}

/// LLVM would round to nearest whatever a cast asks for.
static LogicalResult verifyRounding(EpilogueOp op) {
  auto nearest = arith::RoundingMode::to_nearest_even;
  for (Operation &inner : op.getBody().front())
    if (auto rounding = dyn_cast<arith::ArithRoundingModeInterface>(inner))
      if (auto mode = rounding.getRoundingModeAttr();
          mode && mode.getValue() != nearest)
        return inner.emitOpError("expected an epilogue that rounds to nearest "
                                 "even, got ")
               << arith::stringifyRoundingMode(mode.getValue());
  return success();
}

namespace {
struct EpilogueLowering : public FramePattern<EpilogueOp> {
  using FramePattern::FramePattern;
  LogicalResult
  matchAndRewrite(EpilogueOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(verifyRounding(op)))
      return failure();
    DeviceBuilder builder(op.getLoc(), rewriter);
    SmallVector<SmallVector<Value>> registers =
        Epilogue(builder, frame, op, adaptor).emit();
    SmallVector<Value> results;
    for (auto [type, values] : llvm::zip_equal(op.getResultTypes(), registers))
      results.push_back(
          builder.pack(getTypeConverter()->convertType(type), values));
    rewriter.replaceOp(op, results);
    return success();
  }
};
} // namespace

void mlir::lowp_gpu::populateEpiloguePatterns(
    const LLVMTypeConverter &converter, const KernelFrame &frame,
    RewritePatternSet &patterns) {
  patterns.add<EpilogueLowering>(converter, frame);
}
