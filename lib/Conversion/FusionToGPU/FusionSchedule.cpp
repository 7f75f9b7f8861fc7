//===- FusionSchedule.cpp - How a fusion is divided among threads ---------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionSchedule.h"

#include "lowp/Support/Warps.h"

using namespace mlir;
using namespace mlir::lowp;
using lowp_gpu::DistributionAttr;

static constexpr int64_t kWidth = 8; // elements: 16 bytes of bf16

/// Neighbours that a thread has: those that lie aligned in every row, side by
/// side. Threads
/// that read several by one would leave gaps between the lanes of a warp.
/// Quantizes convert and store several at once.
static int64_t chooseWidth(const FusionShape &shape) {
  if (shape.storesLanes)
    return 1;
  if (ShapedType::isDynamic(shape.rowLength) || shape.quantizes ||
      shape.rowLength < kWidth)
    return kWidth;
  return std::min(kWidth, shape.rowLength & -shape.rowLength);
}

/// Lanes of a warp along `columns` elements.
static int64_t chooseLanes(int64_t columns, int64_t width, int64_t most) {
  if (ShapedType::isDynamic(columns))
    return most;
  int64_t vectors = llvm::divideCeil(std::max<int64_t>(columns, 1), width);
  return std::min(int64_t(llvm::PowerOf2Ceil(vectors)), most);
}

/// A row in the registers of as few warps as can hold it: fewer threads have
/// more loads in flight and less to exchange.
static DistributionAttr distributeRows(MLIRContext *context,
                                       const FusionShape &shape) {
  constexpr int64_t kMostElements = 64;
  // Joined with tiles, it has their threads, and registers for two rows. A row
  // is divided as ever, so that its bits stay.
  const int64_t kWarps = shape.leads ? 8 : 4;
  int64_t width = chooseWidth(shape);
  int64_t lanes = chooseLanes(shape.columns, width, lowp::kWarpSize);
  // Ends of rows of unknown length are compared with for each vector.
  bool isCrowded = shape.wholeInputs > 1 || shape.isWide ||
                   ShapedType::isDynamic(shape.rowLength);
  constexpr int64_t kManyInputs = 5;
  bool isFull = shape.hasStripes && shape.wholeInputs > kManyInputs;
  int64_t most = kMostElements / (isFull ? 4 : isCrowded ? 2 : 1) / width;
  int64_t rows = shape.leads && !isCrowded ? 2 : 1;
  int64_t columns = std::max<int64_t>(shape.columns, 1);
  int64_t vectors = llvm::divideCeil(columns, width * lanes);
  int64_t warps = 1;
  while (warps < kMaxWarps && int64_t(llvm::divideCeil(vectors, warps)) > most)
    warps *= 2;
  // A tile has whole blocks, or a part of one.
  vectors = llvm::divideCeil(vectors, warps);
  int64_t block = shape.blockColumns;
  while (vectors * warps * lanes * width > block &&
         vectors * warps * lanes * width % block != 0)
    ++vectors;
  return DistributionAttr::get(context, rows, vectors, width,
                               {lowp::kWarpSize / lanes, lanes},
                               {std::max<int64_t>(kWarps / warps, 1), warps});
}

/// A thread has 8 x 8 elements, or 4 x 8 where it reads several inputs: what
/// it holds decides how many CTAs run at a time, and these hide latencies. In
/// long chains of functions it has one row, since ptxas takes the square of
/// their code.
static DistributionAttr distributeTile(MLIRContext *context,
                                       const FusionShape &shape) {
  // A scale of several rows is written by the one tile that has its block.
  if (shape.rows == 1 && shape.blockRows == 1)
    return DistributionAttr::get(context, 1, 1, kWidth, {1, lowp::kWarpSize},
                                 {1, 8});
  constexpr int64_t kFlatTile = 64, kTallTile = 128, kLowTile = 16,
                    kSquareLanes = 4;
  bool isTall =
      shape.quantizes && (shape.wholeInputs <= 1 || shape.writesColumns ||
                          shape.blockRows > kFlatTile);
  constexpr int64_t kManyFunctions = 32;
  bool isLong = !shape.quantizes && shape.slowFunctions > kManyFunctions;
  // As many neighbours along rows as along columns.
  bool isSquare = shape.turns && !shape.quantizes && !isLong;
  int64_t rows = isTall ? 8 : isLong ? 1 : 4;
  int64_t width = chooseWidth(shape);
  // Narrow vectors leave room for more lanes, and for several vectors of each.
  int64_t vectors = llvm::divideCeil(kWidth / 2, width);
  int64_t lanes = chooseLanes(shape.columns, width * vectors,
                              isSquare          ? kSquareLanes
                              : width == kWidth ? 16
                                                : lowp::kWarpSize);
  int64_t tileRows = isTall || isSquare ? kTallTile
                     : isLong           ? kLowTile
                                        : kFlatTile;
  constexpr int64_t kMostWarps = 4;
  int64_t warps = tileRows / (rows * (lowp::kWarpSize / lanes));
  if (width != kWidth)
    warps = std::min(warps, kMostWarps);
  return DistributionAttr::get(context, rows, vectors, width,
                               {lowp::kWarpSize / lanes, lanes},
                               {std::max<int64_t>(warps, 1), 1});
}

SmallVector<RowPlan> mlir::lowp::planRows(int64_t columns) {
  // A vector for each lane, all vectors of a warp, and of a CTA.
  constexpr int64_t kShort = 256, kMedium = 2048, kLong = 8192,
                    kMostInRegisters = 32768;
  if (ShapedType::isDynamic(columns))
    return {{kShort}, {kMedium}, {kLong}, {kLong, /*streams=*/true}};
  if (columns > kMostInRegisters)
    return {{kLong, /*streams=*/true}};
  return {{columns}};
}

DistributionAttr mlir::lowp::chooseDistribution(MLIRContext *context,
                                                const FusionShape &shape) {
  return shape.reducesRows ? distributeRows(context, shape)
                           : distributeTile(context, shape);
}
