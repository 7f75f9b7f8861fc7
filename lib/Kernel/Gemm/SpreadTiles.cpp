//===- SpreadTiles.cpp - Elements that copies spread ----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GemmRequirements.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

int64_t mlir::lowp_gpu::getTileBits(const MmaAtom &atom, Type type) {
  int64_t bits = storedBits(type.getIntOrFloatBitWidth());
  return atom.readsSpread() ? std::max(bits, kBitsPerByte) : bits;
}

/// Whether copies spread elements of `type` for `atom`.
static bool spreads(const MmaAtom &atom, Type type) {
  return getTileBits(atom, type) > storedBits(type.getIntOrFloatBitWidth());
}

bool GemmKernelSpec::isSpread(const GemmOperand &operand) const {
  return spreads(*atom, operand.getElementType());
}

/// Elements that copies spread at a time.
static constexpr int64_t kGroups = 128;

bool mlir::lowp_gpu::isLegalSpread(const MmaAtom &atom, Type type, int64_t k) {
  return !spreads(atom, type) ||
         (!ShapedType::isDynamic(k) && k % kGroups == 0);
}

LogicalResult mlir::lowp_gpu::verifySpread(GemmOp gemm,
                                           const GemmProblem &problem,
                                           const GemmOperand &operand,
                                           const MmaAtom &atom,
                                           StringRef name) {
  Type element = operand.getElementType();
  if (isLegalSpread(atom, element, problem.k))
    return success();
  InFlightDiagnostic diagnostic =
      gemm.emitOpError("expected a static K that is a multiple of ")
      << kGroups << " for " << element << " of the " << name
      << ", which copies spread to a byte each, got ";
  if (ShapedType::isDynamic(problem.k))
    return diagnostic << "a dynamic K" << getHint(gemm, operand);
  return diagnostic << problem.k << "; pad it" << getHint(gemm, operand);
}
