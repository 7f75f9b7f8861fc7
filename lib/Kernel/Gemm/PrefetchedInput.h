//===- PrefetchedInput.h - A matrix that comes with the operands *- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_KERNEL_GEMM_PREFETCHEDINPUT_H
#define LOWP_LIB_KERNEL_GEMM_PREFETCHEDINPUT_H

// An epilogue's input of the output's shape, a residual or a gate, is copied
// while the tile is multiplied: after the last K block it takes the next
// stages of the operands' ring. So it needs no shared memory of its own, and no
// barriers: for the ring it is a few more K blocks.

#include "lowp/Kernel/Gemm/KernelParts.h"

namespace mlir::lowp_gpu {

/// An input of the epilogue whose tile is copied to shared memory.
struct PrefetchedInput {
  /// Which of the inputs.
  unsigned index;
  /// What one copy moves: all rows of the tile, as many columns as a swizzled
  /// row has.
  TileType panel;
  /// Panels of what a CTA stores of a tile, from left to right.
  int64_t panels;
  /// Panels that fit into a stage of the ring.
  int64_t panelsPerStage;

  int64_t countStages() const {
    return llvm::divideCeil(panels, panelsPerStage);
  }
  /// The fields of stage `number` of those that carry it.
  StageType getStage(int64_t number) const;
};

/// The input that is prefetched: the first that TMA can copy and for which the
/// ring has stages, and one left for the next tile. Others are read by threads
/// where they are.
std::optional<PrefetchedInput> findPrefetchedInput(const GemmKernelSpec &spec);

/// The tensor map of `input`, whose box is a panel or, where the run time says
/// how many rows of a tile there are, that of one warpgroup.
TensorMapType getInputMap(const GemmKernelSpec &spec,
                          const PrefetchedInput &input);

/// Asks for the tile of the prefetched input, if there is one, ahead of its
/// operands: all CTAs load theirs at about the same time, faster than memory
/// sends them, so that they had better be in the cache.
void buildInputPrefetch(ImplicitLocOpBuilder &builder, const KernelParts &parts,
                        const TilePlace &place, ForEachTileOp tile);

/// Loads the tile of the prefetched input, if there is one, after its
/// operands.
void buildInputLoads(ImplicitLocOpBuilder &builder, const KernelParts &parts,
                     const TilePlace &place, ForEachTileOp tile);

/// The stages that carry the tile of the prefetched input, once they are there;
/// none without one.
SmallVector<Value> waitForInput(ImplicitLocOpBuilder &builder,
                                const KernelParts &parts);

/// All panels in `stages`.
SmallVector<Value> viewPanels(ImplicitLocOpBuilder &builder, ValueRange stages);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_KERNEL_GEMM_PREFETCHEDINPUT_H
