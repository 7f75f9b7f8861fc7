//===- AtomLayouts.cpp - Layouts of scales that products take -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Kernel/Targets/Common/AtomLayouts.h"
#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// Elements of 6 bits have a byte each, as instructions take them.
OperandLayout mlir::lowp_gpu::getAtomReadLayout(Type element,
                                                const OperandLayout &layout) {
  MLIRContext *context = element.getContext();
  OperandLayout read = layout;
  read.order = {0, 1};
  read.data = IdentityAttr::get(context);
  read.scales = SwizzledAttr::getUsual(context);
  read.isPacked = element.getIntOrFloatBitWidth() == 4;
  return read;
}
