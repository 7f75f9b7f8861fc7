//===- TensorMaps.cpp - Tensor maps as runtime calls ----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpreadMaps.h"
#include "Steps.h"

#include "lowp/Conversion/HostLaunch/HostLaunch.h"
#include "lowp/Dialect/LowpGPU/IR/TensorMapEntries.h"
#include "lowp/Support/ElementBytes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::lowp;

/// The LowpElementType of what TMA counts in maps of `map`, or nothing.
static std::optional<int64_t> getElementCode(lowp_gpu::TensorMapType map) {
  Type type = map.getElementType();
  unsigned bits = type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 0;
  if (map.getSpread())
    return 6; // LOWP_ELEMENT_U4_SPREAD
  if (bits == 8 && lowp_gpu::getElementsPerEntry(map) > 1)
    return 5; // LOWP_ELEMENT_U32
  if (bits == 8 || bits == 6 || bits == 4)
    return 0; // LOWP_ELEMENT_U8
  if (type.isBF16())
    return 1; // LOWP_ELEMENT_BF16
  if (type.isF16())
    return 2; // LOWP_ELEMENT_F16
  if (type.isF32())
    return 3; // LOWP_ELEMENT_F32
  if (isa<FloatTF32Type>(type))
    return 4; // LOWP_ELEMENT_TF32
  return std::nullopt;
}

namespace {

/// Fills a LowpTensorMap from a buffer; dimensions count from the innermost.
class MapBuilder {
public:
  MapBuilder(lowp_gpu::EncodeTensorMapOp op, HostBuilder &b)
      : op(op), b(b),
        type(cast<lowp_gpu::TensorMapType>(op.getMap().getType())),
        perEntry(lowp_gpu::getElementsPerEntry(type)),
        buffer(cast<MemRefType>(op.getBuffer().getType())),
        slot(b.createEntrySlot(b.abi.tensorMap)) {}

  /// Stores all fields; returns the address of the LowpTensorMap.
  Value emit(int64_t elementCode, int64_t elementBytes);

private:
  void store(ArrayRef<LLVM::GEPArg> field, Value value) {
    b.storeField(b.abi.tensorMap, slot, field, value);
  }
  void checkRowBytes(Value rowBytes);
  Value countEntries(Value elements, int64_t elementBytes);
  Value getStride(int64_t dim, int64_t elementBytes);

  lowp_gpu::EncodeTensorMapOp op;
  HostBuilder &b;
  lowp_gpu::TensorMapType type;
  /// Elements of the map that are one to TMA.
  int64_t perEntry;
  MemRefType buffer;
  Value slot;
};

} // namespace

// The runtime would notice too, but cannot name the function.
void MapBuilder::checkRowBytes(Value rowBytes) {
  Value rest = LLVM::AndOp::create(b, rowBytes, b.createI64(15));
  Value isOff =
      LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::ne, rest, b.createI64(0));
  auto function = op->getParentOfType<func::FuncOp>();
  b.createFailIf(
      isOff,
      llvm::formatv("'{0}': expected rows of {1} elements to be multiples of "
                    "16 bytes, got another length; pad the innermost dimension",
                    getPlainName(function.getName()), type.getElementType())
          .str());
}

/// Bytes from one index of dimension `dim` of a buffer with gaps to the next.
Value MapBuilder::getStride(int64_t dim, int64_t elementBytes) {
  auto [strides, offset] = buffer.getStridesAndOffset();
  if (!ShapedType::isDynamic(strides[dim]))
    return b.createI64(strides[dim] * elementBytes);
  auto metadata = memref::ExtractStridedMetadataOp::create(b, op.getBuffer());
  Value elements =
      arith::IndexCastOp::create(b, b.abi.i64, metadata.getStrides()[dim]);
  return LLVM::MulOp::create(b, elements, b.createI64(elementBytes));
}

/// What TMA counts in a row of `elements` of the buffer: each of them, several
/// as one, or several in each.
Value MapBuilder::countEntries(Value elements, int64_t elementBytes) {
  int64_t elementBits = kBitsPerByte * elementBytes, entryBits = elementBits;
  if (perEntry > 1 || type.getSpread())
    entryBits = perEntry * type.getElementType().getIntOrFloatBitWidth();
  if (entryBits > elementBits)
    return LLVM::UDivOp::create(b, elements,
                                b.createI64(entryBits / elementBits));
  if (entryBits < elementBits)
    return LLVM::MulOp::create(b, elements,
                               b.createI64(elementBits / entryBits));
  return elements;
}

Value MapBuilder::emit(int64_t elementCode, int64_t elementBytes) {
  int32_t rank = type.getBox().size(), rowDim = type.getRowDim();
  bool hasGaps = !buffer.getLayout().isIdentity();
  store({0}, createElementAddress(b, op.getBuffer()));
  store({1}, b.createI32(elementCode));
  store({2}, b.createI32(rank));
  Value stride = b.createI64(elementBytes);
  for (int32_t dim = 0; dim < rank; ++dim) {
    int64_t bufferDim = buffer.getRank() - 1 - dim;
    Value size = createSize(b, op.getBuffer(), bufferDim);
    store({3, dim}, dim == 0 ? countEntries(size, elementBytes) : size);
    if (dim > 0 && hasGaps)
      store({4, dim - 1}, getStride(bufferDim, elementBytes));
    else if (dim > 0)
      store({4, dim - 1}, stride);
    bool isTileM = rank - 1 - dim == rowDim && op.getTileM();
    int64_t box = type.getBox()[rank - 1 - dim] / (dim == 0 ? perEntry : 1);
    store({5, dim}, isTileM ? op.getTileM() : b.createI32(box));
    if (hasGaps)
      continue;
    stride = LLVM::MulOp::create(b, stride, size);
    if (dim == 0 && rank > 1 && buffer.isDynamicDim(bufferDim) &&
        !type.getSpread())
      checkRowBytes(stride);
  }
  store({6}, b.createI32(type.getSwizzle()));
  return slot;
}

/// Refuses buffers that a map of lower rank would show only a part of.
static LogicalResult verifyLeadingDimensions(lowp_gpu::EncodeTensorMapOp op) {
  auto buffer = cast<MemRefType>(op.getBuffer().getType());
  auto type = cast<lowp_gpu::TensorMapType>(op.getMap().getType());
  for (int64_t size : buffer.getShape().drop_back(type.getBox().size()))
    if (size != 1)
      return op.emitOpError("expected the dimensions beyond the box to be 1, "
                            "got ")
             << buffer << " for " << type;
  return success();
}

LogicalResult mlir::lowp::lowerEncodeTensorMap(lowp_gpu::EncodeTensorMapOp op,
                                               HostBuilder &b) {
  auto buffer = cast<MemRefType>(op.getBuffer().getType());
  auto type = cast<lowp_gpu::TensorMapType>(op.getMap().getType());
  std::optional<int64_t> code = getElementCode(type);
  if (!code)
    return op.emitOpError("expected elements that TMA knows (4-bit "
                          "and 8-bit types, bf16, f16, f32, tf32), got ")
           << type.getElementType();
  if (type.getSpread() && failed(verifySpreadMap(op)))
    return failure();
  FailureOr<int64_t> bytes = getElementBytes(op, buffer);
  if (failed(bytes) || failed(verifyLeadingDimensions(op)))
    return failure();

  if (type.getSpread())
    checkSpreadMap(op, b);
  Value map = MapBuilder(op, b).emit(*code, *bytes);
  auto encodedType =
      LLVM::LLVMArrayType::get(b.getI8Type(), HostBuilder::TensorMapBytes);
  Value encoded = b.createEntrySlot(encodedType, /*alignment=*/64);
  b.createCall("lowpEncodeTensorMap", {b.call, encoded, map});
  op.replaceAllUsesWith(createCast(b, op.getMap().getType(), encoded));
  op.erase();
  return success();
}
