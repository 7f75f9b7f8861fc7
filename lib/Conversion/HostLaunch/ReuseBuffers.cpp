//===- ReuseBuffers.cpp - Buffers that hold several values ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferUses.h"

#include "lowp/Conversion/HostLaunch/HostLaunch.h"
#include "lowp/Dialect/Common/PassSteps.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_REUSEBUFFERSPASS
#include "lowp/Conversion/HostLaunch/HostLaunch.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

namespace {
struct ReuseBuffers : lowp::impl::ReuseBuffersPassBase<ReuseBuffers> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    // Program order is the order of the stream only without branches.
    if (func.isDeclaration() || func.getBlocks().size() != 1)
      return;
    if (failed(runSteps(func, *only,
                        {{"split-buffers", splitBuffers},
                         {"reuse-operands", reuseOperands}})))
      signalPassFailure();
  }
};
} // namespace
