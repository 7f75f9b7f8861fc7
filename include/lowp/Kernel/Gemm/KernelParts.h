//===- KernelParts.h - What the parts of a gemm kernel share ----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_GEMM_KERNELPARTS_H
#define LOWP_KERNEL_GEMM_KERNELPARTS_H

// The parts (arguments, pipelines, load, main loop, epilogue) are built by one
// file each; this is what they hand to one another.

#include "lowp/Dialect/LowpGPU/IR/Constants.h"
#include "lowp/Kernel/Gemm/GemmKernel.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::lowp_gpu {

/// Names of stage fields.
namespace field {
inline constexpr StringLiteral kLhs = "a";
inline constexpr StringLiteral kRhs = "b";
inline constexpr StringLiteral kLhsScales = "sa";
inline constexpr StringLiteral kRhsScales = "sb";
inline constexpr StringLiteral kSums = "sums";
} // namespace field

/// A kernel under construction.
struct KernelParts {
  const GemmKernelSpec &spec;
  KernelOp kernel;
  SmallVector<KernelArgumentInfo> arguments;
  /// Stages with one K block of both operands, and of scales along K.
  Value operands;
  /// Stages with what a whole tile needs: scales of rows and columns, or all
  /// scales of a tile's columns along K. Null if a tile needs nothing.
  Value scales;
  /// Stages with the scales of one K block, where another role reads them than
  /// the one that multiplies. Null where they come with the operands.
  Value factors;
  /// Stages with the sums of a whole tile, or with partial sums that are
  /// promoted, between the role that multiplies and the one that stores. Null
  /// where sums lie in registers.
  Value sums;
  Value tiles;
  /// Where groups lie. Null without.
  Value groups;
  /// Where scales of groups of K lie that have places of their own. Null where
  /// they lie with their data.
  Value scaleGroups;
  /// Where CTAs that split K swap their sums. Null if none do.
  Value exchange;

  /// An argument that the kernel has; `index` is that of several inputs.
  Value getArgument(KernelArgument argument, unsigned index = 0) const;
  /// M, N or K: the argument, or a constant where it is known when compiling
  /// and that spares divisions and remainders of loops.
  Value getSize(ImplicitLocOpBuilder &builder, KernelArgument argument) const;
  /// Rows of a warpgroup's M tile, or null if those are what the config says.
  Value getTileM() const {
    return spec.hasDynamicTileM() ? getArgument(KernelArgument::TileM)
                                  : Value();
  }
};

/// Where a tile begins.
struct TilePlace {
  /// The matrix of the batch; null without one.
  Value batch;
  Value row;
  Value column;
  /// Where the rows of its group end; null without groups of rows.
  Value end;
  /// Where its K begins, its size, and what a loop walks of it; null where that
  /// is all of K.
  Value firstK = {}, sizeK = {}, extentK = {};
  /// Where the scales of its K begin that have places of their own, in
  /// elements; null where they lie with their data.
  Value firstScaleK = {};

  /// What a loop over the tile's K walks.
  Value getK(ImplicitLocOpBuilder &builder, const KernelParts &parts) const {
    return extentK ? extentK : parts.getSize(builder, KernelArgument::K);
  }
};
TilePlace locateTile(ImplicitLocOpBuilder &builder, const KernelParts &parts,
                     ForEachTileOp tile);

/// What `part`, of the batch or of K, is at `index` of these.
Value locatePart(ImplicitLocOpBuilder &builder, const lowp::GemmIndex &part,
                 Value index);

/// Whether the scales of a tile's columns are copied by a warp of its own.
bool copiesColumnScales(const GemmKernelSpec &spec);
/// Whether scales of rows and columns of a tile arrive with its first K block.
bool loadsTileScales(const GemmKernelSpec &spec);

/// Tiles in flight whose scales are in shared memory: the one multiplied and
/// the one loaded ahead.
inline constexpr int64_t kScaleStages = 2;
/// The stage of one K block.
StageType getOperandStage(MLIRContext *context, const GemmKernelSpec &spec);
/// The stage of what a whole tile needs; null if that is nothing.
StageType getScaleStage(MLIRContext *context, const GemmKernelSpec &spec);

/// The stage of the scales of one K block beside its operands; null where these
/// have them, or there are none.
StageType getFactorStage(MLIRContext *context, const GemmKernelSpec &spec);
/// Such stages: as many blocks as may be loaded before their sums are promoted.
int64_t countFactorStages(const GemmKernelSpec &spec);

/// The stage of the sums of a tile; null where they lie in registers.
StageType getSumStage(MLIRContext *context, const GemmKernelSpec &spec);

/// Whether scales that products take may be followed by what is not one.
bool hasOpenAtoms(const GemmKernelSpec &spec);

/// Declares the pipelines and the tile scheduler.
void buildPipelines(ImplicitLocOpBuilder &builder, KernelParts &parts);
/// Builds a role for each that the target plans.
void buildRoles(ImplicitLocOpBuilder &builder, const KernelParts &parts);
/// Fills the pipelines of operands and of scales of rows.
void buildLoads(ImplicitLocOpBuilder &builder, const KernelParts &parts);
/// Copies, once per tile, the scales of the tile's columns for all of K.
void buildScaleCopies(ImplicitLocOpBuilder &builder, const KernelParts &parts);

/// Where scales of rows from `row` on are loaded from, in each matrix, and what
/// `lowp_gpu.read_rows` calls their offset, null where they begin there.
Value alignRowScales(ImplicitLocOpBuilder &builder, const KernelParts &parts,
                     Value row);
Value getRowScaleOffset(ImplicitLocOpBuilder &builder, const KernelParts &parts,
                        Value row);

/// Whether blocks of K may hold what comes after the group of a tile, and is
/// cleared.
bool clearsTails(const GemmKernelSpec &spec);
/// Clears what `block` of the operands holds after the K of the tile at
/// `place`, which is that of a group. Blocks after all of it are zeros as they
/// come, and so is what lies between groups that begin with a block.
void buildZeroTail(ImplicitLocOpBuilder &builder, const KernelParts &parts,
                   const TilePlace &place, Value block, ValueRange tiles);

/// Sums up all K blocks of the tile in registers, those of its group where
/// `place` says so: products of its own or, where these lie in tensor memory,
/// partial sums of another role's. `rowOffset` is that of scales of rows, or
/// null. Returns its accumulators, finished but for scales of whole rows and
/// columns.
SmallVector<Value> buildMainloop(ImplicitLocOpBuilder &builder,
                                 const KernelParts &parts,
                                 const TilePlace &place, Value scaleStage,
                                 Value rowOffset);
/// The next stage of sums in tensor memory, which is read N subtile by N
/// subtile and given back after the last of them that the next tile's products
/// would overwrite.
class TensorSums {
public:
  TensorSums(ImplicitLocOpBuilder &builder, const KernelParts &parts);
  /// The first column of the N subtile that is read in turn `turn`, where the
  /// kernel computes it; null where that is the one of the same index.
  Value locate(int64_t turn);
  /// Reads the N subtile of turn `turn`, which `locate` says begins at
  /// `column`.
  Value read(int64_t turn, Value column = {});

private:
  ImplicitLocOpBuilder &builder;
  const GemmKernelSpec &spec;
  Value stage, sums;
};
/// Multiplies all K blocks of a tile into a stage of sums in tensor memory or,
/// where partial sums are promoted, each into one of its own.
void buildTensorProduct(ImplicitLocOpBuilder &builder, const KernelParts &parts,
                        ForEachTileOp tile);
/// Scales, converts and stores the tile. `alpha` is the scale of the whole
/// result, or null. Scales of rows and columns are taken from their pipeline.
void buildEpilogue(ImplicitLocOpBuilder &builder, const KernelParts &parts,
                   ForEachTileOp tile, ValueRange sums, Value alpha);
/// The same N subtile by N subtile: of `sums` or, where there are none, of the
/// next tile's in tensor memory, whose stage it gives back, so that a lane
/// holds the columns of one.
void buildTensorEpilogue(ImplicitLocOpBuilder &builder,
                         const KernelParts &parts, ForEachTileOp tile,
                         ValueRange sums, Value alpha);

/// The exchange of CTAs that split K; null if the config has none.
ExchangeType getExchangeType(MLIRContext *context, const GemmKernelSpec &spec);
/// Declares the exchange of CTAs that split K; null if the config has none.
Value buildExchange(ImplicitLocOpBuilder &builder, const KernelParts &parts);
/// Adds up the sums of CTAs that split K: returns this CTA's share.
SmallVector<Value> buildReduceScatter(ImplicitLocOpBuilder &builder,
                                      const KernelParts &parts,
                                      ValueRange sums);
/// The first column of the tile that this CTA stores.
Value buildStoredColumn(ImplicitLocOpBuilder &builder, const KernelParts &parts,
                        ForEachTileOp tile);
/// The scale along K of block-scaled `operand` that K block `block` begins
/// with.
Value locateScale(ImplicitLocOpBuilder &builder, const GemmKernelSpec &spec,
                  const lowp::GemmOperand &operand, Value block);

/// A view of a whole field of a stage.
Value viewField(ImplicitLocOpBuilder &builder, Value stage, StringRef name);

/// What a product reads of a stage of operands: the tiles of both and, where
/// the instruction takes them, their scales.
struct ProductOperands {
  Value lhs, rhs;
  SmallVector<Value> scales;
};

ProductOperands viewOperands(ImplicitLocOpBuilder &builder,
                             const KernelParts &parts, Value stage);

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_GEMM_KERNELPARTS_H
