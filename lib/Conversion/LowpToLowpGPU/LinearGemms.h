//===- LinearGemms.h - Which matmul of a linear layer is which --*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPTOLOWPGPU_LINEARGEMMS_H
#define LOWP_LIB_CONVERSION_LOWPTOLOWPGPU_LINEARGEMMS_H

#include "lowp/Dialect/Lowp/Transforms/MatmulForm.h"

namespace mlir::lowp_gpu {

enum class GemmRole { Forward, Dgrad, Wgrad };
StringRef stringify(GemmRole role);

/// What a matmul is for its linear layer.
struct LinearGemm {
  GemmRole role = GemmRole::Forward;
  /// Whether the right operand is the activations or the gradient.
  bool isSwapped = false;
  /// The layer's forward matmul, itself if it is that.
  Operation *forward = nullptr;

  /// Its recipe in `family`, with operands as it has them; null with a reason
  /// if it has none.
  lowp::MatmulRecipeAttr choose(lowp::TrainingRecipeAttr family,
                                std::string &reason) const;
};

/// The roles of all matmuls of `root`, by dataflow: exported training graphs do
/// not tell them. A matmul that contracts another dimension of an operand than
/// an earlier one did is a gradient of that: of the activations if they share
/// the weight, of the weight if they share the activations. The weight is an
/// argument of the function or a constant; where both operands are, or none is,
/// it is the right one. Batches are gradients of batches.
llvm::DenseMap<Operation *, LinearGemm> findLinearGemms(Operation *root);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_CONVERSION_LOWPTOLOWPGPU_LINEARGEMMS_H
