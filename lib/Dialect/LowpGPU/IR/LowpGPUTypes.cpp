//===- LowpGPUTypes.cpp - Types and attributes of lowp_gpu ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/LowpGPU/IR/LowpGPUTypes.h"
#include "Limits.h"
#include "lowp/Support/ElementBytes.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Parses `128x64xf32`.
static ParseResult parseShape(AsmParser &parser,
                              SmallVectorImpl<int64_t> &shape,
                              Type &elementType) {
  return failure(parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
                 parser.parseType(elementType));
}

static void printShape(AsmPrinter &printer, ArrayRef<int64_t> shape,
                       Type elementType) {
  printer.printDimensionList(shape);
  printer << 'x' << elementType;
}

/// Parses what tensor maps and tiles have in common, `128x64xf4E2M1FN swizzle
/// 64 spread`.
static ParseResult parseSwizzledShape(AsmParser &parser,
                                      SmallVectorImpl<int64_t> &shape,
                                      Type &elementType, int64_t &swizzle,
                                      bool &spread) {
  if (parseShape(parser, shape, elementType) ||
      (succeeded(parser.parseOptionalKeyword("swizzle")) &&
       parser.parseInteger(swizzle)))
    return failure();
  spread = succeeded(parser.parseOptionalKeyword("spread"));
  return success();
}

static void printSwizzledShape(AsmPrinter &printer, ArrayRef<int64_t> shape,
                               Type elementType, int64_t swizzle, bool spread) {
  printShape(printer, shape, elementType);
  if (swizzle)
    printer << " swizzle " << swizzle;
  if (spread)
    printer << " spread";
}

/// Parses where a tile lies, ` in tensor` or nothing.
static ParseResult parseSpace(AsmParser &parser, TileSpace &space) {
  bool isSaid = succeeded(parser.parseOptionalKeyword("in"));
  space = isSaid ? TileSpace::Tensor : TileSpace::Shared;
  return isSaid ? parser.parseKeyword("tensor") : success();
}

static void printSpace(AsmPrinter &printer, TileSpace space) {
  if (space == TileSpace::Tensor)
    printer << " in tensor";
}

/// Parses the fields of a stage, `a: 128x64xbf16 swizzle 128, s: 128xf32`.
static ParseResult parseFields(AsmParser &parser,
                               SmallVectorImpl<StringAttr> &names,
                               SmallVectorImpl<TileType> &tiles) {
  return parser.parseCommaSeparatedList([&]() -> ParseResult {
    std::string name;
    SmallVector<int64_t> shape;
    Type elementType;
    int64_t swizzle = 0;
    bool spread = false;
    TileSpace space;
    SMLoc loc;
    if (parser.parseKeywordOrString(&name) || parser.parseColon() ||
        parser.getCurrentLocation(&loc) ||
        parseSwizzledShape(parser, shape, elementType, swizzle, spread) ||
        parseSpace(parser, space))
      return failure();
    names.push_back(parser.getBuilder().getStringAttr(name));
    tiles.push_back(parser.getChecked<TileType>(
        loc, parser.getContext(), shape, elementType, swizzle, spread, space));
    return success(bool(tiles.back()));
  });
}

static void printFields(AsmPrinter &printer, ArrayRef<StringAttr> names,
                        ArrayRef<TileType> tiles) {
  llvm::interleaveComma(
      llvm::zip_equal(names, tiles), printer, [&](auto field) {
        auto [name, tile] = field;
        printer.printKeywordOrString(name.getValue());
        printer << ": ";
        printSwizzledShape(printer, tile.getShape(), tile.getElementType(),
                           tile.getSwizzle(), tile.getSpread());
        printSpace(printer, tile.getSpace());
      });
}

#define GET_TYPEDEF_CLASSES
#include "lowp/Dialect/LowpGPU/IR/LowpGPUTypes.cpp.inc"

void LowpGPUDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "lowp/Dialect/LowpGPU/IR/LowpGPUTypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Shapes with an element type and a swizzle
//===----------------------------------------------------------------------===//

/// Bits that an element takes in shared memory.
static int64_t getStoredBits(Type elementType, bool spread) {
  return spread ? lowp::kBitsPerByte
                : lowp::storedBits(elementType.getIntOrFloatBitWidth());
}

/// Bytes that so many elements take in shared memory.
static int64_t countBytes(int64_t elements, Type elementType, bool spread) {
  return lowp::bytesOfBits(elements * getStoredBits(elementType, spread));
}

/// Copies spread groups of elements of less than a byte.
static LogicalResult verifySpread(function_ref<InFlightDiagnostic()> emitError,
                                  ArrayRef<int64_t> shape, Type elementType) {
  constexpr int64_t kGroup = 16;
  unsigned bits = elementType.getIntOrFloatBitWidth();
  if (bits != 4 && bits != 6)
    return emitError() << "expected elements of 4 or 6 bits to spread to a "
                          "byte each, got "
                       << elementType;
  if (shape.back() % kGroup == 0)
    return success();
  return emitError() << "expected rows of a multiple of " << kGroup
                     << " elements to spread, got " << shape.back();
}

static LogicalResult
verifySwizzledShape(function_ref<InFlightDiagnostic()> emitError,
                    ArrayRef<int64_t> shape, Type elementType, int64_t swizzle,
                    bool spread) {
  if (shape.empty() || shape.size() > 3)
    return emitError() << "expected one to three dimensions, got "
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
  if (elementType.getIntOrFloatBitWidth() == 4 && shape.back() % 2)
    return emitError() << "expected an even number of elements of 4 bits in a "
                          "row, two in a byte, got "
                       << shape.back();
  if (spread && failed(verifySpread(emitError, shape, elementType)))
    return failure();
  int64_t rowBytes = countBytes(shape.back(), elementType, spread);
  if (swizzle && rowBytes != swizzle)
    return emitError() << "expected rows of " << swizzle
                       << " bytes, as wide as the swizzle, got " << rowBytes;
  return success();
}

LogicalResult
TensorMapType::verify(function_ref<InFlightDiagnostic()> emitError,
                      ArrayRef<int64_t> box, Type elementType, int64_t swizzle,
                      bool spread) {
  return verifySwizzledShape(emitError, box, elementType, swizzle, spread);
}

TileType TensorMapType::getBoxTile() const {
  return TileType::get(getContext(), getBox(), getElementType(), getSwizzle(),
                       getSpread(), TileSpace::Shared);
}

unsigned TensorMapType::getRowDim() const {
  ArrayRef<int64_t> box = getBox();
  const int64_t *found =
      llvm::find_if(box.drop_back(), [](int64_t size) { return size != 1; });
  return found - box.begin();
}

/// Tensor memory has a lane for each row and a word for each column.
static LogicalResult
verifyTensorTile(function_ref<InFlightDiagnostic()> emitError,
                 ArrayRef<int64_t> shape, Type elementType, int64_t swizzle) {
  constexpr int64_t kLanes = 128;
  if (swizzle)
    return emitError() << "expected no swizzle in tensor memory, got "
                       << swizzle << " bytes";
  if (shape.size() == 2 && shape[0] <= kLanes && elementType.isF32())
    return success();
  InFlightDiagnostic diagnostic = emitError()
                                  << "expected at most " << kLanes
                                  << " rows of f32 in tensor memory, got ";
  llvm::interleave(shape, diagnostic, "x");
  return diagnostic << "x" << elementType;
}

LogicalResult TileType::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<int64_t> shape, Type elementType,
                               int64_t swizzle, bool spread, TileSpace space) {
  if (failed(
          verifySwizzledShape(emitError, shape, elementType, swizzle, spread)))
    return failure();
  return space == TileSpace::Tensor
             ? verifyTensorTile(emitError, shape, elementType, swizzle)
             : success();
}

int64_t TileType::getBytes() const {
  return countBytes(llvm::product_of(getShape()), getElementType(),
                    getSpread());
}

int64_t TileType::getTransferredBytes() const {
  if (!getSpread())
    return getBytes();
  return lowp::bytesOfBits(llvm::product_of(getShape()) *
                           getElementType().getIntOrFloatBitWidth());
}

//===----------------------------------------------------------------------===//
// StageType
//===----------------------------------------------------------------------===//

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

int64_t StageType::getTransferredBytes() const {
  int64_t bytes = 0;
  for (TileType tile : getTiles())
    if (!tile.isInTensorMemory())
      bytes += tile.getTransferredBytes();
  return bytes;
}

int64_t StageType::countTensorColumns() const {
  int64_t columns = 0;
  for (TileType tile : getTiles())
    if (tile.isInTensorMemory())
      columns += tile.getShape().back();
  return columns;
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
// AccumulatorType and RowValuesType
//===----------------------------------------------------------------------===//

LogicalResult
AccumulatorType::verify(function_ref<InFlightDiagnostic()> emitError,
                        ArrayRef<int64_t> shape, Type elementType,
                        int64_t warpgroupsN) {
  if (shape.size() != 2)
    return emitError() << "expected two dimensions, got " << shape.size();
  if (shape[0] < 1 || shape[1] < 1)
    return emitError() << "expected positive sizes, got 0";
  if (!isa<Float32Type, Float16Type, BFloat16Type>(elementType))
    return emitError() << "expected f32, f16 or bf16 elements, got "
                       << elementType;
  if (warpgroupsN < 1 || shape[1] % warpgroupsN)
    return emitError() << "expected warpgroups along N that divide " << shape[1]
                       << " columns, got " << warpgroupsN;
  return verifyMaxSize(emitError, shape, kMaxAccumulatorSize);
}

LogicalResult
RowValuesType::verify(function_ref<InFlightDiagnostic()> emitError,
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
  if (!part.getElementType().isF32())
    return emitError() << "expected parts of f32, got " << part;
  // Side by side they are an accumulator, too.
  int64_t columns = part.getShape()[1];
  if (parts <= kMaxAccumulatorSize / columns)
    return success();
  return emitError() << "expected at most " << kMaxAccumulatorSize
                     << " columns in all parts, got " << parts << " parts of "
                     << columns;
}

int64_t ExchangeType::getBytes() const {
  ArrayRef<int64_t> shape = getPart().getShape();
  constexpr int64_t kElementBytes = 4;
  return (getParts() - 1) * shape[0] * shape[1] * kElementBytes;
}
