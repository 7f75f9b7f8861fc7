//===- GemmCost.h - Predicts the time of a matmul kernel --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// (problem, part, config) -> time, on plain values: no operation need exist.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_COST_GEMMCOST_H
#define LOWP_COST_GEMMCOST_H

#include "lowp/Cost/Part.h"

namespace mlir::lowp {

/// Sizes of a matmul with every dimension known.
struct GemmSize {
  int64_t m;
  int64_t n;
  int64_t k;
  /// Matrices that are multiplied.
  int64_t batch = 1;
  /// Groups that the rows are divided into at any place, each with a matrix of
  /// the rhs; 0 without.
  int64_t groups = 0;
};

/// What of a matmul's types its time depends on.
struct GemmTypes {
  unsigned lhsBits;
  unsigned rhsBits;
  /// Bits of the elements that all results have at one place.
  unsigned resultBits;
  /// Whether products take the scales of both operands, and the bits of scales
  /// that an element of each has then.
  bool takesScales = false;
  double lhsScaleBits = 0;
  double rhsScaleBits = 0;
  /// Whether partial sums are multiplied with scales and added to others.
  bool isPromoted = false;
  /// Whether each column of a partial sum has a scale of its own there.
  bool hasColumnScales = false;
  /// Matrices that are stored.
  unsigned results = 1;
};

/// How a kernel divides a matmul.
struct GemmTiling {
  int64_t tileM, tileN;
  /// Columns whose rows of the rhs a CTA loads and keeps: those of the tile, or
  /// of a pair that multiplies together its half.
  int64_t rhsRows;
  /// Elements, and bytes, of K that a stage holds.
  int64_t tileK, bytesOfK;
  /// Parts of a tile's rows, one for each warpgroup that shares them.
  int64_t mTiles;
  /// Rows whose multiples the parts have where that lets tiles end with M; 0
  /// where all have the tiling's.
  int64_t rowAlignment;
  /// Whether a K block of the lhs is loaded row by row.
  bool loadsRows;
  /// CTAs that share columns of the rhs, rows of the lhs, and that split K.
  int64_t clusterM, clusterN, splitK;
  /// Whether a CTA has a single warpgroup that multiplies, or stores.
  bool multipliesAlone;
  /// Whether other warps than those that multiply promote sums, and store.
  bool promotesApart;
  /// Parts of a tile's columns that are multiplied one after the other.
  int64_t nSubtiles;
  /// Partial sums that the products of a stage are promoted in.
  int64_t promotionsPerStage;
  /// Columns that a warpgroup stores.
  int64_t storedColumns;
  /// Steps that a tile is stored in.
  int64_t storeSteps;
  bool overlapStore, latePdl;
  /// Columns of sums that are read and stored before products of the next tile
  /// begin, where their stores overlap.
  int64_t sharedColumns = 0;
  /// Rows of a tile that CTAs which split K exchange; 0 for all.
  int64_t exchangedRows = 0;

  int64_t getClusterSize() const { return clusterM * clusterN * splitK; }
};

/// What the promotion of a K block adds to its products. Where two warpgroups
/// take turns: a share of the products' time and cycles per N subtile and
/// block. For a lone one: cycles per column and per block, beside products
/// where it promotes apart.
struct PromotionCosts {
  double share;
  double perNSubtile;
  double perBlock;
  double perColumnAlone;
  double perBlockAlone;
};

/// Constants of a family of chips: what its kernels take, in clock cycles of
/// one multiprocessor. They are fitted to measured kernels.
struct GemmCosts {
  /// The share of the part's products per cycle that main loops reach.
  double productShare;
  /// Bytes that all multiprocessors together read from the cache per cycle.
  double cacheBytesPerCycle;
  /// What a multiprocessor takes to load a row of a K block, and how much of it
  /// more where the row begins within a line.
  double loadPerRow;
  double unalignedLoad;
  /// What it takes for a row of a box that lies beyond the tensor.
  double loadPerMissingRow;
  /// Waiting for a stage and issuing its products, per K block.
  double blockOverhead;
  /// Start of a kernel, when the one before it has let it start late or early.
  double lateLaunch;
  double earlyLaunch;
  /// Start of a tile, and what the store of its columns does not hide per 128
  /// rows; the latter also where the products of the next tile hide a store.
  double tileOverhead;
  double storePerColumn;
  double overlappedStorePerColumn;
  /// How many times longer the store of narrow rows takes.
  double narrowStore;
  /// Bytes of sums per cycle that CTAs which split K send each other.
  double exchangeBytesPerCycle;
  /// Each step of a store that nothing hides.
  double perLastStep;
  /// How many times longer than a copy's the reads of an epilogue take.
  double addendReads;
  /// The share of the rhs that further rows of tiles miss in the cache.
  double rhsMisses;
  /// How much longer the memory takes for a rhs that waits for rows of the lhs
  /// which begin within lines: of this many, or in proportion of fewer.
  double unalignedWait;
  double mostWaitingRows;
  /// How much more the cache serves where rows begin within lines.
  double unalignedLhs;
  double unalignedRhs;
  /// With scales of blocks of rows, and of columns.
  PromotionCosts promotion;
  PromotionCosts columnPromotion;
  /// The clock under full load of the tensor cores, in parts of the part's: the
  /// power limit lowers it. For operands of 16 bits, or of f32, and of 8.
  double loadedClock16;
  double loadedClock8;
  /// What products of few columns have that others hide: those of a tile of
  /// fewer than twice as many take as long as half of its own and these at the
  /// part's rate.
  double narrowColumns = 0;
};

/// Tiles that a CTA computes one after the other.
int64_t countWaves(const GemmTiling &tiling, const GemmSize &size,
                   const PartFacts &part);

/// Clock cycles from one kernel to the next in a stream.
double estimateCycles(const GemmTypes &types, const GemmTiling &tiling,
                      const GemmSize &size, const PartFacts &part,
                      const GemmCosts &costs);

/// The same in microseconds, with the clock that the part has under the load.
double estimateMicroseconds(const GemmTypes &types, const GemmTiling &tiling,
                            const GemmSize &size, const PartFacts &part,
                            const GemmCosts &costs);

/// Microseconds that an epilogue adds to a kernel which reads `bytes` of
/// tensors of the result's size.
double estimateAddends(double bytes, const PartFacts &part,
                       const GemmCosts &costs);

} // namespace mlir::lowp

#endif // LOWP_COST_GEMMCOST_H
