//===- TargetChoices.h - What targets choose of a kernel --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A config has a part that kernels of all chips have, and words of the target's
// own, which the target reads, writes, checks and searches. This is what those
// words say to the parts that kernels of all targets are built of.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_INTERFACES_TARGETCHOICES_H
#define LOWP_INTERFACES_TARGETCHOICES_H

#include <cstdint>

namespace mlir::lowp_gpu {

/// What no word of the target's says is as here.
struct TargetChoices {
  /// K blocks per iteration of the main loop.
  int64_t unroll = 1;
  /// Subtiles that a warpgroup stages in shared memory at a time, in one step
  /// of the epilogue's store.
  int64_t epilogueStages = 1;
  /// Warpgroups that divide the columns of a tile.
  int64_t warpgroupsN = 1;
  /// Whether the steps of a tile's store run after the first products of the
  /// next tile.
  bool overlapStore = false;
  /// Stages of sums in tensor memory; 0 where sums lie in registers.
  int64_t sumStages = 0;
  /// Whether CTAs that are neighbours along M multiply in pairs.
  bool pair = false;

  /// Whether tiles of the same size are divided and stored alike.
  bool dividesAs(const TargetChoices &other) const {
    return warpgroupsN == other.warpgroupsN &&
           overlapStore == other.overlapStore && pair == other.pair;
  }
};

/// Choices that a search takes if so many stages of operands fit beside them.
struct ChoiceWish {
  TargetChoices choices;
  int64_t stages;
};

/// Choices that a search tries beside those of a config.
struct ChoiceVariant {
  TargetChoices choices;
  /// Whether they leave other room in shared memory, which stages then take.
  bool leavesOtherRoom;
};

} // namespace mlir::lowp_gpu

#endif // LOWP_INTERFACES_TARGETCHOICES_H
