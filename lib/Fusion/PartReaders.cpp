//===- PartReaders.cpp - Concats that are quantized part by part ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Fusion/PartReaders.h"

#include "lowp/Fusion/FusedKinds.h"
#include "lowp/Graph/Analysis/ConcatParts.h"
#include "lowp/Interfaces/StorageDigits.h"
#include "lowp/Support/PackedElements.h"

using namespace mlir;
using namespace mlir::lowp;

/// Whether padding follows the last scale along dimension `dim` of the matrix.
static bool padsScales(ScaledType type, unsigned dim) {
  if (!hasPaddedScales(type))
    return false;
  FailureOr<StorageDigits> digits =
      matchStorageDigits(type.getScaleLayout().getStorageMap());
  if (failed(digits))
    return true;
  unsigned slowest = getSlowestDigit(*digits, dim);
  ArrayRef<int64_t> stored = cast<ShapedType>(type.getStorageTypes()[1])
                                 .getShape()
                                 .take_back(digits->size());
  return stored[slowest] * (*digits)[slowest].weight *
             type.getRecipe().getBlockShape().extent(dim) !=
         type.getMatrixShape()[dim];
}

/// Whether `op` stores elements and scales of parts of `size` along `dim` of
/// its matrix side by side: no padding follows a part, and nothing is packed
/// across its end.
static bool storesParts(QuantizeOp op, unsigned dim, int64_t size) {
  ScaledType type = op.getType();
  unsigned width = type.getElementType().getIntOrFloatBitWidth();
  bool endsInByte =
      !type.isPacked() || size % PackedElements(width).group() == 0;
  return type.hasIdentityDataLayout() && endsInByte && !padsScales(type, dim);
}

bool mlir::lowp::canReadParts(Operation *op, tensor::ConcatOp concat,
                              Reason why) {
  std::optional<int64_t> size = getPartSize(concat);
  auto quantize = dyn_cast<QuantizeOp>(op);
  auto amax = dyn_cast<AmaxOp>(op);
  int64_t dim = int64_t(concat.getDim()) - concat.getResultType().getRank() + 2;
  if (!size || dim < 0 || !(quantize || amax) ||
      op->getOperand(0) != concat.getResult())
    return why.refuse("a concat is read as a whole");
  if (quantize && !storesParts(quantize, dim, *size))
    return why.refuse("what is stored of a part of a concat is padded");
  // Random bits follow from positions in the whole.
  if (quantize && quantize.getSeed())
    return why.refuse("elements of a concat are rounded at random");
  BlockShape block = quantize ? quantize.getType().getRecipe().getBlockShape()
                              : amax.getBlockShape();
  bool waits = quantize && !quantize.hasGivenScales();
  int64_t extent = block.extent(dim);
  if (extent == BlockShape::kWhole ? !waits : *size % extent == 0)
    return true;
  return why.refuse("a block has elements of several parts of a concat");
}
