//===- TensorBytes.cpp - How large tensors are ----------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Graph/Analysis/TensorBytes.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lowp;

int64_t mlir::lowp::countElements(RankedTensorType type) {
  constexpr int64_t kUnknown = 1024;
  int64_t elements = 1;
  for (int64_t size : type.getShape())
    elements *= ShapedType::isDynamic(size) ? kUnknown : size;
  return elements;
}

int64_t mlir::lowp::countBytes(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.getElementType().isIntOrFloat())
    return 0;
  return countElements(tensor) *
         int64_t(llvm::divideCeil(tensor.getElementTypeBitWidth(), 8));
}
