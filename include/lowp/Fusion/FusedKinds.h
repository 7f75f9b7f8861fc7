//===- FusedKinds.h - What a fusion does with each op -----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_FUSION_FUSEDKINDS_H
#define LOWP_FUSION_FUSEDKINDS_H

#include "lowp/Dialect/Common/Reason.h"
#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <string>

namespace mlir::lowp {

/// What an op does to a row, as far as fusions know it. The result of an amax
/// is there when the last tile has taken part: nothing of the fusion reads it
/// but scales of blocks that lie within a tile.
enum class FusedKind {
  None,
  Elementwise,
  RowReduction,
  Amax,
  /// Sums of each tile's rows, which nothing of the fusion reads.
  PartialSum,
  /// Scales of blocks that a tile holds, from their amax in the same fusion.
  BlockScale,
  Quantize,
  View,
  /// Parts of one size beside each other. The space is that of a part, so only
  /// the end of a fusion can be a concat, or what quantizes it part by part.
  Concat,
  Source
};

/// The ops of a fusion's region, `body`, that iterate: without constants,
/// numbers, repeated scales and what describes empty destinations.
SmallVector<Operation *> getFusedOps(Block &body);

/// Whether `op` shows what it reads in another form, in a fusion or beside it.
bool isView(Operation *op);

/// What `op` and its regions read.
SmallVector<Value> listReadValues(Operation *op);

/// Whether a fusion that reads `value` makes it: constants, numbers that
/// tensors hold and what describes an empty destination are no inputs.
bool isMadeInside(Value value);

/// How many results each stage of `op` has, a fusion of `numResults` results or
/// the function of one: what `lowp.stages` says, else one stage has all.
SmallVector<int64_t> getFusionStages(Operation *op, int64_t numResults);

/// Whether a fusion can hold data and scales of `type`; says why not.
bool isFusableFormat(ScaledType type, Reason why = {});

/// Whether the dimensions of data of `type` are those of the matrix: they are
/// neither packed into bytes nor in tiles.
inline bool isPlainData(ScaledType type) {
  return !type.isPacked() && type.hasIdentityDataLayout();
}

/// Whether scales of `type` are stored with padding.
inline bool hasPaddedScales(ScaledType type) {
  ScaleLayoutAttrInterface layout = type.getScaleLayout();
  return layout.getStorageShapeMap() != layout.getStorageMap();
}

/// The one reader of what `quantize` makes, or of its transpose, if that gives
/// scales of finer blocks alone: data stay as they are, each scale is there
/// several times. Null for others.
WidenOp getRepeat(QuantizeOp quantize);

/// Whether a quantize has `value` as the scale of its matrix, which is a part
/// of what it makes.
bool isGlobalScale(Value value);

/// The type whose data and scales the fusion of `op` stores.
ScaledType getStoredType(QuantizeOp op);

/// Whether each extent of a block is 1 or the whole dimension, so that the
/// dimensions of its scales are dimensions of the matrix or have size 1.
inline bool isBlockOfRows(BlockShape block) {
  return (block.rows == 1 || block.rows == BlockShape::kWhole) &&
         (block.columns == 1 || block.columns == BlockShape::kWhole);
}

/// Whether an extent of a block is the whole dimension: tiles have parts of it,
/// and combine maxima in memory.
inline bool hasWholeExtent(BlockShape block) {
  return block.rows == BlockShape::kWhole ||
         block.columns == BlockShape::kWhole;
}

/// The amax that `op` computes scales of blocks from, if those lie within a
/// tile and only quantizes of the same matrix in such blocks read the scales;
/// null for other scales.
AmaxOp getBlockAmax(ComputeScaleOp op);

/// Classifies `op`; says why in `why` where it cannot be part of a fusion.
FusedKind classifyForFusion(Operation *op, Reason why = {});

/// Whether one of `ops` reads what another one computes in a way that needs it
/// in memory, and says how: one kernel cannot do both.
bool readsOwnMemory(ArrayRef<Operation *> ops, Reason why);

} // namespace mlir::lowp

#endif // LOWP_FUSION_FUSEDKINDS_H
