//===- ScaleAtoms.cpp - Atoms of scales that products take ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScaleAtoms.h"

#include "lowp/Dialect/LowpGPU/IR/ScaleTileOps.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

SmallVector<int64_t> mlir::lowp_gpu::getAtomBox(const GemmKernelSpec &spec,
                                                const GemmOperand &operand) {
  // A tile has as many rows as an atom. Groups begin inside one.
  bool isInTwo = spec.problem.hasRowGroups() && &operand == &spec.problem.lhs;
  return {isInTwo ? 2 : 1, spec.getScaleAtoms(operand), spec.getAtomBytes()};
}

SmallVector<int64_t> mlir::lowp_gpu::getAtomShape(const GemmKernelSpec &spec,
                                                  const GemmOperand &operand) {
  SmallVector<int64_t> shape = getAtomBox(spec, operand);
  if (shape.front() == 1)
    shape.erase(shape.begin());
  return shape;
}

Value mlir::lowp_gpu::skipScaleRows(ImplicitLocOpBuilder &builder, Value scales,
                                    Value rowOffset) {
  if (!rowOffset)
    return scales;
  auto both = cast<TileType>(scales.getType());
  auto type = TileType::get(builder.getContext(), both.getShape().drop_front(),
                            both.getElementType(), /*swizzle=*/0);
  return SkipRowsOp::create(builder, type, scales, rowOffset);
}
