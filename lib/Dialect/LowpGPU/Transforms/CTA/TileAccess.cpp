//===- TileAccess.cpp - Where a tile's elements are in a buffer -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileAccess.h"

#include "lowp/Dialect/Common/BuildIf.h"
#include "lowp/Dialect/LowpGPU/IR/PackedAccess.h"
#include "lowp/Support/ElementBytes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/AffineExpr.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

static constexpr int64_t kAlignment = 16;

template <typename AccessOp>
static TileAccess getAccess(AccessOp op) {
  return {op.getBuffer(),
          llvm::to_vector_of<Value>(op.getBatch()),
          llvm::to_vector_of<Value>(op.getRowSizes()),
          op.getRow(),
          op.getColumn(),
          op.getRows(),
          op.getColumns(),
          /*rowAt=*/Value(),
          op.getMap(),
          op.getAligned(),
          {op.getRowsOverhang(), op.getColumnsOverhang()}};
}
TileAccess TileAccess::get(CTALoadOp op) { return getAccess(op); }
TileAccess TileAccess::get(CTAStoreOp op) {
  TileAccess access = getAccess(op);
  Type element = op.getValue().getType().getElementType();
  if (isPackedIn(element, op.getBuffer().getType().getElementType()))
    access.packed = lowp::PackedElements(element.getIntOrFloatBitWidth());
  return access;
}

TileAccess TileAccess::get(CTAIndexOp op) {
  return {/*buffer=*/Value(),
          /*batch=*/{},
          llvm::to_vector_of<Value>(op.getRowSizes()),
          op.getRow(),
          op.getColumn(),
          op.getRows(),
          op.getColumns(),
          /*rowAt=*/Value(),
          /*map=*/AffineMap(),
          /*aligned=*/false,
          {op.getRowsOverhang(), op.getColumnsOverhang()}};
}

/// Where the last vector of `count` begins that has elements of `size`.
static Value buildLastStart(ImplicitLocOpBuilder &b, Value size,
                            int64_t count) {
  if (std::optional<int64_t> known = getConstantIntValue(size))
    return buildIndex(b, (*known - 1) / count * count);
  Value last = arith::SubIOp::create(b, size, buildIndex(b, 1));
  return arith::SubIOp::create(b, last, buildRem(b, last, count));
}

Value TileAccess::getPosition(ImplicitLocOpBuilder &b, const ThreadPlace &place,
                              unsigned dim, Value start, Value offset) const {
  auto addOffset = [&](Value position) -> Value {
    return offset ? arith::AddIOp::create(b, position, offset) : position;
  };
  Value position = arith::AddIOp::create(b, dim == 0 ? row : column, start);
  if (isWhole(place, dim))
    return addOffset(position);
  int64_t count = dim == 0 ? place.rows : place.width;
  Value size = dim == 0 ? rows : columns;
  position =
      arith::MinSIOp::create(b, position, buildLastStart(b, size, count));
  std::optional<int64_t> known = getSize(dim);
  if (!offset || (known && *known % count == 0))
    return addOffset(position);
  return arith::MinSIOp::create(
      b, addOffset(position), arith::SubIOp::create(b, size, buildIndex(b, 1)));
}

SmallVector<Value> TileAccess::splitRow(ImplicitLocOpBuilder &b,
                                        Value row) const {
  SmallVector<Value> digits;
  for (Value size : llvm::reverse(rowSizes)) {
    digits.push_back(arith::RemUIOp::create(b, row, size));
    row = arith::DivUIOp::create(b, row, size);
  }
  digits.push_back(row);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

/// Computes an index; unsigned, because positions are not negative.
static Value expand(ImplicitLocOpBuilder &b, AffineExpr expr,
                    ArrayRef<Value> dims) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return buildIndex(b, constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Value lhs = expand(b, binary.getLHS(), dims);
  Value rhs = expand(b, binary.getRHS(), dims);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return arith::AddIOp::create(b, lhs, rhs);
  case AffineExprKind::Mul:
    return arith::MulIOp::create(b, lhs, rhs);
  case AffineExprKind::Mod:
    return arith::RemUIOp::create(b, lhs, rhs);
  case AffineExprKind::FloorDiv:
    return arith::DivUIOp::create(b, lhs, rhs);
  case AffineExprKind::CeilDiv:
    return arith::CeilDivUIOp::create(b, lhs, rhs);
  default:
    llvm_unreachable("an affine expression without a case");
  }
}

SmallVector<Value> TileAccess::getIndices(ImplicitLocOpBuilder &b, Value row,
                                          Value column) const {
  SmallVector<Value> dims(batch);
  llvm::append_range(dims, splitRow(b, row));
  dims.push_back(column);
  SmallVector<Value> indices = llvm::map_to_vector(
      map.getResults(), [&](AffineExpr expr) { return expand(b, expr, dims); });
  if (rowAt)
    indices.front() = rowAt;
  if (packed)
    indices.back() = buildDiv(b, buildMul(b, indices.back(), packed->width), 8);
  return indices;
}

bool TileAccess::isRead(unsigned dim) const {
  unsigned columnDim = map.getNumDims() - 1;
  if (dim == 1)
    return map.isFunctionOfDim(columnDim);
  return llvm::any_of(
      llvm::seq<unsigned>(batch.size(), columnDim),
      [&](unsigned digit) { return map.isFunctionOfDim(digit); });
}

/// Whether `expr` is the same for `count` neighbours along dimension `dim`,
/// from a multiple of `count` on.
static bool isConstantInSteps(AffineExpr expr, unsigned dim, int64_t count) {
  if (!expr.isFunctionOfDim(dim))
    return true;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return false;
  auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (expr.getKind() == AffineExprKind::FloorDiv && divisor &&
      binary.getLHS() == getAffineDimExpr(dim, expr.getContext()))
    return divisor.getValue() % count == 0;
  return isConstantInSteps(binary.getLHS(), dim, count) &&
         isConstantInSteps(binary.getRHS(), dim, count);
}

/// Whether `expr` counts up by one for `count` neighbours along `dim`, and is a
/// multiple of `count` for the first of them.
static bool isUnitStride(AffineExpr expr, unsigned dim, int64_t count) {
  AffineExpr index = getAffineDimExpr(dim, expr.getContext());
  if (expr == index)
    return true;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return false;
  AffineExpr lhs = binary.getLHS(), rhs = binary.getRHS();
  // Up to a multiple.
  if (expr.getKind() == AffineExprKind::Mod)
    return lhs == index && rhs.isMultipleOf(count);
  // From a multiple on.
  auto isStart = [&](AffineExpr start) {
    return start.isMultipleOf(count) && isConstantInSteps(start, dim, count);
  };
  return expr.getKind() == AffineExprKind::Add &&
         ((isUnitStride(lhs, dim, count) && isStart(rhs)) ||
          (isUnitStride(rhs, dim, count) && isStart(lhs)));
}

/// Whether `count` neighbours along `dim` follow one another in the innermost
/// dimension of the buffer, from a multiple of `count` on.
bool TileAccess::countsUp(unsigned dim, int64_t count) const {
  if (map.getNumResults() == 0)
    return false;
  unsigned number = dim == 1 ? map.getNumDims() - 1 : map.getNumDims() - 2;
  // A row's fastest digit begins anew at each multiple of its size.
  if (dim == 0 && !rowSizes.empty()) {
    std::optional<int64_t> size = getConstantIntValue(rowSizes.back());
    if (!size || *size % count != 0)
      return false;
  }
  return isUnitStride(map.getResults().back(), number, count) &&
         llvm::all_of(map.getResults().drop_back(), [&](AffineExpr expr) {
           return isConstantInSteps(expr, number, count);
         });
}

//===----------------------------------------------------------------------===//
// Alignment
//===----------------------------------------------------------------------===//

namespace {
/// What the type of a buffer says of the places where rows begin, in elements:
/// a number that they are multiples of.
struct RowStarts {
  static std::optional<RowStarts> get(MemRefType type);

  /// Whether none that is known contradicts multiples of `count`.
  bool allow(int64_t count) const;
  /// Whether all are known to be multiples of `count`.
  bool are(int64_t count) const {
    return unknown.empty() && !hasUnknownOffset && allow(count);
  }

  SmallVector<int64_t> known;
  /// Dimensions of unknown strides.
  SmallVector<unsigned> unknown;
  bool hasUnknownOffset;
};
} // namespace

/// A number that the stride of a dimension of a buffer without gaps is a
/// multiple of.
static int64_t getFactorOfStride(MemRefType type, unsigned dim) {
  int64_t factor = 1;
  for (int64_t size : type.getShape().drop_front(dim + 1))
    factor *= ShapedType::isDynamic(size) ? 1 : size;
  return factor;
}

std::optional<RowStarts> RowStarts::get(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)) || strides.empty() ||
      strides.back() != 1)
    return std::nullopt;
  RowStarts starts;
  starts.hasUnknownOffset = ShapedType::isDynamic(offset);
  if (!starts.hasUnknownOffset)
    starts.known.push_back(offset);
  for (unsigned dim = 0; dim + 1 < strides.size(); ++dim) {
    if (type.getDimSize(dim) == 1)
      continue; // Its index is 0.
    if (!ShapedType::isDynamic(strides[dim]))
      starts.known.push_back(strides[dim]);
    else
      starts.unknown.push_back(dim);
  }
  return starts;
}

bool RowStarts::allow(int64_t count) const {
  return llvm::all_of(known, [&](int64_t start) { return start % count == 0; });
}

unsigned mlir::lowp_gpu::getNumBits(Type element) {
  constexpr unsigned kIndexBits = 64;
  return element.isIndex() ? kIndexBits : element.getIntOrFloatBitWidth();
}

int64_t mlir::lowp_gpu::getAlignment(VectorType vector) {
  int64_t bits = vector.getNumElements() * getNumBits(vector.getElementType());
  return std::min<int64_t>(lowp::bytesOfBits(bits), kAlignment);
}

/// How many elements of `type`, of `count`, are aligned together: as many as
/// one access takes; none of bits within bytes.
static int64_t getAlignedCount(MemRefType type, int64_t count) {
  unsigned bits = getNumBits(type.getElementType());
  if (bits % lowp::kBitsPerByte != 0)
    return 0;
  return std::min<int64_t>(
      count, std::max<int64_t>(1, lowp::elementsIn(kAlignment, bits)));
}

/// `starts` without the strides that the type's sizes make multiples of
/// `count`.
static RowStarts dropMultiples(RowStarts starts, MemRefType type,
                               int64_t count) {
  if (type.getLayout().isIdentity())
    llvm::erase_if(starts.unknown, [&](unsigned dim) {
      return getFactorOfStride(type, dim) % count == 0;
    });
  return starts;
}

int64_t TileAccess::getAlignment(int64_t count) const {
  if (!packed)
    return getAlignedCount(cast<MemRefType>(buffer.getType()), count);
  int64_t bits = count * packed->width;
  // A power of two: that of 6 bytes is 2.
  int64_t bytes = lowp::bytesOfBits(bits);
  return bits % lowp::kBitsPerByte == 0 ? bytes & -bytes : 0;
}

bool TileAccess::isPackedAlong(unsigned dim) const {
  return packed && countsUp(dim, packed->group());
}

bool TileAccess::isContiguous(unsigned dim, int64_t count) const {
  auto type = cast<MemRefType>(buffer.getType());
  int64_t together = getAlignment(count);
  if (!together || !countsUp(dim, count))
    return false;
  if (count == 1)
    return true;
  std::optional<RowStarts> starts = RowStarts::get(type);
  return aligned && starts &&
         dropMultiples(*starts, type, together).are(together);
}

bool TileAccess::followsRows(const ThreadPlace &place) const {
  std::optional<int64_t> size = getSize(0);
  return size && *size % place.rows == 0 && place.rows > 1 &&
         !isContiguous(1, 1) && isContiguous(0, place.rows);
}

static Value emitIsMultiple(ImplicitLocOpBuilder &b, Value value,
                            int64_t count) {
  Value rest = arith::RemUIOp::create(b, value, buildIndex(b, count));
  return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, rest,
                               buildIndex(b, 0));
}

bool TileAccess::mayBeContiguous(unsigned dim, int64_t count) const {
  int64_t together = getAlignment(count);
  std::optional<RowStarts> starts =
      RowStarts::get(cast<MemRefType>(buffer.getType()));
  return together && starts && starts->allow(together) && countsUp(dim, count);
}

Value TileAccess::emitAlignment(ImplicitLocOpBuilder &b, int64_t count) const {
  auto type = cast<MemRefType>(buffer.getType());
  int64_t together = getAlignment(count);
  RowStarts unknown = dropMultiples(*RowStarts::get(type), type, together);
  Value all;
  if (!unknown.are(together)) {
    auto layout = memref::ExtractStridedMetadataOp::create(b, buffer);
    for (unsigned number : unknown.unknown)
      all = buildAnd(b, all,
                     emitIsMultiple(b, layout.getStrides()[number], together));
    if (unknown.hasUnknownOffset)
      all = buildAnd(b, all, emitIsMultiple(b, layout.getOffset(), together));
  }
  if (!aligned)
    all = buildAnd(
        b, all,
        emitIsMultiple(
            b, memref::ExtractAlignedPointerAsIndexOp::create(b, buffer),
            kAlignment));
  return all;
}

VectorCondition TileAccess::emitVectorCondition(ImplicitLocOpBuilder &b,
                                                unsigned dim,
                                                int64_t count) const {
  std::optional<int64_t> size = getSize(dim);
  if (!mayBeContiguous(dim, count) || (size && *size % count != 0))
    return {/*isPossible=*/false};
  Value holds;
  if (!size)
    holds = emitIsMultiple(b, dim == 0 ? rows : columns, count);
  return {/*isPossible=*/true, buildAnd(b, holds, emitAlignment(b, count))};
}

void mlir::lowp_gpu::buildByWidth(
    ImplicitLocOpBuilder &b, VectorCondition condition,
    llvm::function_ref<void(bool byVector)> build) {
  if (!condition.holds)
    return build(condition.isPossible);
  lowp::buildIf(
      b, condition.holds, [&] { build(true); }, [&] { build(false); });
}

bool TileAccess::writesStagedColumns(const ThreadPlace &place,
                                     Type element) const {
  return getNumBits(element) == 8 && place.rows == 8 && place.tileM % 32 == 0 &&
         mayBeContiguous(0, kLineVector) &&
         place.tileN * (place.tileM / kLineVector) % place.threads == 0;
}

bool TileAccess::isWhole(const ThreadPlace &place, unsigned dim) const {
  std::optional<int64_t> size = getSize(dim);
  return size && !overhangs[dim] &&
         *size % (dim == 0 ? place.tileM : place.tileN) == 0;
}

Value TileAccess::isBefore(ImplicitLocOpBuilder &b, const ThreadPlace &place,
                           Value row, Value column, Value rowEnd,
                           Value columnEnd) const {
  Value inside = isWhole(place, 0) ? Value() : buildLess(b, row, rowEnd);
  return isWhole(place, 1)
             ? inside
             : buildAnd(b, inside, buildLess(b, column, columnEnd));
}
