//===- ScaleTileOps.cpp - Scales of tiles of products ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

LogicalResult SkipRowsOp::verify() {
  TileType source = getSource().getType(), result = getResult().getType();
  SmallVector<int64_t> shape(result.getShape());
  constexpr int64_t kAtoms = 2;
  shape.insert(shape.begin(), kAtoms);
  if (source.getShape() == ArrayRef(shape) &&
      source.getElementType() == result.getElementType() &&
      source.getSwizzle() == 0 && result.getSwizzle() == 0)
    return success();
  return emitOpError("expected two rows of atoms such as ")
         << result << ", got " << source;
}

LogicalResult KeepScalesOp::verify() {
  TileType tile = getSource().getType();
  ArrayRef<int64_t> shape = tile.getShape();
  if (shape.size() < 2 || tile.getSwizzle() != 0)
    return emitOpError("expected atoms of scales along K, got ") << tile;
  int64_t atoms = shape[shape.size() - 2], atom = getAtom();
  if (atom >= 0 && atom < atoms)
    return success();
  return emitOpError("expected one of ")
         << atoms << " atoms along K, got atom " << atom;
}
