//===- EmitQuantize.cpp - A quantize in the kernel of a fusion ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionEmitter.h"

#include "lowp/Dialect/Lowp/IR/GuardedCasts.h"
#include "lowp/Dialect/Lowp/IR/QuantizeMath.h"
#include "lowp/Dialect/Lowp/IR/StochasticRounding.h"
#include "lowp/Fusion/FusedKinds.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

Value mlir::lowp::toF32(OpBuilder &builder, Location loc, Value value) {
  if (value.getType().isF32())
    return value;
  return arith::ExtFOp::create(builder, loc, builder.getF32Type(), value);
}

SplitScaledOp mlir::lowp::getSplit(QuantizeOp op) {
  WidenOp repeat = getRepeat(op);
  Value stored = repeat ? repeat.getResult() : op.getResult();
  for (Operation *user : stored.getUsers())
    if (auto split = dyn_cast<SplitScaledOp>(user))
      return split;
  return {};
}

QuantizeOp mlir::lowp::getQuantize(SplitScaledOp op) {
  Value stored = op.getInput();
  if (auto repeat = stored.getDefiningOp<WidenOp>())
    stored = repeat.getInput();
  if (auto turned = stored.getDefiningOp<TransposeOp>())
    stored = turned.getInput();
  return stored.getDefiningOp<QuantizeOp>();
}

void FusionEmitter::emitQuantize(QuantizeOp op) {
  SplitScaledOp split = getSplit(op);
  Value input = getWholeTile(op.getInput());
  ArrayRef<int64_t> tile = cast<VectorType>(input.getType()).getShape();
  SmallVector<Value> scale = emitBlockScales(op, input);
  emitScales(op, scale[1], findOutput(split.getScales()));
  emitData(op, input, broadcastTo(scale[0], tile), findOutput(split.getData()));
}

SmallVector<Value> FusionEmitter::emitRandomKeys(QuantizeOp op) {
  if (!op.getSeed())
    return {};
  SmallVector<Value> positions;
  for (ArrayRef<int> dims : space.dims.lookup(op.getInput()))
    positions.push_back(emitIndex(dims, {tileM, tileN}));
  SmallVector<Value> keys(ArrayRef(positions).take_back(2));
  keys.push_back(get(op.getSeed()));
  // Each matrix of a batch has a seed of its own.
  keys.append(positions.begin(), positions.end() - 2);
  return keys;
}

/// The code of `scaled`; `keys` are those of its random bits, if it is rounded
/// at random.
static Value buildCode(OpBuilder &builder, Location loc, Value scaled,
                       ValueRange keys, FloatType element) {
  if (keys.empty())
    return buildTruncF(builder, loc, element, scaled);
  Value words[2];
  for (auto [word, position] : llvm::zip_equal(words, keys.take_front(2)))
    word = arith::IndexCastOp::create(builder, loc, builder.getI32Type(),
                                      position);
  Value seed = keys[2];
  for (Value matrix : keys.drop_front(3))
    seed = arith::AddIOp::create(
        builder, loc, seed,
        arith::IndexCastOp::create(builder, loc, seed.getType(), matrix));
  Value random = buildRandomWord(builder, loc, seed, words[0], words[1]);
  return buildStochasticCast(builder, loc, scaled, random, element);
}

void FusionEmitter::emitData(QuantizeOp op, Value input, Value encode,
                             Value buffer) {
  ScaledType type = op.getType();
  auto element = cast<FloatType>(type.getElementType());
  SmallVector<Value> inputs = {input, encode};
  llvm::append_range(inputs, emitRandomKeys(op));
  Value data = emitMap(
      b, inputs, TypeRange{element}, [&](OpBuilder &builder, ValueRange args) {
        Value scaled = buildScaled(builder, b.getLoc(), args[0], args[1],
                                   element, op.getNumerics());
        return SmallVector<Value>{buildCode(builder, b.getLoc(), scaled,
                                            args.drop_front(2), element)};
      })[0];
  AffineMap map = toSpace(op.getInput(), type.getDataStorageMap());
  SmallVector<Value> padded = emitDataEnd(op, buffer);
  if (padded.empty())
    padded = emitPackedEnd(op);
  TypedAttr padding =
      b.getFloatAttr(element, type.getDataLayout().getPaddingValue());
  store(data, buffer, map, padded, padded.empty() ? TypedAttr() : padding);
}
