//===- RandomTypes.h - Types, recipes and layouts by chance -----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TEST_LIB_FUZZ_RANDOMTYPES_H
#define LOWP_TEST_LIB_FUZZ_RANDOMTYPES_H

#include "Random.h"
#include "lowp/Dialect/Lowp/IR/LowpTypes.h"

namespace mlir::lowp::fuzz {

/// A size: mostly a customary one, at times an odd, huge or unknown one.
int64_t randomSize(Random &random);

/// A size that may meet any other: small, at times unknown or zero.
int64_t randomOrdinarySize(Random &random);

/// f32, bf16 or f16.
Type randomHighPrecision(MLIRContext *context, Random &random);

/// Any recipe of lowp's.
RecipeAttrInterface randomRecipe(MLIRContext *context, Random &random);

/// A legal scaled type of this recipe, often with layouts, an order, a packing
/// or groups of its own. It has this shape, or unknown sizes where a type
/// cannot have so many elements.
ScaledType randomScaled(llvm::ArrayRef<int64_t> shape,
                        RecipeAttrInterface recipe, Random &random);

/// `type` with another layout: what a relayout may give.
ScaledType randomRelayout(ScaledType type, Random &random);

/// What groups of a type begin at multiples of.
int64_t randomStart(Random &random);

/// `type` divided into groups; as it is where that is not legal.
ScaledType randomGroups(ScaledType type, int64_t count, int64_t axis,
                        int64_t start, Random &random);

} // namespace mlir::lowp::fuzz

#endif // LOWP_TEST_LIB_FUZZ_RANDOMTYPES_H
