//===- OperandOrder.cpp - In which order kernels read operands ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperandOrder.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// A copy of `operand` whose dimension i is its dimension `order[i]`. A remark
/// tells it, and why.
static MappedTensor copy(OpBuilder &builder, Location loc,
                         const MappedTensor &operand, ArrayRef<int64_t> order,
                         StringRef name, StringRef reason) {
  remark::missed(loc, remark::RemarkOpts::name("transposed-operand")
                          .category("lowp-form-gemms"))
      << remark::reason("copies the {0} of a gemm, {1}, because {2}", name,
                        operand.value.getType(), reason);
  AffineMap map = operand.map;
  return {transpose(builder, loc, operand.value, order),
          AffineMap::get(map.getNumDims(), 0,
                         applyPermutation(map.getResults(), order),
                         map.getContext())};
}

MappedTensor mlir::lowp_gpu::makeKMajor(OpBuilder &builder, Location loc,
                                        const MappedTensor &operand,
                                        StringRef name) {
  AffineMap map = operand.map;
  unsigned k = *map.getResultPosition(
      getAffineDimExpr(map.getNumDims() - 1, map.getContext()));
  if (k + 1 == map.getNumResults())
    return operand;
  auto order = llvm::to_vector(llvm::seq<int64_t>(map.getNumResults()));
  std::rotate(order.begin() + k, order.begin() + k + 1, order.end());
  return copy(builder, loc, operand, order, name,
              "the chip multiplies these elements with K contiguous alone; "
              "operands that lie so need no copy");
}

MappedTensor mlir::lowp_gpu::readRowsLast(OpBuilder &builder, Location loc,
                                          const MappedTensor &matrix,
                                          StringRef name) {
  AffineExpr rowsLast[] = {matrix.map.getResult(1), matrix.map.getResult(0)};
  std::optional<MappedTensor> found;
  for (const MappedTensor &source : listSources(matrix)) {
    if (getElementTypeOrSelf(source.value) !=
        getElementTypeOrSelf(matrix.value))
      break;
    if (source.map.getResults() == ArrayRef(rowsLast))
      found = source;
  }
  return found ? *found
               : copy(builder, loc, matrix, {1, 0}, name,
                      "groups of K begin anywhere, where kernels read whole "
                      "rows alone; a transpose of a matrix with K first needs "
                      "no copy");
}
