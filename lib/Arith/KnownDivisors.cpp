//===- KnownDivisors.cpp - What a division is never by --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Arith/KnownDivisors.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;

bool mlir::lowp::isNever(Value divisor, int64_t number) {
  APInt value;
  if (matchPattern(divisor, m_ConstantInt(&value)))
    return value.getSExtValue() != number;
  DenseIntElementsAttr elements;
  return matchPattern(divisor, m_Constant(&elements)) &&
         llvm::none_of(elements.getValues<APInt>(), [&](const APInt &each) {
           return each.getSExtValue() == number;
         });
}
