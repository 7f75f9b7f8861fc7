//===- GemmKernel.h - Builds the kernel level of one gemm -------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_GEMM_GEMMKERNEL_H
#define LOWP_KERNEL_GEMM_GEMMKERNEL_H

#include "lowp/Dialect/Lowp/IR/GemmProblem.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"
#include "lowp/Kernel/Gemm/ScaleUse.h"
#include "lowp/Support/Warps.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"

namespace mlir::lowp_gpu {

/// What TMA demands of base addresses and row pitches, and copies at least, in
/// bytes.
inline constexpr int64_t kCopyAlignment = 16;

/// What a kernel argument stands for. Which of them a kernel has, and of which
/// types, says `describeKernelArguments`.
enum class KernelArgument {
  Lhs,
  Rhs,
  /// Several are told apart by `index`.
  Output,
  /// The buffer of an output whose tiles may end at any row.
  OutputRows,
  LhsScales,
  RhsScales,
  /// The scale of a whole operand beside those of its blocks.
  LhsGlobalScale,
  RhsGlobalScale,
  /// Rows to compute: M, or `BatchM` for each matrix of a batch. With groups M,
  /// where the last one ends at most.
  M,
  N,
  K,
  /// Rows of the M tile of each warpgroup; only of kernels whose tiles may have
  /// fewer rows than the config's.
  TileM,
  /// M rounded up to whole tiles; only of kernels for a batch, which walk its
  /// matrices as if they were one below the other.
  BatchM,
  /// Ends of groups or counts, and how many there are.
  GroupNumbers,
  GroupCount,
  /// What the epilogue reads besides sums; several are told apart by `index`.
  EpilogueInput
};

/// One argument of a kernel.
struct KernelArgumentInfo {
  KernelArgument argument;
  /// What matmul libraries call it.
  StringLiteral name;
  Type type;
  unsigned index = 0;
};

/// What a kernel makes of sums and of further inputs.
struct GemmEpilogue {
  /// On a scaled sum and an element of each input; null for a conversion to the
  /// elements of the only output.
  Block *body = nullptr;
  SmallVector<MemRefType, 2> inputs;
  /// From (batch,) m and n to the dimensions of each input.
  SmallVector<AffineMap, 2> maps;
};

/// A gemm whose config has been chosen, ready to become a kernel.
struct GemmKernelSpec {
  /// The largest M, N and K: kernels count them in 32 bits.
  static constexpr int64_t kMaxSize = INT32_MAX;
  /// N of a matmul with scales must be a multiple of this, and so must a
  /// dynamic N without gaps between rows.
  static constexpr int64_t kColumns = 8;
  /// Columns of what a CTA stores are a multiple of this.
  static constexpr int64_t kColumnGranularity = 16;
  /// Scales of rows, in f32, in 16 bytes.
  static constexpr int64_t kRowScaleSlack = 4;

  lowp::GemmProblem problem;
  ConfigAttr config;
  ChipTarget chip;
  const MmaAtom *atom;
  /// Types of the scale buffers as kernels address them; null without scales.
  MemRefType lhsScales;
  MemRefType rhsScales;
  GemmEpilogue epilogue;
  /// The buffer of each output if its rows begin where TMA cannot write, so
  /// that threads store them; else null. Empty where TMA writes all.
  SmallVector<MemRefType, 2> storedRows = {};
  /// The buffer of each output of a gemm with groups, and that of the numbers.
  SmallVector<MemRefType, 2> outputBuffers = {};
  MemRefType groupNumbers = {};
  /// Configs whose kernels need too many registers; no division of the work as
  /// theirs is chosen.
  SmallVector<ConfigAttr, 0> dropped = {};

  unsigned countOutputs() const { return problem.outputTypes.size(); }
  /// What the scales of `operand` are to this kernel.
  ScaleUse getScaleUse(const lowp::GemmOperand &operand) const {
    return lowp_gpu::getScaleUse(operand, *atom);
  }
  /// Whether the scales of both operands are operands of products.
  bool takesScales() const {
    return getScaleUse(problem.lhs) == ScaleUse::Instruction;
  }
  /// Whether partial sums are added to a second accumulator: scales are factors
  /// of partial sums, or the sums of all of K would lose bits.
  bool isPromoted() const {
    if (problem.isBlockScaled())
      return getScaleUse(problem.lhs) == ScaleUse::Promotion;
    return problem.isPromoted() && !takesScales() && !atom->hasFullSums();
  }
  /// Whether sums lie in tensor memory, and other warps than those that
  /// multiply store them.
  bool hasTensorSums() const { return atom->getSumSpace() == SumSpace::Tensor; }
  /// The buffer of `output` if threads store its rows; else null.
  MemRefType getStoredRows(unsigned output) const {
    return storedRows.empty() ? MemRefType() : storedRows[output];
  }
  /// Whether the tiles of `output` that groups end in are stored by threads,
  /// and all others by TMA.
  bool endsInRows(unsigned output) const {
    return problem.grouping && !getStoredRows(output);
  }
  /// The largest number of groups.
  int64_t getMostGroups() const {
    return ShapedType::isDynamic(*problem.batch) ? GroupTableOp::kMostGroups
                                                 : *problem.batch;
  }
  /// Values of rows of a tile that are loaded at a time. Groups begin at any
  /// row, copies at a multiple of 16 bytes in front of it.
  int64_t getLoadedRowScales() const {
    return getTileM() + (problem.hasRowGroups() ? kRowScaleSlack : 0);
  }
  /// Whether threads store the rows of any output.
  bool storesRows() const {
    return llvm::any_of(storedRows, [](MemRefType rows) { return bool(rows); });
  }

  int64_t getTileM() const { return config.getTile()[0]; }
  int64_t getTileN() const { return config.getTile()[1]; }
  int64_t getTileK() const { return config.getTile()[2]; }
  /// Warpgroups that share the rows of a tile, an M tile each.
  int64_t getMTiles() const { return getTileM() / atom->getRows(); }
  /// Warpgroups that share a tile: one per rows of an atom, or as many as
  /// divide its columns. They multiply or, where one lane multiplies, store.
  int64_t getWarpgroups() const {
    return getMTiles() * config.getWarpgroupsN();
  }
  int64_t getTileWarps() const {
    return lowp::kWarpsPerWarpgroup * getWarpgroups();
  }
  /// Whether no other warpgroup's products fill the gap between a warpgroup's
  /// products of one K block and of the next.
  bool multipliesAlone() const { return getWarpgroups() == 1; }
  /// Whether tiles may have fewer rows than the config says. They should where
  /// they would reach beyond M: TMA takes longer over rows that do
  /// not exist than over others. Scales that products take begin with a tile of
  /// the config's rows.
  bool hasDynamicTileM() const {
    bool even = problem.m % getTileM() == 0;
    return !problem.grouping && config.getCluster()[1] == 1 &&
           !problem.lhs.isMNMajor() && !takesScales() &&
           (ShapedType::isDynamic(problem.m) || !even);
  }
  /// Rows whose multiples M tiles begin at, where their number is not the
  /// config's: scales of rows must be loaded from multiples of 16 bytes.
  int64_t getRowAlignment() const;
  /// Columns of the accumulators a tile is computed in. Promoted tiles go in
  /// N subtiles, because partial sums and sums both need registers, and so do
  /// sums that are read from tensor memory.
  int64_t getNSubtileColumns() const;
  int64_t getNumNSubtiles() const { return getTileN() / getNSubtileColumns(); }
  /// Columns of an N subtile that one CTA stores: all, unless CTAs that split K
  /// divide them.
  int64_t getStoredColumns() const {
    return getNSubtileColumns() / config.getSplitK();
  }
  /// Columns that one warpgroup stores.
  int64_t getGroupStoredColumns() const {
    return getStoredColumns() / config.getWarpgroupsN();
  }
  /// Columns of an N subtile that one warpgroup multiplies.
  int64_t getGroupColumns() const {
    return getNSubtileColumns() / config.getWarpgroupsN();
  }
  /// Columns of the tile from the first to the last whose scales one CTA
  /// needs. Those of warpgroups along N are not neighbours where CTAs split K.
  int64_t getScaleColumns() const {
    return getTileN() - getGroupColumns() + getGroupStoredColumns();
  }
  /// Columns of the tile that surely share the scales of a block of columns:
  /// as many as divide both those of a warpgroup and the block.
  int64_t getScaleGroupColumns() const;
  /// Scales of one row that a stage of block-scaled `operand` holds ...
  int64_t getScalesPerStage(const lowp::GemmOperand &operand) const;
  /// ... and stages that share a scale. One of the two is 1.
  int64_t getStagesPerScale(const lowp::GemmOperand &operand) const;
  /// Partial sums that a stage is promoted in: as many as the operand with the
  /// finer scales has of them.
  int64_t getPromotionsPerStage() const;

  /// Scales of a row that an atom holds where products take them: a word.
  static constexpr int64_t kScalesPerAtom = 4;
  int64_t getAtomBytes() const { return atom->getScaleRows() * kScalesPerAtom; }
  /// Atoms along K of `operand` that a stage holds.
  int64_t getScaleAtoms(const lowp::GemmOperand &operand) const {
    return getTileK() / operand.getScaleK() / kScalesPerAtom;
  }

  /// Rows of an MN-major operand that lie side by side in shared memory.
  int64_t getPanelRows(const lowp::GemmOperand &operand) const {
    return atom->getRowBytes() * 8 /
           operand.getElementType().getIntOrFloatBitWidth();
  }
  /// Elements of K of a stage: those of which the wider operand has a row of
  /// the atom's bytes.
  int64_t getStageK() const;
  /// Bytes of a row of `operand` in shared memory, swizzled as wide.
  int64_t getRowBytes(const lowp::GemmOperand &operand) const;
  /// The shape of a K block of `operand` in shared memory, of `rows` rows:
  /// rows x K, or panels x K x rows of a panel.
  SmallVector<int64_t> getStageShape(const lowp::GemmOperand &operand,
                                     int64_t rows) const;
  /// The largest K that the kernel can run.
  int64_t getMaxK() const;
};

/// The dimensions of a buffer of scales that are one to a kernel, which
/// addresses scales of tiles of a batch as if its matrices were one below the
/// other, and others as vectors. Empty where the buffer stays as it is.
SmallVector<ReassociationIndices>
getScaleGroups(const lowp::GemmOperand &operand);

/// Whether `operand` has a scale beside those of its blocks.
bool hasGlobalScale(const lowp::GemmOperand &operand);

/// The elements of tiles of an operand whose data are of `stored`: of f32,
/// tf32, what tensor cores multiply.
Type getTileElement(Type stored);

/// Bits that an element takes in memory: two of 4 bits share a byte, those of 6
/// bits have one each.
int64_t getStoredBits(Type element);

/// Elements of a row that make up what TMA addresses: 16 bytes.
int64_t getCopyAlignment(Type elementType);

/// The format of `operand`, which has scales.
ScaledFormat getFormat(const lowp::GemmOperand &operand);

/// The atom by which `chip` multiplies the operands of `problem`: one that
/// takes their scales itself, if there is one. Null if it multiplies no such
/// elements.
const MmaAtom *findAtom(const lowp::GemmProblem &problem,
                        const ChipTarget &chip);

/// Whether products by `atom` can end where the scales of `operand` do, if they
/// change along K.
bool isLegalScaleK(const MmaAtom &atom, const lowp::GemmOperand &operand);

/// Whether columns of `atom` begin where the scales of tiles of `operand`, the
/// rhs, do.
bool isLegalScaleRows(const MmaAtom &atom, const lowp::GemmOperand &operand);

/// Whether main loops are written for the scales of both operands, which have
/// some.
bool isLegalPairing(const lowp::GemmProblem &problem);

/// Whether scales of columns, where there are any, lie as kernels copy them.
bool hasLegalColumns(const lowp::GemmProblem &problem);

/// Whether TMA can address scales of rows: those of each matrix of a batch
/// begin at a multiple of 16 bytes.
bool hasLegalRowScales(const lowp::GemmProblem &problem);

/// Whether threads can store rows of a result of `shape` that begin anywhere,
/// those of a matrix lying in dimension `rowDim`: strides must be static but
/// for that of rows of a single matrix.
bool canStoreRows(ArrayRef<int64_t> shape, unsigned rowDim);

/// Collects what a kernel for `gemm` depends on. Everything that no kernel of
/// the chip can do is a diagnostic on `gemm`: data that are not K-major, scale
/// layouts, element types, sizes that TMA cannot address.
FailureOr<GemmKernelSpec> analyzeGemmKernel(lowp::GemmOp gemm,
                                            ConfigAttr config);

/// The tensor map by which a warpgroup stores a subtile of `output`: the widest
/// swizzled rows that divide an N subtile.
TensorMapType getOutputMap(const GemmKernelSpec &spec, unsigned output);

/// The subtile as it lies in shared memory.
TileType getOutputSubtile(const GemmKernelSpec &spec, unsigned output);

/// Such subtiles of a warpgroup's share of a tile: of the output that has the
/// most.
int64_t countStoreSubtiles(const GemmKernelSpec &spec);

/// Bytes of shared memory in which a warpgroup stages subtiles of all outputs.
int64_t countStagedBytes(const GemmKernelSpec &spec);

/// The arguments of the kernel for `spec`, in their order.
SmallVector<KernelArgumentInfo>
describeKernelArguments(const GemmKernelSpec &spec, MLIRContext *context);

/// Builds the kernel called `name` at the builder's insertion point.
KernelOp buildGemmKernel(OpBuilder &builder, Location loc, StringRef name,
                         const GemmKernelSpec &spec);

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_GEMM_GEMMKERNEL_H
