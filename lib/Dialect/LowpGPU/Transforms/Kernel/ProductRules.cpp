//===- ProductRules.cpp - The rules of products and their sums ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductRules.h"
#include "Products.h"
#include "TensorColumns.h"
#include "lowp/Support/ElementBytes.h"
#include "lowp/Support/Warps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

//===----------------------------------------------------------------------===//
// Sums in registers
//===----------------------------------------------------------------------===//

static LogicalResult verifyGroups(MmaOp mma, const KernelTarget &target) {
  ConfigAttr config = mma->getParentOfType<KernelOp>().getConfig();
  int64_t expected = target.readChoices(config.getTarget()).warpgroupsN;
  int64_t groups = mma.getType().getWarpgroupsN();
  if (groups == expected)
    return success();
  return mma.emitOpError("expected sums in ")
         << expected << " warpgroups along N, as the config says, got "
         << groups;
}

/// Rows or columns are divided between the role's warpgroups.
static LogicalResult verifyRows(MmaOp mma, const MmaAtom &atom) {
  auto role = mma->getParentOfType<RoleOp>();
  if (!role || role.getSingleLane())
    return mma.emitOpError("expected to be run by all lanes of a role");
  int64_t rows = mma.getLhs().getType().getRows();
  int64_t warps = role.getWarps();
  int64_t groups = mma.getType().getWarpgroupsN();
  if (warps % lowp::kWarpsPerWarpgroup == 0 &&
      rows * groups == warps / lowp::kWarpsPerWarpgroup * atom.getRows())
    return success();
  return mma.emitOpError("expected ")
         << atom.getRows() << " lhs rows for each warpgroup of role \""
         << role.getName() << "\", got " << rows << " rows for " << warps
         << " warps in " << groups << " warpgroups along N";
}

/// Checks the columns of a product, which are rows of the rhs.
static LogicalResult verifyColumns(Operation *mma, int64_t columns,
                                   int64_t unit, int64_t most,
                                   StringRef what = "rhs rows") {
  if (columns % unit == 0 && columns <= most)
    return success();
  return mma->emitOpError("expected ")
         << what << " to be a multiple of " << unit << ", " << most
         << " at most, got " << columns;
}

/// Elements of less than a byte lie as the atom reads them.
static LogicalResult verifySpread(Operation *mma, TileType tile,
                                  const MmaAtom &atom) {
  unsigned bits = tile.getElementType().getIntOrFloatBitWidth();
  bool isSpread =
      atom.readsSpread() && lowp::storedBits(bits) < lowp::kBitsPerByte;
  if (tile.getSpread() == isSpread)
    return success();
  return mma->emitOpError("expected a tile whose elements ")
         << (isSpread ? "are spread to a byte each" : "are not spread")
         << ", as the chip reads them, got " << tile;
}

/// Rows of both tiles are as wide as a swizzle that the atom reads.
static LogicalResult verifyK(Operation *mma, ArrayRef<TileType> tiles,
                             const MmaAtom &atom) {
  // Rows of narrower elements than the other tile's have fewer bytes.
  bool isMixed = llvm::any_of(tiles, [&](TileType tile) {
    return tile.getSwizzle() == atom.getRowBytes();
  });
  for (TileType tile : tiles) {
    if (failed(verifySpread(mma, tile, atom)))
      return failure();
    bool isNarrow =
        isMixed && tile.getElementType().getIntOrFloatBitWidth() < 8;
    if (!isNarrow &&
        !llvm::is_contained(atom.getSwizzles(), tile.getSwizzle())) {
      InFlightDiagnostic diagnostic =
          mma->emitOpError("expected tiles with rows of ");
      llvm::interleave(atom.getSwizzles(), diagnostic, " or ");
      return diagnostic << " swizzled bytes, got " << tile;
    }
    if (tile.isMNMajor() && !atom.takesMNMajor())
      return mma->emitOpError("expected K-major tiles, which this chip "
                              "multiplies, got ")
             << tile;
  }
  return success();
}

/// Sums are in flight until they have been waited for.
static LogicalResult verifySums(MmaOp mma) {
  for (Operation *user : mma.getResult().getUsers())
    if (!isa<MmaOp, MmaWaitOp>(user))
      return user->emitOpError("expected finished sums, got those of "
                               "lowp_gpu.mma; wait for them with "
                               "lowp_gpu.mma_wait");
  return success();
}

/// A product is finished when no more than those after it are pending.
static LogicalResult verifyPending(MmaWaitOp wait) {
  int64_t later = 0;
  auto product = wait.getAccumulator().getDefiningOp<MmaOp>();
  if (product && product->getBlock() == wait->getBlock())
    for (auto other : wait->getBlock()->getOps<MmaOp>())
      later += product->isBeforeInBlock(other) && other->isBeforeInBlock(wait);
  int64_t pending = wait.getPending();
  if (pending >= 0 && pending <= later)
    return success();
  return wait.emitOpError("expected 'pending' from 0 to ")
         << later << ", the products issued behind the one it waits for, got "
         << pending;
}

/// Zeros are written by the lanes whose products read them, and before these.
static LogicalResult verifyTail(ZeroTailOp tail) {
  auto role = tail->getParentOfType<RoleOp>();
  bool isWhole =
      role && !role.getSingleLane() &&
      (tail.getByWarp() ? role.getWarps() == 1
                        : role.getWarps() % lowp::kWarpsPerWarpgroup == 0);
  if (!isWhole)
    return tail.emitOpError("expected to be run by all lanes of a role of ")
           << (tail.getByWarp() ? "one warp" : "whole warpgroups")
           << ", which multiplies";
  for (Value tile : tail.getTiles())
    for (Operation *user : tile.getUsers())
      if (isa<MmaOp, MmaIntoOp>(user) &&
          (user->getBlock() != tail->getBlock() || user->isBeforeInBlock(tail)))
        return user->emitOpError("expected to multiply after lowp_gpu."
                                 "zero_tail, in its block");
  return success();
}

/// The atom of a product whose sums lie in `space`, or null after a diagnostic.
template <typename ProductOp>
static const MmaAtom *getAtom(ProductOp mma, const ChipTarget &chip,
                              SumSpace space) {
  const MmaAtom *atom = findAtom(mma, *chip.target);
  if (!atom) {
    InFlightDiagnostic diagnostic =
        mma.emitOpError("expected element types that ")
        << chip.facts->name << " multiplies, got "
        << mma.getLhs().getType().getElementType() << " and "
        << mma.getRhs().getType().getElementType();
    if (!mma.getScales().empty())
      diagnostic << " with scales " << mma.getScales().getTypes();
    return nullptr;
  }
  if (atom->getSumSpace() == space)
    return atom;
  bool isInRegisters = space == SumSpace::Registers;
  mma.emitOpError("expected ")
      << (isInRegisters ? MmaIntoOp::getOperationName()
                        : MmaOp::getOperationName())
      << ", for " << chip.facts->name << " keeps such sums in "
      << (isInRegisters ? "tensor memory" : "registers");
  return nullptr;
}

static LogicalResult verifyProduct(MmaOp mma, const ChipTarget &chip) {
  const MmaAtom *atom = getAtom(mma, chip, SumSpace::Registers);
  TileType lhs = mma.getLhs().getType(), rhs = mma.getRhs().getType();
  int64_t groups = mma.getType().getWarpgroupsN();
  if (!atom || failed(verifyGroups(mma, *chip.target)) ||
      failed(verifyRows(mma, *atom)) ||
      failed(verifyColumns(mma, rhs.getRows(),
                           atom->getColumnGranularity() * groups,
                           atom->getMaxColumns() * groups)) ||
      failed(verifySums(mma)))
    return failure();
  return verifyK(mma, {lhs, rhs}, *atom);
}

//===----------------------------------------------------------------------===//
// Sums in tensor memory
//===----------------------------------------------------------------------===//

/// One lane issues the product of all rows: that of the role, or of all lanes,
/// which clear tiles, the elected one.
static LogicalResult verifyIssuer(MmaIntoOp mma, const MmaAtom &atom) {
  auto role = mma->getParentOfType<RoleOp>();
  if (!role || role.getWarps() != 1)
    return mma.emitOpError("expected to be run by one lane of one warp, which "
                           "issues products in order");
  int64_t rows = mma.getLhs().getType().getRows();
  if (rows == atom.getRows())
    return success();
  return mma.emitOpError("expected ")
         << atom.getRows() << " lhs rows, got " << rows;
}

/// Each CTA of a pair has columns of its own that an atom could multiply.
static LogicalResult verifyPair(MmaIntoOp mma, const MmaAtom &atom,
                                const ChipFacts &facts) {
  if (!mma.getPair())
    return verifyColumns(mma, mma.countColumns(), atom.getColumnGranularity(),
                         atom.getMaxColumns());
  if (!atom.multipliesPairs())
    return mma.emitOpError("expected a product of one CTA, for ")
           << facts.name << " multiplies no such elements for a pair of them";
  return verifyColumns(mma, mma.countColumns(),
                       PairRankOp::kCTAs * atom.getColumnGranularity(),
                       atom.getMaxColumns(), "rhs rows of both CTAs");
}

static LogicalResult verifyProduct(MmaIntoOp mma, const ChipTarget &chip) {
  const MmaAtom *atom = getAtom(mma, chip, SumSpace::Tensor);
  TileType lhs = mma.getLhs().getType(), rhs = mma.getRhs().getType();
  if (!atom || failed(verifyIssuer(mma, *atom)) ||
      failed(verifyPair(mma, *atom, *chip.facts)))
    return failure();
  return verifyK(mma, {lhs, rhs}, *atom);
}

/// Lanes read sums of the rows that are theirs.
static LogicalResult verifyReader(ReadSumsOp read) {
  auto role = read->getParentOfType<RoleOp>();
  if (role && !role.getSingleLane() &&
      role.getWarps() % lowp::kWarpsPerWarpgroup == 0)
    return success();
  return read.emitOpError("expected to be run by all lanes of whole "
                          "warpgroups, each of which reads the rows of its "
                          "lanes");
}

LogicalResult mlir::lowp_gpu::verifyProductRules(KernelOp kernel,
                                                 const ChipTarget &chip) {
  if (failed(verifyTensorColumns(kernel, *chip.facts)))
    return failure();
  WalkResult result = kernel.walk([&](Operation *op) -> WalkResult {
    return llvm::TypeSwitch<Operation *, LogicalResult>(op)
        .Case<MmaOp, MmaIntoOp>(
            [&](auto mma) { return verifyProduct(mma, chip); })
        .Case([](MmaWaitOp wait) { return verifyPending(wait); })
        .Case([](ZeroTailOp tail) { return verifyTail(tail); })
        .Case([](ReadSumsOp read) { return verifyReader(read); })
        .Default(success());
  });
  return failure(result.wasInterrupted());
}
