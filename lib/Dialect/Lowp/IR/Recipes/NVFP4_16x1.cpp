//===- NVFP4_16x1.cpp - One e4m3 scale per 16 elements of a column --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"
#include "lowp/Dialect/Lowp/IR/NVFP4Scale.h"

using namespace mlir;
using namespace mlir::lowp;
using ::lowp::BlockShape;

BlockShape NVFP4_16x1Attr::getBlockShape() const { return {16, 1}; }

Attribute NVFP4_16x1Attr::getTransposedRecipe() const {
  return NVFP4_1x16Attr::get(getContext());
}

BlockScale NVFP4_16x1Attr::buildGlobalScale(OpBuilder &builder, Location loc,
                                            Value amax,
                                            const ::lowp::FloatFormat &format,
                                            const NumericsAttr &numerics,
                                            ScaleConvention convention) const {
  return buildNVFP4GlobalScale(builder, loc, amax, format, numerics,
                               convention);
}
