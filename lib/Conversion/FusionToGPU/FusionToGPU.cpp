//===- FusionToGPU.cpp - Fusions to kernels -------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Conversion/FusionToGPU/FusionToGPU.h"

#include "FusionEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_CONVERTFUSIONSTOGPUPASS
#include "lowp/Conversion/FusionToGPU/FusionToGPU.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

namespace {
struct ConvertFusionsToGPUPass
    : mlir::lowp::impl::ConvertFusionsToGPUPassBase<ConvertFusionsToGPUPass> {
  void runOnOperation() override {
    SmallVector<LaunchFusionOp> launches;
    getOperation().walk([&](LaunchFusionOp op) { launches.push_back(op); });
    llvm::SetVector<Operation *> functions;
    for (LaunchFusionOp launch : launches) {
      func::FuncOp function = convert(launch);
      if (!function)
        return signalPassFailure();
      functions.insert(function);
    }
    for (Operation *function : functions) {
      Operation *module = function->getParentOp();
      function->erase();
      if (module->getRegion(0).front().empty())
        module->erase();
    }
  }

private:
  /// The function of the fusion, or null after an error.
  static func::FuncOp convert(LaunchFusionOp launch) {
    if (!launch.hasPureBufferSemantics()) {
      launch.emitOpError("expected operands to be buffers, got tensors; run "
                         "one-shot-bufferize before convert-fusions-to-gpu");
      return {};
    }
    auto function = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        launch, launch.getCallee());
    SmallVector<Operation *> ops;
    for (Operation &op : function.getBody().front().without_terminator())
      if (!isa<arith::ConstantOp, tensor::DimOp, tensor::EmptyOp,
               AlignedEmptyOp, linalg::FillOp>(op))
        ops.push_back(&op);
    std::string why;
    auto domain = FusionDomain::get(ops, why);
    if (!domain) {
      launch.emitOpError("expected ops with one iteration space in ")
          << launch.getCallee() << ", got that " << why;
      return {};
    }
    FusionEmitter(launch, function, std::move(*domain)).emit();
    launch.erase();
    return function;
  }
};
} // namespace
