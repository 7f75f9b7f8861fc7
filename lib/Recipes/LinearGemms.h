//===- LinearGemms.h - Which matmul of a linear layer is which --*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_RECIPES_LINEARGEMMS_H
#define LOWP_LIB_RECIPES_LINEARGEMMS_H

#include "lowp/Dialect/Common/Reason.h"
#include "lowp/Dialect/Lowp/IR/MatmulRole.h"
#include "lowp/Graph/Contractions/MatmulForm.h"

namespace mlir::lowp_gpu {

/// What a matmul is for its linear layer.
struct LinearGemm {
  /// Nothing where neither an attribute nor dataflow tells.
  std::optional<lowp::MatmulRole> role;
  /// Whether the right operand is the activations or the gradient.
  bool isSwapped = false;
  /// The layer's forward matmul, itself if it is that or none is known.
  Operation *forward = nullptr;
  /// The first matmul that has an operand in common with it.
  Operation *first = nullptr;

  /// Its recipe in `family`, with operands as it has them; null with a reason
  /// if it has none.
  lowp::MatmulRecipeAttr choose(lowp::TrainingRecipeAttr family,
                                lowp::Reason reason) const;
  /// Whether its recipe in `family` depends on the role, which is not known.
  bool isUnknownTo(lowp::TrainingRecipeAttr family) const;
  /// "forward", "dgrad" or "wgrad"; "any role" where it is not known.
  std::string describe() const;
};

/// The roles of all matmuls of `root`: what the attribute `lowp.role` says, or
/// what dataflow proves. Two matmuls of a layer read one operand along
/// different dimensions, the activations, the weight or the gradient. The
/// earlier one is the forward matmul if the other operand of the later one
/// depends on its result, if all three of the layer are there, if the common
/// operand is marked as `lowp.parameter`, if it reads an operand as another
/// forward matmul does, or if it says so. What is alone is a forward matmul in
/// a function where something was proven; everything else is unknown: the
/// gradients of a backward pass look like a layer of their own. The weight is
/// an argument of the function or a constant; where both operands are, or none
/// is, it is the right one. Batches are gradients of batches. The attribute
/// alone tells the roles of groups.
llvm::DenseMap<Operation *, LinearGemm> findLinearGemms(Operation *root);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_RECIPES_LINEARGEMMS_H
