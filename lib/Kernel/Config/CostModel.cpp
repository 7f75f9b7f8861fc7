//===- CostModel.cpp - Predicts the time of a kernel ----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CostModel.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// Bits of scales per element of `operand`, none of blocks that grow with it.
static double countScaleBits(const GemmOperand &operand) {
  ScaledFormat format = getFormat(operand);
  int64_t elements = format.block.rows * format.block.columns;
  return elements == 0
             ? 0
             : static_cast<double>(format.scale.getIntOrFloatBitWidth()) /
                   static_cast<double>(elements);
}

static GemmTypes getTypes(const GemmKernelSpec &spec) {
  const GemmProblem &problem = spec.problem;
  GemmTypes types;
  types.lhsBits = problem.lhs.getElementType().getIntOrFloatBitWidth();
  types.rhsBits = problem.rhs.getElementType().getIntOrFloatBitWidth();
  types.resultBits = problem.countOutputBits();
  types.results = problem.outputTypes.size();
  types.takesScales = spec.takesScales();
  if (types.takesScales) {
    types.lhsScaleBits = countScaleBits(problem.lhs);
    types.rhsScaleBits = countScaleBits(problem.rhs);
  }
  types.isPromoted = spec.isPromoted();
  types.hasColumnScales = problem.rhs.granularity == ScaleGranularity::Block1D;
  return types;
}

static GemmTiling getTiling(const GemmKernelSpec &spec) {
  ConfigAttr config = spec.config;
  TargetChoices choices = spec.getChoices();
  GemmTiling tiling;
  tiling.tileM = spec.getTileM();
  tiling.tileN = spec.getTileN();
  tiling.rhsRows = spec.getRhsRows();
  tiling.tileK = spec.getTileK();
  tiling.bytesOfK = spec.atom->getRowBytes();
  tiling.mTiles = spec.getMTiles();
  tiling.loadsRows = !spec.problem.lhs.isMNMajor();
  tiling.rowAlignment = spec.hasDynamicTileM() ? spec.getRowAlignment() : 0;
  tiling.clusterM = config.getCluster()[0];
  tiling.clusterN = config.getCluster()[1];
  tiling.splitK = config.getSplitK();
  tiling.multipliesAlone = spec.multipliesAlone();
  tiling.promotesApart = spec.promotesApart();
  tiling.nSubtiles = spec.getNumNSubtiles();
  tiling.promotionsPerStage = spec.getPromotionsPerStage();
  tiling.storedColumns = spec.getGroupStoredColumns();
  // Another role stores a tile while the next one is multiplied, if its sums
  // have a place of their own.
  tiling.overlapStore = choices.overlapStore || choices.sumStages > 1;
  tiling.sharedColumns = spec.getSumOverlap();
  if (spec.hasOneTileOfRows())
    tiling.exchangedRows = spec.getExchangedRows();
  tiling.latePdl = config.getLatePdl();
  tiling.storeSteps =
      choices.overlapStore
          ? llvm::divideCeil(countStoreSubtiles(spec), choices.epilogueStages)
          : 1;
  return tiling;
}

int64_t mlir::lowp_gpu::countWaves(const GemmKernelSpec &spec,
                                   const ProblemSize &size) {
  return lowp::countWaves(getTiling(spec), size, spec.chip.part->facts);
}

double mlir::lowp_gpu::estimateCycles(const GemmKernelSpec &spec,
                                      const ProblemSize &size) {
  return lowp::estimateCycles(getTypes(spec), getTiling(spec), size,
                              spec.chip.part->facts, spec.chip.part->gemms);
}

double mlir::lowp_gpu::estimateMicroseconds(const GemmKernelSpec &spec,
                                            const ProblemSize &size) {
  return lowp::estimateMicroseconds(getTypes(spec), getTiling(spec), size,
                                    spec.chip.part->facts,
                                    spec.chip.part->gemms);
}
