//===- MoveSlices.h - Slices before what they read --------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_GRAPH_SHAPES_MOVESLICES_H
#define LOWP_LIB_GRAPH_SHAPES_MOVESLICES_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::lowp {

/// Slices by where they are.
using Slices =
    llvm::MapVector<Attribute, SmallVector<tensor::ExtractSliceOp, 2>>;

/// The slices that read `value`; none if something else does, too, or they
/// read an element twice that is computed.
Slices collectSlices(OpResult value);

/// Slices of views: views of slices.
void populateSlicesOfViewsPatterns(RewritePatternSet &patterns);

} // namespace mlir::lowp

#endif // LOWP_LIB_GRAPH_SHAPES_MOVESLICES_H
