//===- FusionShape.h - What decides how a fusion is divided -----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_FUSIONTOGPU_FUSIONSHAPE_H
#define LOWP_LIB_CONVERSION_FUSIONTOGPU_FUSIONSHAPE_H

#include "RowPlan.h"

#include "lowp/Fusion/IterationSpace.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::lowp {

/// What the distribution of a fusion follows from.
struct FusionShape {
  /// Static sizes or dynamic ones; rows are those of one matrix of the batch,
  /// columns those that a kernel has at a time.
  int64_t rows, columns;
  /// All columns.
  int64_t rowLength;
  bool reducesRows;
  /// Inputs of the size of the whole space; sums of its rows that stay in
  /// registers, in f32, while a CTA walks through a stripe count as two.
  int64_t wholeInputs;
  /// Whether it computes on numbers of 64 bits, which take two registers.
  bool isWide;
  /// Whether something has blocks: a quantize or an amax.
  bool quantizes;
  /// The rows of the tallest block, and the columns of the widest one that is
  /// not as wide as the matrix.
  int64_t blockRows, blockColumns;
  /// Whether a quantize writes its data down the rows.
  bool writesColumns;
  /// Whether neighbours in memory are some along rows and some along columns.
  bool turns;
  /// Whether others lie between neighbours of a row that are stored.
  bool storesLanes;
  /// Divisions and functions that are written out for each element.
  int64_t slowFunctions;
  /// Whether a CTA walks through a stripe of rows, the next of which arrives
  /// while one is reduced.
  bool hasStripes = false;
  /// Whether its launch is joined with one of large tiles.
  bool leads = false;

  /// That of `function`, a fusion of `space`, in a kernel for `plan`.
  static FusionShape get(func::FuncOp function, const IterationSpace &space,
                         const RowPlan &plan);
};

/// Whether the ops of a fusion read `argument` by tiles, none of them at rows
/// that it computes.
bool isReadByTiles(BlockArgument argument);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_FUSIONTOGPU_FUSIONSHAPE_H
