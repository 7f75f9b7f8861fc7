//===- GemmKernelSpec.h - What the kernel of a gemm depends on --*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_GEMM_GEMMKERNELSPEC_H
#define LOWP_KERNEL_GEMM_GEMMKERNELSPEC_H

#include "lowp/Dialect/Lowp/IR/GemmProblem.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"
#include "lowp/Kernel/Gemm/ScaleUse.h"
#include "lowp/Support/ElementBytes.h"
#include "lowp/Support/Warps.h"

namespace mlir::lowp_gpu {

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
  /// The buffer of each output of a gemm with groups, and that of
  /// the ends or counts.
  SmallVector<MemRefType, 2> outputBuffers = {};
  MemRefType groups = {};
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
  /// Whether other warps promote partial sums than those that multiply.
  bool promotesApart() const { return hasTensorSums() && isPromoted(); }
  /// Columns of tensor memory that scales leave to sums.
  int64_t countSumRoom() const;
  /// Columns that the places of so many stages of sums share, whole N subtiles;
  /// 0 where there is room for each.
  int64_t getSumOverlap(int64_t stages) const;
  int64_t getSumOverlap() const {
    return getSumOverlap(getChoices().sumStages);
  }
  /// Columns that so many stages of sums take.
  int64_t countSumColumns(int64_t stages) const {
    return stages * getTileN() - getSumOverlap(stages);
  }
  /// Whether there is room for so many stages of sums: half of the columns of
  /// one are its own at least.
  bool hasSumRoom(int64_t stages) const {
    return countSumColumns(stages) <= countSumRoom() &&
           2 * getSumOverlap(stages) <= getTileN();
  }
  /// Stages of the ring of sums: one where places overlap.
  int64_t countSumRing() const {
    return getSumOverlap() ? 1 : getChoices().sumStages;
  }
  /// Whether copies spread the elements of `operand` to a byte each.
  bool isSpread(const lowp::GemmOperand &operand) const;
  /// CTAs along M that load parts of the same columns of the rhs: a pair, each
  /// of which keeps its half, or all, which keep the whole.
  int64_t getRhsShares() const {
    return getChoices().pair ? PairRankOp::kCTAs : config.getCluster()[0];
  }
  /// Columns whose data of the rhs a CTA has in its shared memory.
  int64_t getRhsRows() const {
    return getChoices().pair ? getTileN() / PairRankOp::kCTAs : getTileN();
  }
  /// The buffer of `output` if threads store its rows; else null.
  MemRefType getStoredRows(unsigned output) const {
    return storedRows.empty() ? MemRefType() : storedRows[output];
  }
  /// Whether the tiles of `output` that groups end in are stored by threads,
  /// and all others by TMA.
  bool endsInRows(unsigned output) const {
    return problem.countsRows() && !getStoredRows(output);
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

  /// What the config says in words of the target's own.
  TargetChoices getChoices() const {
    return chip.target->readChoices(config.getTarget());
  }

  int64_t getTileM() const { return config.getTile()[0]; }
  int64_t getTileN() const { return config.getTile()[1]; }
  int64_t getTileK() const { return config.getTile()[2]; }
  /// Warpgroups that share the rows of a tile, an M tile each.
  int64_t getMTiles() const { return getTileM() / atom->getRows(); }
  /// Warpgroups that share a tile: one per rows of an atom, or as many as
  /// divide its columns. They multiply or, where one lane multiplies, store.
  int64_t getWarpgroups() const {
    return getMTiles() * getChoices().warpgroupsN;
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
  /// the config's rows, but where one tile has all of them.
  bool hasDynamicTileM() const {
    bool even = problem.m % getTileM() == 0;
    return !problem.grouping && config.getCluster()[1] == 1 &&
           !problem.lhs.isMNMajor() && (!takesScales() || hasOneTileOfRows()) &&
           (ShapedType::isDynamic(problem.m) || !even);
  }
  /// Whether a tile of sums in tensor memory, which nobody divides, has all
  /// rows of the only matrix.
  bool hasOneTileOfRows() const {
    return hasTensorSums() && !problem.batch &&
           !ShapedType::isDynamic(problem.m) && problem.m <= getTileM();
  }
  /// Rows that CTAs which split K exchange of a tile: those of as many lanes as
  /// exist, where lanes have a row each, in a power of two of warps.
  int64_t getExchangedRows() const {
    if (!hasOneTileOfRows())
      return getTileM();
    auto rows = static_cast<uint64_t>(problem.m);
    return std::clamp<int64_t>(llvm::PowerOf2Ceil(rows), lowp::kWarpSize,
                               getTileM());
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
    return getStoredColumns() / getChoices().warpgroupsN;
  }
  /// Columns of an N subtile that one warpgroup multiplies.
  int64_t getGroupColumns() const {
    return getNSubtileColumns() / getChoices().warpgroupsN;
  }
  /// Columns of the tile from the first to the last whose scales one CTA
  /// needs. Columns of warpgroups along N are not neighbours where CTAs split
  /// K.
  int64_t getScaleColumns() const {
    return getTileN() - getGroupColumns() + getGroupStoredColumns();
  }
  /// Columns of the tile that surely share the scales of a block of columns:
  /// as many as divide both those of a warpgroup, or of a tile whose sums are
  /// promoted apart, and the block.
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
    return lowp::elementsIn(atom->getRowBytes(),
                            operand.getElementType().getIntOrFloatBitWidth());
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

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_GEMM_GEMMKERNELSPEC_H
