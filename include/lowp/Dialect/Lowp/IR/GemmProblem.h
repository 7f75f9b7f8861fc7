//===- GemmProblem.h - What a gemm asks of a kernel -------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_GEMMPROBLEM_H
#define LOWP_DIALECT_LOWP_IR_GEMMPROBLEM_H

#include "lowp/Dialect/Lowp/IR/GemmMaps.h"
#include "lowp/Dialect/Lowp/IR/GroupedMatmul.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"

namespace mlir::lowp {

/// How the scales of a K-major operand (rows x K) lie on it. Kernels differ by
/// this, never by the name of a recipe.
enum class ScaleGranularity {
  /// No scales: the data are the values.
  None,
  /// One scale for everything: a factor of the result.
  PerTensor,
  /// One scale per row, over all of K: a factor of the result's row.
  PerRow,
  /// One scale per row and block of K.
  Block1D,
  /// One scale per block of rows and block of K.
  Block2D,
};

/// The granularity of such blocks, or nothing for blocks of columns.
std::optional<ScaleGranularity> classifyScales(BlockShape block);

/// What a dimension of an operand's data is to the gemm. A row of the lhs is
/// one of M, of the rhs one of N.
enum class OperandDim { Batch, Row, K };

/// One operand of a gemm as a kernel sees it.
struct GemmOperand {
  /// Null without scales.
  ScaledType type;
  ScaleGranularity granularity;
  Type elementType;
  /// The dimensions of the data as they are stored, outermost first.
  SmallVector<OperandDim, 3> dims;
  /// Which part of the batch each of its dimensions counts: with scales all of
  /// it, or none.
  SmallVector<GemmIndex, 1> batches = {};
  /// The same for parts of K, each of which is a dimension; empty where K is
  /// one.
  SmallVector<GemmIndex, 0> partsOfK = {};
  /// As many elements of K lie side by side, at least; 0 where all do.
  int64_t runOfK = 0;

  Type getElementType() const { return elementType; }
  bool hasScales() const { return granularity != ScaleGranularity::None; }
  /// Whether each matrix of a batch has one of its own.
  bool isBatch() const { return !batches.empty(); }
  /// Whether each group of K has scales of its own, over all of it.
  bool hasScalesOfGroups() const {
    return hasScales() && type.isGrouped() && !isBlockScaled();
  }
  /// Whether neighbours in memory are rows, not elements of K.
  bool isMNMajor() const { return dims.back() == OperandDim::Row; }
  /// Elements of K that share a scale; `BlockShape::kWhole` for all of K.
  int64_t getScaleK() const {
    return hasScales() ? type.getRecipe().getBlockShape().columns
                       : BlockShape::kWhole;
  }
  /// Whether scales change along K.
  bool isBlockScaled() const {
    return granularity == ScaleGranularity::Block1D ||
           granularity == ScaleGranularity::Block2D;
  }
};

/// The facts of a `lowp.gemm` that decide which kernel computes it. Sizes may
/// be dynamic.
struct GemmProblem {
  GemmOperand lhs;
  GemmOperand rhs;
  /// The elements of each output. All have the same sizes.
  SmallVector<Type, 2> outputTypes;
  /// Matrices that are multiplied, one for each group where there are groups;
  /// nothing where both operands are matrices.
  std::optional<int64_t> batch;
  /// The dimensions of an output that count them, from the first one on, and
  /// the dimension of M, which may lie between them.
  SmallVector<GemmIndex, 1> outputBatches = {};
  unsigned outputRowDim = 0;
  int64_t m;
  int64_t n;
  int64_t k;
  bool accumulate;
  bool fastAccumulation;
  /// What is grouped; nothing where all rows count.
  std::optional<Grouping> grouping = std::nullopt;

  /// Whether rows of the lhs and of outputs, which are matrices, are in groups.
  bool hasRowGroups() const { return grouping == Grouping::M; }
  /// Whether K of the operands, which are matrices, is in groups, each with a
  /// matrix of outputs.
  bool hasKGroups() const { return grouping == Grouping::K; }
  /// Groups of K begin at multiples of that, with zeros before the next; 1
  /// where they begin anywhere.
  int64_t getStart() const {
    return hasKGroups() && lhs.hasScales() ? lhs.type.getGroups().getStart()
                                           : 1;
  }
  /// Whether the last `elements` of K that are copied for a group may hold
  /// those of the next one, which products must not see.
  bool mayEndWithin(int64_t elements) const {
    return hasKGroups() && getStart() % elements != 0;
  }
  /// Whether groups say how many rows of a tile count.
  bool countsRows() const { return grouping && !hasKGroups(); }
  /// Whether scales change along K, so that partial sums need them.
  bool isBlockScaled() const { return lhs.isBlockScaled(); }
  /// Bits of the elements that all outputs have at one place.
  unsigned countOutputBits() const {
    unsigned bits = 0;
    for (Type type : outputTypes)
      bits += type.getIntOrFloatBitWidth();
    return bits;
  }
  /// Whether partial sums are added to a second, full-width accumulator.
  /// Without scales it is the tensor core's own.
  bool isPromoted() const {
    return isBlockScaled() || (lhs.hasScales() && !fastAccumulation);
  }
};

/// What the groups of `gemm` are; nothing without.
std::optional<Grouping> getGrouping(GemmOp gemm);

/// Reads the problem off a verified gemm. Recipes whose blocks are neither
/// whole nor blocks of rows and K are a diagnostic.
FailureOr<GemmProblem> analyzeGemm(GemmOp gemm);

} // namespace mlir::lowp

#endif // LOWP_DIALECT_LOWP_IR_GEMMPROBLEM_H
