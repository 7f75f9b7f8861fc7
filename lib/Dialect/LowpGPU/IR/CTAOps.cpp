//===- CTAOps.cpp - What the threads of a CTA do together -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Dialect/LowpGPU/IR/PackedAccess.h"
#include "lowp/Support/Warps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

LogicalResult
DistributionAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                         int64_t rows, int64_t vectors, int64_t width,
                         ArrayRef<int64_t> lanes, ArrayRef<int64_t> warps) {
  for (auto [name, value] : {std::pair<StringRef, int64_t>{"rows", rows},
                             {"vectors", vectors},
                             {"width", width}})
    if (value < 1 || value > 1024)
      return emitError() << "expected '" << name
                         << "' to be between 1 and 1024, got " << value;
  auto isPowerOf2 = [](int64_t value) {
    return value > 0 && llvm::isPowerOf2_64(value);
  };
  if (lanes.size() != 2 || !llvm::all_of(lanes, isPowerOf2) ||
      lanes[0] * lanes[1] != lowp::kWarpSize)
    return emitError() << "expected 'lanes' to be two powers of two with the "
                          "product 32, got ["
                       << lanes << "]";
  if (warps.size() != 2 || !llvm::all_of(warps, isPowerOf2) ||
      warps[0] * warps[1] > lowp::kMaxWarps)
    return emitError() << "expected 'warps' to be two powers of two with a "
                          "product of at most 32, got ["
                       << warps << "]";
  return success();
}

/// Whether `part` divides `whole` into blocks of equal shape.
static bool divides(VectorType part, VectorType whole) {
  return llvm::all_of(llvm::zip_equal(part.getShape(), whole.getShape()),
                      [](auto sizes) {
                        auto [few, many] = sizes;
                        return many % few == 0;
                      });
}

/// The largest value of `index`, whose dimensions begin at 0 and end before
/// `ends`; nothing where that is unknown.
static std::optional<int64_t>
findLargest(AffineExpr index, ArrayRef<std::optional<int64_t>> ends) {
  if (auto dim = dyn_cast<AffineDimExpr>(index)) {
    std::optional<int64_t> end = ends[dim.getPosition()];
    return end ? std::optional(*end - 1) : std::nullopt;
  }
  if (auto constant = dyn_cast<AffineConstantExpr>(index))
    return constant.getValue();
  auto both = cast<AffineBinaryOpExpr>(index);
  std::optional<int64_t> left = findLargest(both.getLHS(), ends);
  std::optional<int64_t> right = findLargest(both.getRHS(), ends);
  if (index.getKind() == AffineExprKind::Mod && right)
    return left ? std::min(*left, *right - 1) : *right - 1;
  if (!left || !right || *left < 0 || *right <= 0)
    return index.getKind() == AffineExprKind::Add && left && right
               ? std::optional(*left + *right)
               : std::nullopt;
  switch (index.getKind()) {
  case AffineExprKind::Add:
    return *left + *right;
  case AffineExprKind::Mul:
    return *left * *right;
  case AffineExprKind::FloorDiv:
    return *left / *right;
  default:
    return std::nullopt;
  }
}

/// Where the dimensions of the map of `op` end, as far as that is known; those
/// of the batch are the launch's.
template <typename AccessOp>
static SmallVector<std::optional<int64_t>> getEnds(AccessOp op) {
  std::optional<int64_t> slowest = getConstantIntValue(op.getRows());
  std::optional<int64_t> columns = getConstantIntValue(op.getColumns());
  if (auto store = dyn_cast<CTAStoreOp>(op.getOperation());
      store && store.getPadded().size() == 2) {
    slowest = getConstantIntValue(store.getPadded()[0]);
    columns = getConstantIntValue(store.getPadded()[1]);
  }
  SmallVector<std::optional<int64_t>> digits;
  for (Value size : op.getRowSizes()) {
    digits.push_back(getConstantIntValue(size));
    // Beyond the last whole one not all of the digits before follow.
    bool isWhole = slowest && digits.back() && *digits.back() > 0 &&
                   *slowest % *digits.back() == 0;
    slowest = isWhole ? std::optional(*slowest / *digits.back()) : std::nullopt;
  }
  SmallVector<std::optional<int64_t>> ends(op.getBatch().size());
  ends.push_back(slowest);
  llvm::append_range(ends, digits);
  ends.push_back(columns);
  return ends;
}

/// Holds the map of `op`, which accesses elements of `type`, to the sizes of
/// the buffer, as far as they are known.
template <typename AccessOp>
static LogicalResult verifyBounds(AccessOp op, Type type) {
  MemRefType buffer = op.getBuffer().getType();
  SmallVector<std::optional<int64_t>> ends = getEnds(op);
  unsigned rank = buffer.getRank();
  for (auto [dim, index] : llvm::enumerate(op.getMap().getResults())) {
    // Rows that are gathered have indices of their own.
    if (auto load = dyn_cast<CTALoadOp>(op.getOperation());
        load && load.getRowsAt() && dim == 0)
      continue;
    int64_t size = buffer.getDimSize(dim);
    if (ShapedType::isDynamic(size))
      continue;
    if (dim + 1 == rank && isPackedIn(type, buffer.getElementType()))
      size = size * 8 / type.getIntOrFloatBitWidth();
    if (std::optional<int64_t> largest = findLargest(index, ends);
        largest && *largest >= size)
      return op.emitOpError("expected 'map' to stay within the ")
             << size << " elements of dimension " << dim << " of " << buffer
             << ", got index " << *largest;
  }
  return success();
}

template <typename AccessOp>
static LogicalResult verifyAccess(AccessOp op, VectorType vector) {
  AffineMap map = op.getMap();
  // The slowest digit of a row has no size; the last operand is the column.
  size_t dims = op.getBatch().size() + op.getRowSizes().size() + 2;
  if (map.getNumDims() != dims || map.getNumSymbols() != 0)
    return op.emitOpError("expected 'map' to have ")
           << dims << " dimensions, of the batch, the row and the column, got "
           << op.getMapAttr();
  MemRefType buffer = op.getBuffer().getType();
  if (map.getNumResults() != buffer.getRank())
    return op.emitOpError("expected 'map' to give an index for each of the ")
           << buffer.getRank() << " dimensions of the buffer, got "
           << op.getMapAttr();
  bool isPacked = isa<CTAStoreOp>(op.getOperation()) &&
                  isPackedIn(vector.getElementType(), buffer.getElementType());
  if (!isPacked && buffer.getElementType() != vector.getElementType())
    return op.emitOpError("expected elements of one type, got ")
           << vector.getElementType() << " and " << buffer.getElementType();
  return verifyBounds(op, vector.getElementType());
}

LogicalResult CTALoadOp::verify() {
  VectorType type = getResult().getType();
  if (failed(verifyAccess(*this, type)))
    return failure();
  if (!getRowsAt())
    return success();
  auto numbers = cast<VectorType>(getRowsAt().getType());
  if (getEntries() || getBuffer().getType().getRank() == 0 ||
      numbers.getDimSize(0) != type.getDimSize(0) || numbers.getDimSize(1) != 1)
    return emitOpError("expected a number for each row of elements of the "
                       "result, got ")
           << numbers << " for " << type;
  return success();
}

LogicalResult CTAIndexOp::verify() {
  if (getDim() <= uint64_t(getColumnDim()))
    return success();
  return emitOpError("expected 'dim' to be a digit of the row or the column, "
                     "from 0 to ")
         << getColumnDim() << ", got " << getDim();
}

LogicalResult CTAStoreOp::verify() {
  if (failed(verifyAccess(*this, getValue().getType())))
    return failure();
  size_t padded = getPadding() ? 2 : 0;
  if (getPadded().size() != padded)
    return emitOpError("expected ")
           << padded << " ends of the padding, got " << getPadded().size();
  if (getPadding() &&
      getPadding()->getType() != getValue().getType().getElementType())
    return emitOpError("expected padding of type ")
           << getValue().getType().getElementType() << ", got "
           << getPadding()->getType();
  if (getAtomicMax() &&
      (getPadding() || !getValue().getType().getElementType().isF32()))
    return emitOpError("expected magnitudes in f32 without padding for "
                       "'atomic_max', got ")
           << getValue().getType();
  return success();
}

LogicalResult CTAMapOp::verify() {
  VectorType shape;
  auto check = [&](Type type) {
    auto vector = dyn_cast<VectorType>(type);
    if (!vector)
      return true;
    if (!shape)
      shape = vector;
    return vector.getShape() == shape.getShape();
  };
  if (!llvm::all_of(getInputs().getTypes(), check) ||
      !llvm::all_of(getResultTypes(), check))
    return emitOpError("expected vectors of one shape");
  auto elements = [](TypeRange types) {
    SmallVector<Type> list;
    for (Type type : types)
      list.push_back(getElementTypeOrSelf(type));
    return list;
  };
  if (SmallVector<Type>(getBody().getArgumentTypes()) !=
      elements(getInputs().getTypes()))
    return emitOpError("expected the region to take an element of each input");
  auto yield = cast<YieldOp>(getBody().front().getTerminator());
  if (SmallVector<Type>(yield.getOperandTypes()) != elements(getResultTypes()))
    return yield.emitOpError("expected an element of each result");
  return success();
}

LogicalResult CTAReduceOp::verify() {
  VectorType from = getValue().getType(), to = getResult().getType();
  if (divides(to, from))
    return success();
  return emitOpError("expected a result with an entry per block of the "
                     "operand, got ")
         << to << " of " << from;
}

LogicalResult CTABroadcastOp::verify() {
  VectorType from = getValue().getType(), to = getResult().getType();
  if (divides(from, to))
    return success();
  return emitOpError("expected an operand with an entry per block of the "
                     "result, got ")
         << from << " for " << to;
}
