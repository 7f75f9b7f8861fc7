//===- Constants.cpp - Constants of the kernel level ----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/LowpGPU/IR/Constants.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

Value mlir::lowp_gpu::constantI32(ImplicitLocOpBuilder &builder,
                                  int64_t value) {
  return arith::ConstantIntOp::create(builder, builder.getI32Type(), value);
}

Value mlir::lowp_gpu::createCeilDiv(ImplicitLocOpBuilder &builder, Value size,
                                    Value part) {
  Value less = arith::SubIOp::create(builder, part, constantI32(builder, 1));
  Value padded = arith::AddIOp::create(builder, size, less);
  return arith::DivUIOp::create(builder, padded, part);
}
