//===- LowpGPUTypes.cpp - Types and attributes of lowp_gpu ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/LowpGPU/IR/LowpGPUTypes.h"
#include "Limits.h"
#include "RenamedWords.h"
#include "lowp/Support/ElementBytes.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

static constexpr StringLiteral kWarpgroupsN = "warpgroups_n";

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

namespace {
/// What tensor maps and tiles have in common, `128x64xf4E2M1FN swizzle 64
/// spread`.
struct SwizzledShape {
  SmallVector<int64_t> shape;
  Type elementType;
  int64_t swizzle = 0;
  bool spread = false;
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
  result.spread = succeeded(parser.parseOptionalKeyword("spread"));
  return result;
}

static void printSwizzledShape(AsmPrinter &printer, ArrayRef<int64_t> shape,
                               Type elementType, int64_t swizzle, bool spread) {
  printer.printDimensionList(shape);
  printer << 'x' << elementType;
  if (swizzle)
    printer << " swizzle " << swizzle;
  if (spread)
    printer << " spread";
}

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

/// Parses where a tile lies, ` in tensor` or nothing.
static FailureOr<TileSpace> parseSpace(AsmParser &parser) {
  if (failed(parser.parseOptionalKeyword("in")))
    return TileSpace::Shared;
  if (parser.parseKeyword("tensor"))
    return failure();
  return TileSpace::Tensor;
}

static void printTile(AsmPrinter &printer, TileType tile) {
  printSwizzledShape(printer, tile.getShape(), tile.getElementType(),
                     tile.getSwizzle(), tile.getSpread());
  if (tile.isInTensorMemory())
    printer << " in tensor";
}

/// Parses what a field of a stage or a tile is, without brackets.
static TileType parseTile(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  FailureOr<SwizzledShape> shape = parseSwizzledShape(parser);
  if (failed(shape))
    return {};
  FailureOr<TileSpace> space = parseSpace(parser);
  if (failed(space))
    return {};
  return parser.getChecked<TileType>(loc, parser.getContext(), shape->shape,
                                     shape->elementType, shape->swizzle,
                                     shape->spread, *space);
}

Type TensorMapType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess())
    return {};
  FailureOr<SwizzledShape> parsed = parseSwizzledShape(parser);
  if (failed(parsed) || parser.parseGreater())
    return {};
  return parser.getChecked<TensorMapType>(loc, parser.getContext(),
                                          parsed->shape, parsed->elementType,
                                          parsed->swizzle, parsed->spread);
}
void TensorMapType::print(AsmPrinter &printer) const {
  printer << '<';
  printSwizzledShape(printer, getBox(), getElementType(), getSwizzle(),
                     getSpread());
  printer << '>';
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

Type TileType::parse(AsmParser &parser) {
  if (parser.parseLess())
    return {};
  TileType tile = parseTile(parser);
  return tile && succeeded(parser.parseGreater()) ? tile : TileType();
}
void TileType::print(AsmPrinter &printer) const {
  printer << '<';
  printTile(printer, *this);
  printer << '>';
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

Type StageType::parse(AsmParser &parser) {
  SmallVector<StringAttr> names;
  SmallVector<TileType> tiles;
  SMLoc loc = parser.getCurrentLocation();
  auto parseField = [&]() -> ParseResult {
    std::string name;
    if (parser.parseKeywordOrString(&name) || parser.parseColon())
      return failure();
    TileType tile = parseTile(parser);
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
  llvm::interleaveComma(llvm::zip_equal(getNames(), getTiles()), printer,
                        [&](auto field) {
                          auto [name, tile] = field;
                          printer.printKeywordOrString(name.getValue());
                          printer << ": ";
                          printTile(printer, tile);
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

Type AccumulatorType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> shape;
  Type elementType;
  int64_t groups = 1;
  if (parser.parseLess() ||
      parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parser.parseType(elementType))
    return {};
  if (succeeded(parser.parseOptionalComma()) &&
      (parseRenamedKeyword(parser, WordPlace::Accumulator, kWarpgroupsN) ||
       parser.parseEqual() || parser.parseInteger(groups)))
    return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<AccumulatorType>(loc, parser.getContext(), shape,
                                            elementType, groups);
}

void AccumulatorType::print(AsmPrinter &printer) const {
  printer << '<';
  printer.printDimensionList(getShape());
  printer << 'x' << getElementType();
  if (getWarpgroupsN() != 1)
    printer << ", " << kWarpgroupsN << " = " << getWarpgroupsN();
  printer << '>';
}

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
