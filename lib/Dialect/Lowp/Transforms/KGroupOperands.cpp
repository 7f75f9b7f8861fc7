//===- KGroupOperands.cpp - Operands whose K is in groups -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KGroupOperands.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::lowp;

/// What `matrix` is a copy of with its two dimensions exchanged; nothing if
/// there is no such matrix of the same elements.
static std::optional<MappedTensor> findTransposed(const MappedTensor &matrix) {
  AffineExpr row = matrix.map.getResult(0), k = matrix.map.getResult(1);
  std::optional<MappedTensor> source = matrix, found;
  while ((source = lookThroughOne(*source))) {
    if (getElementTypeOrSelf(source->value) !=
        getElementTypeOrSelf(matrix.value))
      break;
    ArrayRef<AffineExpr> dims = source->map.getResults();
    if (dims.size() == 2 && dims[0] == k && dims[1] == row)
      found = source;
  }
  return found;
}

MappedTensor mlir::lowp::readRowsLast(OpBuilder &builder, Location loc,
                                      const MappedTensor &matrix,
                                      StringRef name) {
  if (std::optional<MappedTensor> source = findTransposed(matrix))
    return *source;
  remark::missed(loc, remark::RemarkOpts::name("transposed-operand")
                          .category("lowp-form-kernels"))
      << remark::reason("copies the {0} of a gemm, {1}, because groups of K "
                        "begin anywhere, where kernels read whole rows alone; "
                        "a transpose of a matrix with K first needs no copy",
                        name, matrix.value.getType());
  Value copy = transpose(builder, loc, matrix.value, {1, 0});
  SmallVector<AffineExpr> dims = {matrix.map.getResult(1),
                                  matrix.map.getResult(0)};
  return {copy, AffineMap::get(matrix.map.getNumDims(), 0, dims,
                               matrix.map.getContext())};
}
