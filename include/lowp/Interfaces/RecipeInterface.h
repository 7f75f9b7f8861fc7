//===- RecipeInterface.h - What a quantization recipe knows -----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_INTERFACES_RECIPEINTERFACE_H
#define LOWP_INTERFACES_RECIPEINTERFACE_H

#include "lowp/Support/BlockShape.h"
#include "lowp/Support/FloatFormat.h"
#include "mlir/IR/Attributes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Types.h"
#include "mlir/IR/Value.h"

namespace mlir::lowp {
// Only named here: it belongs to the dialect, which is built on this interface.
class NumericsAttr;
enum class ScaleConvention : uint32_t;

/// The two forms of one block's scale, as SSA values.
struct BlockScale {
  /// f32 factor that values are multiplied with before the cast.
  Value encode;
  /// What the tensor of scales holds.
  Value stored;
};
} // namespace mlir::lowp

#include "lowp/Interfaces/RecipeInterface.h.inc"

#endif // LOWP_INTERFACES_RECIPEINTERFACE_H
