//===- LayoutPropagationInterface.h - Who takes which layout ----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_INTERFACES_LAYOUTPROPAGATIONINTERFACE_H
#define LOWP_INTERFACES_LAYOUTPROPAGATIONINTERFACE_H

#include "mlir/IR/OpDefinition.h"

namespace mlir::lowp_gpu {
class KernelTarget;
} // namespace mlir::lowp_gpu

namespace mlir::lowp {

/// As what an operation reads an operand.
struct LayoutDemand {
  /// What a mismatch costs.
  enum class Strength {
    /// Nothing: every layout is read alike.
    None,
    /// The bytes that the operand has more than `type`.
    Preferred,
    /// A copy: no other layout is read.
    Required
  };

  static LayoutDemand any() { return {Type(), Strength::None}; }
  static LayoutDemand prefer(Type type) { return {type, Strength::Preferred}; }
  static LayoutDemand require(Type type) { return {type, Strength::Required}; }

  bool isRequired() const { return strength == Strength::Required; }
  bool isPreferred() const { return strength == Strength::Preferred; }

  /// Null where nothing is demanded.
  Type type;
  Strength strength;
};

} // namespace mlir::lowp

#include "lowp/Interfaces/LayoutPropagationInterface.h.inc"

#endif // LOWP_INTERFACES_LAYOUTPROPAGATIONINTERFACE_H
