//===- RecipeBlock.h - The block that is a recipe's parameter ---*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_RECIPEBLOCK_H
#define LOWP_DIALECT_LOWP_IR_RECIPEBLOCK_H

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"

namespace mlir::lowp {

/// Checks the block of a recipe (recipe_block-C1, recipe_block-C2).
LogicalResult
verifyRecipeBlock(llvm::function_ref<InFlightDiagnostic()> emitError,
                  BlockShape block);

/// Parses the extents of a block: `1x128`.
ParseResult parseBlockExtents(AsmParser &parser, int64_t &rows,
                              int64_t &columns);
void printBlockExtents(AsmPrinter &printer, int64_t rows, int64_t columns);

/// The recipe by which scales of `recipe` are those of other blocks; null for
/// recipes whose block is no parameter, and for blocks that no recipe has.
RecipeAttrInterface withBlock(RecipeAttrInterface recipe, BlockShape block);

/// The recipe whose former name is `name`, which has the block in it:
/// `block_1x128` is `#lowp.block<1x128>`. Null with a diagnostic for a block
/// that no recipe has, none for what is no such name.
std::optional<Attribute>
getRecipeOfFormerName(llvm::function_ref<InFlightDiagnostic()> emitError,
                      MLIRContext *context, StringRef name);

} // namespace mlir::lowp

#endif // LOWP_DIALECT_LOWP_IR_RECIPEBLOCK_H
