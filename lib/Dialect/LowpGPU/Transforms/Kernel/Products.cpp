//===- Products.cpp - The atoms of products in kernels --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Products.h"
#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

/// The format of a tile of rows x K with `scales`, some of each row.
static ScaledFormat getFormat(TileType tile, Value scales) {
  auto type = cast<TileType>(scales.getType());
  int64_t ofRow = std::max<int64_t>(1, type.getBytes() / tile.getRows());
  return {tile.getElementType(),
          type.getElementType(),
          {/*rows=*/1, tile.getK() / ofRow}};
}

std::optional<MmaAtom> mlir::lowp_gpu::findAtom(MmaOp mma,
                                                const KernelTarget &target) {
  TileType lhs = mma.getLhs().getType(), rhs = mma.getRhs().getType();
  if (mma.getScales().empty())
    return target.getMmaAtom(lhs.getElementType(), rhs.getElementType());
  return target.getScaledMmaAtom(getFormat(lhs, mma.getScales()[0]),
                                 getFormat(rhs, mma.getScales()[1]));
}

bool mlir::lowp_gpu::readsByLanes(MmaOp mma) {
  auto kernel = mma->getParentOfType<KernelOp>();
  if (!kernel)
    return false;
  std::optional<ChipTarget> chip =
      lookupChipTarget(mma.getContext(), kernel.getChip());
  if (!chip)
    return false;
  std::optional<MmaAtom> atom = findAtom(mma, *chip->target);
  return atom && atom->readsByLanes;
}
