//===- SourceNesting.cpp - How deep a module nests ------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceNesting.h"

#include "lowp/Files/Nesting.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {
/// Looks at what is inside of something no deeper than may be.
class DepthCheck {
public:
  bool verify(Operation *op, unsigned level = 0);

private:
  /// The levels below `part`; nothing when there are too many.
  template <typename PartT>
  std::optional<unsigned> measure(PartT part, unsigned level);
  template <typename PartT>
  bool verifyPart(PartT part) {
    return !part || measure(part, 0).has_value();
  }

  llvm::DenseMap<const void *, unsigned> known;
};
} // namespace

template <typename PartT>
std::optional<unsigned> DepthCheck::measure(PartT part, unsigned level) {
  if (level > kMostNesting)
    return std::nullopt;
  // A type that holds itself is not deep.
  auto [entry, isNew] = known.try_emplace(part.getAsOpaquePointer(), 0);
  if (!isNew)
    return level + entry->second > kMostNesting ? std::nullopt
                                                : std::optional(entry->second);
  unsigned depth = 0;
  bool isFlat = true;
  auto visit = [&](auto inner) {
    std::optional<unsigned> below = inner && isFlat
                                        ? measure(inner, level + 1)
                                        : std::optional<unsigned>(0);
    isFlat &= below.has_value();
    depth = std::max(depth, below.value_or(0) + 1);
  };
  part.walkImmediateSubElements([&](Attribute inner) { visit(inner); },
                                [&](Type inner) { visit(inner); });
  if (!isFlat)
    return std::nullopt;
  known[part.getAsOpaquePointer()] = depth;
  return depth;
}

bool DepthCheck::verify(Operation *op, unsigned level) {
  if (level > kMostNesting || !verifyPart(op->getAttrDictionary()) ||
      !verifyPart(Attribute(op->getLoc())) ||
      !llvm::all_of(op->getResultTypes(),
                    [&](Type type) { return verifyPart(type); }))
    return false;
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      for (BlockArgument argument : block.getArguments())
        if (!verifyPart(argument.getType()))
          return false;
      for (Operation &inner : block)
        if (!verify(&inner, level + 1))
          return false;
    }
  return true;
}

LogicalResult mlir::lowp::verifyNesting(ModuleOp module) {
  if (DepthCheck().verify(module))
    return success();
  // Not the location of what is deep, which may be deep itself.
  return emitError(UnknownLoc::get(module.getContext()))
         << "expected at most " << kMostNesting
         << " levels of nesting in bytecode, got more; what people write has "
            "a dozen";
}
