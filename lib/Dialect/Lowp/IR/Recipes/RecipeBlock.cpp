//===- RecipeBlock.cpp - The block that is a recipe's parameter -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/RecipeBlock.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lowp;

/// Beyond any block that is in use, and far from what products of sizes, groups
/// and extents overflow with.
static constexpr int64_t kLargestExtent = 1024;

//===----------------------------------------------------------------------===//
// What is legal
//===----------------------------------------------------------------------===//

/// Blocks of powers of two nest: those of two operands begin together, and so
/// do partial sums of K.
static bool isLegalExtent(int64_t extent) {
  return extent >= 1 && extent <= kLargestExtent &&
         llvm::isPowerOf2_64(static_cast<uint64_t>(extent));
}

LogicalResult mlir::lowp::verifyRecipeBlock(
    llvm::function_ref<InFlightDiagnostic()> emitError, BlockShape block) {
  // recipe_block-C1.
  if (!isLegalExtent(block.rows) || !isLegalExtent(block.columns))
    return emitError() << "expected a block whose rows and columns are powers "
                          "of two from 1 to "
                       << kLargestExtent << ", such as 1x128 or 128x128, got "
                       << block.rows << "x" << block.columns;
  // recipe_block-C2.
  if (block.rows == 1 && block.columns == 1)
    return emitError() << "expected a block of several elements, such as 1x128 "
                          "or 128x128, got 1x1";
  return success();
}

RecipeAttrInterface mlir::lowp::withBlock(RecipeAttrInterface recipe,
                                          BlockShape block) {
  auto refuse = [] { return InFlightDiagnostic(); };
  if (failed(verifyRecipeBlock(refuse, block)))
    return {};
  return TypeSwitch<Attribute, RecipeAttrInterface>(recipe)
      .Case<BlockAttr, MXAttr, NVFP4Attr>([&](auto attr) {
        return decltype(attr)::get(recipe.getContext(), block.rows,
                                   block.columns);
      })
      .Default(RecipeAttrInterface());
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

ParseResult mlir::lowp::parseBlockExtents(AsmParser &parser, int64_t &rows,
                                          int64_t &columns) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t, 2> extents;
  if (parser.parseDimensionList(extents, /*allowDynamic=*/false,
                                /*withTrailingX=*/false))
    return failure();
  if (extents.size() != 2)
    return parser.emitError(loc)
           << "expected the rows and columns of a block, such as 1x128, got "
           << extents.size() << " extents";
  rows = extents[0];
  columns = extents[1];
  return success();
}

void mlir::lowp::printBlockExtents(AsmPrinter &printer, int64_t rows,
                                   int64_t columns) {
  printer.printDimensionList({rows, columns});
}

//===----------------------------------------------------------------------===//
// Former names
//===----------------------------------------------------------------------===//

/// Splits `1x128`.
static std::optional<BlockShape> parseBlock(StringRef text) {
  BlockShape block;
  if (text.consumeInteger(10, block.rows) || !text.consume_front("x") ||
      text.consumeInteger(10, block.columns) || !text.empty())
    return std::nullopt;
  return block;
}

std::optional<Attribute> mlir::lowp::getRecipeOfFormerName(
    llvm::function_ref<InFlightDiagnostic()> emitError, MLIRContext *context,
    StringRef name) {
  auto [family, text] = name.split('_');
  std::optional<BlockShape> block = parseBlock(text);
  if (!block)
    return std::nullopt;
  auto get = [&](auto recipe) -> Attribute {
    return decltype(recipe)::getChecked(emitError, context, block->rows,
                                        block->columns);
  };
  if (family == "block")
    return get(BlockAttr());
  if (family == "mx")
    return get(MXAttr());
  if (family == "nvfp4")
    return get(NVFP4Attr());
  return std::nullopt;
}
