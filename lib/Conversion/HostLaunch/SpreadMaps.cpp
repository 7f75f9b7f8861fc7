//===- SpreadMaps.cpp - Tensor maps that spread elements ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpreadMaps.h"
#include "Steps.h"

#include "lowp/Conversion/HostLaunch/HostLaunch.h"
#include "lowp/Support/ElementBytes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::lowp;

/// Elements of a row of a box, of which rows of the buffer hold a multiple.
static constexpr int64_t kRowElements = 128;
static constexpr int64_t kElementsOfByte = 2;
static constexpr int64_t kRowBytes = kRowElements / kElementsOfByte;
/// What the address and strides are multiples of, in bytes.
static constexpr int64_t kAlignment = 32;

static MemRefType getBufferType(lowp_gpu::EncodeTensorMapOp op) {
  return cast<MemRefType>(op.getBuffer().getType());
}

static lowp_gpu::TensorMapType getMapType(lowp_gpu::EncodeTensorMapOp op) {
  return cast<lowp_gpu::TensorMapType>(op.getMap().getType());
}

//===----------------------------------------------------------------------===//
// What types tell
//===----------------------------------------------------------------------===//

static LogicalResult verifyElements(lowp_gpu::EncodeTensorMapOp op) {
  constexpr unsigned kBits = 4;
  lowp_gpu::TensorMapType map = getMapType(op);
  if (!getBufferType(op).getElementType().isInteger(kBitsPerByte) ||
      map.getElementType().getIntOrFloatBitWidth() != kBits)
    return op.emitOpError("expected elements of ")
           << kBits << " bits to spread, two in each i8 of the buffer, got "
           << getBufferType(op) << " for " << map;
  if (map.getBox().back() != kRowElements)
    return op.emitOpError("expected boxes of ")
           << kRowElements << " columns to spread, got " << map;
  return success();
}

static LogicalResult verifyRows(lowp_gpu::EncodeTensorMapOp op) {
  MemRefType buffer = getBufferType(op);
  int64_t length = buffer.getShape().back();
  if (!ShapedType::isDynamic(length) && length % kRowBytes)
    return op.emitOpError("expected rows of a multiple of ")
           << kRowElements << " elements to spread, got "
           << length * kElementsOfByte << " in " << buffer
           << "; pad the innermost dimension";
  auto [strides, offset] = buffer.getStridesAndOffset();
  for (auto [size, stride] : llvm::zip(buffer.getShape().drop_back(), strides))
    if (size != 1 && !ShapedType::isDynamic(stride) && stride % kAlignment)
      return op.emitOpError("expected rows at multiples of ")
             << kAlignment << " bytes, whose elements copies spread, got "
             << buffer << "; pad the innermost dimension";
  return success();
}

LogicalResult mlir::lowp::verifySpreadMap(lowp_gpu::EncodeTensorMapOp op) {
  return failure(failed(verifyElements(op)) || failed(verifyRows(op)));
}

//===----------------------------------------------------------------------===//
// What is known at run time
//===----------------------------------------------------------------------===//

namespace {
/// Emits the checks of one buffer, which name the function.
class BufferChecks {
public:
  BufferChecks(lowp_gpu::EncodeTensorMapOp op, HostBuilder &b)
      : op(op), b(b), buffer(getBufferType(op)) {}

  void checkAddress();
  void checkLength();
  void checkStrides();

private:
  /// Fails with `message`, after the name of the function and the elements,
  /// where `used` holds and `value` is no multiple of `unit`.
  void failUnlessMultiple(Value value, int64_t unit, Value used,
                          const Twine &message);
  Value isNot(Value value, int64_t number) {
    return LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::ne, value,
                                b.createI64(number));
  }
  Value getSize(int64_t dim) { return createSize(b, op.getBuffer(), dim); }

  lowp_gpu::EncodeTensorMapOp op;
  HostBuilder &b;
  MemRefType buffer;
};
} // namespace

void BufferChecks::failUnlessMultiple(Value value, int64_t unit, Value used,
                                      const Twine &message) {
  Value rest = LLVM::AndOp::create(b, value, b.createI64(unit - 1));
  auto function = op->getParentOfType<func::FuncOp>();
  std::string text = llvm::formatv("'{0}': expected rows of {1}, which copies "
                                   "spread, ",
                                   getPlainName(function.getName()),
                                   getMapType(op).getElementType());
  b.createFailIf(LLVM::AndOp::create(b, used, isNot(rest, 0)),
                 text + message.str());
}

/// Nobody looks at the address of an empty buffer, nor at any where memory is
/// measured.
void BufferChecks::checkAddress() {
  Value used = b.createRuns();
  for (int64_t dim = 0; dim < buffer.getRank(); ++dim)
    used = LLVM::AndOp::create(b, used, isNot(getSize(dim), 0));
  Value address = LLVM::PtrToIntOp::create(
      b, b.abi.i64, createElementAddress(b, op.getBuffer()));
  failUnlessMultiple(address, kAlignment, used,
                     "to begin at a multiple of " + Twine(kAlignment) +
                         " bytes, got another address; copy the tensor into "
                         "fresh memory");
}

void BufferChecks::checkLength() {
  int64_t innermost = buffer.getRank() - 1;
  if (!buffer.isDynamicDim(innermost))
    return;
  Value always =
      LLVM::ConstantOp::create(b, b.getI1Type(), b.getBoolAttr(true));
  failUnlessMultiple(getSize(innermost), kRowBytes, always,
                     "to have a multiple of " + Twine(kRowElements) +
                         " elements, got another length; pad the innermost "
                         "dimension");
}

/// Without gaps strides are multiples of the length.
void BufferChecks::checkStrides() {
  if (buffer.getLayout().isIdentity())
    return;
  auto [strides, offset] = buffer.getStridesAndOffset();
  for (int64_t dim = 0; dim + 1 < buffer.getRank(); ++dim) {
    if (!ShapedType::isDynamic(strides[dim]))
      continue;
    auto metadata = memref::ExtractStridedMetadataOp::create(b, op.getBuffer());
    Value stride =
        arith::IndexCastOp::create(b, b.abi.i64, metadata.getStrides()[dim]);
    failUnlessMultiple(stride, kAlignment, isNot(getSize(dim), 1),
                       "to begin at multiples of " + Twine(kAlignment) +
                           " bytes, got another stride; pad the innermost "
                           "dimension");
  }
}

void mlir::lowp::checkSpreadMap(lowp_gpu::EncodeTensorMapOp op,
                                HostBuilder &b) {
  BufferChecks checks(op, b);
  checks.checkAddress();
  checks.checkLength();
  checks.checkStrides();
}
