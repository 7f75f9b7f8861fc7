//===- LowpGPUTypes.cpp - Types and attributes of lowp_gpu ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/LowpGPU/IR/LowpGPUTypes.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

#include "lowp/Dialect/LowpGPU/IR/LowpGPUEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "lowp/Dialect/LowpGPU/IR/LowpGPUAttrs.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "lowp/Dialect/LowpGPU/IR/LowpGPUTypes.cpp.inc"

void LowpGPUDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "lowp/Dialect/LowpGPU/IR/LowpGPUAttrs.cpp.inc"
      >();
}

void LowpGPUDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "lowp/Dialect/LowpGPU/IR/LowpGPUTypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

// Far beyond any chip, so that the chip's own limits give the message that
// helps, and small enough that bytes do not overflow and copies can be made.
static constexpr int64_t kMaxSize = 1 << 16;
static constexpr int64_t kMaxCount = 256;
// Each element of a lane is a value of its own.
static constexpr int64_t kMaxAccumulatorSize = 512;
static constexpr unsigned kMaxElementBits = 64;

/// Checks that no size of a tile, box or accumulator is beyond the limit.
static LogicalResult verifyMaxSize(function_ref<InFlightDiagnostic()> emitError,
                                   ArrayRef<int64_t> sizes,
                                   int64_t largest = kMaxSize) {
  for (int64_t size : sizes)
    if (size > largest)
      return emitError() << "expected sizes of at most " << largest << ", got "
                         << size;
  return success();
}

//===----------------------------------------------------------------------===//
// ConfigAttr
//===----------------------------------------------------------------------===//

LogicalResult ConfigAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<int64_t> tile,
                                 ArrayRef<int64_t> cluster, int64_t stages,
                                 int64_t unroll, int64_t raster,
                                 int64_t storeSlots, int64_t splitK) {
  auto positive = [](int64_t value) { return value > 0; };
  if (tile.size() != 3 || !llvm::all_of(tile, positive))
    return emitError() << "expected 'tile' to be three positive sizes, "
                          "[M, N, K]";
  if (cluster.size() != 2 || !llvm::all_of(cluster, positive))
    return emitError() << "expected 'cluster' to be two positive sizes, "
                          "[along M, along N]";
  struct Count {
    StringRef name;
    int64_t value;
    int64_t largest;
  };
  for (auto [name, value, largest] : {Count{"stages", stages, kMaxCount},
                                      {"unroll", unroll, kMaxCount},
                                      {"raster", raster, kMaxSize},
                                      {"store_slots", storeSlots, kMaxCount},
                                      {"split_k", splitK, kMaxCount}}) {
    if (value < 1)
      return emitError() << "expected '" << name << "' to be positive, got "
                         << value;
    if (value > largest)
      return emitError() << "expected '" << name << "' to be at most "
                         << largest << ", got " << value;
  }
  return success(succeeded(verifyMaxSize(emitError, tile)) &&
                 succeeded(verifyMaxSize(emitError, cluster)));
}

//===----------------------------------------------------------------------===//
// Shapes with an element type and a swizzle
//===----------------------------------------------------------------------===//

namespace {
/// What tensor maps and tiles have in common, `128x64xbf16 swizzle 128`.
struct SwizzledShape {
  SmallVector<int64_t> shape;
  Type elementType;
  int64_t swizzle = 0;
};
} // namespace

static FailureOr<SwizzledShape> parseSwizzledShape(AsmParser &parser) {
  SwizzledShape result;
  if (parser.parseDimensionList(result.shape, /*allowDynamic=*/false) ||
      parser.parseType(result.elementType))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("swizzle")) &&
      parser.parseInteger(result.swizzle))
    return failure();
  return result;
}

static void printSwizzledShape(AsmPrinter &printer, ArrayRef<int64_t> shape,
                               Type elementType, int64_t swizzle) {
  printer.printDimensionList(shape);
  printer << 'x' << elementType;
  if (swizzle)
    printer << " swizzle " << swizzle;
}

static LogicalResult
verifySwizzledShape(function_ref<InFlightDiagnostic()> emitError,
                    ArrayRef<int64_t> shape, Type elementType,
                    int64_t swizzle) {
  if (shape.empty() || shape.size() > 2)
    return emitError() << "expected one or two dimensions, got "
                       << shape.size();
  if (llvm::any_of(shape, [](int64_t size) { return size < 1; }))
    return emitError() << "expected positive sizes, got 0";
  if (!elementType.isIntOrFloat())
    return emitError() << "expected integer or float elements, got "
                       << elementType;
  if (elementType.getIntOrFloatBitWidth() > kMaxElementBits)
    return emitError() << "expected elements of at most " << kMaxElementBits
                       << " bits, got " << elementType;
  if (failed(verifyMaxSize(emitError, shape)))
    return failure();
  if (!llvm::is_contained({0, 32, 64, 128}, swizzle))
    return emitError() << "expected a swizzle of 0, 32, 64 or 128 bytes, got "
                       << swizzle;
  int64_t rowBytes =
      shape.back() * llvm::divideCeil(elementType.getIntOrFloatBitWidth(), 8);
  if (swizzle && rowBytes != swizzle)
    return emitError() << "expected rows of " << swizzle
                       << " bytes, as wide as the swizzle, got " << rowBytes;
  return success();
}

template <typename T>
static Type parseSwizzledType(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess())
    return {};
  FailureOr<SwizzledShape> parsed = parseSwizzledShape(parser);
  if (failed(parsed) || parser.parseGreater())
    return {};
  return parser.getChecked<T>(loc, parser.getContext(), parsed->shape,
                              parsed->elementType, parsed->swizzle);
}

template <typename T>
static void printSwizzledType(AsmPrinter &printer, T type,
                              ArrayRef<int64_t> shape) {
  printer << '<';
  printSwizzledShape(printer, shape, type.getElementType(), type.getSwizzle());
  printer << '>';
}

Type TensorMapType::parse(AsmParser &parser) {
  return parseSwizzledType<TensorMapType>(parser);
}
void TensorMapType::print(AsmPrinter &printer) const {
  printSwizzledType(printer, *this, getBox());
}
LogicalResult
TensorMapType::verify(function_ref<InFlightDiagnostic()> emitError,
                      ArrayRef<int64_t> box, Type elementType,
                      int64_t swizzle) {
  return verifySwizzledShape(emitError, box, elementType, swizzle);
}

Type TileType::parse(AsmParser &parser) {
  return parseSwizzledType<TileType>(parser);
}
void TileType::print(AsmPrinter &printer) const {
  printSwizzledType(printer, *this, getShape());
}
LogicalResult TileType::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<int64_t> shape, Type elementType,
                               int64_t swizzle) {
  return verifySwizzledShape(emitError, shape, elementType, swizzle);
}

int64_t TileType::getBytes() const {
  int64_t elements = 1;
  for (int64_t size : getShape())
    elements *= size;
  return elements *
         llvm::divideCeil(getElementType().getIntOrFloatBitWidth(), 8);
}

//===----------------------------------------------------------------------===//
// StageType
//===----------------------------------------------------------------------===//

Type StageType::parse(AsmParser &parser) {
  SmallVector<StringAttr> names;
  SmallVector<TileType> tiles;
  SMLoc loc = parser.getCurrentLocation();
  auto parseField = [&]() -> ParseResult {
    std::string name;
    if (parser.parseKeywordOrString(&name) || parser.parseColon())
      return failure();
    FailureOr<SwizzledShape> parsed = parseSwizzledShape(parser);
    if (failed(parsed))
      return failure();
    auto tile =
        parser.getChecked<TileType>(loc, parser.getContext(), parsed->shape,
                                    parsed->elementType, parsed->swizzle);
    names.push_back(parser.getBuilder().getStringAttr(name));
    tiles.push_back(tile);
    return success(static_cast<bool>(tile));
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseField))
    return {};
  return parser.getChecked<StageType>(loc, parser.getContext(), names, tiles);
}

void StageType::print(AsmPrinter &printer) const {
  printer << '<';
  llvm::interleaveComma(
      llvm::zip_equal(getNames(), getTiles()), printer, [&](auto field) {
        auto [name, tile] = field;
        printer.printKeywordOrString(name.getValue());
        printer << ": ";
        printSwizzledShape(printer, tile.getShape(), tile.getElementType(),
                           tile.getSwizzle());
      });
  printer << '>';
}

LogicalResult StageType::verify(function_ref<InFlightDiagnostic()> emitError,
                                ArrayRef<StringAttr> names,
                                ArrayRef<TileType> tiles) {
  if (names.empty() || names.size() != tiles.size())
    return emitError() << "expected at least one field, each with a tile";
  llvm::SmallDenseSet<StringAttr> seen;
  for (StringAttr name : names)
    if (!seen.insert(name).second)
      return emitError() << "expected distinct fields, got " << name
                         << " twice";
  return success();
}

std::optional<unsigned> StageType::getFieldIndex(StringRef name) const {
  for (auto [index, candidate] : llvm::enumerate(getNames()))
    if (candidate.getValue() == name)
      return index;
  return std::nullopt;
}

TileType StageType::getField(StringRef name) const {
  std::optional<unsigned> index = getFieldIndex(name);
  return index ? getTiles()[*index] : TileType();
}

int64_t StageType::getBytes() const {
  int64_t bytes = 0;
  for (TileType tile : getTiles())
    bytes += tile.getBytes();
  return bytes;
}

LogicalResult PipelineType::verify(function_ref<InFlightDiagnostic()> emitError,
                                   int64_t stages, StageType stage) {
  if (stages < 1)
    return emitError() << "expected at least one stage, got " << stages;
  if (stages > kMaxCount)
    return emitError() << "expected at most " << kMaxCount << " stages, got "
                       << stages;
  return success();
}

//===----------------------------------------------------------------------===//
// AccumulatorType and RowsType
//===----------------------------------------------------------------------===//

Type AccumulatorType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> shape;
  Type elementType;
  if (parser.parseLess() ||
      parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parser.parseType(elementType) || parser.parseGreater())
    return {};
  return parser.getChecked<AccumulatorType>(loc, parser.getContext(), shape,
                                            elementType);
}

void AccumulatorType::print(AsmPrinter &printer) const {
  printer << '<';
  printer.printDimensionList(getShape());
  printer << 'x' << getElementType() << '>';
}

LogicalResult
AccumulatorType::verify(function_ref<InFlightDiagnostic()> emitError,
                        ArrayRef<int64_t> shape, Type elementType) {
  if (shape.size() != 2)
    return emitError() << "expected two dimensions, got " << shape.size();
  if (shape[0] < 1 || shape[1] < 1)
    return emitError() << "expected positive sizes, got 0";
  if (!elementType.isF32())
    return emitError() << "expected f32 elements, got " << elementType;
  return verifyMaxSize(emitError, shape, kMaxAccumulatorSize);
}

LogicalResult RowsType::verify(function_ref<InFlightDiagnostic()> emitError,
                               int64_t count, Type elementType) {
  if (count < 1)
    return emitError() << "expected at least one row, got " << count;
  if (!elementType.isF32())
    return emitError() << "expected f32 elements, got " << elementType;
  return verifyMaxSize(emitError, count, kMaxAccumulatorSize);
}

//===----------------------------------------------------------------------===//
// ExchangeType
//===----------------------------------------------------------------------===//

LogicalResult ExchangeType::verify(function_ref<InFlightDiagnostic()> emitError,
                                   int64_t parts, AccumulatorType part) {
  if (parts < 2)
    return emitError() << "expected at least two parts, got " << parts;
  return success();
}

int64_t ExchangeType::getBytes() const {
  ArrayRef<int64_t> shape = getPart().getShape();
  constexpr int64_t kElementBytes = 4;
  return getParts() * shape[0] * shape[1] * kElementBytes;
}
