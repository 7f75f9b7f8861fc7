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
  MapBuilder(lowp_gpu::EncodeTensorMapOp op, RuntimeABI &abi)
      : op(op), abi(abi), builder(op), loc(op.getLoc()),
        type(cast<lowp_gpu::TensorMapType>(op.getMap().getType())),
        perEntry(lowp_gpu::getElementsPerEntry(type)),
        buffer(cast<MemRefType>(op.getBuffer().getType())),
        slot(createEntrySlot(builder, loc, abi.tensorMap)) {}

  /// Stores all fields; returns the address of the LowpTensorMap.
  Value emit(int64_t elementCode, int64_t elementBytes, Value call);

private:
  void store(ArrayRef<LLVM::GEPArg> field, Value value) {
    abi.storeField(builder, loc, abi.tensorMap, slot, field, value);
  }
  void checkRowBytes(Value rowBytes, Value call);
  Value countEntries(Value elements, int64_t elementBytes);
  Value getStride(int64_t dim, int64_t elementBytes);

  lowp_gpu::EncodeTensorMapOp op;
  RuntimeABI &abi;
  OpBuilder builder;
  Location loc;
  lowp_gpu::TensorMapType type;
  /// Elements of the map that are one to TMA.
  int64_t perEntry;
  MemRefType buffer;
  Value slot;
};

} // namespace

// The runtime would notice too, but cannot name the function.
void MapBuilder::checkRowBytes(Value rowBytes, Value call) {
  Value rest = LLVM::AndOp::create(builder, loc, rowBytes,
                                   abi.createI64(builder, loc, 15));
  Value isOff = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne,
                                     rest, abi.createI64(builder, loc, 0));
  auto function = op->getParentOfType<func::FuncOp>();
  abi.createFailIf(
      builder, loc, call, isOff,
      llvm::formatv("'{0}': expected rows of {1} elements to be multiples of "
                    "16 bytes, got another length; pad the innermost dimension",
                    getPlainName(function.getName()), type.getElementType())
          .str());
}

/// Bytes from one index of dimension `dim` of a buffer with gaps to the next.
Value MapBuilder::getStride(int64_t dim, int64_t elementBytes) {
  auto [strides, offset] = buffer.getStridesAndOffset();
  if (!ShapedType::isDynamic(strides[dim]))
    return abi.createI64(builder, loc, strides[dim] * elementBytes);
  auto metadata =
      memref::ExtractStridedMetadataOp::create(builder, loc, op.getBuffer());
  Value elements = arith::IndexCastOp::create(
      builder, loc, builder.getI64Type(), metadata.getStrides()[dim]);
  return LLVM::MulOp::create(builder, loc, elements,
                             abi.createI64(builder, loc, elementBytes));
}

/// What TMA counts in a row of `elements` of the buffer: each of them, several
/// as one, or several in each.
Value MapBuilder::countEntries(Value elements, int64_t elementBytes) {
  int64_t elementBits = kBitsPerByte * elementBytes, entryBits = elementBits;
  if (perEntry > 1 || type.getSpread())
    entryBits = perEntry * type.getElementType().getIntOrFloatBitWidth();
  if (entryBits > elementBits)
    return LLVM::UDivOp::create(
        builder, loc, elements,
        abi.createI64(builder, loc, entryBits / elementBits));
  if (entryBits < elementBits)
    return LLVM::MulOp::create(
        builder, loc, elements,
        abi.createI64(builder, loc, elementBits / entryBits));
  return elements;
}

Value MapBuilder::emit(int64_t elementCode, int64_t elementBytes, Value call) {
  int32_t rank = type.getBox().size(), rowDim = type.getRowDim();
  bool hasGaps = !buffer.getLayout().isIdentity();
  store({0}, createElementAddress(builder, loc, op.getBuffer()));
  store({1}, abi.createI32(builder, loc, elementCode));
  store({2}, abi.createI32(builder, loc, rank));
  Value stride = abi.createI64(builder, loc, elementBytes);
  for (int32_t dim = 0; dim < rank; ++dim) {
    int64_t bufferDim = buffer.getRank() - 1 - dim;
    Value size = createSize(builder, loc, op.getBuffer(), bufferDim);
    store({3, dim}, dim == 0 ? countEntries(size, elementBytes) : size);
    if (dim > 0 && hasGaps)
      store({4, dim - 1}, getStride(bufferDim, elementBytes));
    else if (dim > 0)
      store({4, dim - 1}, stride);
    bool isTileM = rank - 1 - dim == rowDim && op.getTileM();
    int64_t box = type.getBox()[rank - 1 - dim] / (dim == 0 ? perEntry : 1);
    store({5, dim}, isTileM ? op.getTileM() : abi.createI32(builder, loc, box));
    if (hasGaps)
      continue;
    stride = LLVM::MulOp::create(builder, loc, stride, size);
    if (dim == 0 && rank > 1 && buffer.isDynamicDim(bufferDim) &&
        !type.getSpread())
      checkRowBytes(stride, call);
  }
  store({6}, abi.createI32(builder, loc, type.getSwizzle()));
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
                                               Value call, RuntimeABI &abi) {
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
    checkSpreadMap(op, call, abi);
  Value map = MapBuilder(op, abi).emit(*code, *bytes, call);
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto encodedType = LLVM::LLVMArrayType::get(
      builder.getI8Type(),
      static_cast<int64_t>(RuntimeConstant::TensorMapBytes));
  Value encoded = createEntrySlot(builder, loc, encodedType, /*alignment=*/64);
  abi.createCall(builder, loc, "lowpEncodeTensorMap", {call, encoded, map});
  auto cast = UnrealizedConversionCastOp::create(
      builder, loc, op.getMap().getType(), encoded);
  op.replaceAllUsesWith(cast.getResult(0));
  op.erase();
  return success();
}
