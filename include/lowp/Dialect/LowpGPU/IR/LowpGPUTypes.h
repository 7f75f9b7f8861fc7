//===- LowpGPUTypes.h - Types and attributes of lowp_gpu --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWPGPU_IR_LOWPGPUTYPES_H
#define LOWP_DIALECT_LOWPGPU_IR_LOWPGPUTYPES_H

#include "lowp/Dialect/LowpGPU/IR/LowpGPUDialect.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

#include <array>
#include <optional>

namespace mlir::lowp_gpu {
class ConfigAttr;

/// Where a tile lies.
enum class TileSpace {
  Shared,
  /// Memory of the tensor core: lanes by columns of 32 bits.
  Tensor
};

/// The parameters of a `ConfigAttr` by name.
struct ConfigChoices {
  std::array<int64_t, 3> tile;
  std::array<int64_t, 2> cluster = {1, 1};
  int64_t stages = 1;
  int64_t groupM = 1;
  int64_t splitK = 1;
  bool latePdl = false;
  DictionaryAttr target = {};

  ConfigAttr get(MLIRContext *context) const;
};
} // namespace mlir::lowp_gpu

#include "lowp/Dialect/LowpGPU/IR/LowpGPUEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "lowp/Dialect/LowpGPU/IR/LowpGPUAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "lowp/Dialect/LowpGPU/IR/LowpGPUTypes.h.inc"

#endif // LOWP_DIALECT_LOWPGPU_IR_LOWPGPUTYPES_H
