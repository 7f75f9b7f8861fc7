//===- DropSignatureAttributes.cpp - What was said of tensors -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Conversion/HostLaunch/HostLaunch.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_DROPSIGNATUREATTRIBUTESPASS
#include "lowp/Conversion/HostLaunch/HostLaunch.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

namespace {
struct DropSignatureAttributes
    : lowp::impl::DropSignatureAttributesPassBase<DropSignatureAttributes> {
  void runOnOperation() override {
    getOperation().removeArgAttrsAttr();
    getOperation().removeResAttrsAttr();
  }
};
} // namespace
