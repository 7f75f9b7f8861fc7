//===- Buffers.cpp - Buffers as addresses and descriptors -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Support/ElementBytes.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::lowp;

FailureOr<int64_t> mlir::lowp::getElementBytes(Operation *op, MemRefType type) {
  Type element = type.getElementType();
  if (element.isIndex())
    return 8;
  // A byte each, as LLVM stores them.
  if (element.isInteger(1) ||
      isa<Float4E2M1FNType, Float6E2M3FNType, Float6E3M2FNType>(element))
    return 1;
  unsigned bits = element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 0;
  // Narrower elements would be packed, which upstream does not do.
  if (bits >= kBitsPerByte && bits % kBitsPerByte == 0)
    return bytesOfBits(bits);
  return op->emitOpError("expected buffers of elements of whole bytes, got ")
         << type << "; keep packed elements in a buffer of i8";
}

Value mlir::lowp::createSize(ImplicitLocOpBuilder &b, Value buffer,
                             int64_t dim) {
  Value size = memref::DimOp::create(b, buffer, dim);
  return arith::IndexCastOp::create(b, b.getI64Type(), size);
}

Value mlir::lowp::createElementAddress(ImplicitLocOpBuilder &b, Value buffer) {
  Value address = memref::ExtractAlignedPointerAsIndexOp::create(b, buffer);
  auto type = cast<MemRefType>(buffer.getType());
  if (std::get<1>(type.getStridesAndOffset()) != 0) {
    auto metadata = memref::ExtractStridedMetadataOp::create(b, buffer);
    Value bytes = arith::ConstantIndexOp::create(
        b, llvm::divideCeil(type.getElementTypeBitWidth(), 8));
    Value offset = arith::MulIOp::create(b, metadata.getOffset(), bytes);
    address = arith::AddIOp::create(b, address, offset);
  }
  Value integer = arith::IndexCastOp::create(b, b.getI64Type(), address);
  return LLVM::IntToPtrOp::create(b, LLVM::LLVMPointerType::get(b.getContext()),
                                  integer);
}

Value mlir::lowp::createCast(ImplicitLocOpBuilder &b, Type type, Value value) {
  return UnrealizedConversionCastOp::create(b, type, value).getResult(0);
}

Value mlir::lowp::createConverted(ImplicitLocOpBuilder &b, Value value) {
  Type type = LLVMTypeConverter(b.getContext()).convertType(value.getType());
  return type == value.getType() ? value : createCast(b, type, value);
}

Value mlir::lowp::createBuffer(ImplicitLocOpBuilder &b, MemRefType type,
                               Value address, ValueRange dynamicSizes) {
  Location loc = b.getLoc();
  LLVMTypeConverter converter(b.getContext());
  auto descriptor =
      MemRefDescriptor::poison(b, loc, converter.convertType(type));
  descriptor.setAllocatedPtr(b, loc, address);
  descriptor.setAlignedPtr(b, loc, address);
  descriptor.setConstantOffset(b, loc, 0);

  Type i64 = b.getI64Type();
  auto createConstant = [&](int64_t value) -> Value {
    return LLVM::ConstantOp::create(b, i64, b.getI64IntegerAttr(value));
  };
  Value stride = createConstant(1);
  unsigned numDynamic = dynamicSizes.size();
  for (int64_t dim = type.getRank() - 1; dim >= 0; --dim) {
    Value size =
        type.isDynamicDim(dim)
            ? arith::IndexCastOp::create(b, i64, dynamicSizes[--numDynamic])
            : createConstant(type.getDimSize(dim));
    descriptor.setSize(b, loc, dim, size);
    descriptor.setStride(b, loc, dim, stride);
    stride = LLVM::MulOp::create(b, stride, size);
  }
  return createCast(b, type, Value(descriptor));
}
