//===- FusionToGPU.cpp - Fusions to kernels -------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Conversion/FusionToGPU/FusionToGPU.h"

#include "FusionEmitter.h"
#include "FusionSchedule.h"
#include "OutlineCopies.h"

#include "lowp/Dialect/Common/PassSteps.h"
#include "lowp/Fusion/FusedKinds.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Verifier.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_CONVERTFUSIONSTOGPUPASS
#include "lowp/Conversion/FusionToGPU/FusionToGPU.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

namespace {
struct ConvertFusionsToGPUPass
    : mlir::lowp::impl::ConvertFusionsToGPUPassBase<ConvertFusionsToGPUPass> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(runSteps(
            getOperation(), *only,
            {{"outline-copies", outlineCopies},
             {"convert-fusions", [&](Operation *) { return convertAll(); }}})))
      signalPassFailure();
  }

private:
  LogicalResult convertAll() {
    SmallVector<LaunchFusionOp> launches;
    getOperation().walk([&](LaunchFusionOp op) { launches.push_back(op); });
    llvm::SetVector<Operation *> functions;
    for (LaunchFusionOp launch : launches) {
      func::FuncOp function = convert(launch);
      if (!function)
        return failure();
      functions.insert(function);
    }
    for (Operation *function : functions) {
      Operation *module = function->getParentOp();
      function->erase();
      if (module->getRegion(0).front().empty())
        module->erase();
    }
    return verifyLaunches();
  }

  /// Verifies what was emitted, accesses with their bounds too: pipelines do
  /// not verify after each pass, and the next one would crash on what is
  /// invalid.
  LogicalResult verifyLaunches() {
    WalkResult walk = getOperation().walk([](gpu::LaunchOp op) {
      return succeeded(verify(op)) ? WalkResult::skip()
                                   : WalkResult::interrupt();
    });
    return failure(walk.wasInterrupted());
  }

  /// The function of the fusion, or null after an error.
  static func::FuncOp convert(LaunchFusionOp launch) {
    if (!launch.hasPureBufferSemantics()) {
      launch.emitOpError("expected operands to be buffers, got tensors; run "
                         "one-shot-bufferize before convert-fusions-to-gpu");
      return {};
    }
    auto function = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        launch, launch.getCallee());
    if (!function || function.isDeclaration()) {
      launch.emitOpError("expected a function with a body, got ")
          << launch.getCallee() << ", which has none";
      return {};
    }
    std::string why;
    auto space =
        IterationSpace::get(getFusedOps(function.getBody().front()), why);
    if (!space) {
      launch.emitOpError("expected ops with one iteration space in ")
          << launch.getCallee() << ", got that " << why;
      return {};
    }
    emitLaunches(launch, function, *space);
    launch.erase();
    return function;
  }

  /// Before `launch`, a kernel for what rows without elements are reduced
  /// to, where only the call tells whether there are any.
  static void emitForEmptyRows(LaunchFusionOp launch, func::FuncOp function,
                               const IterationSpace &space) {
    if (!ShapedType::isDynamic(space.countColumns()))
      return;
    OpBuilder b(launch);
    RowPlan plan = {/*most=*/0, /*streams=*/false, /*isEmpty=*/true};
    FusionEmitter emitter(launch, function, space, plan, b);
    if (!emitter.hasResultsOfEmptyRows())
      return;
    Value none = arith::ConstantIndexOp::create(b, launch.getLoc(), 0);
    Value isEmpty =
        arith::CmpIOp::create(b, launch.getLoc(), arith::CmpIPredicate::eq,
                              emitter.emitNumColumns(), none);
    b.setInsertionPoint(
        scf::IfOp::create(b, launch.getLoc(), isEmpty).thenYield());
    FusionEmitter(launch, function, space, plan, b).emit();
  }

  /// Before `launch`, a kernel for each plan of rows; one of them runs.
  static void emitLaunches(LaunchFusionOp launch, func::FuncOp function,
                           const IterationSpace &space) {
    OpBuilder b(launch);
    SmallVector<RowPlan> plans = {{space.countColumns()}};
    if (space.reducesRows) {
      plans = planRows(space.countColumns());
      emitForEmptyRows(launch, function, space);
    }
    for (const RowPlan &plan : ArrayRef(plans).drop_back()) {
      FusionEmitter emitter(launch, function, space, plan, b);
      Value most =
          arith::ConstantIndexOp::create(b, launch.getLoc(), plan.most);
      Value fits =
          arith::CmpIOp::create(b, launch.getLoc(), arith::CmpIPredicate::ule,
                                emitter.emitNumColumns(), most);
      auto choice = scf::IfOp::create(b, launch.getLoc(), fits,
                                      /*withElseRegion=*/true);
      b.setInsertionPoint(choice.thenYield());
      FusionEmitter(launch, function, space, plan, b).emit();
      b.setInsertionPoint(choice.elseYield());
    }
    FusionEmitter(launch, function, space, plans.back(), b).emit();
  }
};
} // namespace
