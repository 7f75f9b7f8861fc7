//===- ChipCalls.cpp - Functions that the chip has instructions for -------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChipCalls.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

bool mlir::lowp::hasChipFunctions(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  if (vector && (vector.getRank() != 1 || vector.isScalable()))
    return false;
  return isa<Float16Type, BFloat16Type, Float32Type>(
      getElementTypeOrSelf(type));
}

static Value callScalar(ImplicitLocOpBuilder &b, StringRef intrinsic,
                        ValueRange operands) {
  // LLVM has an instruction for some functions only if they have the flag.
  auto flags =
      LLVM::FastmathFlagsAttr::get(b.getContext(), LLVM::FastmathFlags::afn);
  return LLVM::CallIntrinsicOp::create(b, TypeRange(b.getF32Type()),
                                       b.getStringAttr(intrinsic), operands,
                                       flags)
      .getResult(0);
}

Value mlir::lowp::callOnChip(ImplicitLocOpBuilder &b, StringRef intrinsic,
                             ValueRange operands) {
  auto type = dyn_cast<VectorType>(operands[0].getType());
  if (!type)
    return callScalar(b, intrinsic, operands);
  SmallVector<Value> results;
  for (int64_t place = 0; place < type.getNumElements(); ++place) {
    SmallVector<Value> elements;
    for (Value operand : operands)
      elements.push_back(vector::ExtractOp::create(b, operand, place));
    results.push_back(callScalar(b, intrinsic, elements));
  }
  return vector::FromElementsOp::create(b, type, results);
}

Value mlir::lowp::reciprocal(FloatMath &f, Value x) {
  return callOnChip(f.b, "llvm.nvvm.rcp.approx.ftz.f", x);
}
