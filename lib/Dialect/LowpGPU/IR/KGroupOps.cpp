//===- KGroupOps.cpp - Tiles of groups of K -------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

LogicalResult LocateKOp::verify() {
  auto table = getGroups().getDefiningOp<GroupTableOp>();
  if (table.getKind() != GroupKind::Rows)
    return emitOpError(
               "expected a table of groups of rows along K, got one of ")
           << stringifyGroupKind(table.getKind());
  return success();
}

LogicalResult ZeroTailOp::verify() {
  if (getTiles().empty())
    return emitOpError("expected tiles, got none");
  auto first = cast<TileType>(getTiles().front().getType());
  for (Type type : getTiles().getTypes()) {
    auto tile = cast<TileType>(type);
    if (tile.getShape().size() < 2 || tile.isInTensorMemory() ||
        tile.getSwizzle() == 0)
      return emitOpError("expected tiles of rows x K or MN-major ones in "
                         "swizzled shared memory, got ")
             << tile;
    unsigned bits = tile.getElementType().getIntOrFloatBitWidth();
    if (!tile.isMNMajor() && (8 % bits != 0 || tile.getSpread()))
      return emitOpError("expected tiles of rows x K of elements of a byte, or "
                         "of which bytes are full, got ")
             << tile;
    if (tile.getK() != first.getK())
      return emitOpError("expected tiles of one K, got ")
             << first << " and " << tile;
  }
  return success();
}
