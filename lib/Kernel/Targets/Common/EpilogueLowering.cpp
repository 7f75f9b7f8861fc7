//===- EpilogueLowering.cpp - From sums to the elements of the output -----===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ColumnScales.h"
#include "EpilogueInput.h"
#include "EpiloguePanels.h"
#include "RegisterPatterns.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Kernel/Targets/Common/LoweringPattern.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

namespace {
/// Evaluates the body of an epilogue for each register of a thread.
class Epilogue {
public:
  Epilogue(DeviceBuilder &builder, const KernelFrame &frame,
           FragmentLayout layout, EpilogueOp op, EpilogueOp::Adaptor adaptor);
  /// The registers of each result.
  SmallVector<SmallVector<Value>> emit();

private:
  /// An element of an output in one column, and the one in the next.
  using Pair = std::pair<Value, Value>;

  void loadColumns();
  IRMapping mapArguments(Value sum, int64_t reg);
  void roundPair(arith::TruncFOp rounding, IRMapping &low, IRMapping &high);
  bool computeHalves(arith::TruncFOp rounding, IRMapping &low, IRMapping &high);
  SmallVector<Pair> evaluatePair(Value low, Value high, int64_t reg);
  /// Lets `value` be the elements of `packed` in both columns.
  void mapPair(Value value, Value packed, IRMapping &low, IRMapping &high);
  void append(SmallVectorImpl<Value> &registers, const Pair &elements);
  Value packPair(Value low, Value high);
  void keepInPlace(MutableArrayRef<Value> registers);
  SmallVector<SmallVector<Value>> emitChunk(ArrayRef<Value> sums, int64_t reg);

  int64_t groupColumns();
  int64_t groupStride();

  DeviceBuilder &builder;
  const KernelFrame &frame;
  FragmentLayout layout;
  EpilogueOp op;
  EpilogueOp::Adaptor adaptor;
  SmallVector<Value> rows;
  /// The scales of the thread's columns, if there are any.
  std::optional<ColumnScales> columns;
  /// What the body reads besides sums and scales.
  SmallVector<EpilogueInput> inputs;
  /// The input that lies in shared memory, if there is one.
  std::optional<EpiloguePanels> panels;
};
} // namespace

Epilogue::Epilogue(DeviceBuilder &builder, const KernelFrame &frame,
                   FragmentLayout layout, EpilogueOp op,
                   EpilogueOp::Adaptor adaptor)
    : builder(builder), frame(frame), layout(layout), op(op), adaptor(adaptor) {
  if (adaptor.getRows())
    rows = builder.unpack(adaptor.getRows());
  if (adaptor.getColumns())
    loadColumns();
  for (unsigned index = 0; index < op.getInputs().size(); ++index)
    inputs.emplace_back(builder, frame, layout, op, adaptor, index,
                        groupStride());
  if (!op.getPanels().empty())
    panels.emplace(builder, frame, layout, op, adaptor);
}

/// Columns of one warpgroup in all N subtiles.
int64_t Epilogue::groupColumns() {
  int64_t columns = 0;
  for (Value nSubtile : op.getNSubtiles())
    columns += cast<AccumulatorType>(nSubtile.getType()).getGroupColumns();
  return columns;
}

/// Columns from where one warpgroup along N begins to where the next does.
int64_t Epilogue::groupStride() {
  return op.getGroupStride().value_or(groupColumns());
}

/// Loads all column scales at once: one after the other their latencies would
/// add up.
void Epilogue::loadColumns() {
  columns.emplace(builder, frame, layout, adaptor.getColumns(), groupStride());
  int64_t chunks = groupColumns() / FragmentLayout::kChunkColumns;
  for (int64_t chunk = 0; chunk < chunks; ++chunk)
    columns->load(chunk);
}

/// What the body's arguments are for register `reg` of all N subtiles, which
/// holds `sum`.
IRMapping Epilogue::mapArguments(Value sum, int64_t reg) {
  Block &body = op.getBody().front();
  IRMapping mapping;
  unsigned argument = 0;
  mapping.map(body.getArgument(argument++), sum);
  if (!rows.empty())
    mapping.map(body.getArgument(argument++), rows[layout.getRowOfLane(reg)]);
  if (columns)
    mapping.map(body.getArgument(argument++), columns->get(reg));
  for (EpilogueInput &input : inputs)
    mapping.map(body.getArgument(argument++), input.load(reg));
  if (panels)
    mapping.map(body.getArgument(argument++), panels->load(reg));
  return mapping;
}

/// The elements of 16 bits that an operand of f32 stands for: those that were
/// widened to it, or a constant of no more bits. Null if there are none.
static Value getNarrow(DeviceBuilder &builder, Value operand, FloatType half) {
  if (auto widening = operand.getDefiningOp<arith::ExtFOp>())
    return widening.getIn().getType() == half ? widening.getIn() : Value();
  APFloat number(0.0f);
  bool losesBits = true;
  if (!matchPattern(operand, m_ConstantFloat(&number)))
    return {};
  number.convert(half.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                 &losesBits);
  return losesBits ? Value()
                   : arith::ConstantFloatOp::create(builder, half, number)
                         .getResult();
}

/// Where a program widens elements of 16 bits, computes and rounds, the chip
/// computes both columns by one instruction: f32 has so many bits that a sum or
/// product of such elements is the same whether it is rounded once or twice.
bool Epilogue::computeHalves(arith::TruncFOp rounding, IRMapping &low,
                             IRMapping &high) {
  Operation *wide = rounding.getIn().getDefiningOp();
  if (!isa_and_nonnull<arith::AddFOp, arith::SubFOp, arith::MulFOp,
                       arith::MaximumFOp, arith::MinimumFOp>(wide))
    return false;
  auto half = cast<FloatType>(rounding.getType());
  SmallVector<Value> pairs;
  for (Value operand : wide->getOperands()) {
    Value narrow = getNarrow(builder, operand, half);
    if (!narrow)
      return false;
    pairs.push_back(
        packPair(low.lookupOrDefault(narrow), high.lookupOrDefault(narrow)));
  }
  Value result = builder
                     .create(wide->getLoc(), wide->getName().getIdentifier(),
                             pairs, pairs.front().getType(), wide->getAttrs())
                     ->getResult(0);
  mapPair(rounding.getResult(), result, low, high);
  return true;
}

/// Rounds both columns of a pair by one instruction. LLVM sees through two
/// conversions and would add in 16 bits, which ptxas takes for a use of sums
/// that are not there yet.
void Epilogue::roundPair(arith::TruncFOp rounding, IRMapping &low,
                         IRMapping &high) {
  Type half = rounding.getType();
  Type pair = VectorType::get({2}, half);
  Value first = low.lookupOrDefault(rounding.getIn());
  Value second = high.lookupOrDefault(rounding.getIn());
  auto nearest = NVVM::FPRoundingMode::RN;
  Value packed;
  if (half.isBF16())
    packed = NVVM::ConvertF32x2ToBF16x2Op::create(builder, pair, second, first,
                                                  Value(), nearest);
  else
    packed = NVVM::ConvertF32x2ToF16x2Op::create(builder, pair, second, first,
                                                 Value(), nearest);
  mapPair(rounding.getResult(), packed, low, high);
}

void Epilogue::mapPair(Value value, Value packed, IRMapping &low,
                       IRMapping &high) {
  auto extract = [&](int64_t place) -> Value {
    return LLVM::ExtractElementOp::create(builder, packed,
                                          builder.constant(place));
  };
  low.map(value, extract(0));
  high.map(value, extract(1));
}

/// The elements of each output in a pair of columns: of register `reg` of all N
/// subtiles, which holds `low`, and of the next.
SmallVector<Epilogue::Pair> Epilogue::evaluatePair(Value low, Value high,
                                                   int64_t reg) {
  IRMapping first = mapArguments(low, reg);
  IRMapping second = mapArguments(high, reg + 1);
  Block &body = op.getBody().front();
  for (Operation &inner : body.without_terminator()) {
    auto rounding = dyn_cast<arith::TruncFOp>(inner);
    if (rounding && rounding.getIn().getType().isF32() &&
        rounding.getType().getIntOrFloatBitWidth() == 16) {
      if (!computeHalves(rounding, first, second))
        roundPair(rounding, first, second);
      continue;
    }
    builder.clone(inner, first);
    builder.clone(inner, second);
  }
  auto yield = cast<YieldOp>(body.getTerminator());
  return llvm::map_to_vector(yield.getValues(), [&](Value yielded) {
    return Pair(first.lookupOrDefault(yielded),
                second.lookupOrDefault(yielded));
  });
}

/// Packs two 16-bit elements into one vector. Elements that were rounded or
/// read together, and no others with them, lie in one already.
Value Epilogue::packPair(Value low, Value high) {
  auto first = low.getDefiningOp<LLVM::ExtractElementOp>();
  auto second = high.getDefiningOp<LLVM::ExtractElementOp>();
  auto isOfTwo = [](LLVM::ExtractElementOp extract) {
    return cast<VectorType>(extract.getVector().getType()).getNumElements() ==
           2;
  };
  bool isPair = first && second && first.getVector() == second.getVector() &&
                isOfTwo(first) && isConstantIntValue(first.getPosition(), 0) &&
                isConstantIntValue(second.getPosition(), 1);
  Value packed = isPair ? first.getVector() : Value();
  if (!packed) {
    packed =
        LLVM::UndefOp::create(builder, VectorType::get({2}, low.getType()));
    packed = LLVM::InsertElementOp::create(builder, packed, low,
                                           builder.constant(0));
    packed = LLVM::InsertElementOp::create(builder, packed, high,
                                           builder.constant(1));
  }
  return packed;
}

void Epilogue::append(SmallVectorImpl<Value> &registers, const Pair &elements) {
  auto [low, high] = elements;
  if (low.getType().getIntOrFloatBitWidth() == 16)
    registers.push_back(LLVM::BitcastOp::create(builder, builder.getI32Type(),
                                                packPair(low, high)));
  else
    registers.append({low, high});
}

/// Lets `registers` be computed here. LLVM would move arithmetic to where
/// elements are stored, after the loads of all inputs: sums, and what was read
/// for each, would wait in registers.
void Epilogue::keepInPlace(MutableArrayRef<Value> registers) {
  std::string results, operands;
  SmallVector<Type> types;
  for (auto [number, value] : llvm::enumerate(registers)) {
    types.push_back(value.getType());
    results += value.getType().isF32() ? "=f," : "=r,";
    operands += (number ? "," : "") + std::to_string(number);
  }
  auto all = LLVM::LLVMStructType::getLiteral(builder.getContext(), types);
  SmallVector<Value> kept =
      builder.unpack(builder.assembly(all, "", results + operands, registers));
  llvm::copy(kept, registers.begin());
}

/// The elements of all outputs in a chunk of columns, from register `reg` of
/// all N subtiles on; `sums` are those of the chunk.
SmallVector<SmallVector<Value>> Epilogue::emitChunk(ArrayRef<Value> sums,
                                                    int64_t reg) {
  SmallVector<SmallVector<Value>> elements(
      op.getBody().front().getTerminator()->getNumOperands());
  for (size_t i = 0; i < sums.size(); i += 2)
    for (auto [output, pair] :
         llvm::enumerate(evaluatePair(sums[i], sums[i + 1], reg + i)))
      append(elements[output], pair);
  if (layout.holdsRows() && !inputs.empty())
    for (SmallVector<Value> &registers : elements)
      keepInPlace(registers);
  return elements;
}

SmallVector<SmallVector<Value>> Epilogue::emit() {
  SmallVector<SmallVector<Value>> results(op.getNumResults());
  size_t nSubtiles = adaptor.getNSubtiles().size();
  int64_t reg = 0, count = layout.getRegistersPerChunk();
  for (auto [place, nSubtile] : llvm::enumerate(adaptor.getNSubtiles())) {
    SmallVector<Value> sums = builder.unpack(nSubtile);
    for (ArrayRef<Value> left = sums; !left.empty();
         left = left.drop_front(count), reg += count)
      for (auto [output, registers] :
           llvm::enumerate(emitChunk(left.take_front(count), reg)))
        llvm::append_range(results[output * nSubtiles + place], registers);
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

static SmallVector<Value> lowerEpilogue(LoweringBuilder &builder, EpilogueOp op,
                                        EpilogueOp::Adaptor adaptor,
                                        FragmentLayout layout) {
  if (failed(verifyRounding(op)))
    return {};
  return llvm::map_to_vector(
      Epilogue(builder, builder.frame, layout, op, adaptor).emit(),
      [&](const SmallVector<Value> &registers) {
        return builder.pack(registers);
      });
}

void mlir::lowp_gpu::populateEpiloguePatterns(
    const LLVMTypeConverter &converter, const KernelFrame &frame,
    FragmentLayout layout, RewritePatternSet &patterns) {
  addLowering(patterns, converter, frame, lowerEpilogue, layout);
}
