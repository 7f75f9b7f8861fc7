//===- OperandOrder.cpp - Operands with K contiguous ----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Layout/OperandOrder.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// The dimension of the tensor that K is.
static unsigned findK(const MappedTensor &operand) {
  AffineMap map = operand.map;
  return *map.getResultPosition(
      getAffineDimExpr(map.getNumDims() - 1, map.getContext()));
}

bool mlir::lowp_gpu::isKMajor(const MappedTensor &operand) {
  return findK(operand) + 1 == operand.map.getNumResults();
}

static void reportCopy(Location loc, StringRef name, Type type) {
  remark::missed(loc, remark::RemarkOpts::name("transposed-operand")
                          .category("lowp-form-gemms"))
      << remark::reason("copies the {0} of a gemm, {1}, because the chip "
                        "multiplies these elements with K contiguous alone; "
                        "operands that lie so need no copy",
                        name, type);
}

MappedTensor mlir::lowp_gpu::makeKMajor(OpBuilder &builder, Location loc,
                                        const MappedTensor &operand,
                                        StringRef name) {
  if (isKMajor(operand))
    return operand;
  auto type = cast<RankedTensorType>(operand.value.getType());
  auto order = llvm::to_vector(llvm::seq<int64_t>(type.getRank()));
  unsigned k = findK(operand);
  std::rotate(order.begin() + k, order.begin() + k + 1, order.end());
  Value copy = transpose(builder, loc, operand.value, order);
  reportCopy(loc, name, type);
  AffineMap map = operand.map;
  return {copy, AffineMap::get(map.getNumDims(), 0,
                               applyPermutation(map.getResults(), order),
                               map.getContext())};
}
