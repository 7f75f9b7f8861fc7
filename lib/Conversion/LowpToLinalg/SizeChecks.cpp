//===- SizeChecks.cpp - Sizes that fill whole groups
//------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A size that the type does not have cannot be checked by a verifier, and the
// number of panels or bytes does not tell how many elements are valid in the
// last one: so it must be a whole one, and here the program makes sure.
//
//===----------------------------------------------------------------------===//

#include "SizeChecks.h"

#include "lowp/Support/PackedElements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::lowp;
using ::lowp::PackedElements;

/// Asserts that the last size of `tensor` is a multiple of `factor`.
static void buildCheck(OpBuilder &builder, Location loc, Value tensor,
                       int64_t factor, const std::string &message) {
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  auto constant = [&](int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value size = tensor::DimOp::create(builder, loc, tensor, rank - 1);
  Value rest = arith::RemUIOp::create(builder, loc, size, constant(factor));
  Value isWhole = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        rest, constant(0));
  cf::AssertOp::create(builder, loc, isWhole, message);
}

void mlir::lowp::buildCheckOfElements(OpBuilder &builder, Location loc,
                                      ScaledType type, Value elements) {
  int64_t fast = type.getOrder()[1];
  if (!ShapedType::isDynamic(type.getMatrixShape()[fast]))
    return;
  int64_t factor = 1;
  if (type.isPacked())
    factor =
        PackedElements(type.getElementType().getIntOrFloatBitWidth()).group();
  // A panel is whole groups (scaled-C10).
  if (type.isPanelled())
    factor = type.getPanel();
  if (factor == 1)
    return;
  buildCheck(builder, loc, elements, factor,
             llvm::formatv("lowp: expected dimension {0} of '{1}' to be a "
                           "multiple of {2}, got another size; pad it, or "
                           "compile for a size that the type has",
                           fast, type, factor));
}

void mlir::lowp::buildCheckOfBytes(OpBuilder &builder, Location loc,
                                   ScaledType type, Value bytes) {
  PackedElements packed(type.getElementType().getIntOrFloatBitWidth());
  bool isKnown = !ShapedType::isDynamic(type.getDataType().getShape().back());
  if (isKnown || packed.bytesOfGroup() == 1)
    return;
  buildCheck(builder, loc, bytes, packed.bytesOfGroup(),
             llvm::formatv("lowp: expected the bytes of a row of '{0}' to be a "
                           "multiple of {1}, the bytes of {2} elements, got "
                           "another size; pass whole groups",
                           type, packed.bytesOfGroup(), packed.group()));
}
