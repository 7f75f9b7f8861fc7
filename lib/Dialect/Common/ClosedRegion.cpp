//===- ClosedRegion.cpp - Regions in the text of operations ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Common/ClosedRegion.h"

using namespace mlir;

/// Drops all uses of `value` by other operations than `inside`. Whether there
/// was one. While the parser runs, blocks around a region have no parents yet.
static bool dropOutsideUses(Value value,
                            const llvm::DenseSet<Operation *> &inside) {
  bool isDropped = false;
  for (OpOperand &use : llvm::make_early_inc_range(value.getUses())) {
    if (inside.contains(use.getOwner()))
      continue;
    use.drop();
    isDropped = true;
  }
  return isDropped;
}

ParseResult mlir::lowp::parseClosedRegion(OpAsmParser &parser, Region &region) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseRegion(region))
    return failure();
  llvm::DenseSet<Operation *> inside;
  region.walk([&](Operation *op) { inside.insert(op); });
  bool isUsedOutside = false;
  auto drop = [&](Value value) {
    isUsedOutside |= dropOutsideUses(value, inside);
  };
  auto dropArguments = [&](Block &block) {
    llvm::for_each(block.getArguments(), drop);
  };
  llvm::for_each(region, dropArguments);
  region.walk([&](Operation *op) {
    llvm::for_each(op->getResults(), drop);
    for (Region &inner : op->getRegions())
      llvm::for_each(inner, dropArguments);
  });
  if (isUsedOutside)
    return parser.emitError(loc, "expected values of the region to be used in "
                                 "it alone, got a use outside of it");
  return success();
}

void mlir::lowp::printClosedRegion(OpAsmPrinter &printer, Operation *,
                                   Region &region) {
  printer.printRegion(region);
}
