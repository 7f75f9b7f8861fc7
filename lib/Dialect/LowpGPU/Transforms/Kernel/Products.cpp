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

template <typename ProductOp>
static const MmaAtom *findAtomOf(ProductOp mma, const KernelTarget &target) {
  TileType lhs = mma.getLhs().getType(), rhs = mma.getRhs().getType();
  if (mma.getScales().empty())
    return target.getMmaAtom(lhs.getElementType(), rhs.getElementType());
  return target.getScaledMmaAtom(getFormat(lhs, mma.getScales()[0]),
                                 getFormat(rhs, mma.getScales()[1]));
}

const MmaAtom *mlir::lowp_gpu::findAtom(MmaOp mma, const KernelTarget &target) {
  return findAtomOf(mma, target);
}

const MmaAtom *mlir::lowp_gpu::findAtom(MmaIntoOp mma,
                                        const KernelTarget &target) {
  return findAtomOf(mma, target);
}

bool mlir::lowp_gpu::readsByLanes(MmaOp mma) {
  std::optional<ChipTarget> chip = lookupChipTarget(mma);
  if (!chip)
    return false;
  const MmaAtom *atom = findAtom(mma, *chip->target);
  return atom && atom->readsByLanes();
}
