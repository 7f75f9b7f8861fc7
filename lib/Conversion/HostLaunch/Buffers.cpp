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

Value mlir::lowp::createSize(OpBuilder &builder, Location loc, Value buffer,
                             int64_t dim) {
  Value size = memref::DimOp::create(builder, loc, buffer, dim);
  return arith::IndexCastOp::create(builder, loc, builder.getI64Type(), size);
}

Value mlir::lowp::createElementAddress(OpBuilder &builder, Location loc,
                                       Value buffer) {
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, buffer);
  auto type = cast<MemRefType>(buffer.getType());
  if (std::get<1>(type.getStridesAndOffset()) != 0) {
    auto metadata =
        memref::ExtractStridedMetadataOp::create(builder, loc, buffer);
    Value bytes = arith::ConstantIndexOp::create(
        builder, loc, llvm::divideCeil(type.getElementTypeBitWidth(), 8));
    Value offset =
        arith::MulIOp::create(builder, loc, metadata.getOffset(), bytes);
    address = arith::AddIOp::create(builder, loc, address, offset);
  }
  Value integer =
      arith::IndexCastOp::create(builder, loc, builder.getI64Type(), address);
  return LLVM::IntToPtrOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), integer);
}

Value mlir::lowp::createDescriptor(OpBuilder &builder, Location loc,
                                   Value buffer) {
  LLVMTypeConverter converter(builder.getContext());
  Type type = converter.convertType(buffer.getType());
  return UnrealizedConversionCastOp::create(builder, loc, type, buffer)
      .getResult(0);
}

Value mlir::lowp::createBuffer(OpBuilder &builder, Location loc,
                               MemRefType type, Value address,
                               ValueRange dynamicSizes) {
  LLVMTypeConverter converter(builder.getContext());
  auto descriptor =
      MemRefDescriptor::poison(builder, loc, converter.convertType(type));
  descriptor.setAllocatedPtr(builder, loc, address);
  descriptor.setAlignedPtr(builder, loc, address);
  descriptor.setConstantOffset(builder, loc, 0);

  Type i64 = builder.getI64Type();
  auto createConstant = [&](int64_t value) -> Value {
    return LLVM::ConstantOp::create(builder, loc, i64,
                                    builder.getI64IntegerAttr(value));
  };
  Value stride = createConstant(1);
  unsigned numDynamic = dynamicSizes.size();
  for (int64_t dim = type.getRank() - 1; dim >= 0; --dim) {
    Value size = type.isDynamicDim(dim)
                     ? arith::IndexCastOp::create(builder, loc, i64,
                                                  dynamicSizes[--numDynamic])
                     : createConstant(type.getDimSize(dim));
    descriptor.setSize(builder, loc, dim, size);
    descriptor.setStride(builder, loc, dim, stride);
    stride = LLVM::MulOp::create(builder, loc, stride, size);
  }
  return UnrealizedConversionCastOp::create(builder, loc, type,
                                            Value(descriptor))
      .getResult(0);
}
