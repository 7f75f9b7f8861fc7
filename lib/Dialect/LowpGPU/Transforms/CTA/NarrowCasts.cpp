//===- NarrowCasts.cpp - Instructions that round to few bits --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first argument of each instruction becomes the upper half of its result.
//
//===----------------------------------------------------------------------===//

#include "NarrowCasts.h"

#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

bool mlir::lowp_gpu::hasNarrowCasts(Operation *op) {
  constexpr unsigned kFirst = 100;
  std::optional<ChipTarget> chip = lookupChipTarget(op);
  return chip && chip->facts->architecture >= kFirst;
}

bool mlir::lowp_gpu::isNarrowCast(arith::TruncFOp op) {
  return isa<Float4E2M1FNType, Float6E2M3FNType, Float6E3M2FNType>(
             op.getType()) &&
         op.getIn().getType().isF32() && hasNarrowCasts(op);
}

/// `low` and `high`, rounded to two elements of `type` in half of the bits of
/// an integer each.
static Value buildNarrowPair(ImplicitLocOpBuilder &b, Value low, Value high,
                             Type type) {
  if (type.getIntOrFloatBitWidth() == 4)
    return NVVM::ConvertF32x2ToF4x2Op::create(b, b.getI8Type(), high, low,
                                              /*relu=*/false, type);
  return NVVM::ConvertF32x2ToF6x2Op::create(b, b.getI16Type(), high, low,
                                            /*relu=*/false, type);
}

static Value shiftRight(ImplicitLocOpBuilder &b, Value value, unsigned bits) {
  Value by =
      arith::ConstantOp::create(b, b.getIntegerAttr(value.getType(), bits));
  return arith::ShRUIOp::create(b, value, by);
}

SmallVector<Value> mlir::lowp_gpu::buildNarrowCasts(ImplicitLocOpBuilder &b,
                                                    ArrayRef<Value> values,
                                                    Type type) {
  IntegerType code = b.getIntegerType(type.getIntOrFloatBitWidth());
  SmallVector<Value> elements;
  for (size_t first = 0; first < values.size(); first += 2) {
    Value pair = buildNarrowPair(b, values[first], values[first + 1], type);
    unsigned half = pair.getType().getIntOrFloatBitWidth() / 2;
    for (Value bits : {pair, shiftRight(b, pair, half)})
      elements.push_back(arith::BitcastOp::create(
          b, type, arith::TruncIOp::create(b, code, bits)));
  }
  return elements;
}

/// The codes of two scales, a byte each. What is beyond the largest one becomes
/// that one.
static Value buildScalePair(ImplicitLocOpBuilder &b, Value low, Value high) {
  return NVVM::ConvertF32x2ToF8x2Op::create(
      b, b.getI16Type(), high, low, NVVM::FPRoundingMode::RP,
      NVVM::SaturationMode::SATFINITE, /*relu=*/false,
      Float8E8M0FNUType::get(b.getContext()));
}

SmallVector<Value> mlir::lowp_gpu::buildScaleCodes(ImplicitLocOpBuilder &b,
                                                   ArrayRef<Value> values) {
  auto extend = [&](Value bits) -> Value {
    return arith::ExtUIOp::create(b, b.getI32Type(), bits);
  };
  Value zero = arith::ConstantOp::create(b, b.getF32FloatAttr(0.0f));
  SmallVector<Value> codes;
  for (size_t first = 0; first < values.size(); first += 2) {
    // The code of 0 is 0: beside it a word is the other one's code.
    if (first + 1 == values.size()) {
      codes.push_back(extend(buildScalePair(b, values[first], zero)));
      break;
    }
    Value pair = buildScalePair(b, values[first], values[first + 1]);
    Value low = arith::TruncIOp::create(b, b.getI8Type(), pair);
    codes.push_back(extend(low));
    codes.push_back(extend(shiftRight(b, pair, 8)));
  }
  return codes;
}
