//===- Products.cpp - The atoms of products in kernels --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Products.h"
#include "lowp/Dialect/LowpGPU/IR/StageLayout.h"
#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

/// The format of a tile of K elements a row, whose `scales` are some of each of
/// `rows` rows, in whole atoms of these.
static ScaledFormat getFormat(TileType tile, int64_t rows, Value scales) {
  constexpr int64_t kScalesOfAtom = 4;
  auto type = cast<TileType>(scales.getType());
  if (type.getShape().size() > 1) {
    int64_t atomRows =
        std::max<int64_t>(1, type.getShape().back() / kScalesOfAtom);
    rows = atomRows * countCutAtoms(rows, atomRows);
  }
  int64_t ofRow = std::max<int64_t>(1, type.getBytes() / rows);
  return {tile.getElementType(),
          type.getElementType(),
          {/*rows=*/1, tile.getK() / ofRow}};
}

/// The atom of a product of so many columns, those of both CTAs of a pair.
template <typename ProductOp>
static const MmaAtom *findAtomOf(ProductOp mma, int64_t columns,
                                 const KernelTarget &target) {
  TileType lhs = mma.getLhs().getType(), rhs = mma.getRhs().getType();
  if (mma.getScales().empty())
    return target.getMmaAtom(lhs.getElementType(), rhs.getElementType());
  return target.getScaledMmaAtom(
      getFormat(lhs, lhs.getRows(), mma.getScales()[0]),
      getFormat(rhs, columns, mma.getScales()[1]));
}

const MmaAtom *mlir::lowp_gpu::findAtom(MmaOp mma, const KernelTarget &target) {
  return findAtomOf(mma, mma.getRhs().getType().getRows(), target);
}

const MmaAtom *mlir::lowp_gpu::findAtom(MmaIntoOp mma,
                                        const KernelTarget &target) {
  return findAtomOf(mma, mma.countColumns(), target);
}

bool mlir::lowp_gpu::readsByLanes(MmaOp mma) {
  std::optional<ChipTarget> chip = lookupChipTarget(mma);
  if (!chip)
    return false;
  const MmaAtom *atom = findAtom(mma, *chip->target);
  return atom && atom->readsByLanes();
}
