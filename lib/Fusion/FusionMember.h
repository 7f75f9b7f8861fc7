//===- FusionMember.h - A fusion that others may join -----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_FUSION_FUSIONMEMBER_H
#define LOWP_LIB_FUSION_FUSIONMEMBER_H

#include "lowp/Fusion/IterationSpace.h"

namespace mlir::lowp {

/// A fusion, and what decides whether another one may join it.
class FusionMember {
public:
  /// What fusions may become one as: those of tiles of as many rows as columns
  /// stages, those that reduce rows and quantize nothing one computation; so
  /// do those that only compute elements, where one reads what another makes,
  /// which may also quantize parts of concats.
  enum class Kind { None, Tiles, Rows, Elements, Parts };

  explicit FusionMember(FusionOp fusion);

  Kind getKind();
  /// How many inputs have an element for each row and column.
  int64_t countTiles();
  bool readsTile(Value input);
  /// Whether `result` is there for a later stage: a number for each element, or
  /// for each row.
  bool isPlain(OpResult result);
  /// How many results each stage has.
  SmallVector<int64_t> getStages();

  Block &body() { return fusion.getBody().front(); }

  FusionOp fusion;
  std::optional<IterationSpace> space;

private:
  bool hasSquareTiles();
  bool reducesRowsAlone();
  bool computesElements();
  bool quantizesParts();
};

} // namespace mlir::lowp

#endif // LOWP_LIB_FUSION_FUSIONMEMBER_H
