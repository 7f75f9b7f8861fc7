//===- SizeChecks.cpp - Sizes that fill whole groups ----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A size that the type does not have cannot be checked by a verifier, and the
// number of tiles or bytes does not tell how many elements are valid in the
// last one: so it must be a whole one, and here the program makes sure.
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/SizeChecks.h"

#include "lowp/Support/PackedElements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::lowp;

/// Asserts that `size` is a multiple of `factor`.
static void buildCheck(OpBuilder &builder, Location loc, OpFoldResult size,
                       int64_t factor, const std::string &message) {
  auto constant = [&](int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value count = getValueOrCreateConstantIndexOp(builder, loc, size);
  Value rest = arith::RemUIOp::create(builder, loc, count, constant(factor));
  Value isWhole = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        rest, constant(0));
  cf::AssertOp::create(builder, loc, isWhole, message);
}

void mlir::lowp::buildCheckOfSizes(OpBuilder &builder, Location loc,
                                   ScaledType type,
                                   ArrayRef<OpFoldResult> sizes) {
  for (unsigned dim : type.getOrder()) {
    int64_t factor = type.getDataAlignment(dim);
    if (factor == 1 || !ShapedType::isDynamic(type.getMatrixShape()[dim]))
      continue;
    buildCheck(builder, loc, sizes[dim], factor,
               llvm::formatv("lowp: expected dimension {0} of '{1}' to be a "
                             "multiple of {2}, got another size; pad it, or "
                             "compile for a size that the type has",
                             dim, type, factor));
  }
}

void mlir::lowp::buildCheckOfBytes(OpBuilder &builder, Location loc,
                                   ScaledType type, Value bytes) {
  PackedElements packed(type.getElementType().getIntOrFloatBitWidth());
  int64_t last = type.getDataType().getRank() - 1;
  bool isKnown = !type.getDataType().isDynamicDim(last);
  if (isKnown || packed.bytesOfGroup() == 1)
    return;
  buildCheck(builder, loc, tensor::getMixedSize(builder, loc, bytes, last),
             packed.bytesOfGroup(),
             llvm::formatv("lowp: expected the bytes of a row of '{0}' to be a "
                           "multiple of {1}, the bytes of {2} elements, got "
                           "another size; pass whole groups",
                           type, packed.bytesOfGroup(), packed.group()));
}
