//===- TypeAliases.cpp - Short names for long types -----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The printer spells each of these types out once, at the top, and calls it by
// its alias in the kernel.

#include "lowp/Dialect/LowpGPU/IR/LowpGPUTypes.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

/// `map_64x64_bf16`: what the type is, its shape, its elements.
static OpAsmAliasResult nameShaped(raw_ostream &os, StringRef kind,
                                   ArrayRef<int64_t> shape, Type elementType) {
  os << kind << '_';
  llvm::interleave(shape, os, "x");
  os << '_' << elementType;
  return OpAsmAliasResult::OverridableAlias;
}

/// `stage_a_b`: what the type is, and the fields of its stage.
static OpAsmAliasResult nameFields(raw_ostream &os, StringRef kind,
                                   StageType stage) {
  os << kind;
  for (StringAttr field : stage.getNames())
    os << '_' << field.getValue();
  return OpAsmAliasResult::OverridableAlias;
}

OpAsmAliasResult TensorMapType::getAlias(raw_ostream &os) const {
  return nameShaped(os, "map", getBox(), getElementType());
}
OpAsmAliasResult TileType::getAlias(raw_ostream &os) const {
  return nameShaped(os, "tile", getShape(), getElementType());
}
OpAsmAliasResult AccumulatorType::getAlias(raw_ostream &os) const {
  os << "accumulator_" << getShape()[0] << 'x' << getShape()[1];
  // Sums are of f32 always.
  if (!getElementType().isF32())
    os << '_' << getElementType();
  return OpAsmAliasResult::OverridableAlias;
}
OpAsmAliasResult RowValuesType::getAlias(raw_ostream &os) const {
  os << "rows_" << getCount();
  return OpAsmAliasResult::OverridableAlias;
}
OpAsmAliasResult StageType::getAlias(raw_ostream &os) const {
  return nameFields(os, "stage", *this);
}
OpAsmAliasResult PipelineType::getAlias(raw_ostream &os) const {
  return nameFields(os, "pipeline", getStage());
}
OpAsmAliasResult ExchangeType::getAlias(raw_ostream &os) const {
  ArrayRef<int64_t> shape = getPart().getShape();
  os << "exchange_" << getParts() << 'x' << shape[0] << 'x' << shape[1];
  return OpAsmAliasResult::OverridableAlias;
}
